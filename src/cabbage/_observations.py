"""What stands where in an observation: the planes and numbers that tell what a seat knows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cabbage import krypkasino, las_vegan
from cabbage._games import Rules

__all__ = ["Field", "layout"]

_Shape = tuple[int, ...]


@dataclass(frozen=True)
class Field:
    """One part of an observation. `row[field.slice].reshape(field.shape)` is it."""

    name: str
    start: int
    """Where it begins."""

    shape: _Shape
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        size = 1
        for length in self.shape:
            size *= length
        return size

    @property
    def slice(self) -> slice:
        """Where it stands."""
        return slice(self.start, self.start + self.size)


def layout(rules: Rules) -> dict[str, Field]:
    """The parts of an observation under some rules, by name, in their order."""
    parts = _round_parts(rules) if isinstance(rules, las_vegan.Rules) else _deal_parts(rules)
    fields: dict[str, Field] = {}
    start = 0
    for name, shape, meaning in parts:
        fields[name] = Field(name, start, shape, meaning)
        start += fields[name].size
    return fields


def _round_parts(rules: las_vegan.Rules) -> Iterable[tuple[str, _Shape, str]]:
    players, cards = rules.players, las_vegan.NUM_CARDS
    return (
        ("hand", (cards,), "1 for each card in hand"),
        ("unseen", (cards,), "1 for each card that others hold, or that is left over"),
        ("trick", (players, cards), "1 for the card of each seat in the open trick"),
        ("won", (players, cards), "1 for each card in the tricks a seat has won"),
        ("hand_sizes", (players,), "cards in each hand"),
        ("to_move", (players,), "1 for the seat to move"),
        ("leader", (players,), "1 for the seat that leads or led the open trick"),
        ("voids", (players, 4), "1 for each suit that a seat has shown it has none of"),
        ("to_place", (1,), "sevens of the last trick that are still to be decided"),
        ("golden_value", (1,), "what the golden token shows"),
        ("golden_side", (2,), "1 for where the golden token lies, min or max"),
        ("casino", (3, 14), "1 for the rank, 0 to 9, or the suit, 10 to 13, of each casino card"),
        ("token_values", (4,), "what each ordinary token shows; 0 where there is none"),
        ("token_free", (4,), "1 for each ordinary token that is not placed"),
        ("placed", (3, 4), "1 for the token on each casino card"),
    )


def _deal_parts(rules: krypkasino.Rules) -> Iterable[tuple[str, _Shape, str]]:
    players, cards = rules.players, len(krypkasino.ALL_CARDS)
    return (
        ("hand", (cards,), "how often each card is in hand, 0 to 2"),
        ("table", (cards,), "how often each card lies on the table"),
        ("unseen", (cards,), "how often each card is in other hands, in the stock, or out of play"),
        ("aside", (cards,), "how often each court card is put aside"),
        ("won", (players, cards), "how often each card is in a seat's pile"),
        ("lacks", (players, cards), "1 for each card that a seat has shown it does not hold"),
        ("hand_sizes", (players,), "cards in each hand"),
        ("to_move", (players,), "1 for the seat to move"),
        ("dealer", (players,), "1 for the dealer"),
        ("last_player", (players,), "1 for the seat that played the last card"),
        ("last_capturer", (players,), "1 for the seat that captured last"),
        ("sweep_points", (players,), "points for sweeps made and given"),
        ("stock", (1,), "cards still to be dealt"),
    )
