"""Brute force over the reference games: how a round or deal ends if everybody plays for a given aim.

All cards are known to all, those of later batches too. Every line is played to its end and nothing is
pruned, so that it can be read against the words "best play" and then be used to check the solver. It
stands on the references alone and shares no code with the engine.

Among actions that are as good for the seat to move, the first in canonical order is played. An
`Outcome` holds the line that comes of that, and what every seat has at its end.

With a `memory`, a dict, each position is searched once. A memory serves one deal and one aim.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from reference import krypkasino, las_vegan

State: TypeAlias = las_vegan.Round | krypkasino.Deal
Action: TypeAlias = Any  # an action of Las Vegan, a move of Krypkasino
Side: TypeAlias = Sequence[int]
Sides: TypeAlias = Sequence[Side]
Points: TypeAlias = tuple[int, ...]
# What a seat to move makes as large as it can, of the final gains of all seats.
Aim: TypeAlias = Callable[[int, Points], int]
Memory: TypeAlias = dict[Hashable, "Outcome"]


@dataclass(frozen=True)
class Outcome:
    """How best play ends."""

    points: Points
    """The final result of each seat: cabbages, of which many are good, or points, of which few are."""

    line: tuple[Action, ...]
    """All actions up to the end."""

    def of(self, side: Side) -> int:
        """The result of these seats together."""
        return total(self.points, side)

    def margin(self, side: Side) -> int:
        """The result of these seats less that of all others."""
        return 2 * total(self.points, side) - sum(self.points)


def total(points: Points, side: Side) -> int:
    """What these seats have together."""
    return sum(points[seat] for seat in side)


def paranoid(side: Side) -> Aim:
    """One side wants much for itself; all others want it to have little."""

    def aim(seat: int, gains: Points) -> int:
        own = total(gains, side)
        return own if seat in side else -own

    return aim


def margin(side: Side) -> Aim:
    """One side wants to be far ahead of all the others, and these want the contrary."""

    def aim(seat: int, gains: Points) -> int:
        ahead = 2 * total(gains, side) - sum(gains)
        return ahead if seat in side else -ahead

    return aim


def maxn(sides: Sides) -> Aim:
    """Every side wants much for itself, and does not care about the others."""

    def aim(seat: int, gains: Points) -> int:
        (own,) = [side for side in sides if seat in side]
        return total(gains, own)

    return aim


def _final_points(state: State) -> Points:
    """What every seat has at the end."""
    return tuple(state.returns() if isinstance(state, las_vegan.Round) else state.scores())


def gains(state: State, points: Points) -> Points:
    """Points as what is wanted: in Krypkasino the lowest score wins."""
    return points if isinstance(state, las_vegan.Round) else tuple(-p for p in points)


def actions(state: State) -> list[Action]:
    """The legal actions, in canonical order."""
    return state.legal_actions() if isinstance(state, las_vegan.Round) else list(state.legal_moves())


def after(state: State, action: Action) -> State:
    """A copy of the state in which the action has been played."""
    child = state.copy()
    child.play(action)
    return child


def position(state: State) -> Hashable:
    """Everything that can matter for the rest of a deal."""
    if isinstance(state, las_vegan.Round):
        return (
            tuple(frozenset(hand) for hand in state.hands),
            tuple(state.trick),
            tuple(frozenset(card for trick in tricks for card in trick) for tricks in state.tricks_won),
            state.last_trick_winner,
            state.pending,
            state.golden_side,
            tuple(state.placed),
        )
    return (
        state.batch_number,
        tuple(tuple(hand) for hand in state.hands),
        tuple(state.table),
        tuple(tuple(pile) for pile in state.piles),
        tuple(state.aside),
        tuple(state.sweep_points),
        state.last_capturer,
        state.last_player,
    )


def outcome(state: State, aim: Aim, memory: Memory | None = None) -> Outcome:
    """How the round or deal ends from here, if every seat plays for this aim."""
    if state.is_terminal:
        return Outcome(_final_points(state), ())
    if memory is None:
        return _best(state, aim, outcomes(state, aim))
    key = position(state)
    if key not in memory:
        memory[key] = _best(state, aim, outcomes(state, aim, memory))
    return memory[key]


def outcomes(state: State, aim: Aim, memory: Memory | None = None) -> dict[Action, Outcome]:
    """The same for each legal action; each line begins with the action."""
    found = {}
    for action in actions(state):
        rest = outcome(after(state, action), aim, memory)
        found[action] = Outcome(rest.points, (action, *rest.line))
    return found


def _best(state: State, aim: Aim, found: Mapping[Action, Outcome]) -> Outcome:
    """What the seat to move chooses. Of several that are as good, `max` takes the first."""
    mover = state.current_player
    return max(found.values(), key=lambda end: aim(mover, gains(state, end.points)))


def side_to_move(state: State) -> Side:
    """The seats that play together with the one to move, by the rules of the game."""
    seat = state.current_player
    if isinstance(state, las_vegan.Round):
        return (seat,)
    (side,) = [side for side in state.rules.sides if seat in side]
    return side


def paranoid_value(state: State, side: Side) -> int:
    """The side's final result, if all the others play against it."""
    return outcome(state, paranoid(side)).of(side)


def paranoid_values(state: State, side: Side | None = None) -> dict[Action, int]:
    """The same for each legal action; of the side to move, if none is named."""
    if state.is_terminal:
        return {}
    side = side_to_move(state) if side is None else side
    return {action: end.of(side) for action, end in outcomes(state, paranoid(side)).items()}


def margin_value(state: State, side: Side) -> int:
    """The side's final result less that of all others, who are the other side."""
    return outcome(state, margin(side)).margin(side)


def margin_values(state: State, side: Side | None = None) -> dict[Action, int]:
    """The same for each legal action; of the side to move, if none is named."""
    if state.is_terminal:
        return {}
    side = side_to_move(state) if side is None else side
    return {action: end.margin(side) for action, end in outcomes(state, margin(side)).items()}


def maxn_vector(state: State, sides: Sides) -> Points:
    """The final result of each side, if each plays for itself."""
    end = outcome(state, maxn(sides))
    return tuple(end.of(side) for side in sides)


def maxn_vectors(state: State, sides: Sides) -> dict[Action, Points]:
    """The same for each legal action."""
    found = outcomes(state, maxn(sides))
    return {action: tuple(end.of(side) for side in sides) for action, end in found.items()}
