"""What a release is made of: the version, the typing files, the import, the wheels to be built."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import cabbage

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "cabbage"
WHEELS = ROOT / "tests" / "data" / "wheel_identifiers.txt"

WHEELS_HEADER = """\
# The wheels of a release, as `cibuildwheel --print-build-identifiers` names them.
# After changing [tool.cibuildwheel] in pyproject.toml, write this file anew, with cibuildwheel
# installed, by: python tests/test_packaging.py
"""

#: What .github/workflows/wheels.yml has a runner for.
PLATFORMS = (
    ("linux", "x86_64"),
    ("linux", "aarch64"),
    ("macos", "arm64"),
    ("macos", "x86_64"),
    ("windows", "AMD64"),
    ("windows", "ARM64"),
)


def wheel_identifiers() -> str:
    """The text that tests/data/wheel_identifiers.txt should have."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CIBW_")}
    text = WHEELS_HEADER
    for platform, arch in PLATFORMS:
        command = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers"]
        command += ["--platform", platform, "--archs", arch, str(ROOT)]
        run = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
        text += f"\n# {platform} {arch}\n{run.stdout}"
    return text


def test_version_is_the_distributions() -> None:
    assert cabbage.__version__ == importlib.metadata.version("cabbage-cards")


def test_package_is_marked_as_typed() -> None:
    assert (PACKAGE / "py.typed").is_file()


def test_every_extension_has_a_stub() -> None:
    sources = sorted(PACKAGE.glob("*.pyx"))
    assert sources
    assert [source.name for source in sources if not source.with_suffix(".pyi").is_file()] == []


def test_import_is_light() -> None:
    code = (
        "import sys; before = set(sys.modules); import cabbage; loaded = set(sys.modules) - before; "
        "print(sorted(loaded & {'cabbage', 'cabbage._core', 'dataclasses', 'numpy'}))"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True)
    assert run.stdout.strip() == "['cabbage']"


@pytest.mark.skipif(
    importlib.util.find_spec("cibuildwheel") is None,
    reason="cibuildwheel, which names the wheels to be built, is not installed",
)
def test_wheels_are_the_ones_listed() -> None:
    assert wheel_identifiers() == WHEELS.read_text(encoding="utf-8")


if __name__ == "__main__":
    WHEELS.write_text(wheel_identifiers(), encoding="utf-8", newline="\n")
