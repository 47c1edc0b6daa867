"""The player that goes by a rule of thumb, as a good player of either game would explain it."""

from __future__ import annotations

from cabbage._games import View
from cabbage._player import legal_moves_of
from cabbage.cards import Card, CardSet
from cabbage.krypkasino import Move
from cabbage.krypkasino import Suit as KrypkasinoSuit
from cabbage.krypkasino import View as DealView
from cabbage.las_vegan import GOLDEN_MAX, GOLDEN_MIN, NUM_CARDS, PASS, token_action
from cabbage.las_vegan import View as RoundView
from cabbage.streams import RandomStream

__all__ = ["RuleOfThumbPlayer"]

_TWO_OF_SPADES, _TEN_OF_DIAMONDS = 40, 22


class RuleOfThumbPlayer:
    """A rule of thumb for each game.

    Las Vegan: win no trick if you can help it, and do not feed yourself dear cards. Leading, it plays
    its lowest card. Following, it plays the highest card that loses to what lies on the table, or else
    its lowest. Void in the led suit, it throws its dearest card, and keeps its zeros, which would win.
    Of tokens it places the one that is best for the cards it has won, compared with passing.

    Krypkasino: take as few points as possible, rather give dear cards away by creeping, and like to
    leave a lone card on the table, a double sweep for whoever has its equal. It does not know teams.
    """

    name = "rule-of-thumb"

    def choose(self, view: View, rng: RandomStream) -> int:
        """The action of the rule above; chance plays no part."""
        moves = legal_moves_of(view)
        if len(moves) == 1:
            return moves[0]
        if isinstance(view, DealView):
            return min(view.moves(), key=lambda move: (self._price(view, move), move.number)).number
        if view.to_place:
            return max(moves, key=lambda action: (self._token_gain(view, action), action == PASS))
        cards = [Card(action) for action in moves]
        if not view.trick:
            return min(cards, key=lambda card: (card.rank, card))
        losing = [card for card in cards if not self._wins_so_far(view, card)]
        if not losing:
            return min(cards, key=lambda card: (card.rank, card))
        return max(losing, key=lambda card: (self._cost(view, card), card.rank, card))

    @staticmethod
    def _price(view: DealView, move: Move) -> float:
        """What a move of Krypkasino costs at once, less what it may bring the next player."""
        if move.is_creep:
            left = len(view.table) + 1
            # A lone card on the table is a double sweep to whoever holds its equal.
            return -_points((move.card,)) - (3.0 if left == 1 else 0.0)
        left = len(view.table) - len(move.captured)
        sweep = (10 if len(view.table) == 1 else 5) if move.is_sweep else 0
        return _points((move.card, *move.captured)) + sweep - (3.0 if left == 1 else 0.0)

    @staticmethod
    def _wins_so_far(view: RoundView, card: Card) -> bool:
        """Whether `card` would take the trick if nobody played after it."""
        led = view.trick[0].suit
        if card.suit != led:
            return card.rank == 0
        return all(c.rank < card.rank if c.suit == led else c.rank > 0 for c in view.trick)

    @staticmethod
    def _cost(view: RoundView, card: Card) -> int:
        """How dear `card` is to whoever wins it, in thirds of a cabbage."""
        cost = 0
        for casino, token in zip(view.casino, view.placed, strict=True):
            if token is not None and casino.mask >> card & 1:
                cost -= view.token_values[token] * (3 if casino.suit is None else 1)
        return cost

    @staticmethod
    def _token_gain(view: RoundView, action: int) -> float:
        """How much better `action` is for the seat than for the average other seat, by the cards won
        so far; a suit card counts thirds of a group, since begun groups tend to be finished."""
        if action == PASS:
            return 0.0
        me = view.current_player
        others = [seat for seat in range(view.num_players) if seat != me]
        if action in (GOLDEN_MIN, GOLDEN_MAX):
            won = view.tricks_won
            extreme = min(won) if action == GOLDEN_MIN else max(won)
            shares = [float(tricks == extreme) for tricks in won]
            value = view.golden_value
        else:
            token, c = divmod(action - token_action(0, 0), 3)
            casino = view.casino[c]
            size = 1 if casino.suit is None else 3
            counted = CardSet.from_mask(casino.mask & ((1 << NUM_CARDS) - 1))
            shares = [len(view.pile(seat) & counted) / size for seat in range(view.num_players)]
            value = view.token_values[token]
        return value * (shares[me] - sum(shares[seat] for seat in others) / len(others))


def _points(cards: tuple[int, ...]) -> int:
    """The card points of some Krypkasino cards."""
    points = 0
    for card in cards:
        points += (card // 13 == KrypkasinoSuit.SPADES) + (card % 13 == 0)
        points += (card == _TWO_OF_SPADES) + 3 * (card == _TEN_OF_DIAMONDS)
    return points
