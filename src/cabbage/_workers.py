"""Threads that share work, and that Ctrl-C stops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Generic, TypeVar

from cabbage._checks import in_range

__all__ = ["Pace", "Worker", "checked_threads", "in_ranges", "join_all", "one_by_one"]

Result = TypeVar("Result")

MOST_THREADS = 256
SECONDS_PER_LOOK = 0.02
#: A range that takes longer is too large; one that takes less may be larger.
LONG, SHORT = 0.02, 0.002


def checked_threads(threads: object) -> int:
    """A number of threads, as a caller gives it."""
    return in_range("threads", threads, 1, MOST_THREADS)


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


def one_by_one(
    works: Sequence[Callable[[int], object]],
    count: int,
    stop: Event,
    on_progress: Callable[[int, int], object] | None = None,
) -> None:
    """Do what is to be done for the numbers 0 to `count` - 1, one at a time, in a thread for each of `works`.

    Whoever is free takes the next number. The caller's thread waits, hears Ctrl-C meanwhile, and says how
    many are done, and of how many, where there are more than before. `stop` is set, for work that takes
    long to look at, as soon as nobody needs any of it: at Ctrl-C and where `on_progress` raises. Work that
    raises ends the giving out of numbers; what is raised is that of the lowest one. Nobody works any more
    when this returns or raises.
    """
    numbers = _Numbers(count, stop)
    reported = 0

    def report() -> None:
        nonlocal reported
        done = numbers.done
        if on_progress is not None and done > reported:
            reported = done
            on_progress(done, count)

    workers = [Worker(partial(numbers.run, work)) for work in works]
    try:
        for worker in workers:
            worker.start()
        for worker in workers:
            while not worker.is_over.wait(SECONDS_PER_LOOK):
                report()  # waiting without an end does not hear Ctrl-C everywhere
        if numbers.error is None:
            report()
    finally:
        stop.set()
        join_all(workers)
    if numbers.error is not None:
        raise numbers.error


class _Numbers:
    """Which number is next, how many are done, and what was raised."""

    def __init__(self, count: int, stop: Event) -> None:
        self._next = iter(range(count))
        self._stop = stop
        self._lock = Lock()
        self._failed_at = count
        self.done = 0
        self.error: BaseException | None = None

    def run(self, work: Callable[[int], object]) -> None:
        """Do number by number, until there are no more or one has failed."""
        while not self._stop.is_set():
            with self._lock:
                number = next(self._next, None) if self.error is None else None
            if number is None:
                return
            try:
                work(number)
            except BaseException as error:
                with self._lock:
                    if number < self._failed_at:
                        self._failed_at, self.error = number, error
                return
            with self._lock:
                self.done += 1


class Pace:
    """How many numbers make a range: as many as take some milliseconds, as far as is known by now."""

    def __init__(self, size: int, most: int) -> None:
        self.size = size
        self._most = most

    def learn(self, size: int, seconds: float) -> None:
        """Note that a range of a size took so long."""
        if seconds > LONG:
            self.size = max(1, int(size * SHORT / seconds))
        elif seconds < SHORT and size == self.size:
            self.size = min(self._most, 2 * size)


def in_ranges(
    work: Callable[[int, int], Result | None], count: int, threads: int, pace: Pace
) -> Result | None:
    """Do what is to be done for the numbers 0 to `count` - 1, in ranges as large as `pace` says.

    `work(begin, end)` does a range, and returns None or what has failed. Returns what failed in the lowest
    range; ranges behind it may or may not have been done. The caller's thread is one of the `threads`, and
    whoever is free takes the next range. Ctrl-C is heard between ranges, and raised when no thread works any
    more.
    """
    ranges = _Ranges(work, count, threads, pace)
    helpers = [Worker(ranges.help) for _ in range(min(threads, -(-count // ranges.size_at(0))) - 1)]
    try:
        for helper in helpers:
            helper.start()
        ranges.run()
    finally:
        ranges.is_over = True
        join_all(helpers)
    if ranges.error is not None:
        raise ranges.error
    return ranges.failure


class _Ranges(Generic[Result]):
    """What is left to do, and what has failed. Ranges are given out from the lowest on."""

    def __init__(
        self, work: Callable[[int, int], Result | None], count: int, threads: int, pace: Pace
    ) -> None:
        self._work = work
        self._next = 0
        self._count = count
        self._threads = threads
        self._pace = pace
        self._lock = Lock()
        self._failed_at = count
        self.failure: Result | None = None
        self.error: BaseException | None = None
        self.is_over = False

    def size_at(self, begin: int) -> int:
        """How long the range is that begins at a number.

        Of several threads' the last ones are short, so that none waits long for another; but none is too
        short to be worth it.
        """
        size = self._pace.size
        if self._threads == 1:
            return size
        return min(size, max((self._count - begin) // (4 * self._threads), size // 16, 1))

    def run(self) -> None:
        """Do range by range, until there are no more or one has failed."""
        while not self.is_over:
            with self._lock:
                begin = self._next
                self._next = end = min(begin + self.size_at(begin), self._count)
            if begin == end:
                return
            started = perf_counter()
            failure = self._work(begin, end)
            self._pace.learn(end - begin, perf_counter() - started)
            if failure is not None:
                with self._lock:
                    self.is_over = True
                    if begin < self._failed_at:
                        self._failed_at, self.failure = begin, failure

    def help(self) -> None:
        """The same in another thread, keeping what is raised for the one that waits."""
        try:
            self.run()
        except BaseException as error:
            self.error = error
            self.is_over = True
