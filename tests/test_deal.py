"""Deals: fixed for a seed on every platform, fair over seeds, and what random playouts draw."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage import errors, notation, testing
from cabbage.las_vegan import Game, Round, Rules
from compare import random_rules

WORD = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31


def stream(seed: int, index: int) -> Iterator[int]:
    """SplitMix64 from the published description, started as stream `index` of `seed`."""
    state = mix((mix((seed + GAMMA) & WORD) + index * GAMMA) & WORD)
    while True:
        state = state + GAMMA & WORD
        yield mix(state)


def below(numbers: Iterator[int], n: int) -> int:
    """Lemire's bounded number from the upper 32 bits."""
    while True:
        product = (next(numbers) >> 32) * n
        if product & 0xFFFFFFFF >= 2**32 % n:
            return product >> 32


def shuffled(items: list[int], draws: int, numbers: Iterator[int]) -> list[int]:
    """The first `draws` of a Fisher-Yates shuffle."""
    items = list(items)
    for i in range(draws):
        j = i + below(numbers, len(items) - i)
        items[i], items[j] = items[j], items[i]
    return items[:draws]


@given(st.integers(0, WORD), st.integers(0, 2**32 - 1))
def test_a_deal_is_what_the_documented_random_numbers_give(seed: int, rules_seed: int) -> None:
    rules = random_rules(random.Random(rules_seed))
    number = rules_seed % rules.rounds
    state = Round.deal(seed, rules, number=number)
    casino = shuffled(list(rules.casino_deck), 3 * number + 3, stream(seed, 0))
    assert list(state.casino) == casino[3 * number :]
    numbers = stream(seed, 1 + number)
    faces = next(numbers)
    assert state.golden_value == rules.golden_faces[faces & 1]
    assert state.token_values == tuple(pair[faces >> 1 + t & 1] for t, pair in enumerate(rules.token_faces))
    size = rules.cards_each
    pack = shuffled([*map(int, rules.deck)], size * rules.players, numbers)
    for seat in range(rules.players):
        assert sorted(state.hand(seat)) == sorted(pack[seat * size : (seat + 1) * size])
    assert state.leader == number % rules.players


GOLDEN = {
    0: "casino 5 4 1; golden -4; tokens +1 +1 -1 -3; leader 0; "
    "hands R1 P135 G789 B568 | R346 P269 G24 B17 | R0589 P0 G0 B2349 | R27 P478 G1356 B0",
    WORD: "casino 5 3 4; golden -3; tokens -1 +1 -2 -3; leader 0; "
    "hands R125 P16 G138 B06 | R046 P89 G5 B1378 | R378 P347 G0467 | R9 P025 G29 B2459",
}


def test_golden_deals() -> None:
    for seed, text in GOLDEN.items():
        assert notation.format_deal(Round.deal(seed), one_line=True) == f"las-vegan deal 1; {text}"


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    return sum((count - expected) ** 2 / expected for count in counts.values()) + expected * (
        cells - len(counts)
    )


@pytest.mark.parametrize("players", range(2, 7))
def test_every_card_comes_to_every_place_equally_often(players: int) -> None:
    rules = Rules(players=players)
    counts: Counter[object] = Counter()
    deals = 4_000
    for seed in range(deals):
        state = Round.deal(seed, rules)
        for seat in range(players):
            counts.update((card, seat) for card in state.hand(seat))
    # Card by seat: fewer degrees of freedom than cells, so the bound errs on the strict side only
    # by a little. 40 x players cells; the bound is mean + 5 standard deviations of chi-square.
    cells = 40 * players
    assert chi_square(counts, cells) < cells + 5 * (2 * cells) ** 0.5
    assert counts.total() == deals * players * rules.cards_each


def test_casino_cards_and_tokens_come_up_equally_often() -> None:
    cards: Counter[object] = Counter()
    faces: Counter[object] = Counter()
    deals = 20_000
    for seed in range(deals):
        state = Round.deal(seed)
        cards.update((place, card) for place, card in enumerate(state.casino))
        faces[state.golden_value, state.token_values] += 1
    assert chi_square(cards, 36) < 36 + 5 * 72**0.5
    # Token faces (1, -1), (1, -2), (-1, -2), (-2, -3) all differ: 2**5 outcomes.
    assert chi_square(faces, 32) < 32 + 5 * 64**0.5


