"""The solver and brute force side by side.

As a command, it checks any number of small random positions of both games, with rule sets, sides and
objectives drawn at random, each under every setting of the search:

    python tests/compare_solver.py --positions 10000 --seed 1

Position i has seed `seed + i`, so that one of them can be checked alone.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import compare
import compare_krypkasino
from cabbage import _provers, notation, solver, testing
from cabbage._games import LAS_VEGAN, State, kind_of
from cabbage.cards import CardSet
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round, Rules
from reference import krypkasino, las_vegan, search

Sides: TypeAlias = tuple[tuple[int, ...], ...]

GAMES = ("las-vegan", "krypkasino")
OBJECTIVES = ("paranoid", "margin", "maxn")
NO_LIMIT = 1 << 62
LARGEST_TABLE = 9
# A number of lines up to which a position counts as small. Few are taken that are much smaller.
LINES = (30, 100, 300, 1_000)
MOST_BOUNDS = 8
ALL_FEATURES = sum(set(_provers.FEATURES.values()))
#: All features, each one switched off, and none.
FEATURE_SETS = {
    "all": ALL_FEATURES,
    **{f"no {name}": ALL_FEATURES & ~bit for name, bit in _provers.FEATURES.items()},
    "none": 0,
}


@dataclass(frozen=True)
class Question:
    """What is asked about a position."""

    state: State
    objective: str
    sides: Sides
    seat: int
    """Whose side the value is for; of the seat to move with maxn."""

    def __str__(self) -> str:
        position = notation.format_position(self.state, one_line=True)
        return f"{self.objective} of seat {self.seat}, sides {self.sides}: {position}"

    @property
    def side(self) -> tuple[int, ...]:
        (side,) = [side for side in self.sides if self.seat in side]
        return side

    @property
    def sign(self) -> int:
        """What makes utility of points."""
        return 1 if kind_of(self.state) is LAS_VEGAN else -1

    @property
    def weights(self) -> list[int]:
        others = -1 if self.objective == "margin" else 0
        return [1 if seat in self.side else others for seat in range(self.state.num_players)]

    def value(self, points: Sequence[int]) -> int:
        """What these final points are worth to the side, in points."""
        return sum(weight * p for weight, p in zip(self.weights, points, strict=True))

    def by_side(self, points: Sequence[int]) -> tuple[int, ...]:
        return tuple(sum(points[seat] for seat in side) for side in self.sides)

    def solve(self, state: State | None = None, **options: Any) -> solver.Solution:
        """What the solver says."""
        if self.objective != "maxn":
            options.setdefault("seat", self.seat)
        state = self.state if state is None else state
        return solver.solve(state, objective=self.objective, teams=self.sides, **options)


class Truth:
    """What brute force says about a position and all later ones."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.memory: search.Memory = {}
        aims = {
            "paranoid": search.paranoid(question.side),
            "margin": search.margin(question.side),
            "maxn": search.maxn(question.sides),
        }
        self.aim = aims[question.objective]

    def outcome(self, state: State) -> search.Outcome:
        """Of a position, its line in the engine's numbers."""
        model = reference_position(state)
        end = search.outcome(model, self.aim, self.memory)
        return search.Outcome(end.points, _numbers(model, end.line))

    def outcomes(self, state: State) -> dict[int, search.Outcome]:
        """Of every action, all in the engine's numbers."""
        model = reference_position(state)
        found = search.outcomes(model, self.aim, self.memory).values()
        lines = [search.Outcome(end.points, _numbers(model, end.line)) for end in found]
        return {end.line[0]: end for end in lines}


def reference_position(state: State) -> search.State:
    if isinstance(state, Round):
        return compare.reference_position(state)
    return compare_krypkasino.reference_position(state)


def _numbers(model: search.State, line: Sequence[search.Action]) -> tuple[int, ...]:
    """A line of the reference as the engine's numbers."""
    if isinstance(model, las_vegan.Round):
        return tuple(line)
    numbers = []
    model = model.copy()
    for move in line:
        numbers.append(krypkasino.move_number(model, move))
        model.play(move)
    return tuple(numbers)


def random_start(rng: random.Random, game: str | None = None, players: int | None = None) -> State:
    """A fresh round or deal of random rules."""
    game = rng.choice(GAMES) if game is None else game
    while True:
        if game == "krypkasino":
            rules = compare_krypkasino.random_rules(rng)
            if players in (None, rules.players):
                return compare_krypkasino.random_deal(rng, rules)
        else:
            round_rules = _random_round_rules(rng)
            if players in (None, round_rules.players):
                return Round.deal(rng.getrandbits(64), round_rules, number=rng.randrange(round_rules.rounds))


