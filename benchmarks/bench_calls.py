"""Single calls from Python. As multiples of an empty call: `ratios.py`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from workloads import Workload
from workloads_calls import WORKLOADS_CALLS


@pytest.mark.parametrize("key", WORKLOADS_CALLS)
def test_call(timed: Callable[[Workload], None], key: str) -> None:
    timed(WORKLOADS_CALLS[key])
