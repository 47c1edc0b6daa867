"""Writes `tests/data/solved`, positions with their exact values; run it only to take other positions.

    python tests/freeze_solved.py              everything anew; takes some minutes
    python tests/freeze_solved.py --large      only the large positions anew
    python tests/freeze_solved.py --nodes      the same positions and values, nodes counted anew

A row is a position, a question about it and the answer: in `value` the points of the seat's side, or
with maxn those of each side. `nodes` is what `solver.solve` takes with default settings. `proof` says
what has confirmed the value, before it was written: brute force from the reference, or other settings of
the search, of which each had to come to the same.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from cabbage import krypkasino, las_vegan, notation, solver
from compare_solver import (
    ALL_FEATURES,
    FEATURE_SETS,
    GAMES,
    OBJECTIVES,
    Question,
    Truth,
    prover_of,
    random_position,
    random_question,
)
from reference.search import Outcome

SOLVED = Path(__file__).parent / "data" / "solved"
BRUTE_FORCE, SETTINGS = "brute force", "several settings"
EACH = 5  # small positions of each game, objective and number of players
WORST_OF = 10  # deals of a size, of which the one with the most nodes is kept, and two others
MOST_NODES = 2_000_000  # of one setting; some cannot do a large position
LEAST_SETTINGS = 3
MAXN_CARDS = 4  # of a large round in which each plays for itself

Ends = Mapping[int, Outcome]
Row = dict[str, Any]


def question_of(row: Row) -> Question:
    """What a row asks."""
    state = notation.parse_position(row["position"])
    sides = tuple(tuple(side) for side in row["teams"])
    return Question(state, row["objective"], sides, row["seat"])


def answer_of(question: Question, points: tuple[int, ...]) -> int | list[int]:
    """What these final points answer: the value, or that of each side."""
    if question.objective == "maxn":
        return list(question.by_side(points))
    return question.value(points)


def row_of(name: str, question: Question, proof: str, points: tuple[int, ...], nodes: int) -> Row:
    return {
        "name": name,
        "position": notation.format_position(question.state, one_line=True),
        "objective": question.objective,
        "teams": [list(side) for side in question.sides],
        "seat": question.seat,
        "value": answer_of(question, points),
        "nodes": nodes,
        "proof": proof,
    }


def proved_by_brute_force(name: str, question: Question) -> Row:
    points = Truth(question).outcome(question.state).points
    solution = question.solve()
    assert solution.returns == points, str(question)
    return row_of(name, question, BRUTE_FORCE, points, solution.nodes)


def proved_by_settings(name: str, question: Question) -> Row:
    solution = question.solve()
    points = tuple(solution.returns or ())
    confirmed = 0
    settings = [(features, 16) for features in FEATURE_SETS.values()]
    for features, megabytes in [*settings, (ALL_FEATURES, 1)]:
        found = settled(question, features, megabytes)
        assert found is None or found == answer_of(question, points), f"features {features}: {question}"
        confirmed += found is not None
    assert confirmed >= LEAST_SETTINGS, f"{confirmed} settings: {question}"
    return row_of(name, question, SETTINGS, points, solution.nodes)


def settled(question: Question, features: int, megabytes: int) -> int | list[int] | None:
    """What the native search says under one setting, or None if that is too much for it."""
    prover = prover_of(question, solver.TranspositionTable(megabytes), features)
    left = MOST_NODES
    if question.objective == "maxn":
        vector, _ = prover.solve(question.state, left)
        return None if vector is None else [question.sign * utility for utility in vector]
    lower, upper = prover.bounds(question.state)
    while lower < upper:
        bound = (lower + upper + 1) // 2
        low, high, nodes = prover.at_least(question.state, bound, left)
        left -= nodes
        lower, upper = max(lower, low), min(upper, high)
        if left <= 0 or not (low >= bound or high < bound):
            return None
    return question.sign * int(lower)


def small_rows(game: str) -> Iterator[Row]:
    """Random positions of random rules."""
    for objective in OBJECTIVES:
        for players in range(2, 7):
            for number in range(EACH):
                rng = random.Random(f"solved {game} {objective} {players} {number}")
                question = random_question(rng, random_position(rng, game, players), objective)
                yield proved_by_brute_force(f"{objective}, {players} players, {number}", question)


def named_rows(game: str, cases: Mapping[str, Callable[[Question, Ends], bool]]) -> Iterator[Row]:
    """Of each case the first position that random ones bring."""
    for name, holds in cases.items():
        number = 0
        while True:
            rng = random.Random(f"named {game} {name} {number}")
            question = random_question(rng, random_position(rng, game, lines=400))
            if holds(question, Truth(question).outcomes(question.state)):
                break
            number += 1
        yield proved_by_brute_force(name, question)


def values_of(question: Question, ends: Ends) -> dict[int, int]:
    return {action: question.value(end.points) for action, end in ends.items()}


def best_of(question: Question, ends: Ends) -> list[int]:
    """The actions that keep the value, for whoever is to move."""
    values = values_of(question, ends)
    own = question.state.current_player in question.side
    value = (max if own == (question.sign > 0) else min)(values.values())
    return [action for action in values if values[action] == value]


def only_best(action: int) -> Callable[[Question, Ends], bool]:
    return lambda question, ends: len(ends) > 1 and best_of(question, ends) == [action]


def _captures_differ(question: Question, ends: Ends) -> bool:
    """Whether it matters what a card takes."""
    values = values_of(question, ends)
    return any(values[a] != values[b] for a in values for b in values if a % 52 == b % 52)


LAS_VEGAN_CASES: dict[str, Callable[[Question, Ends], bool]] = {
    "to pass is best": only_best(las_vegan.PASS),
    "the golden token belongs on min": only_best(40),
    "the golden token belongs on max": only_best(41),
    "one placement of many is right": lambda q, ends: len(ends) > 8 and len(best_of(q, ends)) == 1,
    "two sevens in one trick": lambda q, ends: getattr(q.state, "to_place", 0) == 2,
    "nothing matters any more": lambda q, ends: len(ends) > 3 and len({e.points for e in ends.values()}) == 1,
    "a zero is the only good lead": lambda q, ends: (
        len(ends) > 2 and len(b := best_of(q, ends)) == 1 and b[0] in (0, 10, 20, 30)
    ),
    "five actions, five values": lambda q, ends: len(set(values_of(q, ends).values())) >= 5,
}

KRYPKASINO_CASES: dict[str, Callable[[Question, Ends], bool]] = {
    "it matters what a card takes": _captures_differ,
    "a compulsory sweep": lambda q, ends: len(ends) > 1 and all(m.is_sweep for m in _deal(q).moves()),
    "nobody captures any more": lambda q, ends: (
        len(ends) > 1 and all(a < 52 and len(end.line) > 3 for a, end in ends.items()) and _no_pile(q, ends)
    ),
    "the table is empty": lambda q, ends: len(ends) > 2 and not _deal(q).table,
    "a batch is still to come": lambda q, ends: (
        bool(_deal(q).stock) and len(set(values_of(q, ends).values())) > 2
    ),
    "an ace to play upon an ace": lambda q, ends: (
        len(ends) > 2
        and any(c % 13 == 0 for c in _deal(q).table)
        and any(a % 13 == 0 for a in best_of(q, ends))
    ),
    "four actions, four values": lambda q, ends: len(set(values_of(q, ends).values())) >= 4,
}


def _deal(question: Question) -> krypkasino.Deal:
    assert isinstance(question.state, krypkasino.Deal)
    return question.state


def _no_pile(question: Question, ends: Ends) -> bool:
    return _deal(question).last_capturer is None and all(not any(end.points) for end in ends.values())


def round_of(players: int, cards: int, seed: int) -> las_vegan.Round:
    return las_vegan.Round.deal(seed, las_vegan.Rules(players=players, hand_size=cards))


def end_of_deal(players: int, batches: int, seed: int) -> krypkasino.Deal:
    """The last batches of a deal that was played at random until then."""
    rng = random.Random(f"end {players} {batches} {seed}")
    deal = krypkasino.Deal.deal(seed, krypkasino.Rules(players=players))
    while deal.rules.batches - deal.batch_number > batches:
        deal.play(rng.choice(deal.legal_moves()))
    return deal


def large_rows(game: str) -> Iterator[Row]:
    """Deals of the standard rules: of each size the one with the most nodes, and two more."""
    if game == "las-vegan":
        kinds = [(4, k) for k in (4, 5, 6)] + [(3, k) for k in (6, 7, 8)] + [(2, k) for k in (8, 9, 10)]
    else:
        kinds = [(2, 4), (2, 6), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1), (6, 1)]
    for players, size in kinds:
        questions = []
        for seed in range(WORST_OF):
            state: Any = (
                round_of(players, size, seed) if game == "las-vegan" else end_of_deal(players, size, seed)
            )
            sides = tuple((seat,) for seat in range(players))
            objective = "margin" if players == 2 else "paranoid"
            questions.append(Question(state, objective, sides, state.current_player))
        nodes = [question.solve().nodes for question in questions]
        worst = max(range(WORST_OF), key=nodes.__getitem__)
        what = f"{size} cards" if game == "las-vegan" else f"last {size} batches"
        yield proved_by_settings(f"the worst of {WORST_OF}: {players} players, {what}", questions[worst])
        for seed in [seed for seed in range(WORST_OF) if seed != worst][:2]:
            yield proved_by_settings(f"{players} players, {what}, {seed}", questions[seed])
        if players in (3, 4) and size == min(k for p, k in kinds if p == players):
            question = questions[0]
            # Of each for itself a search can leave out little.
            state = round_of(players, MAXN_CARDS, 0) if game == "las-vegan" else question.state
            what_of_maxn = f"{MAXN_CARDS} cards" if game == "las-vegan" else what
            maxn = Question(state, "maxn", question.sides, state.current_player)
            yield proved_by_settings(f"maxn, {players} players, {what_of_maxn}", maxn)
            if players == 4:
                teams = Question(question.state, "margin", ((0, 2), (1, 3)), question.seat)
                yield proved_by_settings(f"two teams, {what}", teams)


def read(game: str) -> list[Row]:
    rows: list[Row] = json.loads((SOLVED / f"{game}.json").read_text(encoding="utf-8"))
    return rows


def write(game: str, rows: list[Row]) -> None:
    SOLVED.mkdir(exist_ok=True)
    lines = ",\n".join(json.dumps(row) for row in rows)
    (SOLVED / f"{game}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def counted_anew(row: Row) -> Row:
    question = question_of(row)
    solution = question.solve()
    assert answer_of(question, tuple(solution.returns or ())) == row["value"], str(question)
    return {**row, "nodes": solution.nodes}


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the frozen values of positions.")
    parser.add_argument("--nodes", action="store_true", help="count nodes anew, and keep all else")
    parser.add_argument("--large", action="store_true", help="take only the large positions anew")
    parser.add_argument("--game", choices=GAMES, help="of one game (default: of both)")
    arguments = parser.parse_args()
    for game in GAMES if arguments.game is None else (arguments.game,):
        if arguments.nodes:
            rows = [counted_anew(row) for row in read(game)]
        elif arguments.large:
            rows = [row for row in read(game) if row["proof"] == BRUTE_FORCE]
            rows += large_rows(game)
        else:
            cases = LAS_VEGAN_CASES if game == "las-vegan" else KRYPKASINO_CASES
            rows = [*named_rows(game, cases), *small_rows(game), *large_rows(game)]
        write(game, rows)
        print(f"{game}: {len(rows)} positions, {sum(row['nodes'] for row in rows)} nodes")


if __name__ == "__main__":
    main()
