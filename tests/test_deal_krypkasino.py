"""Krypkasino's `Deal` as an object: a value that plays, takes back, copies, compares and refuses."""

from __future__ import annotations

import copy
import operator
import pickle
import random
import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabbage import errors, notation
from cabbage._deal import Deal
from cabbage._krypkasino_cards import Card, Suit, cards_of_masks, masks_of_cards, parse_cards
from cabbage._krypkasino_moves import Move
from cabbage._krypkasino_rules import Rules
from cabbage._krypkasino_setup import Setup
from compare_krypkasino import compare_deal, compare_table, random_deal, random_rules, table_with_hand

SEEDS = st.integers(0, 2**32 - 1)
TINY = Rules(deck="AS 2S 5C 5D", first_hand=2, first_table=2)  # type: ignore[arg-type]


def text_of(state: Deal) -> str:
    return notation.format_position(state, one_line=True)


def random_position(seed: int) -> Deal:
    """A random moment of a random deal under random rules."""
    rng = random.Random(seed)
    state = random_deal(rng, random_rules(rng))
    for _ in range(rng.randrange(120)):
        if state.is_terminal:
            break
        state.play(rng.choice(state.legal_moves()))
    return state


def cards(text: str) -> tuple[Card, ...]:
    return tuple(sorted(parse_cards(text)))


def situation(table: str, hand: str, **rules: Any) -> Deal:
    """A deal for two of one batch, with this table and this hand of seat 0, who is to move."""
    return table_with_hand(cards(table), cards(hand), Rules(**rules))


def texts(state: Deal) -> list[str]:
    return [str(move) for move in state.moves()]


class TestAgainstTheReference:
    @settings(max_examples=60)
    @given(SEEDS)
    def test_random_deals_agree(self, seed: int) -> None:
        rng = random.Random(seed)
        compare_deal(random_rules(rng), rng)

    @settings(max_examples=60)
    @given(SEEDS)
    def test_captures_on_random_tables_agree(self, seed: int) -> None:
        compare_table(random.Random(seed))

    @pytest.mark.parametrize("seed", range(6))
    def test_captures_on_large_tables_agree(self, seed: int) -> None:
        compare_table(random.Random(seed), largest=13)


