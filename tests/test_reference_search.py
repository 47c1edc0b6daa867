"""Brute force says what can be worked out by hand."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cabbage import notation
from compare_solver import Truth, random_position, random_question, reference_position
from reference import search


def model(text: str) -> Any:
    return reference_position(notation.parse_position(text))


# Two tricks are left, and each of the two nines costs 2.
TWO_TRICKS = (
    "las-vegan position 1; rules players=2 hand_size=4; casino 9 1 2; golden -3; tokens +1 -2 -2 -3; "
    "placed t1 - -; leader 0; hands R5 P9 | R6 G9; piles R7 B7 | R8 B8"
)


def test_a_round_worked_out_by_hand() -> None:
    # R5 falls to R6; then G9 is led, P9 is thrown on it, and seat 1 pays for both nines. P9 first wins its
    # trick; whether G9 is thrown on it or on R5 behind it, seat 0 pays for both.
    round = model(TWO_TRICKS)
    assert search.paranoid_values(round) == {5: 0, 19: -4}
    assert search.paranoid_value(round, [0]) == 0
    assert search.paranoid_values(round, [1]) == {5: -4, 19: 0}
    assert search.paranoid_value(round, [1]) == -4
    assert search.margin_values(round) == {5: 4, 19: -4}
    assert search.margin_value(round, [0]) == 4
    assert search.margin_value(round, [1]) == -4
    assert search.maxn_vectors(round, [[0], [1]]) == {5: (0, -4), 19: (-4, 0)}
    assert search.maxn_vector(round, [[0], [1]]) == (0, -4)
    best = search.outcome(round, search.paranoid([0]))
    assert best.line == (5, 6, 29, 19)
    assert best.points == (0, -4)


def test_a_team_shares_what_it_has() -> None:
    # With both seats on one side nothing can be gained: -4 in all, and the first action is taken.
    round = model(TWO_TRICKS)
    assert search.paranoid_values(round, [0, 1]) == {5: -4, 19: -4}
    assert search.outcome(round, search.paranoid([0, 1])).line[0] == 5
    assert search.maxn_vector(round, [[0, 1]]) == (-4,)


# Two cards each are left, and one lies on the table. Of all these only the ten of diamonds has points, 3.
LAST_CARDS = (
    "krypkasino position 1; rules packs=1 first_hand=4 first_table=1 later_hand=48; dealer 0; turn 1; "
    "hands 3C TD | 3H 9C; table 8C; piles 7C 7D | 5C 5D; last 0; captured 0"
)


def test_a_deal_worked_out_by_hand() -> None:
    # One three takes the other, and nothing else is taken. Who takes it is the last capturer and gets the
    # ten. Seat 1 lays its three, and can take none any more; if it waits, seat 0 lays its own.
    deal = model(LAST_CARDS)
    nine, three = (("C", 9), ()), (("H", 3), ())
    assert search.actions(deal) == [nine, three]
    assert search.paranoid_values(deal) == {nine: 3, three: 0}
    assert search.paranoid_value(deal, [0]) == 3
    assert search.margin_values(deal) == {nine: 3, three: -3}
    assert search.margin_value(deal, [0]) == 3
    assert search.maxn_vectors(deal, [[0], [1]]) == {nine: (0, 3), three: (3, 0)}
    assert search.maxn_vector(deal, [[1], [0]]) == (0, 3)


def test_of_equal_actions_the_first_is_played() -> None:
    # Seat 0 may take the three at once or later, and takes it at once.
    deal = model(LAST_CARDS)
    line = ((("H", 3), ()), (("C", 3), (("H", 3),)), (("C", 9), ()), (("D", 10), ()))
    for aim in (search.paranoid([0]), search.paranoid([1]), search.margin([0]), search.maxn([[0], [1]])):
        assert search.outcome(deal, aim) == search.Outcome((3, 0), line)


def test_nothing_is_left_to_value_at_the_end() -> None:
    round = model(TWO_TRICKS)
    for action in (5, 6, 29, 19):
        assert not round.is_terminal
        round.play(action)
    assert search.paranoid_values(round) == {}
    assert search.margin_values(round) == {}
    assert search.outcome(round, search.paranoid([1])) == search.Outcome((0, -4), ())


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_a_memory_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    question = random_question(rng, random_position(rng, lines=60))
    truth = Truth(question)
    for state in (question.state, question.state):
        plain = search.outcomes(reference_position(state), truth.aim)
        assert search.outcomes(reference_position(state), truth.aim, truth.memory) == plain


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_every_word_for_a_value_says_the_same(seed: int) -> None:
    rng = random.Random(seed)
    question = random_question(rng, random_position(rng, lines=60))
    words: dict[str, Any] = {"paranoid": search.paranoid_value, "margin": search.margin_value}
    actions: dict[str, Any] = {"paranoid": search.paranoid_values, "margin": search.margin_values}
    position = reference_position(question.state)
    if question.objective == "maxn":
        found = search.outcomes(position, search.maxn(question.sides))
        expected = {action: question.by_side(end.points) for action, end in found.items()}
        assert search.maxn_vectors(position, question.sides) == expected
        return
    values = actions[question.objective](position, question.side)
    best = max if (position.current_player in question.side) == (question.sign > 0) else min
    assert words[question.objective](position, question.side) == best(values.values())
