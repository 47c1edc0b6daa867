"""How sentences put numbers and lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cabbage._games import View

__all__ = ["capital", "counted", "joined", "name_of", "ordinal", "seats", "you_first"]


def joined(words: Iterable[object], last: str = "and") -> str:
    """Words as people list them: `R4`, `R4 and R5`, `R4, R5 and R6`."""
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def counted(number: int, noun: str) -> str:
    """A number of things: `no cards`, `1 card`, `2 cards`."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`."""
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def seats(numbers: Sequence[int], last: str = "and") -> str:
    """`seat 1`, `seats 1 and 2`."""
    return f"seat{'s' if len(numbers) > 1 else ''} {joined(numbers, last)}"


def capital(sentence: str) -> str:
    """A sentence as it begins."""
    return sentence[0].upper() + sentence[1:]


def name_of(view: View, seat: int) -> str:
    """How the seat of a view is told of a seat: `you`, `seat 1`."""
    return "you" if seat == view.seat else f"seat {seat}"


def you_first(view: View) -> list[int]:
    """All seats, that of the view before the others."""
    return sorted(range(view.num_players), key=lambda seat: (seat != view.seat, seat))
