"""The answers of `workloads_players.py` in another way: what a seat sees from the tests' references, and
searches in plain Python.

They take the same random numbers in the same order as the native ones. Worlds and playouts are the engine's,
which the tests compare with references. For `answers.py`, which makes the tests importable.
"""

from __future__ import annotations

import functools
import math
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import test_worlds
import test_worlds_krypkasino
from cabbage._objectives import Objective
from cabbage._sampling import LEAD, objective_of, weights_of
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round
from cabbage.players import ISMCTSPlayer, PIMCPlayer
from cabbage.streams import RandomStream
from native import built
from plain_ismcts import Search
from reference import observations
from workloads import POSITIONS, positions_of_random_play
from workloads_batch import digest
from workloads_players import HALF_A_DEAL, HALF_A_ROUND, LOOKED_AT, SEED, Kind, hands_of, views_of

#: For each action how often it was tried, and the sum of what came of it, as utility.
Found = dict[int, tuple[int, int]]


@functools.cache
def native() -> ModuleType:
    """What a simulation draws, one by one: an extension of the tests'."""
    return built("native_simulations", Path(tempfile.mkdtemp()))


def looked_at(kind: Kind) -> Iterator[Any]:
    return islice(positions_of_random_play(kind, POSITIONS), 0, None, LOOKED_AT)


def unseen(kind: Kind) -> int:
    """The cards that the seats to move do not see, say the references."""
    total = 0
    for state in looked_at(kind):
        if isinstance(state, Round):
            seen = observations.las_vegan_observation(test_worlds.model_of(state), state.current_player)
        else:
            model = test_worlds_krypkasino.model_of(state)
            seen = observations.krypkasino_observation(model, state.current_player)
        total += sum(copies * (card + 1) for card, copies in enumerate(seen["unseen"]))
    return total


def worlds_of_states(kind: Kind) -> int:
    """The worlds drawn from the positions themselves, whose hidden cards must not matter."""
    return sum(hands_of(state.resample(state.current_player, SEED)) for state in looked_at(kind))


def folded(found: Found, objective: Objective) -> Iterator[int]:
    """The numbers of an answer: actions by how often they were tried, then by value, then in their order."""
    for action in sorted(found, key=lambda a: (-found[a][0], -found[a][1] / found[a][0], a)):
        count, total = found[action]
        yield from (action, count, -total if objective.minimises else total)


def searched(
    kind: Kind,
    players: int,
    plies: int,
    choices: int,
    search: Callable[[Any, Objective, int], Found],
) -> int:
    numbers: list[int] = []
    for number, view in enumerate(views_of(kind, players, plies, choices)):
        objective = objective_of(view, LEAD)
        numbers += folded(search(view, objective, RandomStream(number).next()), objective)
    return digest(*numbers)


def drawing(state: Any) -> tuple[Callable[..., Any], Callable[..., list[int]]]:
    """What draws a world of a position that is searched, and what plays one out: in Krypkasino to the end
    of the batch."""
    if isinstance(state, Round):
        return native().round_world, native().finish_round
    horizon = len(state.stock) - state.num_players * state.rules.cards_each_later
    return native().deal_world, partial(native().finish_deal, horizon=horizon)


def plain_simulations(view: Any, objective: Objective, seed: int, *, budget: int) -> Found:
    draw_world, finish = drawing(view._world)
    search = Search(
        view._world,
        view.seat,
        weights_of(objective),
        ISMCTSPlayer().exploration,
        RandomStream(seed),
        draw_world,
        finish,
        takes_from_the_end=isinstance(view._world, Deal),
    )
    search.run(budget)
    return {action: (count, total) for action, count, total, _ in search.found()}


