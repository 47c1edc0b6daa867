"""The way from questions to answers, with a plain prover in the place of the native ones."""

from __future__ import annotations

import json
import pickle
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabbage import _budgets, _intervals, _provers, _questions, _solving, errors, krypkasino, solver
from cabbage._budgets import NO_LIMIT
from cabbage._games import State
from cabbage._intervals import FROM_ABOVE, FROM_BELOW, Interval, Narrowing, find_value
from cabbage.las_vegan import Game, Round, Rules
from compare_solver import (
    GAMES,
    Question,
    Sides,
    Truth,
    check_less_detail,
    check_solution,
    random_position,
    random_question,
    random_sides,
)
from plain_prover import PlainMaxn, PlainProver

SEEDS = st.integers(0, 2**32 - 1)
OPPONENTS = Rules(players=3, hand_size=3)


@pytest.fixture(autouse=True)
def plain() -> Iterator[None]:
    """Plain provers for the native ones, and rounds of questions that begin small."""
    with pytest.MonkeyPatch.context() as patch:
        use(patch, PlainProver)
        for module in (_intervals, _solving):
            patch.setattr(module, "FIRST_SHARE", 8)
        yield


def use(patch: pytest.MonkeyPatch, prover: Callable[..., Any]) -> None:
    for kind in _provers.PROVERS:
        patch.setitem(_provers.PROVERS, kind, prover)
        patch.setitem(_provers.MAXN, kind, PlainMaxn)


def position(seed: int, lines: int = 100) -> State:
    """A small position of either game."""
    return random_position(random.Random(seed), GAMES[seed % 2], lines=lines)


def positions(seeds: range) -> list[State]:
    """Small positions of both games, with something to choose."""
    return [state for state in map(position, seeds) if len(state.legal_moves()) > 1]


def small(seed: int = 2) -> Round:
    return Round.deal(seed, OPPONENTS)


@settings(max_examples=100)
@given(SEEDS)
def test_questions_lead_to_values_actions_and_lines(seed: int) -> None:
    rng = random.Random(seed)
    question = random_question(rng, position(seed))
    truth, threads = Truth(question), rng.choice((1, 2))
    check_solution(question, truth, threads=threads)
    check_less_detail(question, truth, threads=threads)


def test_the_default_sides_are_those_of_the_rules() -> None:
    rules = krypkasino.Rules(players=4, deck="AC 2C 3C", teams=((0, 2), (1, 3)), first_hand=1, first_table=0)  # type: ignore[arg-type]
    deal = krypkasino.Deal.deal(1, rules)
    assert solver.solve(deal, objective="margin").sides == ((0, 2), (1, 3))
    assert solver.solve(deal).sides == ((0, 2), (1, 3))
    assert solver.solve(deal, teams=[[3], [1], (0,), [2]]).sides == ((0,), (1,), (2,), (3,))
    assert solver.solve(small()).sides == ((0,), (1,), (2,))


