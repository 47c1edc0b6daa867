"""How a workload is timed: the fixture that every benchmark uses, and the table of rates at the end.

Timed is CPU time, some milliseconds at a time and half a second in all. With `--benchmark-disable` each
workload runs once, for its answer.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from workloads import Workload

SECONDS_A_ROUND = 2e-3
SECONDS = 0.5
FEWEST_ROUNDS, MOST_ROUNDS = 5, 100

RATES = pytest.StashKey[list[str]]()


@pytest.fixture
def timed(benchmark: Any, request: pytest.FixtureRequest) -> Callable[[Workload], None]:
    """Time a workload, and assert its answer before and after."""

    def time_it(workload: Workload) -> None:
        assert workload.run() == workload.answer
        if not benchmark.enabled:
            benchmark(lambda: None)  # or it warns that it was not used
            return
        iterations = iterations_of(workload.run)
        seconds = timeit.timeit(workload.run, number=iterations)
        rounds = min(max(round(SECONDS / seconds), FEWEST_ROUNDS), MOST_ROUNDS)
        answer = benchmark.pedantic(workload.run, rounds=rounds, iterations=iterations)
        assert answer == workload.answer
        benchmark.extra_info.update(workload=workload.name, unit=workload.unit, work=workload.work)
        line = rate(workload, benchmark.stats.stats.median)
        request.config.stash.setdefault(RATES, []).append(line)

    return time_it


def iterations_of(run: Callable[[], Any]) -> int:
    """How many runs take about SECONDS_A_ROUND: reading the clock takes ten times as long as a short call."""
    number = 1
    while (seconds := timeit.timeit(run, number=number)) < SECONDS_A_ROUND / 4:
        number *= 4
    return max(1, round(number * SECONDS_A_ROUND / seconds))


def rate(workload: Workload, seconds: float) -> str:
    """A line of the table: what a unit of work takes, and how many go into a second."""
    each = seconds / workload.work
    return f"{workload.name:62} {each * 1e9:13,.1f} ns {1 / each:13,.0f} {workload.unit}/s"


@pytest.hookimpl(hookwrapper=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> Iterator[None]:
    """After pytest-benchmark's table of runs, the medians a unit of work."""
    yield
    rates = config.stash.get(RATES, [])
    if rates:
        terminalreporter.section("medians, a unit of work")
        for line in rates:
            terminalreporter.line(line)
