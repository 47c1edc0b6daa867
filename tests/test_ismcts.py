"""The tree search: the same as in plain Python to the last node, and right where one can tell."""

from __future__ import annotations

import random
from functools import partial
from types import ModuleType
from typing import Any

import pytest

from cabbage import errors
from cabbage._batches import LOOPS
from cabbage._ismcts import MOST_NODES
from cabbage._sampling import lane_of
from cabbage.las_vegan import Round, Rules
from cabbage.players import ISMCTSPlayer
from cabbage.solver import solve
from cabbage.streams import RandomStream
from compare import random_rules
from compare_krypkasino import random_rules as random_deal_rules
from plain_ismcts import Search
from test_worlds import random_position as random_round
from test_worlds_krypkasino import random_position as random_deal


def random_weights(rng: random.Random, players: int) -> list[list[int]]:
    return [[rng.choice((-1, 0, 1)) for _ in range(players)] for _ in range(players)]


def native_search(view: Any, weights: list[list[int]], seed: int, most_nodes: int = MOST_NODES) -> Any:
    loops, lanes = lane_of(view)
    return loops.InformationSetSearch(lanes, view.seat, weights, 1.5, seed, most_nodes)


class TestBesidePlainPython:
    """Both draw the same numbers, so that each node must be visited as often, with the same results."""

    @pytest.mark.parametrize("game", LOOPS)
    def test_every_simulation(self, game: str, native: ModuleType, builds: str) -> None:
        rng = random.Random(5)
        compared = 0
        for number in range(60):
            state: Any
            if game == "las-vegan":
                state = random_round(rng, random_rules(rng))
                draw_world, finish = native.round_world, native.finish_round
            else:
                state = random_deal(rng, random_deal_rules(rng))
                horizon = len(state.stock) - state.num_players * state.rules.cards_each_later
                draw_world, finish = native.deal_world, partial(native.finish_deal, horizon=horizon)
            if state.is_terminal:
                continue
            view = state.observe(state.current_player)
            weights = random_weights(rng, state.num_players)
            ours = native_search(view, weights, number)
            plain = Search(
                state,
                view.seat,
                weights,
                1.5,
                RandomStream(number),
                draw_world,
                finish,
                takes_from_the_end=game == "krypkasino",
            )
            for count in (1, 1, 5, 60, 200):
                assert ours.run(count) == 0
                plain.run(count)
                assert ours.found() == plain.found()
                compared += len(plain.root.children) > 1
        assert compared > 50


class TestTree:
    def test_a_simulation_visits_one_action(self, builds: str) -> None:
        search = native_search(Round.deal(1).observe(0), [[1, 0, 0, 0]] * 4, 1)
        for count in (1, 9, 90, 900):
            before = sum(visits for _, visits, _, _ in search.found())
            assert search.run(count) == 0
            assert sum(visits for _, visits, _, _ in search.found()) == before + count

    def test_one_that_is_full_still_learns(self, builds: str) -> None:
        view = Round.deal(1).observe(0)
        small, large = (native_search(view, [[1, 0, 0, 0]] * 4, 1, most) for most in (64, MOST_NODES))
        for search in (small, large):
            assert search.run(3_000) == 0
        assert {action for action, _, _, _ in small.found()} == set(view.legal_moves())
        assert sum(visits for _, visits, _, _ in small.found()) > 2_000
        assert small.found() != large.found()

    @pytest.mark.parametrize(
        ("seat", "weights", "most_nodes"),
        [
            (4, [[1] * 4] * 4, 100),
            (-1, [[1] * 4] * 4, 100),
            (0, [[1] * 4] * 3, 100),
            (0, [[1] * 3] * 4, 100),
            (0, [[6] * 4] * 4, 100),
            (0, [[1] * 4] * 4, 63),
            (0, [[1] * 4] * 4, 2**31),
        ],
    )
    def test_refuses_what_does_not_fit(self, seat: int, weights: list[list[int]], most_nodes: int) -> None:
        loops, lanes = lane_of(Round.deal(1).observe(0))
        with pytest.raises(errors.CabbageError):
            loops.InformationSetSearch(lanes, seat, weights, 1.0, 1, most_nodes)


class TestValues:
    def test_a_last_decision_has_its_results(self, builds: str) -> None:
        # A token behind the last trick: nothing is hidden, and nothing comes after it.
        rng = random.Random(3)
        decided = 0
        while decided < 20:
            state = Round.deal(rng.getrandbits(64))
            while not state.is_terminal and not (state.to_place == 1 and not state.hand_mask(0)):
                state.play(rng.choice(state.legal_moves()))
            if state.is_terminal:
                continue
            decided += 1
            seat = state.current_player
            player = ISMCTSPlayer(simulations=100, objective="maxn")
            for estimate in player.estimates(state.observe(seat), RandomStream(decided)):
                after = state.copy()
                after.play(estimate.action)
                assert estimate.value == after.returns()[seat]
                assert estimate.standard_error == 0 or estimate.count == 1

    def test_finds_what_is_best_where_all_is_known(self, builds: str) -> None:
        # Two players and the last five tricks; where every action is as good there is nothing to find.
        seeds = iter(range(10_000))
        right = 0
        for number in range(60):
            while True:
                state = endgame(next(seeds))
                if state is None:
                    continue
                solution = solve(state, objective="margin")
                if len(set(solution.values.values())) > 1:
                    break
            player = ISMCTSPlayer(simulations=20_000)
            view = state.observe(state.current_player)
            right += player.choose(view, RandomStream(number)) in solution.best_actions
        assert right >= 57  # of 60


def endgame(seed: int) -> Round | None:
    """A random round of two players where the last five tricks begin, if one does without tokens open."""
    state, stream = Round.deal(seed, Rules(players=2)), RandomStream(seed, 1 << 50)
    while not state.is_terminal:
        if len(state.hand(0)) == len(state.hand(1)) == 5 and not state.to_place:
            return state
        state.play(state.random_legal(stream))
    return None


class TestBudgets:
    def test_seconds(self) -> None:
        view = Round.deal(1).observe(0)
        few = ISMCTSPlayer(seconds=0.02).estimates(view, RandomStream(1))
        assert sum(estimate.count for estimate in few) > 100
        both = ISMCTSPlayer(simulations=10, seconds=60).estimates(view, RandomStream(1))
        assert sum(estimate.count for estimate in both) == 10
        none = ISMCTSPlayer(seconds=0).estimates(view, RandomStream(1))
        assert all(estimate.count == 0 for estimate in none)

    def test_a_budget_more_goes_on_where_less_ends(self) -> None:
        # Ranges of simulations, whose lengths depend on the clock, change nothing.
        view = Round.deal(1).observe(0)
        search = native_search(view, [[1, 0, 0, 0]] * 4, 1)
        other = native_search(view, [[1, 0, 0, 0]] * 4, 1)
        assert search.run(1_000) == 0
        for count in (1, 10, 100, 889):
            assert other.run(count) == 0
        assert search.found() == other.found()
