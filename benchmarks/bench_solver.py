"""The solver on small positions of both games. `python -m pytest benchmarks`."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from cabbage import solver
from workloads_solver import ROWS, WORKLOADS_SOLVER, search_straight


@pytest.mark.parametrize("name", WORKLOADS_SOLVER)
def test_workload(benchmark: BenchmarkFixture, name: str) -> None:
    workload = WORKLOADS_SOLVER[name]
    benchmark.extra_info["positions"] = workload.work
    assert benchmark(workload.run) == workload.answer


def test_every_action(benchmark: BenchmarkFixture) -> None:
    """A line and the values of all actions, as people ask for."""
    state = ROWS["lv-4p-5"].position(1)
    assert benchmark(lambda: max(solver.solve(state).values.values())) == -3


@pytest.mark.parametrize("key", ["lv-4p-5", "lv-2p-8", "kk-2p"])
def test_what_is_measured_is_what_solve_does(key: str) -> None:
    row = ROWS[key]
    state = row.position(0)
    found = solver.solve(state, objective=row.objective, detail="value")
    search = search_straight(row, state, solver.TranspositionTable())
    assert (search.value, search.nodes) == (found.value, found.nodes)