@pytest.mark.parametrize("objective", ["paranoid", "margin", "maxn"])
def test_more_budget_never_widens_an_interval(objective: str) -> None:
    for number, state in enumerate(positions(range(40))):
        sides = random_sides(random.Random(number), state.num_players, 2)
        exact = solver.solve(state, objective=objective, teams=sides)
        lower, upper = -(10**9), 10**9
        bounds = dict.fromkeys(exact.values, (lower, upper))
        budget = 1
        while True:
            found = solver.solve(state, objective=objective, teams=sides, max_nodes=budget)
            assert found.nodes <= budget
            assert lower <= found.lower <= exact.value <= found.upper <= upper
            assert set(found.best_actions) <= set(exact.best_actions)
            assert found.best_is_proven is bool(found.best_actions)
            assert found.best_is_proven is (found.best_action in found.best_actions)
            low, high = found.action_bounds[found.best_action]
            assert low <= found.upper, "less than the value, whoever moves"
            assert found.lower <= high
            lower, upper = found.lower, found.upper
            for action, value in exact.values.items():
                low, high = found.action_bounds[action]
                assert bounds[action][0] <= low <= value <= high <= bounds[action][1]
                # Who moves gets no more by an action than the value.
                is_maximum = exact.value == max(exact.values.values())
                is_minimum = exact.value == min(exact.values.values())
                assert (is_maximum and high <= upper) or (is_minimum and low >= lower)
                bounds[action] = low, high
            if found.stopped_by is None:
                break
            assert found.stopped_by == "nodes"
            assert found.nodes == budget
            if not found.is_exact:
                assert (found.principal_variation, found.returns) == ((), None)
                with pytest.raises(
                    errors.NotExactError,
                    match=rf"proven to be {lower} to {upper}; .* by nodes after {budget:,} ",
                ):
                    _ = found.value
            budget = budget + 1 + budget // 3
        assert (found.value, found.values) == (exact.value, exact.values)
        assert found.best_actions == exact.best_actions
        assert found.principal_variation == exact.principal_variation


def test_a_best_action_is_proven_where_the_search_was_not_stopped() -> None:
    for detail in ("value", "line", "actions"):
        short = solver.solve(small(), max_nodes=1, detail=detail)
        assert (short.best_actions, short.best_is_proven) == ((), False)
        assert solver.solve(small(), detail=detail).best_is_proven


def test_the_only_action_is_proven_to_be_best() -> None:
    state = next(s for s in map(position, range(1000)) if len(s.legal_moves()) == 1)
    for detail in ("value", "actions"):
        found = solver.solve(state, max_nodes=1, detail=detail)
        assert found.best_actions == tuple(state.legal_moves())
        assert found.best_is_proven


def test_an_interval_shrinks_from_both_ends_before_the_value_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Prover(PlainProver):
        """A question takes the less, the farther its bound is from the value, which is 0."""

        def at_least(
            self, state: Any, bound: int, max_nodes: int, poll: Any = None, order: int = 0
        ) -> tuple[int, int, int]:
            lower, upper = self.bounds(state)
            nodes = 1 << max(0, 20 - abs(bound))
            if nodes > max_nodes:
                return lower, upper, max_nodes
            return (bound, upper, nodes) if bound <= 0 else (lower, bound - 1, nodes)

    use(monkeypatch, Prover)
    widths = []
    for power in range(8, 22, 2):
        found = solver.solve(small(), max_nodes=1 << power, detail="value")
        assert -found.lower - 4 <= found.upper <= -found.lower + 4
        widths.append(found.upper - found.lower)
    # Four times the nodes are two points at each end; the first questions and the retries take some.
    assert widths[0] <= 36
    assert all(wide - narrow in range(2, 7) for wide, narrow in pairwise(widths))


def test_without_a_budget_questions_have_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    provers: list[PlainProver] = []

    def make(*arguments: Any) -> PlainProver:
        provers.append(PlainProver(*arguments))
        return provers[-1]

    use(monkeypatch, make)
    table = solver.TranspositionTable(1)
    solver.solve(small(1), table=table)
    assert {(allowed, order) for _, allowed, order in provers[0].asked} == {(NO_LIMIT, 0)}
    assert provers[0].table is table
    # The value is 1. Once that is known, each of the three actions is asked whether it keeps it.
    assert [bound for bound, *_ in provers[0].asked][:6] == [0, 1, 3, 1, 1, 1]
    solver.solve(small(), max_nodes=10**6)
    assert provers[1].asked[0][1] == 8
    assert all(prover.is_closed for prover in provers)


