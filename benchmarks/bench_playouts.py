"""Random playouts, from one deal and each from a fresh one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import workloads as las_vegan
import workloads_krypkasino as krypkasino
from workloads import Workload

WORKLOADS = {**las_vegan.PLAYOUT_WORKLOADS, **krypkasino.PLAYOUT_WORKLOADS}


@pytest.mark.parametrize("key", WORKLOADS)
def test_playouts(timed: Callable[[Workload], None], key: str) -> None:
    timed(WORKLOADS[key])
