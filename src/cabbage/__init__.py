"""Las Vegan and Krypkasino: fast, exact engines for two card games.

    >>> from cabbage import las_vegan, solver, testing
    >>> state = las_vegan.Round.deal(seed=2026)
    >>> while sum(state.tricks_won) < 6:
    ...     state.play(state.legal_moves()[0])
    >>> print(state.hand(state.current_player), "won", state.tricks_won)
    B0359 won (0, 2, 3, 1)
    >>> solution = solver.solve(state)
    >>> solution.value, [las_vegan.action_name(action) for action in solution.best_actions]
    (-2, ['B3', 'B5', 'B9'])
    >>> testing.perft(state, 5)
    104

`cabbage.las_vegan` and `cabbage.krypkasino` are the games; `cabbage.notation` and `cabbage.records` are
their text forms; `cabbage.solver`, `cabbage.players` and `cabbage.testing` work on the rounds and deals of
both, `cabbage.batch` on thousands of them at a time, `cabbage.match` plays players against each other;
`cabbage.advice` says what to play, and why; `cabbage.streams` has random numbers. The modules are loaded
when they are first used, so `import cabbage` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module as _import_module
from types import ModuleType as _ModuleType

from cabbage._version import __version__
from cabbage.errors import CabbageError

# Not from `typing`, whose import would cost more than all else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from cabbage import (
        advice,
        batch,
        cards,
        krypkasino,
        las_vegan,
        match,
        notation,
        players,
        records,
        solver,
        streams,
        testing,
    )

__all__ = [
    "CabbageError",
    "__version__",
    "advice",
    "batch",
    "cards",
    "krypkasino",
    "las_vegan",
    "match",
    "notation",
    "players",
    "records",
    "solver",
    "streams",
    "testing",
]


def __getattr__(name: str) -> _ModuleType:
    if name in __all__:
        return _import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))
