"""What takes from a table and what sweeps it, beside the reference; what cards score."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage import errors
from cabbage._deal import Deal, card_points, takers
from cabbage._krypkasino_cards import ALL_CARDS, Card, masks_of_cards, parse_cards
from cabbage._krypkasino_rules import Rules
from compare_krypkasino import captures, random_rules, reference_cards, reference_rules
from reference import krypkasino as ref

SEEDS = st.integers(0, 2**32 - 1)


@given(seed=SEEDS)
def test_takers_of_random_tables(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    table = sorted(rng.sample(2 * sorted(ALL_CARDS), rng.randrange(8)))
    lying = tuple(reference_cards(table))
    taking = sweeping = 0
    for card in ALL_CARDS:
        (played,) = reference_cards([card])
        found = captures(played, lying, reference_rules(rules)) if lying else []
        taking |= bool(found) << card
        sweeping |= any(len(taken) == len(lying) for taken in found) << card
    assert takers(*masks_of_cards(table), rules) == (taking, sweeping, 10 if len(table) == 1 else 5)


@pytest.mark.parametrize(
    ("table", "sweepers"),
    [
        ("-", ""),
        ("AC", ""),  # worth 1, which no card in hand is
        ("5C", "5"),
        ("5C 5D", "5T"),
        ("3C 4C 7D", "7A"),
        ("KC AD", "A"),
    ],
)
def test_sweepers(table: str, sweepers: str) -> None:
    _, found, _ = takers(*masks_of_cards(parse_cards(table)), None)
    assert {str(card)[0] for card in ALL_CARDS if found >> card & 1} == set(sweepers)


@given(seed=SEEDS)
def test_points_are_those_of_the_pile(seed: int) -> None:
    rng = random.Random(seed)
    cards = rng.sample(2 * sorted(ALL_CARDS), rng.randrange(60))
    assert card_points(*masks_of_cards(cards)) == sum(map(ref.card_points, reference_cards(cards)))


def test_points_are_scored_by_a_deal() -> None:
    state = Deal.deal(1)
    while not state.is_terminal:
        state.play(state.legal_moves()[0])
    scored = [card_points(*masks_of_cards(state.pile(seat))) for seat in range(2)]
    assert [sum(both) for both in zip(scored, state.sweep_points, strict=True)] == state.returns()


@pytest.mark.parametrize("masks", [(1 << 52, 0), (1, 2), (0, 1)])
def test_masks_that_are_none(masks: tuple[int, int]) -> None:
    with pytest.raises(errors.CardError, match="masks of cards are one and, within it, both copies"):
        card_points(*masks)
    with pytest.raises(errors.CardError, match="masks of cards"):
        takers(*masks, Rules())


def test_rules_that_are_none() -> None:
    with pytest.raises(errors.InputTypeError, match=r"rules are a krypkasino\.Rules"):
        takers(*masks_of_cards([Card("5C")]), "plain")  # type: ignore[arg-type]
