"""The player that searches world by world: exact in each where it says so, and right on average."""

from __future__ import annotations

import math
import random
from statistics import mean, pstdev
from types import ModuleType
from typing import Any

import pytest

from cabbage import errors
from cabbage._batches import LOOPS
from cabbage._krypkasino_cards import parse_cards
from cabbage._sampling import lane_of
from cabbage.krypkasino import Deal
from cabbage.krypkasino import Rules as DealRules
from cabbage.las_vegan import CardSet, Round, Rules
from cabbage.players import PIMCPlayer
from cabbage.solver import solve
from cabbage.streams import RandomStream
from compare import reference_position
from reference import krypkasino as ref
from reference import search as reference_search
from reference import worlds
from test_ismcts import endgame
from test_worlds import model_of as model_of_round
from test_worlds import random_position as random_round
from test_worlds_krypkasino import model_of as model_of_deal
from test_worlds_krypkasino import random_position as random_deal


def search_worlds(view: Any, weights: list[list[int]], *, is_duel: bool, **options: Any) -> Any:
    loops, lanes = lane_of(view)
    values = {"begin": 0, "end": 1, "seed": 1, "depth": 0, "exact": 40, "playouts": 1, "max_nodes": 10**9}
    values |= options
    return loops.search_worlds(lanes, view.seat, weights, is_duel, *values.values())


class TestOneWorld:
    """Where a seat sees all, or all that is left is its own, one world is all worlds."""

    @pytest.mark.parametrize("objective", ["margin", "paranoid"])
    def test_the_last_five_tricks_of_two(self, objective: str, builds: str) -> None:
        found = 0
        for seed in range(120):
            state = endgame(seed)
            if state is None:
                continue
            solution = solve(state, objective=objective)
            player = PIMCPlayer(objective=objective)
            estimates = player.estimates(state.observe(state.current_player), RandomStream(seed))
            assert {each.action: each.value for each in estimates} == solution.values
            assert estimates[0].action in solution.best_actions
            assert {each.standard_error for each in estimates} == {0.0} or estimates[0].count == 1
            found += len(set(solution.values.values())) > 1
        assert found > 60

    def test_the_last_batch_of_two(self, builds: str) -> None:
        rng = random.Random(4)
        found = 0
        for seed in range(60):
            state = Deal.deal(seed)
            while len(state.history) < 92:  # four cards each are left, which both know
                state.play(rng.choice(state.legal_moves()))
            solution = solve(state, objective="margin")
            estimates = PIMCPlayer().estimates(state.observe(state.current_player), RandomStream(seed))
            assert {each.action: each.value for each in estimates} == solution.values
            assert estimates[0].action in solution.best_actions
            found += len(set(solution.values.values())) > 1
        assert found > 30


