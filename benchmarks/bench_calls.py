"""Single calls from Python. `python -m pytest benchmarks`; ratios to an empty call: `ratios.py`."""

from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

from cabbage import _core, notation
from cabbage.las_vegan import Card, Round, Rules
from cabbage.solver import solve


def test_empty_call(benchmark: BenchmarkFixture) -> None:
    benchmark(_core.Yardstick().nothing)


def test_legal_mask(benchmark: BenchmarkFixture) -> None:
    state = Round.deal(1)
    assert benchmark(state.legal_mask) == state.hand_mask(0)


def test_legal_moves(benchmark: BenchmarkFixture) -> None:
    state = Round.deal(1)
    assert benchmark(state.legal_moves) == list(state.hand(0))


def test_play_and_undo(benchmark: BenchmarkFixture) -> None:
    state = Round.deal(1)
    action = state.legal_moves()[0]
    play, undo = state.play, state.undo

    def both() -> int:
        play(action)
        return undo()

    assert benchmark(both) == action
    assert state == Round.deal(1)


def test_copy(benchmark: BenchmarkFixture) -> None:
    state = Round.deal(1)
    assert benchmark(state.copy) == state


def test_trick_winner(benchmark: BenchmarkFixture) -> None:
    """The play that completes a trick: the winner is found and the cards are collected."""
    state = Round.deal(1)
    for _ in range(3):
        state.play(state.legal_moves()[0])
    action = state.legal_moves()[0]

    def complete() -> int:
        state.play(action)
        winner = state.leader
        state.undo()
        return winner

    winner = benchmark(complete)
    state.play(action)
    assert state.tricks_won[winner] == 1


def test_deal(benchmark: BenchmarkFixture) -> None:
    rules = Rules()
    assert benchmark(Round.deal, 7, rules) == Round.deal(7)


def test_write_and_read_a_position(benchmark: BenchmarkFixture) -> None:
    state = Round.deal(7)
    state.play(Card(state.legal_moves()[0]))
    assert benchmark(lambda: notation.parse_position(notation.format_position(state))) == state


def test_solve_three_cards_a_seat(benchmark: BenchmarkFixture) -> None:
    state = Round.deal(7, Rules(hand_size=3))
    solution = benchmark(solve, state)
    assert solution.value == 0
