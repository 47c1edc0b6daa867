"""Positions that the solver is measured on, and a search whose features can be switched off.

A search here is what `solve(state, detail="value")` does without a budget; `max_nodes` only says when to
give a position up, at the same node in every run.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from typing import Any

from cabbage import krypkasino, las_vegan
from cabbage._budgets import Budget, Limits, Spent
from cabbage._games import State, kind_of
from cabbage._intervals import Interval, find_value
from cabbage._objectives import checked_objective
from cabbage._provers import PROVERS
from cabbage._questions import Asker
from cabbage._solving import best_by_hint
from cabbage.solver import TranspositionTable, solve
from workloads import Workload

ALL_FEATURES = -1


@dataclass(frozen=True)
class Row:
    """Positions of one kind, a seed each, and what they are solved for."""

    key: str
    name: str
    objective: str
    position: Callable[[int], State]


@dataclass(frozen=True)
class Search:
    """What one search came to. The value is None where it was given up."""

    value: int | None
    nodes: int
    milliseconds: float


def search_straight(
    row: Row,
    state: State,
    table: TranspositionTable,
    max_nodes: int | None = None,
    features: int = ALL_FEATURES,
    *,
    guesses: bool = True,
) -> Search:
    """Find the value of a position and a best action, with an empty table, in CPU time of one thread."""
    table.clear()
    objective = checked_objective(state, row.objective)
    prover_class: Any = PROVERS[kind_of(state)]
    start = time.process_time()
    budget = Budget(Limits(max_nodes))
    value: int | None = None
    with closing(prover_class(state, objective.weights, table, features)) as prover:
        asker = Asker(prover, objective, budget)
        interval = Interval(*asker.bounds(state), asker.guess(state) if guesses else None)
        try:
            find_value(interval, partial(asker.ask, state), is_limited=False)
            if interval.is_exact:
                best_by_hint(asker, state, interval.lower)
                value = objective.points(*interval.bounds)[0]
        except Spent:
            pass
    return Search(value, budget.nodes, (time.process_time() - start) * 1e3)


def _round(players: int, cards: int, seed: int) -> State:
    return las_vegan.Round.deal(seed, las_vegan.Rules(players=players, hand_size=cards))


def _deal(players: int, batch: int, seed: int) -> State:
    """A deal after random plays, when the hands of a batch (the first is 0) have just been dealt."""
    state = krypkasino.Deal.deal(seed, krypkasino.Rules(players=players))
    chance = random.Random(seed)
    while state.batch_number < batch:
        state.play(chance.choice(state.legal_moves()))
    return state


def _rows() -> Iterator[Row]:
    for players, hands, objective in (
        (4, range(4, 9), "paranoid"),
        (3, range(6, 11), "paranoid"),
        (2, range(8, 13), "margin"),
    ):
        for cards in hands:
            name = f"Las Vegan, {players} players, {cards} cards"
            yield Row(f"lv-{players}p-{cards}", name, objective, partial(_round, players, cards))
    yield Row("kk-2p", "Krypkasino, 2 players, whole deal", "margin", partial(_deal, 2, 0))
    yield Row("kk-4p-3", "Krypkasino, 4 players, last 3 of 6 batches", "paranoid", partial(_deal, 4, 3))
    yield Row("kk-3p-6", "Krypkasino, 3 players, last 6 of 8 batches", "paranoid", partial(_deal, 3, 2))


ROWS = {row.key: row for row in _rows()}


def chosen_rows(patterns: list[str]) -> list[Row]:
    """The rows whose keys match any of some patterns such as lv-4p-*."""
    rows = [row for row in ROWS.values() if any(fnmatchcase(row.key, pattern) for pattern in patterns)]
    if not rows:
        raise SystemExit(f"no row is {' or '.join(patterns)}; the rows are {', '.join(ROWS)}")
    return rows


def _values(key: str, deals: int, answer: int) -> Workload:
    """Solving the first deals of a row; the answer is the sum of their values."""
    row = ROWS[key]

    def run() -> int:
        table = TranspositionTable()
        return sum(search_straight(row, row.position(seed), table).value or 0 for seed in range(deals))

    return Workload(f"solve {row.name}", "positions", deals, answer, run)


def _whole_solution(name: str, key: str, seed: int, answer: int, **how: Any) -> Workload:
    """What `solve` says of one position; the answer is the value of it."""
    state = ROWS[key].position(seed)
    return Workload(name, "positions", 1, answer, lambda: solve(state, **how).value)


WORKLOADS_SOLVER = {
    "lv_4p": _values("lv-4p-5", 8, -33),
    "lv_3p": _values("lv-3p-7", 8, -40),
    "lv_2p": _values("lv-2p-8", 8, 18),
    "kk_2p": _values("kk-2p", 1, 24),
    "kk_4p": _values("kk-4p-3", 1, 57),
    "line": _whole_solution("solve, with a line and the values of all actions", "lv-4p-5", 1, -3),
    "maxn": _whole_solution("solve, each side for itself", "lv-4p-4", 1, -4, objective="maxn"),
}