class TestAverages:
    """Of many worlds the average is that of all worlds, each of them searched by brute force."""

    @staticmethod
    def assert_average(estimates: Any, expected: dict[int, float]) -> None:
        assert {each.action for each in estimates} == set(expected)
        for each in estimates:
            assert abs(each.value - expected[each.action]) <= 5 * each.standard_error + 1e-9

    def test_las_vegan(self, builds: str) -> None:
        # One seven and two tokens, since brute force tries all places of all of them.
        rules = Rules(players=3, deck=CardSet("R0189 P0289 G57"), token_faces=((-2, 1),))
        rng = random.Random(9)
        compared = 0
        while compared < 12:
            state = random_round(rng, rules, most_plies=8)
            seat = state.current_player
            cards = sum(len(state.hand(each)) for each in range(3))
            if not 3 < cards < 7 or len(state.legal_moves()) < 2:
                continue
            compared += 1
            every_world = worlds.las_vegan_worlds(model_of_round(state), seat)
            sums = dict.fromkeys(state.legal_moves(), 0)
            position = reference_position(state)
            for hands in every_world:
                world = position.copy()
                world.hands = [set(hand) for hand in hands]
                for action, value in reference_search.paranoid_values(world, (seat,)).items():
                    sums[action] += value
            expected = {action: total / len(every_world) for action, total in sums.items()}
            player = PIMCPlayer(worlds=3_000, exact=20, objective="paranoid")
            self.assert_average(player.estimates(state.observe(seat), RandomStream(compared)), expected)

    def test_krypkasino(self, builds: str) -> None:
        deck = frozenset(parse_cards("AC 2C 3C 4C 5C AD 2D 3D AS 2S 3S 5S 4H"))
        rules = DealRules(players=3, packs=1, deck=deck, first_hand=2, first_table=3)
        rng = random.Random(9)
        compared = 0
        while compared < 12:
            state = random_deal(rng, rules, 4)
            seat = state.current_player
            if state.is_terminal or len(state.legal_moves()) < 2:
                continue
            compared += 1
            model = model_of_deal(state)
            every_world = worlds.krypkasino_worlds(model, seat, with_stock=False)
            sums = dict.fromkeys(state.legal_moves(), 0)
            for (hands, _), count in every_world.items():
                world = model.copy()
                world.hands = [list(hand) for hand in hands]
                for move, value in reference_search.paranoid_values(world, (seat,)).items():
                    sums[ref.move_number(world, move)] += count * value
            expected = {number: total / every_world.total() for number, total in sums.items()}
            player = PIMCPlayer(worlds=3_000, exact=20, objective="paranoid")
            self.assert_average(player.estimates(state.observe(seat), RandomStream(compared)), expected)

    def test_playouts_where_a_search_ends(self, builds: str, native: ModuleType) -> None:
        # Without any depth an action is worth what playouts come to, here in one world.
        state = Round.deal(5, Rules(players=2))
        player = PIMCPlayer(worlds=4_000, depth=0, exact=0, playouts=3)
        stream = RandomStream(1)
        for estimate in player.estimates(state.observe(0), RandomStream(1)):
            after = state.copy()
            after.play(estimate.action)
            finished = [native.finish_round(after, stream) for _ in range(12_000)]
            margins = [own - other for own, other in finished]
            spread = math.hypot(estimate.standard_error, pstdev(margins) / math.sqrt(12_000))
            assert abs(estimate.value - mean(margins)) < 5 * spread
            assert estimate.count == 4_000


class TestSearch:
    def test_depth_is_counted_in_plies(self) -> None:
        # With depth for all that is left, nothing is exact by `exact`, and yet all is.
        state = endgame(8)
        assert state is not None
        view = state.observe(state.current_player)
        by_depth = PIMCPlayer(worlds=1, exact=0, depth=14, max_nodes=10**9).estimates(view, RandomStream(1))
        by_exact = PIMCPlayer(worlds=1, exact=10, depth=0, max_nodes=10**9).estimates(view, RandomStream(2))
        assert [(e.action, e.value) for e in by_depth] == [(e.action, e.value) for e in by_exact]

    def test_nodes_are_limited(self) -> None:
        # Thirteen cards a hand are never searched to the end.
        view = Round.deal(5, Rules(players=3)).observe(0)
        estimates = PIMCPlayer(worlds=2, exact=40, max_nodes=50).estimates(view, RandomStream(1))
        assert all(each.count == 2 and math.isfinite(each.value) for each in estimates)

    def test_worlds_do_not_depend_on_how_many_there_are(self, builds: str) -> None:
        view = Round.deal(5).observe(0)
        weights = [[int(seat == other) for other in range(4)] for seat in range(4)]
        parts = [
            search_worlds(view, weights, is_duel=False, exact=0, begin=a, end=b) for a, b in ((0, 3), (3, 9))
        ]
        whole = search_worlds(view, weights, is_duel=False, exact=0, begin=0, end=9)
        assert whole[0] == parts[0][0] == parts[1][0] == 0
        for one, first, second in zip(whole[1], parts[0][1], parts[1][1], strict=True):
            assert one[0] == first[0] == second[0]
            assert one[1:] == tuple(a + b for a, b in zip(first[1:], second[1:], strict=True))

    @pytest.mark.parametrize(
        "options",
        [
            {"playouts": 0},
            {"playouts": 2_000},
            {"depth": -1},
            {"depth": 200},
            {"exact": -1},
            {"exact": 200},
        ],
    )
    @pytest.mark.parametrize("game", LOOPS)
    def test_refuses_what_does_not_fit(self, game: str, options: dict[str, int]) -> None:
        state: Any = Round.deal(1) if game == "las-vegan" else Deal.deal(1)
        view = state.observe(state.current_player)
        weights = [[1] * state.num_players] * state.num_players
        with pytest.raises(errors.CabbageError):
            search_worlds(view, weights, is_duel=True, **options)
        with pytest.raises(errors.CabbageError):
            search_worlds(view, weights[1:], is_duel=True)
