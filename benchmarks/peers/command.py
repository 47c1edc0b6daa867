"""Measure what Cabbage does beside the engines a user could pick instead.

The two works of a row are timed in turn, A B A B ..., on one core, in CPU time. A rate is a median;
a ratio is the median of the ratios pair by pair, with the least and the greatest. Every run must come
to its answer. A peer that cannot be imported is left out, and said to be.
"""

from __future__ import annotations

import argparse
import importlib
import re
import statistics
from collections.abc import Iterable
from pathlib import Path

from peers import chart, machine, ours, report
from peers.measure import compare, one_core
from peers.pairs import PAIRS, Pair
from peers.report import Report, Row
from peers.work import Work

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
SECONDS = 0.2

#: A module for each peer: its NAME, its DISTRIBUTION, and `works`, which imports it.
PEERS = ["colver", "pyspiel", "rlcard", "pettingzoo", "chess", "chessmg", "cshogi"]


def main(words: list[str] | None = None) -> int:
    arguments = _parser().parse_args(words)
    if arguments.draw_only:
        found = Report.from_json(arguments.draw_only.read_text(encoding="utf-8"))
        print(report.text(found))
    else:
        wanted = re.compile(arguments.only)
        found = run(arguments.runs, SECONDS * arguments.scale, [p for p in PAIRS if wanted.search(_name(p))])
    if arguments.json:
        arguments.json.write_text(found.to_json(), encoding="utf-8", newline="\n")
    if arguments.write_docs or arguments.draw_only:
        write_docs(found, arguments.docs)
    return 0


def run(runs: int, seconds: float, pairs: Iterable[Pair]) -> Report:
    """Measure pairs, and print each as it is found."""
    mine = ours.works()
    peers, versions, absent = load_peers()
    print("; ".join(f"{key}: {value}" for key, value in machine.describe().items()))
    rows: list[Row] = []
    with one_core():
        for pair in pairs:
            if pair.peer not in peers:
                continue
            work, theirs = mine[pair.ours], peers[pair.peer][pair.theirs]
            if not rows or rows[-1].kind != pair.kind:
                print(f"{pair.kind}: {work.unit} a second")
            measured = compare(work, theirs, runs, seconds)
            rows.append(
                Row(
                    kind=pair.kind,
                    unit=work.unit,
                    ours=work.label,
                    our_detail=work.detail,
                    our_rate=_short(measured.ours),
                    peer=pair.peer,
                    theirs=theirs.label,
                    their_detail=theirs.detail,
                    their_rate=_short(measured.theirs),
                    ratio=_short(statistics.median(measured.ratios)),
                    least=_short(min(measured.ratios)),
                    greatest=_short(max(measured.ratios)),
                    goal=pair.goal,
                )
            )
            print(report.line(rows[-1]), flush=True)
    for line in report.absent_lines(absent):
        print(line)
    return Report(machine.describe(), versions, absent, runs, seconds, rows)


def load_peers() -> tuple[dict[str, dict[str, Work]], dict[str, str], dict[str, str]]:
    """The works of each peer; versions of those that are here; why the others are not."""
    works, versions, absent = {}, {}, {}
    for name in PEERS:
        peer = importlib.import_module(f"peers.{name}_peer")
        try:
            works[peer.NAME] = peer.works()
        except ImportError as error:
            absent[peer.NAME] = "not installed" if error.name else str(error)
        except Exception as error:  # whatever somebody else's package raises
            absent[peer.NAME] = f"{type(error).__name__}: {error}".splitlines()[0]
        else:
            versions[peer.NAME] = machine.version(peer.DISTRIBUTION)
    return works, versions, absent


def write_docs(found: Report, docs: Path) -> None:
    """The page's figures and its chart, and the JSON both are made of."""
    (docs / "how-fast.json").write_text(found.to_json(), encoding="utf-8", newline="\n")
    (docs / "how-fast.svg").write_text(chart.svg(found), encoding="utf-8", newline="\n")
    report.write_page(found, docs / "how-fast.md")


def _name(pair: Pair) -> str:
    return f"{pair.kind} / {pair.ours} / {pair.peer} / {pair.theirs}"


def _short(value: float) -> float:
    return float(f"{value:.4g}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python benchmarks/peers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--runs", type=int, default=9, help="pairs measured for each row (default 9)")
    parser.add_argument(
        "--scale", type=float, default=1, help=f"times {SECONDS:g} s of CPU time for each sample (default 1)"
    )
    parser.add_argument("--only", default="", metavar="REGEX", help="rows whose kind, works or peer it finds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result there")
    parser.add_argument(
        "--write-docs", action="store_true", help="write docs/how-fast.json, .svg and the figures of .md"
    )
    parser.add_argument(
        "--draw-only", type=Path, metavar="JSON", help="do not measure; write the docs from this"
    )
    parser.add_argument("--docs", type=Path, default=DOCS, metavar="DIR", help="write those files there")
    return parser
