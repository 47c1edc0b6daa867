"""Worlds of Las Vegan: drawn from what a seat knows, consistent with it, each as often as any other."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage import errors, notation
from cabbage.cards import ALL_CARDS
from cabbage.las_vegan import Card, CardSet, Round, Rules
from chi_square import assert_frequencies
from compare import SUITS, random_rules, reference_cards, reference_round
from reference import las_vegan as ref
from reference import worlds

SEEDS = st.integers(0, 2**32 - 1)


def random_position(rng: random.Random, rules: Rules, most_plies: int = 44) -> Round:
    """A random moment of a random round."""
    number, leader = rng.randrange(rules.rounds), rng.randrange(rules.players)
    state = Round.deal(rng.getrandbits(64), rules, number=number, leader=leader)
    for _ in range(rng.randrange(most_plies)):
        if state.is_terminal:
            break
        state.play(rng.choice(state.legal_moves()))
    return state


def start_of(state: Round) -> Round:
    first = state.copy()
    while first.history:
        first.undo()
    return first


def model_of(state: Round) -> ref.Round:
    """The reference at the same position, with the same history."""
    model = reference_round(start_of(state))
    for action in state.history:
        model.play(action)
    return model


def assert_consistent(world: Round, state: Round, seat: int) -> None:
    """`world` looks to `seat` as `state` does, now and ever before, and all of the history is legal in it."""
    players = range(state.num_players)
    assert world.rules == state.rules
    assert world.history == state.history
    cards: Counter[int] = Counter()
    for player in players:
        assert world.pile_mask(player) == state.pile_mask(player)
        assert len(world.hand(player)) == len(state.hand(player))
        cards.update([*world.hand(player), *world.pile(player)])
    cards.update(world.trick)
    assert set(cards) <= set(state.rules.deck)
    assert set(cards.values()) <= {1}
    assert world.setup().faults(world.rules) == state.setup().faults(state.rules)

    back, own = world.copy(), state.copy()
    while True:
        assert back.recomputed_hash() == back.zobrist_hash
        assert back.hand_mask(seat) == own.hand_mask(seat)
        assert (back.trick, back.leader, back.to_place) == (own.trick, own.leader, own.to_place)
        assert (back.placed, back.golden_side) == (own.placed, own.golden_side)
        if not own.history:
            break
        assert back.undo() == own.undo()
    for action in state.history:
        back.play(action)
    assert back == world
    assert back.zobrist_hash == world.zobrist_hash


@given(SEEDS)
def test_worlds_are_consistent_with_all_that_a_seat_knows(seed: int) -> None:
    rng = random.Random(seed)
    state = random_position(rng, random_rules(rng))
    before = state.copy()
    for seat in range(state.num_players):
        world = state.resample(seat, rng.getrandbits(64))
        assert_consistent(world, state, seat)
    assert state == before
    assert state.history == before.history


@given(SEEDS)
def test_a_world_depends_on_nothing_that_is_hidden(seed: int) -> None:
    rng = random.Random(seed)
    state = random_position(rng, random_rules(rng))
    for seat in range(state.num_players):
        other = state.resample(seat, rng.getrandbits(64))
        number = rng.getrandbits(64)
        assert other.resample(seat, number) == state.resample(seat, number)


@given(SEEDS)
def test_a_round_set_up_in_a_trick_shows_what_the_trick_shows(seed: int) -> None:
    rng = random.Random(seed)
    state = random_position(rng, random_rules(rng))
    state = Round.from_setup(state.setup(), state.rules)
    for _ in range(rng.randrange(8)):
        if state.is_terminal:
            break
        state.play(rng.choice(state.legal_moves()))
    # Of an open trick there is no history to replay; who did not follow is known all the same.
    first = start_of(state)
    void = [
        ((first.leader + place) % state.num_players, first.led_suit)
        for place, card in enumerate(first.trick)
        if card.suit != first.led_suit
    ]
    for seat in range(state.num_players):
        world = state.resample(seat, rng.getrandbits(64))
        assert_consistent(world, state, seat)
        for player, suit in void:
            assert player == seat or suit not in {card.suit for card in world.hand(player)}


def hands_of(state: Round) -> tuple[int, ...]:
    return tuple([state.hand_mask(seat) for seat in range(state.num_players)])


def constrained(state: Round, seat: int) -> set[frozenset[int]]:
    """The sets of suits that rivals with cards have shown to be void in, as far as `seat` misses some."""
    back = state.copy()
    shown: list[set[int]] = [set() for _ in range(state.num_players)]
    while back.history:
        action = back.undo()
        if action < len(ALL_CARDS) and back.trick and Card(action).suit != back.led_suit:
            shown[back.current_player].add(int(back.trick[0].suit))
    seen = {*state.hand(seat), *state.trick}
    seen.update(card for player in range(state.num_players) for card in state.pile(player))
    missed = {int(card.suit) for card in set(state.rules.deck) - seen}
    rivals = [rival for rival in range(state.num_players) if rival != seat and state.hand(rival)]
    return {frozenset(shown[rival] & missed) for rival in rivals if shown[rival] & missed}


def ways_to_deal(state: Round, seat: int) -> int:
    """In how many ways the cards that `seat` does not see can lie, whatever has been shown."""
    unseen = len(state.rules.deck) - len(state.hand(seat)) - len(state.trick)
    unseen -= sum(len(state.pile(player)) for player in range(state.num_players))
    ways = 1
    for player in range(state.num_players):
        if player != seat:
            ways *= math.comb(unseen, len(state.hand(player)))
            unseen -= len(state.hand(player))
    return ways


def cases(rules: Rules, groups: int, wanted: int, most: int = 600) -> Iterator[tuple[Round, int, list[Any]]]:
    """Positions with so many differently constrained groups of rivals, and with a few worlds."""
    rng = random.Random(groups)
    while wanted:
        state = random_position(rng, rules, rules.players * rules.cards_each + 4)
        seat = rng.randrange(rules.players)
        if ways_to_deal(state, seat) > 5_000 or len(constrained(state, seat)) != groups:
            continue
        enumerated = worlds.las_vegan_worlds(model_of(state), seat)
        if 3 * groups < len(enumerated) <= most:
            wanted -= 1
            yield state, seat, enumerated


THREE_SUITS = CardSet(range(30))
SMALL = {
    "two, two cards over": Rules(players=2, hand_size=5, deck=CardSet("R0123 P0123 G0123")),
    "three, three over": Rules(players=3, hand_size=4, deck=CardSet("R01234 P01234 G01234")),
    "three, none over": Rules(players=3, hand_size=5, deck=CardSet("R0123 P0123 G0123 B012")),
    "four": Rules(players=4, hand_size=4, deck=CardSet("R01278 P01278 G01278 B01278")),
    "four, none over": Rules(players=4, hand_size=4, deck=CardSet("R0127 P0127 G0127 B0127")),
    "five": Rules(players=5, hand_size=4, deck=CardSet("R012578 P012578 G012578 B0123")),
    "six": Rules(players=6, hand_size=3, deck=CardSet("R012578 P012578 G012578 B0123")),
}


@pytest.mark.parametrize(
    ("name", "groups"),
    [
        ("two, two cards over", 0),
        ("two, two cards over", 1),
        ("three, three over", 1),
        ("three, three over", 2),
        ("three, none over", 2),
        ("four", 2),
        ("four", 3),
        ("four, none over", 3),
        ("five", 3),
        ("five", 4),
        ("six", 3),
    ],
)
def test_every_world_comes_as_often_as_any_other(name: str, groups: int) -> None:
    for state, seat, enumerated in cases(SMALL[name], groups, 2):
        weights: dict[Hashable, int] = {}
        for hands in enumerated:
            masks = [sum(1 << ref.card_action(card) for card in hand) for hand in hands]
            weights[tuple(masks)] = 1
        assert len(weights) == len(enumerated)
        draws = 40 * len(weights)
        drawn: Counter[Hashable] = Counter(hands_of(state.resample(seat, seed)) for seed in range(draws))
        assert_frequencies(drawn, weights)


def test_of_the_whole_pack_every_hidden_card_comes_anywhere() -> None:
    state = Round.deal(1, Rules(players=6))
    drawn = Counter(int(card) for seed in range(4000) for card in state.resample(0, seed).hand(3))
    unseen = set(range(40)) - set(map(int, state.hand(0)))
    assert_frequencies(drawn, dict.fromkeys(unseen, 1))  # type: ignore[arg-type]


def test_a_finished_round_has_one_world() -> None:
    state = random_position(random.Random(1), Rules(players=3), 1)
    while not state.is_terminal:
        state.play(state.legal_moves()[0])
    assert state.resample(1, 5) == state


def test_the_draw_is_the_same_on_every_platform() -> None:
    state = Round.deal(3)
    for _ in range(24):
        state.play(state.legal_moves()[-1])
    world = state.resample(state.current_player, 7)
    text = notation.format_position(world, one_line=True)
    assert "hands R09 P4 G2 | R1237 | R4 P015 | R568 P23;" in text


@pytest.mark.parametrize("seat", [-1, 4, 2**70])
def test_seats_out_of_range_are_refused(seat: int) -> None:
    with pytest.raises(errors.CabbageError, match="a seat is 0 to 3"):
        Round.deal(1).resample(seat, 1)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    with pytest.raises(errors.CabbageError, match=r"a seed is 0 to 2\*\*64 - 1"):
        Round.deal(1).resample(0, seed)


@pytest.mark.parametrize("bad", [None, "1", 1.0, True])
def test_arguments_of_another_type_are_refused(bad: Any) -> None:
    with pytest.raises(errors.InputTypeError, match="is an integer"):
        Round.deal(1).resample(bad, 1)
    with pytest.raises(errors.InputTypeError, match="is an integer"):
        Round.deal(1).resample(0, bad)


def test_the_suits_of_engine_and_reference_are_in_one_order() -> None:
    assert reference_cards(CardSet([0, 10, 20, 30])) == [(suit, 0) for suit in SUITS]
