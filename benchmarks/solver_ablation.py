"""What each idea of the solver gives: the nodes with one of them switched off in turn.

    python benchmarks/solver_ablation.py [--rows lv-4p-6 kk-2p] [--deals N] [--max-nodes N]

Prints a Markdown table of median and worst nodes, and in brackets how many times those of the whole
solver the median is. Every search must come to the same value as the whole solver. One that takes more
than --max-nodes is given up, and counted as the worst.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections.abc import Iterator

from cabbage._provers import FEATURES
from cabbage.solver import TranspositionTable
from workloads_solver import ALL_FEATURES, Row, chosen_rows, search_straight

DEFAULT_ROWS = ["lv-4p-6", "lv-3p-8", "lv-2p-10", "kk-2p"]
DEALS_OF_LAS_VEGAN, DEALS_OF_KRYPKASINO = 20, 5


def variants() -> Iterator[tuple[str, int, bool]]:
    """What is left out: its name, the features that stay, and whether the first question is a guess."""
    yield "nothing", ALL_FEATURES, True
    for name, bit in FEATURES.items():
        yield name, ~bit, True
    yield "the guess of the value", ALL_FEATURES, False


def nodes_of(
    row: Row, deals: int, max_nodes: int, features: int, guesses: bool, values: dict[int, int]
) -> list[float]:
    """The nodes of each deal, endless where given up. `values` are what earlier searches found."""
    table = TranspositionTable()
    nodes = []
    for seed in range(deals):
        search = search_straight(row, row.position(seed), table, max_nodes, features, guesses=guesses)
        nodes.append(math.inf if search.value is None else search.nodes)
        if search.value is not None and values.setdefault(seed, search.value) != search.value:
            raise AssertionError(f"{row.key}, deal {seed}: {search.value}, not {values[seed]}")
    return nodes


def cell(nodes: list[float], all_on: list[float], max_nodes: int) -> str:
    """Median and worst, and how many times the median of the whole solver."""
    middle, whole = statistics.median(nodes), statistics.median(all_on)
    texts = [f"over {max_nodes:,}" if math.isinf(v) else f"{v:,.0f}" for v in (middle, max(nodes))]
    times = "" if nodes is all_on else f" ({'over ' if math.isinf(middle) else ''}{{:.2f}})"
    return f"{texts[0]}{times.format(min(middle, max_nodes) / whole)} / {texts[1]}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Count nodes with one feature of the solver off in turn.")
    parser.add_argument("--rows", nargs="+", default=DEFAULT_ROWS, metavar="ROW", help="keys or patterns")
    parser.add_argument("--deals", type=int, help="deals of each row (default 20, of Krypkasino 5)")
    parser.add_argument("--max-nodes", type=float, default=20e6, help="give a deal up there (default 20e6)")
    arguments = parser.parse_args()
    rows, max_nodes = chosen_rows(arguments.rows), int(arguments.max_nodes)
    deals = [
        arguments.deals or (DEALS_OF_KRYPKASINO if r.key[0] == "k" else DEALS_OF_LAS_VEGAN) for r in rows
    ]
    titles = (f"{row.name} ({number} deals)" for row, number in zip(rows, deals, strict=True))
    print(f"| left out | {' | '.join(titles)} |\n|---|{'---:|' * len(rows)}", flush=True)
    whole: list[list[float]] = []
    values: list[dict[int, int]] = [{} for _ in rows]
    for name, features, guesses in variants():
        cells = []
        for column, row in enumerate(rows):
            if sys.stderr.isatty():
                print(f"\r{name}: {row.key:40}\r", end="", file=sys.stderr, flush=True)
            nodes = nodes_of(row, deals[column], max_nodes, features, guesses, values[column])
            if name == "nothing":
                whole.append(nodes)
            cells.append(cell(nodes, whole[column], max_nodes))
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
