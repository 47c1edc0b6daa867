"""Views of Krypkasino: all that a seat knows, nothing else, and the laws of values."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabbage import notation
from cabbage._views import observed
from cabbage.errors import CabbageError, IllegalActionError, InputTypeError, SetupError, ViewError
from cabbage.krypkasino import ALL_CARDS, Card, Deal, Rules, Setup, View
from compare_krypkasino import (
    LARGEST_TABLE,
    random_deal,
    random_rules,
    reference_cards,
    reference_deal,
    reference_move,
)
from reference.views import krypkasino_view
from test_views import can_be_dealt
from test_worlds_krypkasino import random_position

SEEDS = st.integers(0, 2**32 - 1)

# Two packs of twelve cards for three players: two cards each and two to the table, then two batches
# of two each, and four cards out of play.
RULES = Rules(
    players=3,
    deck="AC 2C 3C 4C 5C JC QC KC AS 2S TD KD",  # type: ignore[arg-type]
    first_hand=2,
    first_table=2,
    later_hand=2,
)
# Seat 1 has taken a sweep, on which seat 2 crept; seat 0 is to move in the first batch.
TABLE: dict[str, Any] = {
    "table": "4C",
    "dealer": 0,
    "current_player": 0,
    "piles": ("-", "5C 2C 3C", "-"),
    "sweep_points": (0, 5, 0),
    "last_player": 2,
    "last_capturer": 1,
}


def setup(*hands: str, **changes: Any) -> Setup:
    return Setup(hands=hands, **(TABLE | changes))  # type: ignore[arg-type]


def known(view: View) -> dict[str, object]:
    """All that a view tells, in the terms of the reference."""
    return {
        "seat": view.seat,
        "num_players": view.num_players,
        "current_player": view.current_player,
        "is_terminal": view.is_terminal,
        "hand": reference_cards(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "unseen": reference_cards(view.unseen),
        "out_of_play": view.out_of_play,
        "lacks": [reference_cards(cards) for cards in view.lacks],
        "table": reference_cards(view.table),
        "aside": reference_cards(view.aside),
        "piles": [reference_cards(view.pile(seat)) for seat in range(view.num_players)],
        "stock_size": view.stock_size,
        "dealer": view.dealer,
        "last_player": view.last_player,
        "last_capturer": view.last_capturer,
        "sweep_points": list(view.sweep_points),
        "batch_number": view.batch_number,
        "history": list(view.history),
        "history_seats": list(view.history_seats),
        "legal_moves": view.legal_moves(),
        "moves": [reference_move(move) for move in view.moves()],
        "tally": view.tally(),
    }


#: What a view has besides: to go on from it, to write it down, and the rules, which it has from the state.
OTHERS = {"rules", "pile", "resample", "setup", "from_setup"}


def reshuffled(state: Deal, seat: int, rng: random.Random, tries: int = 5) -> Iterator[Deal]:
    """Deals with the same history and other hidden cards, found by dealing them and playing it again."""
    rules, players = state.rules, range(state.num_players)
    first = state.copy()
    while first.history:
        first.undo()
    begun, back = first.setup(), first.copy()
    # What each seat has played in the batch that is being played.
    played: list[list[Card]] = [[] for _ in players]
    for number in state.history:
        mover, batch = back.current_player, back.batch_number
        back.play(number)
        if back.batch_number != batch:
            played = [[] for _ in players]
        else:
            played[mover].append(Card(number % 52))
    left = Counter(dict.fromkeys(rules.deck, rules.packs))
    for seen in (state.hand(seat), state.table, state.aside, *map(state.pile, players)):
        left.subtract(seen)
    hidden = sorted(left.elements())
    for _ in range(tries):
        rng.shuffle(hidden)
        cards = iter(hidden)
        hands = [
            state.hand(other) if other == seat else tuple(next(cards) for _ in state.hand(other))
            for other in players
        ]
        stock = [next(cards) for _ in state.stock]
        dealt = [[*held, *laid] for held, laid in zip(hands, played, strict=True)]
        if not state.batch_number:
            world = replace(begun, hands=tuple(map(tuple, dealt)), stock=tuple(stock))
        else:
            in_turn = [(state.dealer + 1 + place) % len(players) for place in players]
            this_batch = [card for other in in_turn for card in dealt[other]]
            before = len(begun.stock) - len(stock) - len(this_batch)
            world = replace(begun, stock=(*begun.stock[:before], *this_batch, *stock))
        try:
            other_deal = Deal.from_setup(world, rules)
            for number in state.history:
                other_deal.play(number)
        except IllegalActionError:
            continue
        yield other_deal


# ---------------------------------------------------------------- what is known


@settings(max_examples=20)
@given(SEEDS)
def test_views_tell_what_the_reference_says_a_seat_knows(seed: int) -> None:
    rng = random.Random(seed)
    state = random_deal(rng, random_rules(rng))
    model = reference_deal(state)
    for _ in range(40):
        for seat in range(state.num_players):
            view = state.observe(seat)
            assert known(view) == krypkasino_view(model, seat)
            assert view.rules == state.rules
        if state.is_terminal or len(state.table) > LARGEST_TABLE:
            break
        move = rng.choice(state.moves())
        state.play(move)
        model.play(reference_move(move))


def test_nothing_of_a_view_is_left_out_of_that() -> None:
    names = {name for name in dir(View) if not name.startswith("_")}
    assert names - OTHERS == set(krypkasino_view(reference_deal(Deal.deal(1)), 0)) - {"piles"}


@settings(max_examples=40)
@given(SEEDS)
def test_hidden_cards_make_no_difference(seed: int) -> None:
    rng = random.Random(seed)
    state = random_position(rng, random_rules(rng), 40)
    for seat in range(state.num_players):
        view = state.observe(seat)
        for other in (state.resample(seat, rng.getrandbits(64)), *reshuffled(state, seat, rng)):
            again = other.observe(seat)
            assert again == view
            assert hash(again) == hash(view)
            assert (repr(again), str(again)) == (repr(view), str(view))
            assert known(again) == known(view)
            assert pickle.loads(pickle.dumps(again)) == pickle.loads(pickle.dumps(view)) == view
            assert again.resample(seed) == view.resample(seed)


def test_hidden_cards_are_found_to_differ() -> None:
    rng = random.Random(3)
    for plies in (3, 26):
        state = Deal.deal(2, Rules(players=4))
        while len(state.history) < plies:
            state.play(rng.choice(state.legal_moves()))
        worlds = [world for world in reshuffled(state, 1, rng, 400) if world != state]
        assert len(worlds) > 10
        assert len({world.observe(2) for world in worlds}) > 5


@given(SEEDS)
def test_worlds_of_a_view_are_those_of_the_deal(seed: int) -> None:
    rng = random.Random(seed)
    state = random_position(rng, random_rules(rng))
    for seat in range(state.num_players):
        view = state.observe(seat)
        number = rng.getrandbits(64)
        world = view.resample(number)
        assert world == state.resample(seat, number)
        assert world.history == state.history
        assert world.observe(seat) == view


def test_a_view_stays_as_it_is_when_the_deal_is_played_on() -> None:
    state = Deal.deal(5)
    view = state.observe(0)
    before = known(view)
    while not state.is_terminal:
        state.play(state.legal_moves()[0])
    assert known(view) == before


def test_who_has_played_what() -> None:
    state = Deal.deal(2, Rules(players=3), number=1)
    seats = []
    while not state.is_terminal:
        seats.append(state.current_player)
        state.play(state.legal_moves()[0])
    assert state.observe(0).history_seats == tuple(seats)


# ---------------------------------------------------------------- as values


def test_views_differ_where_knowledge_does() -> None:
    state = Deal.deal(1, Rules(players=4))
    views = [state.observe(seat) for seat in range(4)]
    assert len(set(views)) == 4
    assert views[0] != state
    assert views[0] != Deal.deal(1, Rules(players=4, court_sums=False)).observe(0)
    one, other = (
        View.from_setup(setup("AC AC", "-", "-"), RULES, seat=0, lacks=lacks)
        for lacks in ((), ("-", "-", "4C"))
    )
    assert one != other
    assert hash(one) != hash(other)


@given(SEEDS)
def test_pickles_and_copies_are_equal(seed: int) -> None:
    rng = random.Random(seed)
    state = random_position(rng, random_rules(rng))
    view = state.observe(rng.randrange(state.num_players))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(view, protocol))
        assert again == view
        assert hash(again) == hash(view)
        assert known(again) == known(view)
    assert copy.copy(view) is copy.deepcopy(view) is view


def test_nothing_of_a_view_can_be_changed() -> None:
    view = random_position(random.Random(1), Rules(), 20).observe(1)
    before = known(view)
    for name in (*known(view), "rules", "_seat", "_world", "anything"):
        if name != "piles":
            with pytest.raises(AttributeError):
                setattr(view, name, 1)
            with pytest.raises(AttributeError):
                delattr(view, name)
    assert not hasattr(view, "__dict__")
    view.legal_moves().append(99)
    view.moves().clear()
    view.tally()[0] = 99
    world = view.resample(1)
    while not world.is_terminal:
        world.play(world.legal_moves()[0])
    for name in ("hand", "unseen", "table", "lacks", "history", "hand_sizes", "aside", "sweep_points"):
        hash(getattr(view, name))
    assert known(view) == before


@pytest.mark.parametrize("seat", [-1, 2, 9, 2**70])
def test_there_is_no_such_seat(seat: int) -> None:
    for call in (Deal.deal(1).observe, Deal.deal(1).observe(0).pile):
        with pytest.raises(CabbageError, match=f"^a seat is 0 to 1, not {seat}$"):
            call(seat)


@pytest.mark.parametrize("seat", [None, "0", 0.0, True])
def test_seats_are_integers(seat: Any) -> None:
    for call in (Deal.deal(1).observe, Deal.deal(1).observe(0).pile, Deal.deal(1).observe(0).resample):
        with pytest.raises(InputTypeError, match="is an integer, not "):
            call(seat)


def test_views_are_made_by_observing() -> None:
    for arguments in ((), (Deal.deal(1), 0)):
        with pytest.raises(InputTypeError, match="a view is what observe"):
            View(*arguments)
        with pytest.raises(InputTypeError, match="a view is what observe"):
            View.__new__(View, *arguments)


def test_forged_pickles_raise_or_give_a_view() -> None:
    state = Deal.from_setup(setup("AC AC", "2C", "3C", stock="5C KC AS 2S TD KD KC AS 2S TD KD JC"), RULES)
    restore, (world, seat) = state.observe(1).__reduce__()
    assert restore is observed
    assert observed(state, 1) == observed(world, seat)
    with pytest.raises(InputTypeError, match=r"^a view is of a round or deal, not of "):
        observed(RULES, 1)
    for number in (9, -1, "1", None):
        with pytest.raises(CabbageError, match=r"^a seat is "):
            observed(world, number)
    restore_deal, (begun, rules, history, lacks) = world.__reduce__()
    assert restore_deal(begun, rules, history, lacks) == world
    assert restore_deal(state.setup(), rules, (), (0, 1, 0, 0, 0, 0)).lacks == ((), (Card("AC"),), ())
    for forged, message in [
        ((0, 2, 0, 0, 0, 0), "seat 1 has shown not to hold 2C, and holds it"),
        ((2, 0, 0, 0, 0, 0), "seat 0 has shown to have no 2C, and it has played no card in this batch"),
        ((0, 0, 0, 1, 0, 0), "what a seat lacks is 0 to 0, not 1"),
    ]:
        with pytest.raises(CabbageError) as caught:
            restore_deal(state.setup(), rules, (), forged)
        assert str(caught.value) == message


def test_pictures_show_hidden_hands_as_numbers() -> None:
    view = View.from_setup(setup("AC AC", "-", "-"), RULES, seat=0, lacks=("-", "JC QC", "-"))
    assert (
        str(view)
        == """\
