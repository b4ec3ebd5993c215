"""Are the two sources of spread told apart as an analysis of variance does it?"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import f_oneway

from clamh.judging.statistics.spread import spread

# O. L. Davies, "Statistical Methods in Research and Production" (1949): yields of dyestuff, six batches of five. The components
# are in every textbook of mixed models: 1764 between batches, 2451 within (lme4's REML fit gives 42.00 and 49.51 as roots).
DYESTUFF = [
    [1545, 1440, 1440, 1520, 1580], [1540, 1555, 1490, 1560, 1495], [1595, 1550, 1605, 1510, 1560],
    [1445, 1440, 1595, 1465, 1545], [1595, 1630, 1515, 1635, 1625], [1520, 1455, 1450, 1480, 1445],
]
# G. E. P. Box and G. C. Tiao, "Bayesian Inference in Statistical Analysis" (1973), table 5.1.4: made so that batches differ by
# less than their samples explain (mean squares 8.336 between, 14.946 within): the component is negative, and said to be 0.
NOTHING_BETWEEN = [
    [7.298, 3.846, 2.434, 9.566, 7.990], [5.220, 6.556, 0.608, 11.788, -0.892], [0.110, 10.386, 13.434, 5.510, 8.166],
    [2.212, 4.852, 7.092, 9.288, 4.980], [0.282, 9.014, 4.458, 9.446, 7.198], [1.722, 4.782, 8.106, 0.758, 3.758],
]


def timed(logs: list[list[float]], scale: float) -> list[list[float]]:
    return [[math.exp(value * scale) for value in log] for log in logs]


def test_published_components() -> None:
    between, within = spread(timed(DYESTUFF, 1e-3))
    assert (between, within) == (pytest.approx(42.00e-3, abs=5e-6), pytest.approx(49.51e-3, abs=5e-6))


def test_a_negative_component_counts_as_0() -> None:
    between, within = spread(timed(NOTHING_BETWEEN, 1e-2))
    assert between == 0
    assert within == pytest.approx(math.sqrt(14.946) * 1e-2, abs=5e-6)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("forks", "iterations", "tau", "sigma"), [(5, 5, 0.02, 0.01), (3, 20, 0.1, 0.001), (30, 2, 0.0, 0.3)])
def test_the_components_equal_those_of_analysis_of_variance(forks: int, iterations: int, tau: float, sigma: float, seed: int) -> None:
    draw = np.random.default_rng(seed)
    logs = draw.normal(3, tau, (forks, 1)) + draw.normal(0, sigma, (forks, iterations))
    within_squares = np.square(logs - logs.mean(axis=1, keepdims=True)).sum() / (forks * (iterations - 1))
    between_squares = iterations * logs.mean(axis=1).var(ddof=1)
    between, within = spread(np.exp(logs).tolist())
    assert within == pytest.approx(math.sqrt(within_squares), rel=1e-9)
    assert between == pytest.approx(math.sqrt(max(0, between_squares - within_squares) / iterations), rel=1e-6, abs=1e-12)
    # And by another's code: F is the ratio of the two mean squares.
    if between > 1e-6:
        assert 1 + iterations * (between / within) ** 2 == pytest.approx(f_oneway(*logs).statistic, rel=1e-6)


def test_the_components_are_unbiased() -> None:
    draw = np.random.default_rng(1)
    squares = []
    for _ in range(400):
        logs = draw.normal(0, 0.05, (6, 1)) + draw.normal(0, 0.02, (6, 7))
        between, within = spread(np.exp(logs).tolist())
        squares.append((between**2, within**2))
    # Standard errors: 0.05² √(2 / 5) (1 + …) / √400 and 0.02² √(2 / 36) / √400.
    assert np.mean(squares, axis=0) == pytest.approx([0.05**2, 0.02**2], rel=0.13)


def test_forks_of_unequal_length_have_equal_weight() -> None:
    # By hand: means of logs 0, 1, 2, their variance 1; within 2 · 1² / 1 = 2, 0 and 0, over the lengths 2, 3 and 4.
    logs = [[-1.0, 1.0], [1.0, 1.0, 1.0], [2.0, 2.0, 2.0, 2.0]]
    between, within = spread(timed(logs, 1))
    assert between == pytest.approx(math.sqrt(1 - (2 / 2) / 3))
    assert within == pytest.approx(math.sqrt(2 / 6))


@pytest.mark.parametrize(("forks", "expected"), [
    ([[1.0], [2.0], [3.0]], (None, None)),  # single shots
    ([[1.0, 1.0]], (None, 0.0)),
    ([[1.0, 1.0], [2.0]], (None, 0.0)),
    ([], (None, None)),
])
def test_components_that_cannot_be_separated_are_unknown(forks: list[list[float]], expected: tuple[float | None, float | None]) -> None:
    assert spread(forks) == expected