def test_the_rounds_of_a_game_use_the_casino_deck_without_replacement() -> None:
    for seed in range(50):
        used = [card for i in range(4) for card in Round.deal(seed, number=i).casino]
        assert sorted(used) == sorted(Rules().casino_deck)
        game = Game(seed)
        assert game.round == Round.deal(seed)


def test_playouts_are_the_same_in_both_builds(engine: ModuleType) -> None:
    for players in range(2, 7):
        state = Round.deal(5, Rules(players=players))
        expected = testing.random_playouts(state, 500, 7)
        actions, sums = engine.playouts(state, 500, 7)
        assert (actions, tuple(sums)) == expected
        dealt, sums = engine.dealt_playouts(state.rules, 500, 7)
        assert (dealt, tuple(sums)) == testing.random_playouts(None, 500, 7, rules=state.rules)


FIXED_PLAYOUTS = (43_980, (-2_800, -3_214, -2_318, -3_944))


def test_playouts_are_fixed_for_a_seed() -> None:
    totals = testing.random_playouts(Round.deal(1), 1_000, 1)
    assert (totals.actions, totals.returns) == FIXED_PLAYOUTS


@given(st.integers(0, 2**32 - 1))
def test_playouts_from_anywhere_are_finite_and_leave_the_round_alone(seed: int) -> None:
    rng = random.Random(seed)
    state = Round.deal(seed, random_rules(rng))
    for _ in range(rng.randrange(48)):
        if not state.is_terminal:
            state.play(rng.choice(state.legal_moves()))
    before = state.copy()
    totals = testing.random_playouts(state, 3, seed)
    assert state == before
    if state.is_terminal:
        assert totals == (0, tuple(3 * points for points in state.returns()))
    else:
        assert 3 <= totals.actions <= 3 * 48


def test_playouts_choose_every_action_equally_often() -> None:
    # With one card each and one token decision, the playout's only choice is that of the token.
    state = notation.parse_position(
        "las-vegan position 1; rules players=2 hand_size=2; casino 1 2 3; golden -3; "
        "tokens 1 -2 -1 -3; hands R1 | P2; piles R7 G1 | -; decide 1"
    )
    # Fourteen placements and the pass; the golden token on max costs seat 0 three or, if seat 1
    # wins the last trick, both. What can be told apart from the sums: the share of golden-max.
    assert len(state.legal_moves()) == 15
    count = 30_000
    placed = Counter[int]()
    rng = random.Random(1)
    for seed in rng.sample(range(10**9), count // 10):
        returns = testing.random_playouts(state, 1, seed).returns
        placed[returns[0]] += 1
    # Seat 0 wins the last trick (R1 against an off-suit P2): it then has R7 G1 R1 P2, and all
    # tricks. Golden on max: -3. Token t on rank 1 (two cards): 2 x value; on rank 2: value.
    expected = Counter({-3: 1 + 1, 0: 1 + 1 + 4, 2: 1, -4: 1, -2: 1 + 1, -6: 1, 1: 1, -1: 1})
    assert expected.total() == 15
    total = placed.total()
    assert set(placed) == set(expected)
    for value, ways in expected.items():
        share = ways / 15
        assert abs(placed[value] - total * share) < 5 * (total * share * (1 - share)) ** 0.5


def test_bad_arguments_of_playouts_are_refused() -> None:
    state = Round.deal(1)
    with pytest.raises(errors.CabbageError, match=r"a count is 0 to 2\*\*40 - 1, not -1"):
        testing.random_playouts(state, -1, 1)
    with pytest.raises(errors.CabbageError, match=r"a seed is 0 to 2\*\*64 - 1, not -1"):
        testing.random_playouts(state, 1, -1)
    with pytest.raises(errors.CabbageError, match="not both"):
        testing.random_playouts(state, 1, 1, rules=Rules())
    with pytest.raises(errors.InputTypeError, match="rules are a Rules of las_vegan or krypkasino, not 3"):
        testing.random_playouts(None, 1, 1, rules=3)  # type: ignore[arg-type]
    assert testing.random_playouts(state, 0, 1) == (0, (0, 0, 0, 0))
