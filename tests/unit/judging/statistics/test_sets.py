"""Do totals over sets and their jackknife intervals equal an independent computation, and mean what they say?"""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

from clamh.judging.statistics.sets import Total, compare_sets, log_time


def totals_of(rows: np.ndarray) -> list[Total]:
    return [Total(time_ns, operations) for time_ns, operations in rows]


@pytest.fixture
def sides() -> tuple[np.ndarray, np.ndarray]:
    draw = np.random.default_rng(3)
    return tuple(np.column_stack([draw.lognormal(10, 0.2, 6), draw.lognormal(7, 0.1, 6)]) for _ in range(2))


def pseudo_values(logs_without: np.ndarray, log_of_all: float) -> np.ndarray:
    count = len(logs_without)
    return count * log_of_all - (count - 1) * logs_without


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
def test_the_interval_is_that_of_pseudo_values(sides, confidence: float) -> None:
    def log_ratio(kept: np.ndarray) -> float:
        (ta, oa), (tb, ob) = (side[kept].sum(axis=0) for side in sides)
        return math.log((ta / oa) / (tb / ob))

    everything = np.arange(6)
    values = pseudo_values(np.array([log_ratio(everything != left) for left in everything]), log_ratio(everything >= 0))
    margin = scipy.stats.t.ppf((1 + confidence) / 2, 5) * values.std(ddof=1) / math.sqrt(6)
    jackknife = compare_sets(*map(totals_of, sides))
    assert jackknife.middle == pytest.approx(log_ratio(everything >= 0), abs=1e-12)
    assert np.log(jackknife.interval(confidence)) == pytest.approx([jackknife.middle - margin, jackknife.middle + margin], abs=1e-12)


def test_disturbances_of_a_whole_set_cancel_in_the_interval() -> None:
    drift = [1.0, 1.3, 0.8, 2.0, 1.1]
    above = [Total(200.0 * value, 10.0) for value in drift]
    below = [Total(100.0 * value, 10.0) for value in drift]
    jackknife = compare_sets(above, below)
    assert jackknife.interval(0.95) == pytest.approx((2.0, 2.0))
    assert np.std([log_time([total]) for total in below]) > 0.1
