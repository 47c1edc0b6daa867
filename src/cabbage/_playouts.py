"""Monte-Carlo: many random playouts of one position."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from types import ModuleType

from cabbage import _checks
from cabbage._arrays import Array, output
from cabbage._batches import LOOPS, NO_MEMORY
from cabbage._games import State, kind_of
from cabbage._statistics import standard_error
from cabbage._workers import Pace, checked_threads, in_ranges
from cabbage.errors import TooManyCapturesError

__all__ = ["Playouts", "playouts"]

MOST_PLAYOUTS = (1 << 40) - 1
#: Playouts between two looks for Ctrl-C: at first, and at most.
PACE = 1 << 8, 1 << 14


@dataclass(frozen=True, eq=False)
class Playouts:
    """What random playouts of a position came to."""

    count: int
    """How many there were."""

    actions: int
    """Actions played in all of them together."""

    mean: tuple[float, ...]
    """Each seat's mean returns: changes in cabbages, or points."""

    standard_error: tuple[float, ...]
    """The standard error of each mean; not a number where there was one playout only."""

    returns: Array | None = None
    """int32, (count, players): the returns of each playout, where they were asked for."""


def playouts(state: State, n: int, seed: int, threads: int = 1, *, full: bool = False) -> Playouts:
    """Play `n` random games from `state` to the end of its round or deal, and tell what they came to.

    Every decision takes each legal action with equal chance. Playout i draws from a stream of its own of
    `seed`, so that results are the same whatever the number of threads; they are those of
    `testing.random_playouts`, to the last digit.

    n: 1 to 2**40 - 1. seed: 0 to 2**64 - 1. full: whether to keep the returns of every playout.

    Releases the GIL; Ctrl-C raises KeyboardInterrupt. Raises BatchMemoryError where there is no memory for
    the returns, TooManyCapturesError where a game comes to a table with more captures than can be listed.

    >>> from cabbage.las_vegan import Round
    >>> found = playouts(Round.deal(seed=1), 10_000, seed=1)
    >>> [f"{mean:.2f} +- {error:.2f}" for mean, error in zip(found.mean, found.standard_error)]
    ['-2.95 +- 0.03', '-3.10 +- 0.03', '-2.38 +- 0.02', '-3.67 +- 0.03']
    """
    kind = kind_of(state)
    loops = LOOPS[kind.name]
    n = _checks.in_range("n", n, 1, MOST_PLAYOUTS)
    seed = _checks.seed(seed)
    threads = checked_threads(threads)
    lanes = loops.Lanes(state.rules, 1)
    lanes.load(0, state.copy())
    returns = output("returns", None, "int32", (n, state.num_players)) if full else None
    totals = _Totals(loops, lanes, seed, n, returns, state.num_players)
    failure = in_ranges(totals.add, n, threads, Pace(*PACE))
    if failure is not None and failure[1] == NO_MEMORY:
        raise MemoryError("no memory for the lists of moves")
    if failure is not None:
        raise TooManyCapturesError(
            f"playout {failure[0]} comes to a table with too many captures to list, or too complicated ones"
        )
    return totals.result()


class _Totals:
    """The sums of playouts, as far as they are done."""

    def __init__(
        self,
        loops: ModuleType,
        lanes: object,
        seed: int,
        count: int,
        returns: Array | None,
        players: int,
    ) -> None:
        self._run = loops.playouts_of_one
        self._lanes = lanes
        self._seed = seed
        self._count = count
        self._returns = returns
        self._lock = threading.Lock()
        self._actions = 0
        # Whole numbers, whose sums do not depend on the order of adding.
        self._sums = [0] * players
        self._squares = [0] * players

    def add(self, begin: int, end: int) -> tuple[int, int] | None:
        """Do some playouts."""
        failure, actions, sums, squares = self._run(
            self._lanes, begin, end, self._seed, self._count, self._returns
        )
        with self._lock:
            self._actions += actions
            self._sums = [a + b for a, b in zip(self._sums, sums, strict=True)]
            self._squares = [a + b for a, b in zip(self._squares, squares, strict=True)]
        found: tuple[int, int] | None = failure
        return found

    def result(self) -> Playouts:
        """What all playouts came to."""
        n = self._count
        pairs = list(zip(self._sums, self._squares, strict=True))
        return Playouts(
            count=n,
            actions=self._actions,
            mean=tuple(total / n for total, _ in pairs),
            standard_error=tuple(standard_error(n, total, squares) for total, squares in pairs),
            returns=self._returns,
        )
