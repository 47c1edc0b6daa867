"""The answers of `workloads_batch.py` in another way: lane by lane, each a game of its own, from Python.

Deals and choices come from random numbers in Python, observations from the references of the tests. For
`answers.py`, which makes them importable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import compare
import compare_krypkasino
from cabbage.batch import SKIP
from reference import observations
from reference.shuffles import below, stream
from workloads_batch import (
    ANSWERS,
    CALLS,
    GAMES,
    LANES,
    LOOKED_AT,
    PLAYOUT_CALLS,
    SEED,
    digest,
    one_deal,
    recorded,
)

FIRST_DEALS, FIRST_CALLS = 1 << 62, 1 << 63

State = Any


class Lane:
    """A lane that is played from Python."""

    def __init__(self, game: str, players: int, number: int) -> None:
        self.game = game
        self.rules = GAMES[game].rules(players=players)
        self.seeds = stream(SEED, FIRST_DEALS + number)
        self.deal()

    def deal(self) -> None:
        self.first = GAMES[self.game].state.deal(next(self.seeds), self.rules)
        self.state = self.first.copy()
        self.actions: list[int] = []

    def play(self, action: int) -> list[int] | None:
        """Play an action; the returns of a game that is then over, and a new deal."""
        if action == SKIP:
            return None
        self.state.play(action)
        self.actions.append(action)
        if not self.state.is_terminal:
            return None
        returns: list[int] = self.state.returns()
        self.deal()
        return returns

    def written(self, what: str) -> list[int]:
        if what == "observations":
            return self.observed()
        legal = self.state.legal_moves()
        if what == "masks":
            return [action in legal for action in range(55 if self.game == "las-vegan" else 52 * 16)]
        bits = sum(1 << action for action in legal)
        return [bits >> 64 * word & (1 << 64) - 1 for word in range(1 if self.game == "las-vegan" else 13)]

    def observed(self) -> list[int]:
        """What the seat to move knows, says the reference, in which the game is played again."""
        model: Any
        observe: Any
        if self.game == "las-vegan":
            model, observe = compare.reference_round(self.first), observations.las_vegan_observation
            for action in self.actions:
                model.play(action)
        else:
            again = self.first.copy()
            model, observe = compare_krypkasino.reference_deal(again), observations.krypkasino_observation
            for action in self.actions:
                move = next(move for move in again.moves() if move.number == action)
                model.play(compare_krypkasino.reference_move(move))
                again.play(action)
        return [number for field in observe(model, self.state.current_player).values() for number in field]


def lanes_at_the_start(game: str, players: int, every: int) -> Iterator[tuple[int, Lane]]:
    for number in range(0, LANES, every):
        lane = Lane(game, players, number)
        for row in recorded(game, players).before:
            lane.play(int(row[number]))
        yield number, lane


def weighed(numbers: list[int]) -> int:
    return sum(place * number for place, number in enumerate(numbers, 1))


def after_steps(game: str, players: int, what: str | None) -> int:
    timed = recorded(game, players).timed
    finished, written, results = 0, 0, dict.fromkeys(range(0, len(timed), len(timed) // 4), 0)
    for number, lane in lanes_at_the_start(game, players, 1):
        for back, row in zip(range(len(timed) - 1, -1, -1), timed, strict=True):
            returns = lane.play(int(row[number]))
            if returns is not None:
                finished += 1
                if back in results:
                    results[back] += sum(returns)
        if what is not None and number % LOOKED_AT == 0:
            written += weighed(lane.written(what))
    in_order = [results[back] for back in sorted(results, reverse=True)]
    return digest(finished, *in_order, *([] if what is None else [written % 2**64]))


def at_the_start(game: str, players: int, what: str) -> int:
    lanes = lanes_at_the_start(game, players, LOOKED_AT)
    return digest(sum(weighed(lane.written(what)) for _, lane in lanes) % 2**64)


def call_seed(call: int) -> int:
    return next(stream(SEED, FIRST_CALLS + call))


def random_actions(game: str, players: int) -> int:
    seeds = [call_seed(GAMES[game].plies + call) for call in range(CALLS)]
    total = 0
    for number, lane in lanes_at_the_start(game, players, LOOKED_AT):
        legal = lane.state.legal_moves()
        total += sum(legal[below(stream(seed, number), len(legal))] for seed in seeds)
    return total


def playouts(game: str, players: int, *, dealt: bool) -> int:
    start, actions = one_deal(game, players), 0
    for number in range(LANES):
        first = Lane(game, players, number).state if dealt else start
        for call in range(PLAYOUT_CALLS):
            state, numbers = first.copy(), stream(call_seed(call), number)
            while moves := state.legal_moves():
                state.play(moves[below(numbers, len(moves))])
                actions += 1
    return actions


def other_ways() -> dict[str, Callable[[], int]]:
    """For the keys of workloads, the answer in another way. Resampling draws are not done again."""
    ways: dict[str, Callable[[], int]] = {}
    for game, players in ANSWERS:
        found = {
            "step": partial(after_steps, game, players, None),
            "step_words": partial(after_steps, game, players, "words"),
            "step_masks": partial(after_steps, game, players, "masks"),
            "step_observed": partial(after_steps, game, players, "observations"),
            "random": partial(random_actions, game, players),
            "words": partial(at_the_start, game, players, "words"),
            "masks": partial(at_the_start, game, players, "masks"),
            "observe": partial(at_the_start, game, players, "observations"),
            "playouts": partial(playouts, game, players, dealt=False),
            "playouts_dealt": partial(playouts, game, players, dealt=True),
        }
        ways |= {f"{GAMES[game].prefix}batch_{key}_{players}": way for key, way in found.items()}
    return ways
