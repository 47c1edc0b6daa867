"""Chooses the build of the native provers for this processor, as `_engine` does for its loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from cabbage import _engine
from cabbage._games import KRYPKASINO, LAS_VEGAN, Kind
from cabbage._objectives import Sides
from cabbage._transpositions import TranspositionTable

if _engine.NAME == "bmi2":
    from cabbage._prover_bmi2 import DealMaxn, DealProver, RoundMaxn, RoundProver
else:
    from cabbage._prover_base import (
        DealMaxn,
        DealProver,
        RoundMaxn,
        RoundProver,
    )

__all__ = ["FEATURES", "MAXN", "NODES_PER_LOOK", "PROVERS", "Maxn", "Prover"]

#: What can be switched off in a prover, without changing any value: a bit for each idea. Those of the two
#: games from 16 on share bits; Las Vegan's is named first.
FEATURES = {
    "table": 1,
    "bounds": 2,
    "equivalences": 4,
    "ordering": 8,
    "tricks or nearness": 16,
    "deferral or dead cards": 32,
    "families or last capturer": 64,
    "dominance": 128,
    "order keys": 256,
}

#: The nodes, at most, between two calls of a `poll`.
NODES_PER_LOOK = 1 << 12

#: Called every few milliseconds with the nodes so far; true stops the search.
Poll = Callable[[int], object]


class Prover(Protocol):
    """Proves bounds of the utility of a position and of all later ones, for one objective.

    One that can tell the most promising actions also has `best_first(state)`, all legal ones in that order;
    one with an idea of the value has `guess(state)`, the utility to ask about first.
    """

    def bounds(self, state: Any) -> tuple[int, int]:
        """Bounds that hold without a search."""

    def at_least(
        self, state: Any, bound: int, max_nodes: int, poll: Poll | None = None, order: int = 0
    ) -> tuple[int, int, int]:
        """Proven bounds, which decide whether utility is at least `bound` unless stopped; and nodes."""

    def close(self) -> None:
        """Stop using the table."""


class Maxn(Protocol):
    """Finds what comes of each side playing for itself."""

    def solve(self, state: Any, max_nodes: int, poll: Poll | None = None) -> tuple[Sequence[int] | None, int]:
        """The utility of each side, None where stopped; and nodes."""

    def close(self) -> None:
        """Stop using the table."""


ProverClass = Callable[[Any, list[int], TranspositionTable], Prover]
MaxnClass = Callable[[Any, Sides, TranspositionTable], Maxn]

PROVERS: dict[Kind, ProverClass] = {LAS_VEGAN: RoundProver, KRYPKASINO: DealProver}
MAXN: dict[Kind, MaxnClass] = {LAS_VEGAN: RoundMaxn, KRYPKASINO: DealMaxn}
