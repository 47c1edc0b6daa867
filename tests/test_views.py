"""Views of Las Vegan: all that a seat knows, nothing else, and the laws of values."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabbage import notation
from cabbage._views import observed
from cabbage.cards import ALL_CARDS, Card, CardSet, CasinoCard, Suit
from cabbage.errors import CabbageError, CardError, IllegalActionError, InputTypeError, SetupError, ViewError
from cabbage.las_vegan import Round, Rules, Setup, View
from compare import SUITS, random_rules, reference_cards, reference_casino, reference_round
from reference.views import las_vegan_view
from test_worlds import random_position, start_of

SEEDS = st.integers(0, 2**32 - 1)

RULES = Rules(players=3, hand_size=4)
# After a trick of greens, in which seat 2 threw a blue card; seat 1 has won it and leads red.
TABLE: dict[str, Any] = {
    "casino": "12R",
    "golden_value": -3,
    "token_values": (1, 1, -1, -2),
    "leader": 1,
    "piles": ("-", "G12 B9", "-"),
    "trick": ("R5",),
}


def setup(*hands: str, **changes: Any) -> Setup:
    values = TABLE | changes
    return Setup(hands=hands, **{**values, "casino": tuple(values["casino"])})  # type: ignore[arg-type]


def known(view: View) -> dict[str, object]:
    """All that a view tells, in the terms of the reference."""
    seats = range(view.num_players)
    return {
        "seat": view.seat,
        "num_players": view.num_players,
        "current_player": view.current_player,
        "is_terminal": view.is_terminal,
        "hand": set(reference_cards(view.hand)),
        "hand_sizes": list(view.hand_sizes),
        "unseen": set(reference_cards(view.unseen)),
        "out_of_play": view.out_of_play,
        "voids": [[SUITS[suit] for suit in suits] for suits in view.voids],
        "leader": view.leader,
        "led_suit": None if view.led_suit is None else SUITS[view.led_suit],
        "trick": [(SUITS[card.suit], card.rank) for card in view.trick],
        "piles": [set(reference_cards(view.pile(seat))) for seat in seats],
        "tricks_won": list(view.tricks_won),
        "casino": list(reference_casino(view.casino)),
        "golden_value": view.golden_value,
        "golden_side": view.golden_side,
        "token_values": list(view.token_values),
        "placed": list(view.placed),
        "to_place": view.to_place,
        "history": list(view.history),
        "history_seats": list(view.history_seats),
        "legal_moves": view.legal_moves(),
        "tally": view.tally(),
    }


#: What a view has besides: to go on from it, to write it down, and the rules, which it has from the state.
OTHERS = {"rules", "pile", "resample", "setup", "from_setup"}


def reshuffled(state: Round, seat: int, rng: random.Random, tries: int = 5) -> Iterator[Round]:
    """Rounds with the same history and other hidden cards, found by dealing them and playing it again."""
    first = start_of(state)
    own = [set(first.hand(other)) & set(state.hand(other)) for other in range(state.num_players)]
    seen = [
        *state.hand(seat),
        *state.trick,
        *(c for other in range(state.num_players) for c in state.pile(other)),
    ]
    hidden = sorted(set(state.rules.deck) - set(seen))
    for _ in range(tries):
        rng.shuffle(hidden)
        cards = iter(hidden)
        hands = []
        for other in range(state.num_players):
            played = set(first.hand(other)) - own[other]
            held = own[other] if other == seat else {next(cards) for _ in own[other]}
            hands.append(CardSet(played | held))
        try:
            other_world = Round.from_setup(replace(first.setup(), hands=tuple(hands)), state.rules)
            for action in state.history:
                other_world.play(action)
        except (IllegalActionError, SetupError):
            continue
        yield other_world


# ---------------------------------------------------------------- what is known


@settings(max_examples=40)
@given(SEEDS)
def test_views_tell_what_the_reference_says_a_seat_knows(seed: int) -> None:
    rng = random.Random(seed)
    state = Round.deal(rng.getrandbits(64), random_rules(rng))
    model = reference_round(state)
    while True:
        for seat in range(state.num_players):
            view = state.observe(seat)
            assert known(view) == las_vegan_view(model, seat)
            assert view.rules == state.rules
        if state.is_terminal:
            break
        action = rng.choice(model.legal_actions())
        state.play(action)
        model.play(action)


def test_nothing_of_a_view_is_left_out_of_that() -> None:
    state = Round.deal(1)
    names = {name for name in dir(View) if not name.startswith("_")}
    assert names - OTHERS == set(las_vegan_view(reference_round(state), 0)) - {"piles"}


@settings(max_examples=40)
@given(SEEDS)
def test_hidden_cards_make_no_difference(seed: int) -> None:
    rng = random.Random(seed)
    state = random_position(rng, random_rules(rng))
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
    state = random_position(rng, Rules(players=4, hand_size=6), 30)
    worlds = [world for world in reshuffled(state, 1, rng, 200) if world != state]
    assert len(worlds) > 10
    assert len({world.observe(2) for world in worlds}) > 5


@given(SEEDS)
def test_worlds_of_a_view_are_those_of_the_round(seed: int) -> None:
    rng = random.Random(seed)
    state = random_position(rng, random_rules(rng))
    for seat in range(state.num_players):
        view = state.observe(seat)
        number = rng.getrandbits(64)
        world = view.resample(number)
        assert world == state.resample(seat, number)
        assert world.history == state.history
        assert world.observe(seat) == view


def test_a_view_stays_as_it_is_when_the_round_is_played_on() -> None:
    state = Round.deal(5)
    view = state.observe(0)
    before = known(view)
    while not state.is_terminal:
        state.play(state.legal_moves()[0])
    assert known(view) == before


def test_who_has_played_what() -> None:
    state = Round.deal(2, number=1)
    seats = []
    rng = random.Random(8)
    while not state.is_terminal:
        seats.append(state.current_player)
        state.play(rng.choice(state.legal_moves()))
    assert state.observe(0).history_seats == tuple(seats)


# ---------------------------------------------------------------- as values


def test_views_differ_where_knowledge_does() -> None:
    state = Round.deal(1)
    views = [state.observe(seat) for seat in range(4)]
    assert len(set(views)) == 4
    assert views[0] != state
    assert views[0] != Round.deal(1, Rules(golden_tie="none")).observe(0)
    table = setup("-", "-", "R7 P7 B7")
    one, other = (View.from_setup(table, RULES, seat=2, voids=voids) for voids in ((), ("-", "-", "G")))
    assert one != other
    assert hash(one) != hash(other)


def test_equal_positions_by_other_ways_are_equal_views() -> None:
    rules = Rules(players=2, hand_size=3)
    views = []
    for text in ("R9 R1 R8 R2", "R8 R2 R9 R1"):
        state = Round.from_setup(setup("R89 B0", "R12 B1", piles=(), trick=(), leader=0), rules)
        for word in text.split():
            state.play(Card(word))
        views.append(state.observe(1))
    assert views[0].history != views[1].history
    assert views[0] == views[1]
    assert hash(views[0]) == hash(views[1])


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
    view = random_position(random.Random(1), Rules(), 20).observe(2)
    before = known(view)
    for name in (*known(view), "rules", "_seat", "_world", "anything"):
        if name != "piles":
            with pytest.raises(AttributeError):
                setattr(view, name, 1)
            with pytest.raises(AttributeError):
                delattr(view, name)
    assert not hasattr(view, "__dict__")
    view.legal_moves().append(99)
    view.tally()[0] = 99
    world = view.resample(1)
    while not world.is_terminal:
        world.play(world.legal_moves()[0])
    for name in (
        "hand",
        "unseen",
        "trick",
        "voids",
        "history",
        "hand_sizes",
        "placed",
        "casino",
        "token_values",
    ):
        hash(getattr(view, name))
    assert known(view) == before


@pytest.mark.parametrize("seat", [-1, 4, 9, 2**70])
def test_there_is_no_such_seat(seat: int) -> None:
    for call in (Round.deal(1).observe, Round.deal(1).observe(0).pile):
        with pytest.raises(CabbageError, match=f"^a seat is 0 to 3, not {seat}$"):
            call(seat)


@pytest.mark.parametrize("seat", [None, "0", 0.0, True])
def test_seats_are_integers(seat: Any) -> None:
    for call in (Round.deal(1).observe, Round.deal(1).observe(0).pile, Round.deal(1).observe(0).resample):
        with pytest.raises(InputTypeError, match="is an integer, not "):
            call(seat)


def test_views_are_made_by_observing() -> None:
    for arguments in ((), (Round.deal(1), 0)):
        with pytest.raises(InputTypeError, match="a view is what observe"):
            View(*arguments)
        with pytest.raises(InputTypeError, match="a view is what observe"):
            View.__new__(View, *arguments)


def test_forged_pickles_raise_or_give_a_view() -> None:
    state = random_position(random.Random(4), RULES, 9)
    restore, (world, seat) = state.observe(1).__reduce__()
    assert restore is observed
    assert observed(state, 1) == observed(world, seat)
    for forged in (None, 5, "round", state.observe(1), object()):
        with pytest.raises(InputTypeError, match=r"^a view is of a round or deal, not of "):
            observed(forged, 1)
    for number in (9, -1, "1", None):
        with pytest.raises(CabbageError, match=r"^a seat is "):
            observed(world, number)
    restore_round, (begun, rules, history, voids) = world.__reduce__()
    assert restore_round(begun, rules, history, voids) == world
    with pytest.raises(ViewError, match=r"^seat 0 has shown to have no \w+, and holds "):
        restore_round(state.setup(), rules, (), 0xF)
    with pytest.raises(CabbageError, match="voids is 0 to 4095"):
        restore_round(begun, rules, history, 1 << 12)


def test_pictures_show_hidden_hands_as_numbers() -> None:
    view = View.from_setup(setup("-", "-", "R7 P7 B7"), RULES, seat=2, voids=("PG", "-", "G"))
    assert (
        str(view)
        == """\
