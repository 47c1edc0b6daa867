"""How strong the players are: the matches behind what is said of them, as a table.

    python benchmarks/strength.py [--deals N] [--seed N] [--processes N] [--rows 'kk/*' ...]
    python benchmarks/strength.py --json strength.json --markdown strength.md

A row is a match of one player against another, deal by deal from every seat: in Las Vegan with 4 players one
against three, in Krypkasino with 2 one against one. By how much it is better is in cabbages or points a game,
whichever way is good there; p is not corrected for the number of rows. Beside it stands what a decision of
the first player costs in CPU time, where it has a choice.

The rows `known/*` are of Las Vegan with 2 players and five tricks to go, when both know all cards: how often
a player chooses an action that the solver finds best, where not all are. Files are written after every row;
Ctrl-C ends the run.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from cabbage import _engine, krypkasino, las_vegan
from cabbage._cli_progress import ProgressLine
from cabbage._games import Rules, View
from cabbage._player import Player
from cabbage.match import play_match
from cabbage.players import parse_player
from cabbage.solver import Solution, solve
from cabbage.streams import RandomStream

GAMES: dict[str, Rules] = {"lv": las_vegan.Rules(players=4), "kk": krypkasino.Rules(players=2)}
TITLES = {"lv": "Las Vegan, 4 players", "kk": "Krypkasino, 2 players"}
UNITS = {"lv": "cabbages", "kk": "points"}

THUMB = "rule-of-thumb"
PIMC = "pimc:50"
ISMCTS = "ismcts:2000"
EVERYWHERE = ("pimc:5", "pimc:20", PIMC, "pimc:200", "ismcts:100", "ismcts:500", ISMCTS, "ismcts:10000")
BUDGETS = {"lv": (*EVERYWHERE, "ismcts:50000"), "kk": EVERYWHERE}

KNOWN = "known"
KNOWING = (PIMC, "ismcts:20000")
TRICKS_LEFT = 5
#: From this stream on of its own number a round is played at random.
RANDOM_PLAY = 1 << 50
#: How many deals of a row are played once more by one thread, to time decisions.
TIMED_DEALS = 5


@dataclass(frozen=True)
class Row:
    """A match: who, against whom, at what."""

    game: str
    player: str
    against: str

    @property
    def key(self) -> str:
        return f"{self.game}/{self.player}/{self.against}"


@dataclass(frozen=True)
class Result:
    """What a match came to. Bounds are None where there are too few deals for any."""

    key: str
    game: str
    player: str
    against: str
    deals: int
    unit: str
    better_by: float
    low: float | None
    high: float | None
    """The 99% interval."""
    p_value: float | None
    ms_a_decision: float


@dataclass(frozen=True)
class Share:
    """How often a player that knows all cards chose a best action."""

    key: str
    player: str
    positions: int
    best: int


def rows() -> Iterator[Row]:
    """Every match, in the order of the table."""
    for game in GAMES:
        yield Row(game, THUMB, "random")
        for player in BUDGETS[game]:
            yield Row(game, player, THUMB)
        yield Row(game, ISMCTS, PIMC)


def match_result(row: Row, deals: int, seed: int, threads: int, processes: int, line: ProgressLine) -> Result:
    """Play the match of a row."""
    rules = GAMES[row.game]
    players = [row.player, *[row.against] * (rules.players - 1)]

    def show(done: int, total: int) -> None:
        line.show(f"{row.key}: {done:,} of {total:,} games")

    match = play_match(
        players, deals, seed, rules=rules, threads=threads, processes=processes, on_progress=show
    )
    (comparison,) = match.comparisons
    sign = 1 if comparison.first == parse_player(row.player).name else -1
    low, high = sorted(sign * bound for bound in comparison.difference.interval_99)
    return Result(
        row.key,
        row.game,
        row.player,
        row.against,
        deals,
        UNITS[row.game],
        sign * comparison.difference.mean,
        known(low),
        known(high),
        known(comparison.p_value),
        milliseconds(row, min(deals, TIMED_DEALS), seed),
    )


def known(value: float) -> float | None:
    return value if math.isfinite(value) else None


class Timed:
    """A player, and the CPU time of its decisions among several actions."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name = player.name
        self.decisions = 0
        self.seconds = 0.0

    def choose(self, view: View, rng: RandomStream) -> int:
        start = time.process_time()
        action = self.player.choose(view, rng)
        spent = time.process_time() - start
        if len(view.legal_moves()) > 1:
            self.decisions += 1
            self.seconds += spent
        return action


def milliseconds(row: Row, deals: int, seed: int) -> float:
    """CPU time a decision of a row's player, in its games of the first deals."""
    rules = GAMES[row.game]
    timed = Timed(parse_player(row.player))
    play_match([timed, *[row.against] * (rules.players - 1)], deals, seed, rules=rules)
    return timed.seconds / timed.decisions * 1e3


# ---------------------------------------------------------------- where all cards are known


def endgames(seed: int) -> Iterator[tuple[las_vegan.Round, Solution]]:
    """Rounds of two players after random play, where the last tricks begin and not all actions are best."""
    deals = RandomStream(seed)
    while True:
        number = deals.next()
        state = las_vegan.Round.deal(number, las_vegan.Rules(players=2))
        chance = RandomStream(number, RANDOM_PLAY)
        while not state.is_terminal and not is_endgame(state):
            state.play(state.random_legal(chance))
        if not state.is_terminal:
            solution = solve(state, objective="margin")
            if len(set(solution.values.values())) > 1:
                yield state, solution


