"""The command of the command line that advises: `advise`."""

from __future__ import annotations

import argparse
import json
from typing import Any

from cabbage import notation, records
from cabbage._checks import in_range
from cabbage._games import View, kind_of
from cabbage._text import is_view
from cabbage.advice import advise
from cabbage.errors import CabbageError

__all__ = ["run_advise"]


def run_advise(arguments: argparse.Namespace, text: str) -> int:
    """Advise the seat to move in the position of a text, and print the advice."""
    advice = advise(_view(arguments, text), player=arguments.player, seed=arguments.seed)
    print(json.dumps(advice.to_dict()) if arguments.json else advice)
    return 0


def _view(arguments: argparse.Namespace, text: str) -> View:
    """What the seat to move knows: of a record, a view, a position or a deal."""
    is_record = text.lstrip().startswith("{")
    if arguments.at is not None and not is_record:
        raise CabbageError("--at counts the actions of a record, and the text is none")
    if not is_record and is_view(text):
        view: View = notation.parse_view(text)
        if arguments.after or arguments.seat not in (None, view.seat):
            raise CabbageError(f"the text is what seat {view.seat} knows: no --after, and no other --seat")
        return view
    state = _of_record(text, arguments.at) if is_record else notation.parse_position(text)
    kind = kind_of(state)
    for name in arguments.after.replace(",", " ").split():
        state.play(kind.find_action(state, name))
    seen: View = state.observe(state.current_player if arguments.seat is None else arguments.seat)
    return seen


def _of_record(text: str, at: int | None) -> Any:
    """The last round or deal of a record, after `at` of its actions, or all."""
    state: Any = records.loads(text).states[-1]
    played = len(state.history)
    for _ in range(played - (played if at is None else in_range("--at", at, 0, played))):
        state.undo()
    return state
