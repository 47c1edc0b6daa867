"""The solver on small positions of both games. Large ones: `solver_figures.py`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cabbage import solver
from workloads import Workload
from workloads_solver import ROWS, WORKLOADS_SOLVER, search_straight


@pytest.mark.parametrize("key", WORKLOADS_SOLVER)
def test_solver(timed: Callable[[Workload], None], key: str) -> None:
    timed(WORKLOADS_SOLVER[key])


@pytest.mark.parametrize("key", ["lv-4p-5", "lv-2p-8", "kk-2p"])
def test_what_is_measured_is_what_solve_does(key: str) -> None:
    row = ROWS[key]
    state = row.position(0)
    found = solver.solve(state, objective=row.objective, detail="value")
    search = search_straight(row, state, solver.TranspositionTable())
    assert (search.value, search.nodes) == (found.value, found.nodes)
