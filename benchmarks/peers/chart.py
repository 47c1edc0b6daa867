"""The chart, as SVG: a bar from a peer's rate to ours, on a logarithmic scale, so its length is the ratio."""

from __future__ import annotations

import math
from html import escape

from peers.report import Report, Row, ratio_text

WIDTH = 930
LEFT = 382
RIGHT = 820
ROW = 20
GAP = 44
TOP = 52

STYLE = """
text { font: 12px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328 }
.title { font-size: 14px; font-weight: 600 } .kind { font-weight: 600 } .faint { fill: #59636e }
.grid { stroke: #d1d9e0 } .bar { stroke-width: 8; stroke: #4a9d5b } .slower { stroke: #c4713b }
.ours { fill: #1a7f37 } .theirs { fill: #ffffff; stroke: #59636e; stroke-width: 2 } .end { text-anchor: end }
.middle { text-anchor: middle } .ground { fill: #ffffff }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc } .faint { fill: #9198a1 } .grid { stroke: #3d444d } .bar { stroke: #2f7d42 }
.slower { stroke: #9e5a2e } .ours { fill: #56d364 } .theirs { fill: #0d1117; stroke: #9198a1 }
.ground { fill: #0d1117 }
}
"""


def svg(report: Report) -> str:
    """The chart of a report's rows."""
    rates = [rate for row in report.rows for rate in (row.our_rate, row.their_rate)] or [1, 10]
    low, high = max(math.floor(math.log10(min(rates))), 0), math.ceil(math.log10(max(rates)))
    high = max(high, low + 1)

    def x(rate: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * (math.log10(rate) - low) / (high - low), 1)

    body = []
    y = TOP
    for kind, rows in report.by_kind():
        body.append(f'<text class="kind" x="12" y="{y + 4}">{escape(kind)}</text>')
        body.append(
            f'<text class="faint end" x="{WIDTH - 12}" y="{y + 4}">{escape(rows[0].unit)} a second</text>'
        )
        y += ROW + 2
        for row in rows:
            body += _bar(row, x(row.our_rate), x(row.their_rate), y)
            y += ROW
        y += GAP - ROW
    bottom = y - GAP + 2 * ROW
    grid = []
    for power in range(low, high + 1):
        at = x(10.0**power)
        grid.append(f'<path class="grid" d="M{at} {TOP + 12}V{bottom - 14}"/>')
        grid.append(f'<text class="faint middle" x="{at}" y="{bottom + 2}">{_tick(power)}</text>')
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 14}" width="{WIDTH}"'
        f' height="{bottom + 14}" role="img" aria-label="Rates of cabbage and of other engines">',
        f"<style>{STYLE}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{bottom + 14}"/>',
        '<text class="title" x="12" y="24">Cabbage beside other engines</text>',
        f'<circle class="ours" cx="{LEFT}" cy="20" r="5"/><text x="{LEFT + 10}" y="24">cabbage</text>',
        f'<circle class="theirs" cx="{LEFT + 90}" cy="20" r="4"/>',
        f'<text x="{LEFT + 100}" y="24">the peer</text>',
        f'<text class="faint end" x="{WIDTH - 12}" y="24">x: times as fast</text>',
    ]
    return "\n".join([*head, *grid, *body, "</svg>", ""])


def _tick(power: int) -> str:
    return f"{10 ** (power % 3)}{('', ' k', ' M', ' G', ' T')[power // 3]}"


def _bar(row: Row, ours: float, theirs: float, y: int) -> list[str]:
    slower = "" if row.ratio >= 1 else " slower"
    name = escape(f"{row.ours} / {row.theirs} ({row.peer})")
    return [
        f'<text class="end" x="{LEFT - 14}" y="{y + 4}">{name}</text>',
        f'<path class="bar{slower}" d="M{theirs} {y}H{ours}"/>',
        f'<circle class="theirs" cx="{theirs}" cy="{y}" r="4"/>',
        f'<circle class="ours" cx="{ours}" cy="{y}" r="5"/>',
        f'<text x="{max(ours, theirs) + 10:.1f}" y="{y + 4}">{ratio_text(row.ratio)} x</text>',
    ]
