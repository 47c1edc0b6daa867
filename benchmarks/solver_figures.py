"""The solver's figures: nodes and time of solving fixed random deals, beside other games' solvers.

    python benchmarks/solver_figures.py [--rows lv-4p-* kk-2p] [--deals N] [--max-nodes N] [--json FILE]
    python benchmarks/solver_figures.py --against FILE     # nodes beside those of an earlier --json

The value of each position and a best action, found by one thread with an empty table of 64 MB. Node
counts are the same on every machine and in every run; times are CPU time, and beside them, timed in
turn with ours in the same process, stand double dummy solvers of other games (`pip install
'.[peers]'`), which work on one value or position too:

- DDS, by way of endplay: the tricks and a best card of 10-card bridge deals, one strain;
- colver: the values of all cards of the first hand of Belote deals, 8 cards each, one trump suit.

A position that takes more than --max-nodes is given up, and counted as the worst. Ctrl-C ends a row
early, with the deals it has, and a second one the run.
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from cabbage import _engine
from cabbage.solver import TranspositionTable
from workloads_solver import ROWS, Row, Search, chosen_rows, search_straight

BRIDGE_CARDS = 10
BRIDGE_RANKS = "AKQJT98765432"

#: Solves one position of a number, and nothing else.
Solve = Callable[[], object]


@dataclass(frozen=True)
class Peer:
    """Another game's solver: makes a position of a number, ready to be solved."""

    name: str
    prepare: Callable[[int], Solve]


@dataclass
class Measured:
    """The searches of a row, deal by deal, and the peers' milliseconds between them."""

    row: Row
    searches: list[Search] = field(default_factory=list)
    peers: dict[str, list[float]] = field(default_factory=dict)

    @property
    def nodes(self) -> list[float]:
        """Nodes by deal, endless where given up."""
        return [math.inf if s.value is None else s.nodes for s in self.searches]

    @property
    def times(self) -> list[float]:
        """Milliseconds by deal, endless where given up."""
        return [math.inf if s.value is None else s.milliseconds for s in self.searches]

    @property
    def given_up(self) -> int:
        """How many deals were."""
        return sum(search.value is None for search in self.searches)

    def ratio(self, peer: str) -> float:
        """The median time over a peer's."""
        return statistics.median(self.times) / statistics.median(self.peers[peer])


def endplay() -> Peer:
    """DDS, on bridge deals of 10 cards a hand."""
    dds = importlib.import_module("endplay.dds.solve")
    types = importlib.import_module("endplay.types")

    def prepare(number: int) -> Solve:
        pack = [(suit, rank) for suit in range(4) for rank in BRIDGE_RANKS]
        random.Random(number).shuffle(pack)
        hands = [set(pack[BRIDGE_CARDS * seat : BRIDGE_CARDS * (seat + 1)]) for seat in range(4)]
        suits = [["".join(r for r in BRIDGE_RANKS if (s, r) in hand) for s in range(4)] for hand in hands]
        deal = types.Deal("N:" + " ".join(".".join(hand) for hand in suits))
        deal.first, deal.trump = types.Player.north, list(types.Denom)[number % 5]
        return lambda: dds.solve_board(deal, dds.SolveMode.OptimalOne)

    return Peer("DDS", prepare)


def colver() -> Peer:
    """colver, on Belote deals of 8 cards a hand."""
    environment = importlib.import_module("colver").Env

    def prepare(number: int) -> Solve:
        deal = environment.deal(dealer=0, seed=number)
        deal.set_contract(number % 4, 80, 0, 0)
        deal.set_phase_playing()
        solve: Solve = deal.solve_scores
        return solve

    return Peer("colver", prepare)


def installed_peers() -> tuple[list[Peer], list[str]]:
    """The peers, and the names of those that are not installed."""
    peers, absent = [], []
    for make in (endplay, colver):
        try:
            peers.append(make())
        except ImportError:
            absent.append(make.__name__)
    for peer in peers:
        peer.prepare(0)()  # what it sets up once
    return peers, absent


def measure(
    row: Row, seeds: range, max_nodes: int | None, row_seconds: float, peers: list[Peer]
) -> tuple[Measured, bool]:
    """Solve a row's deals, and the peers' between them; and whether Ctrl-C cut it short."""
    measured = Measured(row, peers={peer.name: [] for peer in peers})
    table = TranspositionTable()
    begin = time.process_time()
    try:
        for seed in seeds:
            say(f"{row.key}: deal {seed - seeds.start + 1} of {len(seeds)}")
            measured.searches.append(search_straight(row, row.position(seed), table, max_nodes))
            for peer in peers:
                solve = peer.prepare(seed)
                start = time.process_time()
                solve()
                measured.peers[peer.name].append((time.process_time() - start) * 1e3)
            if time.process_time() - begin > row_seconds:
                break
    except KeyboardInterrupt:
        say("")
        return measured, True
    say("")
    return measured, False


def say(text: str) -> None:
    """Show how far the run is, where somebody is looking."""
    if sys.stderr.isatty():
        print(f"\r{text:60}\r", end="", file=sys.stderr, flush=True)


