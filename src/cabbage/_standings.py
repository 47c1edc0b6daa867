"""What a match came to: who did how well, and how sure that is."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy

from cabbage import las_vegan
from cabbage._arrays import Array
from cabbage._checks import below
from cabbage._games import LAS_VEGAN, Kind, Rules, kind_of_rules
from cabbage._match_games import deal_seed
from cabbage._statistics import Average, average, holm, p_value
from cabbage._values import Validated

__all__ = ["SIGNIFICANT", "Comparison", "Match", "Standing"]

#: Below this a corrected p-value is called significant.
SIGNIFICANT = 0.01
#: What 1 to 6 winners can share in whole numbers.
_WIN = 60


@dataclass(frozen=True)
class Standing:
    """How one competitor did."""

    name: str

    entries: tuple[int, ...]
    """Which entries of the match it is."""

    rank: int
    """One more than the number of competitors that are significantly better."""

    result: Average
    """Cabbages or points of a seat in a game; a deal's mean over seats and rotations counts as one number."""

    by_seat: tuple[float, ...]
    """The mean result in each seat."""

    win_share: float
    """The share of games that a seat of it won, 0 to 1; a game with k winners counts as 1 / k for each. Teams
    win as one: each seat of theirs is a winner."""


@dataclass(frozen=True)
class Comparison:
    """Two competitors, deal by deal."""

    first: str
    """The one with the better mean."""

    second: str

    difference: Average
    """By how many cabbages or points a game the first is better."""

    p_value: float
    """How probable a difference at least so large, either way, is by chance alone."""

    corrected_p_value: float
    """The same in view of the number of comparisons in the match (Holm)."""

    @property
    def is_significant(self) -> bool:
        """Whether the corrected p-value is below 0.01."""
        return self.corrected_p_value < SIGNIFICANT


