"""A prover without any idea: what the native ones promise, as plainly and slowly as can be.

It stands in for them in tests of the driver, which must work with any prover that keeps the protocol.
Bounds are wide, nothing is remembered, and every action is tried in canonical order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cabbage._objectives import Sides
from cabbage._provers import Poll
from cabbage.las_vegan import Round

NODES_PER_LOOK = 256


class Stopped(Exception):
    """Out of nodes, or told to stop."""


class Counter:
    """Counts nodes, and looks now and then whether to go on."""

    def __init__(self, max_nodes: int, poll: Poll | None) -> None:
        self.nodes = 0
        self._max_nodes = max_nodes
        self._poll = poll

    def count(self) -> None:
        if self.nodes == self._max_nodes:
            raise Stopped
        self.nodes += 1
        if self.nodes % NODES_PER_LOOK == 0 and self._poll is not None and self._poll(self.nodes):
            raise Stopped


class PlainProver:
    """`RoundProver` and `DealProver`."""

    def __init__(self, state: Any, weights: list[int], table: object) -> None:
        self.weights = weights
        self.table = table
        self.is_closed = False
        self.asked: list[tuple[int, int, int]] = []
        """Bound, nodes allowed and order of every question."""

    def close(self) -> None:
        self.is_closed = True

    def bounds(self, state: Any) -> tuple[int, int]:
        tally = self._utility(state, state.tally())
        if state.is_terminal:
            return tally, tally
        swing = most_to_come(state) * sum(map(abs, self.weights))
        return tally - swing, tally + swing

    def at_least(
        self, state: Any, bound: int, max_nodes: int, poll: Poll | None = None, order: int = 0
    ) -> tuple[int, int, int]:
        assert not self.is_closed
        assert max_nodes > 0
        self.asked.append((bound, max_nodes, order))
        lower, upper = self.bounds(state)
        counter = Counter(max_nodes, poll)
        try:
            value = self._search(state.copy(), bound, counter, order)
        except Stopped:
            return lower, upper, counter.nodes
        return (max(lower, value), upper, counter.nodes) if value >= bound else (lower, value, counter.nodes)

    def best_first(self, state: Any) -> list[int]:
        return list(state.legal_moves())

    def _search(self, state: Any, bound: int, counter: Counter, order: int) -> int:
        """Fail-soft alpha-beta with an empty window below `bound`."""
        counter.count()
        if state.is_terminal:
            return self._utility(state, state.returns())
        is_own = self.weights[state.current_player] > 0
        best = None
        actions = state.legal_moves()
        for action in reversed(actions) if order else actions:
            state.play(action)
            value = self._search(state, bound, counter, order)
            state.undo()
            if best is None or (value > best if is_own else value < best):
                best = value
            if (best >= bound) is is_own:
                break
        assert best is not None
        return best

    def _utility(self, state: Any, scores: Sequence[int]) -> int:
        return signed(state, sum(w * score for w, score in zip(self.weights, scores, strict=True)))


class PlainMaxn:
    """`RoundMaxn` and `DealMaxn`."""

    def __init__(self, state: Any, sides: Sides, table: object) -> None:
        self._sides = sides
        self.is_closed = False

    def close(self) -> None:
        self.is_closed = True

    def solve(
        self, state: Any, max_nodes: int, poll: Poll | None = None
    ) -> tuple[tuple[int, ...] | None, int]:
        assert not self.is_closed
        counter = Counter(max_nodes, poll)
        try:
            return self._search(state.copy(), counter), counter.nodes
        except Stopped:
            return None, counter.nodes

    def _search(self, state: Any, counter: Counter) -> tuple[int, ...]:
        counter.count()
        if state.is_terminal:
            scores = state.returns()
            return tuple(signed(state, sum(scores[seat] for seat in side)) for side in self._sides)
        place = next(i for i, side in enumerate(self._sides) if state.current_player in side)
        best: tuple[int, ...] | None = None
        for action in state.legal_moves():
            state.play(action)
            found = self._search(state, counter)
            state.undo()
            if best is None or found[place] > best[place]:
                best = found
        assert best is not None
        return best


def signed(state: Any, score: int) -> int:
    return score if isinstance(state, Round) else -score


def most_to_come(state: Any) -> int:
    """More than any seat's score can still change by."""
    if isinstance(state, Round):
        tokens = sum(map(abs, state.token_values))
        return 2 * (abs(state.golden_value) + 10 * tokens)
    cards: int = sum(len(state.hand(seat)) for seat in range(state.num_players)) + len(state.stock)
    bonus: int = state.rules.last_capture_bonus
    return 60 + 20 * cards + abs(bonus)
