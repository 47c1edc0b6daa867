"""The exact search agrees with brute force, and refuses what it cannot do."""

from __future__ import annotations

import random
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabbage import errors, notation, solver, testing
from cabbage.las_vegan import Round, Rules
from compare import random_rules, reference_round
from reference import las_vegan as ref
from reference import search

NO_LIMIT = 1 << 62
BRUTE_FORCE_LINES = 600
MOST_CARDS = 12


def cards_left(state: Round) -> int:
    return sum(len(state.hand(seat)) for seat in range(state.num_players))


def end_of_round(seed: int) -> tuple[Round, ref.Round]:
    """A position close enough to the end for brute force, under random rules."""
    rng = random.Random(seed)
    state = Round.deal(rng.getrandbits(64), random_rules(rng))
    model = reference_round(state)
    while not state.is_terminal and (
        cards_left(state) > MOST_CARDS or testing.perft(state, 99) > BRUTE_FORCE_LINES
    ):
        action = rng.choice(state.legal_moves())
        state.play(action)
        model.play(action)
    return state, model


@settings(max_examples=100)
@given(st.integers(0, 2**32 - 1))
def test_values_agree_with_brute_force(seed: int) -> None:
    state, model = end_of_round(seed)
    if state.is_terminal:
        return
    before = state.copy()
    solution = solver.solve(state)
    assert solution.values == search.paranoid_values(model)
    assert solution.seat == model.current_player
    assert solution.value == max(solution.values.values())
    assert all(solution.values[action] == solution.value for action in solution.best_actions)
    assert state == before


def test_both_builds_search_the_same_tree(engine: ModuleType) -> None:
    for seed in range(20):
        state, _ = end_of_round(seed)
        if not state.is_terminal:
            values, nodes = engine.search_paranoid(state, NO_LIMIT)
            solution = solver.solve(state)
            assert (values, nodes) == (solution.values, solution.nodes)


def test_the_value_of_the_best_action_is_the_value_after_it() -> None:
    # While the same seat stays to move, the value cannot change along a best action.
    state = notation.parse_position(
        "las-vegan position 1; rules players=2 hand_size=4; casino 1 9 G; golden -4; "
        "tokens 1 -2 -1 -3; leader 0; hands R17 G8 | R2 P9 G3; piles B7 P7 | -; decide 2"
    )
    solution = solver.solve(state)
    state.play(solution.best_actions[0])
    assert state.current_player == solution.seat
    assert solver.solve(state).value == solution.value


def test_a_budget_that_is_too_small_says_so() -> None:
    state = Round.deal(1, Rules(players=2, hand_size=4))
    nodes = solver.solve(state).nodes
    assert solver.solve(state, max_nodes=nodes).nodes == nodes
    with pytest.raises(errors.NodeBudgetError, match=f"{nodes - 1} nodes are not enough"):
        solver.solve(state, max_nodes=nodes - 1)
    with pytest.raises(errors.NodeBudgetError):
        solver.solve(Round.deal(1), max_nodes=1000)


def test_bad_arguments_are_refused() -> None:
    state = Round.deal(1, Rules(players=2, hand_size=1))
    for bad in (0, -1, 2**63):
        with pytest.raises(errors.CabbageError, match=f"max_nodes is 1 to 2.*, not {bad}"):
            solver.solve(state, max_nodes=bad)
    with pytest.raises(errors.InputTypeError, match="max_nodes is an integer, not"):
        solver.solve(state, max_nodes="many")  # type: ignore[arg-type]
    with pytest.raises(errors.InputTypeError, match=r"the state is a las_vegan\.Round"):
        solver.solve("state")  # type: ignore[arg-type]
    while not state.is_terminal:
        state.play(state.legal_moves()[0])
    with pytest.raises(errors.GameOverError, match="nothing to solve; position: las-vegan position 1"):
        solver.solve(state)
