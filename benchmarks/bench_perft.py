"""perft: counting move sequences."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import workloads as las_vegan
import workloads_krypkasino as krypkasino
from workloads import Workload

WORKLOADS = {**las_vegan.PERFT_WORKLOADS, **krypkasino.PERFT_WORKLOADS}


@pytest.mark.parametrize("key", WORKLOADS)
def test_perft(timed: Callable[[Workload], None], key: str) -> None:
    timed(WORKLOADS[key])
