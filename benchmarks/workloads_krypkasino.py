"""What is timed of Krypkasino's native loops: as `workloads.py`, each with its amount of work and answer."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable

from cabbage import _engine
from cabbage.krypkasino import Deal, Rules, Setup
from workloads import POSITIONS, Workload, positions_of_random_play

PLAYOUTS = 5_000
TABLES = 300


def _positions(count: int) -> list[Deal]:
    return positions_of_random_play(Deal, count)


@functools.cache
def positions_with_captures(count: int) -> list[Deal]:
    """Positions of random play in which some card captures: tables as they are in a game."""
    captures = (state for state in _positions(4 * count) if not all(move.is_creep for move in state.moves()))
    return [state for state, _ in zip(captures, range(count), strict=False)]


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
    """Random deals from one deal; the answer is the plays."""
    state = Deal.deal(1, Rules(players=players))
    name = f"krypkasino playouts, {players} players"
    return Workload(name, "plays", answer, answer, lambda: _engine.deal_playouts(state, PLAYOUTS, 1)[0])


def _dealt_playouts(answer: int) -> Workload:
    def run() -> int:
        return _engine.dealt_deal_playouts(Rules(), PLAYOUTS, 1)[0]

    return Workload("krypkasino playouts, 2 players, each dealt", "plays", answer, answer, run)


def _perft(players: int, depth: int, answer: int) -> Workload:
    state = Deal.deal(1, Rules(players=players))
    name = f"krypkasino perft, {players} players, depth {depth}"
    return Workload(name, "lines", answer, answer, lambda: _engine.deal_perft(state, depth))


def _lists(what: str, deals: Callable[[], list[Deal]], count: int, repeats: int, answer: int) -> Workload:
    """Listing all moves of each of `count` positions; the answer is the moves listed."""

    def run() -> int:
        return _engine.list_deal_moves(deals(), repeats, True)

    name = f"krypkasino move lists, {what}"
    return Workload(name, "positions", count * repeats, answer * repeats, run)


def _play_lists(count: int, repeats: int, answer: int) -> Workload:
    what = f"{count:,} positions of random play"
    return _lists(what, lambda: _positions(count), count, repeats, answer)


def _python_lists(count: int, answer: int) -> Workload:
    """The same from Python, with a list of the moves of each position."""

    def run() -> int:
        return sum([len(state.legal_moves()) for state in _positions(count)])

    name = f"krypkasino lists of moves in Python, {count:,} positions"
    return Workload(name, "positions", count, answer, run)


def _ordinary_captures(count: int, repeats: int, answer: int) -> Workload:
    what = f"{count:,} positions with captures"
    return _lists(what, lambda: positions_with_captures(count), count, repeats, answer)


def _tables(size: int, repeats: int, answer: int) -> Workload:
    return _lists(f"tables of {size} cards", lambda: hard_tables(size), TABLES, repeats, answer)


PLAYOUT_WORKLOADS = {
    "kk_playouts_2": _playouts(2, 500_000),
    "kk_playouts_3": _playouts(3, 495_000),
    "kk_playouts_4": _playouts(4, 500_000),
    "kk_playouts_5": _playouts(5, 500_000),
    "kk_playouts_6": _playouts(6, 510_000),
    "kk_playouts_dealt": _dealt_playouts(500_000),
}

PERFT_WORKLOADS = {
    "kk_perft_2": _perft(2, 13, 1_792_368),
    "kk_perft_3": _perft(3, 12, 785_128),
    "kk_perft_4": _perft(4, 12, 14_133_030),
    "kk_perft_5": _perft(5, 11, 532_462),
    "kk_perft_6": _perft(6, 11, 5_413_516),
}

MOVE_WORKLOADS = {
    "kk_lists": _play_lists(POSITIONS, 100, 4_910),
    "kk_lists_cold": _play_lists(30_000, 5, 74_093),
    "kk_lists_python": _python_lists(POSITIONS, 4_910),
}

CAPTURE_WORKLOADS = {
    "kk_captures": _ordinary_captures(POSITIONS, 50, 5_233),
    "kk_tables_14": _tables(14, 20, 19_510),
    "kk_tables_16": _tables(16, 15, 33_333),
    "kk_tables_18": _tables(18, 10, 57_948),
    "kk_tables_20": _tables(20, 5, 88_041),
}

WORKLOADS_KRYPKASINO = {**PLAYOUT_WORKLOADS, **PERFT_WORKLOADS, **MOVE_WORKLOADS, **CAPTURE_WORKLOADS}
