"""Krypkasino: native loops, and single calls from Python. `python -m pytest benchmarks`."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from cabbage._deal import Deal
from cabbage._krypkasino_rules import Rules
from workloads_krypkasino import WORKLOADS_KRYPKASINO


@pytest.mark.parametrize("name", WORKLOADS_KRYPKASINO)
def test_workload(benchmark: BenchmarkFixture, name: str) -> None:
    workload = WORKLOADS_KRYPKASINO[name]
    assert workload.run() == workload.answer  # makes its positions
    benchmark.extra_info["units of work"] = workload.work
    assert benchmark(workload.run) == workload.answer


def test_legal_moves(benchmark: BenchmarkFixture) -> None:
    state = Deal.deal(1)
    assert len(benchmark(state.legal_moves)) == 8


def test_moves_as_objects(benchmark: BenchmarkFixture) -> None:
    state = Deal.deal(1)
    assert len(benchmark(state.moves)) == 8


def test_creep_and_undo(benchmark: BenchmarkFixture) -> None:
    state = Deal.deal(1)
    move = next(move for move in state.moves() if move.is_creep)
    number, play, undo = move.number, state.play, state.undo

    def both() -> int:
        play(number)
        return undo()

    assert benchmark(both) == number
    assert state == Deal.deal(1)


def test_capture_and_undo(benchmark: BenchmarkFixture) -> None:
    state = Deal.deal(1)
    move = next(move for move in state.moves() if not move.is_creep)
    number, play, undo = move.number, state.play, state.undo

    def both() -> int:
        play(number)
        return undo()

    assert benchmark(both) == number
    assert state == Deal.deal(1)


def test_copy(benchmark: BenchmarkFixture) -> None:
    state = Deal.deal(1)
    assert benchmark(state.copy) == state


def test_deal(benchmark: BenchmarkFixture) -> None:
    rules = Rules()
    assert benchmark(Deal.deal, 7, rules) == Deal.deal(7)