def _random_round_rules(rng: random.Random) -> Rules:
    rules = compare.random_rules(rng)
    if rng.random() < 0.6:
        return rules
    # Few cards, most of them the sevens and zeros that make the game.
    cards = [10 * suit + rank for suit in range(4) for rank in (7, 0)]
    others = [card for card in range(40) if card % 10 not in (0, 7)]
    deck = CardSet(cards + rng.sample(others, rng.randint(5, 12)))
    return rules.replace(deck=deck, hand_size=rng.randint(1, 8 // rules.players + 1))


def lines_left(state: State, most: int) -> int:
    """The number of lines to the end; of more than `most`, just some larger number."""
    cards = sum(len(state.hand(seat)) for seat in range(state.num_players))
    if isinstance(state, Deal):
        if len(state.table) > LARGEST_TABLE:
            return most + 1
        cards += len(state.stock)
    # A seven opens a decision at most, and a line that ends sooner counts as one.
    longest, depth = cards + 4, 2
    while (lines := testing.perft(state, depth)) <= most and depth < longest:
        depth += 2
    return lines


def random_position(
    rng: random.Random, game: str | None = None, players: int | None = None, lines: int | None = None
) -> State:
    """A small position of random rules, with something left to play."""
    while True:
        state = random_start(rng, game, players)
        most = rng.choice(LINES) if lines is None else lines
        least = rng.choice((1, most // 30, most // 10, most // 10))
        while not state.is_terminal and lines_left(state, most) > most:
            state.play(rng.choice(state.legal_moves()))
        if not state.is_terminal and lines_left(state, most) >= least:
            return state


def random_sides(rng: random.Random, players: int, number: int | None = None) -> Sides:
    """The seats dealt into two or more sides, or into so many."""
    number = rng.randint(2, players) if number is None else number
    seats = rng.sample(range(players), players)
    places = [*range(number), *(rng.randrange(number) for _ in range(players - number))]
    sides = [[seat for seat, place in zip(seats, places, strict=True) if place == n] for n in range(number)]
    return tuple(sorted(tuple(sorted(side)) for side in sides))


def random_question(rng: random.Random, state: State, objective: str | None = None) -> Question:
    objective = rng.choice(OBJECTIVES) if objective is None else objective
    sides = random_sides(rng, state.num_players, 2 if objective == "margin" else None)
    seat = rng.randrange(state.num_players) if objective != "maxn" and rng.random() < 0.5 else None
    return Question(state, objective, sides, state.current_player if seat is None else seat)


def prover_of(
    question: Question, table: solver.TranspositionTable, features: int, build: Any = _provers
) -> Any:
    """The native search for a question: a prover of bounds, or one of maxn's vectors."""
    state: Any = question.state
    las_vegan_game = kind_of(state) is LAS_VEGAN
    if question.objective == "maxn":
        maxn = build.RoundMaxn if las_vegan_game else build.DealMaxn
        return maxn(state, question.sides, table, features)
    prover = build.RoundProver if las_vegan_game else build.DealProver
    return prover(state, question.weights, table, features)


def check_solution(question: Question, truth: Truth, **options: Any) -> None:
    """Everything that a full solution says."""
    before = question.state.copy()
    solution = question.solve(**options)
    assert question.state == before, "the state has changed"
    assert Counter(map(frozenset, solution.sides)) == Counter(map(frozenset, question.sides))
    assert solution.objective == question.objective
    assert solution.minimises == (question.sign < 0)
    assert solution.stopped_by is None

    best, ends = truth.outcome(before), truth.outcomes(before)
    values = {action: question.value(end.points) for action, end in ends.items()}
    value = question.value(best.points)
    assert solution.is_exact
    assert solution.value == solution.lower == solution.upper == value, "the value is wrong"
    assert solution.values == values, "values of actions are wrong"
    assert list(solution.values) == before.legal_moves()
    assert solution.action_bounds == {action: (v, v) for action, v in values.items()}
    expected = tuple(action for action, v in values.items() if v == value)
    assert tuple(solution.best_actions) == expected, "the best actions are wrong"
    assert solution.best_action == expected[0]
    assert tuple(solution.principal_variation) == best.line, "the principal variation is not the first best"
    assert solution.returns is not None
    assert tuple(solution.returns) == best.points
    if question.objective == "maxn":
        assert solution.results is not None
        ordered = Question(before, "maxn", tuple(map(tuple, solution.sides)), question.seat)
        assert tuple(solution.results) == ordered.by_side(best.points)
    for action in solution.principal_variation:
        before.play(action)
    assert before.is_terminal
    assert question.value(before.returns()) == value


def check_less_detail(question: Question, truth: Truth, **options: Any) -> None:
    """A value alone, and a value with its line."""
    best = truth.outcome(question.state)
    first = [
        action
        for action, end in truth.outcomes(question.state).items()
        if question.value(end.points) == question.value(best.points)
    ]
    for detail in ("value", "line"):
        solution = question.solve(detail=detail, **options)
        assert solution.value == question.value(best.points), f"the value is wrong with detail={detail}"
        assert solution.best_action in first
        assert solution.best_actions == (solution.best_action,)
        assert solution.action_bounds == {}
        line, returns = (best.line, best.points) if detail == "line" else ((), None)
        assert tuple(solution.principal_variation) == line
        assert solution.returns == returns


def check_budget(question: Question, truth: Truth, rng: random.Random) -> None:
    """A search that is stopped says nothing wrong."""
    nodes = rng.randint(1, question.solve().nodes + 1)
    solution = question.solve(max_nodes=nodes)
    assert solution.nodes <= nodes, f"{solution.nodes} nodes of {nodes}"
    assert solution.stopped_by in (None, "nodes")
    assert solution.is_exact or solution.stopped_by == "nodes"
    value = question.value(truth.outcome(question.state).points)
    assert solution.lower <= value <= solution.upper, "the interval does not hold the value"
    ends = truth.outcomes(question.state)
    for action, (lower, upper) in solution.action_bounds.items():
        assert lower <= question.value(ends[action].points) <= upper, "a bound of an action is wrong"
    assert solution.best_action in ends


def check_prover(question: Question, truth: Truth, rng: random.Random, features: int) -> None:
    """The native search: of the position itself, and then of later ones with the same prover."""
    table = solver.TranspositionTable(1)
    prover = prover_of(question, table, features)
    state = question.state.copy()
    while not state.is_terminal:
        end = truth.outcome(state)
        if question.objective == "maxn":
            _check_vector(question, state, end, prover, rng)
        else:
            _check_bounds(state, question.sign * question.value(end.points), prover, rng)
        state.play(rng.choice(state.legal_moves()))


def _check_vector(
    question: Question, state: State, end: search.Outcome, prover: Any, rng: random.Random
) -> None:
    before = state.copy()
    expected = tuple(question.sign * result for result in question.by_side(end.points))
    vector, _ = prover.solve(state, rng.randint(1, 9))
    assert vector is None or tuple(vector) == expected
    vector, _ = prover.solve(state, NO_LIMIT)
    assert vector is not None
    assert tuple(vector) == expected, f"the vector is {vector}, not {expected}"
    assert state == before, "the state has changed"


def _check_bounds(state: State, truth: int, prover: Any, rng: random.Random) -> None:
    before = state.copy()
    lowest, highest = prover.bounds(state)
    assert lowest <= truth <= highest, f"bounds are {lowest} to {highest}, utility is {truth}"
    if highest - lowest < MOST_BOUNDS:
        bounds = list(range(lowest, highest + 2))
    else:
        bounds = sorted({lowest, truth - 1, truth, truth + 1, highest + 1, rng.randint(lowest, highest)})
    rng.shuffle(bounds)
    for bound in bounds:
        if rng.random() < 0.2:
            limit = rng.randint(1, 20)
            lower, upper, nodes = prover.at_least(state, bound, limit)
            assert lower <= truth <= upper, f"stopped at {lower} to {upper}, utility is {truth}"
            assert nodes <= limit, f"{nodes} nodes of {limit}"
        order = rng.randrange(3)
        lower, upper, nodes = prover.at_least(state, bound, NO_LIMIT, order=order)
        asked = f"asked for {bound}, proved {lower} to {upper}, utility is {truth}"
        assert lower <= truth <= upper, asked
        assert lower >= bound or upper < bound, asked
        assert nodes >= 1 or not lowest < bound <= highest, "the root is a node too"
    assert state == before, "the state has changed"


def check(question: Question, rng: random.Random, table: solver.TranspositionTable | None = None) -> None:
    """Everything, under every setting. Errors name the question. `table` may hold what it likes."""
    truth = Truth(question)
    setting = "solve"
    try:
        check_solution(question, truth, table=solver.TranspositionTable(1) if table is None else table)
        setting = "less detail"
        check_less_detail(question, truth, threads=rng.choice((1, 1, 2)))
        setting = "budget"
        check_budget(question, truth, rng)
        for name, features in FEATURE_SETS.items():
            setting = f"features: {name}"
            check_prover(question, truth, rng, features)
    except AssertionError as error:
        raise AssertionError(f"{error or 'an assertion'} [{setting}; {question}]") from error


def main() -> None:
    parser = argparse.ArgumentParser(description="Check the solver against brute force.")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lines", type=int, help="of about so many lines (default: a variety)")
    arguments = parser.parse_args()
    table = solver.TranspositionTable(1)
    start = time.perf_counter()
    counts: Counter[str] = Counter()
    for seed in range(arguments.seed, arguments.seed + arguments.positions):
        rng = random.Random(seed)
        question = random_question(rng, random_position(rng, lines=arguments.lines))
        try:
            check(question, rng, table if seed % 2 else None)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {question}") from error
        counts[f"{kind_of(question.state).name} {question.objective}"] += 1
    seconds = time.perf_counter() - start
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    print(f"{counts.total()} positions agree under {len(FEATURE_SETS)} settings: {kinds}; {seconds:.0f} s")


if __name__ == "__main__":
    main()
