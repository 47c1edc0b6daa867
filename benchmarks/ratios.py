"""The claims of speed, each as a ratio measured in one run.

    python benchmarks/ratios.py [--runs N] [--json]
    python benchmarks/ratios.py --threads       # what a second thread gives, on an idle machine

Two things are timed in turn, A B A B ..., in CPU time of one thread; a claim is the median of the
ratios pair by pair, with their spread, so that it holds when the machine's speed drifts. Each run
must come to its known answer. Other people's engines are in `peers/`. With `--threads` it is wall time,
which CPU time cannot stand for.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
import subprocess
import sys
import time
import timeit
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace

import numpy

from cabbage import _core, _engine
from cabbage.batch import playouts
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round
from workloads import PLAYOUTS, WORKLOADS, Workload
from workloads_batch import GAMES, WORKLOADS_BATCH, one_deal
from workloads_krypkasino import PLAYOUTS as DEAL_PLAYOUTS
from workloads_krypkasino import WORKLOADS_KRYPKASINO
from workloads_players import WORKLOADS_PLAYERS

CALLS = 200_000
#: For two threads: lanes, and how many playouts of each are a fraction of a second.
MANY = {"las-vegan": 1 << 17, "krypkasino": 1 << 14}
TIMES = 8


@dataclass(frozen=True)
class Ratio:
    """A claim and what was measured. Rates are in millions a second; costs in nanoseconds."""

    name: str
    ours: float
    theirs: float
    unit: str
    median: float
    low: float
    high: float
    goal: str
    met: bool


def rate(workload: Workload, clock: Callable[[], float] = time.process_time) -> float:
    """Millions of units in a second of one run, which must come to its answer."""
    start = clock()
    found = workload.run()
    spent = clock() - start
    if found != workload.answer:
        raise AssertionError(f"a run came to {found}, not {workload.answer}")
    return workload.work / spent / 1e6


def compare_rates(
    name: str,
    ours: Workload,
    theirs: Workload,
    runs: int,
    goal: float | None = None,
    *,
    rate_goal: float | None = None,
    clock: Callable[[], float] = time.process_time,
) -> Ratio:
    """Our rate over the other's: more is better. A goal is of the ratio, or of our rate in millions."""
    pairs = [(rate(ours, clock), rate(theirs, clock)) for _ in range(runs + 1)][1:]
    ratios = [a / b for a, b in pairs]
    middle = statistics.median(ratios)
    mine = statistics.median(a for a, _ in pairs)
    if goal is not None:
        wanted, met = f"at least {goal:g}", middle >= goal
    elif rate_goal is not None:
        wanted, met = f"at least {rate_goal:g} M/s", mine >= rate_goal
    else:
        wanted, met = "none", True
    return Ratio(
        name,
        mine,
        statistics.median(b for _, b in pairs),
        "M/s",
        middle,
        min(ratios),
        max(ratios),
        wanted,
        met,
    )


def krypkasino(runs: int) -> list[Ratio]:
    """Krypkasino beside Las Vegan: no peer of it is known. The goals are those of the absolute rates
    each was to reach: 15, 20 and 16.7 M/s against 55 and 160."""
    ratios = []
    for key, other, goal in (
        ("kk_playouts_2", "playouts_4", 0.27),
        ("kk_perft_4", "perft_4_deep", 0.125),
        ("kk_lists", "playouts_4", 0.30),
    ):
        ours, theirs = WORKLOADS_KRYPKASINO[key], WORKLOADS[other]
        ours.run()  # makes its positions
        name = f"{ours.name} / Las Vegan {theirs.name}"
        ratios.append(compare_rates(name, ours, theirs, runs, goal))
    return ratios


def batches(runs: int) -> list[Ratio]:
    """Batches beside the loop over single games. Playouts begin from one deal on both sides, in a batch from
    4,096 lanes of it; those of `batch.playouts` are the loop's very own. A step's goal is a rate, and its
    ratio to playouts says what arrays and checks cost, on any machine."""
    found = []
    for prefix, players, goals in (("", 4, {"step_words": 20}), ("kk_", 2, {"step_words": 8})):
        loop = {**WORKLOADS, **WORKLOADS_KRYPKASINO}[f"{prefix}playouts_{players}"]
        for key in ("playouts", "playouts_of_one"):
            ours = WORKLOADS_BATCH[f"{prefix}batch_{key}_{players}"]
            found.append(compare_rates(f"{ours.name} / the single games' loop", ours, loop, runs, 0.9))
        for key in ("step", "step_words", "step_masks", "step_observed"):
            ours = WORKLOADS_BATCH[f"{prefix}batch_{key}_{players}"]
            name = f"{ours.name} / playouts"
            found.append(compare_rates(name, ours, loop, runs, rate_goal=goals.get(key)))
    return found


