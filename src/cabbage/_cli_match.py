"""The command of the command line that plays matches: `match`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from time import perf_counter

from cabbage._cli_progress import ProgressLine
from cabbage._games import Rules
from cabbage.errors import MatchInterrupted
from cabbage.match import Match, play_match
from cabbage.notation import parse_rules
from cabbage.players import parse_player

__all__ = ["run_match"]

SECONDS_BEFORE_PROGRESS = 1.0
SECONDS_BETWEEN_PROGRESS = 0.1
BAR_WIDTH = 30


def run_match(arguments: argparse.Namespace, seed: int) -> int:
    """Play a match and print what it came to; after Ctrl-C, what the deals played by then came to."""

    def show(match: Match) -> None:
        print(json.dumps(match.to_dict()) if arguments.json else match.table())

    players = [parse_player(text) for text in arguments.players]
    rules = _rules(arguments, len(players))
    with ProgressLine() as line:
        try:
            match = play_match(
                players,
                arguments.deals,
                seed,
                rules=rules,
                threads=arguments.threads,
                processes=arguments.processes,
                on_progress=_progress_on(line),
            )
        except MatchInterrupted as interrupt:
            line.clear()
            if interrupt.match is not None:
                show(interrupt.match)
            raise
    show(match)
    return 0


def _rules(arguments: argparse.Namespace, players: int) -> Rules:
    """The rules as they are written, for as many players as there are where they do not say."""
    words = " ".join(arguments.rules).split()
    if 2 <= players <= 6 and not any(word.startswith("players=") for word in words):
        words.insert(0, f"players={players}")
    rules: Rules = parse_rules(" ".join(words), arguments.game)
    return rules


def _progress_on(line: ProgressLine) -> Callable[[int, int], None]:
    """What shows on a line how many games are played, once that has taken a while."""
    started = perf_counter()
    shown = started + SECONDS_BEFORE_PROGRESS - SECONDS_BETWEEN_PROGRESS

    def show(done: int, total: int) -> None:
        nonlocal shown
        now = perf_counter()
        if now >= shown + SECONDS_BETWEEN_PROGRESS:
            shown = now
            line.show(progress_text(done, total, now - started))

    return show


def progress_text(done: int, total: int, seconds: float) -> str:
    """A bar, and how fast the games went, 1 or more by now, and how long the others will take."""
    filled = BAR_WIDTH * done // total
    minutes, rest = divmod(round((total - done) * seconds / done), 60)
    rate = done / seconds
    pace = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2f}"
    bar = "#" * filled + "." * (BAR_WIDTH - filled)
    return f"[{bar}] {done:,} of {total:,} games, {pace} a second, {minutes}:{rest:02d} left"
