"""What is timed: a block of work that states what it comes to."""

from __future__ import annotations

import itertools
import random
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Work:
    """A block of work, which is repeated; long enough that the processor does not learn it by heart."""

    label: str
    """The game and how it is played, in few words: for a chart."""

    detail: str
    """What is done for each unit, and what else is in the time."""

    unit: str
    """What is counted: actions, simulations, leaves, copies."""

    run: Callable[[], int]
    """Does the block and returns its units. Raises AssertionError where they were not done to the end."""

    units: int | None = None
    """What `run` must return, where that is known beforehand; else what it returned first."""

    is_timed: bool = False
    """Whether a clock ends the block, so that `run` returns other units each time."""


_NUMBERS = random.Random(1).randbytes(65_537)


def drawn_numbers() -> Callable[[], int]:
    """Random bytes drawn beforehand: `moves[number() % len(moves)]` costs little, and both sides the same.

    There are many, since a processor learns a few thousand choices that come again and again by heart.
    """
    return itertools.cycle(_NUMBERS).__next__


def check(holds: bool, what: str) -> None:
    """Stop unless a run came to what it must come to."""
    if not holds:
        raise AssertionError(f"a run did not come to its answer: {what}")


def check_mean(mean: float, samples: Sequence[float], what: str) -> None:
    """Stop unless a native mean is that of games played move by move: then both played to the end."""
    error = statistics.stdev(samples) / len(samples) ** 0.5
    check(abs(mean - statistics.fmean(samples)) < 6 * error + 1e-6, f"{what}: {mean}")
