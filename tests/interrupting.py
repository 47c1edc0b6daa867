"""Pressing Ctrl-C on another process."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

# A test runner in the background hands down an ignored Ctrl-C, which Python would respect.
LISTEN = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"


def assert_ctrl_c_stops(imports: str, deal: str, call: str) -> None:
    """Ctrl-C raises KeyboardInterrupt out of a long `call` on the `state` that `deal` makes."""
    program = (
        f"{imports}\n"
        f"state = {deal}\n"
        "print('ready', flush=True)\n"
        "try:\n"
        f"    {call}\n"
        "except KeyboardInterrupt:\n"
        f"    assert state == {deal}\n"
        "    print('stopped')\n"
    )
    assert run_and_interrupt(program) == (0, "stopped\n", "")


def assert_other_threads_run(call: Callable[[], object]) -> None:
    """A long native `call` leaves the interpreter to other threads."""
    done = threading.Event()

    def work() -> None:
        call()
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    ticks = 0
    while not done.wait(0.001):
        ticks += 1
    worker.join()
    assert ticks > 10


def run_and_interrupt(program: str, *, after: float = 0.2) -> tuple[int, str, str]:
    """Run a Python program that prints a line when it is ready, and press Ctrl-C `after` seconds
    later. Returns the exit code, what else it printed, and its errors."""
    command = [sys.executable, "-u", "-c", LISTEN + program]  # unbuffered: the line is awaited
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(after)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
        finally:
            process.kill()
    return process.returncode, out, err
