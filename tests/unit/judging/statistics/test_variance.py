"""Are means, squares and variance within groups those of the definition?"""

from __future__ import annotations

import math

import numpy as np
import pytest

from clamh.judging.statistics.variance import within


def test_groups_by_hand() -> None:
    found = within([[math.exp(log) for log in group] for group in ([0, 2], [5], [1, 1, 4])])
    assert found.means == pytest.approx([1, 5, 2])
    assert found.squares == pytest.approx([2, 0, 6])
    assert (found.degrees, found.variance) == (3, pytest.approx(8 / 3))


def test_the_variance_of_one_group_is_that_of_its_logs() -> None:
    values = np.random.default_rng(1).lognormal(3, 0.1, 20)
    assert within([values.tolist()]).variance == pytest.approx(np.log(values).var(ddof=1))


@pytest.mark.parametrize("groups", [[], [[1.0]], [[1.0], [2.0], [3.0]]])
def test_without_two_values_in_a_group_there_is_no_variance(groups: list[list[float]]) -> None:
    found = within(groups)
    assert (found.degrees, found.variance) == (0, None)
