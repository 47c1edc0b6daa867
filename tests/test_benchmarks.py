"""The benchmarks can be collected and come to their answers. How long they take is not asked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
TOO_LONG = "_deep"
"""In the names of the workloads that would take this test half of its time."""


def test_every_benchmark_comes_to_its_answer() -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--benchmark-disable"]
    done = subprocess.run(
        [*command, "-k", f"not {TOO_LONG}", str(BENCHMARKS)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for file in BENCHMARKS.glob("bench_*.py"):
        assert f"{file.name} ." in done.stdout, f"{file.name} has no benchmark that ran: {done.stdout}"
