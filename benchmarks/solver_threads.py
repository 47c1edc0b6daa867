"""What several threads on one position give: its wall time with one thread over that with several.

    python benchmarks/solver_threads.py [lv-4p-7:3 lv-3p-9:1 ...] [--threads N] [--runs N]

Positions are rows of solver_figures.py with a seed. Both are timed in turn, A B A B ..., with an empty
table each, and must come to the same value. Nothing else should run: first it is measured how many processors
as many threads get that only compute, and where that is fewer than threads, the ratio of CPU time, times the
threads, says more than that of wall time.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import threading
import time
from dataclasses import dataclass

from cabbage import solver
from cabbage._games import State
from workloads_solver import ROWS, Row, chosen_rows

DEFAULT_POSITIONS = ["lv-4p-7:0", "lv-4p-8:0", "lv-4p-8:7", "lv-3p-9:0", "lv-2p-12:0", "kk-4p-3:1"]


@dataclass(frozen=True)
class Timed:
    """One search."""

    wall: float
    processor: float
    nodes: int
    value: int


def timed(row: Row, state: State, table: solver.TranspositionTable, threads: int) -> Timed:
    """Solve a position."""
    table.clear()
    start, processor_start = time.perf_counter(), time.process_time()
    found = solver.solve(state, objective=row.objective, detail="value", table=table, threads=threads)
    return Timed(time.perf_counter() - start, time.process_time() - processor_start, found.nodes, found.value)


def processors(threads: int) -> float:
    """How many processors as many threads get now."""
    data = bytes(1 << 24)

    def compute() -> None:
        for _ in range(30):
            hashlib.sha256(data)

    workers = [threading.Thread(target=compute) for _ in range(threads)]
    start, processor_start = time.perf_counter(), time.process_time()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return (time.process_time() - processor_start) / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Time positions with one thread and with several.", epilog=f"rows: {', '.join(ROWS)}"
    )
    parser.add_argument("positions", nargs="*", default=DEFAULT_POSITIONS, help="such as lv-4p-7:3")
    parser.add_argument("--threads", type=int, default=2, help="how many are several (default 2)")
    parser.add_argument("--runs", type=int, default=5, help="pairs of runs (default 5)")
    arguments = parser.parse_args()
    table = solver.TranspositionTable()
    print(f"{arguments.threads} threads get {processors(arguments.threads):.2f} processors here and now\n")
    print("| position | one thread | speed-up, wall time | least | most | by CPU time | nodes, all / one |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    medians = []
    for text in arguments.positions:
        key, _, seed = text.partition(":")
        row = chosen_rows([key])[0]
        state = row.position(int(seed or 0))
        timed(row, state, table, 1)  # memory that is touched for the first time is slow
        pairs = []
        for _ in range(arguments.runs):
            pair = timed(row, state, table, 1), timed(row, state, table, arguments.threads)
            if pair[0].value != pair[1].value:
                raise AssertionError(f"{text}: {pair[1].value} with several threads, not {pair[0].value}")
            pairs.append(pair)
        ratios = [one.wall / several.wall for one, several in pairs]
        by_processor = [arguments.threads * one.processor / several.processor for one, several in pairs]
        nodes = statistics.median(several.nodes / one.nodes for one, several in pairs)
        medians.append(statistics.median(ratios))
        wall = statistics.median(one.wall for one, _ in pairs)
        figures = [medians[-1], min(ratios), max(ratios), statistics.median(by_processor), nodes]
        print(f"| {text} | {wall:.2f} s | {' | '.join(f'{figure:.2f}' for figure in figures)} |", flush=True)
    print(f"\nmedian speed-up of {arguments.threads} threads: {statistics.median(medians):.2f}")


if __name__ == "__main__":
    main()
