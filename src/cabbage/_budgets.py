"""What a search may spend, and who is told how far it is."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event

from cabbage._checks import in_range, quoted, shown
from cabbage.errors import CabbageError, InputTypeError

__all__ = ["NO_LIMIT", "Budget", "Limits", "Progress", "Reporter", "Spent", "checked_limits"]

NO_LIMIT = (1 << 63) - 1
MOST_SECONDS = 10**9
SECONDS_PER_REPORT = 0.25


@dataclass(frozen=True)
class Progress:
    """How far a search is."""

    nodes: int
    """Positions visited so far."""

    seconds: float
    """Time taken so far."""

    lower: int
    """What the value of the position searched now is proven to be at least, in the game's own points."""

    upper: int
    """What it is proven to be at most."""

    done: int
    """How many values are exact: of `solve` actions, of `analyse` decisions judged."""

    total: int
    """How many there are."""


OnProgress = Callable[[Progress], object]


class Spent(Exception):
    """The budget has run out, or somebody asked the search to stop."""


@dataclass(frozen=True)
class Limits:
    """Checked limits of the search of a position; None is no limit."""

    max_nodes: int | None = None
    max_seconds: float | None = None


def checked_limits(max_nodes: object, max_seconds: object) -> Limits:
    """Limits as a caller gives them."""
    if max_nodes is not None:
        max_nodes = in_range("max_nodes", max_nodes, 1, NO_LIMIT)
    return Limits(max_nodes, None if max_seconds is None else _seconds(max_seconds))


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputTypeError(f"max_seconds is a number of seconds, not {quoted(value)}")
    if not 0 < value <= MOST_SECONDS:  # NaN is not
        number = shown(value) if isinstance(value, int) else quoted(value)
        raise CabbageError(f"max_seconds is above 0 and at most {MOST_SECONDS:,}, not {number}")
    return float(value)


class Reporter:
    """Tells somebody how far a search is, a few times a second."""

    def __init__(self, on_progress: OnProgress) -> None:
        #: Says how far the search is, the present question or value having taken so many nodes.
        self.report: Callable[[int], Progress] | None = None
        self._on_progress = on_progress
        self._next = time.perf_counter() + SECONDS_PER_REPORT

    def look(self, now: float, nodes: int) -> None:
        """Report if it is time."""
        if now >= self._next and self.report is not None:
            self._next = now + SECONDS_PER_REPORT
            self._on_progress(self.report(nodes))


class Budget:
    """The nodes and seconds of one search, and its clock.

    stop: an event that ends the search when it is set.
    """

    def __init__(self, limits: Limits, reporter: Reporter | None = None, stop: Event | None = None) -> None:
        self.limits = limits
        self.is_limited = limits != Limits()
        #: Nodes of the questions that are over.
        self.nodes = 0
        #: What ended the search: None, "nodes", "seconds" or "interrupt".
        self.stopped_by: str | None = None
        self._reporter = reporter
        self._stop = stop
        self._start = time.perf_counter()
        self._deadline = math.inf if limits.max_seconds is None else self._start + limits.max_seconds

    @property
    def seconds(self) -> float:
        """Time since the beginning."""
        return time.perf_counter() - self._start

    def allowance(self, share: int = NO_LIMIT) -> int:
        """How many nodes the next question may take, of a share. Raises Spent when there are none."""
        if self.stopped_by is not None or self.poll(0):
            raise Spent
        if self.limits.max_nodes is None:
            return share
        left = self.limits.max_nodes - self.nodes
        if left <= 0:
            self.stopped_by = "nodes"
            raise Spent
        return min(share, left)

    def poll(self, nodes: int) -> bool:
        """Whether the question that is at `nodes` must stop. Reports where it is time."""
        now = time.perf_counter()
        if self._stop is not None and self._stop.is_set():
            self.stopped_by = "interrupt"
        elif now >= self._deadline:
            self.stopped_by = "seconds"
        if self._reporter is not None:
            self._reporter.look(now, self.nodes + nodes)
        return self.stopped_by is not None
