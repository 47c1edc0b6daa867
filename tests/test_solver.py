"""The solver agrees with brute force, keeps its laws, and refuses what it cannot do."""

from __future__ import annotations

import random
import signal
import threading
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabbage import _engine, _provers, errors, krypkasino, notation, solver
from cabbage._games import kind_of
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Game, Round, Rules
from compare_solver import Question, Truth, random_position

NO_LIMIT = 1 << 62
SEEDS = st.integers(0, 2**32 - 1)
TEAMS = krypkasino.Rules(players=4, teams=((0, 2), (1, 3)))


def small() -> Round:
    return Round.deal(1, Rules(players=2, hand_size=2))


def over(state: Any) -> Any:
    while not state.is_terminal:
        state.play(state.legal_moves()[0])
    return state


# ---------------------------------------------------------------- the plain search, an oracle


def plain_search(state: Any, engine: ModuleType) -> tuple[dict[int, int], int]:
    """The plain search's values of all actions, and its nodes."""
    if isinstance(state, Deal):
        return engine.search_deal_paranoid(state, NO_LIMIT)  # type: ignore[no-any-return]
    return engine.search_paranoid(state, NO_LIMIT)  # type: ignore[no-any-return]


@settings(max_examples=40)
@given(SEEDS)
def test_the_plain_search_agrees_with_brute_force(seed: int) -> None:
    state: Any = random_position(random.Random(seed), lines=300)
    alone = tuple((seat,) for seat in range(state.num_players))
    sides = state.rules.sides if isinstance(state, Deal) else alone
    question = Question(state, "paranoid", sides, state.current_player)
    ends = Truth(question).outcomes(state)
    expected = {action: question.value(end.points) for action, end in ends.items()}
    assert plain_search(state, _engine)[0] == expected


def test_both_builds_of_the_plain_search_search_the_same_tree(engine: ModuleType) -> None:
    for seed in range(20):
        state = random_position(random.Random(seed), lines=600)
        assert plain_search(state, engine) == plain_search(state, _engine)


def test_the_plain_search_says_when_its_budget_is_too_small(engine: ModuleType) -> None:
    state = Round.deal(1, Rules(players=2, hand_size=4))
    values, nodes = engine.search_paranoid(state, NO_LIMIT)
    assert engine.search_paranoid(state, nodes) == (values, nodes)
    with pytest.raises(errors.NodeBudgetError, match=f"{nodes - 1} nodes are not enough"):
        engine.search_paranoid(state, nodes - 1)


# ---------------------------------------------------------------- values


def test_the_value_of_the_best_action_is_the_value_after_it() -> None:
    # While the same seat stays to move, the value cannot change along a best action.
    state = notation.parse_position(
        "las-vegan position 1; rules players=2 hand_size=4; casino 1 9 G; golden -4; "
        "tokens 1 -2 -1 -3; leader 0; hands R17 G8 | R2 P9 G3; piles B7 P7 | -; decide 2"
    )
    solution = solver.solve(state)
    state.play(solution.best_actions[0])
    assert state.current_player == solution.seat
    assert solver.solve(state).value == solution.value


def test_a_value_is_for_the_seat_that_is_asked_about() -> None:
    state = Round.deal(3, Rules(players=3, hand_size=3))
    for seat in range(3):
        solution = solver.solve(state, seat=seat)
        assert solution.seat == seat
        choose = max if state.current_player == seat else min
        assert solution.value == choose(solution.values.values())
    teams = ((0,), (1, 2))
    own, other = (solver.solve(state, objective="margin", teams=teams, seat=seat) for seat in (0, 2))
    assert other.value == -own.value
    assert other.best_actions == own.best_actions


# ---------------------------------------------------------------- tables


def test_a_table_helps_a_second_search_and_changes_no_value() -> None:
    table = solver.TranspositionTable(1)
    state = Round.deal(5, Rules(players=3, hand_size=5))
    first = solver.solve(state, table=table)
    again = solver.solve(state, table=table)
    assert again.values == first.values
    assert again.principal_variation == first.principal_variation
    assert again.nodes < first.nodes
    table.clear()
    assert solver.solve(state, table=table).nodes == first.nodes
    other = solver.solve(state, table=table, objective="margin", teams=((0,), (1, 2)))
    assert other == solver.solve(state, objective="margin", teams=((0,), (1, 2)))
    assert solver.solve(state, table=table).nodes == first.nodes  # the other objective has taken its place


