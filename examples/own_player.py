"""A player of one's own, its match against those of the package, and advice on a hand it has played.

python examples/own_player.py

A player has a name and `choose(view, rng)`. It sees what its seat sees, and cannot see more.
"""

from __future__ import annotations

from cabbage.advice import advise
from cabbage.errors import PlayerError
from cabbage.krypkasino import View as OtherView
from cabbage.las_vegan import PASS, Round, View, action_name
from cabbage.match import play_match
from cabbage.streams import RandomStream

DEALS = 80


class Ducker:
    """Wins no trick if it can help it, and places no token."""

    name = "ducker"

    def choose(self, view: View | OtherView, rng: RandomStream) -> int:
        """The highest card of those that lose to what lies there, or else the lowest."""
        if not isinstance(view, View):
            raise PlayerError("the ducker plays Las Vegan only")
        legal = view.legal_moves()
        if PASS in legal:
            return PASS
        best = max((card for card in view.trick if card.suit == view.led_suit), default=None)
        losing = [action for action in legal if best is not None and action < best]
        return max(losing) if losing else min(legal, key=lambda action: action % 10)


def main() -> None:
    """Play the match, and look at the first decision of another deal."""
    match = play_match([Ducker(), "ismcts:200", "rule-of-thumb", "random"], DEALS, seed=1)
    print(match)
    view = Round.deal(seed=1).observe(0)
    action = Ducker().choose(view, RandomStream(1))
    print(f"\nOf {view.hand} it leads {action_name(action)}. What a search thinks of its actions:\n")
    for suggestion in advise(view, player="ismcts:5000").suggestions:
        value = f"{suggestion.value:+.2f} +- {suggestion.error_bar:.2f}"
        print(f"{suggestion.name:3} {value}  {suggestion.reasons[0]}")


if __name__ == "__main__":
    main()
