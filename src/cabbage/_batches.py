"""Chooses the build of the loops over batches for this processor, as `_engine` does for its loops."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from cabbage import _engine
from cabbage._games import KRYPKASINO, LAS_VEGAN

__all__ = ["BEYOND", "ILLEGAL", "LOOPS", "NO_MEMORY", "NO_WORLD", "TOO_MANY"]

#: Why a lane failed, as the loops say it.
ILLEGAL, TOO_MANY, BEYOND, NO_MEMORY, NO_WORLD = 1, 2, 3, 4, 5

#: The loops over lanes of each game, by its name.
LOOPS: dict[str, ModuleType] = {
    LAS_VEGAN.name: import_module(f"cabbage._batch_las_vegan_{_engine.NAME}"),
    KRYPKASINO.name: import_module(f"cabbage._batch_krypkasino_{_engine.NAME}"),
}
