"""Krypkasino's native loops: perft, divide, playouts and the exact search, of both builds."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabbage import _engine, errors
from cabbage._deal import Deal
from cabbage._krypkasino_rules import Rules
from compare_krypkasino import random_deal, random_rules, reference_deal, reference_move
from interrupting import assert_ctrl_c_stops, assert_other_threads_run
from reference import krypkasino as ref
from reference import search

TABLE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "perft_krypkasino.json").read_text()
)
REFERENCE_LINES = 1_000
BRUTE_FORCE_LINES = 300
NO_LIMIT = 1 << 62
SEEDS = st.integers(0, 2**32 - 1)


def position(seed: int, most_table: int = 9) -> tuple[Deal, ref.Deal]:
    """A random moment of a random deal, its table small enough for the reference."""
    rng = random.Random(seed)
    state = random_deal(rng, random_rules(rng))
    model = reference_deal(state)
    for _ in range(rng.randrange(60)):
        if state.is_terminal or len(state.table) > most_table:
            break
        play_both(state, model, rng)
    return state, model


def play_both(state: Deal, model: ref.Deal, rng: random.Random) -> None:
    move = rng.choice(state.moves())
    state.play(move)
    model.play(reference_move(move))


class TestPerft:
    @pytest.mark.parametrize("row", TABLE, ids=[f"{i}-depth-{row['depth']}" for i, row in enumerate(TABLE)])
    def test_frozen_counts(self, row: dict[str, Any], engine: ModuleType) -> None:
        state = Deal.deal(row["seed"], Rules.from_dict(row["rules"]))
        assert engine.deal_perft(state, row["depth"]) == row["count"]
        if row["count"] <= REFERENCE_LINES:
            assert ref.perft(reference_deal(state), row["depth"]) == row["count"]

    @settings(max_examples=50)
    @given(SEEDS, st.integers(0, 4))
    def test_counts_agree_with_the_reference_from_anywhere(self, seed: int, depth: int) -> None:
        state, model = position(seed)
        while depth and _engine.deal_perft(state, depth) > REFERENCE_LINES // 2:
            depth -= 1
        before = state.copy()
        assert _engine.deal_perft(state, depth) == ref.perft(model, depth)
        if depth:
            numbers = {move.number: reference_move(move) for move in state.moves()}
            found = {numbers[number]: count for number, count in _engine.deal_divide(state, depth).items()}
            assert found == ref.divide(model, depth)
        assert state == before

    def test_depth_zero_is_one_line_and_so_is_a_finished_deal(self) -> None:
        state = Deal.deal(1, Rules(packs=1, first_hand=1, first_table=1, later_hand=104))
        assert _engine.deal_perft(state, 0) == 1
        while not state.is_terminal:
            state.play(state.legal_moves()[0])
        assert _engine.deal_perft(state, 0) == 1
        assert _engine.deal_perft(state, 7) == 1
        assert _engine.deal_divide(state, 7) == {}

    def test_divide_sums_to_perft(self, engine: ModuleType) -> None:
        state = Deal.deal(9, Rules(players=3))
        counts = engine.deal_divide(state, 5)
        assert list(counts) == state.legal_moves()
        assert sum(counts.values()) == engine.deal_perft(state, 5)


class TestPlayouts:
    @pytest.mark.parametrize("players", range(2, 7))
    def test_both_builds_play_the_same(self, players: int, engine: ModuleType) -> None:
        rules = Rules(players=players, last_capture_bonus=1, first_sweep_credit="dealer")
        state = Deal.deal(3, rules)
        before = state.copy()
        plays, sums = engine.deal_playouts(state, 200, 5)
        assert (plays, sums) == _engine.deal_playouts(state, 200, 5)
        assert state == before
        assert plays == 200 * (104 - len(state.table))
        assert sum(sums) == 200 * 43
        plays, sums = engine.dealt_deal_playouts(rules, 200, 5)
        assert (plays, sums) == _engine.dealt_deal_playouts(rules, 200, 5)
        assert sum(sums) == 200 * 43

    @given(SEEDS)
    def test_a_playout_is_the_same_whatever_the_count(self, seed: int) -> None:
        state, _ = position(seed, most_table=104)
        one = _engine.deal_playouts(state, 1, seed)
        three = _engine.deal_playouts(state, 3, seed)
        assert three[0] == 3 * one[0]
        assert _engine.deal_playouts(state, 3, seed) == three
        assert _engine.deal_playouts(state, 0, seed) == (0, [0] * state.num_players)
        if state.is_terminal:
            assert one == (0, state.returns())

    def test_every_legal_move_is_as_likely(self) -> None:
        # One card each is left; seat 0 has five captures to choose from, and each scores its own.
        rules = Rules(packs=1, deck="5H AC AD AH AS 4C 9H", first_hand=1, first_table=5, later_hand=104)  # type: ignore[arg-type]
        for seed in range(300):
            state = Deal.deal(seed, rules)
            if [str(card) for card in state.hand(1)] == ["5H"] and len(state.legal_moves()) == 4:
                break
        else:
            raise AssertionError("no deal of these has what is looked for")
        counts: dict[int, int] = {}
        for number in state.legal_moves():
            child = state.copy()
            child.play(number)
            while not child.is_terminal:
                child.play(child.legal_moves()[0])
            counts[number] = child.returns()[1]
        plays, sums = _engine.deal_playouts(state, 40_000, 1)
        assert plays == 80_000
        assert sums[1] / 40_000 == pytest.approx(sum(counts.values()) / 4, abs=0.05)


def end_of_deal(seed: int) -> tuple[Deal, ref.Deal]:
    """A position close enough to the end for brute force, under random rules."""
    rng = random.Random(seed)
    while True:
        state = random_deal(rng, random_rules(rng))
        model = reference_deal(state)
        while not state.is_terminal and len(state.table) <= 9:
            left = len(state.stock) + sum(len(state.hand(seat)) for seat in range(state.num_players))
            if left <= 10 and _engine.deal_perft(state, 10) <= BRUTE_FORCE_LINES:
                return state, model
            play_both(state, model, rng)


class TestSearch:
    @settings(max_examples=60)
    @given(SEEDS)
    def test_values_agree_with_brute_force(self, seed: int) -> None:
        state, model = end_of_deal(seed)
        before = state.copy()
        values, nodes = _engine.search_deal_paranoid(state, NO_LIMIT)
        numbers = {move.number: reference_move(move) for move in state.moves()}
        assert {numbers[number]: value for number, value in values.items()} == search.paranoid_values(model)
        assert nodes >= len(values)
        assert state == before

    def test_both_builds_search_the_same_tree(self, engine: ModuleType) -> None:
        for seed in range(20):
            state, _ = end_of_deal(seed)
            assert engine.search_deal_paranoid(state, NO_LIMIT) == _engine.search_deal_paranoid(
                state, NO_LIMIT
            )

    def test_a_budget_that_is_too_small_says_so(self) -> None:
        state = Deal.deal(1, Rules(packs=1, first_hand=4, first_table=4, later_hand=104))
        values, nodes = _engine.search_deal_paranoid(state, NO_LIMIT)
        assert _engine.search_deal_paranoid(state, nodes) == (values, nodes)
        with pytest.raises(errors.NodeBudgetError, match=f"{nodes - 1} nodes are not enough for"):
            _engine.search_deal_paranoid(state, nodes - 1)
        with pytest.raises(errors.NodeBudgetError, match="0 are solved"):
            _engine.search_deal_paranoid(Deal.deal(1), 1000)

    def test_nothing_to_search_at_the_end(self) -> None:
        state = Deal.deal(1)
        while not state.is_terminal:
            state.play(state.legal_moves()[0])
        assert _engine.search_deal_paranoid(state, 5) == ({}, 0)


class TestLists:
    def test_the_moves_of_many_deals(self, engine: ModuleType) -> None:
        deals = [Deal.deal(seed) for seed in range(20)]
        moves = sum(len(deal.legal_moves()) for deal in deals)
        for ordered in (False, True):
            assert engine.list_deal_moves(deals, 3, ordered) == 3 * moves
        assert engine.list_deal_moves([], 3, True) == 0
        with pytest.raises(TypeError):
            engine.list_deal_moves([3], 3, True)


ENDLESS = {
    "perft": "_engine.deal_perft(state, 60)",
    "divide": "_engine.deal_divide(state, 60)",
    "playouts": "_engine.deal_playouts(state, 10**11, 1)",
    "dealt playouts": "_engine.dealt_deal_playouts(state.rules, 10**11, 1)",
    "search": "_engine.search_deal_paranoid(state, 1 << 62)",
}


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C on Windows")
@pytest.mark.parametrize("call", ENDLESS.values(), ids=ENDLESS.keys())
def test_ctrl_c_stops_it(call: str) -> None:
    assert_ctrl_c_stops("from cabbage import _engine\nfrom cabbage._deal import Deal", "Deal.deal(1)", call)


def test_other_threads_run_meanwhile() -> None:
    assert_other_threads_run(lambda: _engine.deal_playouts(Deal.deal(1), 50_000, 1))
