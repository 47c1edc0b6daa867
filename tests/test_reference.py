"""The engine agrees with the reference, and the reference with the rules' own examples."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabbage.las_vegan import PASS, Card, CardSet, Game, Round, Rules, Setup, parse_action
from compare import compare_round, random_rules, reference_round
from reference import las_vegan as ref

SEEDS = st.integers(0, 2**32 - 1)


@given(SEEDS)
def test_random_rounds_of_random_rules_agree(seed: int) -> None:
    rng = random.Random(seed)
    compare_round(random_rules(rng), rng)


@given(SEEDS)
def test_taking_back_a_lot_agrees(seed: int) -> None:
    rng = random.Random(seed)
    compare_round(random_rules(rng), rng, take_back=0.4)


@pytest.mark.parametrize("players", range(2, 7))
def test_default_rules_agree(players: int) -> None:
    rng = random.Random(players)
    for _ in range(20):
        compare_round(Rules(players=players), rng)


@given(SEEDS)
def test_games_agree_on_leaders_totals_end_and_winners(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    game = Game(seed, rules)
    starts = [reference_round(game.round)]
    while True:
        while not game.round.is_terminal:
            game.play(rng.choice(game.round.legal_moves()))
        if game.is_over:
            break
        game.deal_next()
        starts.append(reference_round(game.round))
    model = ref.Game(starts[0].rules, [(r.hands, r.casino, r.golden_value, r.token_values) for r in starts])
    for number, played in enumerate(game.rounds):
        if number:
            model.deal_next()
        assert not model.is_over
        for action in played.history:
            model.play(action)
        assert model.round_number == number
    assert model.is_over
    assert tuple(model.totals) == game.totals
    assert tuple(model.winners()) == game.winners()


def last_trick(led: str, *others: str) -> tuple[Round, ref.Round]:
    """A round of one trick, one card a seat, seat 0 leading."""
    cards = [Card(text) for text in (led, *others)]
    rules = Rules(players=len(cards), hand_size=1)
    setup = Setup(
        hands=tuple(CardSet([card]) for card in cards),
        casino=rules.casino_deck[:3],
        golden_value=-3,
        token_values=(1, 1, -1, -2),
    )
    state = Round.from_setup(setup, rules)
    return state, reference_round(state)


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("R5 R8 B0 G9", 2),
        ("R5 B0 G0 R9", 2),
        ("R0 B4 R3 P9", 2),
        ("R0 B4 P3 P9", 0),
        ("R0 G0", 1),
        ("B9 R0 P0 G0", 3),
        ("G1 G2", 1),
        ("G2 G1", 0),
        ("P3 P0 R1 R2 R3 R4", 0),
        ("P3 P0 R0 P9 P8 P4", 2),
    ],
)
def test_who_wins_a_trick(cards: str, winner: int) -> None:
    state, model = last_trick(*cards.split())
    for card in cards.split():
        state.play(Card(card))
        model.play(Card(card))
    assert state.tricks_won.index(1) == winner
    assert model.last_trick_winner == winner


def test_a_card_must_follow_suit_if_it_can() -> None:
    rules = Rules(players=2, hand_size=2)
    setup = Setup(
        hands=(CardSet("R5 G1"), CardSet("R0 G3")),
        casino=rules.casino_deck[:3],
        golden_value=-3,
        token_values=(1, 1, -1, -2),
    )
    state = Round.from_setup(setup, rules)
    state.play(Card("R5"))
    assert state.legal_moves() == [Card("R0")]


def scored(piles: tuple[str, ...], **fields: object) -> list[int]:
    """The returns of a finished round with these piles and tokens."""
    sets = tuple(CardSet(pile) for pile in piles)
    tricks = sum(len(pile) for pile in sets) // len(sets)
    rules = Rules(players=len(sets), hand_size=tricks, optional_tokens=True)
    leader = max(range(len(sets)), key=lambda seat: len(sets[seat]))
    values: dict[str, object] = {
        "hands": (CardSet(),) * len(sets),
        "piles": sets,
        "casino": ("G", "9", "1"),
        "golden_value": -3,
        "token_values": (1, -2, -1, -3),
        "leader": leader,
    }
    return Round.from_setup(Setup(**{**values, **fields}), rules).returns()  # type: ignore[arg-type]


def test_seven_greens_are_two_groups() -> None:
    piles = ("G1234567 R7", "P1234567 R8", "-", "-")
    assert scored(piles, placed=(1, None, None)) == [-4, 0, 0, 0]


def test_three_nines_count_three() -> None:
    piles = ("R9 P9 G9 R7", "R1234", "P1234", "-")
    assert scored(piles, placed=(None, 0, None)) == [3, 0, 0, 0]


def test_the_fewest_tricks_may_be_none_at_all() -> None:
    piles = ("G1234 R7 B123", "P1234", "R1234", "-")
    assert scored(piles, golden_side="min") == [0, 0, 0, -3]
    assert scored(piles, golden_side="max") == [-3, 0, 0, 0]


def test_all_tied_seats_take_the_golden_token() -> None:
    piles = ("G1234 R7 B123", "P1234", "R1234", "B4567")
    assert scored(piles, golden_side="min") == [0, -3, -3, -3]


def test_two_sevens_and_one_place_left_are_one_decision() -> None:
    rules = Rules(players=2, hand_size=4)
    setup = Setup(
        hands=(CardSet("R7"), CardSet("P7")),
        piles=(CardSet("B7 G7 R12"), CardSet("P12")),
        casino=rules.casino_deck[:3],
        golden_value=-3,
        token_values=(1, 1, -1, -2),
        golden_side="min",
        placed=(2, None, None),
    )
    state = Round.from_setup(setup, rules)
    state.play(Card("R7"))
    state.play(Card("P7"))
    assert state.to_place == 2
    state.play(parse_action("t0-c1"))
    assert state.to_place == 1
    state.play(parse_action("t1-c2"))
    assert state.is_terminal
    state.undo()
    state.undo()
    state.play(PASS)
    assert state.is_terminal


def test_the_decision_ends_with_the_last_possible_place() -> None:
    rules = Rules(players=2, hand_size=3, token_faces=((1, 1),))
    setup = Setup(
        hands=(CardSet("R7"), CardSet("P7")),
        piles=(CardSet("B7 G7"), CardSet("P12")),
        casino=rules.casino_deck[:3],
        golden_value=-3,
        token_values=(1,),
        golden_side="max",
    )
    state = Round.from_setup(setup, rules)
    state.play(Card("R7"))
    state.play(Card("P7"))
    assert state.to_place == 2
    state.play(parse_action("t0-c2"))
    assert state.is_terminal
    assert state.to_place == 0
