"""The frozen values hold, and so do the numbers of nodes, which are the same on every machine."""

from __future__ import annotations

import os

import pytest

from compare_solver import GAMES, Truth
from freeze_solved import BRUTE_FORCE, SETTINGS, Row, answer_of, question_of, read

QUICK = 2_000_000
"""Nodes of a position that is solved in every run; with HYPOTHESIS_PROFILE=thorough all are."""

ROWS = [(game, row) for game in GAMES for row in read(game)]
SMALL = [row for _, row in ROWS if row["proof"] == BRUTE_FORCE]
LARGE = [(game, row) for game, row in ROWS if row["proof"] == SETTINGS]


def assert_solved(row: Row) -> None:
    question = question_of(row)
    solution = question.solve()
    assert answer_of(question, tuple(solution.returns or ())) == row["value"], row
    if question.objective == "maxn":
        assert list(solution.results or ()) == row["value"], row
    else:
        assert solution.value == row["value"], row
    assert solution.nodes == row["nodes"], row
    end = question.state.copy()
    for action in solution.principal_variation:
        end.play(action)
    assert answer_of(question, tuple(end.returns())) == row["value"], row


@pytest.mark.parametrize("game", GAMES)
def test_small_positions(game: str) -> None:
    rows = [row for row in read(game) if row["proof"] == BRUTE_FORCE]
    assert len(rows) >= 75
    for row in rows:
        assert_solved(row)


@pytest.mark.parametrize(
    ("game", "row"), LARGE, ids=[f"{game}: {row['name']}".replace(" ", "-") for game, row in LARGE]
)
def test_large_positions(game: str, row: Row) -> None:
    if row["nodes"] > QUICK and os.environ.get("HYPOTHESIS_PROFILE") != "thorough":
        pytest.skip(f"{row['nodes']} nodes are for a thorough run")
    assert_solved(row)


def test_brute_force_confirms_what_it_is_said_to() -> None:
    for row in SMALL[::4]:
        question = question_of(row)
        points = Truth(question).outcome(question.state).points
        assert answer_of(question, points) == row["value"], row


def test_every_name_is_of_one_position() -> None:
    names = [(game, row["name"]) for game, row in ROWS]
    assert len(set(names)) == len(names)
