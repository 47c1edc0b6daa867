"""Long native calls stop at Ctrl-C and let other threads run."""

from __future__ import annotations

import sys
import threading

import pytest

from cabbage import testing
from cabbage.las_vegan import Round
from interrupting import run_and_interrupt

ENDLESS = {
    "perft": "testing.perft(state, 30)",
    "divide": "testing.divide(state, 30)",
    "playouts": "testing.random_playouts(state, 10**11, 1)",
    "solve": "solver.solve(state)",
}


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C on Windows")
@pytest.mark.parametrize("call", ENDLESS.values(), ids=ENDLESS.keys())
def test_ctrl_c_stops_it(call: str) -> None:
    program = (
        "from cabbage import las_vegan, solver, testing\n"
        "state = las_vegan.Round.deal(1)\n"
        "print('ready', flush=True)\n"
        "try:\n"
        f"    {call}\n"
        "except KeyboardInterrupt:\n"
        "    assert state == las_vegan.Round.deal(1)\n"
        "    print('stopped')\n"
    )
    assert run_and_interrupt(program) == (0, "stopped\n", "")


def test_other_threads_run_meanwhile() -> None:
    done = threading.Event()

    def work() -> None:
        testing.random_playouts(Round.deal(1), 500_000, 1)
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    ticks = 0
    while not done.wait(0.001):
        ticks += 1
    worker.join()
    assert ticks > 10