class TestExamplesOfTheRules:
    def test_a_match_and_a_sum_are_taken_together(self) -> None:
        state = situation("3C 4C 7D", "7C")
        (move,) = state.moves()
        assert (str(move), move.is_sweep, move.is_creep) == ("7Cx3C+4C+7D", True, False)
        state.play(move)
        assert state.sweep_points == (5, 0)

    def test_all_choices_together_are_a_sweep(self) -> None:
        assert texts(situation("AC 2C 3C 4C 5C", "5D")) == ["5DxAC+2C+3C+4C+5C"]

    def test_either_of_two_threes(self) -> None:
        assert texts(situation("2C 3C 3D 5C", "5D")) == ["5Dx2C+3C+5C", "5Dx2C+5C+3D"]
        assert texts(situation("2C 3C 3C 5C", "5D")) == ["5Dx2C+3C+5C"]

    def test_a_sweep_is_compulsory_with_any_card_that_makes_one(self) -> None:
        assert texts(situation("2C 3C", "2D 5C 5D 9C")) == ["5Cx2C+3C", "5Dx2C+3C"]

    def test_a_card_that_can_capture_must_and_others_may_creep(self) -> None:
        assert texts(situation("2C 3C 9D", "2D 8C")) == ["8C", "2Dx2C"]

    def test_an_ace_is_fourteen_in_the_hand_and_one_on_the_table(self) -> None:
        assert texts(situation("AC", "AD")) == ["AD"]
        assert texts(situation("AC KC", "AD")) == ["ADxAC+KC"]

    def test_a_double_sweep(self) -> None:
        state = situation("9C", "9D 2C", first_sweep_credit="dealer")
        state.play(state.legal_moves()[0])
        assert state.sweep_points == (10, -10)

    def test_nordic_values(self) -> None:
        state = situation("2C 5H TC 6C", "2S TD", hand_values="nordic")
        assert texts(state) == ["TDx6C+TC", "2SxTC+5H"]

    def test_court_sums(self) -> None:
        assert texts(situation("5C 4C 2C JD", "JC")) == ["JCx2C+4C+5C+JD"]
        assert texts(situation("5C 4C 2C JD", "JC", court_sums=False)) == ["JCxJD"]
        assert texts(situation("QC AC 2C", "KC", court_sums=False)) == ["KC"]
        assert texts(situation("KC AC 2C", "AD", court_sums=False)) == ["ADxAC+KC"]

    def test_court_cards_are_put_aside_and_go_to_the_last_capturer(self) -> None:
        rules = Rules(deck="3C KC QD JH 4S", packs=1, first_hand=1, first_table=0, later_hand=1)  # type: ignore[arg-type]
        setup = Setup(("KC", "QD"), "-", "3C 4S", dealer=1)  # type: ignore[arg-type]
        state = Deal.from_setup(setup, rules)
        state.play(Card("KC"))
        state.play(Card("QD"))
        assert state.table == ()
        assert state.aside == cards("QD KC")
        assert state.hand(0) == cards("3C")
        state.play(Card("3C"))
        state.play(Card("4S"))
        # Nobody captured: what lies there counts for nobody.
        assert state.is_terminal
        assert state.returns() == [0, 0]
        assert (state.table, state.aside) == (cards("3C 4S"), cards("QD KC"))
        for _ in range(4):
            state.undo()
        assert state == Deal.from_setup(setup, rules)

    def test_a_sweep_counts_against_who_played_before(self) -> None:
        state = situation("9C 3D", "2C 5C")
        other = state.setup()
        state.play(Card("5C"))
        move = state.moves()[0]
        state.play(move)
        assert state.last_player == 1
        assert state.history == (Card("5C"), move.number)
        assert other.last_player is None

    def test_the_last_capturer_gets_the_bonus(self) -> None:
        state = situation("9C 3D", "9D", last_capture_bonus=7)
        state.play(state.legal_moves()[0])
        while not state.is_terminal:
            state.play(state.legal_moves()[0])
        assert sum(state.returns()) == sum(state.tally())
        assert state.last_capturer == 0 or state.returns()[1] >= 7


