"""Matches: players against each other, every deal played once from every seat.

A match has as many entries as a table has seats, players of `cabbage.players` or your own. In rotation r of a
deal entry e sits in seat (e + r) % n, with the same cards: luck with the cards is the same for all. Entries
with equal names are one competitor, so that `A B B B` sets one against three.

    >>> from cabbage.match import play_match
    >>> class LowLeads:
    ...     name = "low-leads"
    ...     def choose(self, view, rng):
    ...         best = max if view.trick else min
    ...         return best(view.legal_moves(), key=lambda action: action % 10)
    >>> match = play_match([LowLeads(), "random", "random", "random"], deals=200, seed=7)
    >>> print(match)
    200 deals x 4 rotations of Las Vegan, seed 7
      1. low-leads  -3.27 +- 0.33 cabbages a round (99%), wins 25.4%
      2. random x3  -3.75 +- 0.27 cabbages a round (99%), wins 24.9%
    by seat 0: -3.67 +- 0.41, 1: -3.60 +- 0.37, 2: -3.63 +- 0.44, 3: -3.62 +- 0.42
    low-leads beats random by 0.47 (99% interval 0.16 to 0.79, p = 0.0001).
    >>> match.results.shape                                 # int32: deals, rotations, entries
    (200, 4, 4)
    >>> match.standings[0].name, match.comparisons[0].is_significant
    ('low-leads', True)

**What is counted.** The games of one deal have their cards in common, so what counts is the deal: of each
competitor its mean over all its seats and rotations. These means over deals have a standard error and
confidence intervals by Student's t. So have the differences of two competitors deal by deal, which vary less,
since the cards are the same. A p-value is the probability that chance alone makes a difference at least so
large; it is corrected for the number of comparisons (Holm), which the intervals are not. Below 0.01 a
difference is called significant. A rank is one more than the number of competitors that are significantly
better: those between whom the match has not decided share one. In Las Vegan most cabbages are best, in
Krypkasino fewest points.

**Repeating.** Deal d and what each player draws in a game depend on the seed of the match, the deal, the
rotation and the entry alone. Threads and processes change no result, as long as players choose by the view
and their random numbers; one with a limit in seconds does not. `Match.deal_seed` has the seed of a deal, for
`Round.deal` and `Deal.deal`.

**Threads or processes.** Players that search release the GIL, and threads speed them up; players in Python
need processes. With threads one player object chooses in several games at once. With processes each has a
copy, so that players must pickle, and scripts call `play_match` under `if __name__ == "__main__":`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy

from cabbage import las_vegan
from cabbage._arrays import Array, output
from cabbage._checks import in_range, quoted, some_of, to_call
from cabbage._checks import seed as checked_seed
from cabbage._games import Rules, kind_of_rules
from cabbage._match_games import Games, OnProgress, play_here
from cabbage._player import Player
from cabbage._standings import Comparison, Match, Standing
from cabbage._statistics import Average
from cabbage._workers import checked_threads
from cabbage.errors import CabbageError, InputTypeError, MatchInterrupted, PlayerError
from cabbage.players import parse_player

__all__ = ["Average", "Comparison", "Match", "Standing", "play_match"]

MOST_DEALS = 10_000_000
MOST_PROCESSES = 61  # what Windows can wait for


def play_match(
    players: Sequence[Player | str],
    deals: int,
    seed: int,
    *,
    rules: Rules | None = None,
    threads: int = 1,
    processes: int = 1,
    on_progress: OnProgress | None = None,
) -> Match:
    """Play a match, every deal under all rotations of the seats.

    players: 2 to 6 players, or texts that `parse_player` reads. deals: 1 to 10,000,000. seed: 0 to 2**64 - 1.
    rules: of either game, for that many players; None is Las Vegan's default for that many. What is played
        is the first round or deal of a game.
    threads: 1 to 256. processes: 1 to 61; with more than one there is one thread in each.
    on_progress: called in this thread with how many games are played, and how many there are, as that
        changes; what it raises ends the match.

    Raises PlayerError for a player that fails or chooses what is not legal, with the deal and rotation: of
    several the first. BatchMemoryError where there is no memory for the results. Ctrl-C raises
    MatchInterrupted, a KeyboardInterrupt with a Match of the deals before the first unfinished one, at the
    latest when the moves that players think about are chosen.
    """
    entries = _checked_players(players)
    rules = _checked_rules(rules, len(entries))
    deals = in_range("deals", deals, 1, MOST_DEALS)
    seed = checked_seed(seed)
    threads = checked_threads(threads)
    processes = in_range("processes", processes, 1, MOST_PROCESSES)
    if threads > 1 and processes > 1:
        raise CabbageError(f"a match has threads or processes; it was given {threads} and {processes}")
    on_progress = to_call("on_progress", on_progress)
    games = Games(entries, rules, seed)
    results = output("results", None, "int32", (deals, len(entries), len(entries)))
    flat = results.reshape(-1, len(entries))
    done = numpy.zeros(len(flat), bool)
    try:
        if processes > 1:
            from cabbage._match_processes import play_elsewhere

            play_elsewhere(games, flat, done, processes, on_progress)
        else:
            play_here(games, flat, done, threads, on_progress)
    except KeyboardInterrupt:
        whole = _whole_deals(done, len(entries))
        message = f"interrupted; {whole} of {deals} deals are played"
        raise MatchInterrupted(message, _match(games, results[:whole]) if whole else None) from None
    return _match(games, results)


def _match(games: Games, results: Array) -> Match:
    names = tuple(player.name for player in games.players)
    return Match(games.rules, names, games.seed, results)


def _whole_deals(done: Array, rotations: int) -> int:
    """How many deals there are before the first that is not finished; later ones might be the short ones."""
    missing = numpy.flatnonzero(~done)
    return int(missing[0] if len(missing) else len(done)) // rotations


def _checked_players(players: Any) -> tuple[Player, ...]:
    if isinstance(players, (str, bytes)) or not isinstance(players, Iterable):
        raise InputTypeError(f"the players are a sequence of players and texts, not {quoted(players)}")
    entries = tuple(_checked_player(player) for player in some_of(players))
    if not 2 <= len(entries) <= 6:
        names = " ".join(player.name for player in entries[:7])
        raise PlayerError(f"a match has 2 to 6 players, not {len(entries)}: {quoted(names)}")
    return entries


def _checked_player(player: Any) -> Player:
    if isinstance(player, str):
        return parse_player(player)
    if isinstance(player, type) or not callable(getattr(player, "choose", None)):
        raise InputTypeError(f"a player has a name and choose(view, rng), or is a text; not {quoted(player)}")
    name = getattr(player, "name", None)
    if not isinstance(name, str) or not name or not name.isprintable():
        raise PlayerError(f"a player's name is a printable text, not {quoted(name)}")
    checked: Player = player
    return checked


def _checked_rules(rules: Any, players: int) -> Rules:
    if rules is None:
        return las_vegan.Rules(players=players)
    kind_of_rules(rules)
    if rules.players != players:
        raise PlayerError(f"the rules are for {rules.players} players, and the match has {players}")
    checked: Rules = rules
    return checked
