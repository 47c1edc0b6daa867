"""Pressing Ctrl-C on another process."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

# A test runner in the background hands down an ignored Ctrl-C, which Python would respect.
LISTEN = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"


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