@given(SEEDS)
def test_laws_of_play(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    state = random_deal(rng, rules)
    players = range(state.num_players)
    everything = sorted(
        [*state.table, *state.stock, *(card for seat in players for card in state.hand(seat))]
    )
    points = worth(everything)
    while True:
        places = [state.table, state.aside, state.stock, *map(state.hand, players), *map(state.pile, players)]
        assert sorted(card for place in places for card in place) == everything
        given_away = sum(state.sweep_points)
        assert given_away in ((0, 5, 10) if rules.first_sweep_credit == "none" else (0,))
        if state.is_terminal:
            break
        moves = state.moves()
        assert moves
        for move in moves:
            before = state.copy()
            state.play(move)
            assert state != before
            assert state.undo() == move.number
            assert state == before
        state.play(rng.choice(moves))
    if state.last_capturer is not None:
        assert sum(state.returns()) == points + given_away + rules.last_capture_bonus


def worth(those: list[Card]) -> int:
    special = {Card("TD"): 3, Card("2S"): 2, Card("AS"): 2}
    return sum(special.get(c, int(c.rank == 0 or c.suit == Suit.SPADES)) for c in those)


def test_a_whole_deal_is_worth_42_points() -> None:
    for seed in range(20):
        state = Deal.deal(seed, Rules(first_sweep_credit="dealer"))
        rng = random.Random(seed)
        while not state.is_terminal:
            state.play(rng.choice(state.legal_moves()))
        assert sum(state.returns()) == 42


@given(SEEDS)
def test_undo_leads_all_the_way_back(seed: int) -> None:
    state = random_position(seed)
    first = state.copy()
    numbers = list(state.history)
    while state.history:
        assert state.undo() == numbers.pop()
        assert state.zobrist_hash == state.recomputed_hash()
    for number in first.history:
        state.play(number)
    assert state == first
    assert state.history == first.history


@given(SEEDS)
def test_a_deal_set_up_anywhere_plays_and_takes_back_to_there(seed: int) -> None:
    state = random_position(seed)
    again = Deal.from_setup(state.setup(), state.rules)
    assert again == state
    assert again.zobrist_hash == state.zobrist_hash
    assert again.history == ()
    rng = random.Random(seed)
    while not again.is_terminal:
        number = rng.choice(again.legal_moves())
        again.play(number)
        state.play(number)
        assert again == state
    while again.history:
        assert again.undo() == state.undo()
        assert again == state
    with pytest.raises(errors.UndoError, match="nothing to undo; position: krypkasino position 1;"):
        again.undo()
    assert again == state


@given(SEEDS)
def test_copies_and_pickles_are_equal_and_share_nothing(seed: int) -> None:
    state = random_position(seed)
    before = text_of(state)
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
        assert text_of(state) == before


def test_equality_is_of_position_and_rules() -> None:
    state = Deal.deal(1)
    assert state == Deal.deal(1, Rules())
    assert state != Deal.deal(2)
    assert state != Deal.deal(1, number=1)
    assert state != Deal.deal(1, Rules(last_capture_bonus=1))
    assert state != "a deal"
    assert state != Deal.deal(1, dealer=1)
    assert state.zobrist_hash != Deal.deal(1, dealer=1).zobrist_hash


def test_equality_forgets_which_copy_is_which() -> None:
    # The 5C on the table is the one that lay there, or the one that was played to it.
    rules = Rules(deck="5C 9D KH", packs=2, first_hand=2, first_table=2)  # type: ignore[arg-type]
    one = Deal.from_setup(Setup(("5C 9D", "5C KH"), "9D KH", dealer=1), rules)  # type: ignore[arg-type]
    two = Deal.from_setup(Setup(("9D 5C", "KH 5C"), "KH 9D", dealer=1), rules)  # type: ignore[arg-type]
    assert one == two
    for number in (Card("5C"), Card("5C"), Card("9D"), Card("KH")):
        one.play(one.moves()[[m.card for m in one.moves()].index(number)])
    assert one.is_terminal
    assert one.zobrist_hash == one.recomputed_hash()


@given(SEEDS)
def test_equal_positions_by_other_ways_hash_equal(seed: int) -> None:
    """Play on at random; whatever two lines meet in one text are equal and hash equal."""
    rng = random.Random(seed)
    start = random_deal(rng, random_rules(rng))
    seen: dict[str, Deal] = {}
    for _ in range(6):
        state = start.copy()
        for _ in range(8):
            if state.is_terminal:
                break
            state.play(rng.choice(state.legal_moves()))
            twin = seen.setdefault(text_of(state), state.copy())
            assert twin == state
            assert twin.zobrist_hash == state.zobrist_hash


def test_hashes_of_many_positions_differ() -> None:
    seen: dict[int, str] = {}
    rng = random.Random(5)
    for seed in range(60):
        state = Deal.deal(seed, Rules(players=rng.randint(2, 6)))
        while not state.is_terminal:
            text = text_of(state)
            assert seen.setdefault(state.zobrist_hash, text) == text
            state.play(rng.choice(state.legal_moves()))


def test_a_deal_is_not_hashable() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Deal.deal(1))