def test_what_a_prover_finds_promising_is_tried_first(monkeypatch: pytest.MonkeyPatch) -> None:
    class Prover(PlainProver):
        def best_first(self, state: Any) -> list[int]:
            return [25, 15, 21]

    plain = solver.solve(small(), detail="value")
    monkeypatch.delattr(PlainProver, "best_first")
    assert solver.solve(small(), detail="value") == plain
    use(monkeypatch, Prover)
    hinted = solver.solve(small(), detail="value")
    assert (plain.best_action, hinted.best_action) == (21, 25)
    assert hinted.nodes < plain.nodes
    assert solver.solve(small()).best_action == 21
    assert solver.solve(small(), max_nodes=10**6, detail="value").best_action == 25


@given(st.integers(-50, 50), st.integers(0, 60), st.integers(0, 60), st.integers(-200, 200), st.booleans())
def test_questions_lead_to_the_value(value: int, below: int, above: int, guess: int, is_soft: bool) -> None:
    interval = Interval(value - below, value + above, guess)
    asked = []

    def ask(bound: int, share: int) -> tuple[int, int]:
        assert interval.lower < bound <= interval.upper
        asked.append(bound)
        slack = 2 if is_soft else 0
        if value >= bound:
            return min(value, bound + slack), 10**6
        return -(10**6), max(value, bound - 1 - slack)

    find_value(interval, ask, is_limited=False)
    assert interval.bounds == (value, value)
    assert len(asked) <= 24
    assert len(set(asked)) == len(asked)


@given(st.integers(-50, 50), st.integers(0, 60), st.integers(0, 60), st.integers(1, 1000))
def test_an_interval_is_narrowed_as_far_as_a_share_allows(
    value: int, below: int, above: int, share: int
) -> None:
    interval = Interval(value - below, value + above)

    def cost(bound: int) -> int:
        return 1024 >> (value - bound if value >= bound else bound - value - 1)

    def ask(bound: int, share: int) -> tuple[int, int] | None:
        if cost(bound) > share:
            return None
        return (bound, 10**6) if value >= bound else (-(10**6), bound - 1)

    narrowing = Narrowing(interval, ask)
    for _ in range(12):
        narrowing.go_round(share)
    assert interval.lower == value or cost(interval.lower + 1) > share
    assert interval.upper == value or cost(interval.upper) > share
    find_value(interval, ask, is_limited=True)
    assert interval.bounds == (value, value)


def test_one_end_can_be_narrowed_alone() -> None:
    interval = Interval(0, 100)
    asked = []

    def ask(bound: int, share: int) -> tuple[int, int] | None:
        asked.append(bound)
        return (bound, 1000) if bound <= 60 else None

    narrowing = Narrowing(interval, ask)
    for _ in range(12):
        assert narrowing.go_from(FROM_BELOW, 1) in asked
    assert interval.bounds == (60, 100)
    asked.clear()
    narrowing = Narrowing(interval, ask)
    assert narrowing.go_from(FROM_ABOVE, 1) == 91
    assert asked == [91]
    assert narrowing.go_from(FROM_ABOVE, 1, [96]) == 96
    assert asked == [91]


