"""Are changes of level found where they are, and hardly any where there is none?"""

from __future__ import annotations

import numpy as np
import pytest

from clamh.judging.statistics.levels import MIN_RESULTS, filter_outliers, find_changes


def noise(kind: str, count: int, rng: np.random.Generator) -> np.ndarray:
    return 0.02 * (rng.standard_normal(count) if kind == "normal" else rng.standard_t(int(kind[1]), count))


@pytest.mark.parametrize("kind", ["normal", "t3", "t2"])
@pytest.mark.parametrize("count", [12, 30, 100])
def test_at_most_a_few_series_without_a_change_have_one(kind: str, count: int) -> None:
    rng = np.random.default_rng(7)
    found = sum(bool(find_changes(list(100 * np.exp(noise(kind, count, rng))))) for _ in range(300))
    assert found <= 9 + 6  # 3 % of 300, and two standard deviations


@pytest.mark.parametrize(("count", "at"), [(30, 15), (60, 30), (60, 55), (60, 5)])
def test_a_step_of_four_standard_deviations_is_found_at_its_place(count: int, at: int) -> None:
    rng = np.random.default_rng(8)
    hits = 0
    for _ in range(100):
        logs = noise("normal", count, rng)
        logs[at:] += 0.08
        hits += any(abs(change - at) <= 1 for change in find_changes(list(np.exp(logs))))
    assert hits >= 90


def test_single_bad_runs_are_no_change_and_steps_stay() -> None:
    rng = np.random.default_rng(9)
    times = 100 * np.exp(noise("normal", 60, rng) / 10)
    times[[7, 8, 30]] *= 3
    assert find_changes(list(times)) == []
    times[40:] *= 1.1
    assert find_changes(list(times)) == [40]
    assert filter_outliers([1.0] * 6 + [9.0] + [1.0] * 6 + [2.0] * 6) == [1.0] * 13 + [2.0] * 6


@pytest.mark.parametrize("factor", [0.3, 3.0])
def test_a_change_of_noise_alone_is_no_change_of_level(factor: float) -> None:
    rng = np.random.default_rng(11)
    found = 0
    for _ in range(100):
        logs = noise("normal", 60, rng)
        logs[30:] *= factor
        found += bool(find_changes(list(np.exp(logs))))
    assert found <= 3 + 4  # 3 %, and two standard deviations
    logs[30:] += 0.3
    assert find_changes(list(np.exp(logs))) == [30]


def test_few_or_equal_times_have_no_change() -> None:
    assert find_changes([]) == [] and find_changes([1.0]) == [] and find_changes([1.0, 2.0] * 4) == []
    assert find_changes([5.0] * MIN_RESULTS) == [] and find_changes([5.0] * 5 + [6.0] * 5) == [5]


def test_changes_do_not_depend_on_the_unit() -> None:
    rng = np.random.default_rng(10)
    logs = noise("normal", 40, rng)
    logs[25:] -= 0.2
    times = np.exp(logs)
    assert find_changes(list(times)) == find_changes(list(times * 1e9)) == find_changes(list(times * 1e-9)) == [25]
