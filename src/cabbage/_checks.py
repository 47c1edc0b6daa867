"""Checks of arguments, and how errors quote what they were given."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from cabbage.errors import CabbageError, InputTypeError

T = TypeVar("T")

_LONGEST_QUOTE = 80
_MOST_VALUES = 1_000
_LONGEST_NUMBER = 1_000  # bits; Python refuses to print integers of thousands of digits


def quoted(value: object) -> str:
    """`repr(value)`, cut where it is long; the type alone where there is no repr to be had."""
    try:
        text = shown(value) if type(value) is int else repr(value)
    except Exception:  # a repr is somebody else's code, and the error to report is another one
        return f"<{type(value).__name__}>"
    return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "..."


def shown(number: int) -> str:
    """The digits of a number, or its size where they are too many."""
    bits = number.bit_length()
    return str(int.__index__(number)) if bits <= _LONGEST_NUMBER else f"a number of {bits} bits"


def some_of(values: Iterable[T]) -> Iterator[T]:
    """The first thousand of some values, since an iterator may have no end; nothing takes so many."""
    return islice(values, _MOST_VALUES)


def integer(
    what: str,
    value: object,
    error: type[CabbageError] = InputTypeError,
    kind: str = "an integer",
) -> int:
    """`value` as a plain int. Takes what has an `__index__`, but no bool: that is a slip."""
    if not isinstance(value, bool):
        try:
            # int.__index__, since a subclass of int may convert itself to something else.
            return int.__index__(operator.index(value))  # type: ignore[arg-type]
        except TypeError:
            pass
    raise error(f"{what} is {kind}, not {quoted(value)}")


def below(what: str, value: object, stop: int) -> int:
    """`value` as a plain int from 0 to `stop - 1`."""
    return in_range(what, value, 0, stop - 1)


def seed(value: object) -> int:
    """A seed: `value` as a plain int of 64 bits."""
    return in_range("a seed", value, 0, (1 << 64) - 1)


def to_call(what: str, value: Any) -> Any:
    """Something to call, or None."""
    if value is not None and not callable(value):
        raise InputTypeError(f"{what} is something to call, not {quoted(value)}")
    return value


def _bound(high: int) -> str:
    bits = high.bit_length()
    return f"2**{bits} - 1" if bits > 32 and high == (1 << bits) - 1 else str(high)


def in_range(
    what: str,
    value: object,
    low: int,
    high: int,
    error: type[CabbageError] = CabbageError,
    type_error: type[CabbageError] = InputTypeError,
) -> int:
    """`value` as a plain int from `low` to `high`, both included."""
    number = integer(what, value, type_error)
    if not low <= number <= high:
        raise error(f"{what} is {low} to {_bound(high)}, not {shown(number)}")
    return number


def real(what: str, value: object, low: float, high: float) -> float:
    """`value` as a float from `low` to `high`, both included."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputTypeError(f"{what} is a number, not {quoted(value)}")
    if not low <= value <= high:  # NaN is not
        number = shown(value) if isinstance(value, int) else quoted(value)
        raise CabbageError(f"{what} is {low:,} to {high:,}, not {number}")
    return float(value)
