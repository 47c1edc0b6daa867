"""The player that searches worlds one by one, as if all cards were known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from cabbage._checks import in_range
from cabbage._games import View
from cabbage._objectives import Objective
from cabbage._sampling import (
    LEAD,
    Estimate,
    Found,
    SamplingPlayer,
    check_failure,
    is_duel,
    lane_of,
    weights_of,
)
from cabbage._workers import Pace, in_ranges

__all__ = ["PIMCPlayer"]

MOST_WORLDS = (1 << 32) - 1
MOST_NODES = (1 << 40) - 1
MOST_PLIES = 40
MOST_PLAYOUTS = 1 << 10
#: Worlds between two looks for Ctrl-C: at first, and at most.
PACE = 1, 1 << 14


@dataclass(frozen=True)
class PIMCPlayer(SamplingPlayer):
    """Perfect information Monte Carlo: it searches worlds as if all cards were known, and averages.

    Each action of each world is searched some plies deep: between two sides by alpha-beta, among more with
    each for itself. Where the search ends before the game does, playouts tell what to expect; near the end of
    the game it goes on to the end, and is exact for its world. Chosen is the best average.

    The same view, budget and random stream give the same choice on every platform.

    Source: M. Ginsberg, "GIB: Imperfect information in a computationally challenging game" (2001).
    """

    kind = "pimc"
    budgets = ("worlds",)

    worlds: int = 50
    """How many worlds a choice looks at, 0 to 2**32 - 1."""

    depth: int | None = None
    """How many plies behind each action are searched, 0 to 40. None: 2 between two sides, none among more,
    where playouts tell as much."""

    exact: int | None = None
    """With how many cards left to play the search goes to the end, 0 to 40. None: 12 between two sides, 8
    among more."""

    playouts: int = 4
    """How many playouts tell what to expect where a search ends, 1 to 1,024."""

    max_nodes: int = 100_000
    """How many positions the search of one action in one world may visit, 0 to 2**40 - 1; from then on
    playouts tell the rest."""

    objective: str = LEAD
    """What it plays for: `lead`, its side's result less the mean of the other sides', which wins games, and
    between two sides is the margin; or `margin`, `paranoid` or `maxn`, as `cabbage.solver` has them."""

    def __post_init__(self) -> None:
        super().__post_init__()
        put = object.__setattr__
        put(self, "worlds", in_range("worlds", self.worlds, 0, MOST_WORLDS))
        if self.depth is not None:
            put(self, "depth", in_range("depth", self.depth, 0, MOST_PLIES))
        if self.exact is not None:
            put(self, "exact", in_range("exact", self.exact, 0, MOST_PLIES))
        put(self, "playouts", in_range("playouts", self.playouts, 1, MOST_PLAYOUTS))
        put(self, "max_nodes", in_range("max_nodes", self.max_nodes, 0, MOST_NODES))

    def _budget_text(self) -> str:
        return str(self.worlds)

    def _weight(self, estimate: Estimate) -> int:
        return int(estimate.count > 0)

    def _search(self, view: View, objective: Objective, seed: int) -> tuple[Iterable[Found], int]:
        loops, lanes = lane_of(view)
        duel = is_duel(objective)
        depth = (2 if duel else 0) if self.depth is None else self.depth
        exact = (12 if duel else 8) if self.exact is None else self.exact
        worlds, max_nodes = self.worlds, self.max_nodes
        if worlds and _knows_all(view) and sum(view.hand_sizes) <= exact:
            # All worlds are one, and nothing in its search is left to chance.
            worlds, max_nodes = 1, min(worlds * max_nodes, MOST_NODES)
        weights = weights_of(objective)
        totals: Counter[int] = Counter()
        squares: Counter[int] = Counter()

        def search(begin: int, end: int) -> int | None:
            failure, found = loops.search_worlds(
                lanes, view.seat, weights, duel, begin, end, seed, depth, exact, self.playouts, max_nodes
            )
            for action, total, square in found:
                totals[action] += total
                squares[action] += square
            return failure or None

        check_failure(in_ranges(search, worlds, 1, Pace(*PACE)) or 0, view)
        return [(action, worlds, totals[action], squares[action]) for action in totals], self.playouts


def _knows_all(view: View) -> bool:
    """Whether all cards that the seat does not see are in one hand."""
    others = [size for seat, size in enumerate(view.hand_sizes) if seat != view.seat and size]
    return sum(others) == len(view.unseen) and len(others) <= 1
