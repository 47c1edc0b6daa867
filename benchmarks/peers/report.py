"""The measured rows, as JSON, as text, and as the figures of the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

BEGIN = "<!-- figures: written by `python benchmarks/peers --write-docs` -->"
END = "<!-- end of figures -->"


@dataclass(frozen=True)
class Row:
    """A pair that was measured. Rates are units a second."""

    kind: str
    unit: str
    ours: str
    our_detail: str
    our_rate: float
    peer: str
    theirs: str
    their_detail: str
    their_rate: float
    ratio: float
    least: float
    greatest: float
    goal: float | None


@dataclass(frozen=True)
class Report:
    """All that one run found."""

    machine: dict[str, str]
    peers: dict[str, str]
    """Versions of the peers that were measured."""
    absent: dict[str, str]
    """Why the others were not."""
    runs: int
    seconds: float
    rows: list[Row]

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Report:
        fields = json.loads(text)
        return cls(**{**fields, "rows": [Row(**row) for row in fields["rows"]]})

    def by_kind(self) -> Iterator[tuple[str, list[Row]]]:
        for kind, rows in groupby(self.rows, key=lambda row: row.kind):
            yield kind, list(rows)


def rate_text(rate: float) -> str:
    """Three digits and a prefix: 134 M, 59.7 k."""
    for size, prefix in ((1e9, " G"), (1e6, " M"), (1e3, " k"), (1, "")):
        if rate >= size * 0.9995:
            return f"{_three_digits(rate / size)}{prefix}"
    return f"{rate:.2g}"


def ratio_text(ratio: float) -> str:
    return _three_digits(ratio) if ratio >= 10 else f"{ratio:.2f}"


def _three_digits(value: float) -> str:
    return f"{value:.0f}" if value >= 99.95 else f"{value:.1f}" if value >= 9.995 else f"{value:.2f}"


def line(row: Row) -> str:
    """A row for the terminal."""
    goal = ""
    if row.goal is not None:
        goal = f"  goal {row.goal:g}: {'met' if row.ratio >= row.goal else 'MISSED'}"
    name = f"{row.ours} / {row.theirs} ({row.peer})"
    return (
        f"  {name:58} {rate_text(row.our_rate):>7}/s {rate_text(row.their_rate):>7}/s  "
        f"ratio {ratio_text(row.ratio):>6} ({ratio_text(row.least)} to {ratio_text(row.greatest)}){goal}"
    )


def absent_lines(absent: dict[str, str]) -> list[str]:
    return [f"{name}: left out, {reason} (pip install '.[peers]')" for name, reason in absent.items()]


def text(report: Report) -> str:
    """The whole table for the terminal."""
    lines = []
    for kind, rows in report.by_kind():
        lines.append(f"{kind}: {rows[0].unit} a second")
        lines += map(line, rows)
    return "\n".join([*lines, *absent_lines(report.absent)])


def markdown(report: Report) -> str:
    """The figures of the page."""
    machine = report.machine
    versions = ", ".join(f"{name} {version}" for name, version in report.peers.items())
    lines = [
        f"Measured on {machine['date']}: {machine['processor']}; {machine['system']}, {machine['python']};",
        f"cabbage {machine['cabbage']}, {machine['engine']}. Peers: {versions or 'none'}.",
        f"{report.runs} pairs a row, {report.seconds:g} s of CPU time a sample.",
    ]
    lines += [f"Left out: {name}, {reason}." for name, reason in report.absent.items()]
    for kind, rows in report.by_kind():
        unit = rows[0].unit
        lines += ["", f"### {kind}", ""]
        lines += [f"| ours | theirs | our {unit} | their {unit} | ratio | spread | goal |"]
        lines += ["|---|---|---:|---:|---:|---|---|"]
        for row in rows:
            goal = "" if row.goal is None else f"{row.goal:g}" + ("" if row.ratio >= row.goal else ", missed")
            lines.append(
                f"| {row.ours} | {row.theirs}, {row.peer} "
                f"| {rate_text(row.our_rate)}/s | {rate_text(row.their_rate)}/s "
                f"| {ratio_text(row.ratio)} "
                f"| {ratio_text(row.least)} to {ratio_text(row.greatest)} | {goal} |"
            )
        lines.append("")
        details = {row.ours: row.our_detail for row in rows}
        details |= {f"{row.theirs}, {row.peer}": row.their_detail for row in rows}
        lines += [f"- {name}: {detail}." for name, detail in details.items()]
    return "\n".join(lines)


def write_page(report: Report, page: Path) -> None:
    """Put the figures between the page's two markers."""
    old = page.read_text(encoding="utf-8")
    before, rest = old.split(BEGIN)
    _, after = rest.split(END)
    page.write_text(f"{before}{BEGIN}\n{markdown(report)}\n{END}{after}", encoding="utf-8", newline="\n")
