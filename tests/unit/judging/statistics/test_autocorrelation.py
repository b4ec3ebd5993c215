"""Is dependence seen at its lag, and chance not?"""

from __future__ import annotations

import numpy as np
import pytest

from clamh.judging.statistics.autocorrelation import limit, sign_autocorrelation


@pytest.mark.parametrize(("values", "lag", "expected"), [
    ([1, 9] * 50, 1, -0.99), ([1, 9] * 50, 2, 0.98), ([1, 1, 9, 9] * 50, 2, -0.99), (list(range(100)), 1, 0.97),
])
def test_patterns_have_their_autocorrelation(values: list[float], lag: int, expected: float) -> None:
    assert sign_autocorrelation(values)[lag - 1] == pytest.approx(expected, abs=0.01)


def test_signs_of_a_normal_process_follow_van_vleck() -> None:
    """Of a normal AR(1) with coefficient φ the signs correlate by 2 ÷ π × arcsin φ (J. H. Van Vleck, 1943)."""
    random, values = np.random.default_rng(8), [0.0]
    for noise in random.normal(size=20_000):
        values.append(0.7 * values[-1] + noise)
    assert sign_autocorrelation(values)[0] == pytest.approx(2 / np.pi * np.arcsin(0.7), abs=0.02)


def test_equal_values_have_no_autocorrelation() -> None:
    assert sign_autocorrelation([3.0] * 50) == (0.0,) * 5
    assert sign_autocorrelation([]) == (0.0,) * 5


def test_independent_values_stay_under_the_limit_in_all_but_few() -> None:
    random = np.random.default_rng(9)
    over = sum(abs(sign_autocorrelation(random.lognormal(size=200).tolist(), 1)[0]) > limit(200) for _ in range(1000))
    assert over <= 10  # 2.7 are expected
