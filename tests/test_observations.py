"""What observations say, field by field beside the references; and that they tell nothing hidden."""

from __future__ import annotations

import random
from typing import Any

import numpy
import pytest

import compare
import compare_krypkasino
from cabbage import krypkasino, las_vegan
from cabbage.batch import Deals, Field, Rounds
from cabbage.las_vegan import Round
from reference import observations as ref


def fields(batch: Rounds | Deals, lane: int, seat: int) -> dict[str, list[int]]:
    """An observation, taken apart by the layout."""
    row = batch.observations(seat)[lane]
    return {name: row[field.slice].tolist() for name, field in batch.layout.items()}


def assert_observed(batch: Any, lane: int, model: Any, observe: Any) -> None:
    for seat in range(batch.num_players):
        found, expected = fields(batch, lane, seat), observe(model, seat)
        assert list(found) == list(expected)
        for name, numbers in expected.items():
            assert found[name] == numbers, name
    if not batch.done()[lane]:
        mover = batch.observations()[lane]
        assert (mover == batch.observations(batch[lane].current_player)[lane]).all()


@pytest.mark.parametrize("seed", range(12))
def test_rounds_as_the_reference_says(builds: str, seed: int) -> None:
    rng = random.Random(seed)
    rounds = Rounds(compare.random_rules(rng), 2, seed)
    model = compare.reference_round(rounds[1])
    while not model.is_terminal:
        assert_observed(rounds, 1, model, ref.las_vegan_observation)
        action = rng.choice(model.legal_actions())
        model.play(action)
        rounds.step([-1, action])


@pytest.mark.parametrize("seed", range(12))
def test_deals_as_the_reference_says(builds: str, seed: int) -> None:
    rng = random.Random(seed)
    deals = Deals(compare_krypkasino.random_rules(rng), 2, seed)
    state = deals[1]
    model = compare_krypkasino.reference_deal(state)
    for _ in range(40):
        if model.is_terminal:
            break
        assert_observed(deals, 1, model, ref.krypkasino_observation)
        move = rng.choice(state.moves())
        state.play(move)
        model.play(compare_krypkasino.reference_move(move))
        deals.step([-1, move.number])


def test_what_a_history_showed_goes_into_a_lane() -> None:
    rng = random.Random(4)
    voids = lacks = 0
    for seed in range(20):
        rounds = Rounds(None, 1, seed)
        state = rounds[0]
        for _ in range(20):
            action = rng.choice(state.legal_moves())
            state.play(action)
            rounds.step([action])
        again = Rounds.from_states([state])
        assert (again.observations() == rounds.observations()).all()
        voids += rounds.observations()[0][rounds.layout["voids"].slice].sum()
        deals = Deals(krypkasino.Rules(players=3), 1, seed)
        deal = deals[0]
        for _ in range(14):
            move = rng.choice(deal.legal_moves())
            deal.play(move)
            deals.step([move])
        assert (Deals.from_states([deal]).observations() == deals.observations()).all()
        lacks += deals.observations()[0][deals.layout["lacks"].slice].sum()
    assert voids
    assert lacks


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("seed", range(3))
def test_nothing_hidden_is_told(players: int, seed: int) -> None:
    """Positions that differ only in what a seat cannot know look alike to it, to the byte."""
    rounds: Rounds | Deals
    for rounds in (
        Rounds(las_vegan.Rules(players=players), 50, seed),
        Deals(krypkasino.Rules(players=players), 50, seed),
    ):
        differed = 0
        for _ in range(24):
            for seat in range(players):
                other = rounds.copy()
                other.resample(seat)
                assert other.observations(seat).tobytes() == rounds.observations(seat).tobytes()
                differed += other != rounds
            rounds.step(rounds.random_actions(), auto_reset=True)
        assert differed


def test_another_seat_sees_the_difference() -> None:
    rounds = Rounds(None, 1, 3)
    other = rounds.copy()
    other.resample(0)
    assert (other.observations(1) != rounds.observations(1)).any()


@pytest.mark.parametrize("batch", [Rounds(None, 3), Deals(None, 3), Deals(krypkasino.Rules(players=5), 3)])
def test_the_layout_covers_every_number_once(batch: Rounds | Deals) -> None:
    row = numpy.zeros(batch.observation_size, int)
    for name, field in batch.layout.items():
        assert isinstance(field, Field)
        assert field.name == name
        assert row[field.slice].reshape(field.shape).size == field.size
        row[field.slice] += 1
    assert (row == 1).all()


def test_seats_one_a_lane() -> None:
    rounds = Rounds(None, 4, 1)
    by_lane = rounds.observations([3, 1, 0, 2])
    for lane, seat in enumerate([3, 1, 0, 2]):
        assert (by_lane[lane] == rounds.observations(seat)[lane]).all()


def test_swapped_hidden_cards() -> None:
    """Two set-ups that swap hidden cards: the same bytes for who does not see them."""
    rules = las_vegan.Rules(players=4, token_faces=((1, 1),), hand_size=1)
    rounds = [
        Round.from_setup(
            las_vegan.Setup(
                hands=tuple(map(las_vegan.CardSet, hands)),
                casino=tuple(map(las_vegan.CasinoCard, "12R")),
                golden_value=-3,
                token_values=(1,),
                leader=0,
            ),
            rules,
        )
        for hands in (("R5", "P1", "R9", "B9"), ("P1", "R5", "R9", "B9"))
    ]
    batch = Rounds.from_states(rounds)
    for seat in (2, 3):
        first, second = batch.observations(seat)
        assert first.tobytes() == second.tobytes()
    assert (batch.observations(0)[0] != batch.observations(0)[1]).any()