def is_endgame(state: las_vegan.Round) -> bool:
    return not state.to_place and all(len(state.hand(seat)) == TRICKS_LEFT for seat in range(2))


def share_result(player: str, positions: int, seed: int, line: ProgressLine) -> Share:
    """Let a player choose in so many endgames."""
    chooser = parse_player(player)
    best = 0
    for number, (state, solution) in zip(range(positions), endgames(seed), strict=False):
        line.show(f"{KNOWN}/{player}: {number:,} of {positions:,} positions")
        view = state.observe(state.current_player)
        best += chooser.choose(view, RandomStream(seed, number)) in solution.best_actions
    return Share(f"{KNOWN}/{player}", player, positions, best)


# ---------------------------------------------------------------- for people and programs


def p_text(p: float | None) -> str:
    return "-" if p is None else "< 0.0001" if p < 0.0001 else f"{p:.4f}" if p < 0.01 else f"{p:.2f}"


def interval_text(low: float | None, high: float | None) -> str:
    return "-" if low is None or high is None else f"{low:+.2f} to {high:+.2f}"


def time_text(milliseconds: float) -> str:
    return f"{milliseconds:.3f}" if milliseconds < 1 else f"{milliseconds:.1f}"


def markdown(results: list[Result], shares: list[Share]) -> str:
    """The tables, a game each, and the row of what is known."""
    lines: list[str] = []
    for game, title in TITLES.items():
        found = [result for result in results if result.game == game]
        if found:
            unit = UNITS[game]
            lines += [f"### {title}", ""]
            lines.append(
                f"| player | against | deals | better by, {unit} | 99% interval | p | ms a decision |"
            )
            lines.append("|---|---|---:|---:|---|---|---:|")
            lines += [
                f"| {each.player} | {each.against} | {each.deals:,} | {each.better_by:+.2f} "
                f"| {interval_text(each.low, each.high)} | {p_text(each.p_value)} "
                f"| {time_text(each.ms_a_decision)} |"
                for each in found
            ]
            lines.append("")
    if shares:
        lines += [f"### Las Vegan, 2 players, {TRICKS_LEFT} tricks to go, all cards known", ""]
        lines += ["| player | positions | a best action |", "|---|---:|---:|"]
        lines += [
            f"| {share.player} | {share.positions:,} | {share.best / share.positions:.1%} |"
            for share in shares
        ]
        lines.append("")
    return "\n".join(lines)


def text(result: Result | Share) -> str:
    """A row for the terminal."""
    if isinstance(result, Share):
        return f"{result.key:36} best in {result.best} of {result.positions} positions"
    return (
        f"{result.key:36} better by {result.better_by:+6.2f} {result.unit} "
        f"({interval_text(result.low, result.high)}), p {p_text(result.p_value)}, "
        f"{time_text(result.ms_a_decision)} ms a decision"
    )


def chosen(patterns: list[str]) -> tuple[list[Row], list[str]]:
    """The matches, and the players that know all, whose keys match any of some patterns."""

    def is_wanted(key: str) -> bool:
        return any(fnmatchcase(key, pattern) for pattern in patterns)

    matches = [row for row in rows() if is_wanted(row.key)]
    knowing = [player for player in KNOWING if is_wanted(f"{KNOWN}/{player}")]
    if not matches and not knowing:
        keys = [*(row.key for row in rows()), *(f"{KNOWN}/{player}" for player in KNOWING)]
        raise SystemExit(f"no row is {' or '.join(patterns)}; the rows are {', '.join(keys)}")
    return matches, knowing


def main(words: list[str] | None = None) -> int:
    arguments = parser().parse_args(words)
    matches, knowing = chosen(arguments.rows)
    results: list[Result] = []
    shares: list[Share] = []
    print(f"engine build: {_engine.NAME}; seed {arguments.seed}", flush=True)
    with ProgressLine() as line:

        def done(result: Result | Share) -> None:
            line.clear()
            print(text(result), flush=True)
            if arguments.markdown:
                content = markdown(results, shares)
                arguments.markdown.write_text(content, encoding="utf-8", newline="\n")
            if arguments.json:
                found = [*map(asdict, results), *map(asdict, shares)]
                content = json.dumps(
                    {"engine": _engine.NAME, "seed": arguments.seed, "rows": found}, indent=1
                )
                arguments.json.write_text(content + "\n", encoding="utf-8", newline="\n")

        try:
            for row in matches:
                results.append(
                    match_result(
                        row, arguments.deals, arguments.seed, arguments.threads, arguments.processes, line
                    )
                )
                done(results[-1])
            for player in knowing:
                shares.append(share_result(player, arguments.positions, arguments.seed, line))
                done(shares[-1])
        except KeyboardInterrupt:
            line.clear()
            print("interrupted: the row that was not finished is left out", file=sys.stderr)
            return 130
    return 0


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", nargs="+", default=["*"], metavar="ROW", help="keys or patterns of rows")
    parser.add_argument("--deals", type=int, default=500, help="deals of each match (default 500)")
    parser.add_argument("--positions", type=int, default=200, help="positions of known/* (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="of all matches (default 1)")
    together = parser.add_mutually_exclusive_group()
    together.add_argument("--threads", type=int, default=1, help="threads of a match (default 1)")
    together.add_argument("--processes", type=int, default=1, help="processes of a match (default 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables there")
    return parser


if __name__ == "__main__":
    sys.exit(main())
