"""What is timed of Krypkasino: as `workloads.py`, each with its amount of work and its answer.

Positions and tables are made from fixed seeds when a workload first runs, outside what is timed.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable

from cabbage import _engine
from cabbage._deal import Deal
from cabbage._krypkasino_rules import Rules
from cabbage._krypkasino_setup import Setup
from workloads import Workload

PLAYOUTS = 5_000
TABLES = 300


@functools.cache
def positions_of_random_play(count: int) -> list[Deal]:
    """Positions on the way of random deals for two, in random order."""
    rng = random.Random(3)
    found: list[Deal] = []
    while len(found) < count:
        state = Deal.deal(rng.getrandbits(64))
        while not state.is_terminal:
            found.append(state.copy())
            state.play(rng.choice(state.legal_moves()))
    rng.shuffle(found)
    return found[:count]


@functools.cache
def hard_tables(size: int) -> list[Deal]:
    """Tables of so many cards and a hand of four: a third of any cards, a third of low cards, a third
    of cards of a few ranks."""
    rng = random.Random(7)
    return [_hard_table(rng, size, number % 3) for number in range(TABLES)]


def _hard_table(rng: random.Random, size: int, kind: int) -> Deal:
    least = size // 8 + 1
    ranks = [
        list(range(13)),
        list(range(max(least, rng.randint(3, 8)))),
        rng.sample(range(13), max(least, rng.randint(2, 6))),
    ][kind]
    table = rng.sample([13 * suit + rank for suit in range(4) for rank in ranks] * 2, size)
    left = [card for card in range(52) for _ in range(2 - table.count(card))]
    hand = rng.sample(sorted(set(left)), 4)
    for card in hand:
        left.remove(card)
    rules = Rules(first_hand=4, first_table=size, later_hand=104)
    return Deal.from_setup(Setup((hand, left[:4]), table, dealer=1), rules)  # type: ignore[arg-type]


def _playouts(players: int, answer: int) -> Workload:
    state = Deal.deal(1, Rules(players=players))
    name = f"krypkasino playouts, {players} players"
    return Workload(name, lambda: _engine.deal_playouts(state, PLAYOUTS, 1)[0], answer, answer)


def _dealt_playouts(answer: int) -> Workload:
    def run() -> int:
        return _engine.dealt_deal_playouts(Rules(), PLAYOUTS, 1)[0]

    return Workload("krypkasino playouts, 2 players, each dealt", run, answer, answer)


def _perft(name: str, rules: Rules, depth: int, answer: int) -> Workload:
    state = Deal.deal(1, rules)
    return Workload(name, lambda: _engine.deal_perft(state, depth), answer, answer)


def _lists(name: str, deals: Callable[[], list[Deal]], count: int, repeats: int, answer: int) -> Workload:
    """Listing all moves of each of `count` positions; the answer is the moves listed."""
    return Workload(
        name, lambda: _engine.list_deal_moves(deals(), repeats, True), answer * repeats, count * repeats
    )


WORKLOADS_KRYPKASINO = {
    "kk_playouts_2": _playouts(2, 500_000),
    "kk_playouts_4": _playouts(4, 500_000),
    "kk_playouts_6": _playouts(6, 510_000),
    "kk_playouts_dealt": _dealt_playouts(500_000),
    "kk_perft_2": _perft("krypkasino perft, 2 players, depth 13", Rules(), 13, 1_792_368),
    "kk_perft_4": _perft("krypkasino perft, 4 players, depth 12", Rules(players=4), 12, 14_133_030),
    "kk_lists": _lists(
        "krypkasino move lists, 2,000 positions of random play",
        lambda: positions_of_random_play(2_000), 2_000, 100, 4_910,
    ),
    "kk_lists_cold": _lists(
        "krypkasino move lists, 30,000 positions of random play",
        lambda: positions_of_random_play(30_000), 30_000, 5, 74_093,
    ),
    "kk_tables_14": _lists(
        "krypkasino move lists, tables of 14 cards", lambda: hard_tables(14), TABLES, 20, 19_510
    ),
    "kk_tables_20": _lists(
        "krypkasino move lists, tables of 20 cards", lambda: hard_tables(20), TABLES, 5, 88_041
    ),
}  # fmt: skip
