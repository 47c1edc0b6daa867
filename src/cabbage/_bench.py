"""The figures of `cabbage bench`: this machine's speed at the things people use the engine for.

Every figure is CPU time of one thread, the median of several runs, and checks its own answer.
Absolute figures depend on the machine; per-call costs are also given as multiples of an empty
method call, measured beside them.
"""

from __future__ import annotations

import statistics
import time
import timeit
from collections.abc import Callable
from typing import Any

from cabbage import _core, _engine
from cabbage._games import State
from cabbage.batch import Deals, Rounds
from cabbage.errors import CabbageError
from cabbage.krypkasino import Deal
from cabbage.krypkasino import Rules as KrypkasinoRules
from cabbage.las_vegan import Round, Rules
from cabbage.testing import perft, random_playouts

RUNS = 5
LANES = 4_096
STEPS = 30
CALLS = 20_000

#: Positions counted by the perft figures: state, depth, and the count they must come to.
PERFTS: dict[str, tuple[State, int, int]] = {
    "perft, 4 players, depth 11": (Round.deal(1), 11, 24153578),
    "perft, 2 players, depth 8": (Round.deal(1, Rules(players=2)), 8, 71864800),
    "perft, whole rounds of 4 cards": (Round.deal(1, Rules(hand_size=4)), 48, 617824),
    "Krypkasino: perft, 2 players, depth 15": (Deal.deal(1), 15, 18876272),
}


def measure(seconds: float) -> dict[str, Any]:
    """All figures. `seconds` is the time for each figure's runs, above 0 and at most 60."""
    if not 0 < seconds <= 60:
        raise CabbageError(f"the time for a figure is above 0 and at most 60 seconds, not {seconds}")
    figures: list[dict[str, Any]] = []
    for players in range(2, 7):
        rules = Rules(players=players)
        state = Round.deal(1, rules)
        figures.append(_playouts(f"playouts, {players} players", seconds, state, None))
        if players == 4:
            figures.append(_playouts("playouts, 4 players, each dealt", seconds, None, rules))
    for players in (2, 4):
        deal = Deal.deal(1, KrypkasinoRules(players=players))
        figures.append(_playouts(f"Krypkasino: playouts, {players} players", seconds, deal, None))
    figures.append(_steps("batch steps, 4 players, masks written", seconds, Rounds(None, LANES, 1)))
    figures.append(_steps("Krypkasino: batch steps, masks written", seconds, Deals(None, LANES, 1)))
    for name, (position, depth, count) in PERFTS.items():
        figures.append(_perft(name, seconds, position, depth, count))
    figures += _calls(seconds)
    return {"engine": _engine.NAME, "figures": figures}


def table(report: dict[str, Any]) -> str:
    """The figures for reading."""
    lines = [f"engine build: {report['engine']}; CPU time of one thread, medians of {RUNS} runs"]
    for figure in report["figures"]:
        times = f"  {figure['times_empty']:5.2f} x an empty call" if "times_empty" in figure else ""
        lines.append(f"  {figure['name']:40} {figure['value']:9.1f} {figure['unit']}{times}")
    return "\n".join(lines)


def _median(seconds: float, run: Callable[[], int]) -> tuple[float, int]:
    """Median CPU time of one `run`, repeated to fill the time, and what `run` returned."""
    times: list[float] = []
    answer = run()
    begin = time.perf_counter()
    while len(times) < RUNS or time.perf_counter() - begin < seconds:
        start = time.process_time()
        again = run()
        times.append(time.process_time() - start)
        if again != answer:
            raise AssertionError(f"a run gave {again} after {answer}")
    return statistics.median(times), answer


def _playouts(name: str, seconds: float, state: State | None, rules: Rules | None) -> dict[str, Any]:
    def run() -> int:
        # A deal of Krypkasino is longer and slower than a round of Las Vegan.
        count = 1_000 if isinstance(state, Deal) else 20_000
        return random_playouts(state, count, 1, rules=rules).actions

    median, actions = _median(seconds, run)
    return {"name": name, "value": actions / median / 1e6, "unit": "M actions/s"}


def _steps(name: str, seconds: float, batch: Any) -> dict[str, Any]:
    """Steps of lanes with random actions drawn beforehand, legal actions written as words."""
    start, words = batch.copy(), batch.legal_words()
    actions: list[Any] = []
    for _ in range(STEPS):
        actions.append(batch.random_actions())
        batch.step(actions[-1], auto_reset=True)

    def run() -> int:
        batch.copy_from(start)
        for chosen in actions:
            batch.step(chosen, auto_reset=True, words=words)
        return int(words.sum())

    median, _ = _median(seconds, run)
    return {"name": name, "value": LANES * STEPS / median / 1e6, "unit": "M steps/s"}


def _perft(name: str, seconds: float, state: State, depth: int, count: int) -> dict[str, Any]:
    median, found = _median(seconds, lambda: perft(state, depth))
    if found != count:
        raise AssertionError(f"{name} gave {found}, not {count}")
    return {"name": name, "value": count / median / 1e6, "unit": "M lines/s"}


def _calls(seconds: float) -> list[dict[str, Any]]:
    """Costs of single calls from Python, as a caller writes them, loop and lookup included."""
    state, deal = Round.deal(1), Deal.deal(1)
    names = {
        "state": state,
        "action": state.legal_moves()[0],
        "deal": deal,
        "move": deal.legal_moves()[0],
        "empty": _core.Yardstick(),
    }

    def cost(statement: str) -> float:
        timer = timeit.Timer(statement, globals=names, timer=time.process_time)
        runs = max(RUNS, round(seconds / max(timer.timeit(CALLS), 1e-6)))
        return statistics.median(timer.repeat(runs, CALLS)) / CALLS

    empty = cost("empty.nothing()")
    figures = [_call("empty method call", empty, empty)]
    for name, statement in (
        ("legal mask", "state.legal_mask()"),
        ("list of 10 legal moves", "state.legal_moves()"),
        ("play + undo", "state.play(action); state.undo()"),
        ("copy", "state.copy()"),
        ("Krypkasino: list of legal moves", "deal.legal_moves()"),
        ("Krypkasino: play + undo", "deal.play(move); deal.undo()"),
    ):
        figures.append(_call(name, cost(statement), empty))
    if (state, deal) != (Round.deal(1), Deal.deal(1)):
        raise AssertionError("playing and taking back changed a position")
    return figures


def _call(name: str, cost: float, empty: float) -> dict[str, Any]:
    return {"name": name, "value": cost * 1e9, "unit": "ns", "times_empty": cost / empty}
