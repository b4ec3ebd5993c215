"""Do several looks together keep the error of one?"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from clamh.judging.statistics.looks import LEVELS, PLANNED, SPENT, level, of_planned, spent

SERIES = 100_000


@pytest.fixture(scope="module")
def p_values() -> np.ndarray:
    """Of series without a difference: the two-sided p of a t-test at each planned look."""
    values = np.random.default_rng(3).standard_normal((SERIES, PLANNED[-1]), dtype=np.float32)
    sums, squares = values.cumsum(1), (values**2).cumsum(1)
    sizes = np.array(PLANNED)
    means = sums[:, sizes - 1] / sizes
    variances = (squares[:, sizes - 1] - sizes * means**2) / (sizes - 1)
    return 2 * stats.t.sf(np.abs(means) / np.sqrt(variances / sizes), sizes - 1)


def error(share: float) -> float:
    """Four standard errors of a share that is simulated."""
    return 4 * (share * (1 - share) / SERIES) ** 0.5


@pytest.mark.parametrize(("alpha", "each"), LEVELS)
def test_planned_looks_together_keep_the_level(alpha: float, each: float, p_values: np.ndarray) -> None:
    assert np.mean((p_values <= each).any(1)) == pytest.approx(alpha, abs=error(alpha))


def test_the_spent_share_is_the_error_rate_of_looks_so_far(p_values: np.ndarray) -> None:
    found = [np.mean((p_values[:, :count] <= of_planned(0.05)).any(1)) / 0.05 for count in range(1, 7)]
    assert found == pytest.approx(SPENT, abs=error(0.05) / 0.05)


def test_unplanned_looks_share_the_remaining_level() -> None:
    assert level(0.05, ()) == level(0.05, (10,)) == 0.05
    assert level(0.05, (5, 8)) == of_planned(0.05) == 0.0124
    assert level(0.05, (5, 8, 10)) == pytest.approx(0.05 * (0.522 - 0.440))
    assert level(0.05, (5, 8, 10, 12)) == pytest.approx(0.05 * (0.604 - 0.522))
    assert level(0.05, (5, 8, 10, 12, 12)) == level(0.05, (5, 8, 10, 12))
    assert (spent(5), spent(32), spent(40)) == (0.248, 1.0, 1.0)


def test_looks_after_the_last_planned_one_have_a_level() -> None:
    assert level(0.05, (40, 300)) == level(0.05, (32, 40)) == 0.05 / 4
    assert level(0.05, (40, 300, 600)) == 0.05 / 8
    assert level(0.05, (*PLANNED, 40)) + level(0.05, (*PLANNED, 40, 50)) < 0.05 / 50


def test_the_level_rises_between_known_levels_and_is_linear_outside() -> None:
    assert 0.0124 < of_planned(0.07) < 0.0270
    assert of_planned(0.0001) == pytest.approx(0.00002) and of_planned(0.4) == pytest.approx(0.121)
