"""The claims of speed, each as a ratio measured in one run.

    python benchmarks/ratios.py [--runs N] [--json]

Two things are timed in turn, A B A B ..., in CPU time of one thread; a claim is the median of the
ratios pair by pair, with their spread, so that it holds when the machine's speed drifts. Each run
must come to its known answer. The peers (`pip install '.[peers]'`) are other people's engines of the
same kind; one that is not installed is left out, and said to be.
"""

from __future__ import annotations

import argparse
import importlib
import json
import statistics
import subprocess
import sys
import time
import timeit
from collections.abc import Callable
from dataclasses import asdict, dataclass

from cabbage import _core, _engine
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round
from workloads import WORKLOADS
from workloads_krypkasino import WORKLOADS_KRYPKASINO

CALLS = 200_000
COLVER_ROLLOUTS = 20_000
COLVER_CARDS = 32  # a rollout from the first card: four hands of eight
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
KIWIPETE_DEPTH_4 = 4_085_603


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


def seconds(run: Callable[[], int], answer: int | None) -> float:
    """CPU time of one run, which must come to the answer."""
    start = time.process_time()
    found = run()
    spent = time.process_time() - start
    if answer is not None and found != answer:
        raise AssertionError(f"a run came to {found}, not {answer}")
    return spent


def compare_rates(
    name: str, ours: str, peer: Callable[[], int], peer_work: int, answer: int | None, runs: int, goal: float
) -> Ratio:
    """Our rate over the peer's: more is better."""
    workload = WORKLOADS[ours]
    rates, peer_rates = [], []
    for _ in range(runs + 1):
        rates.append(workload.work / seconds(workload.run, workload.answer) / 1e6)
        peer_rates.append(peer_work / seconds(peer, answer) / 1e6)
    ratios = [a / b for a, b in zip(rates[1:], peer_rates[1:], strict=True)]
    middle = statistics.median(ratios)
    return Ratio(
        name,
        statistics.median(rates[1:]),
        statistics.median(peer_rates[1:]),
        "M/s",
        middle,
        min(ratios),
        max(ratios),
        f"at least {goal:g}",
        middle >= goal,
    )


def colver(runs: int) -> list[Ratio]:
    """Native playouts beside colver's (Belote, Rust)."""
    environment = importlib.import_module("colver").Env.deal(dealer=0, seed=3)
    environment.set_contract(0, 80, 0, 0)
    environment.set_phase_playing()

    def rollouts() -> int:
        environment.rollout(COLVER_ROLLOUTS)
        return COLVER_ROLLOUTS

    work = COLVER_ROLLOUTS * COLVER_CARDS
    return [
        compare_rates(f"{WORKLOADS[key].name} / colver rollout", key, rollouts, work, None, runs, goal)
        for key, goal in (("playouts_4", 3), ("playouts_dealt", 2))
    ]


def chessmg(runs: int) -> list[Ratio]:
    """perft beside chessmg's (chess, C++), one native call each."""
    position = importlib.import_module("chessmg").ChessPosition(KIWIPETE)

    def perft() -> int:
        return int(position.perft(4))

    return [
        compare_rates(
            f"{WORKLOADS[key].name} / chessmg perft",
            key,
            perft,
            KIWIPETE_DEPTH_4,
            KIWIPETE_DEPTH_4,
            runs,
            goal,
        )
        for key, goal in (("perft_4_deep", 1), ("perft_2_deep", 1), ("perft_whole", 0.125))
    ]


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
        WORKLOADS[key] = ours
        ratios.append(compare_rates(name, key, theirs.run, theirs.work, theirs.answer, runs, goal))
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
    results: list[Ratio] = []
    absent = []
    for name, peer in (("colver", colver), ("chessmg", chessmg)):
        try:
            importlib.import_module(name)
        except ImportError:
            absent.append(name)
        else:
            results += peer(arguments.runs)
    results += krypkasino(arguments.runs) + calls(arguments.runs) + imports(arguments.runs)
    if arguments.json:
        print(json.dumps({"engine": _engine.NAME, "absent": absent, "ratios": [asdict(r) for r in results]}))
        return
    print(f"engine build: {_engine.NAME}; CPU time of one thread; medians of {arguments.runs} pairs")
    for r in results:
        print(
            f"{r.name:62} {r.ours:8.1f} : {r.theirs:6.1f} {r.unit:3}  ratio {r.median:5.2f} "
            f"({r.low:.2f} to {r.high:.2f})  goal {r.goal}: {'met' if r.met else 'MISSED'}"
        )
    for name in absent:
        print(f"{name} is not installed: left out (pip install '.[peers]')")


if __name__ == "__main__":
    main()