class PlainProbe:
    """Search of one world, whose actions are tried from the last to the first."""

    def __init__(
        self,
        seat: int,
        weights: Sequence[Sequence[int]],
        chance: RandomStream,
        finish: Callable[..., list[int]],
    ) -> None:
        self.seat, self.weights, self.chance, self.finish = seat, weights, chance, finish
        self.playouts = PIMCPlayer().playouts
        self.is_duel = len(weights) == 2
        self.depth, self.exact = (2, 12) if self.is_duel else (0, 8)

    def worth(self, seat: int, results: Sequence[int]) -> int:
        return sum(weight * result for weight, result in zip(self.weights[seat], results, strict=True))

    def value(self, child: Any) -> int:
        if self.is_duel:
            return self.duel(child, self.depth, -math.inf, math.inf)
        return self.worth(self.seat, self.each_for_itself(child, self.depth))

    def expected(self, state: Any, depth: int) -> list[int] | None:
        """What is to be expected where the search ends, as a sum over playouts; None where it goes on."""
        if state.is_terminal:
            return [self.playouts * result for result in state.returns()]
        left = sum(len(state.hand(seat)) for seat in range(state.num_players))
        left += state.to_place if isinstance(state, Round) else len(state.stock)
        if depth > 0 or left <= self.exact:
            return None
        ends = [self.finish(state, self.chance) for _ in range(self.playouts)]
        return [sum(column) for column in zip(*ends, strict=True)]

    def duel(self, state: Any, depth: int, alpha: float, beta: float) -> int:
        expected = self.expected(state, depth)
        if expected is not None:
            return self.worth(self.seat, expected)
        found: list[int] = []
        sign = 1 if state.current_player == self.seat else -1
        for action in reversed(state.legal_moves()):
            value = self.duel(after(state, action), depth - 1, alpha, beta)
            found.append(sign * value)
            if sign > 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return sign * max(found)

    def each_for_itself(self, state: Any, depth: int) -> list[int]:
        expected = self.expected(state, depth)
        if expected is not None:
            return expected
        seat = state.current_player
        ends = [
            self.each_for_itself(after(state, action), depth - 1) for action in reversed(state.legal_moves())
        ]
        return max(ends, key=lambda end: self.worth(seat, end))


def after(state: Any, action: int) -> Any:
    child = state.copy()
    child.play(action)
    return child


def plain_worlds(view: Any, objective: Objective, seed: int) -> Found:
    worlds = PIMCPlayer().worlds
    draw_world, finish = drawing(view._world)
    totals: Counter[int] = Counter()
    for number in range(worlds):
        chance = RandomStream(seed, number)
        world = draw_world(view._world, view.seat, chance)
        probe = PlainProbe(view.seat, weights_of(objective), chance, finish)
        for action in reversed(world.legal_moves()):
            totals[action] += probe.value(after(world, action))
    # All were tried as often, so that `folded` has them in the order of their values.
    return {action: (worlds, totals[action]) for action in totals}


def other_ways() -> dict[str, Callable[[], int]]:
    """For the keys of workloads, the answer in another way. The rule of thumb has none."""
    ways: dict[str, Callable[[], int]] = {
        "observe": partial(unseen, Round),
        "kk_observe": partial(unseen, Deal),
        "view_resample": partial(worlds_of_states, Round),
        "kk_view_resample": partial(worlds_of_states, Deal),
    }
    for key, kind, players, plies, choices, budget in (
        ("ismcts_4_2k", Round, 4, 0, 50, 2_000),
        ("ismcts_4_20k", Round, 4, 0, 5, 20_000),
        ("ismcts_4_200k", Round, 4, 0, 1, 200_000),
        ("ismcts_4_middle", Round, 4, HALF_A_ROUND, 50, 2_000),
        ("ismcts_2", Round, 2, 0, 50, 2_000),
        ("kk_ismcts_2", Deal, 2, 0, 10, 2_000),
        ("kk_ismcts_4", Deal, 4, 0, 10, 2_000),
        ("kk_ismcts_2_middle", Deal, 2, HALF_A_DEAL, 10, 2_000),
        ("pimc_4", Round, 4, 0, 20, None),
        ("pimc_4_middle", Round, 4, HALF_A_ROUND, 20, None),
        ("pimc_2", Round, 2, 0, 2, None),
        ("kk_pimc_2", Deal, 2, 0, 2, None),
        ("kk_pimc_4", Deal, 4, 0, 5, None),
    ):
        search = plain_worlds if budget is None else partial(plain_simulations, budget=budget)
        ways[key] = partial(searched, kind, players, plies, choices, search)
    return ways
