"""What a solver must find, from the references: every line is played to its end, nothing is pruned.

Sources of truth are the plain models in `reference`; utility is as `cabbage.solver` has it inside, the
weighted final scores, negated in Krypkasino.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeAlias

from cabbage import testing
from cabbage.krypkasino import Deal
from cabbage.las_vegan import Round
from compare import random_rules, reference_round
from compare_krypkasino import random_deal, reference_deal, reference_move
from compare_krypkasino import random_rules as random_rules_of_krypkasino
from reference import krypkasino as ref_krypkasino
from reference import las_vegan as ref_las_vegan

State: TypeAlias = Round | Deal
Model: TypeAlias = ref_las_vegan.Round | ref_krypkasino.Deal
Sides: TypeAlias = tuple[tuple[int, ...], ...]

MOST_CARDS = 12
MOST_LINES = 600


def cards_left(state: State) -> int:
    """The cards that are still to be played."""
    hands = sum(len(state.hand(seat)) for seat in range(state.num_players))
    return hands + (len(state.stock) if isinstance(state, Deal) else 0)


def end_of(state: State, model: Model, rng: random.Random, lines: int = MOST_LINES) -> None:
    """Play both at random until few enough lines are left for brute force."""
    while not state.is_terminal and (cards_left(state) > MOST_CARDS or testing.perft(state, 99) > lines):
        action = rng.choice(state.legal_moves())
        if isinstance(model, ref_las_vegan.Round):
            model.play(action)
        else:
            assert isinstance(state, Deal)
            model.play(reference_move(next(move for move in state.moves() if move.number == action)))
        state.play(action)


def end_of_round(seed: int, lines: int = MOST_LINES) -> tuple[Round, ref_las_vegan.Round]:
    """A position near the end of a round under random rules, in engine and reference."""
    rng = random.Random(seed)
    state = Round.deal(rng.getrandbits(64), random_rules(rng))
    model = reference_round(state)
    end_of(state, model, rng, lines)
    return state, model


def end_of_deal(seed: int, lines: int = MOST_LINES) -> tuple[Deal, ref_krypkasino.Deal]:
    """A position near the end of a deal under random rules, in engine and reference."""
    rng = random.Random(seed)
    state = random_deal(rng, random_rules_of_krypkasino(rng))
    model = reference_deal(state)
    end_of(state, model, rng, lines)
    return state, model


def random_sides(rng: random.Random, players: int, number: int | None = None) -> Sides:
    """A random partition of the seats, into so many sides."""
    number = rng.randint(1, players) if number is None else number
    seats = list(range(players))
    rng.shuffle(seats)
    sides = [[seat] for seat in seats[:number]]
    for seat in seats[number:]:
        rng.choice(sides).append(seat)
    return tuple(sorted(tuple(sorted(side)) for side in sides))


def actions_of(model: Model) -> list[int]:
    """The legal actions, as numbers."""
    if isinstance(model, ref_las_vegan.Round):
        return model.legal_actions()
    return [ref_krypkasino.move_number(model, move) for move in model.legal_moves()]


def _after(model: Model, place: int) -> Model:
    """The model after the action at a place of the list."""
    child = model.copy()
    if isinstance(child, ref_las_vegan.Round):
        child.play(child.legal_actions()[place])
    else:
        child.play(child.legal_moves()[place])
    return child


def children(model: Model) -> dict[int, Model]:
    """The model after each action."""
    return {action: _after(model, place) for place, action in enumerate(actions_of(model))}


def scores(model: Model) -> list[int]:
    """Final scores, with the sign that makes much good."""
    if isinstance(model, ref_las_vegan.Round):
        return model.returns()
    return [-points for points in model.scores()]


def zero_sum(model: Model, weights: Sequence[int]) -> int:
    """Utility if the seats of weight 1 maximise it and the others minimise it."""
    if model.is_terminal:
        return sum(w * score for w, score in zip(weights, scores(model), strict=True))
    values = [zero_sum(child, weights) for child in children(model).values()]
    return max(values) if weights[model.current_player] == 1 else min(values)


def maxn(model: Model, sides: Sides) -> tuple[int, ...]:
    """The utility of each side if each maximises its own, by the first of equal actions."""
    if model.is_terminal:
        found = scores(model)
        return tuple(sum(found[seat] for seat in side) for side in sides)
    place = next(i for i, side in enumerate(sides) if model.current_player in side)
    # `max` takes the first of equal ones.
    return max((maxn(child, sides) for child in children(model).values()), key=lambda found: found[place])
