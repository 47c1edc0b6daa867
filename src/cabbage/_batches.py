"""Chooses the build of the loops over batches for this processor, as `_engine` does for its loops."""

from __future__ import annotations

from types import ModuleType

from cabbage import _engine

if _engine.NAME == "bmi2":
    from cabbage import _batch_krypkasino_bmi2 as _krypkasino
    from cabbage import _batch_las_vegan_bmi2 as _las_vegan
else:
    from cabbage import _batch_krypkasino_base as _krypkasino
    from cabbage import _batch_las_vegan_base as _las_vegan

__all__ = ["LOOPS"]

#: The loops over lanes of each game, by its name.
LOOPS: dict[str, ModuleType] = {"las-vegan": _las_vegan, "krypkasino": _krypkasino}
