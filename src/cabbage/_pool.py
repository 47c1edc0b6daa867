"""Many positions at a time: threads that take one position after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial

from cabbage._budgets import Limits
from cabbage._games import State
from cabbage._objectives import Objective
from cabbage._solutions import Solution
from cabbage._solving import search
from cabbage._transpositions import TranspositionTable
from cabbage._workers import Worker, join_all
from cabbage.errors import SearchInterrupted

__all__ = ["solve_in_parallel"]

SECONDS_PER_LOOK = 0.02


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
    pool = _Pool([state.copy() for state in states], objectives, detail, limits, on_progress)
    workers = []
    for _ in range(min(threads, len(states))):
        table = TranspositionTable(megabytes)
        workers.append(Worker(partial(pool.work, table)))
    return pool.run(workers)


class _Pool:
    """The positions, what is known of them, and which is next."""

    def __init__(
        self,
        states: Sequence[State],
        objectives: Sequence[Objective],
        detail: str,
        limits: Limits,
        on_progress: Callable[[int, int], object] | None,
    ) -> None:
        self._states = states
        self._objectives = objectives
        self._detail = detail
        self._limits = limits
        self._on_progress = on_progress
        self._done = 0
        self._reported = 0
        self._numbers = iter(range(len(states)))
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._solutions: list[Solution | None] = [None] * len(states)
        self._failure: BaseException | None = None

    def run(self, workers: Sequence[Worker]) -> list[Solution]:
        """Let the threads work until all is solved."""
        try:
            for worker in workers:
                worker.start()
            for worker in workers:
                while not worker.is_over.wait(SECONDS_PER_LOOK):
                    self._report()  # waiting without an end does not hear Ctrl-C everywhere
            if self._failure is None:
                self._report()
        except KeyboardInterrupt:
            self._finish(workers)
            known = list(self._solutions)
            exact = sum(solution is not None and solution.is_exact for solution in known)
            message = f"interrupted; {exact} of {len(known)} positions are solved"
            raise SearchInterrupted(message, known) from None
        finally:
            self._finish(workers)
        if self._failure is not None:
            raise self._failure
        return [solution for solution in self._solutions if solution is not None]

    def _report(self) -> None:
        """Say how many positions are solved, where there are more than before."""
        done = self._done
        if self._on_progress is not None and done > self._reported:
            self._reported = done
            self._on_progress(done, len(self._states))

    def _finish(self, workers: Sequence[Worker]) -> None:
        self._stop.set()
        join_all(workers)

    def work(self, table: TranspositionTable) -> None:
        """Solve one position after the other."""
        try:
            while not self._stop.is_set():
                with self._lock:
                    number = next(self._numbers, None)
                if number is None:
                    return
                table.clear()
                self._solutions[number] = search(
                    self._states[number],
                    self._objectives[number],
                    self._detail,
                    self._limits,
                    table,
                    stop=self._stop,
                )
                with self._lock:
                    self._done += 1
        except BaseException as error:
            self._failure = error
            self._stop.set()
