"""From questions to answers: the value, the actions and the line of a position."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from threading import Event
from typing import Any

from cabbage._budgets import NO_LIMIT, Budget, Limits, OnProgress, Progress, Reporter, Spent
from cabbage._games import kind_of
from cabbage._intervals import FIRST_SHARE, FROM_BELOW, Interval, Narrowing, find_value
from cabbage._objectives import Objective
from cabbage._provers import MAXN, PROVERS
from cabbage._questions import Asker, MaxnAsker
from cabbage._solutions import Solution
from cabbage._transpositions import TranspositionTable
from cabbage.errors import SearchInterrupted

__all__ = ["DETAILS", "after", "best_by_hint", "first_best", "search"]

DETAILS = ("value", "line", "actions")
#: The megabytes, at most, of the second table of a maxn search: what it bounds is another objective.
BOUNDS_TABLE = 16


def search(
    state: Any,
    objective: Objective,
    detail: str,
    limits: Limits,
    table: TranspositionTable,
    threads: int = 1,
    on_progress: OnProgress | None = None,
    stop: Event | None = None,
) -> Solution:
    """Solve a position that is not over. Raises SearchInterrupted at Ctrl-C."""
    state = state.copy()  # another thread may go on with the original
    reporter = None if on_progress is None else Reporter(on_progress)
    budget = Budget(limits, reporter, stop)
    kind = kind_of(state)
    found: _Found
    if objective.name == "maxn":
        size = min(BOUNDS_TABLE, table.megabytes) if budget.is_limited else 1
        bounds_table = TranspositionTable(size)
        with (
            closing(MAXN[kind](state, objective.sides, table)) as maxn,
            closing(PROVERS[kind](state, objective.weights, bounds_table)) as prover,
        ):
            bounding = Asker(prover, objective, budget)
            found = _FoundByMaxn(state, MaxnAsker(maxn, objective, budget), bounding)
            _run(found, detail, reporter)
    else:
        with closing(PROVERS[kind](state, objective.weights, table)) as prover:
            found = _FoundByQuestions(state, Asker(prover, objective, budget, threads))
            _run(found, detail, reporter)
    solution = found.solution()
    if found.was_interrupted:
        raise SearchInterrupted(
            f"interrupted after {solution.nodes:,} nodes; "
            f"the value is proven to be {solution.lower} to {solution.upper}",
            solution,
        )
    return solution


def after(state: Any, action: int) -> Any:
    """The position after an action."""
    child = state.copy()
    child.play_unchecked(action)
    return child


def best_by_hint(asker: Asker, state: Any, value: int) -> int:
    """An action that keeps the exact value of `state`, looked for where it is likely."""
    return _first_that_keeps(asker, state, value, asker.promising(state))


def _first_that_keeps(asker: Asker, state: Any, value: int, actions: list[int]) -> int:
    is_own = state.current_player in asker.objective.side
    for action in actions[:-1]:
        # The own side can get no more than the value, and the others no less.
        if asker.is_at_least(after(state, action), value if is_own else value + 1) is is_own:
            return action
    return actions[-1]


def first_best(asker: MaxnAsker, state: Any, utilities: tuple[int, ...]) -> int:
    """The first action that gives the side to move what it gets, of known `utilities` of the position."""
    sides = asker.objective.sides
    place = next(i for i, side in enumerate(sides) if state.current_player in side)
    actions: list[int] = state.legal_moves()
    for action in actions[:-1]:
        if asker.utilities(after(state, action))[place] == utilities[place]:
            return action
    return actions[-1]


def _run(found: _Found, detail: str, reporter: Reporter | None) -> None:
    if reporter is not None:
        reporter.report = found.report
    try:
        found.find(detail)
    except Spent:
        pass
    except KeyboardInterrupt:
        found.was_interrupted = True
        found.budget.stopped_by = "interrupt"


class _Found:
    """What is known of a position, at any time."""

    def __init__(self, state: Any, objective: Objective, budget: Budget, value: Interval) -> None:
        self.state = state
        self.objective = objective
        self.budget = budget
        self.was_interrupted = False
        self.value = value
        self.legal: list[int] = state.legal_moves()
        #: The legal actions, the most promising ones first.
        self.promising = self.legal
        #: An action that the search has shown to keep the value.
        self.best_action: int | None = None
        self.actions: dict[int, Interval] = {}
        self.line: tuple[int, ...] = ()
        self.utilities: tuple[int, ...] | None = None

    def find(self, detail: str) -> None:
        """Find out all that is asked for."""
        raise NotImplementedError

    def report(self, nodes: int) -> Progress:
        """How far the search is."""
        values = [self.value, *self.actions.values()]
        lower, upper = self.objective.points(*self.value.bounds)
        return Progress(
            nodes, self.budget.seconds, lower, upper, sum(v.is_exact for v in values), len(values)
        )

    def solution(self) -> Solution:
        """What is known now."""
        objective, returns, results = self.objective, None, None
        self._bound_actions()
        best = self._known_best()
        if self.line:
            end = self.state.copy()
            for action in self.line:
                end.play_unchecked(action)
            returns = tuple(end.returns())
        if self.utilities is not None:
            results = tuple(-u if objective.minimises else u for u in self.utilities)
        lower, upper = objective.points(*self.value.bounds)
        return Solution(
            objective.name,
            objective.sides,
            objective.seat,
            objective.minimises,
            lower,
            upper,
            best[0] if best else self._likely_best(),
            best,
            {action: objective.points(*value.bounds) for action, value in self.actions.items()},
            self.line,
            returns,
            results,
            self.budget.nodes,
            self.budget.seconds,
            self.budget.stopped_by,
        )

    def _is_own_turn(self) -> bool:
        return self.state.current_player in self.objective.side

    def _known_best(self) -> tuple[int, ...]:
        """The actions that are known to keep the value, in canonical order."""
        candidates = self._candidates()
        if len(candidates) == 1:
            return tuple(candidates)
        return tuple(action for action in candidates if self._keeps_value(action))

    def _likely_best(self) -> int:
        """The most promising action of those that may keep the value."""
        candidates = self._candidates()
        return min(candidates, key=self.promising.index)

    def _keeps_value(self, action: int) -> bool:
        """Whether an action is shown to be as good as the value can be at most."""
        known = self.actions.get(action)
        if known is None:
            return action == self.best_action
        return known.lower >= self.value.upper if self._is_own_turn() else known.upper <= self.value.lower

    def _candidates(self) -> list[int]:
        """The actions that may keep the value, for all that is known of them."""
        if not self.actions:
            return self.legal
        is_own, value = self._is_own_turn(), self.value
        return [
            action
            for action, known in self.actions.items()
            if (known.upper >= value.lower if is_own else known.lower <= value.upper)
        ]

    def _begin_actions(self, asker: Asker) -> None:
        self.actions = {action: Interval(*asker.bounds(after(self.state, action))) for action in self.legal}

    def _bound_actions(self) -> None:
        """Who moves can get no more by any action than the value: its own side's most, the others' least."""
        for known in self.actions.values():
            if self._is_own_turn():
                known.meet(known.lower, self.value.upper)
            else:
                known.meet(self.value.lower, known.upper)

    def _value_actions(self, narrow: Callable[[Any, Interval, int], None]) -> None:
        """The exact value of every action: straight, or where there is a budget in rounds of all."""
        self._bound_actions()
        share = FIRST_SHARE if self.budget.is_limited else NO_LIMIT
        children = {action: after(self.state, action) for action in self.legal}
        while not all(known.is_exact for known in self.actions.values()):
            for action, known in self.actions.items():
                if not known.is_exact:
                    narrow(children[action], known, share)
            share = min(2 * share, NO_LIMIT)


class _FoundByQuestions(_Found):
    """What is known of a position by one number, which one side maximises and the others minimise."""

    def __init__(self, state: Any, asker: Asker) -> None:
        value = Interval(*asker.bounds(state), asker.guess(state))
        super().__init__(state, asker.objective, asker.budget, value)
        self._asker = asker
        self.promising = asker.promising(state)

    def find(self, detail: str) -> None:
        if detail == "actions":
            self._begin_actions(self._asker)
        find_value(self.value, self._ask_of_value, is_limited=self.budget.is_limited)
        if detail == "actions":
            for known in self.actions.values():
                known.guess = self.value.lower
            self._value_actions(self._go_straight)
            self.best_action = self._known_best()[0]
        elif detail == "value":
            self.best_action = best_by_hint(self._asker, self.state, self.value.lower)
        if detail != "value":
            self._find_line()

    def _ask(self, state: Any, bound: int, share: int) -> tuple[int, int] | None:
        return self._asker.ask(state, bound, share)

    def _go_straight(self, state: Any, known: Interval, share: int) -> None:
        known.go_straight(partial(self._ask, state), share)

    def _ask_of_value(self, bound: int, share: int) -> tuple[int, int] | None:
        answer = self._asker.ask(self.state, bound, share)
        if answer is not None and (answer[0] >= bound) is self._is_own_turn():
            # Whoever moves has just been shown to get what was asked; what did it is tried first.
            self.promising = self._asker.promising(self.state)
        return answer

    def _find_line(self) -> None:
        line: list[int] = []
        state, value = self.state, self.value.lower
        while not state.is_terminal:
            if not line and self.best_action is not None:
                action = self.best_action
            else:
                action = _first_that_keeps(self._asker, state, value, state.legal_moves())
            if not line:
                self.best_action = action
            line.append(action)
            state = after(state, action)
        self.line = tuple(line)


class _FoundByMaxn(_Found):
    """What is known of a position in which each side plays for itself.

    No side gets less than against all others together, which is what the proven lower bound is.
    """

    def __init__(self, state: Any, asker: MaxnAsker, bounding: Asker) -> None:
        super().__init__(state, asker.objective, asker.budget, Interval(*bounding.bounds(state)))
        self.promising = bounding.promising(state)
        self._asker = asker
        self._bounding = bounding
        self._place = asker.objective.side_number

    def find(self, detail: str) -> None:
        if detail == "actions":
            self._begin_actions(self._bounding)
        self.utilities = self._find_value()
        value = self.utilities[self._place]
        self.value.meet(value, value)
        if detail == "actions":
            self._value_actions(self._ask_of_action)
            self.best_action = self._known_best()[0]
        else:
            self.best_action = first_best(self._asker, self.state, self.utilities)
        if detail != "value":
            self._find_line(self.utilities)

    def _ask_of_action(self, state: Any, known: Interval, share: int) -> None:
        utilities = self._asker.ask(state, share)
        if utilities is not None:
            known.meet(utilities[self._place], utilities[self._place])

    def _find_value(self) -> tuple[int, ...]:
        if not self.budget.is_limited:
            return self._asker.utilities(self.state)
        share = FIRST_SHARE
        alone = Interval(*self.value.bounds)  # the value against all others; only its lower bound is one here
        narrowing = Narrowing(alone, partial(self._bounding.ask, self.state))
        while True:
            utilities = self._asker.ask(self.state, share)
            if utilities is not None:
                return utilities
            try:
                narrowing.go_from(FROM_BELOW, share)
            finally:
                self.value.meet(alone.lower, self.value.upper)
            share = min(2 * share, NO_LIMIT)

    def _find_line(self, utilities: tuple[int, ...]) -> None:
        # Since the first best action is played, what all get stays the same along the line.
        assert self.best_action is not None
        line, state = [self.best_action], after(self.state, self.best_action)
        while not state.is_terminal:
            line.append(first_best(self._asker, state, utilities))
            state = after(state, line[-1])
        self.line = tuple(line)
