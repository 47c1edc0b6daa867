"""Finds the answers of the workloads again, in both builds and, where it can be done, in another way.

    python benchmarks/answers.py              # a line a workload; exit code 1 if any answer is another one

The other ways are slow and plain: playouts are played from Python, on random numbers of its own; moves are
listed position by position; the first three plies of a perft are played from Python; tricks are won by the
rule as it is told; values come from a search without bounds; lanes of batches are games of their own, on
reference observations; players search in plain Python. It takes some minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent / "tests"))  # for the random numbers in Python

import answers_batch
import answers_players
from cabbage._core import has_fast_bmi2
from cabbage._games import State
from cabbage._provers import FEATURES
from cabbage.krypkasino import Deal
from cabbage.krypkasino import Rules as KrypkasinoRules
from cabbage.las_vegan import Card, Round, Rules
from cabbage.solver import TranspositionTable
from cabbage.testing import perft
from reference.shuffles import below, stream
from workloads import PLAYOUTS, POSITIONS, WORKLOADS, positions_of_random_play, tricks_of_random_play
from workloads_batch import WORKLOADS_BATCH
from workloads_krypkasino import PLAYOUTS as DEAL_PLAYOUTS
from workloads_krypkasino import WORKLOADS_KRYPKASINO, hard_tables, positions_with_captures
from workloads_players import WORKLOADS_PLAYERS
from workloads_solver import ALL_FEATURES, ROWS, WORKLOADS_SOLVER, search_straight

ALL = {**WORKLOADS, **WORKLOADS_KRYPKASINO, **WORKLOADS_BATCH, **WORKLOADS_SOLVER, **WORKLOADS_PLAYERS}

FIRST_PLAYOUT_STREAM = 1 << 32
PLIES = 3
WITHOUT_BOUNDS = ALL_FEATURES & ~FEATURES["bounds"]


def random_actions(state: State | None, kind: type[State], count: int) -> int:
    """The actions of so many random games with seed 1, from `state` or each from a deal of its own."""
    actions = 0
    for number in range(count):
        numbers = stream(1, FIRST_PLAYOUT_STREAM + number)
        game = state.copy() if state else kind.deal(next(numbers))
        while moves := game.legal_moves():
            game.play(moves[below(numbers, len(moves))])
            actions += 1
    return actions


def lines(state: State, plies: int, depth: int) -> int:
    """perft, whose first `plies` are played from Python."""
    moves = state.legal_moves()
    if not moves:
        return 1
    if not plies:
        return perft(state, depth)
    total = 0
    for move in moves:
        state.play(move)
        total += lines(state, plies - 1, depth - 1)
        state.undo()
    return total


def place_of_winner(trick: bytes) -> int:
    """The highest card of the led suit wins, unless a 0 of another suit was played: then the last such."""
    cards = [Card(number) for number in trick]
    zeros = [place for place, card in enumerate(cards) if card.rank == 0 and card.suit != cards[0].suit]
    followers = [place for place, card in enumerate(cards) if card.suit == cards[0].suit]
    return zeros[-1] if zeros else max(followers, key=lambda place: cards[place].rank)


def places_of_winners(key: str, tricks: list[bytes]) -> int:
    return sum(map(place_of_winner, tricks)) * (ALL[key].work // len(tricks))


def moves_of(key: str, positions: list[Any]) -> int:
    """The moves of all positions, as often as the workload lists them."""
    return sum(len(state.legal_moves()) for state in positions) * (ALL[key].work // len(positions))


def value_again(key: str, deals: int) -> int:
    row, table = ROWS[key], TranspositionTable()
    return sum(
        search_straight(row, row.position(seed), table, features=WITHOUT_BOUNDS).value or 0
        for seed in range(deals)
    )


def other_ways() -> dict[str, Callable[[], int]]:
    """For the keys of workloads, the answer in another way."""
    ways: dict[str, Callable[[], int]] = {
        "playouts_dealt": partial(random_actions, None, Round, PLAYOUTS),
        "kk_playouts_dealt": partial(random_actions, None, Deal, DEAL_PLAYOUTS),
        "perft_4_deep": partial(lines, Round.deal(3), PLIES, 15),
        "perft_2_deep": partial(lines, Round.deal(1, Rules(players=2)), PLIES, 9),
        "perft_whole": partial(lines, Round.deal(1, Rules(hand_size=4)), PLIES, 99),
        "masks": lambda: moves_of("masks", positions_of_random_play(Round, POSITIONS)),
        "winners": lambda: places_of_winners("winners", tricks_of_random_play(POSITIONS)),
        "kk_lists": lambda: moves_of("kk_lists", positions_of_random_play(Deal, POSITIONS)),
        "kk_lists_cold": lambda: moves_of("kk_lists_cold", positions_of_random_play(Deal, 30_000)),
        "kk_captures": lambda: moves_of("kk_captures", positions_with_captures(POSITIONS)),
        "lv_4p": partial(value_again, "lv-4p-5", 8),
        "lv_3p": partial(value_again, "lv-3p-7", 8),
        "lv_2p": partial(value_again, "lv-2p-8", 8),
        "kk_2p": partial(value_again, "kk-2p", 1),
        "kk_4p": partial(value_again, "kk-4p-3", 1),
    }
    for size in (14, 16, 18, 20):
        key = f"kk_tables_{size}"
        ways[key] = partial(moves_of, key, hard_tables(size))
    depths = {2: (8, 13), 3: (10, 12), 4: (11, 12), 5: (12, 11), 6: (13, 11)}
    for players, (depth, plays) in depths.items():
        state = Round.deal(1, Rules(players=players))
        deal = Deal.deal(1, KrypkasinoRules(players=players))
        ways[f"playouts_{players}"] = partial(random_actions, state, Round, PLAYOUTS)
        ways[f"kk_playouts_{players}"] = partial(random_actions, deal, Deal, DEAL_PLAYOUTS)
        ways[f"perft_{players}"] = partial(lines, state, PLIES, depth)
        ways[f"kk_perft_{players}"] = partial(lines, deal, PLIES, plays)
    ways |= answers_batch.other_ways() | answers_players.other_ways()
    for key in ("batch_playouts_of_one_4", "batch_playouts_of_one_2"):
        ways[key] = ways[key.replace("batch_playouts_of_one", "playouts")]
        ways[f"kk_{key}"] = ways[f"kk_{key}".replace("batch_playouts_of_one", "playouts")]
    return ways


def answers() -> dict[str, int]:
    return {key: workload.run() for key, workload in ALL.items()}


def answers_of(build: str) -> dict[str, int]:
    """The answers of a build of the engines, which a process chooses once."""
    done = subprocess.run(
        [sys.executable, __file__, "--json"],
        env={**os.environ, "CABBAGE_ENGINE": build},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, int] = json.loads(done.stdout)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="print this build's answers, and compare nothing")
    if parser.parse_args().json:
        print(json.dumps(answers()))
        return 0
    builds = {build: answers_of(build) for build in (["base", "bmi2"] if has_fast_bmi2() else ["base"])}
    ways = other_ways()
    differ = 0
    for key, workload in ALL.items():
        found = {build: numbers[key] for build, numbers in builds.items()}
        if key in ways:
            found["another way"] = ways[key]()
        wrong = {way: number for way, number in found.items() if number != workload.answer}
        differ += bool(wrong)
        print(f"{key:26} {workload.answer:>15,}  {f'BUT {wrong}' if wrong else ', '.join(found)}")
    return differ > 0


if __name__ == "__main__":
    sys.exit(main())
