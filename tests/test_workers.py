"""Work done range by range, in one thread or in several."""

from __future__ import annotations

import threading
import time
from itertools import pairwise

import pytest

from cabbage._workers import LONG, SHORT, Pace, in_ranges, one_by_one


def seen_by(threads: int, count: int, size: int) -> list[tuple[int, int]]:
    ranges: list[tuple[int, int]] = []

    def work(begin: int, end: int) -> None:
        ranges.append((begin, end))

    assert in_ranges(work, count, threads, Pace(size, 10**6)) is None
    return sorted(ranges)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize(
    ("count", "size"), [(1, 1), (1, 100), (1000, 7), (1000, 1000), (1000, 5000), (13, 1)]
)
def test_every_number_is_done_once(threads: int, count: int, size: int) -> None:
    ranges = seen_by(threads, count, size)
    assert ranges[0][0] == 0
    assert ranges[-1][1] == count
    assert all(end == begin for (_, end), (begin, _) in pairwise(ranges))


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_what_failed_in_the_lowest_range_is_returned(threads: int) -> None:
    bad = {333, 334, 700, 999}

    def work(begin: int, end: int) -> int | None:
        time.sleep(0.0005 * (begin % 3))  # so that threads overtake one another
        return min((number for number in bad if begin <= number < end), default=None)

    for _ in range(20):
        assert in_ranges(work, 1000, threads, Pace(10, 10)) == 333


@pytest.mark.parametrize("threads", [1, 3])
def test_what_is_raised_anywhere_is_raised_here(threads: int) -> None:
    callers = set()

    def work(begin: int, end: int) -> None:
        callers.add(threading.get_ident())
        time.sleep(0.002)
        if len(callers) == threads:
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        in_ranges(work, 1000, threads, Pace(10, 10))
    assert len(callers) == threads


def test_ranges_are_as_long_as_some_milliseconds() -> None:
    pace = Pace(100, 1000)
    for _ in range(9):
        pace.learn(pace.size, SHORT / 2)
    assert pace.size == 1000
    pace.learn(7, SHORT / 2)  # the last range, a short one, tells nothing
    assert pace.size == 1000
    pace.learn(1000, (SHORT + LONG) / 2)
    assert pace.size == 1000
    pace.learn(1000, 100 * SHORT)
    assert pace.size == 10
    pace.learn(10, 10**6)
    assert pace.size == 1


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_one_by_one_every_number_is_done_once_and_told(threads: int) -> None:
    numbers: list[int] = []
    reports: list[tuple[int, int]] = []
    stop = threading.Event()
    works = [numbers.append] * threads
    one_by_one(works, 1000, stop, lambda *report: reports.append(report))
    assert sorted(numbers) == list(range(1000))
    assert reports == sorted(set(reports))
    assert reports[-1] == (1000, 1000)
    assert stop.is_set()
    one_by_one(works, 0, threading.Event())
    assert len(numbers) == 1000


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_one_by_one_what_the_lowest_number_raised_is_raised(threads: int) -> None:
    done: list[int] = []

    def work(number: int) -> None:
        if number >= 7:
            time.sleep(0.01 if number == 7 else 0)  # so that higher ones fail before
            raise ValueError(f"number {number}")
        done.append(number)

    for _ in range(5):
        done.clear()
        with pytest.raises(ValueError, match="number 7"):
            one_by_one([work] * threads, 1000, threading.Event())
        assert sorted(done) == list(range(7))


def test_one_by_one_stops_where_progress_raises() -> None:
    stop = threading.Event()
    numbers = []

    def work(number: int) -> None:
        numbers.append(number)
        stop.wait(0.03 if number == 0 else 30)

    def refuse(done: int, total: int) -> None:
        raise LookupError(f"{done} of {total}")

    with pytest.raises(LookupError, match="1 of 9"):
        one_by_one([work, work], 9, stop, refuse)
    assert 2 <= len(numbers) <= 3
