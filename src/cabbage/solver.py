"""Exact search with all cards known.

`solve` values every legal action for the seat to move, playing for its own result against all others
together (`paranoid`): in Las Vegan it maximises its change in cabbages, in Krypkasino it, or its team,
minimises its points. The order of Krypkasino's stock is known too.

The search is plain alpha-beta, meant for the end of a round or deal: in Las Vegan four seats with four
cards each take well under a second, and each further card a seat multiplies the work by some hundreds.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from cabbage import _engine, notation
from cabbage._checks import in_range
from cabbage._games import LAS_VEGAN, State, kind_of
from cabbage.errors import GameOverError

__all__ = ["Solution", "solve"]

_NO_LIMIT = (1 << 63) - 1


@dataclass(frozen=True)
class Solution:
    """The exact values of a position."""

    seat: int
    """The seat to move, whose final result (or whose team's) the values are."""

    values: dict[int, int]
    """For every legal action the result at the end of the round or deal, points already made
    included, when the seat then plays best for itself and all others play best against it."""

    nodes: int
    """Positions visited."""

    seconds: float
    """Wall-clock time of the search. It alone may differ from run to run."""

    minimises: bool = False
    """Whether less is better: points in Krypkasino; not so cabbages in Las Vegan."""

    @property
    def value(self) -> int:
        """The value of the position: that of the best action."""
        return min(self.values.values()) if self.minimises else max(self.values.values())

    @property
    def best_actions(self) -> tuple[int, ...]:
        """Every action with that value, in canonical order."""
        return tuple(action for action, value in self.values.items() if value == self.value)


def solve(state: State, *, max_nodes: int | None = None) -> Solution:
    """The exact value of every legal action of `state`, which is left as it is.

    max_nodes: give up after so many positions, 1 or more; None never gives up. The same position
    always takes the same number.

    Releases the GIL; Ctrl-C stops it. Raises GameOverError for a round or deal that is over, and
    NodeBudgetError when `max_nodes` are not enough.
    """
    kind = kind_of(state)
    if state.is_terminal:
        position = notation.format_position(state, one_line=True)
        raise GameOverError(f"the {kind.part} is over, there is nothing to solve; position: {position}")
    if max_nodes is None:
        max_nodes = _NO_LIMIT
    max_nodes = in_range("max_nodes", max_nodes, 1, _NO_LIMIT)
    state = state.copy()  # another thread may go on with the original
    search: Any = _engine.search_paranoid if kind is LAS_VEGAN else _engine.search_deal_paranoid
    start = time.perf_counter()
    values, nodes = search(state, max_nodes)
    seconds = time.perf_counter() - start
    return Solution(state.current_player, values, nodes, seconds, minimises=kind is not LAS_VEGAN)
