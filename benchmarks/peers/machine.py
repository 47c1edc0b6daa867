"""What the figures were measured on, and of which versions."""

from __future__ import annotations

import datetime
import importlib
import importlib.metadata
import platform
import re
from pathlib import Path

from cabbage import _engine


def describe() -> dict[str, str]:
    """The machine, Python, the compiler and build of the engine, and the day."""
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
        "processor": _processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "cabbage": version("cabbage-cards"),
        "engine": f"{_engine.NAME} build, {_compiler()}",
    }


def version(distribution: str) -> str:
    """The version of an installed distribution."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "unknown version"


def _processor() -> str:
    """The model, and its family, which tells more on virtual machines."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or "unknown"
    fields = dict(re.findall(r"^([\w ]+?)\s*: (.*)$", text, re.MULTILINE))
    name = fields.get("model name") or platform.processor() or "unknown"
    if "cpu family" in fields:
        name += f", family {int(fields['cpu family']):x}h, model {fields.get('model', '?')}"
    return name


def _compiler() -> str:
    """Who compiled the engine, as it says itself: ELF files carry it as a comment."""
    built = importlib.import_module(f"cabbage._engine_{_engine.NAME}")
    content = Path(str(built.__file__)).read_bytes()
    for name, pattern in (("Clang", rb"clang version ([\d.]+)"), ("GCC", rb"GCC: \([^)]*\) ([\d.]+)")):
        if found := re.search(pattern, content):
            return f"{name} {found[1].decode()}"
    return "unknown compiler"
