"""Batches: steps, and what they write; random actions; resampling; playouts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from workloads import Workload
from workloads_batch import WORKLOADS_BATCH


@pytest.mark.parametrize("key", WORKLOADS_BATCH)
def test_batch(timed: Callable[[Workload], None], key: str) -> None:
    timed(WORKLOADS_BATCH[key])
