"""What a search is for: the objective, who plays with whom, and whose value it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cabbage._checks import below, integer, quoted, some_of
from cabbage._games import LAS_VEGAN, State, kind_of
from cabbage.errors import CabbageError, InputTypeError, ObjectiveError

__all__ = ["OBJECTIVES", "Objective", "Sides", "checked_name", "checked_objective"]

Sides = tuple[tuple[int, ...], ...]
OBJECTIVES = ("margin", "paranoid", "maxn")


@dataclass(frozen=True)
class Objective:
    """An objective of one position.

    A search works in utility, which its own side maximises: weighted final scores, negated in a game
    in which low scores are good. What people see is in the game's own points.
    """

    name: str
    sides: Sides
    seat: int
    """Whose side the value is for."""

    minimises: bool
    """Whether low scores are good."""

    @property
    def side(self) -> tuple[int, ...]:
        """The seats of the side that the value is for."""
        return next(side for side in self.sides if self.seat in side)

    @property
    def side_number(self) -> int:
        """The place of that side among the sides."""
        return self.sides.index(self.side)

    @property
    def weights(self) -> list[int]:
        """How each seat's score counts. The seats of weight 1 maximise utility, all others minimise it."""
        other = -1 if self.name == "margin" else 0
        return [1 if seat in self.side else other for seat in range(sum(map(len, self.sides)))]

    def utility(self, returns: Sequence[int]) -> int:
        """The utility of final scores."""
        return self._signed(sum(w * score for w, score in zip(self.weights, returns, strict=True)))

    def side_utilities(self, returns: Sequence[int]) -> list[int]:
        """Each side's own utility of final scores, as `maxn` has it."""
        return [self._signed(sum(returns[seat] for seat in side)) for side in self.sides]

    def points(self, lower: int, upper: int) -> tuple[int, int]:
        """Bounds of utility as bounds in the game's own points."""
        return (-upper, -lower) if self.minimises else (lower, upper)

    def _signed(self, score: int) -> int:
        return -score if self.minimises else score


def checked_name(name: object, known: Sequence[str] = OBJECTIVES) -> str:
    """The name of an objective, as a caller gives it."""
    if not isinstance(name, str):
        raise InputTypeError(f"the objective is a str, not {quoted(name)}")
    if name not in known:
        names = f"{', '.join(known[:-1])} and {known[-1]}"
        raise ObjectiveError(f"the objectives are {names}, not {quoted(name)}")
    return name


def checked_objective(state: State, name: object, teams: object = None, seat: object = None) -> Objective:
    """An objective as a caller gives it, for a position that is not over."""
    name = checked_name(name)
    if seat is not None:
        if name == "maxn":
            raise ObjectiveError(
                f"maxn has a result for every side, and takes no seat; it was given {quoted(seat)}"
            )
        seat = below("seat", seat, state.num_players)
    sides = _default_sides(state) if teams is None else _checked_teams(teams, state.num_players)
    if name == "margin" and len(sides) != 2:
        source = "teams" if teams is not None else "without teams the sides"
        raise ObjectiveError(f"margin is between two sides, and {source} are {len(sides)}: {quoted(sides)}")
    whose = state.current_player if seat is None else integer("seat", seat)
    return Objective(name, sides, whose, minimises=kind_of(state) is not LAS_VEGAN)


def _default_sides(state: Any) -> Sides:
    if kind_of(state) is LAS_VEGAN:
        return tuple((seat,) for seat in range(state.num_players))
    sides: Sides = state.rules.sides
    return sides


def _checked_teams(teams: object, players: int) -> Sides:
    """A partition of the seats, sorted."""
    if isinstance(teams, (str, bytes)) or not isinstance(teams, Iterable):
        raise InputTypeError(f"teams are sequences of seats, not {quoted(teams)}")
    sides = []
    for team in some_of(teams):
        if isinstance(team, (str, bytes)) or not isinstance(team, Iterable):
            raise InputTypeError(f"a team is a sequence of seats, not {quoted(team)}; teams: {quoted(teams)}")
        try:
            sides.append(tuple(sorted(below("a seat", seat, players) for seat in some_of(team))))
        except CabbageError as error:
            wrong = InputTypeError if isinstance(error, InputTypeError) else ObjectiveError
            raise wrong(f"{error}; teams: {quoted(teams)}") from None
    seats = sorted(seat for side in sides for seat in side)
    if seats != list(range(players)) or not all(sides):
        fault = next((f"seat {seat} stands twice" for seat in seats if seats.count(seat) > 1), None)
        fault = fault or next(
            (f"seat {s} is in none" for s in range(players) if s not in seats), "one is empty"
        )
        raise ObjectiveError(f"teams have each of the {players} seats once, and {fault}: {quoted(teams)}")
    return tuple(sorted(sides))
