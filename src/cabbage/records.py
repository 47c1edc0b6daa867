"""Game records: a finished or running game, of either kind, as JSON Lines.

    {"record": "las-vegan", "version": 1, "rules": {...}, "seed": 7}
    {"round": 0, "actions": [3, 12, ...], "returns": [-2, 0, 1, 0]}
    {"round": 1, "actions": [25], "returns": null}
    {"totals": [13, 15, 16, 15], "winners": null}

The first line names the game (las-vegan or krypkasino), the rules that differ from the default, and
the seed, or null. Then a line for each round begun (in Krypkasino: each deal): its actions, and its
returns or null while it is played; in a game without a seed each also has a "deal" in the text form
of `cabbage.notation`. The last line has the totals after the rounds that are over, and the winners
or null.

`loads` replays a record and verifies all it says.

    >>> from cabbage.las_vegan import Game
    >>> game = Game(seed=3)
    >>> game.play(game.round.legal_moves()[0])
    >>> loads(dumps(game)) == game
    True
"""

from __future__ import annotations

import json
import os
from typing import Any

from cabbage import notation
from cabbage._checks import quoted
from cabbage._games import KINDS, Game, State, kind_of_game
from cabbage.errors import CabbageError, RecordError

__all__ = ["dump", "dumps", "load", "loads"]

VERSION = 1
_KEYS = {
    "header": {"record", "version", "rules", "seed"},
    "round": {"round", "actions", "returns"},
    "result": {"totals", "winners"},
}


def dumps(game: Game) -> str:
    """The record of a game, a JSON object a line."""
    kind = kind_of_game(game)
    lines: list[dict[str, Any]] = [
        {
            "record": kind.name,
            "version": VERSION,
            "rules": game.rules.to_dict(),
            "seed": game.seed,
        }
    ]
    states: tuple[State, ...] = game.states
    for number, played in enumerate(states):
        line: dict[str, Any] = {"round": number}
        if game.seed is None:
            line["deal"] = notation.format_deal(played, one_line=True)
        line["actions"] = list(played.history)
        line["returns"] = played.returns() if played.is_terminal else None
        lines.append(line)
    winners = list(game.winners()) if game.is_over else None
    lines.append({"totals": list(game.totals), "winners": winners})
    return "".join(json.dumps(line) + "\n" for line in lines)


def loads(text: str) -> Game:
    """The game of a record, replayed action by action.

    Raises RecordError, which names the line, for a text that is no record, for an action that is
    not legal, and for returns, totals or winners that differ from what the replay comes to.
    """
    if not isinstance(text, str):
        raise RecordError(f"a record is a str, not {type(text).__name__}")
    lines = [(i, line) for i, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) < 3:
        raise RecordError(
            f"a record has a header, a line for each round and a result; this has {len(lines)} lines"
        )
    objects = [(i, _object(i, line)) for i, line in lines]
    game = _start(*objects[0], *objects[1])
    for number, (i, line) in enumerate(objects[1:-1]):
        _replay_round(game, number, i, line)
    _check_result(game, *objects[-1])
    return game


def dump(game: Game, path: str | os.PathLike[str]) -> None:
    """Write the record of a game to a file."""
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(dumps(game))


def load(path: str | os.PathLike[str]) -> Game:
    """Read and replay a record from a file. Raises RecordError, and OSError where it can't be read."""
    with open(path, encoding="utf-8") as file:
        try:
            return loads(file.read())
        except UnicodeDecodeError as error:
            raise RecordError(f"{os.fspath(path)!r} is not a text in UTF-8: {error}") from None


def _same(recorded: object, replayed: object) -> bool:
    """Whether two JSON values are the same text: 1, 1.0 and true are three values."""
    return json.dumps(recorded) == json.dumps(replayed)


def _fail(line: int, what: str) -> RecordError:
    return RecordError(f"line {line}: {what}")


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, refused where it names a key twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        value = json.loads(line, object_pairs_hook=_distinct)
    # RecursionError: thousands of opening brackets. ValueError: also integers of absurd length.
    except (ValueError, RecursionError) as error:
        raise _fail(number, f"no JSON: {error}; the line starts {line[:40]!r}") from None
    if not isinstance(value, dict):
        raise _fail(number, f"not a JSON object but {line[:40]!r}")
    return value


def _keys(number: int, line: dict[str, Any], kind: str, *more: str) -> None:
    expected = _KEYS[kind].union(more)
    if set(line) != expected:
        names = ", ".join(sorted(expected))
        # Keys are somebody's text: on one line and short, as they would stand in JSON.
        found = json.dumps(", ".join(sorted(line)))[1:-1][:80]
        raise _fail(number, f"a {kind} line has {names}; this has {found or 'nothing'}")


def _start(number: int, header: dict[str, Any], first_number: int, first: dict[str, Any]) -> Game:
    """The game before its first action."""
    _keys(number, header, "header")
    name, version = header["record"], header["version"]
    if not (isinstance(name, str) and name in KINDS and _same(version, VERSION)):
        raise _fail(
            number,
            f"a record of {quoted(name)}, version {quoted(version)}, is unknown; "
            f"this reads {' and '.join(KINDS)}, version {VERSION}",
        )
    kind = KINDS[name]
    seed = header["seed"]
    try:
        rules = kind.rules.from_dict(header["rules"])
    except CabbageError as error:
        raise _fail(number, str(error)) from None
    deal = _deal(first_number, first, rules, seed)
    try:
        game: Game = kind.game(seed, rules, deal=deal)
        return game
    except CabbageError as error:
        raise _fail(number if deal is None else first_number, str(error)) from None


def _deal(number: int, line: dict[str, Any], rules: Any, seed: object) -> Any:
    """The deal a round line gives, or None where the seed gives it."""
    _keys(number, line, "round", *(() if seed is not None else ("deal",)))
    if seed is not None:
        return None
    try:
        deal, its_rules = notation.parse_setup(line["deal"], kind="deal")
    except CabbageError as error:
        raise _fail(number, f"the deal: {error}") from None
    if its_rules != rules:
        raise _fail(number, "the rules of the deal are not the rules of the game")
    return deal


def _replay_round(game: Game, number: int, i: int, line: dict[str, Any]) -> None:
    if number:
        deal = _deal(i, line, game.rules, game.seed)
        try:
            game.deal_next(deal)
        except CabbageError as error:
            raise _fail(i, f"round {number} cannot be dealt: {error}") from None
    if not _same(line["round"], number):
        raise _fail(i, f"round {quoted(line['round'])} where round {number} is due")
    if not isinstance(line["actions"], list):
        raise _fail(i, f"actions are a list, not {quoted(line['actions'])}")
    for ply, action in enumerate(line["actions"]):
        try:
            game.play(action)
        except CabbageError as error:
            raise _fail(i, f"action number {ply}: {error}") from None
    played = game.states[-1]
    returns = played.returns() if played.is_terminal else None
    if not _same(line["returns"], returns):
        raise _fail(i, f"returns are recorded as {quoted(line['returns'])}; the replay gives {returns}")


def _check_result(game: Game, i: int, line: dict[str, Any]) -> None:
    _keys(i, line, "result")
    winners = list(game.winners()) if game.is_over else None
    for name, replayed in (("totals", list(game.totals)), ("winners", winners)):
        if not _same(line[name], replayed):
            raise _fail(i, f"{name} are recorded as {quoted(line[name])}; the replay gives {replayed}")
