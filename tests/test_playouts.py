"""Random playouts: fixed for a seed, fair, the same in both builds."""

from __future__ import annotations

import random
from collections import Counter
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage import errors, notation, testing
from cabbage.las_vegan import Round, Rules
from compare import random_rules


def test_playouts_are_the_same_in_both_builds(engine: ModuleType) -> None:
    for players in range(2, 7):
        state = Round.deal(5, Rules(players=players))
        expected = testing.random_playouts(state, 500, 7)
        actions, sums = engine.playouts(state, 500, 7)
        assert (actions, tuple(sums)) == expected
        dealt, sums = engine.dealt_playouts(state.rules, 500, 7)
        assert (dealt, tuple(sums)) == testing.random_playouts(None, 500, 7, rules=state.rules)


FIXED_PLAYOUTS = (43_980, (-2_800, -3_214, -2_318, -3_944))


def test_playouts_are_fixed_for_a_seed() -> None:
    totals = testing.random_playouts(Round.deal(1), 1_000, 1)
    assert (totals.actions, totals.returns) == FIXED_PLAYOUTS


@given(st.integers(0, 2**32 - 1))
def test_playouts_from_anywhere_are_finite_and_leave_the_round_alone(seed: int) -> None:
    rng = random.Random(seed)
    state = Round.deal(seed, random_rules(rng))
    for _ in range(rng.randrange(48)):
        if not state.is_terminal:
            state.play(rng.choice(state.legal_moves()))
    before = state.copy()
    totals = testing.random_playouts(state, 3, seed)
    assert state == before
    if state.is_terminal:
        assert totals == (0, tuple(3 * points for points in state.returns()))
    else:
        assert 3 <= totals.actions <= 3 * 48


def test_playouts_choose_every_action_equally_often() -> None:
    # With one card each and one token decision, the playout's only choice is that of the token.
    state = notation.parse_position(
        "las-vegan position 1; rules players=2 hand_size=2; casino 1 2 3; golden -3; "
        "tokens 1 -2 -1 -3; hands R1 | P2; piles R7 G1 | -; decide 1"
    )
    # Fourteen placements and the pass; the golden token on max costs seat 0 three or, if seat 1
    # wins the last trick, both. What can be told apart from the sums: the share of golden-max.
    assert len(state.legal_moves()) == 15
    count = 30_000
    placed = Counter[int]()
    rng = random.Random(1)
    for seed in rng.sample(range(10**9), count // 10):
        returns = testing.random_playouts(state, 1, seed).returns
        placed[returns[0]] += 1
    # Seat 0 wins the last trick (R1 against an off-suit P2): it then has R7 G1 R1 P2, and all
    # tricks. Golden on max: -3. Token t on rank 1 (two cards): 2 x value; on rank 2: value.
    expected = Counter({-3: 1 + 1, 0: 1 + 1 + 4, 2: 1, -4: 1, -2: 1 + 1, -6: 1, 1: 1, -1: 1})
    assert expected.total() == 15
    total = placed.total()
    assert set(placed) == set(expected)
    for value, ways in expected.items():
        share = ways / 15
        assert abs(placed[value] - total * share) < 5 * (total * share * (1 - share)) ** 0.5


def test_bad_arguments_of_playouts_are_refused() -> None:
    state = Round.deal(1)
    with pytest.raises(errors.CabbageError, match=r"a count is 0 to 2\*\*40 - 1, not -1"):
        testing.random_playouts(state, -1, 1)
    with pytest.raises(errors.CabbageError, match=r"a seed is 0 to 2\*\*64 - 1, not -1"):
        testing.random_playouts(state, 1, -1)
    with pytest.raises(errors.CabbageError, match="not both"):
        testing.random_playouts(state, 1, 1, rules=Rules())
    with pytest.raises(errors.InputTypeError, match="rules are a Rules of las_vegan or krypkasino, not 3"):
        testing.random_playouts(None, 1, 1, rules=3)  # type: ignore[arg-type]
    assert testing.random_playouts(state, 0, 1) == (0, (0, 0, 0, 0))
