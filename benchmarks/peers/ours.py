"""What of Cabbage is timed."""

from __future__ import annotations

import random
from typing import Any

import numpy

from cabbage import testing
from cabbage.batch import Deals, Rounds
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round, Rules
from cabbage.players import ISMCTSPlayer
from cabbage.streams import RandomStream
from peers.work import Work, check, drawn_numbers

NAME = "cabbage"
DISTRIBUTION = "cabbage-cards"

ACTIONS = "tokens' decisions are actions too; a round is 44 of them in the mean"
STEP = "`legal_moves`, a choice by a number drawn beforehand, `play`"
LANES = 4_096
STEPS = 100
SIMULATIONS = 1_000
BULK = "one native call that counts the last ply in bulk"


def works() -> dict[str, Work]:
    """Every work, by its name in `pairs.py`."""
    round_, deal = Round.deal(1), Deal.deal(1)
    return {
        "lv_playouts": _playouts(
            "Las Vegan", f"4 players, random playouts of one deal; {ACTIONS}", round_, 10_000, 439_776
        ),
        "lv_playouts_dealt": _playouts(
            "Las Vegan, each dealt", "as Las Vegan, with a shuffle and a deal for each", None, 10_000, 439_707
        ),
        "kk_playouts": _playouts(
            "Krypkasino", "2 players, random playouts of one deal of 100 plays", deal, 1_000, 100_000
        ),
        "lv_batch_playouts": _batch_playouts("Las Vegan, batch", Rounds.from_states([round_] * LANES, 1)),
        "kk_batch_playouts": _batch_playouts("Krypkasino, batch", Deals.from_states([deal] * LANES, 1)),
        "lv_steps": _steps(
            "Las Vegan", f"a copy of one deal for each; {STEP}; {ACTIONS}", round_, 500, 21_986
        ),
        "lv_steps_dealt": _steps(
            "Las Vegan, each dealt", "as Las Vegan, with `Round.deal` instead of a copy", None, 500, 21_987
        ),
        "kk_steps": _steps(
            "Krypkasino", f"2 players; a copy of one deal for each; {STEP}", deal, 200, 20_000
        ),
        "lv_choice": _choice(round_, 500, 21_988),
        "lv_random_legal": _random_legal("Las Vegan", round_, 500),
        "kk_random_legal": _random_legal("Krypkasino", deal, 200),
        "lv_batch": _batch("Las Vegan, batch", Rounds(None, LANES, 1)),
        "kk_batch": _batch("Krypkasino, batch", Deals(None, LANES, 1)),
        "lv_batch_observed": _batch("Las Vegan, batch, observed", Rounds(None, LANES, 1), observed=True),
        "kk_batch_observed": _batch("Krypkasino, batch, observed", Deals(None, LANES, 1), observed=True),
        "lv_ismcts": _simulations("Las Vegan", "4 players, the first card of 10", round_),
        "kk_ismcts": _simulations("Krypkasino", "2 players, the first of 100 plays", deal),
        "lv_perft_4": _perft("Las Vegan, 4 players", f"{BULK}, depth 15", Round.deal(3), 15, 603_942_176),
        "lv_perft_2": _perft(
            "Las Vegan, 2 players", f"{BULK}, depth 9", Round.deal(1, Rules(players=2)), 9, 569_897_568
        ),
        "lv_perft_whole": _perft(
            "Las Vegan, to the end",
            "one native call; whole rounds with hands of 4 cards, their last tricks forced",
            Round.deal(1, Rules(hand_size=4)),
            48,
            617_824,
        ),
        "kk_perft": _perft("Krypkasino, 2 players", f"{BULK}, depth 15", deal, 15, 18_876_272),
        "lv_python_perft": _python_perft("Las Vegan", round_, 8, 219_038, 3.0),
        "kk_python_perft": _python_perft("Krypkasino", deal, 8, 124_328, 2.8),
        "lv_copy": _copy("Las Vegan", round_),
        "kk_copy": _copy("Krypkasino", deal),
    }


def _playouts(label: str, detail: str, state: Round | Deal | None, count: int, actions: int) -> Work:
    return Work(label, detail, "actions", lambda: testing.random_playouts(state, count, 1).actions, actions)