def searches(runs: int) -> list[Ratio]:
    """Simulations of the tree search beside random playouts of one deal: what a world, the tree and playouts
    by a rule of thumb cost. The goal is a rate."""
    found = []
    for key, loop, of, goal in (
        ("ismcts_4_2k", WORKLOADS["playouts_4"], PLAYOUTS, 1.0),
        ("ismcts_4_20k", WORKLOADS["playouts_4"], PLAYOUTS, 1.0),
        ("ismcts_4_200k", WORKLOADS["playouts_4"], PLAYOUTS, None),
        ("kk_ismcts_2", WORKLOADS_KRYPKASINO["kk_playouts_2"], DEAL_PLAYOUTS, None),
        ("kk_ismcts_4", WORKLOADS_KRYPKASINO["kk_playouts_4"], DEAL_PLAYOUTS, None),
    ):
        ours, theirs = WORKLOADS_PLAYERS[key], replace(loop, unit="playouts", work=of)
        found.append(compare_rates(f"{ours.name} / playouts", ours, theirs, runs, rate_goal=goal))
    return found


def worlds(runs: int) -> list[Ratio]:
    """A world in a batch as a multiple of an empty method call: less is better."""
    found = []
    for prefix, players in (("", 4), ("kk_", 2)):
        ours = WORKLOADS_BATCH[f"{prefix}batch_resample_{players}"]
        ours.run()  # makes its positions
        empty = timeit.Timer("empty.nothing()", globals={"empty": _core.Yardstick()}, timer=time.process_time)
        pairs = [(1e3 / rate(ours), empty.timeit(CALLS) / CALLS * 1e9) for _ in range(runs + 1)][1:]
        found.append(multiple_of_a_call(f"{ours.name}, a world", pairs, 30))
    return found


def threads(runs: int) -> list[Ratio]:
    """Two threads beside one, in wall time. First hashing, which needs the cores alone: where the machine has
    something else to do, two threads do not give twice as much to it either."""
    found = [
        compare_rates(
            "sha256, two threads / one, wall time", sha256(2), sha256(1), runs, clock=time.perf_counter
        )
    ]
    for game, kind in GAMES.items():
        players = 4 if game == "las-vegan" else 2
        for one, two in (
            (batch_playouts(game, players, 1), batch_playouts(game, players, 2)),
            (playouts_of_one(game, players, 1), playouts_of_one(game, players, 2)),
        ):
            name = f"{kind.name}{one.name}, two threads / one, wall time"
            found.append(compare_rates(name, two, one, runs, 1.9, clock=time.perf_counter))
    return found


