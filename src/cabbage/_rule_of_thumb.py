"""The player that goes by rules of thumb, as a good player of either game would explain them."""

from __future__ import annotations

from cabbage._games import View
from cabbage._krypkasino_thumb import choose_in_deal
from cabbage._las_vegan_thumb import choose_in_round
from cabbage._player import legal_moves_of
from cabbage.krypkasino import View as DealView
from cabbage.streams import RandomStream

__all__ = ["RuleOfThumbPlayer"]


class RuleOfThumbPlayer:
    """Rules of thumb for each game, fast and without chance.

    Las Vegan: reckon what a trick is worth and how likely the card wins it. Win what pays, and let the others
    win what costs; be last to a bad trick with a high card, and keep low ones and zeros for bad times. Sevens
    are worth having: a bad token goes where the others have won most, a good one where you have.

    Krypkasino: leave tables that the next player may have to sweep, and none that you may be made to sweep
    after that. Lay dear cards down where they take nothing, high cards first, and near the end be not the
    one who captured last where much lies. Teams count their points together.

    What is reckoned, and how, stands in `_las_vegan_thumb.py` and `_krypkasino_thumb.py`.
    """

    name = "rule-of-thumb"

    def choose(self, view: View, rng: RandomStream) -> int:
        """The action of the rules above, the first one where several are as good; nothing is drawn.

        A matter of microseconds; on a table that a custom rule set fills with tens of thousands of captures,
        of minutes.
        """
        moves = legal_moves_of(view)
        if len(moves) == 1:
            return moves[0]
        return choose_in_deal(view) if isinstance(view, DealView) else choose_in_round(view, moves)
