"""`Round` as an object: a value that plays, takes back, copies, compares, pickles and refuses."""

from __future__ import annotations

import copy
import operator
import pickle
import random
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage import errors, notation, testing
from cabbage.las_vegan import NUM_ACTIONS, Card, CardSet, Round, Rules, Setup, trick_winner
from compare import random_rules, reference_cards
from reference import las_vegan as reference

SEEDS = st.integers(0, 2**32 - 1)


def random_position(seed: int) -> Round:
    """A random moment of a random round under random rules."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    state = Round.deal(rng.getrandbits(64), rules, number=rng.randrange(rules.rounds))
    for _ in range(rng.randrange(48)):
        if state.is_terminal:
            break
        state.play(rng.choice(state.legal_moves()))
    return state


@given(SEEDS)
def test_undo_leads_all_the_way_back(seed: int) -> None:
    state = random_position(seed)
    first = state.copy()
    actions = list(state.history)
    while state.history:
        assert state.undo() == actions.pop()
        assert state.zobrist_hash == state.recomputed_hash()
    for action in first.history:
        state.play(action)
    assert state == first
    assert state.history == first.history


@given(SEEDS)
def test_a_round_set_up_anywhere_plays_and_takes_back_to_there(seed: int) -> None:
    state = random_position(seed)
    again = Round.from_setup(state.setup(), state.rules)
    assert again == state
    assert again.zobrist_hash == state.zobrist_hash
    assert again.history == ()
    rng = random.Random(seed)
    while not again.is_terminal:
        action = rng.choice(again.legal_moves())
        again.play(action)
        state.play(action)
        assert again == state
    while again.history:
        assert again.undo() == state.undo()
        assert again == state
    with pytest.raises(errors.UndoError, match="nothing to undo; position: las-vegan position 1;"):
        again.undo()
    assert again == state


@given(SEEDS)
def test_copies_and_pickles_are_equal_and_share_nothing(seed: int) -> None:
    state = random_position(seed)
    before = notation.format_position(state)
    for other in (
        state.copy(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
    ):
        assert other == state
        assert other.history == state.history
        assert other.zobrist_hash == state.zobrist_hash
        while other.history:
            other.undo()
        while not other.is_terminal:
            other.play(other.legal_moves()[0])
        assert notation.format_position(state) == before


def test_equality_is_of_position_and_rules() -> None:
    state = Round.deal(1)
    assert state == Round.deal(1, Rules())
    assert state != Round.deal(2)
    assert state != Round.deal(1, Rules(starting_cabbages=16))
    assert state != "a round"
    assert state != Round.deal(1, leader=1)
    assert state.zobrist_hash != Round.deal(1, leader=1).zobrist_hash


def test_a_round_is_not_hashable() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Round.deal(1))


def test_equal_positions_by_other_ways_hash_equal() -> None:
    # Both seats throw the same two cards to two tricks, in the other order.
    rules = Rules(players=2, hand_size=3)
    deal = "casino 1 2 3; golden -3; tokens 1 1 -1 -2; hands R98 G1 | R12 B1"
    text = f"las-vegan deal 1; rules players=2 hand_size=3; {deal}"
    one, two = notation.parse_deal(text), notation.parse_deal(text)
    assert one.rules == rules
    for action in ("R9", "R1", "R8", "R2"):
        one.play(Card(action))
    for action in ("R8", "R2", "R9", "R1"):
        two.play(Card(action))
    assert one == two
    assert one.zobrist_hash == two.zobrist_hash


def test_hashes_of_many_positions_differ() -> None:
    seen: dict[int, str] = {}
    rng = random.Random(5)
    for seed in range(60):
        state = Round.deal(seed, Rules(players=rng.randint(2, 6)))
        while not state.is_terminal:
            text = notation.format_position(state)
            assert seen.setdefault(state.zobrist_hash, text) == text
            state.play(rng.choice(state.legal_moves()))


@pytest.mark.parametrize("action", [-1, 55, 64, 2**31, 2**63, 2**64, -(2**64), 10**100])
def test_numbers_that_are_no_action_are_refused(action: int) -> None:
    state = Round.deal(1)
    with pytest.raises(errors.IllegalActionError, match=f"an action is 0 to 54, not {action}"):
        state.play(action)
    assert not state.is_legal(action)
    assert state == Round.deal(1)
    assert state.history == ()


@pytest.mark.parametrize("action", [None, "R5", 1.0, True, False, [1], object(), b"1", 1j])
def test_things_that_are_no_number_are_refused(action: Any) -> None:
    state = Round.deal(1)
    with pytest.raises(errors.ActionTypeError) as caught:
        state.play(action)
    assert repr(action) in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, TypeError)
    with pytest.raises(errors.ActionTypeError):
        state.is_legal(action)
    assert state == Round.deal(1)


def test_whatever_is_an_index_is_an_action() -> None:
    class Index:
        def __index__(self) -> int:
            return 0

    rules = Rules(players=2, hand_size=1)
    state = notation.parse_deal(
        "las-vegan deal 1; rules players=2 hand_size=1; casino 1 2 3; golden -3; "
        "tokens 1 1 -1 -2; hands R0 | R1"
    )
    assert state.rules == rules
    assert state.is_legal(Index())
    state.play(Index())
    state.play(Card("R1"))
    assert state.history == (0, 1)


@given(SEEDS)
def test_exactly_the_legal_actions_play(seed: int) -> None:
    state = random_position(seed)
    legal = state.legal_moves()
    for action in range(-2, NUM_ACTIONS + 2):
        before = state.copy()
        assert state.is_legal(action) == (action in legal)
        if action in legal:
            state.play(action)
            assert state != before
            state.undo()
        else:
            with pytest.raises(errors.IllegalActionError) as caught:
                state.play(action)
            assert str(action) in str(caught.value)
            assert notation.format_position(state, one_line=True) in str(caught.value)
        assert state == before
        assert state.zobrist_hash == before.zobrist_hash


def test_nothing_can_be_played_after_the_end() -> None:
    state = Round.deal(1)
    while not state.is_terminal:
        state.play(state.legal_moves()[0])
    assert state.legal_moves() == []
    assert state.legal_mask() == 0
    with pytest.raises(errors.IllegalActionError, match="action 3 \\(R3\\) is not legal: the round is over"):
        state.play(3)


def test_returns_wait_for_the_end() -> None:
    state = Round.deal(1)
    with pytest.raises(errors.NotFinishedError, match="position: las-vegan position 1;"):
        state.returns()
    assert state.tally() == [0, 0, 0, 0]


@given(SEEDS, st.lists(st.integers(-3, 60) | st.sampled_from([2**31, 2**63, -(10**30)]), max_size=60))
def test_play_unchecked_ignores_what_is_not_legal(seed: int, actions: list[int]) -> None:
    state = random_position(seed)
    for action in actions:
        before = state.copy()
        legal = state.is_legal(action)
        state.play_unchecked(action)
        if legal:
            before.play(action)
        assert state == before
        assert state.history == before.history


@pytest.mark.parametrize("action", [6.9, "x", True, None])
def test_play_unchecked_wants_an_integer(action: Any) -> None:
    state = Round.deal(1)
    with pytest.raises(errors.ActionTypeError):
        state.play_unchecked(action)
    assert state == Round.deal(1)


@given(SEEDS)
def test_play_unchecked_plays_legal_actions_as_play_does(seed: int) -> None:
    state = random_position(seed)
    for action in state.legal_moves():
        checked, unchecked = state.copy(), state.copy()
        checked.play(action)
        unchecked.play_unchecked(action)
        assert checked == unchecked
        assert checked.zobrist_hash == unchecked.zobrist_hash
        assert checked.history == unchecked.history


@pytest.mark.parametrize("seed", [-1, 2**64, 2**100])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    with pytest.raises(errors.CabbageError, match=f"a seed is 0 to 2\\*\\*64 - 1, not {seed}"):
        Round.deal(seed)


@pytest.mark.parametrize("seed", ["7", None, 1.5, True])
def test_seeds_of_another_type_are_refused(seed: Any) -> None:
    with pytest.raises(errors.InputTypeError, match="a seed is an integer, not"):
        Round.deal(seed)


def test_other_bad_arguments_of_deal_are_refused() -> None:
    with pytest.raises(errors.InputTypeError, match=r"rules are a las_vegan\.Rules, not 4"):
        Round.deal(1, 4)  # type: ignore[arg-type]
    with pytest.raises(errors.CabbageError, match="the number of the round is 0 to 3, not 4"):
        Round.deal(1, number=4)
    with pytest.raises(errors.CabbageError, match="the leader is 0 to 3, not 4"):
        Round.deal(1, leader=4)
    with pytest.raises(errors.InputTypeError, match=r"a set-up is a las_vegan\.Setup, not 3"):
        Round.from_setup(3)  # type: ignore[arg-type]
    with pytest.raises(errors.InputTypeError, match="make a round with"):
        Round()


def test_a_round_made_behind_its_back_is_harmless() -> None:
    state = Round.__new__(Round)
    assert state.is_terminal
    assert state.legal_moves() == []
    assert state.returns() == [0, 0, 0, 0]
    assert state.copy() == state
    assert "round over" in str(state)
    state.play_unchecked(3)
    with pytest.raises(errors.IllegalActionError):
        state.play(0)
    with pytest.raises(errors.UndoError):
        state.undo()


@pytest.mark.parametrize("seat", [-1, 4, 10**30])
def test_seats_out_of_range_are_refused(seat: int) -> None:
    state = Round.deal(1)
    for look in (state.hand, state.hand_mask, state.pile, state.pile_mask):
        with pytest.raises(errors.CabbageError, match=f"a seat is 0 to 3, not {seat}"):
            look(seat)


def test_sets_and_masks_come_in_pairs() -> None:
    state = random_position(3)
    for seat in range(state.num_players):
        assert state.hand(seat).mask == state.hand_mask(seat)
        assert state.pile(seat).mask == state.pile_mask(seat)


@given(st.lists(st.integers(0, 39), min_size=1, max_size=6, unique=True))
def test_the_winner_of_a_trick_so_far(numbers: list[int]) -> None:
    played = [reference_cards(CardSet([number]))[0] for number in numbers]
    assert trick_winner(numbers) == reference.trick_winner(played)


@pytest.mark.parametrize("cards", [(), range(7), [40], ["R5", "X"], "R5", 5, None])
def test_what_is_no_trick_has_no_winner(cards: Any) -> None:
    with pytest.raises(errors.CabbageError):
        trick_winner(cards)


def test_attributes_cannot_be_set() -> None:
    state = Round.deal(1)
    for name in ("rules", "leader", "zobrist_hash", "anything"):
        with pytest.raises(AttributeError):
            setattr(state, name, 1)


def test_repr_evaluates_to_an_equal_round() -> None:
    state = random_position(11)
    assert eval(repr(state), {"notation": notation}) == state


def test_str_shows_the_table() -> None:
    state = Round.deal(2026)
    state.play(state.legal_moves()[0])
    lines = str(state).splitlines()
    assert lines[0] == "Las Vegan, 4 players, 0 of 10 tricks played, seat 1 to play"
    assert any(line.startswith("> seat 1") for line in lines)
    assert f"seat 0 led: {state.trick[0]}" in str(state)


def test_pickles_of_nonsense_raise_and_do_not_crash() -> None:
    restore, (setup, rules, history, _) = Round.deal(1).__reduce__()
    with pytest.raises(errors.IllegalActionError):
        restore(setup, rules, (99,))
    with pytest.raises(errors.CabbageError):
        restore(setup, Rules(players=3), history)
    with pytest.raises(errors.CabbageError):
        restore(None, rules, history)
    for voids in (-1, 2**24, None):
        with pytest.raises(errors.CabbageError):
            restore(setup, rules, history, voids)
    with pytest.raises(errors.ViewError, match=r"^seat 0 has shown to have no red, and has played no card; "):
        restore(setup, rules, history, 0xFFFF)


def tampered(value: Any, **fields: Any) -> Any:
    """A frozen value altered behind its own back."""
    for name, new in fields.items():
        object.__setattr__(value, name, new)
    return value


@pytest.mark.parametrize(
    "fields",
    [
        {"players": 100},
        {"players": 200, "hand_size": 200},
        {"hand_size": 40},
        {"rounds": 200},
        {"token_faces": ((1, 1),) * 9},
        {"token_faces": ((1, 1),) * 300},
        {"casino_deck": (0,) * 300},
        {"casino_deck": ()},
        {"casino_deck": (200,) * 12},
        {"token_faces": ()},
    ],
)
def test_rules_altered_after_their_checks_are_refused(fields: dict[str, Any]) -> None:
    rules = tampered(Rules(), **fields)
    with pytest.raises(errors.CabbageError):
        Round.deal(1, rules, number=rules.rounds - 1)
    with pytest.raises(errors.CabbageError):
        testing.random_playouts(None, 10, 1, rules=rules)


def test_rules_and_set_ups_of_other_classes_are_refused() -> None:
    class MyRules(Rules):
        cards_each = property(lambda self: 200)

    class MySetup(Setup):
        def faults(self, rules: Rules) -> list[str]:
            return []

    with pytest.raises(errors.InputTypeError):
        Round.deal(1, MyRules())
    with pytest.raises(errors.InputTypeError):
        testing.random_playouts(None, 10, 1, rules=MyRules())
    good = Round.deal(1).setup()
    bad = MySetup(good.hands, good.casino, good.golden_value, good.token_values, leader=200)
    with pytest.raises(errors.InputTypeError):
        Round.from_setup(bad)


def test_pickled_rules_and_set_ups_are_checked_again() -> None:
    data = pickle.dumps(Rules(players=5), 2)
    assert pickle.loads(data) == Rules(players=5)
    assert data.count(b"(K\x05") == 1
    with pytest.raises(errors.RulesError, match="players is 2 to 6, not 100"):
        pickle.loads(data.replace(b"(K\x05", b"(K\x64"))
    setup = Round.deal(1).setup()
    assert pickle.loads(pickle.dumps(setup)) == setup


def test_a_card_set_of_another_class_brings_no_other_cards() -> None:
    class Wide(CardSet):
        mask = property(lambda self: (1 << 64) - 1)

    setup = Round.deal(1).setup()
    hands = (Wide(setup.hands[0]), *setup.hands[1:])
    again = Setup(hands, setup.casino, setup.golden_value, setup.token_values)
    assert Round.from_setup(again) == Round.deal(1)


def test_threads_may_share_a_round() -> None:
    # What they end with is theirs to order; that it is still a round is ours.
    state = Round.deal(1)
    stop = threading.Event()
    failures: list[BaseException] = []

    def work(seed: int) -> None:
        rng = random.Random(seed)
        while not stop.is_set():
            try:
                moves = state.legal_moves()
                if moves and rng.random() < 0.7:
                    state.play(rng.choice(moves))
                else:
                    state.undo()
                operator.eq(state.copy(), state)
            except errors.CabbageError:
                pass  # another thread was faster
            except BaseException as error:
                failures.append(error)
                return

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    stop.wait(0.5)
    stop.set()
    for thread in threads:
        thread.join()
    assert not failures
    while state.history:
        state.undo()
    assert state == Round.deal(1)
