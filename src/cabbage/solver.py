"""Exact search with all cards known, and proven bounds where that is too much.

`solve` finds the value of a position, the exact value of every action, the best ones and a principal
variation; `solve_all` does it for many positions in parallel; `analyse` says of every action of a
game what it lost. All cards are known, also the order of Krypkasino's stock.

Three objectives say what the sides play for. A side is a seat, or a team of seats whose scores are
added; in Las Vegan they want many cabbages, in Krypkasino few points.

- `paranoid`: the value is one side's own final score, when it does its best and all others together
  do their best against it;
- `margin`: of two sides, the value is one side's final score less the other's;
- `maxn`: each side plays for its own score alone. Among actions that are equally good for it, a side
  plays the first in canonical order, which is the order of `legal_moves()`.

A search with a budget of nodes or seconds gives an interval when it runs out: the value is proven to
lie in it, and with more nodes the interval only tightens. Ctrl-C gives one too: it raises
`SearchInterrupted`, a KeyboardInterrupt, which carries what is known.

Searches may run in several threads of a process. Don't fork a process while one runs in another of its
threads: the child would have the table as a thread left it, with nobody to go on with it.

    >>> from cabbage.las_vegan import Round, Rules, action_name
    >>> state = Round.deal(2, Rules(players=3, hand_size=3))
    >>> solution = solve(state)
    >>> {action_name(action): value for action, value in solution.values.items()}
    {'P5': -4, 'G1': 0, 'G5': 0}
    >>> [action_name(action) for action in solution.principal_variation]
    ['G1', 'G0', 'R1', 'P5', 'P6', 'P7', 'golden-min', 'B1', 'G5', 'P9']
    >>> solution.value, solution.returns
    (0, (0, -4, 0))
    >>> solution = solve(Round.deal(2), max_nodes=1_000)
    >>> solution.is_exact, solution.lower < solution.upper
    (False, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cabbage import notation
from cabbage._analysis import Analysis, Judgement, analysed
from cabbage._budgets import OnProgress, Progress, checked_limits
from cabbage._checks import in_range, quoted, some_of, to_call
from cabbage._games import Game, State, kind_of
from cabbage._objectives import Objective, checked_objective
from cabbage._pool import solve_in_parallel
from cabbage._solutions import Solution
from cabbage._solving import DETAILS, search
from cabbage._transpositions import TranspositionTable
from cabbage._workers import checked_threads
from cabbage.errors import CabbageError, GameOverError, InputTypeError

__all__ = [
    "Analysis",
    "Judgement",
    "Progress",
    "Solution",
    "TranspositionTable",
    "analyse",
    "solve",
    "solve_all",
]


def solve(
    state: State,
    *,
    objective: str = "paranoid",
    teams: Iterable[Iterable[int]] | None = None,
    seat: int | None = None,
    detail: str = "actions",
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    table: TranspositionTable | None = None,
    threads: int = 1,
    on_progress: OnProgress | None = None,
) -> Solution:
    """Solve a round or deal, which is left as it is.

    objective: "paranoid", "margin" or "maxn", as this module describes them.
    teams: who plays together, each seat once. By default the sides of Krypkasino's rules, and in Las
        Vegan each seat for itself. `margin` needs two.
    seat: whose side the value is for, by default that of the seat to move. Not for `maxn`.
    detail: "value" finds the value and a best action; "line" also the principal variation; "actions"
        also the exact value of every action, and all best ones.
    max_nodes, max_seconds: what the search may spend. None is no limit, and then the search goes for
        the value on the straightest way; with a limit it narrows the interval from both ends.
    table: a table shared with other searches; by default a new one of 64 megabytes. A search for `maxn`
        keeps a memory of its own, as large as the table, and does not use what the table holds.
    threads: how many threads search together. More than one gives the same values, line and best
        actions, but the nodes, and the interval when a budget runs out, may differ from run to run;
        a node budget is for all together. A search for `maxn` uses one.
    on_progress: called with a `Progress` a few times a second; what it raises ends the search.

    Releases the GIL. Raises SearchInterrupted at Ctrl-C, GameOverError for a round or deal that is
    over, ObjectiveError for an objective or teams that don't fit, and TableInUseError for a table that
    another search is using for another deal or objective.
    """
    _check_running(state)
    aim = checked_objective(state, objective, teams, seat)
    detail = _checked_detail(detail)
    limits = checked_limits(max_nodes, max_seconds)
    threads = checked_threads(threads)
    on_progress = to_call("on_progress", on_progress)
    return search(state, aim, detail, limits, _checked_table(table), threads, on_progress)


def solve_all(
    states: Iterable[State],
    *,
    objective: str = "paranoid",
    teams: Iterable[Iterable[int]] | None = None,
    seat: int | None = None,
    detail: str = "value",
    threads: int = 1,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    table_megabytes: int = 64,
    on_progress: Callable[[int, int], object] | None = None,
) -> list[Solution]:
    """Solve many rounds and deals, several at a time; the solutions are in the order of the positions.

    The limits are for each position. Each is solved by one thread with an empty table, so that the
    solutions, nodes included, are the same whatever the number of threads (unless seconds run out).
    Each thread has a table of `table_megabytes`.

    seat: whose side the values are for, by default that of the seat to move in each position.
    on_progress: called in this thread with how many positions are solved, and how many there are, as
        more of them are; what it raises ends the search.

    The other arguments and the errors are those of `solve`; what is wrong with a position is said
    before any is solved. Ctrl-C stops all threads, and SearchInterrupted has a list of what is known.

    >>> from cabbage.krypkasino import Deal, Rules
    >>> rules = Rules(deck="AC 2C 3C 4C", first_hand=2, first_table=1)
    >>> [solution.value for solution in solve_all([Deal.deal(seed, rules) for seed in range(6)])]
    [0, 2, 0, 10, 20, 0]
    """
    positions = _checked_states(states)
    teams = _kept(teams)
    aims: list[Objective] = []
    for number, state in enumerate(positions):
        try:
            _check_running(state)
            aims.append(checked_objective(state, objective, teams, seat))
        except CabbageError as error:
            raise type(error)(f"position {number}: {error}") from None
    detail = _checked_detail(detail)
    limits = checked_limits(max_nodes, max_seconds)
    threads = checked_threads(threads)
    megabytes = in_range("table_megabytes", table_megabytes, 1, 1 << 18)
    on_progress = to_call("on_progress", on_progress)
    return solve_in_parallel(positions, aims, detail, limits, threads, megabytes, on_progress)


def analyse(
    played: Game | State,
    *,
    objective: str = "paranoid",
    teams: Iterable[Iterable[int]] | None = None,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    table: TranspositionTable | None = None,
    threads: int = 1,
    on_progress: OnProgress | None = None,
) -> Analysis:
    """Say of every action of a game what it lost: the value before it, less the value after it.

    played: a Game, as `records.load` returns it, or a Round or Deal with its history; it may be
        unfinished, and is left as it is.

    Each action is judged by what it lost to the side of the seat that played it, under the objective.
    The limits are for each value, of which each action takes up to two, with the search for something
    better; where they don't do, the loss is an interval. The search goes from the end to the beginning
    with one table, so that what it finds out about late positions helps with earlier ones. Since a
    table holds one objective at a time, `paranoid` goes through the game once for each side.

    The other arguments and the errors are those of `solve`; GameOverError is not among them, and
    CabbageError is raised where nothing has been played.

    >>> from cabbage.las_vegan import Round, Rules
    >>> state = Round.deal(2, Rules(players=3, hand_size=3))
    >>> while not state.is_terminal:
    ...     state.play(state.legal_moves()[0])
    >>> analysis = analyse(state)
    >>> analysis.losses
    (4, 0, 0)
    >>> print(analysis.table(only_errors=True))
    round ply seat action      before     after    loss  best
        0   0    0 P5              +0        -4       4  G1
    seat 0 lost 4
    seat 1 lost 0
    seat 2 lost 0
    """
    limits = checked_limits(max_nodes, max_seconds)
    on_progress = to_call("on_progress", on_progress)
    threads = checked_threads(threads)
    return analysed(played, objective, _kept(teams), limits, _checked_table(table), threads, on_progress)


def _check_running(state: Any) -> None:
    part = kind_of(state).part
    if state.is_terminal:
        position = notation.format_position(state, one_line=True)
        raise GameOverError(f"the {part} is over, there is nothing to solve; position: {position}")


def _checked_detail(detail: object) -> str:
    if not isinstance(detail, str) or detail not in DETAILS:
        raise CabbageError(f"the detail is value, line or actions, not {quoted(detail)}")
    return detail


def _checked_table(table: object) -> TranspositionTable:
    if table is None:
        return TranspositionTable()
    if not isinstance(table, TranspositionTable):
        raise InputTypeError(f"the table is a TranspositionTable, not {quoted(table)}")
    return table


def _checked_states(states: Any) -> list[State]:
    if isinstance(states, (str, bytes)) or not isinstance(states, Iterable):
        raise InputTypeError(f"the states are a sequence of rounds and deals, not {quoted(states)}")
    return list(states)


def _kept(teams: Any) -> Any:
    """Teams that can be gone through more than once."""
    if isinstance(teams, Iterator):
        teams = tuple(some_of(teams))
    if isinstance(teams, (list, tuple)) and any(isinstance(team, Iterator) for team in teams):
        teams = tuple(tuple(some_of(team)) if isinstance(team, Iterator) else team for team in teams)
    return teams
