"""Student's t, confidence intervals, p-values and Holm's correction."""

from __future__ import annotations

import math
import random
import statistics
from statistics import NormalDist

import numpy
import pytest

from cabbage._statistics import average, holm, p_value, standard_error, student_quantile, student_tails

# Percentage points of Student's t as tables print them: degrees of freedom, two-sided 95%, 99%, 99.9%.
TABLE = [
    (1, 12.706, 63.657, 636.619),
    (2, 4.303, 9.925, 31.599),
    (3, 3.182, 5.841, 12.924),
    (4, 2.776, 4.604, 8.610),
    (5, 2.571, 4.032, 6.869),
    (10, 2.228, 3.169, 4.587),
    (20, 2.086, 2.845, 3.850),
    (30, 2.042, 2.750, 3.646),
    (60, 2.000, 2.660, 3.460),
    (120, 1.980, 2.617, 3.373),
]


def finite_sum(t: float, freedom: int) -> float:
    """P(|T| <= t) for whole degrees of freedom (Abramowitz & Stegun, 26.7.3 and 26.7.4)."""
    angle = math.atan2(t, math.sqrt(freedom))
    sine, square = math.sin(angle), math.cos(angle) ** 2
    odd = freedom % 2
    term = math.cos(angle) if odd else 1.0
    terms = [term] if freedom > 1 else []
    for k in range(3 if odd else 2, freedom - 1, 2):
        term *= (k - 1) / k * square
        terms.append(term)
    total = sine * math.fsum(terms)
    return 2 / math.pi * (angle + total) if odd else total


@pytest.mark.parametrize("row", TABLE, ids=lambda row: str(row[0]))
def test_quantiles_are_those_of_tables(row: tuple[int, float, float, float]) -> None:
    freedom, *points = row
    for level, point in zip((0.95, 0.99, 0.999), points, strict=True):
        assert round(student_quantile(level, freedom), 3) == point
        assert student_tails(student_quantile(level, freedom), freedom) == pytest.approx(1 - level, rel=1e-9)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 10, 59, 100, 999, 10_000])
def test_tails_are_those_of_the_finite_sums(freedom: int) -> None:
    for t in (0.001, 0.1, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 20.0):
        assert student_tails(t, freedom) == pytest.approx(1 - finite_sum(t, freedom), abs=1e-10)
        assert student_tails(-t, freedom) == student_tails(t, freedom)


def test_many_degrees_of_freedom_come_close_to_the_normal_distribution() -> None:
    for freedom in (10**5, 10**6, 10**7):
        for t in (0.3, 1.0, 2.0, 3.0, 5.0):
            normal = 2 * NormalDist().cdf(-t)
            # The next term of the expansion (Abramowitz & Stegun, 26.7.7).
            next_term = t * (t * t + 1) / (2 * freedom) * NormalDist().pdf(t)
            assert student_tails(t, freedom) == pytest.approx(normal + next_term, rel=1e-6)
    assert student_quantile(0.99, 10**7) == pytest.approx(NormalDist().inv_cdf(0.995), abs=1e-6)


def test_tails_far_out_are_small_and_not_nothing() -> None:
    # With two degrees of freedom the tails have a closed form.
    for t in (10.0, 1e3, 1e5):
        closed = 2 / (t * t + 2 + t * math.sqrt(t * t + 2))
        assert student_tails(t, 2) == pytest.approx(closed, rel=1e-9)
    assert student_tails(0.0, 5) == 1.0
    assert student_tails(math.inf, 5) == 0.0
    assert student_tails(1e200, 5) == 0.0
    assert 0 < student_tails(40.0, 100) < 1e-60


def test_estimates_are_those_of_the_textbook() -> None:
    rng = random.Random(5)
    values = [rng.randrange(-30, 40) for _ in range(11)]
    found = average(numpy.array(values), 4)
    fourths = [value / 4 for value in values]
    error = statistics.stdev(fourths) / math.sqrt(11)
    assert found.mean == pytest.approx(statistics.mean(fourths))
    assert found.standard_error == pytest.approx(error)
    for interval, point in ((found.interval_95, 2.228139), (found.interval_99, 3.169273)):
        assert interval == pytest.approx((found.mean - point * error, found.mean + point * error), abs=1e-5)


def test_one_number_says_nothing_of_chance() -> None:
    found = average(numpy.array([7]), 2)
    assert found.mean == 3.5
    assert math.isnan(found.standard_error)
    assert found.interval_95 == found.interval_99 == (-math.inf, math.inf)
    assert p_value(numpy.array([7])) == 1.0


def test_sums_are_exact_however_large() -> None:
    values = [10**17 + 3, -(10**17), 1, 0]
    found = average(numpy.array(values))
    assert found.mean == 1.0
    assert found.standard_error == pytest.approx(math.sqrt(2e34 / 3 / 4), rel=1e-9)
    assert standard_error(4, sum(values), sum(value * value for value in values)) == found.standard_error


def test_the_p_value_is_that_of_the_t_test() -> None:
    # "Student" (1908): the additional sleep of ten patients; t = 4.06, p = 0.00283.
    tenths = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14]
    assert p_value(numpy.array(tenths)) == pytest.approx(0.00283289, abs=1e-8)
    assert p_value(-numpy.array(tenths)) == p_value(numpy.array(tenths))
    assert p_value(numpy.array([1, -1, 2, -2])) == 1.0
    assert p_value(numpy.zeros(9, "int64")) == 1.0


def test_few_numbers_prove_nothing_however_close_they_lie() -> None:
    assert p_value(numpy.array([5, 5])) == 0.5
    assert p_value(numpy.array([1000, 1001, 1000, 1000])) == 1 / 8
    assert p_value(numpy.full(60, -1)) == 2.0**-59
    spread = numpy.array([1, 2, 1, 3])
    assert p_value(spread) == max(1 / 8, student_tails(7 / 4 / 0.4787136, 3)) == 1 / 8


def test_p_values_are_as_frequent_as_they_say() -> None:
    rng = numpy.random.default_rng(1)
    found = [p_value(numbers) for numbers in rng.integers(-9, 10, (4000, 12))]
    for level in (0.01, 0.05, 0.2):
        share = sum(p < level for p in found) / 4000
        assert abs(share - level) < 4 * math.sqrt(level * (1 - level) / 4000) + 0.003


@pytest.mark.parametrize(
    ("p_values", "corrected"),
    [
        ([], []),
        ([0.03], [0.03]),
        ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]),
        ([0.04, 0.001, 0.5, 0.02], [0.08, 0.004, 0.5, 0.06]),
        ([0.6, 0.7, 0.9], [1.0, 1.0, 1.0]),
        ([0.02, 0.02], [0.04, 0.04]),
    ],
)
def test_holm(p_values: list[float], corrected: list[float]) -> None:
    assert holm(p_values) == pytest.approx(corrected)
