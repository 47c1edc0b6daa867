"""The kernels of worlds one by one, from an extension outside: what is shown, counts, both ways to draw."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from itertools import product
from math import comb, prod
from types import ModuleType

import pytest

from cabbage._krypkasino_rules import Rules
from chi_square import assert_frequencies
from compare import random_rules as random_rules_lv
from compare_krypkasino import random_rules as random_rules_kk
from compare_krypkasino import random_table, reference_cards, reference_rules
from native import built
from reference import krypkasino as ref_kk
from reference import las_vegan as ref_lv
from reference import worlds
from test_views import can_be_dealt
from test_worlds import model_of as model_of_round
from test_worlds import random_position as random_round
from test_worlds_krypkasino import model_of as model_of_deal
from test_worlds_krypkasino import random_position as random_deal

pytest.importorskip("Cython")
pytest.importorskip("setuptools")


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return built("native_worlds", tmp_path_factory.mktemp("native"))


# ---------------------------------------------------------------- what is shown


def test_voids_as_they_are_shown_are_those_of_the_history(native: ModuleType) -> None:
    rng = random.Random(1)
    for _ in range(150):
        state = random_round(rng, random_rules_lv(rng))
        shown = worlds.las_vegan_shown(model_of_round(state))
        voids = sum(1 << (4 * seat + ref_lv.SUITS.index(suit)) for seat, suit in shown)
        assert native.voids_of(state) == voids
        start = state.copy()
        while start.history:
            start.undo()
        assert native.voids_along(start, state.history) == voids


def test_voids_of_a_trick_set_up_are_those_of_the_trick(native: ModuleType) -> None:
    rng = random.Random(2)
    for _ in range(150):
        state = random_round(rng, random_rules_lv(rng))
        again = type(state).from_setup(state.setup(), state.rules)
        voids = 0
        for place, card in enumerate(state.trick):
            if card.suit != state.led_suit:
                voids |= 1 << (4 * ((state.leader + place) % state.num_players) + int(state.trick[0].suit))
        assert native.voids_of(again) == voids == native.voids_along(again, ())


def test_lacks_as_they_are_shown_are_those_of_the_history(native: ModuleType) -> None:
    rng = random.Random(3)
    for _ in range(60):
        state = random_deal(rng, random_rules_kk(rng))
        lacks = [0] * state.num_players
        for seat, card in worlds.krypkasino_shown(model_of_deal(state)):
            lacks[seat] |= 1 << ref_kk.card_number(card)
        assert native.lacks_of(state) == lacks
        start = state.copy()
        while start.history:
            start.undo()
        assert native.lacks_along(start, state) == lacks


def test_sweepers_are_those_that_the_reference_finds(native: ModuleType) -> None:
    rng = random.Random(4)
    sweeping = 0
    for _ in range(300):
        rules = Rules(hand_values=rng.choice(("plain", "nordic")), court_sums=rng.random() < 0.6)
        table = random_table(rng, rng.randint(0, 8))
        found = worlds.sweepers(reference_cards(table), reference_rules(rules))
        assert native.sweepers(table, rules) == sum(1 << ref_kk.card_number(card) for card in found)
        sweeping += bool(found)
    assert sweeping > 50


# ---------------------------------------------------------------- counting

Classes = Sequence[
    tuple[int, int]
]  # the groups that may have cards of the class, as bits, and how many there are


def count(sizes: Sequence[int], classes: Classes) -> int:
    """The number of ways to give each group its cards, class by class."""

    @cache
    def ways(k: int, wanted: tuple[int, ...]) -> int:
        if k == len(classes):
            return not any(wanted)
        groups, cards = classes[k]
        ranges = [range(size + 1 if groups >> g & 1 else 1) for g, size in enumerate(wanted)]
        total = 0
        for taken in product(*ranges):
            if sum(taken) <= cards:
                left = tuple(size - x for size, x in zip(wanted, taken, strict=True))
                total += arrangements(cards, taken) * ways(k + 1, left)
        return total

    return ways(0, tuple(sizes))


def arrangements(cards: int, taken: Sequence[int]) -> int:
    """In how many ways groups can take so many cards each out of a class."""
    factors = []
    for x in taken:
        factors.append(comb(cards, x))
        cards -= x
    return prod(factors)


def fillings(sizes: Sequence[int], classes: Classes) -> dict[Hashable, int]:
    """All ways to take cards from classes, and how many ways with single cards each stands for."""
    found: dict[Hashable, int] = {}

    def extend(k: int, wanted: tuple[int, ...], so_far: tuple[tuple[int, ...], ...], ways: int) -> None:
        if k == len(classes):
            if not any(wanted):
                found[so_far] = ways
            return
        groups, cards = classes[k]
        for taken in product(*[range(size + 1 if groups >> g & 1 else 1) for g, size in enumerate(wanted)]):
            if sum(taken) <= cards:
                left = tuple(size - x for size, x in zip(wanted, taken, strict=True))
                extend(k + 1, left, (*so_far, taken), ways * arrangements(cards, taken))

    extend(0, tuple(sizes), (), 1)
    return found


def random_filling(
    rng: random.Random, most_groups: int, most_cards: int
) -> tuple[list[int], list[tuple[int, int]]]:
    groups = rng.randint(2, most_groups)
    sizes = sorted(rng.randint(1, most_cards) for _ in range(groups))
    masks = rng.sample(range(1, 1 << groups), rng.randint(1, min(6, (1 << groups) - 1)))
    return sizes, [(mask, rng.randint(0, 9)) for mask in masks]


def test_both_ways_of_counting_count_right(native: ModuleType) -> None:
    rng = random.Random(5)
    nothing = 0
    for _ in range(300):
        sizes, classes = random_filling(rng, 5, 4)
        ways = count(sizes, classes)
        assert native.count_by_hands(sizes, classes) == ways
        for words in (1, 2, 3, 6):
            assert native.count_by_cards(sizes, classes, words) == ways
        nothing += not ways
    assert 0 < nothing < 200


@pytest.mark.parametrize(
    ("sizes", "classes"),
    [
        ([5, 5, 5, 5, 5], [(31, 40), (30, 8), (29, 8), (27, 4), (5, 8), (17, 3)]),
        ([1, 2, 3, 4, 5], [(31, 60), (1, 20), (2, 9), (28, 5)]),
        ([20, 30], [(3, 50), (1, 20), (2, 30)]),
        ([5, 6, 7], [(7, 9), (1, 3), (6, 2), (3, 4)]),
    ],
)
def test_large_counts_need_the_words_they_are_given(
    native: ModuleType, sizes: list[int], classes: list[tuple[int, int]]
) -> None:
    words = native.words_needed(sizes, classes)
    ways = count(sizes, classes)
    assert native.count_by_cards(sizes, classes, words) == ways < 1 << 64 * words
    assert native.count_by_cards(sizes, classes, 6) == ways


def worst_of(players: int) -> Iterator[int]:
    """The most ways in which cards of Las Vegan can lie when a seat has shown to be void, by hand size."""
    for hand in range(2, 40 // players + 1):
        unseen = 40 - hand - (players - 1)
        ways = 1
        for _ in range(players - 1):
            ways *= comb(unseen, hand - 1)
            unseen -= hand - 1
        yield ways


def test_ways_of_las_vegan_fit_in_a_word() -> None:
    largest = max(ways for players in range(2, 7) for ways in worst_of(players))
    assert 1 << 63 < largest < 1 << 64


# ---------------------------------------------------------------- worlds that there are not


def test_rounds_without_a_world_are_reported_and_stay_as_they_are(native: ModuleType) -> None:
    rng = random.Random(8)
    without = 0
    for _ in range(600):
        state = random_round(rng, random_rules_lv(rng))
        seat, chance = rng.randrange(state.num_players), rng.choice((0.2, 0.5))
        view = state.observe(seat)
        # Of seats that have played: the ways are few enough to be counted.
        voids = [
            {suit for suit in range(4) if rng.random() < chance} if size < view.rules.cards_each else set()
            for size in view.hand_sizes
        ]
        places = [
            {card for card in (view.hand if other == seat else view.unseen) if card.suit not in voids[other]}
            for other, size in enumerate(view.hand_sizes)
            for _ in range(size)
        ]
        there_is = can_be_dealt([*view.hand, *view.unseen], places)
        mask = sum(1 << (4 * other + suit) for other, suits in enumerate(voids) for suit in suits)
        found, hands = native.resample_with_voids(state, seat, mask, rng.getrandbits(64))
        assert found == there_is
        without += not found
        if not found:
            assert hands == [state.hand_mask(other) for other in range(state.num_players)]
    assert 100 < without < 500


def test_deals_without_a_world_are_reported_and_stay_as_they_are(native: ModuleType) -> None:
    rng = random.Random(9)
    without = 0
    for _ in range(300):
        state = random_deal(rng, random_rules_kk(rng), 40)
        seat, chance = rng.randrange(state.num_players), rng.choice((0.2, 0.8, 0.95))
        view = state.observe(seat)
        lacks = [{card for card in range(52) if rng.random() < chance} for _ in view.hand_sizes]
        if rng.random() < 0.7:
            lacks[seat].clear()
        # Copies of a card are two.
        cards = [*view.hand, *view.unseen]
        own = range(len(view.hand))
        places = [
            {n for n, card in enumerate(cards) if (n in own) == (other == seat) and card not in lacks[other]}
            for other, size in enumerate(view.hand_sizes)
            for _ in range(size)
        ]
        there_is = can_be_dealt(range(len(cards)), places)
        masks = [sum(1 << card for card in held) for held in lacks]
        found, hands, stock = native.resample_with_lacks(state, seat, masks, rng.getrandbits(64))
        assert found == there_is
        without += not found
        if not found:
            assert hands == [state.hand_masks(other) for other in range(state.num_players)]
            assert stock == list(state.stock)
    assert 50 < without < 250


# ---------------------------------------------------------------- drawing


def test_both_ways_of_drawing_draw_each_way_as_often(native: ModuleType) -> None:
    rng = random.Random(6)
    tested = 0
    while tested < 12:
        sizes, classes = random_filling(rng, 5, 3)
        weights = fillings(sizes, classes)
        if not 5 < len(weights) < 400 or sum(weights.values()) > 3000 * min(weights.values()):
            continue
        tested += 1
        draws = 8 * sum(weights.values()) // min(weights.values())
        # 0: hand by hand; otherwise card by card, in numbers of so many words.
        for words in (0, 1, 3):
            drawn: Counter[Hashable] = Counter(native.draw(sizes, classes, words, tested, draws))
            assert_frequencies(drawn, weights)


def test_numbers_of_several_words_do_not_change_what_is_drawn(native: ModuleType) -> None:
    rng = random.Random(7)
    for seed in range(40):
        sizes, classes = random_filling(rng, 5, 3)
        one = native.draw(sizes, classes, 1, seed, 20)
        assert native.draw(sizes, classes, 2, seed, 20) == one == native.draw(sizes, classes, 6, seed, 20)


def test_where_there_is_no_way_nothing_is_drawn(native: ModuleType) -> None:
    for words in (0, 1, 2):
        assert native.draw([2, 3], [(1, 9), (2, 2)], words, 1, 1) == [None]
        assert native.draw([2, 3], [(3, 4)], words, 1, 1) == [None]
        assert native.draw([1, 1, 3], [(7, 4)], words, 1, 1) == [None]


def test_counts_that_are_too_large_do_no_harm(native: ModuleType) -> None:
    # Far more ways than a word counts: no uniform draw, but hands of the right sizes or none.
    sizes, classes = [8, 8, 8, 8, 8], [(31, 50), (30, 9), (21, 9), (7, 9)]
    for drawn in native.draw(sizes, classes, 0, 1, 20):
        if drawn is not None:
            assert [sum(taken[g] for taken in drawn) for g in range(5)] == sizes


@pytest.mark.parametrize("bits", [1, 5, 31, 32, 33, 50, 63, 64])
def test_numbers_below_any_bound_are_as_likely(native: ModuleType, bits: int) -> None:
    stop = (1 << bits) - (1 << bits) // 3 + (bits == 1)
    numbers = native.numbers_below(stop, 9, 6000)
    assert all(0 <= number < stop for number in numbers)
    boxes = min(stop, 10)
    weights: dict[Hashable, int] = Counter(
        number * boxes // stop for number in (range(stop) if stop < 50 else ())
    )
    drawn: Counter[Hashable] = Counter(number * boxes // stop for number in numbers)
    assert_frequencies(drawn, weights or dict.fromkeys(range(boxes), 1))