@dataclass(frozen=True, eq=False)
class Match(Validated):
    """A match that has been played. Two are equal where rules, players' names, seed and all results are."""

    rules: Rules
    """What was played, and by which rules."""

    players: tuple[str, ...]
    """The names of the entries."""

    seed: int

    results: Array = field(repr=False)
    """int32, (deals, rotations, entries), read-only: the cabbages or points of each entry in each game. In
    rotation r entry e sat in seat (e + r) % n."""

    def __post_init__(self) -> None:
        results = self.results.view()
        results.setflags(write=False)
        object.__setattr__(self, "results", results)

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.results)

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal, whose number is 0 to deals - 1."""
        return deal_seed(self.seed, below("the number of the deal", deal, self.deals))

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The competitors, from the best mean to the worst."""
        beaten = [comparison.second for comparison in self.comparisons if comparison.is_significant]
        shares = self._win_shares()
        return tuple(
            Standing(
                name=name,
                entries=self._entries[name],
                rank=1 + beaten.count(name),
                result=self._averages[name],
                by_seat=self._by_seat(self._entries[name]),
                win_share=sum(shares[entry] for entry in self._entries[name])
                / (self.deals * len(self.players) * len(self._entries[name]) * _WIN),
            )
            for name in self._order
        )

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Every pair of competitors, the best two first."""
        pairs = list(combinations(self._order, 2))
        differences = [self._differences(first, second) for first, second in pairs]
        p_values = [p_value(values) for values, _ in differences]
        return tuple(
            Comparison(first, second, average(values, divisor), p, corrected)
            for (first, second), (values, divisor), p, corrected in zip(
                pairs, differences, p_values, holm(p_values), strict=True
            )
        )

    @cached_property
    def seats(self) -> tuple[Average, ...]:
        """What each seat has, whoever sits there."""
        n = len(self.players)
        rotations = numpy.arange(n)
        return tuple(
            average(self.results[:, rotations, (seat - rotations) % n].sum(axis=1, dtype=numpy.int64), n)
            for seat in range(n)
        )

    # ------------------------------------------------------------ the numbers behind

    @property
    def _kind(self) -> Kind:
        return kind_of_rules(self.rules)

    @property
    def _fewest_win(self) -> bool:
        return self._kind is not LAS_VEGAN

    @property
    def _sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win together."""
        if not isinstance(self.rules, las_vegan.Rules):
            return self.rules.sides
        return tuple((seat,) for seat in range(len(self.players)))

    @cached_property
    def _entries(self) -> dict[str, tuple[int, ...]]:
        """The entries of each competitor."""
        return {
            name: tuple(entry for entry, other in enumerate(self.players) if other == name)
            for name in dict.fromkeys(self.players)
        }

    @cached_property
    def _sums(self) -> dict[str, Array]:
        """int64, (deals,): what all seats of a competitor have in all rotations."""
        return {
            name: self.results[:, :, list(entries)].sum(axis=(1, 2), dtype=numpy.int64)
            for name, entries in self._entries.items()
        }

    @cached_property
    def _averages(self) -> dict[str, Average]:
        n = len(self.players)
        return {name: average(sums, n * len(self._entries[name])) for name, sums in self._sums.items()}

    @cached_property
    def _order(self) -> list[str]:
        """The competitors, the best mean first; of equal ones, the one that was entered first."""
        sign = 1 if self._fewest_win else -1
        return sorted(self._entries, key=lambda name: sign * self._averages[name].mean)

    def _differences(self, first: str, second: str) -> tuple[Array, int]:
        """By how much the first is better, deal by deal, in whole numbers; and what to divide these by."""
        a, b = len(self._entries[first]), len(self._entries[second])
        values = self._sums[first] * b - self._sums[second] * a
        return (-values if self._fewest_win else values), len(self.players) * a * b

    def _by_seat(self, entries: tuple[int, ...]) -> tuple[float, ...]:
        n = len(self.players)
        return tuple(
            sum(int(self.results[:, (seat - entry) % n, entry].sum(dtype=numpy.int64)) for entry in entries)
            / (self.deals * len(entries))
            for seat in range(n)
        )

    def _win_shares(self) -> list[int]:
        """For each entry its wins, in sixtieths. All seats of a side win together."""
        n = len(self.players)
        totals = numpy.empty(self.results.shape, numpy.int64)
        for side in self._sides:
            for rotation in range(n):
                entries = [(seat - rotation) % n for seat in side]
                total = self.results[:, rotation, entries].sum(axis=1, dtype=numpy.int64)
                totals[:, rotation, entries] = total[:, None]
        best = totals.min(axis=2) if self._fewest_win else totals.max(axis=2)
        wins = totals == best[:, :, None]
        shares = _WIN // wins.sum(axis=2)
        return [int(shares[wins[:, :, entry]].sum(dtype=numpy.int64)) for entry in range(len(self.players))]

    def __eq__(self, other: object) -> bool:
        if type(other) is not Match:
            return NotImplemented
        return (self.rules, self.players, self.seed) == (
            other.rules,
            other.players,
            other.seed,
        ) and numpy.array_equal(self.results, other.results)

    __hash__ = None  # type: ignore[assignment]

    # ------------------------------------------------------------ for people and programs

    def __str__(self) -> str:
        return self.table()

    def table(self) -> str:
        """The ranking, with 99% confidence intervals, and what can be said of each pair."""
        unit, part = self._unit, self._kind.part
        lines = [
            f"{self.deals:,} deal{'s' * (self.deals != 1)} x {len(self.players)} rotations "
            f"of {self._kind.title}, seed {self.seed}"
        ]
        ranks = [standing.rank for standing in self.standings]
        names = [_with_seats(standing) for standing in self.standings]
        means = [self._spread(standing.result) for standing in self.standings]
        for standing, name, mean in zip(self.standings, names, means, strict=True):
            tie = "=" if ranks.count(standing.rank) > 1 else "."
            lines.append(
                f"  {standing.rank}{tie} {name:{max(map(len, names))}}  {mean:{max(map(len, means))}} "
                f"{unit} a {part} (99%), wins {standing.win_share:.1%}"
            )
        seats = ", ".join(f"{seat}: {self._spread(result)}" for seat, result in enumerate(self.seats))
        lines.append(f"by seat {seats}")
        lines += [self._sentence(comparison) for comparison in self.comparisons]
        if len(self.comparisons) > 1:
            lines.append(f"p is corrected for {len(self.comparisons)} comparisons.")
        return "\n".join(lines)

    @property
    def _unit(self) -> str:
        return "points" if self._fewest_win else "cabbages"

    def _spread(self, result: Average) -> str:
        reach = (result.interval_99[1] - result.interval_99[0]) / 2
        return f"{self._signed(result.mean)} +- {'?' if math.isinf(reach) else f'{reach:.2f}'}"

    def _signed(self, value: float) -> str:
        return f"{value:.2f}" if self._fewest_win else f"{value:+.2f}"

    def _sentence(self, comparison: Comparison) -> str:
        p = comparison.corrected_p_value
        low, high = comparison.difference.interval_99
        chance = "p < 0.0001" if p < 0.0001 else f"p = {p:.4f}" if p < SIGNIFICANT else f"p = {p:.2f}"
        interval = f"99% interval {low:.2f} to {high:.2f}, " if math.isfinite(low) else ""
        by = f"{comparison.difference.mean:.2f} ({interval}{chance})."
        if comparison.is_significant:
            return f"{comparison.first} beats {comparison.second} by {by}"
        return f"{comparison.first} is not significantly better than {comparison.second}: by {by}"

    def to_dict(self) -> dict[str, Any]:
        """The match as JSON values, without the single results. What is infinite or no number is None."""
        return {
            "game": self._kind.name,
            "rules": self.rules.to_dict(),
            "seed": self.seed,
            "deals": self.deals,
            "rotations": len(self.players),
            "players": list(self.players),
            "unit": self._unit,
            "best": "fewest" if self._fewest_win else "most",
            "ranking": [
                {
                    "rank": standing.rank,
                    "name": standing.name,
                    "entries": list(standing.entries),
                    **_described(standing.result),
                    "by_seat": list(standing.by_seat),
                    "win_share": standing.win_share,
                }
                for standing in self.standings
            ],
            "seats": [_described(result) for result in self.seats],
            "comparisons": [
                {
                    "first": comparison.first,
                    "second": comparison.second,
                    "difference": _described(comparison.difference),
                    "p_value": comparison.p_value,
                    "corrected_p_value": comparison.corrected_p_value,
                    "is_significant": comparison.is_significant,
                }
                for comparison in self.comparisons
            ],
        }


def _with_seats(standing: Standing) -> str:
    seats = len(standing.entries)
    return standing.name if seats == 1 else f"{standing.name} x{seats}"


def _described(result: Average) -> dict[str, Any]:
    def known(value: float) -> float | None:
        return value if math.isfinite(value) else None

    return {
        "mean": result.mean,
        "standard_error": known(result.standard_error),
        "interval_95": [known(bound) for bound in result.interval_95],
        "interval_99": [known(bound) for bound in result.interval_99],
    }
