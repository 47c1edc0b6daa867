"""Timing two works in turn, A B A B ..., on one core, in CPU time."""

from __future__ import annotations

import contextlib
import gc
import os
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass

from peers.work import Work, check


@dataclass(frozen=True)
class Measured:
    """What came of two works: units a second, and the ratio of the rates, pair by pair."""

    ours: float
    theirs: float
    ratios: list[float]

    @property
    def ratio(self) -> float:
        return statistics.median(self.ratios)


@contextlib.contextmanager
def one_core() -> Iterator[None]:
    """Keep to one core meanwhile, where the system can be asked to."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def compare(ours: Work, theirs: Work, runs: int, seconds: float) -> Measured:
    """Time both in turn `runs` times, for about `seconds` each time, and at least one block."""
    sides = [_Side(ours, seconds), _Side(theirs, seconds)]
    rates = [[side.rate() for side in sides] for _ in range(runs)]
    mine, their = zip(*rates, strict=True)
    ratios = [a / b for a, b in rates]
    return Measured(statistics.median(mine), statistics.median(their), ratios)


class _Side:
    """A work, warm, and how often its block is repeated for one sample."""

    def __init__(self, work: Work, seconds: float) -> None:
        self.work = work
        found = work.run()
        self.units = found if work.units is None else work.units
        check(self.units > 0, f"{work.label}: nothing done")
        start = time.perf_counter()  # the clock of CPU time is coarse on some systems
        work.run()
        self.blocks = max(1, round(seconds / max(time.perf_counter() - start, 1e-6)))

    def rate(self) -> float:
        """Units a second of one sample, every block of which must come to its answer."""
        gc.collect()
        run = self.work.run
        start = time.process_time()
        found = [run() for _ in range(self.blocks)]
        spent = time.process_time() - start
        if not self.work.is_timed:
            wrong = [units for units in found if units != self.units]
            check(not wrong, f"{self.work.label}: {wrong[:1]} instead of {self.units} units")
        return sum(found) / max(spent, 1e-9)
