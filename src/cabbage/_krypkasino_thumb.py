"""Krypkasino by rule of thumb: what a good player reckons without looking ahead.

Prices are in points, those of the own side less the mean of the other sides'; the lowest is best. A move's
price is what it scores at once, for everybody, and what it leaves behind:

- *Sweeps decide.* Leave a table that the next player, always an opponent, may have to sweep: that costs the
  sweeper 5 or 10 points and takes as many off you. How likely it is, the cards say that you do not see: how
  many of them would sweep, how many cards the next player holds, and which it has shown to lack.
- *Do not be made to sweep.* With two players, the opponent lays a card to what you leave, and then you must
  sweep if you can. Count the cards it may lay down that would make one of yours a sweep. With more players
  too much happens before your turn.
- *Dear cards.* A point in hand is likelier to be yours in the end than a point on the table, so dear cards
  are best laid down where they take nothing, and left lying where they are.
- *High cards first.* A table with a high card on it is one that few cards can sweep.
- *The rest.* Near the end, whoever captured last gets what lies on the table and aside; at each play it is
  even odds that somebody captures again.
"""

from __future__ import annotations

from collections.abc import Sequence

from cabbage._deal import card_points, takers
from cabbage._krypkasino_cards import ALL_CARDS, masks_of_cards
from cabbage.krypkasino import Card, Move, View

__all__ = ["choose_in_deal"]

# Found by play; somewhat more or less of any plays nearly as well.
IN_HAND = 0.8  # how much of a point in hand will be the seat's in the end
ON_TABLE = 0.4  # the same for a point on the table
HIGH_CARD = 0.1  # points that it is worth to lay down a card of a rank more
AGAINST_ME = 1.3  # how much likelier than by chance the opponent lays down what makes the seat sweep

WHOLE_PACK = masks_of_cards(ALL_CARDS)[0]
RANKS = tuple(0x8004002001 << rank for rank in range(13))


def choose_in_deal(view: View) -> int:
    """What to play for the seat whose view it is and whose turn it is: the first move of the lowest price."""
    return min(view.moves(), key=Reckoning(view).price).number


class Reckoning:
    """What a seat reckons at one decision. Sets of cards are two masks: at least one copy, and both."""

    def __init__(self, view: View) -> None:
        self.me = view.seat
        self.rules = view.rules
        self.lacks = view.lacks
        self.sides = self.rules.sides
        self.swing = 1 + 1 / (len(self.sides) - 1)  # of a point that goes from one side to another
        self.batch = view.batch_number
        self.hand = masks_of_cards(view.hand)
        self.unseen = unseen_of(view)
        self.world = view.resample(0)  # of which nothing is looked at that the seat does not see
        self.standing = self._lead(self.world.tally())

    def price(self, move: Move) -> float:
        """What a move costs at once, and what it leaves behind."""
        world = self.world
        world.play(move)
        price = self._lead(world.tally()) - self.standing
        if not world.is_terminal:
            one, two = world.table_masks
            lying = card_points(one, two)
            price += ON_TABLE * lying
            price -= IN_HAND * card_points(1 << move.card, 0) + HIGH_CARD * move.card.rank
            price += self._price_of_the_rest(lying)
            price -= self._gain_if_next_sweeps(one, two)
            if world.num_players == 2 and world.batch_number == self.batch:
                price += self._price_if_made_to_sweep(one, two, move.card)
        world.undo()
        return price

    def _lead(self, points: Sequence[int]) -> float:
        """The points of the own side less the mean of the other sides'."""
        own = sum(points[seat] for side in self.sides if self.me in side for seat in side)
        return own - (sum(points) - own) / (len(self.sides) - 1)

    def _price_of_the_rest(self, lying: int) -> float:
        """What the last capturer will get if nobody captures any more."""
        world = self.world
        if world.last_capturer is None or world.stock:
            return 0.0
        odds = 0.5 ** sum(len(world.hand(seat)) for seat in range(world.num_players))
        rest = [0] * world.num_players
        rest[world.last_capturer] = lying + card_points(*masks_of_cards(world.aside))
        return odds * self._lead(rest)

    def _gain_if_next_sweeps(self, one: int, two: int) -> float:
        """What the next player's sweep of a table is worth, by the chance that it holds a card for it."""
        world = self.world
        _, sweepers, cost = takers(one, two, self.rules)
        if not sweepers:
            return 0.0
        once, twice = self.unseen
        if world.batch_number == self.batch:
            for card in self.lacks[world.current_player]:
                once &= ~(1 << card)
            twice &= once
        cards = once.bit_count() + twice.bit_count()
        sweeping = (once & sweepers).bit_count() + (twice & sweepers).bit_count()
        none = 1.0
        for _ in range(len(world.hand(world.current_player))):
            none *= max(0, cards - sweeping) / cards
            cards -= 1
        return (1.0 - none) * cost * self.swing

    def _price_if_made_to_sweep(self, one: int, two: int, played: Card) -> float:
        """What it costs that the opponent may lay a card to a table which the seat must then sweep."""
        hand = self.hand[0] if self.hand[1] >> played & 1 else self.hand[0] & ~(1 << played)
        if not hand:
            return 0.0
        once, twice = self.unseen
        creeping = once & ~takers(one, two, self.rules)[0]
        price = 0.0
        for rank in RANKS:
            cards = creeping & rank
            if cards:
                card = cards & -cards  # on the table cards of a rank are alike
                _, sweepers, cost = takers(one | card, two | one & card, self.rules)
                if sweepers & hand:
                    price += cost * (cards.bit_count() + (twice & cards).bit_count())
        return AGAINST_ME * price / (once.bit_count() + twice.bit_count()) * self.swing


def unseen_of(view: View) -> tuple[int, int]:
    """The masks of `View.unseen`."""
    seen = [*view.hand, *view.table, *view.aside]
    for seat in range(view.num_players):
        seen += view.pile(seat)
    one, two = masks_of_cards(seen)
    deck = WHOLE_PACK if view.rules.deck == ALL_CARDS else masks_of_cards(view.rules.deck)[0]
    return (deck & ~two, deck & ~one) if view.rules.packs == 2 else (deck & ~one, 0)
