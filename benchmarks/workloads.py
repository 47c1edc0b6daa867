"""What is timed: each workload does a known amount of work and states the answer it must come to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cabbage import testing
from cabbage.las_vegan import Round, Rules

PLAYOUTS = 20_000


@dataclass(frozen=True)
class Workload:
    """One run of a benchmark."""

    name: str
    run: Callable[[], int]
    """Does the work and returns its answer."""
    answer: int
    work: int
    """Units of work in a run, for rates: actions, or lines."""


def _playouts(players: int, answer: int) -> Workload:
    state = Round.deal(1, Rules(players=players))
    name = f"playouts, {players} players"
    return Workload(name, lambda: testing.random_playouts(state, PLAYOUTS, 1).actions, answer, answer)


def _dealt_playouts(answer: int) -> Workload:
    def run() -> int:
        return testing.random_playouts(None, PLAYOUTS, 1).actions

    return Workload("playouts, 4 players, each dealt", run, answer, answer)


def _perft(name: str, seed: int, rules: Rules, depth: int, answer: int) -> Workload:
    state = Round.deal(seed, rules)
    return Workload(name, lambda: testing.perft(state, depth), answer, answer)


WORKLOADS = {
    "playouts_2": _playouts(2, 879_622),
    "playouts_3": _playouts(3, 859_327),
    "playouts_4": _playouts(4, 879_570),
    "playouts_5": _playouts(5, 879_395),
    "playouts_6": _playouts(6, 779_796),
    "playouts_dealt": _dealt_playouts(879_417),
    "perft_4_deep": _perft("perft, 4 players, depth 15", 3, Rules(), 15, 603_942_176),
    "perft_2_deep": _perft("perft, 2 players, depth 9", 1, Rules(players=2), 9, 569_897_568),
    "perft_whole": _perft("perft, whole rounds, 4 cards a seat", 1, Rules(hand_size=4), 99, 617_824),
}
