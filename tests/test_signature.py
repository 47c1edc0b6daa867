"""The signature is the frozen one in every build, and a difference is named."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cabbage._core import has_fast_bmi2

PROGRAM = Path(__file__).parent.parent / "benchmarks" / "signature.py"


@pytest.mark.parametrize("build", ["base", "bmi2"])
def test_signature(build: str) -> None:
    if build == "bmi2" and not has_fast_bmi2():
        pytest.skip("this processor does not run the BMI2 build well")
    done = subprocess.run(
        [sys.executable, str(PROGRAM), "--check"],
        env={**os.environ, "CABBAGE_ENGINE": build},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("signature: ")


def test_a_difference_is_named() -> None:
    spec = importlib.util.spec_from_file_location("signature", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    signature: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(signature)
    frozen = ["signature: 01", "perft, a players=2: 3 4", "solve b: 5"]
    assert signature.differences(frozen, frozen) == []
    found = ["signature: 02", "perft, a players=2: 3 5", "solve c: 5"]
    assert signature.differences(frozen, found) == [
        "signature\n    is 02\n    in signature.txt 01",
        "perft, a players=2\n    is 3 5\n    in signature.txt 3 4",
        "solve b\n    is not there\n    in signature.txt 5",
        "solve c\n    is 5\n    in signature.txt not there",
    ]
    assert signature.fold([1, 2]) != signature.fold([12])
