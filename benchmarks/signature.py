"""One number for all that the engines do: the same on every platform and in every build.

    python benchmarks/signature.py            # print the number and its parts
    python benchmarks/signature.py --check    # compare with signature.txt; exit code 1 where they differ
    python benchmarks/signature.py --update   # write signature.txt, where behaviour was meant to change

A part is a name and a few whole numbers: counts, values, or many numbers folded into one. Nothing in it
depends on time, memory layout, byte order, hash seeds, or Python's own random numbers. To add parts, write
a generator like those below and name it in GROUPS.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import numpy

from cabbage import _engine, batch, testing
from cabbage._games import Rules, State, View
from cabbage._sampling import SamplingPlayer, objective_of, unit_of
from cabbage.krypkasino import Deal
from cabbage.krypkasino import Rules as KrypkasinoRules
from cabbage.las_vegan import Round
from cabbage.las_vegan import Rules as LasVeganRules
from cabbage.notation import format_deal, format_view, parse_rules
from cabbage.players import ISMCTSPlayer, PIMCPlayer
from cabbage.solver import solve
from cabbage.streams import RandomStream

FILE = Path(__file__).parent / "signature.txt"

Part = tuple[str, list[int]]

SEEDS = (0, 1, 2026, 2**64 - 1)
WALKS = 24
PLAYOUTS = 8_000
LANES = 100
#: Plies between the positions of a walk that are looked at by each seat, and that are searched.
LOOKED_AT, SEARCHED = 5, 16
#: Fewer lanes are not shared out among threads.
THREADED_LANES, THREADED_STEPS = 17_000, 8

#: Rule sets of each game as text, besides the default ones of 2 to 6 players.
VARIANTS = {
    "las-vegan": (
        "players=3 hand_size=7 token_faces=1,-1/2,-2 optional_tokens=no",
        "golden_faces=5,-99 golden_tie=none",
        "players=2 deck=R0789,P0789,G0789,B07 casino_deck=7,0,R,9,P,8,B rounds=2",
    ),
    "krypkasino": (
        "two_player_deal=5+6 hand_values=nordic first_sweep_credit=dealer",
        "players=4 teams=0,2/1,3 court_sums=no last_capture_bonus=1",
        "players=3 packs=1 first_table=9 later_hand=3",
    ),
}

#: What is solved: a rule set, a seed, plays of a walk before, an objective.
SOLVED = (
    ("las-vegan", "hand_size=5", 1, 0, "paranoid"),
    ("las-vegan", "players=3 hand_size=6 token_faces=1,-1/2,-2 optional_tokens=no", 2, 0, "paranoid"),
    ("las-vegan", "players=2 hand_size=8", 3, 0, "margin"),
    ("las-vegan", "players=3 hand_size=4", 4, 0, "maxn"),
    ("krypkasino", "packs=1", 1, 0, "margin"),
    ("krypkasino", "players=4 teams=0,2/1,3 court_sums=no", 2, 64, "paranoid"),
    ("krypkasino", "players=3 hand_values=nordic first_sweep_credit=dealer", 3, 77, "paranoid"),
    ("krypkasino", "players=3", 4, 89, "maxn"),
)

#: Players that search, whose budgets are small.
SEARCHERS: tuple[SamplingPlayer, ...] = (
    ISMCTSPlayer(simulations=1_000),
    ISMCTSPlayer(simulations=300, exploration=1, objective="paranoid"),
    ISMCTSPlayer(simulations=300, objective="maxn"),
    PIMCPlayer(worlds=3, playouts=2),
    PIMCPlayer(worlds=2, depth=1, exact=6, objective="paranoid"),
)


def fold(words: Iterable[int | str]) -> int:
    """A number below 2**64 that stands for many. It reads their decimal digits: bytes have an order."""
    digest = sha256(" ".join(map(str, words)).encode()).digest()
    return int.from_bytes(digest[:8], "big")


def rule_sets() -> Iterator[tuple[str, Rules]]:
    """The rule sets that are dealt, walked and played out, by name."""
    for game, variants in VARIANTS.items():
        for text in (*(f"players={players}" for players in range(2, 7)), *variants):
            yield f"{game} {text}", parse_rules(text, game)


def deal(rules: Rules, seed: int, number: int = 0) -> State:
    if isinstance(rules, LasVeganRules):
        return Round.deal(seed, rules, number=number)
    return Deal.deal(seed, rules, number=number)


def walk(state: State) -> Iterator[State]:
    """Play on in `state` to its end, by the hash of each position; yields it at each of them."""
    yield state
    while moves := state.legal_moves():
        state.play(moves[state.zobrist_hash % len(moves)])
        yield state


def deals() -> Iterator[Part]:
    """The cards of fixed seeds, as text: every round of a game, and the first two deals."""
    for name, rules in rule_sets():
        numbers = range(rules.rounds if isinstance(rules, LasVeganRules) else 2)
        texts = [format_deal(deal(rules, seed, number)) for seed in SEEDS for number in numbers]
        yield f"deals, {name}", [fold(texts)]


def walks() -> Iterator[Part]:
    """Single plays: plies, legal moves, hashes, tallies, and the results."""
    for name, rules in rule_sets():
        words: list[int] = []
        plies = 0
        for seed in range(WALKS):
            for state in walk(deal(rules, seed)):
                plies += 1
                words += (state.zobrist_hash, state.current_player, *state.legal_moves(), *state.tally())
            words += state.returns()
        yield f"walks, {name}", [plies, fold(words)]


def counts() -> Iterator[Part]:
    """perft of the standard deals, and of whole tiny rounds."""
    for players, depth in ((2, 8), (3, 9), (4, 10), (5, 11), (6, 12)):
        state = Round.deal(1, LasVeganRules(players=players))
        yield f"perft, las-vegan players={players}", [testing.perft(state, d) for d in (depth - 1, depth)]
    tiny = Round.deal(1, LasVeganRules(hand_size=4))
    yield "perft, las-vegan hand_size=4", [testing.perft(tiny, 99), fold(testing.divide(tiny, 99).values())]
    for players, depth in ((2, 11), (3, 11), (4, 10), (5, 10), (6, 9)):
        other = Deal.deal(1, KrypkasinoRules(players=players))
        yield f"perft, krypkasino players={players}", [testing.perft(other, d) for d in (depth - 1, depth)]
    other = Deal.deal(1, KrypkasinoRules(first_table=10))
    divided = testing.divide(other, 6)
    yield "perft, krypkasino first_table=10", [sum(divided.values()), fold(divided.values())]


def captures() -> Iterator[Part]:
    """Move lists of large tables, and of positions on the way."""
    for size in (8, 12, 16):
        tables = [Deal.deal(seed, KrypkasinoRules(first_table=size)) for seed in range(60)]
        listed = [move for table in tables for move in table.moves()]
        taken = fold(word for move in listed for word in (move.number, *map(int, move.captured)))
        yield f"captures, tables of {size}", [_engine.list_deal_moves(tables, 1, True), taken]


def playouts() -> Iterator[Part]:
    """Actions, and each seat's returns, of playouts from a deal and of such as are dealt each."""
    for name, rules in rule_sets():
        actions, returns = testing.random_playouts(deal(rules, 1), PLAYOUTS, 1)
        yield f"playouts, {name}", [actions, *returns]
        actions, returns = testing.random_playouts(None, PLAYOUTS // 4, 2, rules=rules)
        yield f"dealt playouts, {name}", [actions, *returns]


def batches() -> Iterator[Part]:
    """Seeds, actions and returns of steps with new deals; what is seen when each seat's unknown has been
    resampled; playouts. Two threads must come to the same as one."""
    games: Any = {
        "las-vegan": (batch.Rounds, LasVeganRules),
        "krypkasino": (batch.Deals, KrypkasinoRules),
    }
    for game, (kind, rules_of) in games.items():
        for players in range(2, 7):
            rules = rules_of(players=players)
            one, two = (run_of_batch(kind(rules, THREADED_LANES, 2), 4, threads) for threads in (1, 2))
            assert one == two, f"{game}: two threads come to something else than one"
            yield (
                f"batch, {game} players={players}",
                [*run_of_batch(kind(rules, LANES, 1), 110, 1), fold(one)],
            )


def run_of_batch(lanes: Any, steps: int, threads: int) -> list[int]:
    """What some steps, then resampling and playouts come to: arrays as a number each."""
    words = []
    for _ in range(steps):
        actions = lanes.random_actions(threads=threads)
        done, returns = lanes.step(actions, auto_reset=True, threads=threads)
        words += [weighed(actions), int(done.sum()), weighed(returns), weighed(lanes.seeds())]
    for seat in range(lanes.num_players):
        lanes.resample(seat, threads=threads)
        words.append(weighed(lanes.legal_words(threads=threads)))
    words.append(weighed(lanes.observations(threads=threads)))
    lengths = numpy.empty(len(lanes), "int64")
    returns = lanes.playouts(lengths=lengths, threads=threads)
    found = batch.playouts(lanes[0], len(lanes), 1, threads)
    return [fold(words), int(lengths.sum()), *returns.sum(axis=0).tolist(), found.actions]


def weighed(array: Any) -> int:
    """The numbers of an array, each times its place, in one below 2**64."""
    numbers = array.ravel().astype("uint64")
    return int((numbers * numpy.arange(1, numbers.size + 1, dtype="uint64")).sum(dtype="uint64"))


def solutions() -> Iterator[Part]:
    """Nodes and values of solved positions, by one thread, with a line and all actions' values."""
    for game, text, seed, plies, objective in SOLVED:
        state = next(islice(walk(deal(parse_rules(text, game), seed)), plies, None))
        solution = solve(state, objective=objective)
        line, values = solution.principal_variation, solution.values
        assert solution.value is not None
        assert solution.returns is not None
        words = [solution.nodes, solution.value, *solution.returns, fold(line), fold(values.values())]
        yield f"solve {objective}, {game} {text}", words
    tiny = KrypkasinoRules(packs=1, players=3, first_hand=3, first_table=12, later_hand=104)
    for name, search, state in (
        ("las-vegan", _engine.search_paranoid, Round.deal(1, LasVeganRules(players=3, hand_size=3))),
        ("krypkasino", _engine.search_deal_paranoid, Deal.deal(4, tiny)),
    ):
        plain: Any = search
        values, nodes = plain(state, 10**7)
        yield f"plain search, {name}", [nodes, *values.values()]


def views() -> Iterator[Part]:
    """What each seat knows on the way, as text, and worlds that it must reckon with, as hashes."""
    for name, rules in rule_sets():
        texts, hashes = [], []
        for seed in SEEDS:
            for state in islice(walk(deal(rules, seed)), 0, None, LOOKED_AT):
                for seat in range(state.num_players):
                    view = state.observe(seat)
                    texts.append(format_view(view, one_line=True))
                    hashes += [view.resample(number).zobrist_hash for number in SEEDS]
        yield f"views, {name}", [len(texts), fold(texts), fold(hashes)]


def searches() -> Iterator[Part]:
    """What players that search think of each action."""
    for name, rules in rule_sets():
        found: dict[str, list[int]] = {player.name: [] for player in SEARCHERS}
        for seed in SEEDS[:2]:
            for state in islice(walk(deal(rules, seed)), 0, None, SEARCHED):
                if not state.is_terminal:
                    view = state.observe(state.current_player)
                    for player in SEARCHERS:
                        found[player.name] += estimated(player, view, seed)
        yield f"searches, {name}", [sum(map(len, found.values())), *map(fold, found.values())]


def estimated(player: SamplingPlayer, view: View, seed: int) -> Iterator[int]:
    """Of each action its number, how often it was tried, and the sum of what came of it: a whole number."""
    scale = getattr(player, "playouts", 1) * unit_of(objective_of(view, player.objective))
    for each in player.estimates(view, RandomStream(seed)):
        yield each.action
        yield each.count
        yield round(each.value * each.count * scale) if each.count else 0


GROUPS: tuple[Callable[[], Iterator[Part]], ...] = (
    deals,
    walks,
    counts,
    captures,
    playouts,
    batches,
    solutions,
    views,
    searches,
)


def signature() -> list[str]:
    """The lines of signature.txt: the number first, then a line a part."""
    lines = [f"{name}: {' '.join(map(str, words))}" for group in GROUPS for name, words in group()]
    return [f"signature: {fold(lines):016x}", *lines]


def differences(frozen: list[str], found: list[str]) -> list[str]:
    """What differs between two signatures, in words, a line each."""
    before, after = (dict(line.rsplit(": ", 1) for line in lines) for lines in (frozen, found))
    messages = []
    for name in dict.fromkeys([*before, *after]):
        if before.get(name) != after.get(name):
            was, now = before.get(name, "not there"), after.get(name, "not there")
            messages.append(f"{name}\n    is {now}\n    in {FILE.name} {was}")
    return messages


def main() -> int:
    parser = argparse.ArgumentParser(description="Fold all that the engines do into one number.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="compare with signature.txt")
    what.add_argument("--update", action="store_true", help="write signature.txt")
    arguments = parser.parse_args()
    found = signature()
    if arguments.check:
        frozen = FILE.read_text(encoding="utf-8").splitlines()
        wrong = differences(frozen, found)
        if wrong:
            print(f"behaviour differs from {FILE.name} (engine build: {_engine.NAME}):", file=sys.stderr)
            print(*wrong, sep="\n", file=sys.stderr)
            return 1
    elif not arguments.update:
        print(*found, sep="\n")
        return 0
    else:
        FILE.write_text("\n".join(found) + "\n", encoding="utf-8", newline="\n")
    print(found[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
