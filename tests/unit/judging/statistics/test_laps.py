"""Do the median lap and the turn effect equal an independent computation?"""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

from clamh.judging.statistics.laps import cost_added_by_turns, mean_over_sets, middle_lap, turn_effect


@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_the_interval_over_sets_is_that_of_students_t(confidence: float) -> None:
    logs = np.random.default_rng(1).normal(0.1, 0.02, 7)
    found, margin = mean_over_sets(logs.tolist()), mean_over_sets(logs.tolist()).margin(confidence)
    assert (found.middle - margin, found.middle + margin) == pytest.approx(scipy.stats.t.interval(confidence, 6, logs.mean(), scipy.stats.sem(logs)))
    assert mean_over_sets([0.5]).margin(confidence) == math.inf and mean_over_sets([0.5, 0.5]).margin(confidence) == 0


def test_the_median_lap_leaves_out_rare_and_shared_costs() -> None:
    draw = np.random.default_rng(2)
    drift = draw.lognormal(0, 0.5, (5, 101))
    above, below = 2.06 * drift, 2.0 * drift
    above[:, ::10] *= 40  # a tenth of the slices of one side
    jackknife = middle_lap(above.tolist(), below.tolist())
    assert math.exp(jackknife.middle) == pytest.approx(1.03) and jackknife.error == pytest.approx(0, abs=1e-12)


def test_a_higher_cost_after_another_side_is_the_turn_effect() -> None:
    assert turn_effect([1.0, 1.1, 1.0, 1.1], [True, False, True, False]) == pytest.approx(math.log(1.1))
    assert turn_effect([1.0, 1.1], [False, False]) is None


def test_what_turns_add_is_the_mean_against_slices_after_itself() -> None:
    assert cost_added_by_turns([1.0, 1.1, 1.0, 1.1], [True, False, True, False]) == pytest.approx(math.log(1.05))
    assert cost_added_by_turns([1.0], [False]) is None


def test_mean_over_sets_has_its_standard_error() -> None:
    logs = np.random.default_rng(3).normal(0.1, 0.02, 7)
    assert mean_over_sets(logs.tolist()) == pytest.approx((logs.mean(), scipy.stats.sem(logs), 6))
    assert mean_over_sets([0.5]) == (0.5, math.inf, 1)
