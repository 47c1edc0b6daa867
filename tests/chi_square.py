"""Whether draws come as often as they should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping

# Of a standard normal distribution: a true hypothesis fails once in a million tests.
QUANTILE = 4.753


def assert_frequencies(drawn: Counter[Hashable], weights: Mapping[Hashable, int]) -> None:
    """Pearson's test that `drawn` comes from the outcomes of these weights, at a level of one in a million.

    The quantile of the chi-square distribution is that of E. B. Wilson, M. M. Hilferty, "The
    distribution of chi-square" (1931).
    """
    draws, total = sum(drawn.values()), sum(weights.values())
    assert set(drawn) <= set(weights)
    assert draws * min(weights.values()) >= 5 * total, "too few draws for the test"
    statistic = 0.0
    for outcome, weight in weights.items():
        expected = draws * weight / total
        statistic += (drawn[outcome] - expected) ** 2 / expected
    freedom = len(weights) - 1
    if not freedom:
        return
    spread = 2 / (9 * freedom)
    assert statistic < freedom * (1 - spread + QUANTILE * spread**0.5) ** 3
