"""Advice: what a player may expect of each of its actions, and what can be said of them.

`advise(view)` looks at a position as a seat sees it, hidden cards unknown, and lists every legal action, best
first: the result to expect, with its error, and reasons in words.

    >>> from cabbage import notation
    >>> view = notation.parse_view('''
    ...     las-vegan view 1
    ...     casino B R 6
    ...     golden -4 min
    ...     tokens -1 +1 -1 -2
    ...     placed t3 t1 -
    ...     leader 2
    ...     seat 2
    ...     hands 4 | 4 | P2 G8 B58 | 4
    ...     voids - | R | R | G
    ...     piles R02 P01349 B01269 | - | R1789 P78 G012347 | -
    ... ''')
    >>> advice = advise(view, player="ismcts:2000")
    >>> for suggestion in advice.suggestions:
    ...     print(f"{suggestion.name} {suggestion.value:+.1f}: {suggestion.reasons[0]}")
    P2 +3.2: It can be beaten by P5 or P6 of seats 0, 1 or 3.
    B5 +3.2: It can be beaten by B7 of seats 0, 1 or 3.
    G8 +3.1: It can be beaten by G9 of seats 0 or 1.
    B8 +1.4: It wins the trick for certain: nobody after you can beat it.
    >>> advice.verdict
    'P2, B5 and G8 are about as good: they differ by no more than the error bars.'

Values are estimates. The error bars say how far chance in the simulations may have moved them, not how far
the other seats play otherwise than the simulations have it. Reasons are facts: true however the hidden cards
lie.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cabbage import _krypkasino_reasons, _las_vegan_reasons
from cabbage._checks import quoted
from cabbage._games import LAS_VEGAN, View, kind_of_view
from cabbage._player import legal_moves_of
from cabbage._sampling import LEAD, is_duel, objective_of
from cabbage._words import joined, seats
from cabbage.errors import PlayerError
from cabbage.notation import format_view
from cabbage.players import Estimate, ISMCTSPlayer, Player, parse_player
from cabbage.streams import RandomStream

__all__ = ["Advice", "Suggestion", "advise"]

DEFAULT_SIMULATIONS = 20_000
#: Standard errors on either side of a mean that are its 95% error bar.
BARS = 1.96


@dataclass(frozen=True)
class Suggestion:
    """An action that may be played, and what to think of it."""

    action: int
    """The action, as `legal_moves` has it."""

    name: str
    """Its text, as the game's notation has it."""

    value: float
    """The result to expect, in the game's own points; not a number where the action was not tried."""

    standard_error: float
    """The standard error of `value`; not a number where the action was tried less than twice."""

    count: int
    """How often the action was tried."""

    reasons: tuple[str, ...]
    """What can be said of it: sentences that are true however the hidden cards lie, the weightiest first."""

    @property
    def error_bar(self) -> float:
        """How far the value may be off by chance, to either side, with 95% confidence."""
        return BARS * self.standard_error