def quantiles(values: list[float]) -> list[float]:
    """The median, the 95th percentile (the least value that 95% do not exceed) and the worst."""
    ordered = sorted(values)
    return [statistics.median(ordered), ordered[math.ceil(0.95 * len(ordered)) - 1], ordered[-1]]


def count(value: float) -> str:
    """Nodes as people read them."""
    return "given up" if math.isinf(value) else f"{value:,.0f}"


def milliseconds(value: float) -> str:
    """Times as people read them."""
    if math.isinf(value):
        return "-"
    return f"{value:.2f} ms" if value < 10 else f"{value:,.0f} ms" if value < 1e4 else f"{value / 1e3:,.0f} s"


def node_ratio(measured: Measured, earlier: dict[str, Any]) -> str:
    """Nodes over those of an earlier run: the ratio of medians, and of deal by deal the geometric mean.

    Both runs must have found the same values.
    """
    old_row = earlier["rows"].get(measured.row.key)
    if old_row is None:
        return ""
    new, old = [], []
    for number, (search, before) in enumerate(zip(measured.searches, old_row["searches"], strict=False)):
        if search.value is None or before["value"] is None:
            continue
        if search.value != before["value"]:
            raise AssertionError(f"{measured.row.key}, deal {number}: {search.value}, not {before['value']}")
        new.append(search.nodes + 1)
        old.append(before["nodes"] + 1)
    if not new:
        return ""
    medians = statistics.median(new) / statistics.median(old)
    return f"{medians:.3f} ({statistics.geometric_mean(a / b for a, b in zip(new, old, strict=True)):.3f})"


def table_line(measured: Measured, peers: list[Peer], earlier: dict[str, Any] | None) -> str:
    """A row of the Markdown table."""
    cells = [measured.row.name, str(len(measured.searches)), str(measured.given_up)]
    cells += map(count, quantiles(measured.nodes))
    cells += map(milliseconds, quantiles(measured.times))
    for peer in peers:
        ratio = measured.ratio(peer.name) if measured.peers[peer.name] else math.inf
        cells.append("-" if math.isinf(ratio) else f"{ratio:.3g}")
    if earlier is not None:
        cells.append(node_ratio(measured, earlier))
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Measure the solver on fixed random deals.", epilog=f"rows: {', '.join(ROWS)}"
    )
    parser.add_argument("--rows", nargs="+", default=["*"], metavar="ROW", help="keys or patterns of rows")
    parser.add_argument("--deals", type=int, default=40, help="deals of each row, by seed (default 40)")
    parser.add_argument("--first-seed", type=int, default=0, help="the seed of the first (default 0)")
    parser.add_argument("--max-nodes", type=float, help="give a deal up after so many nodes, such as 60e6")
    parser.add_argument(
        "--row-seconds", type=float, default=math.inf, help="begin no deal of a row after so much CPU time"
    )
    parser.add_argument("--no-peers", action="store_true", help="leave the other games' solvers out")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every search there too")
    parser.add_argument("--against", type=Path, metavar="FILE", help="compare nodes with an earlier --json")
    arguments = parser.parse_args()
    rows = chosen_rows(arguments.rows)
    max_nodes = None if arguments.max_nodes is None else int(arguments.max_nodes)
    seeds = range(arguments.first_seed, arguments.first_seed + arguments.deals)
    earlier = None if arguments.against is None else json.loads(arguments.against.read_text())
    peers, absent = ([], []) if arguments.no_peers else installed_peers()

    limit = "none given up" if max_nodes is None else f"given up after {max_nodes:,} nodes"
    print(f"engine build: {_engine.NAME}; one thread, an empty table of 64 MB; {limit}\n")
    titles = ["position", "deals", "given up", "nodes: median", "95th percentile", "worst"]
    titles += ["CPU time: median", "95th percentile", "worst", *(f"/ {peer.name}" for peer in peers)]
    if earlier is not None:
        titles.append("nodes, new / old: medians (deal by deal)")
    print(f"| {' | '.join(titles)} |\n|---|{'---:|' * (len(titles) - 1)}", flush=True)
    done: list[Measured] = []
    for row in rows:
        measured, was_cut = measure(row, seeds, max_nodes, arguments.row_seconds, peers)
        if measured.searches:
            done.append(measured)
            print(table_line(measured, peers, earlier), flush=True)
        if arguments.json is not None:
            write_json(arguments.json, done, seeds.start, max_nodes, absent)
        if was_cut and not measured.searches:
            break
    print()
    for peer in peers:
        times = [value for measured in done for value in measured.peers[peer.name]]
        if times:
            middle, most, worst = map(milliseconds, quantiles(times))
            print(f"{peer.name}: median {middle}, 95th percentile {most}, worst {worst}")
    for name in absent:
        print(f"{name} is not installed: left out (pip install '.[peers]')")


def write_json(
    path: Path, done: list[Measured], first_seed: int, max_nodes: int | None, absent: list[str]
) -> None:
    """Write every search of the rows done so far."""
    content = {
        "engine": _engine.NAME,
        "first_seed": first_seed,
        "max_nodes": max_nodes,
        "absent": absent,
        "rows": {
            measured.row.key: {
                "searches": [asdict(search) for search in measured.searches],
                "peers": measured.peers,
            }
            for measured in done
        },
    }
    path.write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    main()
