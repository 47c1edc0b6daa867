"""What a seat of Krypkasino knows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cabbage._krypkasino_cards import Card
from cabbage._krypkasino_moves import Move
from cabbage._krypkasino_rules import Rules
from cabbage._views import ViewBase

if TYPE_CHECKING:
    from cabbage._deal import Deal

__all__ = ["View"]


class View(ViewBase["Deal"]):
    """What one seat knows of a deal: its own hand, what lies open, what has been played and shown.

    Immutable and hashable; views are equal where seat, rules, position and lacks are, whatever plays
    led there. Get one from `Deal.observe(seat)`.
    """

    __slots__ = ()

    @property
    def rules(self) -> Rules:
        """The rules that are played by."""
        return self._world.rules

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that this seat holds, sorted by number."""
        return self._world.hand(self._seat)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(len(self._world.hand(seat)) for seat in range(self.num_players))

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that this seat does not see, sorted by number: those of other hands, the stock, and
        what stays out of play."""
        left = Counter(dict.fromkeys(self.rules.deck, self.rules.packs))
        piles = (self._world.pile(seat) for seat in range(self.num_players))
        for cards in (self.hand, self.table, self.aside, *piles):
            left.subtract(cards)
        return tuple(sorted(left.elements()))

    @property
    def lacks(self) -> tuple[tuple[Card, ...], ...]:
        """For each seat the cards that it has shown not to hold, since it would have had to sweep.

        Sorted by number; forgotten when the next batch is dealt.
        """
        return self._world.lacks

    def moves(self) -> list[Move]:
        """What this seat may play now, as `Deal.moves` has it; empty where it is another's turn."""
        return self._world.moves() if self._world.current_player == self._seat else []

    @property
    def table(self) -> tuple[Card, ...]:
        """The cards on the table, sorted by number."""
        return self._world.table

    @property
    def aside(self) -> tuple[Card, ...]:
        """The court cards put aside, sorted by number."""
        return self._world.aside

    def pile(self, seat: int) -> tuple[Card, ...]:
        """The cards that `seat` has won, sorted by number."""
        return self._world.pile(seat)

    @property
    def stock_size(self) -> int:
        """How many cards are still to be dealt."""
        return len(self._world.stock)

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._world.dealer

    @property
    def last_player(self) -> int | None:
        """The seat that played the last card, or None."""
        return self._world.last_player

    @property
    def last_capturer(self) -> int | None:
        """The seat that captured last, or None."""
        return self._world.last_capturer

    @property
    def sweep_points(self) -> tuple[int, ...]:
        """Each seat's points for sweeps made and given."""
        return self._world.sweep_points

    @property
    def batch_number(self) -> int:
        """Which batch is being played, from 0."""
        return self._world.batch_number

    def resample(self, seed: int) -> Deal:
        """A world that this seat must reckon with, every shuffle equally likely: `Deal.resample`.

        seed: 0 to 2**64 - 1. Raises InputTypeError or CabbageError for anything else.
        """
        return self._world.resample(self._seat, seed)

    def _shown(self) -> tuple[object, ...]:
        return self.lacks
