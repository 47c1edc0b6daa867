"""Shuffles: every card comes to every place equally often, and a seed gives one deal on every platform.

The counts are of fixed seeds, so the tests say the same each time; with other seeds a fair shuffle would
fail each of them once in 500,000 times.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage.krypkasino import Deal
from cabbage.krypkasino import Rules as KrypkasinoRules
from cabbage.las_vegan import CasinoCard, Game, Round, Rules
from cabbage.notation import format_rules
from chi_square import UNLIKELY, assert_fair, chi_square, p_value
from compare import random_rules
from compare_krypkasino import random_rules as random_krypkasino_rules
from freeze_deals import KRYPKASINO, LAS_VEGAN, SEEDS, dealt_again, frozen
from reference.shuffles import WORD, below, shuffled, stream

Places = dict[Hashable, list[int]]
"""What lies where after a deal."""


def name_of(rules: Rules | KrypkasinoRules) -> str:
    return format_rules(rules) or "default"


def p_of_places(deals: Iterator[Places]) -> tuple[float, int]:
    """Chi-square over card and place, and its degrees of freedom.

    Every deal puts the same pack into places of the same sizes. Since it is drawn without replacement,
    the plain sum is larger than chi-square by n / (n - 1), n the size of the pack.
    """
    counts: Counter[Hashable] = Counter()
    number = 0
    for places in deals:
        number += 1
        counts.update((card, place) for place, cards in places.items() for card in cards)
    sizes = {place: len(cards) for place, cards in places.items() if cards}
    copies = Counter(card for cards in places.values() for card in cards)
    pack = copies.total()
    expected: dict[Hashable, float] = {
        (card, place): number * copies[card] * size / pack for card in copies for place, size in sizes.items()
    }
    freedom = (len(copies) - 1) * (len(sizes) - 1)
    return chi_square(counts, expected) * (pack - 1) / pack, freedom


def assert_fair_places(deals: Iterator[Places]) -> None:
    assert_fair(*p_of_places(deals))


def test_the_measure_holds_for_chi_square_as_tabled() -> None:
    for statistic, freedom, chance in ((18.307, 10, 0.05), (124.342, 100, 0.05), (149.449, 100, 0.001)):
        assert p_value(statistic, freedom) == pytest.approx(chance, rel=0.02)


def biased(items: list[int], numbers: Iterator[int]) -> list[int]:
    """The shuffle that everybody writes once: each card changes places with any."""
    pack = list(items)
    for i in range(len(pack)):
        j = below(numbers, len(pack))
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def test_the_measure_sees_a_bias() -> None:
    numbers = stream(1, 0)

    def deals(shuffle: Callable[[list[int]], list[int]]) -> Iterator[Places]:
        for _ in range(2_000):
            yield {place: [card] for place, card in enumerate(shuffle([*range(40)]))}

    assert_fair_places(deals(lambda pack: shuffled(pack, len(pack), numbers)))
    statistic, freedom = p_of_places(deals(lambda pack: biased(pack, numbers)))
    assert p_value(statistic, freedom) < UNLIKELY


class TestLasVegan:
    @pytest.mark.parametrize("rules", LAS_VEGAN, ids=name_of)
    def test_cards_come_to_seats_equally_often(self, rules: Rules) -> None:
        def deals() -> Iterator[Places]:
            for seed in range(4_000):
                state = Round.deal(seed, rules, number=seed % rules.rounds)
                places: Places = {seat: [*map(int, state.hand(seat))] for seat in range(rules.players)}
                dealt = {card for cards in places.values() for card in cards}
                yield {**places, "left over": [*set(map(int, rules.deck)) - dealt]}

        assert_fair_places(deals())

    def test_casino_cards_come_to_rounds_and_places_equally_often(self) -> None:
        def deals() -> Iterator[Places]:
            for seed in range(4_000):
                casinos = [Round.deal(seed, number=number).casino for number in range(4)]
                yield {(n, place): [casino[place]] for n, casino in enumerate(casinos) for place in range(3)}

        assert_fair_places(deals())

    def test_casino_cards_left_over_are_any(self) -> None:
        deck = tuple(CasinoCard(number) for number in range(14))
        rules = Rules(rounds=1, casino_deck=deck)

        def deals() -> Iterator[Places]:
            for seed in range(4_000):
                casino = [*map(int, Round.deal(seed, rules).casino)]
                yield {**{place: [card] for place, card in enumerate(casino)}, "left": [*{*deck} - {*casino}]}

        assert_fair_places(deals())

    @pytest.mark.parametrize("tokens", range(1, 5))
    def test_faces_come_up_equally_often_and_apart_from_each_other(self, tokens: int) -> None:
        faces = tuple((token, -token) for token in range(1, tokens + 1))
        rules = Rules(golden_faces=(5, -5), token_faces=faces)
        number, outcomes = 10_000, 2 ** (tokens + 1)
        counts: Counter[Hashable] = Counter()
        for seed in range(number):
            state = Round.deal(seed, rules, number=seed % 4)
            counts[state.golden_value, state.token_values] += 1
        assert len(counts) == outcomes
        assert_fair(chi_square(counts, dict.fromkeys(counts, number / outcomes)), outcomes - 1)

    def test_faces_say_nothing_of_the_cards(self) -> None:
        # Faces and cards are drawn from one stream, one after the other.
        number = 4_000
        counts: Counter[Hashable] = Counter()
        for seed in range(number):
            state = Round.deal(seed)
            counts.update((state.golden_value, card) for card in state.hand(0))
        faces = Counter(Round.deal(seed).golden_value for seed in range(number))
        expected = {(face, card): faces[face] / 4 for face in faces for card in range(40)}
        # A hand is ten of forty cards without replacement: for each face the sum is larger than chi-square
        # with 39 degrees of freedom by 40 / 39, and smaller by 3 / 4.
        assert_fair(chi_square(counts, expected) * (39 / 40) / (3 / 4), 2 * 39)

    def test_the_rounds_of_a_game_use_the_casino_deck_without_replacement(self) -> None:
        for seed in range(50):
            used = [card for i in range(4) for card in Round.deal(seed, number=i).casino]
            assert sorted(used) == sorted(Rules().casino_deck)
            game = Game(seed)
            assert game.round == Round.deal(seed)

    @given(st.integers(0, WORD), st.integers(0, 2**32 - 1))
    def test_a_deal_is_what_the_documented_random_numbers_give(self, seed: int, rules_seed: int) -> None:
        rules = random_rules(random.Random(rules_seed))
        number = rules_seed % rules.rounds
        state = Round.deal(seed, rules, number=number)
        casino = shuffled(rules.casino_deck, 3 * number + 3, stream(seed, 0))
        assert list(state.casino) == casino[3 * number :]
        numbers = stream(seed, 1 + number)
        faces = next(numbers)
        assert state.golden_value == rules.golden_faces[faces & 1]
        values = tuple(pair[faces >> 1 + t & 1] for t, pair in enumerate(rules.token_faces))
        assert state.token_values == values
        size = rules.cards_each
        pack = shuffled([*map(int, rules.deck)], size * rules.players, numbers)
        for seat in range(rules.players):
            assert sorted(state.hand(seat)) == sorted(pack[seat * size : (seat + 1) * size])
        assert state.leader == number % rules.players


class TestKrypkasino:
    @pytest.mark.parametrize("rules", KRYPKASINO, ids=name_of)
    def test_cards_come_to_hands_table_and_stock_equally_often(self, rules: KrypkasinoRules) -> None:
        packs = Counter(dict.fromkeys(map(int, rules.deck), rules.packs))

        def deals() -> Iterator[Places]:
            for seed in range(1_500):
                state = Deal.deal(seed, rules, number=seed % rules.number_of_deals)
                # Seats from the dealer's left on, which are dealt to in this order.
                seats = [(state.dealer + 1 + place) % rules.players for place in range(rules.players)]
                places: Places = {("hand", i): [*map(int, state.hand(seat))] for i, seat in enumerate(seats)}
                places["table"] = [*map(int, state.table)]
                places |= {("stock", i): [int(card)] for i, card in enumerate(state.stock)}
                dealt = Counter(card for cards in places.values() for card in cards)
                yield {**places, "left over": [*(packs - dealt).elements()]}

        assert_fair_places(deals())

    @given(st.integers(0, WORD), st.integers(0, 2**32 - 1))
    def test_a_deal_is_what_the_documented_random_numbers_give(self, seed: int, rules_seed: int) -> None:
        rules = random_krypkasino_rules(random.Random(rules_seed))
        number = rules_seed % rules.number_of_deals
        state = Deal.deal(seed, rules, number=number)
        ordered = sorted(map(int, rules.deck)) * rules.packs
        pack = iter(shuffled(ordered, len(ordered), stream(seed, 1 + number)))
        assert state.dealer == number % rules.players
        for place in range(rules.players):
            hand = [next(pack) for _ in range(rules.cards_each_first)]
            assert [*state.hand((state.dealer + 1 + place) % rules.players)] == sorted(hand)
        assert [*state.table] == sorted(next(pack) for _ in range(rules.table_cards))
        batch = rules.players * rules.cards_each_later
        left = [*pack]
        assert [*state.stock] == left[: len(left) - len(left) % batch]


def test_golden_deals() -> None:
    deals = [*frozen()]
    assert len(deals) == len(SEEDS) * (len(LAS_VEGAN) + len(KRYPKASINO))
    for seed, number, text in deals:
        assert dealt_again(seed, number, text) == text
