"""Is the analysis of variance that of scipy, and the variance between groups what was put in?"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from clamh.judging.statistics.agreement import disagreement


@pytest.mark.parametrize("sizes", [(5, 5, 5), (3, 8, 5, 2), (2, 2)])
def test_the_chance_equals_scipys_f_oneway(sizes: tuple[int, ...]) -> None:
    random = np.random.default_rng(sum(sizes))
    groups = [random.lognormal(0.05 * at, 0.1, size).tolist() for at, size in enumerate(sizes)]
    expected = stats.f_oneway(*[[math.log(item) for item in group] for group in groups])
    assert disagreement(groups).chance == pytest.approx(expected.pvalue, rel=1e-9)


def test_both_deviations_are_those_of_the_simulation() -> None:
    random = np.random.default_rng(2)
    groups = [(100 * np.exp(random.normal(0, 0.06) + random.normal(0, 0.02, 10))).tolist() for _ in range(2000)]
    found = disagreement(groups)
    assert (found.between, found.within) == (pytest.approx(0.06, rel=0.05), pytest.approx(0.02, rel=0.05))


@pytest.mark.parametrize("groups", [[], [[1.0, 2.0]], [[1.0], [2.0], [3.0]], [[5.0, 5.0], [6.0, 6.0]]])
def test_one_group_or_single_values_show_no_disagreement(groups: list[list[float]]) -> None:
    assert disagreement(groups).chance == 1.0
