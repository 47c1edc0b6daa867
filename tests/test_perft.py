"""perft and divide: frozen counts, both builds, and the reference."""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage import errors, notation, testing
from cabbage.las_vegan import Round, Rules
from compare import random_rules, reference_round
from reference import las_vegan as ref

TABLE: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "perft.json").read_text())
REFERENCE_LINES = 3_000


@pytest.mark.parametrize("row", TABLE, ids=[f"{i}-depth-{row['depth']}" for i, row in enumerate(TABLE)])
def test_frozen_counts(row: dict[str, Any], engine: ModuleType) -> None:
    state = notation.parse_deal(row["deal"])
    assert engine.perft(state, row["depth"]) == row["count"]
    if row["count"] <= REFERENCE_LINES:
        assert ref.perft(reference_round(state), row["depth"]) == row["count"]


@given(st.integers(0, 2**32 - 1), st.integers(0, 5))
def test_counts_agree_with_the_reference_from_anywhere(seed: int, depth: int) -> None:
    rng = random.Random(seed)
    state = Round.deal(rng.getrandbits(64), random_rules(rng))
    model = reference_round(state)
    for _ in range(rng.randrange(48)):
        if not state.is_terminal:
            action = rng.choice(state.legal_moves())
            state.play(action)
            model.play(action)
    while depth and testing.perft(state, depth) > REFERENCE_LINES:
        depth -= 1
    before = state.copy()
    assert testing.perft(state, depth) == ref.perft(model, depth)
    if depth:
        assert testing.divide(state, depth) == ref.divide(model, depth)
    assert state == before


def test_depth_zero_is_one_line_and_so_is_a_finished_round() -> None:
    state = Round.deal(1, Rules(players=2, hand_size=1))
    assert testing.perft(state, 0) == 1
    while not state.is_terminal:
        state.play(state.legal_moves()[0])
    assert testing.perft(state, 0) == 1
    assert testing.perft(state, 7) == 1
    assert testing.divide(state, 7) == {}


def test_divide_sums_to_perft(engine: ModuleType) -> None:
    state = Round.deal(9, Rules(players=3))
    counts = engine.divide(state, 5)
    assert list(counts) == state.legal_moves()
    assert sum(counts.values()) == engine.perft(state, 5)


@pytest.mark.parametrize("depth", [-1, 1001, 10**30])
def test_depths_out_of_range_are_refused(depth: int) -> None:
    with pytest.raises(errors.CabbageError, match=f"a depth is 0 to 1000, not {depth}"):
        testing.perft(Round.deal(1), depth)


def test_arguments_of_another_type_are_refused() -> None:
    with pytest.raises(errors.InputTypeError, match="a depth is an integer, not '3'"):
        testing.perft(Round.deal(1), "3")  # type: ignore[arg-type]
    with pytest.raises(
        errors.InputTypeError, match=r"the state is a las_vegan\.Round or a krypkasino\.Deal, not 3"
    ):
        testing.perft(3, 3)  # type: ignore[arg-type]
    with pytest.raises(errors.CabbageError, match="a depth is 1 to 1000, not 0"):
        testing.divide(Round.deal(1), 0)
