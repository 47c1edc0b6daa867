"""Long native calls stop at Ctrl-C and let other threads run."""

from __future__ import annotations

import sys

import pytest

from cabbage import batch, testing
from cabbage.las_vegan import Round
from interrupting import assert_ctrl_c_stops, assert_other_threads_run, run_and_interrupt

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


BATCHES = {
    "Monte-Carlo": ("las_vegan.Round.deal(1)", "batch.playouts(state, 2**39, 1)"),
    "Monte-Carlo in threads": ("las_vegan.Round.deal(1)", "batch.playouts(state, 2**39, 1, 2)"),
    "Monte-Carlo of Krypkasino": ("krypkasino.Deal.deal(1)", "batch.playouts(state, 2**39, 1)"),
    "playouts": ("batch.Deals(None, 300_000)", "state.playouts()"),
    "playouts in threads": ("batch.Deals(None, 300_000)", "state.playouts(threads=2)"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C on Windows")
@pytest.mark.parametrize(("made", "call"), BATCHES.values(), ids=list(BATCHES))
def test_ctrl_c_stops_batches(made: str, call: str) -> None:
    assert_ctrl_c_stops("from cabbage import batch, krypkasino, las_vegan", made, call)


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C on Windows")
def test_ctrl_c_leaves_a_batch_whole() -> None:
    program = (
        "from cabbage.batch import Rounds\n"
        "rounds = Rounds(None, 40_000)\n"
        "actions = rounds.random_actions()\n"
        "held, after = rounds.copy(), rounds.copy()\n"
        "after.step(actions)\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    while True:\n"
        "        rounds.copy_from(held)\n"
        "        rounds.step(actions, threads=2)\n"
        "except KeyboardInterrupt:\n"
        "    assert rounds in (held, after)\n"
        "    print('stopped')\n"
    )
    assert run_and_interrupt(program, after=0.5) == (0, "stopped\n", "")


def test_other_threads_run_beside_playouts() -> None:
    assert_other_threads_run(lambda: batch.playouts(Round.deal(1), 300_000, 1))
