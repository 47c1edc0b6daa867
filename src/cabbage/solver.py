"""Exact search with all cards known.

`solve` values every legal action for the seat to move, playing for its own change in cabbages
against all others together (`paranoid`). The search is plain alpha-beta, meant for the last
tricks of a round: four seats with four cards each take well under a second, and each further card
a seat multiplies the work by some hundreds.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from cabbage import _engine, notation
from cabbage._checks import in_range, quoted
from cabbage.errors import GameOverError, InputTypeError
from cabbage.las_vegan import Round

__all__ = ["Solution", "solve"]

_NO_LIMIT = (1 << 63) - 1


@dataclass(frozen=True)
class Solution:
    """The exact values of a position."""

    seat: int
    """The seat to move, whose final change in cabbages the values are."""

    values: dict[int, int]
    """For every legal action the seat's change in cabbages at the end of the round, points already
    made included, when it then plays best for itself and all others play best against it."""

    nodes: int
    """Positions visited."""

    seconds: float
    """Wall-clock time of the search. It alone may differ from run to run."""

    @property
    def value(self) -> int:
        """The value of the position: that of the best action."""
        return max(self.values.values())

    @property
    def best_actions(self) -> tuple[int, ...]:
        """Every action with that value, ascending."""
        return tuple(action for action, value in self.values.items() if value == self.value)


def solve(state: Round, *, max_nodes: int | None = None) -> Solution:
    """The exact value of every legal action of `state`, which is left as it is.

    max_nodes: give up after so many positions, 1 or more; None never gives up. The same position
    always takes the same number.

    Releases the GIL; Ctrl-C stops it. Raises GameOverError for a round that is over, and
    NodeBudgetError when `max_nodes` are not enough.
    """
    if not isinstance(state, Round):
        raise InputTypeError(f"the state is a las_vegan.Round, not {quoted(state)}")
    if state.is_terminal:
        position = notation.format_position(state, one_line=True)
        raise GameOverError(f"the round is over, there is nothing to solve; position: {position}")
    if max_nodes is None:
        max_nodes = _NO_LIMIT
    max_nodes = in_range("max_nodes", max_nodes, 1, _NO_LIMIT)
    state = state.copy()  # another thread may go on with the original
    start = time.perf_counter()
    values, nodes = _engine.search_paranoid(state, max_nodes)
    return Solution(state.current_player, values, nodes, time.perf_counter() - start)
