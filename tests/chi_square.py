"""Whether draws come as often as they should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from math import erfc, sqrt
from typing import Any

UNLIKELY = 1e-6


def p_value(statistic: float, freedom: int) -> float:
    """The chance that chi-square is at least `statistic`, nearly.

    Source: E. Wilson, M. Hilferty, "The distribution of chi-square" (1931).
    """
    spread = 2 / (9 * freedom)
    return erfc(((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(2 * spread)) / 2


def chi_square(counts: Mapping[Any, int], expected: Mapping[Any, float]) -> float:
    """Pearson's statistic."""
    assert set(counts) <= set(expected)
    return sum((counts.get(cell, 0) - mean) ** 2 / mean for cell, mean in expected.items())


def assert_fair(statistic: float, freedom: int) -> None:
    """A statistic that is too small is as unlikely as one that is too large."""
    assert UNLIKELY < p_value(statistic, freedom) < 1 - UNLIKELY


def assert_frequencies(drawn: Counter[Hashable], weights: Mapping[Hashable, int]) -> None:
    """`drawn` comes from the outcomes of these weights."""
    draws, total = sum(drawn.values()), sum(weights.values())
    assert draws * min(weights.values()) >= 5 * total, "too few draws for the test"
    expected = {outcome: draws * weight / total for outcome, weight in weights.items()}
    statistic = chi_square(drawn, expected)
    if len(weights) > 1:  # one outcome is drawn every time
        assert p_value(statistic, len(weights) - 1) > UNLIKELY
