"""What is timed: each workload does a known amount of work and states the answer it must come to.

This file says what a workload is, and has those of Las Vegan's native loops; `workloads_krypkasino.py`
has those of Krypkasino's, `workloads_calls.py` single calls from Python, `workloads_batch.py` batches,
`workloads_solver.py` the solver, `workloads_players.py` views and players.
Answers that are counts are frozen numbers; `python benchmarks/answers.py` finds all of them again.

Positions come from fixed seeds when a workload first runs, so its first run is not to be timed.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cabbage import _engine, testing
from cabbage._games import State
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round, Rules

PLAYOUTS = 20_000
POSITIONS = 2_000


@dataclass(frozen=True)
class Workload:
    """One run of a benchmark."""

    name: str
    unit: str
    """What work is counted in: actions, lines, positions, calls."""
    work: int
    """Units of work in a run, for rates."""
    answer: Any
    """What a run must come to."""
    run: Callable[[], Any]
    """Does the work and returns its answer."""


@functools.cache
def positions_of_random_play(kind: type[Round | Deal], count: int) -> list[Any]:
    """Positions on the way of random rounds or deals with the default rules, in random order."""
    rng = random.Random(3)
    found: list[State] = []
    while len(found) < count:
        state = kind.deal(rng.getrandbits(64))
        while not state.is_terminal:
            found.append(state.copy())
            state.play(rng.choice(state.legal_moves()))
    rng.shuffle(found)
    return found[:count]


@functools.cache
def tricks_of_random_play(count: int) -> list[bytes]:
    """Complete tricks of random rounds of 2 to 6 players in turn, in random order."""
    rng = random.Random(3)
    found: list[bytes] = []
    while len(found) < count:
        state = Round.deal(rng.getrandbits(64), Rules(players=2 + len(found) % 5))
        while not state.is_terminal:
            laid, action = state.trick, rng.choice(state.legal_moves())
            state.play(action)
            if len(laid) == state.num_players - 1 and not state.trick:
                found.append(bytes([*laid, action]))
    rng.shuffle(found)
    return found[:count]


def _playouts(players: int, answer: int) -> Workload:
    """Random rounds from one deal; the answer is the actions played."""
    state = Round.deal(1, Rules(players=players))
    name = f"playouts, {players} players"
    return Workload(
        name, "actions", answer, answer, lambda: testing.random_playouts(state, PLAYOUTS, 1).actions
    )


def _dealt_playouts(answer: int) -> Workload:
    def run() -> int:
        return testing.random_playouts(None, PLAYOUTS, 1).actions

    return Workload("playouts, 4 players, each dealt", "actions", answer, answer, run)


def _perft(name: str, seed: int, rules: Rules, depth: int, answer: int) -> Workload:
    state = Round.deal(seed, rules)
    return Workload(name, "lines", answer, answer, lambda: testing.perft(state, depth))


def _perft_of(players: int, depth: int, answer: int) -> Workload:
    return _perft(f"perft, {players} players, depth {depth}", 1, Rules(players=players), depth, answer)


def _masks(count: int, repeats: int, answer: int) -> Workload:
    """Looking at the legal mask of each of many positions; the answer is the legal actions in all."""

    def run() -> int:
        return _engine.count_round_moves(positions_of_random_play(Round, count), repeats)

    name = f"legal masks, {count:,} positions of random play"
    return Workload(name, "positions", count * repeats, answer * repeats, run)


def _lists(count: int, answer: int) -> Workload:
    """The same from Python, with a list of the legal actions of each position."""

    def run() -> int:
        return sum([len(state.legal_moves()) for state in positions_of_random_play(Round, count)])

    return Workload(f"lists of moves in Python, {count:,} positions", "positions", count, answer, run)


def _winners(count: int, repeats: int, answer: int) -> Workload:
    """Finding the winners of tricks; the answer is the sum of their places, from 0."""

    def run() -> int:
        return _engine.win_tricks(tricks_of_random_play(count), repeats)

    name = f"winners of tricks, {count:,} tricks of 2 to 6 players"
    return Workload(name, "tricks", count * repeats, answer * repeats, run)


PLAYOUT_WORKLOADS = {
    "playouts_2": _playouts(2, 879_622),
    "playouts_3": _playouts(3, 859_327),
    "playouts_4": _playouts(4, 879_570),
    "playouts_5": _playouts(5, 879_395),
    "playouts_6": _playouts(6, 779_796),
    "playouts_dealt": _dealt_playouts(879_417),
}

PERFT_WORKLOADS = {
    "perft_2": _perft_of(2, 8, 71_864_800),
    "perft_3": _perft_of(3, 10, 11_341_583),
    "perft_4": _perft_of(4, 11, 24_153_578),
    "perft_5": _perft_of(5, 12, 4_666_784),
    "perft_6": _perft_of(6, 13, 22_462_720),
    "perft_4_deep": _perft("perft, 4 players, depth 15", 3, Rules(), 15, 603_942_176),
    "perft_2_deep": _perft("perft, 2 players, depth 9", 1, Rules(players=2), 9, 569_897_568),
    "perft_whole": _perft("perft, whole rounds, 4 cards a seat", 1, Rules(hand_size=4), 99, 617_824),
}

MOVE_WORKLOADS = {
    "masks": _masks(POSITIONS, 500, 7_391),
    "lists": _lists(POSITIONS, 7_391),
    "winners": _winners(POSITIONS, 500, 782),
}

WORKLOADS = {**PLAYOUT_WORKLOADS, **PERFT_WORKLOADS, **MOVE_WORKLOADS}
