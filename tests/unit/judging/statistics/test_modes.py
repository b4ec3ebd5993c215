"""Are groups of values told from one, whatever the shape of each?"""

from __future__ import annotations

import numpy as np
import pytest

from clamh.judging.statistics.modes import SEVERAL, modes

RANDOM = np.random.default_rng(5)


@pytest.mark.parametrize("values", [
    RANDOM.normal(100, 1, 1000),
    RANDOM.lognormal(4, 0.3, 1000),
    100 + RANDOM.exponential(5, 1000),  # a sharp edge and a long tail, as times have
    np.concatenate([RANDOM.normal(100, 1, 950), RANDOM.uniform(100, 400, 50)]),  # outliers
    np.round(RANDOM.normal(100, 0.3, 1000)),  # three values only: steps of a clock
    RANDOM.uniform(100, 110, 1000),
    np.full(500, 7.0),
], ids=["normal", "lognormal", "exponential", "outliers", "steps", "uniform", "constant"])
def test_one_group(values: np.ndarray) -> None:
    assert modes(values.tolist()).value < SEVERAL


@pytest.mark.parametrize(("shares", "places"), [
    ([500, 500], [100, 120]), ([600, 400], [100, 110]), ([400, 300, 300], [100, 130, 160]), ([500, 500], [100, 300]),
])
def test_several_groups_and_their_places(shares: list[int], places: list[float]) -> None:
    random = np.random.default_rng(6)
    values = np.concatenate([random.normal(place, 1, share) for share, place in zip(shares, places)])
    random.shuffle(values)
    found = modes(values.tolist())
    assert found.value > SEVERAL
    assert found.peaks == pytest.approx(places, rel=0.02)


@pytest.mark.parametrize(("heights", "value"), [((1.0, 1.0), 4.0), ((1.0, 0.6), 3.2)])
def test_the_m_value_of_separate_peaks_follows_their_heights(heights: tuple[float, float], value: float) -> None:
    random = np.random.default_rng(7)
    values = np.concatenate([random.normal(place, 1, int(2000 * height)) for place, height in zip((100, 130), heights)])
    assert modes(values.tolist()).value == pytest.approx(value, abs=0.2)


def test_too_few_values_have_one_mode() -> None:
    assert modes([1.0] * 40 + [9.0] * 40) == (2.0, (5.0,))
    assert modes([]) == (2.0, (0.0,))
