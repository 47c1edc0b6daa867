"""The player that grows one tree over many worlds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from time import perf_counter

from cabbage._checks import in_range, real
from cabbage._games import View
from cabbage._objectives import Objective
from cabbage._sampling import LEAD, Estimate, Found, SamplingPlayer, check_failure, lane_of, weights_of
from cabbage._workers import Pace

__all__ = ["ISMCTSPlayer"]

DEFAULT_SIMULATIONS = 2_000
MOST_SIMULATIONS = (1 << 32) - 1
MOST_SECONDS = 10**6
#: Where a tree stops to grow: at half a gigabyte.
MOST_NODES = 1 << 24
#: Simulations between two looks for Ctrl-C and at the clock: at first, and at most.
PACE = 1 << 6, 1 << 14


@dataclass(frozen=True)
class ISMCTSPlayer(SamplingPlayer):
    """Information set Monte Carlo tree search: one tree of actions, and another world in every simulation.

    A simulation draws a world that the seat must reckon with, goes down the tree by upper confidence bounds
    over the actions that the world allows, adds one that was not tried yet, and plays on to the end. In the
    tree each seat goes by its own utility. Chosen is what was tried most.

    The same view, budget in simulations and random stream give the same choice on every platform. Memory: 40
    to 100 bytes a simulation, up to half a gigabyte; from then on the tree grows no more, but learns.

    Source: P. Cowling, E. Powley, D. Whitehouse, "Information set Monte Carlo tree search" (2012), its
    single-observer form.
    """

    kind = "ismcts"
    budgets = "simulations", "seconds"

    simulations: int | None = None
    """How many simulations a choice may take, 0 to 2**32 - 1; 2,000 if nothing limits its seconds either."""

    seconds: float | None = None
    """How many seconds it may take, from 0 on. Then choices depend on the machine."""

    exploration: float = 2.0
    """How far it explores, in standard deviations of the results, 0 to 1,000."""

    objective: str = LEAD
    """What it plays for: `lead`, its side's result less the mean of the other sides', which wins games, and
    between two sides is the margin; or `margin`, `paranoid` or `maxn`, as `cabbage.solver` has them."""

    def __post_init__(self) -> None:
        super().__post_init__()
        put = object.__setattr__
        if self.seconds is not None:
            put(self, "seconds", real("seconds", self.seconds, 0, MOST_SECONDS))
        elif self.simulations is None:
            put(self, "simulations", DEFAULT_SIMULATIONS)
        if self.simulations is not None:
            put(self, "simulations", in_range("simulations", self.simulations, 0, MOST_SIMULATIONS))
        put(self, "exploration", real("exploration", self.exploration, 0, 1_000))

    def _budget_text(self) -> str:
        limits = [] if self.simulations is None else [f"{self.simulations}"]
        return ",".join([*limits, *([] if self.seconds is None else [f"{self.seconds!r}s"])])

    def _weight(self, estimate: Estimate) -> int:
        return estimate.count

    def _search(self, view: View, objective: Objective, seed: int) -> tuple[Iterable[Found], int]:
        loops, lanes = lane_of(view)
        search = loops.InformationSetSearch(
            lanes, view.seat, weights_of(objective), self.exploration, seed, MOST_NODES
        )
        left = MOST_SIMULATIONS if self.simulations is None else self.simulations
        now = perf_counter()
        deadline = None if self.seconds is None else now + self.seconds
        pace = Pace(*PACE)
        while left and (deadline is None or now < deadline):
            size = min(left, pace.size)
            check_failure(search.run(size), view)
            left -= size
            started, now = now, perf_counter()
            pace.learn(size, now - started)
        return search.found(), 1
