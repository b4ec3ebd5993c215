"""Is what each estimator says exact where the answer is known?"""

from __future__ import annotations

import math

import pytest

from clamh.model.results import SetRecord
from evaluate.estimators import estimated

ORDER = (0, 1, 1, 0)


def a_set(index: int, cost_a: int, cost_b: int, waited: tuple[int, int, int, int], first: str = "a") -> SetRecord:
    """Slices of 10 operations of A and 20 of B; waiting is part of the time."""
    costs = (cost_a * 10, cost_b * 20) if first == "a" else (cost_b * 20, cost_a * 10)
    return SetRecord(cases=("a", "b") if first == "a" else ("b", "a"), forks=(index, index), index=0, order=ORDER,
                     counts=(10, 20) if first == "a" else (20, 10), warmin=(1, 1),
                     elapsed_ns=tuple(costs[who] + wait for who, wait in zip(ORDER, waited, strict=True)), waited_ns=waited)


@pytest.mark.parametrize("first", ["a", "b"])
def test_without_waiting_the_ratio_is_exact_whichever_side_comes_first(first: str) -> None:
    for one in estimated([a_set(n, 100, 103, (0, 0, 0, 0), first) for n in range(3)], "a", 0.95):
        assert (one.estimate, one.low, one.high) == pytest.approx((math.log(1.03),) * 3)


def test_waiting_of_one_slice_is_taken_off_and_outvoted() -> None:
    sets = [a_set(n, 100, 103, (50 + n, 0, 0, 0)) for n in range(3)]
    subtracted, median = estimated(sets, "a", 0.95)
    assert (subtracted.name, subtracted.estimate) == ("waiting subtracted", pytest.approx(math.log(1.03)))
    assert median.name == "median of laps" and median.estimate < math.log(1.03)  # of two laps it is their mean
