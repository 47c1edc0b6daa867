"""What the players share that search worlds drawn from a view."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from types import ModuleType
from typing import Any, ClassVar

from cabbage._batches import LOOPS, NO_MEMORY
from cabbage._games import View, kind_of_view
from cabbage._objectives import OBJECTIVES, Objective, checked_name, checked_objective
from cabbage._player import check_stream, legal_moves_of, quote_view
from cabbage._rule_of_thumb import RuleOfThumbPlayer
from cabbage._statistics import standard_error
from cabbage._values import Validated
from cabbage.errors import TooManyCapturesError
from cabbage.streams import RandomStream

__all__ = [
    "LEAD",
    "Estimate",
    "SamplingPlayer",
    "check_failure",
    "is_duel",
    "lane_of",
    "objective_of",
    "weights_of",
]

#: What players play for unless told otherwise: their side's result less the mean of the other sides'.
LEAD = "lead"

#: For an action its number, how often it was tried, and the sums of what came of it and of the squares of
#: that: in utility, which is the greater the better.
Found = tuple[int, int, int, int]


@dataclass(frozen=True)
class Estimate:
    """What an action is worth to the seat that is to move, as far as a search knows."""

    action: int
    """The action, as `legal_moves` has it."""

    count: int
    """How many worlds or simulations it was tried in."""

    value: float
    """The mean of what came of it, in the game's own points; not a number if it was not tried."""

    standard_error: float
    """The standard error of that mean; not a number if it was tried less than twice."""


class SamplingPlayer(Validated):
    """A player that searches worlds drawn from what it knows. Its fields are its subclass's."""

    kind: ClassVar[str]
    #: The fields that are its budget, and stand before the options in its name.
    budgets: ClassVar[tuple[str, ...]]

    objective: str

    def __post_init__(self) -> None:
        if self.objective != LEAD:
            checked_name(self.objective, (LEAD, *OBJECTIVES))

    @property
    def name(self) -> str:
        """The player as `parse_player` reads it: its kind, its budget, and what differs from the default."""
        default = type(self)()
        options = [
            f"{f.name}={getattr(self, f.name)}"
            for f in fields(self)
            if f.name not in self.budgets and getattr(self, f.name) != getattr(default, f.name)
        ]
        return f"{self.kind}:{','.join([self._budget_text(), *options])}"

    def choose(self, view: View, rng: RandomStream) -> int:
        """The first of `estimates`; what the rule of thumb says where the budget was not enough for any."""
        legal = legal_moves_of(view)
        if len(legal) == 1:
            return legal[0]
        best = self.estimates(view, rng)[0]
        return best.action if best.count else RuleOfThumbPlayer().choose(view, rng)

    def estimates(self, view: View, rng: RandomStream) -> list[Estimate]:
        """What each legal action is worth, best first; those behind that were not tried.

        Values are in the game's own points, as the objective has them; in Krypkasino those that are made by
        the end of the batch.

        Raises GameOverError for a round or deal that is over, PlayerError where it is another seat's turn,
        ObjectiveError where the objective does not fit the game's sides, and TooManyCapturesError where a
        game comes to a table with more captures than can be listed. Ctrl-C is heard.
        """
        legal = legal_moves_of(view)
        check_stream(rng)
        objective = objective_of(view, self.objective)
        found, scale = self._search(view, objective, rng.next())
        scale *= unit_of(objective)
        known = {action: numbers for action, *numbers in found}
        estimates = [_estimate(action, known.get(action), objective, scale) for action in legal]
        sign = -1 if objective.minimises else 1
        return sorted(estimates, key=lambda e: (-self._weight(e), -sign * e.value if e.count else math.inf))

    def _budget_text(self) -> str:
        """The budget in the player's name."""
        raise NotImplementedError

    def _weight(self, estimate: Estimate) -> int:
        """What counts for more than the value."""
        raise NotImplementedError

    def _search(self, view: View, objective: Objective, seed: int) -> tuple[Iterable[Found], int]:
        """What is found of the actions, and how much each time counts that one was tried."""
        raise NotImplementedError


def objective_of(view: View, name: str) -> Objective:
    """An objective of the seat that is to move, which is the view's."""
    state: Any = view._world
    if name == LEAD:
        return replace(checked_objective(state, "maxn"), name=LEAD)
    return checked_objective(state, name)


def is_duel(objective: Objective) -> bool:
    """Whether what is good for one side is as bad for all others."""
    return objective.name in ("margin", "paranoid") or (objective.name == LEAD and len(objective.sides) == 2)


def unit_of(objective: Objective) -> int:
    """How many of utility, as `weights_of` has it, are one point."""
    return len(objective.sides) - 1 if objective.name == LEAD else 1


def _estimate(action: int, known: Iterable[int] | None, objective: Objective, scale: int) -> Estimate:
    if known is None:
        return Estimate(action, 0, math.nan, math.nan)
    count, total, squares = known
    value = (-total if objective.minimises else total) / (count * scale)
    error = standard_error(count, total, squares) / scale
    return Estimate(action, count, value, error)


def weights_of(objective: Objective) -> list[list[int]]:
    """How each seat values each seat's result: a row a seat, of whole numbers from -5 to 5."""
    sign = -1 if objective.minimises else 1
    side_of = {seat: side for side in objective.sides for seat in side}
    seats = sorted(side_of)

    def weight(seat: int, other: int) -> int:
        if objective.name == "paranoid":
            return (other in objective.side) * (1 if seat in objective.side else -1)
        if other in side_of[seat]:
            return unit_of(objective)
        return 0 if objective.name == "maxn" else -1

    return [[sign * weight(seat, other) for other in seats] for seat in seats]


def lane_of(view: View) -> tuple[ModuleType, Any]:
    """The native loops of a view's game, and a lane that knows what the view knows."""
    loops = LOOPS[kind_of_view(view).name]
    lanes = loops.Lanes(view.rules, 1)
    lanes.load(0, view._world)
    return loops, lanes


def check_failure(failure: int, view: View) -> None:
    """Raise what a native search failed with, if it did."""
    if failure == NO_MEMORY:
        raise MemoryError("no memory for a search")
    if failure:
        raise TooManyCapturesError(
            "a search comes to a table with too many captures to list, or too complicated ones; "
            f"view: {quote_view(view)}"
        )