def _steps(label: str, detail: str, start: Round | Deal | None, games: int, actions: int) -> Work:
    def run() -> int:
        number = drawn_numbers()
        count = 0
        for seed in range(games):
            state = Round.deal(seed) if start is None else start.copy()
            play, legal_moves = state.play, state.legal_moves
            while moves := legal_moves():
                play(moves[number() % len(moves)])
                count += 1
            check(state.is_terminal, label)
        return count

    return Work(label, detail, "actions", run, actions)


def _choice(start: Round, games: int, actions: int) -> Work:
    def run() -> int:
        choice = random.Random(1).choice
        count = 0
        for _ in range(games):
            state = start.copy()
            while not state.is_terminal:
                state.play(choice(state.legal_moves()))
                count += 1
        return count

    detail = "a copy of one deal for each; `is_terminal`, `legal_moves`, `random.choice`, `play`"
    return Work("Las Vegan, choice", detail, "actions", run, actions)


def _random_legal(label: str, start: Round | Deal, games: int) -> Work:
    def run() -> int:
        stream = RandomStream(1)
        count = 0
        for _ in range(games):
            state = start.copy()
            while not state.is_terminal:
                state.play(state.random_legal(stream))
                count += 1
        return count

    detail = "a copy of one deal for each; `is_terminal`, `random_legal`, `play`"
    return Work(f"{label}, random_legal", detail, "actions", run)


def _batch(label: str, start: Any, *, observed: bool = False) -> Work:
    """Games of many lanes, each with a new deal where it is over."""
    lanes, actions = start.copy(), numpy.empty(LANES, "int64")
    written = {"masks": start.legal_masks()}
    if observed:
        written["observations"] = start.observations()

    def run() -> int:
        lanes.copy_from(start)
        finished = 0
        for _ in range(STEPS):
            done = lanes.step(lanes.random_actions(actions), auto_reset=True, **written).done
            finished += int(numpy.count_nonzero(done))
        check(finished >= LANES, label)
        return STEPS * LANES

    what = f"masks and {start.observation_size} numbers of observation" if observed else "masks"
    detail = f"{LANES:,} games; `random_actions` and `step`, which writes {what} and deals anew"
    return Work(label, detail, "actions", run, STEPS * LANES)


def _batch_playouts(label: str, start: Any) -> Work:
    lanes, lengths = start.copy(), numpy.empty(LANES, "int64")

    def run() -> int:
        lanes.copy_from(start)
        lanes.playouts(lengths=lengths)
        return int(lengths.sum())

    return Work(label, f"one call of `playouts` for {LANES:,} lanes of one deal", "actions", run)


def _simulations(label: str, where: str, state: Round | Deal) -> Work:
    """Choices of the player, of which each simulation tries one action."""
    view, player = state.observe(state.current_player), ISMCTSPlayer(simulations=SIMULATIONS)

    def run() -> int:
        estimates = player.estimates(view, RandomStream(1))
        check(sum(estimate.count for estimate in estimates) == SIMULATIONS, label)
        return SIMULATIONS

    detail = (
        f"`ISMCTSPlayer.estimates`, {SIMULATIONS:,} simulations, each of a world of its own, with a playout "
        f"by rules of thumb; {where}"
    )
    return Work(label, detail, "simulations", run, SIMULATIONS)


def _perft(label: str, detail: str, state: Round | Deal, depth: int, leaves: int) -> Work:
    return Work(label, detail, "leaves", lambda: testing.perft(state, depth), leaves)


def _python_perft(label: str, start: Round | Deal, depth: int, leaves: int, last: float) -> Work:
    state = start.copy()

    def perft(depth: int) -> int:
        moves = state.legal_moves()
        if depth == 1:
            return len(moves)
        count = 0
        for move in moves:
            state.play(move)
            count += perft(depth - 1)
            state.undo()
        return count

    detail = f"depth {depth}; list, play and undo; the last ply is the length of a list, {last} in the mean"
    return Work(label, detail, "leaves", lambda: perft(depth), leaves)


def _copy(label: str, state: Round | Deal) -> Work:
    def run() -> int:
        copy = state.copy
        for _ in range(10_000):
            made = copy()
        check(made == state and made is not state, label)
        return 10_000

    return Work(label, "`copy()` of a deal's first position, with its record", "copies", run, 10_000)
