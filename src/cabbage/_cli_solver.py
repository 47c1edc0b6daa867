"""The commands of the command line that search: `solve` and `analyse`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from functools import partial
from typing import Any

from cabbage._checks import quoted
from cabbage._cli_progress import ProgressLine
from cabbage._games import kind_of
from cabbage.errors import CabbageError, SearchInterrupted
from cabbage.solver import Analysis, Progress, Solution, TranspositionTable, analyse, solve

__all__ = ["run_analyse", "run_solve"]

SECONDS_BEFORE_PROGRESS = 1.0


def run_solve(arguments: argparse.Namespace, state: Any) -> int:
    """Solve a position and print the solution, after Ctrl-C what is known of it."""
    search = partial(solve, state, seat=arguments.seat, detail=arguments.detail)
    return _run(arguments, search, partial(_show_json if arguments.json else _show_text, state))


def run_analyse(arguments: argparse.Namespace, game: Any) -> int:
    """Analyse a game and print the analysis, after Ctrl-C what there is of it."""

    def show(analysis: Analysis) -> None:
        if arguments.json:
            print(json.dumps(analysis.to_dict()))
        else:
            print(analysis.table(only_errors=arguments.errors))
            print(f"{analysis.nodes:,} nodes in {analysis.seconds:.2f} s")

    return _run(arguments, partial(analyse, game), show)


def _run(arguments: argparse.Namespace, search: Callable[..., Any], show: Callable[[Any], None]) -> int:
    """Search as the arguments that all searches take say, and show what is found."""
    with ProgressLine() as line:

        def show_progress(progress: Progress) -> None:
            if progress.seconds >= SECONDS_BEFORE_PROGRESS:
                line.show(_progress_text(progress))

        try:
            found = search(
                objective=arguments.objective,
                teams=_teams(arguments.teams),
                max_nodes=arguments.max_nodes,
                max_seconds=arguments.max_seconds,
                table=TranspositionTable(arguments.table),
                threads=arguments.threads,
                on_progress=show_progress,
            )
        except SearchInterrupted as interrupt:
            line.clear()
            show(interrupt.solution)
            raise
    show(found)
    return 0


def _teams(text: str | None) -> list[list[int]] | None:
    """Teams as they are written on the command line."""
    if text is None:
        return None
    try:
        return [[int(seat) for seat in team.split(",")] for team in text.split("/")]
    except ValueError:
        raise CabbageError(f"teams are written as 0,2/1,3, not as {quoted(text)}") from None


def _progress_text(progress: Progress) -> str:
    value = f"{progress.lower} to {progress.upper}" if progress.lower < progress.upper else progress.lower
    text = f"{progress.seconds:.0f} s, {progress.nodes:,} nodes, value {value}"
    return f"{text}, {progress.done} of {progress.total} done" if progress.total > 1 else text


def _show_json(state: Any, solution: Solution) -> None:
    names = kind_of(state).action_names(state)
    bounds = solution.action_bounds
    described = {
        "objective": solution.objective,
        "sides": solution.sides,
        "seat": solution.seat,
        "exact": solution.is_exact,
        "value": solution.value if solution.is_exact else None,
        "bounds": [solution.lower, solution.upper],
        "best_action": names[solution.best_action],
        "best_is_proven": solution.best_is_proven,
        "best": [names[action] for action in solution.best_actions],
        "values": {names[a]: lower if lower == upper else None for a, (lower, upper) in bounds.items()},
        "action_bounds": {names[a]: pair for a, pair in bounds.items()},
        "line": kind_of(state).names_along(state, solution.principal_variation),
        "returns": solution.returns,
        "results": solution.results,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
        "stopped_by": solution.stopped_by,
    }
    print(json.dumps(described))


def _show_text(state: Any, solution: Solution) -> None:
    kind = kind_of(state)
    names = kind.action_names(state)
    unit = "points" if solution.minimises else "cabbages"
    known = _span(solution, solution.lower, solution.upper, " to ")
    print(f"{_aim(state, solution)}: {known} {unit}{'' if solution.is_exact else ', not solved'}")
    if solution.results is not None:
        sides = zip(solution.sides, solution.results, strict=True)
        print("  " + ", ".join(f"{_seats(side)} {_span(solution, r, r)}" for side, r in sides))
    is_own = any(solution.seat in side and state.current_player in side for side in solution.sides)
    sign = 1 if solution.minimises is is_own else -1
    width = max([10, *(len(name) for name in names.values())])
    for action, (lower, upper) in sorted(
        solution.action_bounds.items(), key=lambda item: sign * sum(item[1])
    ):
        is_best = action in solution.best_actions
        print(f"  {names[action]:{width}} {_span(solution, lower, upper):>4}{'  best' if is_best else ''}")
    if not solution.best_is_proven or not solution.action_bounds:
        word = "best" if solution.best_is_proven else "most promising"
        print(f"  {word}: {names[solution.best_action]}")
    if solution.returns is not None:
        line = kind.names_along(state, solution.principal_variation)
        ends = " ".join(_span(solution, score, score) for score in solution.returns)
        print(f"best play: {' '.join(line)}\n  ends with {ends}")
    stopped = {"nodes": "; out of nodes", "seconds": "; out of time", "interrupt": "; interrupted", None: ""}
    print(f"{solution.nodes:,} nodes in {solution.seconds:.2f} s{stopped[solution.stopped_by]}")


def _aim(state: Any, solution: Solution) -> str:
    """What the value is of."""
    mover, seat = state.current_player, solution.seat
    own = next(side for side in solution.sides if seat in side)
    turn = f"seat {mover} to move"
    if solution.objective == "maxn":
        return f"{turn}, each side for itself"
    if solution.objective == "margin":
        other = next(side for side in solution.sides if side != own)
        return f"{turn}, the score of {_seats(own)} less that of {_seats(other)}"
    if own == (mover,):
        return f"{turn}, all others against it"
    return f"{turn}, {_seats(own)} against all others"


def _seats(side: tuple[int, ...]) -> str:
    return f"seat{'s' if len(side) > 1 else ''} {' and '.join(map(str, side))}"


def _span(solution: Solution, lower: int, upper: int, between: str = "..") -> str:
    form = "d" if solution.minimises else "+d"
    return f"{lower:{form}}" if lower == upper else f"{lower:{form}}{between}{upper:{form}}"
