"""The claims of speed, each as a ratio measured in one run.

    python benchmarks/ratios.py [--runs N] [--json]

Two things are timed in turn, A B A B ..., in CPU time of one thread; a claim is the median of the
ratios pair by pair, with their spread, so that it holds when the machine's speed drifts. Each run
must come to its known answer. Other people's engines are in `peers/`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
import timeit
from dataclasses import asdict, dataclass

from cabbage import _core, _engine
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round
from workloads import WORKLOADS, Workload
from workloads_krypkasino import WORKLOADS_KRYPKASINO

CALLS = 200_000


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


def rate(workload: Workload) -> float:
    """Millions of units in a second of CPU time of one run, which must come to its answer."""
    start = time.process_time()
    found = workload.run()
    spent = time.process_time() - start
    if found != workload.answer:
        raise AssertionError(f"a run came to {found}, not {workload.answer}")
    return workload.work / spent / 1e6


def compare_rates(name: str, ours: Workload, theirs: Workload, runs: int, goal: float) -> Ratio:
    """Our rate over the other's: more is better."""
    pairs = [(rate(ours), rate(theirs)) for _ in range(runs + 1)][1:]
    ratios = [a / b for a, b in pairs]
    middle = statistics.median(ratios)
    return Ratio(
        name,
        statistics.median(a for a, _ in pairs),
        statistics.median(b for _, b in pairs),
        "M/s",
        middle,
        min(ratios),
        max(ratios),
        f"at least {goal:g}",
        middle >= goal,
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


def calls(runs: int) -> list[Ratio]:
    """Calls from Python as multiples of an empty method call: less is better."""
    state, deal = Round.deal(1), Deal.deal(2026)
    names = {
        "state": state,
        "action": state.legal_moves()[0],
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
        ("krypkasino play + undo", "deal.play(move); deal.undo()", 8),
        ("krypkasino list of legal moves", "deal.legal_moves()", 12),
    ):
        ours = timeit.Timer(statement, globals=names, timer=time.process_time)
        empty = timeit.Timer("empty.nothing()", globals=names, timer=time.process_time)
        pairs = [(ours.timeit(CALLS), empty.timeit(CALLS)) for _ in range(runs + 1)][1:]
        ratios = [a / b for a, b in pairs]
        middle = statistics.median(ratios)
        cost, empty_cost = (statistics.median(column) / CALLS * 1e9 for column in zip(*pairs, strict=True))
        found.append(
            Ratio(
                f"{name} / empty call",
                cost,
                empty_cost,
                "ns",
                middle,
                min(ratios),
                max(ratios),
                f"at most {goal:g}",
                middle <= goal,
            )
        )
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


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the claims of speed as ratios.")
    parser.add_argument("--runs", type=int, default=9, help="pairs counted for each claim (default 9)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    arguments = parser.parse_args()
    results = krypkasino(arguments.runs) + calls(arguments.runs) + imports(arguments.runs)
    if arguments.json:
        print(json.dumps({"engine": _engine.NAME, "ratios": [asdict(r) for r in results]}))
        return
    print(f"engine build: {_engine.NAME}; CPU time of one thread; medians of {arguments.runs} pairs")
    for r in results:
        print(
            f"{r.name:62} {r.ours:8.1f} : {r.theirs:6.1f} {r.unit:3}  ratio {r.median:5.2f} "
            f"({r.low:.2f} to {r.high:.2f})  goal {r.goal}: {'met' if r.met else 'MISSED'}"
        )


if __name__ == "__main__":
    main()