def sha256(threads: int) -> Workload:
    """Hashing, half of it a thread, without the GIL."""
    data = bytes((256 << 20) // threads)

    def run() -> int:
        with ThreadPoolExecutor(threads) as pool:
            return sum(len(found.digest()) for found in pool.map(hashlib.sha256, [data] * threads))

    return Workload("sha256", "bytes", 256 << 20, 32 * threads, run)


def batch_playouts(game: str, players: int, threads: int) -> Workload:
    """Playouts of enough lanes for two threads, from deals of their own."""
    kind = GAMES[game]
    lanes = kind.kind(kind.rules(players=players), MANY[game], 1)
    held, returns, lengths = lanes.copy(), lanes.tally(), numpy.empty(len(lanes), "int64")

    def run() -> int:
        lanes.copy_from(held)
        actions = 0
        for _ in range(TIMES):
            lanes.playouts(returns, lengths=lengths, threads=threads)
            actions += int(lengths.sum())
        return actions

    actions = run()
    return Workload("batch playouts", "actions", actions, actions, run)


def playouts_of_one(game: str, players: int, threads: int) -> Workload:
    """Playouts of one deal."""
    state = one_deal(game, players)

    def run() -> int:
        return playouts(state, TIMES * MANY[game], 1, threads).actions

    actions = run()
    return Workload("batch.playouts", "actions", actions, actions, run)


def multiple_of_a_call(name: str, pairs: list[tuple[float, float]], goal: float | None) -> Ratio:
    """A cost over that of an empty method call, from pairs of ns: less is better."""
    ratios = [a / b for a, b in pairs]
    middle = statistics.median(ratios)
    cost, empty_cost = (statistics.median(column) for column in zip(*pairs, strict=True))
    return Ratio(
        f"{name} / empty call",
        cost,
        empty_cost,
        "ns",
        middle,
        min(ratios),
        max(ratios),
        "none" if goal is None else f"at most {goal:g}",
        goal is None or middle <= goal,
    )


def calls(runs: int) -> list[Ratio]:
    """Calls from Python as multiples of an empty method call: less is better."""
    state, deal = Round.deal(1), Deal.deal(2026)
    names = {
        "state": state,
        "action": state.legal_moves()[0],
        "view": state.observe(0),
        "deal": deal,
        "move": deal.legal_moves()[0],
        "empty": _core.Yardstick(),
    }
    found = []
    for name, statement, goal in (
        ("legal mask", "state.legal_mask()", 1.5),
        ("play + undo", "state.play(action); state.undo()", 5),
        ("copy", "state.copy()", 4),
        ("list of 10 legal moves", "state.legal_moves()", 5),
        ("a world", "state.resample(0, 7)", 30),
        ("a world of a view", "view.resample(7)", 30),
        ("krypkasino play + undo", "deal.play(move); deal.undo()", 8),
        ("krypkasino list of legal moves", "deal.legal_moves()", 12),
        ("krypkasino, a world", "deal.resample(0, 7)", None),
    ):
        ours = timeit.Timer(statement, globals=names, timer=time.process_time)
        empty = timeit.Timer("empty.nothing()", globals=names, timer=time.process_time)
        pairs = [(ours.timeit(CALLS), empty.timeit(CALLS)) for _ in range(runs + 1)][1:]
        costs = [(a / CALLS * 1e9, b / CALLS * 1e9) for a, b in pairs]
        found.append(multiple_of_a_call(name, costs, goal))
    if (state, deal) != (Round.deal(1), Deal.deal(2026)):
        raise AssertionError("playing and taking back changed a position")
    return found


def process_time(program: str) -> float:
    """CPU seconds of a fresh interpreter that runs a program."""
    import resource  # not on Windows

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def imports(runs: int) -> list[Ratio]:
    """What an import costs beyond the bare interpreter, in ms of CPU."""
    found = []
    for program in ("import cabbage", "from cabbage import las_vegan"):
        pairs = [(process_time(program), process_time("pass")) for _ in range(4 * runs)]
        extra = [(a - b) * 1e3 for a, b in pairs]
        middle = statistics.median(extra)
        bare = statistics.median(b for _, b in pairs) * 1e3
        found.append(
            Ratio(
                f"{program}, beyond the interpreter",
                middle,
                bare,
                "ms",
                middle / bare,
                min(extra) / bare,
                max(extra) / bare,
                "at most 15 ms" if program == "import cabbage" else "none",
                middle <= 15 or program != "import cabbage",
            )
        )
    return found


def figure(value: float) -> str:
    """A number with one decimal, a small one with two."""
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the claims of speed as ratios.")
    parser.add_argument("--runs", type=int, default=9, help="pairs counted for each claim (default 9)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    parser.add_argument("--threads", action="store_true", help="two threads beside one, in wall time")
    arguments = parser.parse_args()
    groups = [threads] if arguments.threads else [krypkasino, batches, searches, worlds, calls, imports]
    results = [ratio for group in groups for ratio in group(arguments.runs)]
    if arguments.json:
        print(json.dumps({"engine": _engine.NAME, "ratios": [asdict(r) for r in results]}))
        return
    clock = "wall time" if arguments.threads else "CPU time of one thread"
    print(f"engine build: {_engine.NAME}; {clock}; medians of {arguments.runs} pairs")
    for r in results:
        print(
            f"{r.name:62} {figure(r.ours):>8} : {figure(r.theirs):>6} {r.unit:3}  ratio {r.median:5.2f} "
            f"({r.low:.2f} to {r.high:.2f})  goal {r.goal}: {'met' if r.met else 'MISSED'}"
        )


if __name__ == "__main__":
    main()
