"""Long native calls stop at Ctrl-C and let other threads run."""

from __future__ import annotations

import sys

import pytest

from cabbage import testing
from cabbage.las_vegan import Round
from interrupting import assert_ctrl_c_stops, assert_other_threads_run

ENDLESS = {
    "perft": "testing.perft(state, 30)",
    "divide": "testing.divide(state, 30)",
    "playouts": "testing.random_playouts(state, 10**11, 1)",
    "solve": "solver.solve(state)",
    "solve_all": "solver.solve_all([state] * 3, threads=2)",
    "analyse": "played = state.copy(); played.play(9); solver.analyse(played)",
}


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C on Windows")
@pytest.mark.parametrize("call", ENDLESS.values(), ids=ENDLESS.keys())
def test_ctrl_c_stops_it(call: str) -> None:
    assert_ctrl_c_stops("from cabbage import las_vegan, solver, testing", "las_vegan.Round.deal(1)", call)


def test_other_threads_run_meanwhile() -> None:
    assert_other_threads_run(lambda: testing.random_playouts(Round.deal(1), 500_000, 1))