def test_a_table_serves_one_deal_at_a_time() -> None:
    table = solver.TranspositionTable(1)
    seen = []

    def search_another(progress: solver.Progress) -> None:
        with pytest.raises(errors.TableInUseError, match="in use by a search of another deal or objective"):
            solver.solve(small(), table=table)
        seen.append(progress)

    solver.solve(Round.deal(1), table=table, max_seconds=0.4, on_progress=search_another)
    assert seen
    assert solver.solve(small(), table=table).is_exact


def test_many_threads_keep_to_a_budget_of_nodes() -> None:
    for threads in (2, 64):
        for state in (Round.deal(1), Deal.deal(1, krypkasino.Rules(players=4))):
            solution = solver.solve(state, max_nodes=50_000, threads=threads)
            assert (solution.stopped_by, solution.nodes) == ("nodes", 50_000)


@pytest.mark.parametrize("state", [Round.deal(1), Deal.deal(1, krypkasino.Rules(players=4))])
def test_provers_look_as_often_as_they_say(state: Any) -> None:
    looks = [0]
    weights = [1] + [0] * (state.num_players - 1)
    prover = _provers.PROVERS[kind_of(state)](state, weights, solver.TranspositionTable(1))
    lower, upper = prover.bounds(state)
    *_, nodes = prover.at_least(state, (lower + upper) // 2, 50_000, looks.append)
    assert len(looks) > 2
    assert all(n - before <= _provers.NODES_PER_LOOK for before, n in pairwise([*looks, nodes]))


# ---------------------------------------------------------------- Ctrl-C


@pytest.mark.parametrize(
    "search",
    [
        lambda: solver.solve(Round.deal(1)),
        lambda: solver.solve(Deal.deal(1, krypkasino.Rules(players=4)), objective="maxn", threads=2),
        lambda: solver.solve(Round.deal(1), threads=2, max_nodes=10**15),
        lambda: solver.solve_all([Round.deal(seed) for seed in range(4)], threads=2),
        lambda: solver.analyse(over(Round.deal(1))),
    ],
    ids=["solve", "maxn", "budget", "solve_all", "analyse"],
)
def test_ctrl_c_answers_with_what_is_known(search: Any) -> None:
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Timer(0.8, signal.raise_signal, [signal.SIGINT])
    try:
        thread.start()
        with pytest.raises(errors.SearchInterrupted) as caught:
            search()
    finally:
        thread.join()
        signal.signal(signal.SIGINT, handler)
    known = caught.value.solution
    if isinstance(known, list):
        assert len(known) == 4
        assert known[3] is None
        known = known[0]
    assert known.stopped_by == "interrupt"


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"objective": "most"}, "the objectives are margin, paranoid and maxn, not 'most'"),
        ({"objective": None}, "the objective is a str, not None"),
        ({"objective": "maxn", "seat": 0}, "maxn has a result for every side, and takes no seat; .* given 0"),
        ({"seat": 2}, "seat is 0 to 1, not 2"),
        ({"seat": -1}, "seat is 0 to 1, not -1"),
        ({"seat": "0"}, "seat is an integer, not '0'"),
        ({"seat": True}, "seat is an integer, not True"),
        ({"objective": "margin", "teams": ((0, 1),)}, r"between two sides, and teams are 1: \(\(0, 1\),\)"),
        ({"teams": ((0, 1), (1,))}, r"the 2 seats once, and seat 1 stands twice: \(\(0, 1\), \(1,\)\)"),
        ({"teams": ((0,),)}, r"the 2 seats once, and seat 1 is in none: \(\(0,\),\)"),
        ({"teams": ((0, 1), ())}, r"the 2 seats once, and one is empty: \(\(0, 1\), \(\)\)"),
        ({"teams": ((0,), (2,))}, r"a seat is 0 to 1, not 2; teams: \(\(0,\), \(2,\)\)"),
        ({"teams": (("0",), (1,))}, "a seat is an integer, not '0'; teams: "),
        ({"teams": 5}, "teams are sequences of seats, not 5"),
        ({"teams": "01"}, "teams are sequences of seats, not '01'"),
        ({"teams": (0, 1)}, r"a team is a sequence of seats, not 0; teams: \(0, 1\)"),
        ({"teams": ("0", "1")}, "a team is a sequence of seats, not '0'; teams: "),
        ({"detail": "all"}, "the detail is value, line or actions, not 'all'"),
        ({"detail": 1}, "the detail is value, line or actions, not 1"),
        ({"max_nodes": 0}, r"max_nodes is 1 to 2\*\*63 - 1, not 0"),
        ({"max_nodes": -1}, "max_nodes is 1 to .*, not -1"),
        ({"max_nodes": 2**63}, "max_nodes is 1 to .*, not 9223372036854775808"),
        ({"max_nodes": 10**9999}, "max_nodes is 1 to .*, not a number of"),
        ({"max_nodes": 1.5}, "max_nodes is an integer, not 1.5"),
        ({"max_nodes": "many"}, "max_nodes is an integer, not 'many'"),
        ({"max_nodes": True}, "max_nodes is an integer, not True"),
        ({"max_seconds": 0}, "max_seconds is above 0 and at most 1,000,000,000, not 0"),
        ({"max_seconds": -0.5}, "max_seconds is above 0 and at most .*, not -0.5"),
        ({"max_seconds": float("nan")}, "max_seconds is above 0 and at most .*, not nan"),
        ({"max_seconds": float("inf")}, "max_seconds is above 0 and at most .*, not inf"),
        ({"max_seconds": 10**9999}, "max_seconds is above 0 and at most .*, not a number of"),
        ({"max_seconds": "1"}, "max_seconds is a number of seconds, not '1'"),
        ({"max_seconds": False}, "max_seconds is a number of seconds, not False"),
        ({"threads": 0}, "threads is 1 to 256, not 0"),
        ({"threads": 257}, "threads is 1 to 256, not 257"),
        ({"threads": "2"}, "threads is an integer, not '2'"),
        ({"table": 64}, "the table is a TranspositionTable, not 64"),
        ({"on_progress": "print"}, "on_progress is something to call, not 'print'"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(errors.CabbageError, match=message):
        solver.solve(small(), **arguments)
    if not {"seat", "table", "on_progress"} & set(arguments):
        with pytest.raises(errors.CabbageError, match=message):
            solver.solve_all([small()], **arguments)
    if not {"seat", "detail", "threads"} & set(arguments):
        with pytest.raises(errors.CabbageError, match=message):
            solver.analyse(over(small()), **arguments)


def test_what_is_of_the_wrong_type_is_a_type_error_too() -> None:
    wrong: list[dict[str, Any]] = [{"objective": 1}, {"teams": 1}, {"teams": [["a"], [1]]}, {"table": 1}]
    for arguments in (*wrong, {"max_seconds": "1"}):
        with pytest.raises(TypeError):
            solver.solve(small(), **arguments)
    unfit: list[dict[str, Any]] = [{"objective": "x"}, {"teams": [[0]]}, {"objective": "maxn", "seat": 0}]
    for arguments in unfit:
        with pytest.raises(errors.ObjectiveError):
            solver.solve(small(), **arguments)


def test_a_margin_needs_two_sides() -> None:
    with pytest.raises(errors.ObjectiveError, match=r"without teams the sides are 4: \(\(0,\), \(1,\),"):
        solver.solve(Round.deal(1), objective="margin")
    assert solver.solve(Deal.deal(1, TEAMS), objective="margin", max_nodes=1).sides == ((0, 2), (1, 3))


def test_positions_that_cannot_be_solved() -> None:
    for bad in (None, "state", Game(1)):
        with pytest.raises(
            errors.InputTypeError, match=r"the state is a las_vegan\.Round or a krypkasino\.Deal"
        ):
            solver.solve(bad)  # type: ignore[arg-type]
    with pytest.raises(
        errors.GameOverError, match=r"the round is over, .* to solve; position: las-vegan position"
    ):
        solver.solve(over(small()))
    with pytest.raises(
        errors.GameOverError, match="position 1: the round is over, there is nothing to solve"
    ):
        solver.solve_all([small(), over(small())])
    with pytest.raises(errors.InputTypeError, match="position 0: the state is a las_vegan"):
        solver.solve_all([5])  # type: ignore[list-item]
    for states in (small(), None, "states", 5):
        with pytest.raises(errors.InputTypeError, match="the states are a sequence of rounds and deals, not"):
            solver.solve_all(states)  # type: ignore[arg-type]
    for megabytes, text in ((0, "0"), (-1, "-1"), (2**20 + 1, "1048577"), ("1", "'1'")):
        with pytest.raises(errors.CabbageError, match=f"table_megabytes is .*, not {text}"):
            solver.solve_all([small()], table_megabytes=megabytes)  # type: ignore[arg-type]