class TestMovesAsNumbersAndObjects:
    @given(SEEDS)
    def test_both_play_alike(self, seed: int) -> None:
        state = random_position(seed)
        assert [move.number for move in state.moves()] == state.legal_moves()
        for move in state.moves():
            assert state.is_legal(move)
            assert state.is_legal(move.number)
            one, two = state.copy(), state.copy()
            one.play(move)
            two.play(move.number)
            assert one == two
            assert one.history[-1] == two.history[-1] == move.number

    @given(SEEDS)
    def test_exactly_the_legal_numbers_play(self, seed: int) -> None:
        state = random_position(seed)
        legal = set(state.legal_moves())
        before = state.copy()
        # All numbers of two captures a card, and some beyond.
        for number in (*range(-2, 106), *random.Random(seed).sample(range(106, 5000), 20)):
            assert state.is_legal(number) == (number in legal)
            if number in legal:
                state.play(number)
                state.undo()
            else:
                with pytest.raises(errors.IllegalActionError) as caught:
                    state.play(number)
                assert f"move {number} is not legal" in str(caught.value)
                assert f"position: {text_of(state)}" in str(caught.value)
            assert state == before
            assert state.zobrist_hash == before.zobrist_hash

    def test_a_move_of_another_position_is_refused_where_it_takes_something_else(self) -> None:
        one = situation("5C 9D", "5D")
        two = situation("5H 9D", "5D")
        (move,) = one.moves()
        (other,) = two.moves()
        assert move.number == other.number
        assert move != other
        assert two.is_legal(other)
        assert not two.is_legal(move)
        with pytest.raises(
            errors.IllegalActionError, match="move 5Dx5C is not legal: seat 0 may play 5Dx5H;"
        ):
            two.play(move)
        with pytest.raises(errors.IllegalActionError, match="the deal is over"):
            Deal.__new__(Deal).play(move)

    def test_a_move_is_a_value(self) -> None:
        state = situation("2C 3C 9D", "5D 8C")
        creep, capture = state.moves()
        assert (creep.card, creep.captured, creep.number) == (Card("8C"), (), int(Card("8C")))
        assert (creep.is_creep, capture.is_creep) == (True, False)
        assert capture.captured == cards("2C 3C")
        assert repr(capture) == "<Move 5Dx2C+3C>"
        assert repr(situation("2C 3C", "5D").moves()[0]) == "<Move 5Dx2C+3C sweep>"
        again = pickle.loads(pickle.dumps(capture))
        assert again == capture
        assert hash(again) == hash(capture)
        assert (again.number, again.is_sweep) == (capture.number, False)
        assert capture != creep
        assert capture != "5Dx2C+3C"
        with pytest.raises(AttributeError, match="a Move is immutable; card cannot be set"):
            capture.card = 3  # type: ignore[misc, assignment]
        with pytest.raises(TypeError, match=r"moves are listed by Deal\.moves\(\)"):
            Move()

    def test_whatever_is_an_index_is_a_move(self) -> None:
        class Index:
            def __index__(self) -> int:
                return 7  # the 8 of clubs

        state = situation("2C 3C 9D", "8C")
        assert state.is_legal(Index())  # type: ignore[arg-type]
        state.play(Index())  # type: ignore[arg-type]
        assert state.history == (7,)


@pytest.mark.parametrize("number", [-1, 52 * 65536, 2**31, 2**63 - 1, 2**63, 2**64, -(2**64), 10**100])
def test_numbers_that_are_no_move_are_refused(number: int) -> None:
    state = Deal.deal(1)
    with pytest.raises(
        errors.IllegalActionError, match=f"move {number} is not legal: seat 1 may play .*; pos"
    ):
        state.play(number)
    assert not state.is_legal(number)
    assert state == Deal.deal(1)
    assert state.history == ()


def test_a_number_too_long_to_print_is_refused_too() -> None:
    with pytest.raises(errors.IllegalActionError, match="move a number of 16610 bits is not legal"):
        Deal.deal(1).play(10**5000)


@pytest.mark.parametrize("move", [None, "5D", 1.0, True, False, [1], object(), b"1", 1j])
def test_things_that_are_no_move_are_refused(move: Any) -> None:
    state = Deal.deal(1)
    with pytest.raises(errors.ActionTypeError) as caught:
        state.play(move)
    assert f"a move is a Move or an integer, not {move!r}" in str(caught.value)
    assert "; position: krypkasino position 1; dealer 0; turn 1;" in str(caught.value)
    assert isinstance(caught.value, TypeError)
    with pytest.raises(errors.ActionTypeError):
        state.is_legal(move)
    assert state == Deal.deal(1)


