"""Worlds of Krypkasino: drawn from what a seat knows, consistent with it, as often as shuffles make them."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabbage import errors
from cabbage._deal import Deal
from cabbage._krypkasino_cards import Card, format_cards, parse_cards
from cabbage._krypkasino_rules import Rules
from chi_square import assert_frequencies
from compare_krypkasino import random_deal, random_rules, reference_deal, reference_move
from reference import krypkasino as ref
from reference import worlds

SEEDS = st.integers(0, 2**32 - 1)


def random_position(rng: random.Random, rules: Rules, most_plies: int = 100) -> Deal:
    """A random moment of a random deal."""
    state = random_deal(rng, rules)
    for _ in range(rng.randrange(most_plies)):
        if state.is_terminal or len(state.table) > 14:
            break
        state.play(rng.choice(state.legal_moves()))
    return state


def model_of(state: Deal) -> ref.Deal:
    """The reference at the same position, with the same history."""
    again = state.copy()
    while again.history:
        again.undo()
    model = reference_deal(again)
    for number in state.history:
        (move,) = [move for move in again.moves() if move.number == number]
        model.play(reference_move(move))
        again.play(number)
    return model


def all_cards(state: Deal) -> Counter[Card]:
    """All cards that are anywhere, but for those that are out of play."""
    cards = Counter([*state.table, *state.aside, *state.stock])
    for seat in range(state.num_players):
        cards.update([*state.hand(seat), *state.pile(seat)])
    return cards


def assert_consistent(world: Deal, state: Deal, seat: int) -> None:
    """`world` looks to `seat` as `state` does, now and ever before, and all of the history is legal in it."""
    players = range(state.num_players)
    assert world.rules == state.rules
    assert world.history == state.history
    assert len(world.stock) == len(state.stock)
    assert set(all_cards(world)) <= set(world.rules.deck)
    assert max(all_cards(world).values()) <= world.rules.packs
    assert [len(world.hand(player)) for player in players] == [len(state.hand(player)) for player in players]

    back, own = world.copy(), state.copy()
    while True:
        assert back.recomputed_hash() == back.zobrist_hash
        assert (back.table, back.aside) == (own.table, own.aside)
        assert back.hand(seat) == own.hand(seat)
        assert [back.pile(player) for player in players] == [own.pile(player) for player in players]
        assert (back.sweep_points, back.last_player) == (own.sweep_points, own.last_player)
        assert (back.last_capturer, back.current_player) == (own.last_capturer, own.current_player)
        assert all_cards(back) == all_cards(world)
        if not own.history:
            break
        assert back.undo() == own.undo()
    assert not back.setup().faults(back.rules)
    for number in state.history:
        back.play(number)
    assert back == world
    assert back.zobrist_hash == world.zobrist_hash


@settings(max_examples=60)
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
        one, two = other.resample(seat, number), state.resample(seat, number)
        assert one == two
        while one.history:
            one.undo()
            two.undo()
            assert one == two


def test_nobody_sees_in_which_order_a_hand_was_dealt() -> None:
    rules = Rules(players=3, first_hand=2, later_hand=3)
    state = Deal.deal(5, rules)
    setup = state.setup()
    blocks = [setup.stock[begin : begin + 3] for begin in range(0, len(setup.stock), 3)]
    dealt_otherwise = tuple(card for block in blocks for card in reversed(block))
    other = Deal.from_setup(replace(setup, stock=dealt_otherwise), rules)
    while state.batch_number < 3:
        action = state.legal_moves()[0]
        state.play(action)
        other.play(action)
    one, two = state.resample(0, 1), other.resample(0, 1)
    for _ in state.history:
        one.undo()
        two.undo()
    assert one.setup() == two.setup()


@given(SEEDS)
def test_a_deal_set_up_in_a_batch_knows_what_has_been_played_since(seed: int) -> None:
    rng = random.Random(seed)
    state = random_position(rng, random_rules(rng))
    state = Deal.from_setup(state.setup(), state.rules)
    for _ in range(rng.randrange(20)):
        if state.is_terminal or len(state.table) > 14:
            break
        state.play(rng.choice(state.legal_moves()))
    for seat in range(state.num_players):
        assert_consistent(state.resample(seat, rng.getrandbits(64)), state, seat)


# ---------------------------------------------------------------- frequencies


def constrained(state: Deal, seat: int) -> set[frozenset[ref.Card]]:
    """The sets of cards that rivals have shown not to hold, as far as `seat` misses such cards."""
    model = model_of(state)
    missed = Counter(dict.fromkeys(model.rules.deck, model.rules.packs))
    for cards in (model.hands[seat], model.table, model.aside, *model.piles):
        missed.subtract(cards)
    shown = worlds.krypkasino_shown(model)
    sets = [
        frozenset(card for player, card in shown if player == rival and missed[card] > 0)
        for rival in range(state.num_players)
        if rival != seat and model.hands[rival]
    ]
    return {cards for cards in sets if cards}


def ways_to_deal(state: Deal, seat: int, *, with_stock: bool) -> int:
    """In how many ways the cards that `seat` does not see can lie, whatever has been shown."""
    unseen = state.rules.packs * len(state.rules.deck) - len(state.hand(seat)) - len(state.table)
    unseen -= len(state.aside) + sum(len(state.pile(player)) for player in range(state.num_players))
    ways = 1
    for player in range(state.num_players):
        if player != seat:
            ways *= math.comb(unseen, len(state.hand(player)))
            unseen -= len(state.hand(player))
    return ways * (math.perm(unseen, len(state.stock)) if with_stock else 1)


def cases(
    rules: Rules, groups: int, wanted: int, *, with_stock: bool
) -> Iterator[tuple[Deal, int, Counter[worlds.World]]]:
    """Positions with so many differently constrained groups of rivals, and with a few worlds."""
    rng = random.Random(groups)
    while wanted:
        state = random_position(rng, rules, rules.players * rules.cards_each_first * 2)
        seat = rng.randrange(rules.players)
        ways = ways_to_deal(state, seat, with_stock=with_stock)
        if not 3 < ways <= 4_000 or len(constrained(state, seat)) != groups:
            continue
        enumerated = worlds.krypkasino_worlds(model_of(state), seat, with_stock=with_stock)
        if groups < len(enumerated) <= 1_000 and (not groups or sum(enumerated.values()) < ways):
            wanted -= 1
            yield state, seat, enumerated


def rules_of(deck: str, **fields: Any) -> Rules:
    return Rules(deck=frozenset(parse_cards(deck)), **fields)


SMALL = {
    "two": rules_of("AC 2C 3C 4C 2D 4D 6D", first_hand=3, first_table=2, later_hand=2),
    "two, nordic": rules_of(
        "2S TD 2C KC TC 5C 6D 3C 7H QC 4H 9S",
        packs=1,
        first_hand=3,
        first_table=2,
        later_hand=3,
        hand_values="nordic",
    ),
    "three": rules_of("AC 2C 3C 4C 2D 4D", players=3, first_hand=3, first_table=2, later_hand=1),
    "three, courts take equals": rules_of(
        "JC JD QC KC AC 5H 6H", players=3, first_hand=3, first_table=1, later_hand=1, court_sums=False
    ),
    "four": rules_of("AC 2C 3C 4C 5D 2D 4D 5H", players=4, first_hand=3, first_table=1, later_hand=1),
    "five": rules_of("AC 2C 3C 4C 5D 2D 4D 5H", players=5, first_hand=3, first_table=1, later_hand=2),
}


@pytest.mark.parametrize(
    ("name", "groups", "with_stock"),
    [
        ("two", 0, False),
        ("two", 1, False),
        ("two", 1, True),
        ("two, nordic", 1, False),
        ("three", 1, False),
        ("three", 2, False),
        ("three", 2, True),
        ("three, courts take equals", 1, False),
        ("three, courts take equals", 2, False),
        ("four", 2, False),
        ("four", 3, False),
        ("five", 3, False),
    ],
)
def test_every_world_comes_as_often_as_shuffles_make_it(name: str, groups: int, with_stock: bool) -> None:
    for state, seat, enumerated in cases(SMALL[name], groups, 2, with_stock=with_stock):
        weights: dict[Hashable, int] = {}
        for (hands, stock), shuffles in enumerated.items():
            numbers = [tuple(sorted(map(ref.card_number, hand))) for hand in hands]
            weights[tuple(numbers), tuple(map(ref.card_number, stock))] = shuffles
        drawn: Counter[Hashable] = Counter()
        for seed in range(max(20 * len(weights), 8 * sum(weights.values()) // min(weights.values()))):
            world = state.resample(seat, seed)
            now = tuple(tuple(map(int, world.hand(player))) for player in range(state.num_players))
            drawn[now, tuple(map(int, world.stock)) if with_stock else ()] += 1
        assert_frequencies(drawn, weights)


def test_in_a_fresh_deal_every_card_comes_anywhere() -> None:
    state = Deal.deal(1)
    seen = Counter([*state.hand(0), *state.table])
    weights: dict[Hashable, int] = {int(card): 2 - seen[card] for card in state.rules.deck}
    weights = {card: copies for card, copies in weights.items() if copies}
    for place in (0, 40, 87):
        drawn: Counter[Hashable] = Counter(int(state.resample(0, seed).stock[place]) for seed in range(6000))
        assert_frequencies(drawn, weights)


def test_a_finished_deal_has_one_world() -> None:
    state = Deal.deal(1)
    while not state.is_terminal:
        state.play(state.legal_moves()[0])
    assert state.resample(1, 5) == state
    assert state.resample(1, 5).history == state.history


def test_hands_of_many_cards_are_filled_too() -> None:
    rng = random.Random(2)
    state = Deal.deal(4, Rules(players=6, first_hand=11, first_table=2, later_hand=4))
    while len(state.history) < 14:
        state.play(rng.choice(state.legal_moves()))
    assert len(constrained(state, 0)) >= 2
    for seed in range(3):
        assert_consistent(state.resample(0, seed), state, 0)


def test_the_draw_is_the_same_on_every_platform() -> None:
    state = Deal.deal(3, Rules(players=4))
    for _ in range(14):
        state.play(state.legal_moves()[0])
    world = state.resample(state.current_player, 7)
    assert [format_cards(world.hand(seat)) for seat in range(4)] == ["2C QD", "4C", "5S", "JH 3S"]
    assert format_cards(world.stock[:6]) == "3C 5C AH 9C 2D JC"


@pytest.mark.parametrize("seat", [-1, 2, 2**70])
def test_seats_out_of_range_are_refused(seat: int) -> None:
    with pytest.raises(errors.CabbageError, match="a seat is 0 to 1"):
        Deal.deal(1).resample(seat, 1)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    with pytest.raises(errors.CabbageError, match=r"a seed is 0 to 2\*\*64 - 1"):
        Deal.deal(1).resample(0, seed)


@pytest.mark.parametrize("bad", [None, "1", 1.0, True])
def test_arguments_of_another_type_are_refused(bad: Any) -> None:
    with pytest.raises(errors.InputTypeError, match="is an integer"):
        Deal.deal(1).resample(bad, 1)
    with pytest.raises(errors.InputTypeError, match="is an integer"):
        Deal.deal(1).resample(0, bad)
