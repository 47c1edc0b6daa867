"""Means of whole numbers, and what chance may have had to do with them: Student's t, Holm's correction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from cabbage._arrays import Array

__all__ = ["Average", "average", "holm", "p_value", "standard_error", "student_quantile", "student_tails"]

_SMALLEST = 1e-300
_MOST_TERMS = 100_000


@dataclass(frozen=True)
class Average:
    """A mean of independent numbers, and how far it may be from the truth."""

    mean: float

    standard_error: float
    """That of the mean; not a number where there is one number only."""

    interval_95: tuple[float, float]
    """The 95% confidence interval by Student's t; infinite where there is one number only."""

    interval_99: tuple[float, float]
    """The 99% confidence interval."""


def average(values: Array, divisor: int = 1) -> Average:
    """The mean of the int64 numbers `values`, each divided by `divisor`. Sums are exact."""
    count = len(values)
    total, squares = _sums(values)
    mean = total / (count * divisor)
    error = standard_error(count, total, squares) / divisor
    return Average(
        mean, error, _interval(mean, error, 0.95, count - 1), _interval(mean, error, 0.99, count - 1)
    )


def p_value(values: Array) -> float:
    """How probable a mean at least as far from 0 is by chance alone: the two-sided t-test of int64 numbers.

    Never below 2 ** (1 - n) for n numbers. If each could have had the other sign just as well, all signs
    would be equal that often, so that fewer numbers prove nothing, however close together they lie.
    """
    count = len(values)
    total, squares = _sums(values)
    if count == 1 or total == 0:
        return 1.0
    error = standard_error(count, total, squares)
    tails = student_tails(total / count / error, count - 1) if error else 0.0
    return max(tails, math.ldexp(1.0, 1 - count))


def standard_error(count: int, total: int, squares: int) -> float:
    """That of the mean of `count` whole numbers, from their sum and the sum of their squares."""
    if count == 1:
        return math.nan
    return math.sqrt((count * squares - total * total) / (count - 1)) / count


def holm(p_values: Sequence[float]) -> list[float]:
    """What several p-values are worth, seen together: the chance of even one false finding stays below each.

    Source: S. Holm, "A simple sequentially rejective multiple test procedure" (1979).
    """
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for done, i in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, p_values[i] * (len(p_values) - done)))
        corrected[i] = highest
    return corrected


def student_tails(t: float, freedom: int) -> float:
    """The probability that |T| is at least |t|, for Student's T with `freedom` degrees of freedom, 1 or more.

    That is I_x(freedom / 2, 1 / 2) at x = freedom / (freedom + t ** 2), the regularised incomplete beta
    function (Abramowitz & Stegun, 26.7.1). Its relative error is below 1e-7 for up to 10**7 degrees.
    """
    square = t * t
    if square == 0:
        return 1.0
    if math.isinf(square):
        return 0.0
    a, x = freedom / 2, freedom / (freedom + square)
    y = square / (freedom + square)
    # x ** a * y ** 0.5 / beta(a, 1/2), x being so close to 1 that only 1 - x is known well.
    log_x = -math.log1p(square / freedom)
    log_beta = math.lgamma(a) + math.lgamma(0.5) - math.lgamma(a + 0.5)
    front = math.exp(a * log_x + 0.5 * math.log(y) - log_beta)
    if x < (a + 1) / (a + 2.5):
        return min(1.0, front * _beta_fraction(a, 0.5, x) / a)
    return max(0.0, 1.0 - front * _beta_fraction(0.5, a, y) / 0.5)


def _beta_fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function (Abramowitz & Stegun, 26.5.8), Lentz's way."""
    c, d = 1.0, 1.0 / _not_zero(1.0 - (a + b) * x / (a + 1.0))
    fraction = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1.0 / _not_zero(1.0 + even * d)
        c = _not_zero(1.0 + even / c)
        fraction *= d * c
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1.0 / _not_zero(1.0 + odd * d)
        c = _not_zero(1.0 + odd / c)
        fraction *= d * c
        if abs(d * c - 1.0) < 1e-15:
            break
    return fraction


def _not_zero(value: float) -> float:
    return value if abs(value) > _SMALLEST else _SMALLEST


def student_quantile(level: float, freedom: int) -> float:
    """The t with which |T| is at most t with probability `level`, above 0 and below 1, by bisection."""
    low, high = 0.0, 1.0
    while student_tails(high, freedom) > 1.0 - level:
        low, high = high, 2.0 * high
    while (middle := (low + high) / 2) not in (low, high):
        if student_tails(middle, freedom) > 1.0 - level:
            low = middle
        else:
            high = middle
    return high


_known_quantile = lru_cache(maxsize=64)(student_quantile)


def _interval(mean: float, error: float, level: float, freedom: int) -> tuple[float, float]:
    if not freedom:
        return -math.inf, math.inf
    reach = _known_quantile(level, freedom) * error
    return mean - reach, mean + reach


def _sums(values: Array) -> tuple[int, int]:
    """The sum of numbers and that of their squares, exactly, however large."""
    largest = max(int(values.max()), -int(values.min()))
    if largest * largest * len(values) < 1 << 63:
        return int(values.sum()), int((values * values).sum())
    whole = [int(value) for value in values]
    return sum(whole), sum(value * value for value in whole)
