"""Threads that share work, and that Ctrl-C stops."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise
from threading import Event, Thread
from typing import Generic, TypeVar

__all__ = ["MOST_THREADS", "SECONDS_PER_LOOK", "Worker", "in_ranges", "join_all"]

Result = TypeVar("Result")

MOST_THREADS = 256
#: Waiting without an end does not hear Ctrl-C everywhere.
SECONDS_PER_LOOK = 0.02


class Worker(Thread):
    """A thread that says itself when it is over.

    `Thread.join` cannot be asked: before CPython 3.13, one that Ctrl-C interrupts takes a thread that runs
    for one that has ended, and so does `is_alive` from then on. `work` must look first whether to stop,
    because a thread that has not come to it yet is not waited for.
    """

    def __init__(self, work: Callable[[], object]) -> None:
        super().__init__(daemon=True)
        self._work = work
        self.is_over = Event()

    def run(self) -> None:
        """What the thread does."""
        try:
            self._work()
        finally:
            self.is_over.set()


def join_all(workers: Iterable[Worker]) -> None:
    """Wait for threads that have been told to stop. Ctrl-C meanwhile is raised when they have."""
    interrupt: KeyboardInterrupt | None = None
    for worker in workers:
        while worker.ident is not None and not worker.is_over.is_set():
            try:
                worker.is_over.wait()
            except KeyboardInterrupt as error:
                interrupt = error
    if interrupt is not None:
        raise interrupt


def in_ranges(
    work: Callable[[int, int], Result | None], count: int, threads: int, step: int
) -> Result | None:
    """Do what is to be done for the numbers 0 to `count` - 1, in ranges of at most `step`.

    `work(begin, end)` does a range, and returns None or what has failed. Returns what failed in the lowest
    range; ranges behind it may or may not have been done. Each thread has ranges that lie together. Ctrl-C is
    heard between ranges, and raised when no thread works any more.
    """
    threads = min(threads, -(-count // step))
    if threads <= 1:
        return _Part(work, 0, count, step).run(Event())
    bounds = [count * i // threads for i in range(threads + 1)]
    parts = [_Part(work, begin, end, step) for begin, end in pairwise(bounds)]
    stop = Event()
    workers = [Worker(partial(part.run_in_thread, stop)) for part in parts]
    try:
        for worker in workers:
            worker.start()
        for worker in workers:
            while not worker.is_over.wait(SECONDS_PER_LOOK):
                pass
    finally:
        stop.set()
        join_all(workers)
    for part in parts:
        if part.error is not None:
            raise part.error
        if part.failure is not None:
            return part.failure
    return None


class _Part(Generic[Result]):
    """What one thread does."""

    def __init__(self, work: Callable[[int, int], Result | None], begin: int, end: int, step: int) -> None:
        self._work = work
        self._begin = begin
        self._end = end
        self._step = step
        self.failure: Result | None = None
        self.error: BaseException | None = None

    def run(self, stop: Event) -> Result | None:
        """Do range by range, until one fails."""
        for begin in range(self._begin, self._end, self._step):
            if stop.is_set():
                break
            self.failure = self._work(begin, min(begin + self._step, self._end))
            if self.failure is not None:
                break
        return self.failure

    def run_in_thread(self, stop: Event) -> None:
        """The same, keeping what is raised for the thread that waits."""
        try:
            self.run(stop)
        except BaseException as error:
            self.error = error
