"""Extensions of the tests' own, built outside the package as a user's would be."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

SETUP = """
from setuptools import Extension, setup
from Cython.Build import cythonize
import cabbage
folder = list(cabbage.__path__)[0]
setup(ext_modules=cythonize([Extension("{name}", ["{name}.pyx"], include_dirs=[folder])]))
"""


def built(name: str, folder: Path) -> ModuleType:
    """The module of a .pyx file beside this one, built in a folder."""
    source = Path(__file__).with_name(f"{name}.pyx")
    (folder / source.name).write_text(source.read_text())
    (folder / "setup.py").write_text(SETUP.format(name=name))
    run = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    (module_file,) = [*folder.glob(f"{name}*.so"), *folder.glob(f"{name}*.pyd")]
    spec = importlib.util.spec_from_file_location(name, module_file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
