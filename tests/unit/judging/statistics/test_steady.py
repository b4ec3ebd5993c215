"""Is a series called what a reader of its plot would call it?"""

from __future__ import annotations

import statistics

import numpy as np
import pytest

from clamh.judging.statistics.changepoint import change_points
from clamh.judging.statistics.steady import MIDDLE, differs, steady


def series(*parts: tuple[int, float], spread: float = 0.01, seed: int = 3) -> list[float]:
    random = np.random.default_rng(seed)
    return [float(level * item) for size, level in parts for item in random.normal(1, spread, size)]


@pytest.mark.parametrize(("parts", "kind", "start", "change"), [
    ([(200, 10)], "flat", 0, 1.0),
    ([(60, 20), (140, 10)], "warmup", 60, 0.5),
    ([(20, 40), (30, 20), (150, 10)], "warmup", 50, 0.5),
    ([(60, 10), (140, 12)], "slowdown", 60, 1.2),
    ([(170, 10), (30, 12)], "no steady state", 170, 1.2),
    ([(100, 10), (100, 10.1)], "flat", 0, 1.0),  # one percent is one level
    ([(90, 10), (6, 30), (104, 10)], "flat", 0, 1.0),  # an interruption
    ([(194, 10), (6, 30)], "flat", 0, 1.0),  # one at the end
    ([(50, 10), (50, 20), (100, 10)], "warmup", 100, 0.5),  # worse for a while: better is what came last
])
def test_the_class_of_a_series(parts: list[tuple[int, float]], kind: str, start: int, change: float) -> None:
    found = steady(series(*parts))
    assert found is not None
    assert (found.kind, found.start) == (kind, pytest.approx(start, abs=2))
    assert found.level / found.before == pytest.approx(change, rel=0.02)


def test_a_class_needs_enough_values() -> None:
    assert steady(series((19, 10))) is None
    assert steady([]) is None


@pytest.mark.parametrize(("one", "other", "expected"), [(10, 10.19, 0), (10, 10.3, 1), (10.3, 10, -1), (10, 9.81, 0), (0, 1, 0)])
def test_levels_are_compared_by_their_ratio(one: float, other: float, expected: int) -> None:
    assert differs(one, other) == expected


@pytest.mark.parametrize("seed", range(8))
def test_no_level_is_beyond_the_values_of_the_quick_check(seed: int) -> None:
    """What makes a series flat before changes are looked for: outliers are fewer than half of any segment."""
    random = np.random.default_rng(seed)
    times = [float(value) for value in random.normal(10.0, 0.03, 120)]
    for at in random.choice(120, 4, replace=False):
        times[at] *= float(random.choice([0.5, 2.0]))
    ends = [0, *change_points(times, penalty=10.0), 120]
    levels = [statistics.median(times[begin:end]) for begin, end in zip(ends, ends[1:])]
    ordered = sorted(times)
    assert ordered[MIDDLE - 1] <= min(levels) and max(levels) <= ordered[-MIDDLE]
