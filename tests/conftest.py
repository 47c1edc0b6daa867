"""Shared settings and fixtures."""

from __future__ import annotations

import importlib
import os
from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings

from cabbage._batches import LOOPS
from cabbage._core import has_fast_bmi2
from cabbage.batch import Deals, Rounds
from native import built

settings.register_profile("default", deadline=None, derandomize=True)
settings.register_profile(
    "thorough", deadline=None, max_examples=5_000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(params=["base", "bmi2"])
def engine(request: pytest.FixtureRequest) -> ModuleType:
    """Each build of the native loops that this processor can run."""
    if request.param == "bmi2" and not has_fast_bmi2():
        pytest.skip("this processor does not run the BMI2 build well")
    return importlib.import_module(f"cabbage._engine_{request.param}")


@pytest.fixture(params=["base", "bmi2"])
def builds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Batches with each build of their loops that this processor can run."""
    if request.param == "bmi2" and not has_fast_bmi2():
        pytest.skip("this processor does not run the BMI2 build well")
    for kind, name in ((Rounds, "las_vegan"), (Deals, "krypkasino")):
        loops = importlib.import_module(f"cabbage._batch_{name}_{request.param}")
        monkeypatch.setattr(kind, "_loops", loops)
        monkeypatch.setitem(LOOPS, kind._kind.name, loops)
    return str(request.param)


@pytest.fixture(scope="session")
def native(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """What a simulation draws and plays, one by one: an extension of the tests' own."""
    pytest.importorskip("Cython")
    pytest.importorskip("setuptools")
    return built("native_simulations", tmp_path_factory.mktemp("native"))
