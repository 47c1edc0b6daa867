"""What an import costs a fresh interpreter, beyond its own start."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

ROUNDS = 20

IMPORTS = ["cabbage", "cabbage.las_vegan", "cabbage.krypkasino", "cabbage.notation", "cabbage.solver"]

PROGRAM = """
import sys, time
start = time.process_time()
import {name}
spent = time.process_time() - start
print(spent, "{name}" in sys.modules, "numpy" in sys.modules)
"""


class ImportClock:
    """The CPU time that child processes have spent in importing, which they measure themselves."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds

    def import_in_a_child(self, name: str) -> list[str]:
        """Import a module in a fresh interpreter; whether it, and whether NumPy, is then loaded."""
        command = [sys.executable, "-c", PROGRAM.format(name=name)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        spent, *loaded = done.stdout.split()
        self.seconds += float(spent)
        return loaded


CLOCK = ImportClock()


@pytest.mark.benchmark(timer=CLOCK)
@pytest.mark.parametrize("name", IMPORTS)
def test_import(benchmark: Any, name: str) -> None:
    loaded = benchmark.pedantic(CLOCK.import_in_a_child, [name], rounds=ROUNDS, warmup_rounds=1)
    assert loaded == ["True", "False"]
