"""Captures of Krypkasino, on tables as they are in a game and on tables that are not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from workloads import Workload
from workloads_krypkasino import CAPTURE_WORKLOADS


@pytest.mark.parametrize("key", CAPTURE_WORKLOADS)
def test_captures(timed: Callable[[Workload], None], key: str) -> None:
    timed(CAPTURE_WORKLOADS[key])