Krypkasino, 3 players, batch 1 of 3, seat 0 to play; what seat 0 knows
  table  4C
  aside  -
  last capture by seat 1, 12 cards in stock
> seat 0  AC AC             points   0, of sweeps  +0  pile of 0
  seat 1  1 card, no JC QC  points   5, of sweeps  +5  pile of 3
  seat 2  1 card            points   0, of sweeps  +0  pile of 0
  unseen  18 cards, 4 of them out of play"""
    )


# ---------------------------------------------------------------- by hand


@given(SEEDS)
def test_made_of_what_lies_open_they_are_equal(seed: int) -> None:
    rng = random.Random(seed)
    state = random_position(rng, random_rules(rng))
    for seat in range(state.num_players):
        view = state.observe(seat)
        table = view.setup()
        assert not table.stock
        assert not any(hand for other, hand in enumerate(table.hands) if other != seat)
        again = View.from_setup(table, view.rules, seat=seat, lacks=view.lacks)
        assert again == view
        assert hash(again) == hash(view)
        assert again.history == ()
        for name, value in known(again).items():
            assert name in ("history", "history_seats") or value == known(view)[name]
        # Other hands and the stock are not looked at.
        assert View.from_setup(state.setup(), view.rules, seat=seat, lacks=view.lacks) == view
        assert again.resample(seed) == view.resample(seed)


def test_lacks_may_be_texts_or_cards() -> None:
    ways: list[Any] = [("-", "5C 4C 4C", "-"), ((), [Card("4C"), Card("5C")], ()), ["-", {3, 4}, []]]
    views = [View.from_setup(setup("AC AC", "-", "-"), RULES, seat=0, lacks=lacks) for lacks in ways]
    assert len(set(views)) == 1
    assert views[0].lacks == ((), (Card("4C"), Card("5C")), ())


@pytest.mark.parametrize(
    ("lacks", "error", "message"),
    [
        (5, InputTypeError, "lacks is a sequence, not 5"),
        ("4C", InputTypeError, "lacks is a sequence, not '4C'"),
        (("-", "4C"), ViewError, "lacks of 2 seats for 3 players"),
        (
            ("-", "4X", "-"),
            CabbageError,
            "'4X' is not a card; a card is a rank of A23456789TJQK and a letter of CDHS",
        ),
        ((4, "-", "-"), InputTypeError, "one of lacks is a sequence of cards or a text, not 4"),
    ],
)
def test_what_are_no_lacks(lacks: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        View.from_setup(setup("AC AC", "-", "-"), RULES, seat=0, lacks=lacks)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"setup": None}, InputTypeError, "a set-up is a krypkasino.Setup, not None"),
        ({"rules": 5}, InputTypeError, "rules are a krypkasino.Rules, not 5"),
        ({"rules": Rules(players=2)}, SetupError, "3 hands for 2 players"),
        ({"seat": 3}, CabbageError, "a seat is 0 to 2, not 3"),
        ({"seat": True}, InputTypeError, "a seat is an integer, not True"),
    ],
)
def test_what_are_no_set_ups_rules_or_seats(arguments: Any, error: type[Exception], message: str) -> None:
    values: dict[str, Any] = {"setup": setup("AC AC", "-", "-"), "rules": RULES, "seat": 0} | arguments
    with pytest.raises(error) as caught:
        View.from_setup(values["setup"], values["rules"], seat=values["seat"])
    assert str(caught.value) == message


def test_set_ups_of_views_are_checked_as_those_of_deals() -> None:
    with pytest.raises(SetupError) as caught:
        View.from_setup(setup("AC AC AC", "-", "-", aside="2C"), RULES, seat=0)
    assert caught.value.faults == (
        "card AC is there 3 times, in 2 packs",
        "8 cards in the stock; a batch takes 6",
        "card 2C is put aside, and is no court card",
        "seat 0 holds 3 cards of a batch of 2",
    )
    with pytest.raises(SetupError, match="the last player is seat 3; the seats are 0 to 2"):
        View.from_setup(setup("AC AC", "-", "-", last_player=3), RULES, seat=0)


# ---------------------------------------------------------------- contradictions


def test_contradictory_lacks_are_reported_and_no_others() -> None:
    rng = random.Random(12)
    refused = 0
    for _ in range(400):
        state = random_position(rng, random_rules(rng), 40)
        seat = rng.randrange(state.num_players)
        view = state.observe(seat)
        chance = rng.choice((0.1, 0.5, 0.9))
        lacks = [
            {*shown, *(card for card in ALL_CARDS if rng.random() < chance)} if other != seat else set(shown)
            for other, shown in enumerate(view.lacks)
        ]
        size = view.rules.cards_each_later if view.batch_number else view.rules.cards_each_first
        bad = any(cards and view.hand_sizes[other] == size for other, cards in enumerate(lacks))
        bad |= view.is_terminal and any(lacks)
        # Copies of a card are two.
        numbered = list(range(len(view.unseen)))
        places = [
            {number for number in numbered if view.unseen[number] not in lacks[other]}
            for other in range(len(lacks))
            if other != seat
            for _ in range(view.hand_sizes[other])
        ]
        bad |= not can_be_dealt(numbered, places)
        if not bad:
            again = View.from_setup(view.setup(), view.rules, seat=seat, lacks=lacks)
            for other, shown in enumerate(again.lacks):
                assert set(shown) == lacks[other]
                assert other == seat or not set(again.resample(1).hand(other)) & lacks[other]
            continue
        refused += 1
        with pytest.raises(ViewError):
            View.from_setup(view.setup(), view.rules, seat=seat, lacks=lacks)
    assert 50 < refused < 390


@pytest.mark.parametrize(
    ("seat", "lacks", "message"),
    [
        (0, "4C | - | -", "seat 0 has shown to have no 4C, and it has played no card in this batch"),
        (1, "- | 2C | -", "seat 1 has shown not to hold 2C, and holds it"),
        (
            0,
            "- | 2C 3C 4C 5C JC QC KC TD KD AS 2S | -",
            "seat 1 holds 1 card, and only 0 of the 18 hidden from seat 0 can be theirs: "
            "seat 1 has no 2C 3C 4C 5C JC QC KC TD KD AS 2S",
        ),
    ],
)
def test_contradictions_are_explained(seat: int, lacks: str, message: str) -> None:
    hands = ["AC AC", "2C", "3C"]
    with pytest.raises(ViewError) as caught:
        View.from_setup(setup(*hands), RULES, seat=seat, lacks=lacks.split(" | "))
    assert str(caught.value) == message


def test_nobody_lacks_anything_when_the_deal_is_over() -> None:
    state = Deal.deal(1)
    while not state.is_terminal:
        state.play(state.legal_moves()[0])
    view = state.observe(0)
    assert view.lacks == ((), ())
    with pytest.raises(ViewError, match=r"^seat 1 has shown to have no 5C, and the deal is over$"):
        View.from_setup(view.setup(), view.rules, seat=0, lacks=("-", "5C"))


def test_too_few_cards_are_unseen() -> None:
    view = View.from_setup(setup("AC AC", "-", "-"), RULES, seat=0)
    text = notation.format_view(view)
    assert "stock 12" in text
    with pytest.raises(ViewError) as caught:
        notation.parse_view(text.replace("stock 12", "stock 18"))
    assert (
        str(caught.value) == "other hands are 2 cards and the stock is 18, and only 18 are hidden from seat 0"
    )


def test_all_cards_are_where_they_can_be() -> None:
    view = View.from_setup(setup("AC AC", "-", "-"), RULES, seat=0)
    assert view.hand_sizes == (2, 1, 1)
    assert (view.stock_size, view.out_of_play, len(view.unseen)) == (12, 4, 18)
