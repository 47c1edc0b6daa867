"""The solver agrees with brute force on small positions, and with a plain search on larger ones."""

from __future__ import annotations

import importlib
import random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import compare
import compare_krypkasino
from cabbage import _engine, solver
from cabbage._core import has_fast_bmi2
from cabbage.krypkasino import Deal
from compare_solver import (
    ALL_FEATURES,
    FEATURE_SETS,
    GAMES,
    NO_LIMIT,
    OBJECTIVES,
    Question,
    check,
    prover_of,
    random_position,
    random_question,
    random_start,
    reference_position,
)

SEEDS = st.integers(0, 2**32 - 1)
EACH = 4  # positions of a game, objective and number of players
LARGER = 30_000  # lines, which the plain search goes through at once


@pytest.fixture(scope="module")
def table() -> solver.TranspositionTable:
    """One small table for all of them: what one position leaves in it must not disturb the next."""
    return solver.TranspositionTable(1)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("game", GAMES)
def test_everything_agrees_with_brute_force(
    game: str, objective: str, players: int, table: solver.TranspositionTable
) -> None:
    for number in range(EACH):
        rng = random.Random(f"{game} {objective} {players} {number}")
        state = random_position(rng, game, players)
        check(random_question(rng, state, objective), rng, table)


@settings(max_examples=50)
@given(SEEDS)
def test_random_positions_agree_with_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    check(random_question(rng, random_position(rng)), rng)


@settings(max_examples=100)
@given(SEEDS)
def test_the_reference_goes_on_from_any_position(seed: int) -> None:
    # Brute force starts from what can be seen of a position, not from how it came about.
    rng = random.Random(seed)
    state = random_start(rng)
    for _ in range(rng.randrange(60)):
        if not state.is_terminal:
            state.play(rng.choice(state.legal_moves()))
    model: Any = reference_position(state)
    while True:
        if isinstance(state, Deal):
            if len(state.table) > compare_krypkasino.LARGEST_TABLE:
                return
            compare_krypkasino.assert_same(state, model)
        else:
            compare.assert_same(state, model)
        if state.is_terminal:
            return
        action = rng.choice(state.legal_moves())
        if isinstance(state, Deal):
            (move,) = [move for move in state.moves() if move.number == action]
            model.play(compare_krypkasino.reference_move(move))
        else:
            model.play(action)
        state.play(action)


def larger_position(seed: str, game: str) -> Question:
    """A paranoid question about a position too large for brute force, with the sides of the rules."""
    rng = random.Random(seed)
    state = random_position(rng, game, lines=LARGER)
    alone = tuple((seat,) for seat in range(state.num_players))
    sides = state.rules.sides if isinstance(state, Deal) else alone
    return Question(state, "paranoid", sides, state.current_player)


def plain_values(question: Question) -> dict[int, int]:
    """What the plain search says of every action, for the side to move."""
    state = question.state
    if isinstance(state, Deal):
        return _engine.search_deal_paranoid(state, NO_LIMIT)[0]
    return _engine.search_paranoid(state, NO_LIMIT)[0]


def utility(prover: Any, question: Question) -> int:
    """The exact utility, bound by bound."""
    lower, upper = prover.bounds(question.state)
    while lower < upper:
        bound = (lower + upper + 1) // 2
        low, high, _ = prover.at_least(question.state, bound, NO_LIMIT)
        lower, upper = max(lower, low), min(upper, high)
    assert lower == upper
    return int(lower)


@pytest.mark.parametrize("game", GAMES)
def test_larger_positions_agree_with_the_plain_search(game: str) -> None:
    for number in range(15):
        question = larger_position(f"plain {game} {number}", game)
        values = plain_values(question)
        solution = question.solve(table=solver.TranspositionTable(1))
        assert solution.values == values, str(question)
        for name, features in FEATURE_SETS.items():
            prover = prover_of(question, solver.TranspositionTable(1), features)
            found = question.sign * utility(prover, question)
            assert found == solution.value, f"{name}: {question}"


@pytest.mark.parametrize("game", GAMES)
def test_both_builds_search_the_same_tree(game: str) -> None:
    if not has_fast_bmi2():
        pytest.skip("this processor does not run the BMI2 build well")
    builds: list[ModuleType] = [importlib.import_module(f"cabbage._prover_{b}") for b in ("base", "bmi2")]
    for number in range(10):
        question = larger_position(f"builds {game} {number}", game)
        answers = []
        for build in builds:
            prover = prover_of(question, solver.TranspositionTable(1), ALL_FEATURES, build)
            bounds = prover.bounds(question.state)
            middle = sum(bounds) // 2
            answers.append(
                (bounds, [prover.at_least(question.state, middle + i, NO_LIMIT) for i in range(2)])
            )
        assert answers[0] == answers[1], str(question)
        sides = question.sides
        maxn = Question(question.state, "maxn", sides, question.seat)
        vectors = [
            prover_of(maxn, solver.TranspositionTable(1), ALL_FEATURES, b).solve(question.state, NO_LIMIT)
            for b in builds
        ]
        assert vectors[0] == vectors[1], str(question)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("game", GAMES)
def test_threads_and_tables_change_nothing(game: str, objective: str) -> None:
    for number in range(4):
        rng = random.Random(f"threads {game} {objective} {number}")
        question = random_question(rng, random_position(rng, game, lines=LARGER), objective)
        first = question.solve(table=solver.TranspositionTable(1))
        again = question.solve(table=solver.TranspositionTable(1))
        assert again.nodes == first.nodes
        for options in ({"threads": 2}, {"table": solver.TranspositionTable(8)}):
            other = question.solve(**options)
            assert other.values == first.values
            assert other.principal_variation == first.principal_variation
            assert other.returns == first.returns


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_many_positions_are_solved_as_each_alone(objective: str) -> None:
    rng = random.Random(f"many {objective}")
    states = [random_position(rng, players=4, lines=500) for _ in range(12)]
    teams = ((0, 3), (1, 2))
    alone = [
        solver.solve(
            state, objective=objective, teams=teams, detail="line", table=solver.TranspositionTable(1)
        )
        for state in states
    ]
    for threads in (1, 2, 3):
        found = solver.solve_all(
            states, objective=objective, teams=teams, detail="line", threads=threads, table_megabytes=1
        )
        assert [s.value for s in found] == [s.value for s in alone]
        assert [s.principal_variation for s in found] == [s.principal_variation for s in alone]
        assert [s.nodes for s in found] == [s.nodes for s in alone]