Las Vegan, 3 players, 1 of 4 tricks played, seat 2 to play; what seat 2 knows
  casino  golden -3 not placed   c0 rank 1: free   c1 rank 2: free   c2 red: free
  tokens left  t0 (+1) t1 (+1) t2 (-1) t3 (-2)
  trick   seat 1 led: R5
  seat 0  3 cards, no purple, no green  won  0  now  +0  pile -
  seat 1  2 cards                       won  1  now  +0  pile G12 B9
> seat 2  R7 P7 B7                      won  0  now  +0  pile -
  unseen  R01234689 P012345689 G03456789 B01234568, 28 of them out of play"""
    )


# ---------------------------------------------------------------- by hand


@given(SEEDS)
def test_made_of_what_lies_open_they_are_equal(seed: int) -> None:
    rng = random.Random(seed)
    state = random_position(rng, random_rules(rng))
    for seat in range(state.num_players):
        view = state.observe(seat)
        table = view.setup()
        assert [len(hand) for other, hand in enumerate(table.hands) if other != seat] == [0] * (
            len(table.hands) - 1
        )
        again = View.from_setup(table, view.rules, seat=seat, voids=view.voids)
        assert again == view
        assert hash(again) == hash(view)
        assert again.history == ()
        assert {**known(again), "history": 0, "history_seats": 0} == {
            **known(view),
            "history": 0,
            "history_seats": 0,
        }
        # Other hands are not looked at.
        assert View.from_setup(state.setup(), view.rules, seat=seat, voids=view.voids) == view
        assert again.resample(seed) == view.resample(seed)


def test_voids_may_be_texts_or_suits_and_what_the_trick_shows_goes_without_saying() -> None:
    table = setup("P789", "-", "-", trick=("R5", "B1"))
    ways: list[Any] = [(), ("-", "-", "R"), ((), [], [Suit.RED]), ("-", "-", {0}), [[], [], (0, 0)]]
    views = [View.from_setup(table, RULES, seat=0, voids=voids) for voids in ways]
    assert len(set(views)) == 1
    assert views[0].voids == ((), (), (Suit.RED,))
    assert View.from_setup(table, RULES, seat=0, voids=("-", "g", "PR")).voids[2] == (Suit.RED, Suit.PURPLE)


@pytest.mark.parametrize(
    ("voids", "error", "message"),
    [
        (5, InputTypeError, "voids is a sequence, not 5"),
        ("R", InputTypeError, "voids is a sequence, not 'R'"),
        (("-", "R"), ViewError, "voids of 2 seats for 3 players"),
        (("-", "", "-"), CardError, "'' is not suits; they are letters of RPGB, or - for none"),
        (("-", "X", "-"), CardError, "'X' is not suits; they are letters of RPGB, or - for none"),
        ((4, "-", "-"), InputTypeError, "suits is a sequence, not 4"),
        (([4], "-", "-"), CardError, "a suit is 0 to 3, not 4"),
        (([True], "-", "-"), InputTypeError, "a suit is an integer, not True"),
    ],
)
def test_what_are_no_voids(voids: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        View.from_setup(setup("-", "-", "R7 P7 B7"), RULES, seat=2, voids=voids)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"setup": None}, InputTypeError, "a set-up is a las_vegan.Setup, not None"),
        ({"rules": 5}, InputTypeError, "rules are a las_vegan.Rules, not 5"),
        ({"rules": Rules(players=2)}, SetupError, "3 hands for 2 players"),
        ({"seat": 3}, CabbageError, "a seat is 0 to 2, not 3"),
        ({"seat": True}, InputTypeError, "a seat is an integer, not True"),
    ],
)
def test_what_are_no_set_ups_rules_or_seats(arguments: Any, error: type[Exception], message: str) -> None:
    given_: dict[str, Any] = {"setup": setup("-", "-", "R7 P7 B7"), "rules": RULES, "seat": 2} | arguments
    with pytest.raises(error) as caught:
        View.from_setup(given_["setup"], given_["rules"], seat=given_["seat"])
    assert str(caught.value) == message


def test_set_ups_of_views_are_checked_as_those_of_rounds() -> None:
    with pytest.raises(SetupError) as caught:
        View.from_setup(
            setup("-", "-", "R5 G1 B7", golden_value=7, piles=("-", "G12 B9", "G3")), RULES, seat=2
        )
    assert caught.value.faults[:4] == (
        "card G1 is in the hand of seat 2 and in the pile of seat 1",
        "card R5 is in the hand of seat 2 and in the open trick",
        "the pile of seat 2 has 1 cards, which is no number of whole tricks of 3",
        "the golden token shows 7; its faces are (-3, -4)",
    )
    with pytest.raises(SetupError, match="seat 1 played B1 to a red lead while holding R6"):
        View.from_setup(
            setup("-", "R6 P7", "-", leader=0, trick=("R5", "B1"), piles=()),
            Rules(players=3, hand_size=3),
            seat=1,
        )


def tampered(value: Any, **fields: Any) -> Any:
    """A frozen value altered behind its own back."""
    for name, new in fields.items():
        object.__setattr__(value, name, new)
    return value


def test_altered_rules_and_set_ups_are_refused() -> None:
    table = setup("-", "-", "R7 P7 B7")
    with pytest.raises(CabbageError):
        View.from_setup(table, tampered(Rules(players=3, hand_size=4), players=100), seat=2)
    with pytest.raises(CabbageError):
        View.from_setup(tampered(table, hands=("R9", 5, None)), RULES, seat=2)


# ---------------------------------------------------------------- contradictions


def can_be_dealt(cards: Sequence[int], places: Sequence[AbstractSet[int]]) -> bool:
    """Whether every place can get a card of its own that it may have: by augmenting paths."""
    taken: dict[int, int] = {}

    def find(place: int, tried: set[int]) -> bool:
        for card in cards:
            if card in places[place] and card not in tried:
                tried.add(card)
                if card not in taken or find(taken[card], tried):
                    taken[card] = place
                    return True
        return False

    return all(find(place, set()) for place in range(len(places)))


def test_contradictory_voids_are_reported_and_no_others() -> None:
    rng = random.Random(11)
    refused = 0
    for _ in range(400):
        state = random_position(rng, random_rules(rng))
        seat = rng.randrange(state.num_players)
        view = state.observe(seat)
        chance = rng.choice((0.1, 0.3, 0.5))
        voids = [
            {*shown, *(suit for suit in Suit if rng.random() < chance)} if other != seat else set(shown)
            for other, shown in enumerate(view.voids)
        ]
        trick = {(view.leader + place) % view.num_players: card for place, card in enumerate(view.trick)}
        bad = any(
            voids[other] and view.hand_sizes[other] == view.rules.cards_each for other in range(len(voids))
        )
        bad |= any(other in trick and trick[other].suit in voids[other] for other in range(len(voids)))
        places = [
            {card for card in view.unseen if card.suit not in voids[other]}
            for other in range(len(voids))
            if other != seat
            for _ in range(view.hand_sizes[other])
        ]
        bad |= not can_be_dealt(sorted(view.unseen), places)
        if not bad:
            again = View.from_setup(view.setup(), view.rules, seat=seat, voids=voids)
            for other, suits in enumerate(again.voids):
                assert set(suits) == voids[other]
                assert other == seat or not {card.suit for card in again.resample(1).hand(other)} & set(suits)
            continue
        refused += 1
        with pytest.raises(ViewError):
            View.from_setup(view.setup(), view.rules, seat=seat, voids=voids)
    assert 50 < refused < 350


@pytest.mark.parametrize(
    ("voids", "message"),
    [
        ("- - R", "seat 2 has shown to have no red, and holds R7"),
        ("- R -", "seat 1 has shown to have no red, and has played R5 to the open trick"),
        (
            "RPGB - -",
            "seat 0 holds 3 cards, and only 0 of the 33 hidden from seat 2 can be theirs: "
            "seat 0 has no red, no purple, no green, no blue",
        ),
    ],
)
def test_contradictions_are_explained(voids: str, message: str) -> None:
    with pytest.raises(ViewError) as caught:
        View.from_setup(setup("-", "-", "R7 P7 B7"), RULES, seat=2, voids=voids.split())
    assert str(caught.value) == message


def test_voids_of_who_has_played_nothing() -> None:
    table = setup("-", "-", "R7 P7 B78", trick=(), piles=(), leader=0)
    with pytest.raises(ViewError, match=r"^seat 1 has shown to have no red, and has played no card$"):
        View.from_setup(table, RULES, seat=2, voids=("-", "R", "-"))


def test_two_hands_that_need_the_same_cards() -> None:
    rules = Rules(players=3, hand_size=3, deck=CardSet("R0123 P0123 G0"))
    table = setup("-", "-", "P23", trick=(), piles=("-", "R23 G0", "-"))
    assert View.from_setup(table, rules, seat=2).out_of_play == 0
    with pytest.raises(ViewError) as caught:
        View.from_setup(table, rules, seat=2, voids=("P", "P", "-"))
    assert str(caught.value) == (
        "seats 0 and 1 hold 4 cards, and only 2 of the 4 hidden from seat 2 can be theirs: "
        "seat 0 has no purple, seat 1 has no purple"
    )


def test_too_few_cards_are_unseen() -> None:
    rules = Rules(players=3, hand_size=3, deck=CardSet("R0123 P0123 G0"))
    text = notation.format_view(Round.deal(1, rules).observe(0)).replace("| 3", "| 4")
    with pytest.raises(ViewError, match=r"^other hands are 8 cards, and only 6 are hidden from seat 0$"):
        notation.parse_view(text)


def test_all_cards_are_where_they_can_be() -> None:
    view = View.from_setup(setup("-", "-", "R7 P7 B7"), RULES, seat=2)
    assert view.hand_sizes == (3, 2, 3)
    assert view.unseen == ALL_CARDS - CardSet("R7 P7 B7 G12 B9 R5")
    assert view.out_of_play == 28
    assert view.casino == tuple(map(CasinoCard, "12R"))