@dataclass(frozen=True)
class Advice:
    """What a player thinks of the actions of a view. Its text is `table()`."""

    view: View
    """What the seat to move knows."""

    player: str
    """The name of the player that was asked."""

    objective: str
    """What it plays for: `lead`, `margin`, `paranoid` or `maxn`, as the players have them."""

    count: int
    """How often actions were tried, all together."""

    suggestions: tuple[Suggestion, ...]
    """Every legal action, best first."""

    @property
    def low_is_good(self) -> bool:
        """Whether the seat wants a low value: so it is in Krypkasino."""
        return kind_of_view(self.view) is not LAS_VEGAN

    @property
    def about_as_good(self) -> tuple[Suggestion, ...]:
        """The suggestions that are not worse than the first beyond the error bars of the difference.

        The first is one of them; empty where it was not tried.
        """
        first = self.suggestions[0]
        sign = -1 if self.low_is_good else 1

        def bars(other: Suggestion) -> float:
            return BARS * math.hypot(first.standard_error, other.standard_error)

        return tuple(
            other
            for other in self.suggestions
            if (other is first and first.count > 0) or sign * (first.value - other.value) <= bars(other)
        )

    @property
    def meaning(self) -> str:
        """What the values are, in words."""
        objective = objective_of(self.view, self.objective)
        side = objective.side
        if self.low_is_good:
            what, those, good = f"points of {seats(side)} by the end of this batch", "those", "low is good"
        else:
            what, those, good = f"change in cabbages of {seats(side)} in this round", "that", "high is good"
        if is_duel(objective) and self.objective != "paranoid":
            other = next(other for other in objective.sides if other != side)
            what = f"{what}, less {those} of {seats(other)}"
        elif self.objective == LEAD:
            what = f"{what}, less the mean of the others'"
        elif self.objective == "paranoid":
            what = f"{what}, with all others against it"
        return f"{what}; what is already won is included; {good}"

    @property
    def verdict(self) -> str:
        """Which action is best, and whether that is more than chance, as a sentence."""
        first, *others = self.suggestions
        if not others:
            return f"{first.name} is the only action."
        if not first.count:
            return "Nothing was tried: the player has no budget, and the order says nothing."
        if first.count == 1:
            return f"{first.name} came out best of at most one trial each, which tells nothing of chance."
        alike = self.about_as_good
        unknown = [other.name for other in others if other.count < 2]
        if len(alike) > 1:
            names = joined(other.name for other in alike)
            found = f"{names} are about as good: they differ by no more than the error bars"
        elif len(unknown) < len(others):
            found = (
                f"{first.name} is {'better than the others' if unknown else 'best'}, beyond the error bars"
            )
        else:
            found = f"{first.name} came out best"
        return f"{found}; too few trials of {joined(unknown)} to tell." if unknown else f"{found}."

    def table(self) -> str:
        """The advice as a text for the terminal: a line an action, its reasons below it."""
        kind = kind_of_view(self.view)
        width = max(6, *(len(suggestion.name) for suggestion in self.suggestions))
        lines = [
            f"{kind.title}, seat {self.view.seat} to move; {self.player}, {self.count:,} trials",
            f"value: {self.meaning}",
            "+-: 95% error bars, 1.96 standard errors",
            "",
            f"{'action':{width}}  {'value':>7}  {'+-':>5}  {'trials':>9}",
        ]
        for suggestion in self.suggestions:
            value = f"{round(suggestion.value, 2) + 0.0:+.2f}" if suggestion.count else "-"  # no -0.00
            bar = f"{suggestion.error_bar:.2f}" if suggestion.count > 1 else "-"
            lines.append(f"{suggestion.name:{width}}  {value:>7}  {bar:>5}  {suggestion.count:>9,}")
            lines += [f"    {reason}" for reason in suggestion.reasons]
        return "\n".join([*lines, "", self.verdict])

    def to_dict(self) -> dict[str, Any]:
        """The advice as JSON values; None for what is not a number."""
        return {
            "game": kind_of_view(self.view).name,
            "view": format_view(self.view, one_line=True),
            "seat": self.view.seat,
            "player": self.player,
            "objective": self.objective,
            "meaning": self.meaning,
            "low_is_good": self.low_is_good,
            "count": self.count,
            "suggestions": [
                {
                    "action": suggestion.action,
                    "name": suggestion.name,
                    "value": _number(suggestion.value),
                    "standard_error": _number(suggestion.standard_error),
                    "error_bar": _number(suggestion.error_bar),
                    "count": suggestion.count,
                    "reasons": list(suggestion.reasons),
                }
                for suggestion in self.suggestions
            ],
            "about_as_good": [suggestion.name for suggestion in self.about_as_good],
            "verdict": self.verdict,
        }

    def __str__(self) -> str:
        return self.table()


def advise(view: View, *, player: Player | str | None = None, seed: int = 0) -> Advice:
    """What a player thinks of every legal action of a view, and what can be said of each.

    view: a View of Las Vegan or Krypkasino whose seat is to move.
    player: one that estimates every action, as `PIMCPlayer` and `ISMCTSPlayer` do, or its text, as
        `parse_player` reads it. None: `ISMCTSPlayer` with 20,000 simulations.
    seed: of its chance, 0 to 2**64 - 1. The same seed gives the same advice, if the budget is not in seconds.

    Raises GameOverError for a round or deal that is over, PlayerError where it is another seat's turn and for
    a player that has no estimates, and what the player raises.
    """
    legal = legal_moves_of(view)
    stream = RandomStream(seed)
    if player is None:
        player = ISMCTSPlayer(simulations=DEFAULT_SIMULATIONS)
    elif isinstance(player, str):
        player = parse_player(player)
    estimates = _estimates(player, view, stream)
    if sorted(estimate.action for estimate in estimates) != sorted(legal):
        raise PlayerError(f"player {quoted(player.name)} does not estimate every legal action once; {view!r}")
    kind = kind_of_view(view)
    names = kind.action_names(view)
    reasons = (_las_vegan_reasons if kind is LAS_VEGAN else _krypkasino_reasons).reasons(view)
    suggestions = tuple(
        Suggestion(e.action, names[e.action], e.value, e.standard_error, e.count, tuple(reasons[e.action]))
        for e in estimates
    )
    objective = objective_of(view, getattr(player, "objective", None) or LEAD).name
    return Advice(view, player.name, objective, sum(e.count for e in estimates), suggestions)


def _estimates(player: Any, view: View, stream: RandomStream) -> Sequence[Estimate]:
    """What a player estimates, if it does. Raises PlayerError if not."""
    estimates = getattr(player, "estimates", None)
    if estimates is None or isinstance(player, type):
        name = quoted(player if isinstance(player, type) else getattr(player, "name", player))
        raise PlayerError(
            f"player {name} chooses without saying what it expects of each action; "
            "advice takes one that does, as pimc or ismcts"
        )
    found: Sequence[Estimate] = estimates(view, stream)
    return found


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
