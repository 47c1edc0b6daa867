"""What a seat of Las Vegan knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabbage._las_vegan_rules import Rules
from cabbage._views import ViewBase
from cabbage.cards import Card, CardSet, CasinoCard, Suit

if TYPE_CHECKING:
    from cabbage._core import Round

__all__ = ["View"]


class View(ViewBase["Round"]):
    """What one seat knows of a round: its own hand, what lies open, what has been played and shown.

    Immutable and hashable; views are equal where seat, rules, position and voids are, whatever plays
    led there. Get one from `Round.observe(seat)`.
    """

    __slots__ = ()

    @property
    def rules(self) -> Rules:
        """The rules that are played by."""
        return self._world.rules

    @property
    def hand(self) -> CardSet:
        """The cards that this seat holds."""
        return self._world.hand(self._seat)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(len(self._world.hand(seat)) for seat in range(self.num_players))

    @property
    def unseen(self) -> CardSet:
        """The cards that this seat does not see: those of other hands, and those left over."""
        seen = [self.hand, *(self._world.pile(seat) for seat in range(self.num_players))]
        return self.rules.deck - CardSet(self.trick) - CardSet([card for cards in seen for card in cards])

    @property
    def voids(self) -> tuple[tuple[Suit, ...], ...]:
        """For each seat the suits of which it has shown to have none, by not following one."""
        return self._world.voids

    @property
    def leader(self) -> int:
        """The seat that leads, or led, the open trick; the winner while tokens are decided."""
        return self._world.leader

    @property
    def led_suit(self) -> Suit | None:
        """The suit that must be followed, or None where the next card leads."""
        return self._world.led_suit

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the open trick in order of play."""
        return self._world.trick

    def pile(self, seat: int) -> CardSet:
        """The cards in the tricks that `seat` has won."""
        return self._world.pile(seat)

    @property
    def tricks_won(self) -> tuple[int, ...]:
        """How many tricks each seat has won."""
        return self._world.tricks_won

    @property
    def casino(self) -> tuple[CasinoCard, ...]:
        """The three ordinary casino cards of the round."""
        return self._world.casino

    @property
    def golden_value(self) -> int:
        """The value the golden token shows."""
        return self._world.golden_value

    @property
    def golden_side(self) -> str | None:
        """Where the golden token lies: "min", "max", or None if it is not placed."""
        return self._world.golden_side

    @property
    def token_values(self) -> tuple[int, ...]:
        """The value each ordinary token shows."""
        return self._world.token_values

    @property
    def placed(self) -> tuple[int | None, ...]:
        """For each ordinary casino card the index of the token on it, or None."""
        return self._world.placed

    @property
    def to_place(self) -> int:
        """How many sevens of the last trick its winner has yet to place a token for, or pass."""
        return self._world.to_place

    def resample(self, seed: int) -> Round:
        """A world that this seat must reckon with, every one equally likely: `Round.resample`.

        seed: 0 to 2**64 - 1. Raises InputTypeError or CabbageError for anything else.
        """
        return self._world.resample(self._seat, seed)

    def _shown(self) -> tuple[object, ...]:
        return self.voids
