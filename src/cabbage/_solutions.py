"""What a search found out about one position."""

from __future__ import annotations

from dataclasses import dataclass, field

from cabbage._objectives import Sides
from cabbage.errors import NotExactError

__all__ = ["Solution"]

Bounds = tuple[int, int]


@dataclass(frozen=True)
class Solution:
    """What a search found out about a position: exact, or proven bounds.

    All values are for the side of `seat`, in the game's own points: final cabbages won or lost, or final
    points, what was made before the position included.
    """

    objective: str
    """"margin", "paranoid" or "maxn"."""

    sides: Sides
    """Who plays together; sorted."""

    seat: int
    """The seat whose side the values are for."""

    minimises: bool
    """Whether less is better for that side: points in Krypkasino; not so cabbages in Las Vegan."""

    lower: int
    """The value is proven to be at least this."""

    upper: int
    """The value is proven to be at most this."""

    best_action: int
    """A best action of the seat to move if `best_is_proven`; otherwise the most promising one of those that
    are not proven to be worse. Always legal. With the detail "line" or "actions" it is the first best one in
    canonical order, where the search found all it was asked for."""

    best_actions: tuple[int, ...]
    """The actions that are proven to keep the value, in canonical order: all that do, if the exact values of
    all actions were asked for and found; otherwise those that are known, and where none is, none."""

    action_bounds: dict[int, Bounds] = field(default_factory=dict)
    """For every legal action, bounds of the value after it; empty unless asked for. They are equal where
    the value is exact."""

    principal_variation: tuple[int, ...] = ()
    """The actions from here to the end of the round or deal if all play best, each time the first best
    action in canonical order; empty unless asked for and found."""

    returns: tuple[int, ...] | None = None
    """What each seat has at the end of the principal variation; None where there is none."""

    results: tuple[int, ...] | None = None
    """Of maxn, what each of `sides` gets; None where that is not known."""

    nodes: int = 0
    """Positions visited."""

    seconds: float = field(default=0.0, compare=False)
    """Wall-clock time of the search. It may differ from run to run, and does not count in comparisons."""

    stopped_by: str | None = None
    """What ended the search before it had found all it was asked for: "nodes", "seconds" or
    "interrupt"; None where nothing did."""

    @property
    def is_exact(self) -> bool:
        """Whether the value is known."""
        return self.lower == self.upper

    @property
    def best_is_proven(self) -> bool:
        """Whether no action is better than `best_action`; that can be known where the value is not."""
        return self.best_action in self.best_actions

    @property
    def value(self) -> int:
        """The value of the position. Raises NotExactError, with the bounds, where it is not known."""
        if not self.is_exact:
            raise NotExactError(
                f"the value is not exact: it is proven to be {self.lower} to {self.upper}; "
                f"the search was stopped by {self.stopped_by} after {self.nodes:,} nodes"
            )
        return self.lower

    @property
    def values(self) -> dict[int, int]:
        """The exact value after every legal action, in canonical order.

        Raises NotExactError where one of them is not known, or where they were not asked for.
        """
        if not self.action_bounds:
            raise NotExactError('the values of actions were not asked for; detail="actions" does')
        for action, (lower, upper) in self.action_bounds.items():
            if lower != upper:
                raise NotExactError(
                    f"the value of action {action} is not exact: it is proven to be {lower} to {upper}; "
                    f"the search was stopped by {self.stopped_by} after {self.nodes:,} nodes"
                )
        return {action: lower for action, (lower, _) in self.action_bounds.items()}
