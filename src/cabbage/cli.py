"""The command line, `cabbage` or `python -m cabbage`.

Exit codes: 0 done (leaving a game unfinished too, and a search that ran out of its budget); 1 the input
was bad, or a record did not come out; 2 the command line was; 130 interrupted by Ctrl-C, after what a
search or a match knew by then. Errors are one line on standard error.
"""

from __future__ import annotations

import argparse
import codecs
import json
import os
import secrets
import sys
from collections.abc import Sequence
from typing import Any

from cabbage import __version__
from cabbage._checks import in_range
from cabbage.errors import CabbageError

EXIT_OK, EXIT_BAD_INPUT, EXIT_USAGE, EXIT_INTERRUPTED = 0, 1, 2, 130
DEFAULT_MAX_NODES = 1_000_000_000
DEFAULT_NODES_A_VALUE = 100_000
PLAYERS_HELP = "random, rule-of-thumb, pimc:50 worlds, ismcts:2000 simulations, ismcts:0.5s"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    try:
        arguments = _parser().parse_args(argv)
    except SystemExit as stop:  # argparse has printed help, the version, or what is wrong
        return stop.code if isinstance(stop.code, int) else EXIT_USAGE
    try:
        code: int = arguments.run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader has seen enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_OK
    except (OSError, ValueError) as error:  # CabbageError is a ValueError; so is a NUL in a path
        print(f"cabbage: error: {error}", file=sys.stderr)
        return EXIT_BAD_INPUT
    except MemoryError as error:
        print(f"cabbage: error: {error or 'out of memory'}", file=sys.stderr)
        return EXIT_BAD_INPUT
    except KeyboardInterrupt:
        print("cabbage: interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED


# ---------------------------------------------------------------- the commands


def _deal(arguments: argparse.Namespace) -> int:
    from cabbage import _games, notation

    kind = _games.kind_named(arguments.game)
    seed = _seed(arguments)
    state = kind.state.deal(seed, _rules(arguments), number=arguments.number)
    if arguments.json:
        return _print_json({"seed": seed, **_describe(state)})
    print(f"# seed {seed}, {kind.part} {arguments.number}")
    print(notation.format_deal(state))
    return EXIT_OK


def _show(arguments: argparse.Namespace) -> int:
    from cabbage import _text, notation

    text = _read(arguments.file)
    if _text.is_view(text):
        view = notation.parse_view(text)
        if arguments.after or arguments.seat not in (None, view.seat):
            raise CabbageError(f"the text is what seat {view.seat} knows: no --after, and no other --seat")
    else:
        state = _position_of(text, arguments.after)
        view = None if arguments.seat is None else state.observe(arguments.seat)
    if arguments.json:
        return _print_json(_describe(state) if view is None else _describe_view(view))
    print(state if view is None else view)
    return EXIT_OK


def _play(arguments: argparse.Namespace) -> int:
    from cabbage import _games, _play, records
    from cabbage.players import parse_player

    game = _games.kind_named(arguments.game).game(_seed(arguments), _rules(arguments))
    in_range("your seat", arguments.seat, 0, game.rules.players - 1)
    opponent = parse_player(arguments.opponents)
    if arguments.record:  # find out before the game whether it can be written after it
        open(arguments.record, "a", encoding="utf-8").close()
    _play.play_game(game, arguments.seat, opponent, quiet=arguments.json)
    if arguments.record:
        records.dump(game, arguments.record)
    if arguments.json:
        sys.stdout.write(records.dumps(game))
    return EXIT_OK


def _perft(arguments: argparse.Namespace) -> int:
    from cabbage.testing import divide, perft

    state = _position(arguments)
    names = _names(state)
    if arguments.divide:
        counts = divide(state, arguments.depth)
        total = sum(counts.values())
    else:
        counts, total = {}, perft(state, arguments.depth)
    if arguments.json:
        result: dict[str, Any] = {"depth": arguments.depth, "count": total}
        if arguments.divide:
            result["divide"] = {names[action]: count for action, count in counts.items()}
        return _print_json(result)
    for action, count in counts.items():
        print(f"{names[action]:10} {count}")
    print(total)
    return EXIT_OK


def _solve(arguments: argparse.Namespace) -> int:
    from cabbage import _cli_solver

    return _cli_solver.run_solve(arguments, _position(arguments))


def _analyse(arguments: argparse.Namespace) -> int:
    from cabbage import _cli_solver, records

    return _cli_solver.run_analyse(arguments, records.loads(_read(arguments.file)))


def _advise(arguments: argparse.Namespace) -> int:
    from cabbage import _cli_advise

    return _cli_advise.run_advise(arguments, _read(arguments.file))


def _match(arguments: argparse.Namespace) -> int:
    from cabbage import _cli_match

    return _cli_match.run_match(arguments, _seed(arguments))


def _replay(arguments: argparse.Namespace) -> int:
    from cabbage import _games, records

    game = records.loads(_read(arguments.file))
    kind = _games.kind_of_game(game)
    winners = game.winners() if game.is_over else None
    states: tuple[_games.State, ...] = game.states
    if arguments.json:
        return _print_json(
            {
                "verified": True,
                "game": kind.name,
                "rounds": [
                    {"actions": len(s.history), "returns": s.returns() if s.is_terminal else None}
                    for s in states
                ],
                "totals": game.totals,
                "winners": winners,
            }
        )
    for number, played in enumerate(states):
        returns = " ".join(f"{x:+d}" for x in played.returns()) if played.is_terminal else "running"
        print(f"{kind.part} {number}: {len(played.history)} actions, {returns}")
        if arguments.verbose:
            print("  " + " ".join(_history_names(kind, played)))
    print(f"totals {' '.join(map(str, game.totals))}")
    if winners is not None:
        print(f"won by seat {' and '.join(map(str, winners))}")
    print("the record is verified")
    return EXIT_OK


def _history_names(kind: Any, played: Any) -> list[str]:
    """The texts of the actions of a round or deal."""
    state = played.copy()
    for _ in played.history:
        state.undo()
    names: list[str] = kind.names_along(state, played.history)
    return names


def _bench(arguments: argparse.Namespace) -> int:
    from cabbage import _bench

    report = _bench.measure(arguments.seconds)
    if arguments.json:
        return _print_json(report)
    print(_bench.table(report))
    return EXIT_OK


# ---------------------------------------------------------------- what they share


def _print_json(value: Any) -> int:
    print(json.dumps(value))
    return EXIT_OK


def _read(path: str) -> str:
    """The text of a file, in UTF-8, or in UTF-16 where it begins as such."""
    if path == "-":
        if sys.stdin is None:
            raise CabbageError("there is no standard input")
        return sys.stdin.read()
    with open(path, "rb") as file:
        content = file.read()
    utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise CabbageError(f"{path!r} is not a text in UTF-8: {error}") from None


def _names(state: Any) -> dict[int, str]:
    """The text of every legal action."""
    from cabbage import _games

    return _games.kind_of(state).action_names(state)


def _position(arguments: argparse.Namespace) -> Any:
    """The position a file describes, after the actions of `--after`."""
    return _position_of(_read(arguments.file), arguments.after)


def _position_of(text: str, after: str) -> Any:
    """The position of a text, after some actions."""
    from cabbage import _games, notation

    state = notation.parse_position(text)
    kind = _games.kind_of(state)
    for name in after.replace(",", " ").split():
        state.play(kind.find_action(state, name))
    return state


def _rules(arguments: argparse.Namespace) -> Any:
    from cabbage.notation import parse_rules

    return parse_rules(" ".join(arguments.rules), arguments.game)


def _seed(arguments: argparse.Namespace) -> int:
    seed: int | None = arguments.seed
    return secrets.randbits(32) if seed is None else seed


def _describe(state: Any) -> dict[str, Any]:
    """A position as JSON values."""
    from cabbage import _games, notation

    kind = _games.kind_of(state)
    seats = range(state.num_players)
    described = {
        "game": kind.name,
        "position": notation.format_position(state, one_line=True),
        **_describe_table(kind, state),
        "legal_moves": {name: action for action, name in kind.action_names(state).items()},
        "hands": [_texts(state.hand(seat)) for seat in seats],
        "zobrist_hash": state.zobrist_hash,
    }
    return described if kind is _games.LAS_VEGAN else described | {"stock": _texts(state.stock)}


def _describe_view(view: Any) -> dict[str, Any]:
    """What a seat knows as JSON values."""
    from cabbage import _games, notation

    kind = _games.kind_of_view(view)
    described = {
        "game": kind.name,
        "view": notation.format_view(view, one_line=True),
        **_describe_table(kind, view),
        "seat": view.seat,
        "legal_moves": {name: action for action, name in kind.action_names(view).items()},
        "hand": _texts(view.hand),
        "hand_sizes": view.hand_sizes,
        "unseen": _texts(view.unseen),
        "out_of_play": view.out_of_play,
    }
    if kind is _games.LAS_VEGAN:
        return described | {"voids": [_texts(suits) for suits in view.voids]}
    return described | {"lacks": [_texts(cards) for cards in view.lacks], "stock_size": view.stock_size}


def _describe_table(kind: Any, state: Any) -> dict[str, Any]:
    """What lies open of a position or view as JSON values."""
    from cabbage import _games

    names: tuple[str, ...]
    cards: tuple[str, ...]
    if kind is _games.LAS_VEGAN:
        names = ("tricks_won", "leader", "to_place", "golden_value", "golden_side", "token_values", "placed")
        cards = ("trick", "casino")
    else:
        names = ("dealer", "last_player", "last_capturer", "sweep_points", "batch_number")
        cards = ("table", "aside")
    described = {
        "rules": state.rules.to_dict(),
        "current_player": state.current_player,
        "is_terminal": state.is_terminal,
        "piles": [_texts(state.pile(seat)) for seat in range(state.num_players)],
        "tally": state.tally(),
    }
    described |= {name: getattr(state, name) for name in names}
    return described | {name: _texts(getattr(state, name)) for name in cards}


def _texts(cards: Any) -> list[str]:
    return [str(card) for card in cards]


# ---------------------------------------------------------------- the command line


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cabbage",
        description="Las Vegan and Krypkasino, two card games: deal, play, count, solve, compare, measure.",
        epilog="Exit codes: 0 done, 1 bad input or a check that failed, 2 bad usage, 130 interrupted.",
    )
    parser.add_argument("--version", action="version", version=f"cabbage {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        sub.set_defaults(run=run)
        sub.add_argument("--json", action="store_true", help="print JSON instead of text")
        return sub

    def takes_position(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("file", metavar="FILE", help="a deal or position; - for standard input")
        sub.add_argument(
            "--after", default="", metavar="ACTIONS",
            help="first play these actions, as 'R5 B0 golden-max t0-c2 pass' or '5D TCx4S+6H'",
        )  # fmt: skip

    def takes_search(sub: argparse.ArgumentParser, nodes: int, text: str) -> None:
        sub.add_argument(
            "--objective", default="paranoid", choices=("margin", "paranoid", "maxn"),
            help="a side's score against all others (default), its margin over one other, or each for itself",
        )  # fmt: skip
        sub.add_argument("--teams", metavar="TEAMS", help="who plays together, as 0,2/1,3")
        sub.add_argument(
            "--max-nodes", type=int, default=nodes, metavar="N", help=f"{text} (default {nodes:,})"
        )
        sub.add_argument("--max-seconds", type=float, metavar="S", help="stop after S seconds likewise")
        sub.add_argument(
            "--threads", type=int, default=1, metavar="N", help="threads that search (default 1)"
        )
        sub.add_argument(
            "--table",
            type=int,
            default=64,
            metavar="MB",
            help="megabytes of transposition table (default 64)",
        )

    def takes_rules(sub: argparse.ArgumentParser) -> None:
        sub.add_argument(
            "--game", default="las-vegan", choices=("las-vegan", "krypkasino"),
            help="which game (default las-vegan)",
        )  # fmt: skip
        sub.add_argument("--seed", type=int, help="0 to 2**64 - 1; by default a random one")
        sub.add_argument(
            "--rules", nargs="+", default=[], metavar="NAME=VALUE",
            help="rules that differ from the default, as players=3 optional_tokens=no",
        )  # fmt: skip

    sub = command("deal", _deal, "shuffle and deal, and print the deal as text")
    takes_rules(sub)
    sub.add_argument("--number", type=int, default=0, help="which round or deal of the game, from 0")

    sub = command("show", _show, "draw a position, all hands open, or what one seat knows")
    takes_position(sub)
    sub.add_argument("--seat", type=int, metavar="N", help="draw only what this seat knows")

    sub = command("play", _play, "play a game in the terminal")
    takes_rules(sub)
    sub.add_argument("--seat", type=int, default=0, help="your seat, from 0 (default 0)")
    sub.add_argument(
        "--opponents", default="rule-of-thumb", metavar="PLAYER",
        help=f"who sits in all other seats (default rule-of-thumb): {PLAYERS_HELP}",
    )  # fmt: skip
    sub.add_argument("--record", metavar="FILE", help="write the game here when it ends or you quit")

    sub = command("perft", _perft, "count the sequences of DEPTH actions")
    takes_position(sub)
    sub.add_argument("depth", type=int, metavar="DEPTH", help="actions, 0 or more")
    sub.add_argument("--divide", action="store_true", help="also the count after each first action")

    sub = command("solve", _solve, "value every action exactly, all cards known, or bound the values")
    takes_position(sub)
    sub.add_argument("--seat", type=int, metavar="N", help="whose side the value is for (default: to move)")
    sub.add_argument(
        "--detail", default="actions", choices=("value", "line", "actions"),
        help="the value, with the best line of play, or with the value of every action (default)",
    )  # fmt: skip
    takes_search(sub, DEFAULT_MAX_NODES, "stop after N positions")

    sub = command("analyse", _analyse, "say of every action of a game record what it lost")
    sub.add_argument("file", metavar="RECORD", help="a record; - for standard input")
    sub.add_argument("--errors", action="store_true", help="list only actions that surely lost something")
    takes_search(sub, DEFAULT_NODES_A_VALUE, "stop after N positions for each value")

    sub = command("advise", _advise, "say what to expect of every action, hidden cards unknown, and why")
    sub.add_argument(
        "file", metavar="FILE", help="a deal, a position, a view or a game record; - for standard input"
    )
    sub.add_argument("--seat", type=int, metavar="N", help="the seat to advise, which is to move")
    sub.add_argument(
        "--player",
        metavar="PLAYER",
        help="who is asked, as pimc:50 or ismcts:2s (default ismcts:20000)",
    )
    sub.add_argument("--seed", type=int, default=0, metavar="N", help="of its chance (default 0)")
    sub.add_argument("--at", type=int, metavar="N", help="of a record's last round, take the first N actions")
    sub.add_argument(
        "--after", default="", metavar="ACTIONS",
        help="first play these actions, as 'R5 B0 golden-max t0-c2 pass' or '5D TCx4S+6H'",
    )  # fmt: skip

    sub = command("match", _match, "play players against each other, every deal from every seat")
    sub.add_argument(
        "players", nargs="+", metavar="PLAYER",
        help=f"one for each seat, and equal ones are counted together: {PLAYERS_HELP}",
    )  # fmt: skip
    sub.add_argument("--deals", type=int, default=100, metavar="N", help="how many deals (default 100)")
    takes_rules(sub)
    sub.add_argument(
        "--threads",
        type=int,
        default=1,
        metavar="N",
        help="threads that play (default 1); they speed up players that search",
    )
    sub.add_argument(
        "--processes",
        type=int,
        default=1,
        metavar="N",
        help="processes that play (default 1); they speed up all players",
    )

    sub = command("replay", _replay, "replay a game record and verify all it says")
    sub.add_argument("file", metavar="FILE", help="a record; - for standard input")
    sub.add_argument("--verbose", action="store_true", help="print the actions too")

    sub = command("bench", _bench, "measure move generation, playouts and perft on this machine")
    sub.add_argument("--seconds", type=float, default=0.2, help="time for each figure's runs (default 0.2)")
    return parser
