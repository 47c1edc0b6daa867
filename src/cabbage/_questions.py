"""Asking a prover: one question, by one thread or by several, within a budget."""

from __future__ import annotations

from functools import partial
from threading import Lock
from typing import Any

from cabbage._budgets import NO_LIMIT, Budget
from cabbage._objectives import Objective
from cabbage._provers import NODES_PER_LOOK, Maxn, Prover
from cabbage._solutions import Bounds
from cabbage._workers import Worker, join_all

__all__ = ["Asker", "MaxnAsker", "best_first", "static_bounds"]


def static_bounds(prover: Prover, objective: Objective, state: Any) -> Bounds:
    """Bounds of a position that cost no search."""
    if state.is_terminal:
        utility = objective.utility(state.returns())
        return utility, utility
    return prover.bounds(state)


def best_first(prover: Prover, state: Any) -> list[int]:
    """The legal actions, the most promising ones first, where the prover can tell."""
    tell = getattr(prover, "best_first", None)
    actions: list[int] = state.legal_moves() if tell is None else tell(state)
    return actions


class Asker:
    """Asks whether the utility of positions is at least some bound."""

    def __init__(self, prover: Prover, objective: Objective, budget: Budget, threads: int = 1) -> None:
        self._prover = prover
        self.objective = objective
        self.budget = budget
        self._threads = threads

    def bounds(self, state: Any) -> Bounds:
        """Bounds of a position that cost no search."""
        return static_bounds(self._prover, self.objective, state)

    def guess(self, state: Any) -> int | None:
        """A utility to ask about first, where the prover has an idea."""
        tell = getattr(self._prover, "guess", None)
        return None if tell is None else int(tell(state))

    def ask(self, state: Any, bound: int, share: int = NO_LIMIT) -> Bounds | None:
        """Bounds that decide whether utility is at least `bound`; None if a share of nodes did not do.

        Raises Spent when the budget is, unless the answer costs nothing.
        """
        bounds = self.bounds(state)
        if bounds[0] >= bound or bounds[1] < bound:
            return bounds
        allowance = self.budget.allowance(share)
        question = _Question(self._prover, state, bound, allowance, self.budget)
        try:
            return question.asked_by(self._threads)
        finally:
            self.budget.nodes += question.total

    def is_at_least(self, state: Any, bound: int) -> bool:
        """The answer, however long it takes. Raises Spent when the budget is."""
        while True:
            answer = self.ask(state, bound)
            if answer is not None:
                return answer[0] >= bound

    def promising(self, state: Any) -> list[int]:
        """The legal actions, the most promising ones first."""
        return best_first(self._prover, state)


class _Question:
    """One question. The first thread that can decide it stops the others.

    All threads together take no more than `max_nodes`: what each may take before it looks again is set
    aside for it, and when no more than that is left, all stop.
    """

    def __init__(self, prover: Prover, state: Any, bound: int, max_nodes: int, budget: Budget) -> None:
        self._prover = prover
        self._state = state
        self._bound = bound
        self._max_nodes = max_nodes
        self._budget = budget
        self._lock = Lock()
        self._nodes: list[int] = []
        self._helpers: list[Worker] = []
        self._running = 1
        self._answer: Bounds | None = None
        self._failure: BaseException | None = None
        self._is_over = False

    @property
    def total(self) -> int:
        """The nodes of all threads."""
        return sum(self._nodes)

    def asked_by(self, threads: int) -> Bounds | None:
        """The bounds that decide the question; None where no thread could within the nodes."""
        self._nodes = [0] * threads
        try:
            self._search(0)
        finally:
            self._is_over = True
            join_all(self._helpers)
        if self._failure is not None:
            raise self._failure
        return self._answer

    def _search(self, order: int) -> None:
        lower, upper, nodes = self._prover.at_least(
            self._state, self._bound, self._max_nodes, partial(self._poll, order), order
        )
        self._nodes[order] = nodes
        if lower >= self._bound or upper < self._bound:
            with self._lock:
                # The first thread's answer where there are two, since it does not depend on the others.
                if self._answer is None or order == 0:
                    self._answer = lower, upper
            self._is_over = True

    def _help(self, order: int) -> None:
        try:
            if not self._is_over:
                self._search(order)
        except BaseException as error:
            self._failure = error
            self._is_over = True
        finally:
            with self._lock:
                self._running -= 1

    def _poll(self, order: int, nodes: int) -> bool:
        with self._lock:
            self._nodes[order] = nodes
            if self._helpers and self.total + self._running * NODES_PER_LOOK > self._max_nodes:
                self._is_over = True
        if order == 0:
            if self._budget.poll(self.total):
                self._is_over = True
            elif not self._helpers and not self._is_over:
                self._get_help()  # only now, since most questions are answered before the first look
        return self._is_over

    def _get_help(self) -> None:
        """Start as many helpers as there are nodes for."""
        most = (self._max_nodes - self.total) // NODES_PER_LOOK - 1
        for number in range(1, min(len(self._nodes), most + 1)):
            self._helpers.append(Worker(partial(self._help, number)))
        with self._lock:
            self._running += len(self._helpers)
        for helper in self._helpers:
            helper.start()


class MaxnAsker:
    """Asks what comes of each side playing for itself."""

    def __init__(self, maxn: Maxn, objective: Objective, budget: Budget) -> None:
        self._maxn = maxn
        self.objective = objective
        self.budget = budget

    def ask(self, state: Any, share: int = NO_LIMIT) -> tuple[int, ...] | None:
        """The utility of each side; None if a share of nodes did not do.

        Raises Spent when the budget is.
        """
        allowance = self.budget.allowance(share)
        if state.is_terminal:
            self.budget.nodes += 1
            return tuple(self.objective.side_utilities(state.returns()))
        seen = 0

        def poll(nodes: int) -> bool:
            nonlocal seen
            seen = nodes
            return self.budget.poll(nodes)

        try:
            utilities, seen = self._maxn.solve(state, allowance, poll)
        finally:
            self.budget.nodes += seen
        return None if utilities is None else tuple(utilities)

    def utilities(self, state: Any) -> tuple[int, ...]:
        """The utility of each side, however long it takes. Raises Spent when the budget is."""
        while True:
            answer = self.ask(state)
            if answer is not None:
                return answer