# ---------------------------------------------------------------- stopping


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock of the budgets that does not depend on how busy the machine is."""
    clock = Clock()
    monkeypatch.setattr(_budgets, "time", clock)
    return clock


class EndlessProver(PlainProver):
    """Never decides anything; calls `poll` every millisecond."""

    def at_least(
        self, state: Any, bound: int, max_nodes: int, poll: Any = None, order: int = 0
    ) -> tuple[int, int, int]:
        nodes = 0
        while nodes < max_nodes:
            nodes += 1
            _budgets.time.sleep(0.001)  # type: ignore[attr-defined]
            self.look()
            if poll(nodes):
                break
        return *self.bounds(state), nodes

    def look(self) -> None:
        pass


class InterruptedProver(EndlessProver):
    """Ctrl-C comes while it searches."""

    looks = 0

    def look(self) -> None:
        self.looks += 1
        if self.looks == 20:
            raise KeyboardInterrupt


def test_seconds_end_a_search(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, EndlessProver)
    solution = solver.solve(small(), max_seconds=0.1)
    assert solution.seconds == pytest.approx(0.1, abs=0.0015)
    assert clock.now == solution.seconds
    assert solution.nodes in (100, 101)
    assert solution.stopped_by == "seconds"
    assert not solution.is_exact
    assert solution.best_action in small().legal_moves()


def test_seconds_end_a_search_by_several_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, EndlessProver)
    solution = solver.solve(small(), max_seconds=0.1, threads=3)
    assert solution.seconds >= 0.1
    assert solution.stopped_by == "seconds"
    assert not solution.is_exact


def test_ctrl_c_ends_a_search_with_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, InterruptedProver)
    for threads in (1, 3):
        with pytest.raises(KeyboardInterrupt) as caught:
            solver.solve(small(), threads=threads)
        assert type(caught.value) is errors.SearchInterrupted
        solution = caught.value.solution
        assert solution.stopped_by == "interrupt"
        assert solution.nodes >= 19
        assert not solution.is_exact
        assert solution.lower < 0 < solution.upper
        message = (
            f"after {solution.nodes} nodes; the value is proven to be {solution.lower} to {solution.upper}"
        )
        assert message in str(caught.value)
        again = pickle.loads(pickle.dumps(caught.value))
        assert (str(again), again.solution) == (str(caught.value), solution)
    with pytest.raises(errors.SearchInterrupted, match="0 of 10 actions are judged") as caught:
        solver.analyse(play_out(small()))
    assert caught.value.solution.stopped_by == "interrupt"
    analysis = caught.value.solution
    assert analysis.judgements == ()
    assert not analysis.is_exact
    with pytest.raises(
        errors.NotExactError, match="the analysis was interrupted; 0 of 10 actions are judged"
    ):
        _ = analysis.losses
    described = analysis.to_dict()
    assert (described["exact"], described["judged"], described["total"]) == (False, 0, 10)
    assert str(analysis).splitlines()[1:] == [
        "interrupted; 0 of 10 judged",
        *(f"seat {seat} lost 0 by these" for seat in range(3)),
    ]


def test_interrupted_lines_keep_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    class Prover(PlainProver):
        def at_least(self, state: Any, *arguments: Any) -> tuple[int, int, int]:
            if len(state.history) > 1:
                raise KeyboardInterrupt
            return super().at_least(state, *arguments)

    use(monkeypatch, Prover)
    with pytest.raises(errors.SearchInterrupted) as caught:
        solver.solve(small())
    solution = caught.value.solution
    assert (solution.value, solution.best_actions, solution.principal_variation) == (0, (21, 25), ())


def test_progress_is_reported_a_few_times_a_second(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, EndlessProver)
    reports: list[solver.Progress] = []
    solution = solver.solve(small(), max_seconds=0.9, on_progress=reports.append)
    assert [report.seconds for report in reports] == pytest.approx([0.25, 0.5, 0.75], abs=0.004)
    assert reports[0].nodes < reports[1].nodes < reports[2].nodes < solution.nodes
    assert (reports[0].lower, reports[0].upper) == (solution.lower, solution.upper)
    assert (reports[0].done, reports[0].total) == (0, 4)
    reports.clear()
    solver.analyse(play_out(small()), max_seconds=0.1, on_progress=reports.append)
    assert len(reports) >= 3
    assert [report.total for report in reports] == [10] * len(reports)
    assert reports[0].done < reports[-1].done
    assert reports[0].nodes < reports[-1].nodes


def test_what_a_report_raises_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    provers = []

    class Prover(EndlessProver):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            provers.append(self)

    def refuse(progress: solver.Progress) -> None:
        raise ZeroDivisionError(f"at {progress.nodes}")

    use(monkeypatch, Prover)
    for threads in (1, 3):
        with pytest.raises(ZeroDivisionError, match="at "):
            solver.solve(small(), on_progress=refuse, threads=threads)
    assert [prover.is_closed for prover in provers] == [True, True]


# ---------------------------------------------------------------- threads


class HelpedProver(EndlessProver):
    """Only helpers can answer."""

    orders: set[int]

    def at_least(
        self, state: Any, bound: int, max_nodes: int, poll: Any = None, order: int = 0
    ) -> tuple[int, int, int]:
        self.orders = {*getattr(self, "orders", set()), order}
        if order != 2:
            return super().at_least(state, bound, max_nodes, poll, order)
        return PlainProver.at_least(self, state, bound, max_nodes, poll, order)


def test_the_first_thread_to_decide_stops_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    provers: list[HelpedProver] = []

    def make(*arguments: Any) -> HelpedProver:
        provers.append(HelpedProver(*arguments))
        return provers[-1]

    expected = solver.solve(small())
    use(monkeypatch, make)
    monkeypatch.setattr(_questions, "NODES_PER_LOOK", 1)
    solution = solver.solve(small(), threads=3)
    assert provers[0].orders == {0, 1, 2}
    assert (solution.values, solution.principal_variation) == (expected.values, expected.principal_variation)


def test_what_a_helper_raises_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    class Prover(EndlessProver):
        def at_least(
            self, state: Any, bound: int, max_nodes: int, poll: Any = None, order: int = 0
        ) -> tuple[int, int, int]:
            if order:
                raise MemoryError("none left")
            return super().at_least(state, bound, max_nodes, poll, order)

    use(monkeypatch, Prover)
    with pytest.raises(MemoryError, match="none left"):
        solver.solve(small(), threads=2)


def test_threads_spend_a_budget_of_nodes_together(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, EndlessProver)
    monkeypatch.setattr(_intervals, "FIRST_SHARE", 10**6)
    monkeypatch.setattr(_questions, "NODES_PER_LOOK", 1)
    for threads in (2, 3, 64, 256):
        solution = solver.solve(small(), max_nodes=90, threads=threads)
        assert (solution.stopped_by, solution.nodes) == ("nodes", 90)


def test_many_positions_are_the_same_by_any_number_of_threads() -> None:
    states = positions(range(60))
    for detail, budget in (("value", None), ("actions", 50)):
        one = solver.solve_all(states, detail=detail, max_nodes=budget)
        many = solver.solve_all(iter(states), detail=detail, max_nodes=budget, threads=4)
        assert one == many
        assert [s.nodes for s in one] == [s.nodes for s in many]
        table = solver.TranspositionTable(1)
        assert one[7] == solver.solve(states[7], detail=detail, max_nodes=budget, table=table)
    assert solver.solve_all([]) == []
    teams = (iter(team) for team in ((0, 1), (2,)))
    solutions = solver.solve_all([small(1), small(2)], objective="margin", teams=teams, threads=9)
    assert [s.sides for s in solutions] == [((0, 1), (2,))] * 2


def test_many_positions_can_be_valued_for_one_seat() -> None:
    states = [small(seed) for seed in range(4)]
    for seat in range(3):
        found = solver.solve_all(states, seat=seat, threads=2)
        assert found == [solver.solve(state, seat=seat, detail="value") for state in states]
    with pytest.raises(errors.CabbageError, match="position 0: seat is 0 to 2, not 3"):
        solver.solve_all(states, seat=3)


def test_progress_of_many_positions() -> None:
    states = [small(seed) for seed in range(5)]
    reports: list[tuple[int, int]] = []
    for threads in (1, 3):
        reports.clear()
        solver.solve_all(states, threads=threads, on_progress=lambda *report: reports.append(report))
        assert reports == sorted(set(reports))
        assert reports[-1] == (5, 5)

    def fail(done: int, total: int) -> None:
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        solver.solve_all(states, on_progress=fail)
    with pytest.raises(errors.InputTypeError, match="on_progress is something to call"):
        solver.solve_all(states, on_progress=5)  # type: ignore[arg-type]


def test_an_analysis_is_the_same_by_several_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    provers: list[HelpedProver] = []

    def make(*arguments: Any) -> HelpedProver:
        provers.append(HelpedProver(*arguments))
        return provers[-1]

    played = play_out(small())
    expected = solver.analyse(played)
    use(monkeypatch, make)
    found = solver.analyse(played, threads=3)
    assert found.judgements == expected.judgements
    assert any(2 in getattr(prover, "orders", ()) for prover in provers)
    with pytest.raises(errors.CabbageError, match="threads is 1 to 256, not 0"):
        solver.analyse(played, threads=0)


def test_what_a_thread_of_many_raises_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    class Prover(PlainProver):
        def bounds(self, state: Any) -> tuple[int, int]:
            raise MemoryError("none left")

    use(monkeypatch, Prover)
    with pytest.raises(MemoryError, match="none left"):
        solver.solve_all([small(1), small(2)], threads=2)


def test_ctrl_c_waits_for_the_threads_of_many_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    class Prover(EndlessProver):
        """Takes its time to stop, with the first position."""

        def at_least(self, state: Any, *arguments: Any) -> tuple[int, int, int]:
            found = super().at_least(state, *arguments)
            time.sleep(0.3 if state == small(1) else 0)
            return found

    use(monkeypatch, Prover)
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    try:
        timer.start()
        with pytest.raises(errors.SearchInterrupted) as caught:
            solver.solve_all([small(1), small(2), small(3)], threads=2)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, handler)
    first, second, third = caught.value.solution
    assert (first.stopped_by, second.stopped_by, third) == ("interrupt", "interrupt", None)


# ---------------------------------------------------------------- analysis


def play_out(state: Any, seed: int = 0) -> Any:
    rng = random.Random(seed)
    while not state.is_terminal:
        state.play(rng.choice(state.legal_moves()))
    return state


def all_judgements(state: State, objective: str, sides: Sides) -> list[tuple[Any, ...]]:
    """Of random plays seat, action, value before and after, loss and best actions, by brute force."""
    rng = random.Random(1)
    questions = [Question(state.copy(), objective, sides, seat) for seat in range(state.num_players)]
    truths = [Truth(question) for question in questions]
    found = []
    while not state.is_terminal:
        seat = state.current_player
        question, truth = questions[seat], truths[seat]
        before = question.value(truth.outcome(state).points)
        values = {action: question.value(end.points) for action, end in truth.outcomes(state).items()}
        best = [action for action, value in values.items() if value == before]
        action = rng.choice(state.legal_moves())
        loss = question.sign * (before - values[action])
        found.append((seat, action, before, values[action], loss, best))
        state.play(action)
    return found


@settings(max_examples=40)
@given(SEEDS, st.sampled_from(["paranoid", "margin", "maxn"]))
def test_an_analysis_says_what_every_action_lost(seed: int, objective: str) -> None:
    start: Any = position(seed, 40)
    state = type(start).from_setup(start.setup(), start.rules)  # without what was played before
    sides = random_sides(random.Random(seed), state.num_players, 2 if objective == "margin" else None)
    played = state.copy()
    expected = all_judgements(played, objective, sides)
    analysis = solver.analyse(played, objective=objective, teams=sides)
    judged = [(j.seat, j.action, *j.before, *j.after, j.loss) for j in analysis.judgements]
    assert judged == [(seat, a, b, b, v, v, loss) for seat, a, b, v, loss, _ in expected]
    for judgement, (_, action, *_, loss, best) in zip(analysis.judgements, expected, strict=True):
        assert judgement.best_action in best
        assert loss or judgement.best_action == action
    seats = range(state.num_players)
    assert analysis.losses == tuple(sum(e[4] for e in expected if e[0] == seat) for seat in seats)
    assert analysis.loss_bounds == tuple((loss, loss) for loss in analysis.losses)
    assert analysis.is_exact
    assert (analysis.objective, analysis.sides) == (objective, sides)
    for budget in (1, 5, 30):
        bounded = solver.analyse(played, objective=objective, teams=sides, max_nodes=budget)
        for exact, judgement, (*_, best) in zip(
            analysis.judgements, bounded.judgements, expected, strict=True
        ):
            assert judgement.best_action in (None, *best)
            assert (judgement.best_name is None) is (judgement.best_action is None)
            for name in ("before", "after", "loss_bounds"):
                low, high = getattr(judgement, name)
                assert low <= getattr(exact, name)[0] <= high
            assert judgement.loss_bounds[0] >= 0
            if judgement.loss_bounds[0] > 0:
                assert judgement.best_action != judgement.action
            if judgement.loss_bounds[1] == 0:
                assert judgement.best_action == judgement.action
            if bounded.minimises:
                assert judgement.after[0] >= judgement.before[0]
            else:
                assert judgement.after[1] <= judgement.before[1]


def test_an_analysis_of_a_game_goes_through_its_rounds() -> None:
    game = Game(4, OPPONENTS.replace(rounds=2))
    play_out(game.round)
    game.deal_next()
    game.play(game.round.legal_moves()[0])
    game.play(game.round.legal_moves()[0])
    before = game.copy()
    analysis = solver.analyse(game, max_nodes=300)
    assert game == before
    first, second = game.rounds
    assert [(j.part, j.ply) for j in analysis.judgements] == [
        *((0, ply) for ply in range(len(first.history))),
        *((1, ply) for ply in range(2)),
    ]
    assert [j.action for j in analysis.judgements] == [*first.history, *second.history]
    assert not analysis.is_exact
    with pytest.raises(errors.NotExactError, match=r"the loss by \w+ is not exact: it is proven to be"):
        _ = analysis.losses
    lines = str(analysis).splitlines()
    assert len(lines) == 1 + len(analysis.judgements) + 3
    assert lines[0].split() == ["round", "ply", "seat", "action", "before", "after", "loss", "best"]
    assert lines[1].split()[:4] == ["0", "0", "0", analysis.judgements[0].name]
    assert lines[-1].startswith("seat 2 lost ")
    described = json.loads(json.dumps(analysis.to_dict()))
    assert described["game"] == "las-vegan"
    assert described["exact"] is False
    assert described["judged"] == described["total"] == len(analysis.judgements)
    assert [j["action"] for j in described["actions"]] == [j.name for j in analysis.judgements]
    assert described["losses"] == [list(bounds) for bounds in analysis.loss_bounds]
    assert analysis == solver.analyse(game, max_nodes=300)


def test_what_has_not_been_played_is_not_analysed() -> None:
    with pytest.raises(
        errors.CabbageError, match="nothing has been played, so there is nothing to analyse: <G"
    ):
        solver.analyse(Game(1))
    with pytest.raises(errors.CabbageError, match="nothing has been played"):
        solver.analyse(small())
    for bad in (None, "record", 5, [small()]):
        with pytest.raises(errors.InputTypeError, match="what is analysed is a Game, or a las_vegan"):
            solver.analyse(bad)  # type: ignore[arg-type]


# ---------------------------------------------------------------- solutions


def test_a_solution_is_a_value() -> None:
    solution = solver.solve(small())
    assert pickle.loads(pickle.dumps(solution)) == solution == solver.solve(small())
    with pytest.raises(AttributeError):
        solution.lower = 1  # type: ignore[misc]
    short = solver.solve(small(), detail="value")
    with pytest.raises(errors.NotExactError, match='not asked for; detail="actions" does'):
        _ = short.values
    stopped = solver.solve(small(), max_nodes=5)
    with pytest.raises(
        errors.NotExactError, match="the value of action 15 is not exact: it is proven to be -"
    ):
        _ = stopped.values
