"""Legal moves of many positions, natively and in Python; winners of tricks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import workloads as las_vegan
import workloads_krypkasino as krypkasino
from workloads import Workload

WORKLOADS = {**las_vegan.MOVE_WORKLOADS, **krypkasino.MOVE_WORKLOADS}


@pytest.mark.parametrize("key", WORKLOADS)
def test_moves(timed: Callable[[Workload], None], key: str) -> None:
    timed(WORKLOADS[key])
