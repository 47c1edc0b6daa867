"""A move of Krypkasino as an object."""

from __future__ import annotations

from cabbage._krypkasino_cards import Card

__all__ = ["Move"]


class Move:
    """A card played and what it takes: what `Deal.moves` lists and `Deal.play` takes.

    Immutable and hashable; two moves are equal if they play the same card and take the same cards.
    The text is the card, and behind an x what it takes: `5D`, `5Dx5S`, `5Dx2C+3H`.
    """

    __slots__ = ("_captured", "_card", "_is_sweep", "_number")
    _card: Card
    _captured: tuple[Card, ...]
    _number: int
    _is_sweep: bool

    def __init__(self) -> None:
        raise TypeError("moves are listed by Deal.moves()")

    @classmethod
    def _of(cls, card: Card, captured: tuple[Card, ...], number: int, is_sweep: bool) -> Move:
        self = object.__new__(cls)
        put = object.__setattr__
        put(self, "_card", card)
        put(self, "_captured", captured)
        put(self, "_number", number)
        put(self, "_is_sweep", is_sweep)
        return self

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Move is immutable; {name} cannot be set")

    @property
    def card(self) -> Card:
        """The card played."""
        return self._card

    @property
    def captured(self) -> tuple[Card, ...]:
        """The table cards it takes, sorted by number; empty for a creep."""
        return self._captured

    @property
    def number(self) -> int:
        """The move as an integer: card + 52 * index of the capture in canonical order."""
        return self._number

    @property
    def is_creep(self) -> bool:
        """Whether it takes nothing, and joins the table."""
        return not self._captured

    @property
    def is_sweep(self) -> bool:
        """Whether it takes every card on the table."""
        return self._is_sweep

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return (self._card, self._captured) == (other._card, other._captured)

    def __hash__(self) -> int:
        return hash((self._card, self._captured))

    def __str__(self) -> str:
        taken = "+".join(map(str, self._captured))
        return f"{self._card}x{taken}" if taken else str(self._card)

    def __repr__(self) -> str:
        return f"<Move {self}{' sweep' if self._is_sweep else ''}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Move._of, (self._card, self._captured, self._number, self._is_sweep)
