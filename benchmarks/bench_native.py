"""Native loops: playouts and perft. `python -m pytest benchmarks`."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from workloads import WORKLOADS


@pytest.mark.parametrize("name", WORKLOADS)
def test_workload(benchmark: BenchmarkFixture, name: str) -> None:
    workload = WORKLOADS[name]
    benchmark.extra_info["units of work"] = workload.work
    assert benchmark(workload.run) == workload.answer
