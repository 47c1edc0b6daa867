"""The kernels can be cimported from other people's extensions, as benchmarks/README.md shows."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import cabbage

pytest.importorskip("Cython")
pytest.importorskip("setuptools")

SOURCE = '''
# cython: language_level=3
from cabbage cimport _las_vegan as lv
from cabbage._core cimport Round
from cabbage._bits cimport lowest_bit

def lowest_card_line(Round state):
    """The returns when every seat always takes its lowest legal action."""
    cdef lv.LasVegan s = state.state
    cdef lv.int32_t points[lv.MAX_PLAYERS]
    with nogil:
        while not lv.is_terminal(&s):
            lv.play(&s, lowest_bit(lv.legal_mask(&s)), False)
        lv.score(&s, points)
    return [points[i] for i in range(s.num_players)]
'''

SETUP = """
from setuptools import Extension, setup
from Cython.Build import cythonize
import cabbage
folder = list(cabbage.__path__)[0]
setup(ext_modules=cythonize([Extension("outside", ["outside.pyx"], include_dirs=[folder])]))
"""


def test_an_outside_extension_builds_and_plays(tmp_path: Path) -> None:
    (tmp_path / "outside.pyx").write_text(SOURCE)
    (tmp_path / "setup.py").write_text(SETUP)
    built = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (module_file,) = [*tmp_path.glob("outside*.so"), *tmp_path.glob("outside*.pyd")]
    spec = importlib.util.spec_from_file_location("outside", module_file)
    assert spec is not None
    assert spec.loader is not None
    outside = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(outside)

    state = cabbage.las_vegan.Round.deal(5)
    expected = state.copy()
    while not expected.is_terminal:
        expected.play(expected.legal_moves()[0])
    assert outside.lowest_card_line(state) == expected.returns()
