"""Every example in the documentation runs and gives what it says."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import cabbage
from cabbage._core import has_fast_bmi2

ROOT = Path(__file__).parent.parent
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = [
    name
    for _, name, _ in pkgutil.iter_modules(cabbage.__path__, "cabbage.")
    if name != "cabbage.__main__" and (has_fast_bmi2() or not name.endswith("_bmi2"))
]


@pytest.mark.parametrize("name", ["cabbage", *MODULES])
def test_docstring_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name), optionflags=FLAGS).failed == 0


def test_readme_examples() -> None:
    # A fence ends the example before it, as a blank line does.
    text = (ROOT / "README.md").read_text(encoding="utf-8").replace("\n```", "\n\n")
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    result = runner.run(test)
    assert result.failed == 0
    assert result.attempted >= 15


def run_example(name: str) -> str:
    """What an example prints."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / name)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout


def test_arrays_work_with_other_libraries() -> None:
    printed = run_example("batch_arrays.py")
    for name in ("numpy", "torch", "jax"):
        if importlib.util.find_spec(name) is None:
            assert f"{name} is not installed\n" in printed
        else:  # the same games, whoever looks at the arrays
            assert f"{name}: 60,000 actions, 1,000 rounds, returns [-3.28 -3.07 -3.25 -3.3 ]\n" in printed


def test_an_own_player_plays() -> None:
    printed = run_example("own_player.py")
    assert "ducker beats random by" in printed
    assert "What a search thinks of its actions:\n\nP5 " in printed


def test_the_first_look_runs() -> None:
    printed = run_example("first_look.py")
    assert "seat 1 to move, all others against it: +6 cabbages" in printed
    assert "the record is verified" in printed
    assert "\nseat 3 lost " in printed
    assert "M actions/s" in printed


def test_everything_public_has_a_docstring() -> None:
    for name in MODULES:
        module = importlib.import_module(name)
        assert module.__doc__, name
        for public in getattr(module, "__all__", []):
            value = getattr(module, public)
            if callable(value):
                assert value.__doc__, f"{name}.{public}"
            if isinstance(value, type) and not issubclass(value, BaseException):
                for member, attribute in vars(value).items():
                    if not member.startswith("_") and (
                        callable(attribute) or isinstance(attribute, property)
                    ):
                        assert attribute.__doc__, f"{name}.{public}.{member}"
