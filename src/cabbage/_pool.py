"""Many positions at a time: threads that take one position after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from threading import Event

from cabbage._budgets import Limits
from cabbage._games import State
from cabbage._objectives import Objective
from cabbage._solutions import Solution
from cabbage._solving import search
from cabbage._transpositions import TranspositionTable
from cabbage._workers import one_by_one
from cabbage.errors import SearchInterrupted

__all__ = ["solve_in_parallel"]


def solve_in_parallel(
    states: Sequence[State],
    objectives: Sequence[Objective],
    detail: str,
    limits: Limits,
    threads: int,
    megabytes: int,
    on_progress: Callable[[int, int], object] | None = None,
) -> list[Solution]:
    """The solutions of checked positions. Raises SearchInterrupted at Ctrl-C."""
    # Copies, since another thread may go on with the originals; and tables before any thread starts,
    # so that what cannot be allocated is said at once.
    states = [state.copy() for state in states]
    tables = [TranspositionTable(megabytes) for _ in range(min(threads, len(states)))]
    solutions: list[Solution | None] = [None] * len(states)
    stop = Event()

    def solve(table: TranspositionTable, number: int) -> None:
        table.clear()
        try:
            solutions[number] = search(states[number], objectives[number], detail, limits, table, stop=stop)
        except BaseException:
            stop.set()  # the others might go on for hours
            raise

    try:
        one_by_one([partial(solve, table) for table in tables], len(states), stop, on_progress)
    except KeyboardInterrupt:
        exact = sum(solution is not None and solution.is_exact for solution in solutions)
        message = f"interrupted; {exact} of {len(solutions)} positions are solved"
        raise SearchInterrupted(message, solutions) from None
    return [solution for solution in solutions if solution is not None]