def test_a_move_altered_behind_its_back_is_harmless() -> None:
    state = situation("2C 3C 9D", "5D 8C")
    before = state.copy()
    for number in (10**30, "x", None, -5, 3.0):
        move = state.moves()[1]
        object.__setattr__(move, "_number", number)
        with pytest.raises((errors.CabbageError, TypeError, OverflowError)):
            state.play(move)
        assert state == before

    class Sub(Move):
        def __init__(self) -> None: ...

    with pytest.raises(errors.ActionTypeError):
        state.play(Sub())


def test_nothing_can_be_played_after_the_end() -> None:
    state = Deal.deal(1)
    while not state.is_terminal:
        state.play(state.legal_moves()[0])
    assert state.legal_moves() == []
    assert state.moves() == []
    with pytest.raises(errors.IllegalActionError, match="move 3 is not legal: the deal is over; position"):
        state.play(3)


def test_returns_wait_for_the_end() -> None:
    state = Deal.deal(1)
    with pytest.raises(errors.NotFinishedError, match="position: krypkasino position 1;"):
        state.returns()
    assert state.tally() == [0, 0]


class TestMonstrousTables:
    @pytest.mark.parametrize("size", [14, 20, 30, 40, 60, 95])
    def test_laws(self, size: int) -> None:
        rng = random.Random(size)
        for _ in range(4):
            pack = list(range(52)) * 2
            rng.shuffle(pack)
            table, hand = pack[:size], pack[size : size + 2]
            state = table_with_hand(table, hand, Rules(hand_values=rng.choice(("plain", "nordic"))))
            try:
                moves = state.moves()
            except errors.TooManyCapturesError:
                continue
            assert 0 < len(moves) <= 65_536
            assert len(set(moves)) == len(moves)
            value = {card: 14 if card.rank == 0 else card.rank + 1 for card in map(Card, hand)}
            by_card: dict[Card, list[tuple[Card, ...]]] = {}
            for move in moves:
                by_card.setdefault(move.card, []).append(move.captured)
            if state.rules.hand_values == "plain" and len(moves) < 5000:
                for card, captures in by_card.items():
                    for taken in captures:
                        assert sum(other.rank + 1 for other in taken) % value[card] == 0
            for captures in by_card.values():
                assert captures == sorted(captures)
            for move in rng.sample(moves, min(5, len(moves))):
                state.play(move)
                assert state.pile(0) == tuple(sorted((*move.captured, move.card))) or move.is_creep
                assert state.undo() == move.number

    def test_too_many_captures_are_an_error_that_says_so(self) -> None:
        # Forty low and middling cards; any hand takes them in far too many ways.
        table = [card for card in range(52) if card % 13 < 10] * 2
        state = table_with_hand(sorted(table)[:66], [11], Rules())
        before = state.copy()
        for call in (state.legal_moves, state.moves, lambda: state.play(11), lambda: state.is_legal(11)):
            with pytest.raises(
                errors.TooManyCapturesError, match="more than 65536, or too complicated; position: k"
            ):
                call()
        assert state == before


@pytest.mark.parametrize("seed", [-1, 2**64, 2**100])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    with pytest.raises(errors.CabbageError, match=f"a seed is 0 to 2\\*\\*64 - 1, not {seed}"):
        Deal.deal(seed)


@pytest.mark.parametrize("seed", ["7", None, 1.5, True])
def test_seeds_of_another_type_are_refused(seed: Any) -> None:
    with pytest.raises(errors.InputTypeError, match="a seed is an integer, not"):
        Deal.deal(seed)


