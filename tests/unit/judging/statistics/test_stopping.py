"""Is stopping right on average: as sure as it says, at no more forks than it needs, and predicted as it happens?"""

from __future__ import annotations

import math

import numpy
import pytest
from hypothesis import given
from hypothesis.strategies import floats, integers
from scipy.stats import t

from clamh.judging.statistics import stopping
from clamh.judging.statistics.forks import log_mean_interval

FORKS = 160  # more than any spread here needs
RUNS = 10_000


def coverage(spread: float, precision: float = 0.01, skewed: bool = False, seed: int = 20261122) -> tuple[float, float]:
    """Of many runs that stop by the rule, the part whose 95 % interval holds the truth, and how many forks they take.

    Fork means are lognormal, so that their logs are normal; `skewed`: normal, so that their logs are not. That iterations
    of a fork differ too (with whatever share of the variance) is in the spread of its mean.
    """
    drawn = numpy.random.default_rng(seed).standard_normal((RUNS, FORKS)) * spread
    logs = numpy.log1p(drawn) + spread ** 2 / 2 if skewed else drawn  # to second order the log's own mean is 0
    counts = numpy.arange(1, FORKS + 1)
    means = numpy.cumsum(logs, 1) / counts
    variances = numpy.maximum(numpy.cumsum(logs * logs, 1) - counts * means ** 2, 0)[:, 1:] / (counts[1:] - 1)
    half = numpy.full((RUNS, FORKS), numpy.inf)
    half[:, 1:] = t.ppf(0.975, counts[1:] - 1) * numpy.sqrt(variances / counts[1:])
    wanted = numpy.array([math.log1p(precision) * (1 - stopping.CORRECTION / n) if n >= stopping.MIN_FORKS else -1 for n in counts])
    enough = half <= wanted
    assert enough[:, -1].all()
    stops = enough.argmax(1)
    at = numpy.arange(RUNS), stops
    return float((numpy.abs(means[at]) <= half[at]).mean()), float(stops.mean() + 1)


@pytest.mark.parametrize("spread", [0.006, 0.012, 0.02, 0.03])
def test_intervals_at_the_stop_keep_their_confidence(spread: float) -> None:
    assert coverage(spread)[0] >= 0.935  # docs/concepts/precision.md has the table, from more runs; the seed is fixed
    assert coverage(spread, skewed=True)[0] >= 0.935


def test_without_the_correction_they_lose_their_confidence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "CORRECTION", 0.0)
    assert coverage(0.02)[0] < 0.925


@given(floats(1e-4, 0.3), integers(5, 60), floats(0.005, 0.2))
def test_the_needed_number_is_the_smallest_that_is_enough(deviation: float, count: int, precision: float) -> None:
    needed = stopping.count_needed(deviation, count, precision, 0.95)
    assert stopping.is_enough(deviation, needed, precision, 0.95)
    assert needed == count or not stopping.is_enough(deviation, needed - 1, precision, 0.95)


def test_the_half_width_is_that_of_the_interval_that_reports_print() -> None:
    values = [100.0, 101.0, 99.5, 100.2, 102.0, 98.0]
    logs = [math.log(value) for value in values]
    low, high = log_mean_interval(values, 0.95)
    half = stopping.half_width(stopping.deviation(logs), len(logs), 0.95)
    assert math.log(high / low) / 2 == pytest.approx(half, rel=1e-12)
    assert stopping.deviation(logs) == pytest.approx(numpy.std(logs, ddof=1), rel=1e-12)


def test_fewer_than_five_are_never_enough_and_the_number_is_bounded() -> None:
    assert not stopping.is_enough(0.0, 4, 0.01, 0.95) and stopping.is_enough(0.0, 5, 0.01, 0.95)
    assert stopping.count_needed(1e6, 5, 1e-4, 0.95) == stopping.MAX_FORKS


def test_one_more_fork_narrows_noisier_and_shorter_series_more() -> None:
    assert stopping.gain(0.1, 1, 0.95) == math.inf
    assert stopping.gain(0.1, 5, 0.95) > stopping.gain(0.05, 5, 0.95) > stopping.gain(0.05, 50, 0.95) > 0
