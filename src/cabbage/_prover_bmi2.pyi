from collections.abc import Callable, Sequence
from typing import final

from cabbage._core import Round
from cabbage._deal import Deal
from cabbage._transpositions import TranspositionTable

__all__ = ["DealMaxn", "DealProver", "RoundMaxn", "RoundProver"]

@final
class RoundProver:
    def __new__(
        cls, state: Round, weights: Sequence[int], table: TranspositionTable, features: int = -1
    ) -> RoundProver: ...
    def close(self) -> None: ...
    def bounds(self, state: Round) -> tuple[int, int]: ...
    def guess(self, state: Round) -> int: ...
    def best_first(self, state: Round) -> list[int]: ...
    def at_least(
        self,
        state: Round,
        bound: int,
        max_nodes: int,
        poll: Callable[[int], object] | None = None,
        order: int = 0,
    ) -> tuple[int, int, int]: ...

@final
class RoundMaxn:
    def __new__(
        cls, state: Round, sides: Sequence[Sequence[int]], table: TranspositionTable, features: int = -1
    ) -> RoundMaxn: ...
    def close(self) -> None: ...
    def solve(
        self, state: Round, max_nodes: int, poll: Callable[[int], object] | None = None
    ) -> tuple[tuple[int, ...] | None, int]: ...

@final
class DealProver:
    def __new__(
        cls, state: Deal, weights: Sequence[int], table: TranspositionTable, features: int = -1
    ) -> DealProver: ...
    def close(self) -> None: ...
    def bounds(self, state: Deal) -> tuple[int, int]: ...
    def guess(self, state: Deal) -> int: ...
    def at_least(
        self,
        state: Deal,
        bound: int,
        max_nodes: int,
        poll: Callable[[int], object] | None = None,
        order: int = 0,
    ) -> tuple[int, int, int]: ...

@final
class DealMaxn:
    def __new__(
        cls, state: Deal, sides: Sequence[Sequence[int]], table: TranspositionTable, features: int = -1
    ) -> DealMaxn: ...
    def close(self) -> None: ...
    def solve(
        self, state: Deal, max_nodes: int, poll: Callable[[int], object] | None = None
    ) -> tuple[tuple[int, ...] | None, int]: ...