def test_other_bad_arguments_are_refused() -> None:
    with pytest.raises(errors.InputTypeError, match=r"rules are a krypkasino\.Rules, not 4"):
        Deal.deal(1, 4)  # type: ignore[arg-type]
    with pytest.raises(errors.CabbageError, match="the number of the deal is 0 to 1, not 2"):
        Deal.deal(1, number=2)
    with pytest.raises(errors.CabbageError, match="the dealer is 0 to 1, not 2"):
        Deal.deal(1, dealer=2)
    with pytest.raises(errors.InputTypeError, match=r"a set-up is a krypkasino\.Setup, not 3"):
        Deal.from_setup(3)  # type: ignore[arg-type]
    with pytest.raises(errors.InputTypeError, match=r"rules are a krypkasino\.Rules, not 3"):
        Deal.from_setup(Deal.deal(1).setup(), 3)  # type: ignore[arg-type]
    with pytest.raises(errors.InputTypeError, match="make a deal with"):
        Deal()


@pytest.mark.parametrize("seat", [-1, 2, 10**30])
def test_seats_out_of_range_are_refused(seat: int) -> None:
    state = Deal.deal(1)
    for look in (state.hand, state.hand_masks, state.pile):
        with pytest.raises(errors.CabbageError, match=f"a seat is 0 to 1, not {seat}"):
            look(seat)


def test_a_deal_made_behind_its_back_is_harmless() -> None:
    state = Deal.__new__(Deal)
    assert state.is_terminal
    assert state.legal_moves() == []
    assert state.returns() == [0, 0]
    assert state.copy() == state
    with pytest.raises(errors.IllegalActionError):
        state.play(0)
    with pytest.raises(errors.UndoError):
        state.undo()


def test_cards_and_masks_agree() -> None:
    for seed in range(20):
        state = random_position(seed)
        assert masks_of_cards(state.table) == state.table_masks
        for seat in range(state.num_players):
            assert cards_of_masks(*state.hand_masks(seat)) == state.hand(seat)


def test_attributes_cannot_be_set() -> None:
    state = Deal.deal(1)
    for name in ("rules", "dealer", "zobrist_hash", "anything"):
        with pytest.raises(AttributeError):
            setattr(state, name, 1)


def test_dealing_is_in_blocks_from_the_dealers_left_on() -> None:
    rules = Rules(players=3)
    for dealer in range(3):
        state = Deal.deal(7, rules, dealer=dealer)
        assert state.current_player == (dealer + 1) % 3
        assert state.dealer == dealer
        assert [len(state.hand(seat)) for seat in range(3)] == [5, 5, 5]
        assert len(state.table) == 5
        assert len(state.stock) == 84
        stock = state.stock
        while state.batch_number == 0:
            state.play(state.legal_moves()[0])
        for place in range(3):
            dealt = stock[4 * place : 4 * place + 4]
            assert state.hand((dealer + 1 + place) % 3) == tuple(sorted(dealt))
    # The same cards whoever deals, in the same order from there.
    assert Deal.deal(7, rules, dealer=0).hand(1) == Deal.deal(7, rules, dealer=1).hand(2)


def test_every_deal_of_a_game_is_another_one() -> None:
    assert len({Deal.deal(2026, number=number).zobrist_hash for number in range(2)}) == 2


def test_pickles_of_nonsense_raise_and_do_not_crash() -> None:
    restore, (setup, rules, *_) = Deal.deal(1).__reduce__()
    with pytest.raises(errors.IllegalActionError):
        restore(setup, rules, (99_999,))
    with pytest.raises(errors.CabbageError):
        restore(setup, Rules(players=3), ())
    with pytest.raises(errors.CabbageError):
        restore(None, rules, ())
    for lacks in (None, (1,), (-1,) * 6, (2**52,) * 6, ("",) * 6):
        with pytest.raises(errors.CabbageError):
            restore(setup, rules, (), lacks)


def test_threads_may_share_a_deal() -> None:
    # What they end with is theirs to order; that it is still a deal is ours.
    state = Deal.deal(1)
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
    assert state == Deal.deal(1)
