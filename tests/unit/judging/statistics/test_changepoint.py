"""Are changes of level found where they are, as another implementation finds them, and none where there are none?"""

from __future__ import annotations

import math

import numpy as np
import pytest
import ruptures
from ruptures.costs import CostNormal

from clamh.judging.statistics.changepoint import change_points


def levels(*parts: tuple[int, float, float], seed: int = 1) -> list[float]:
    """Parts of (how many, level, standard deviation)."""
    random = np.random.default_rng(seed)
    return [float(item) for size, level, spread in parts for item in random.normal(level, spread, size)]


@pytest.mark.parametrize(("series", "expected"), [
    (levels((100, 10, 0.1)), []),
    (levels((60, 12, 0.1), (140, 10, 0.1)), [60]),
    (levels((50, 10, 0.1), (50, 10, 1.0)), [50]),  # the spread alone
    (levels((40, 20, 0.1), (40, 12, 0.1), (40, 10, 0.1)), [40, 80]),
    ([5.0] * 30 + [6.0] * 30, [30]),  # no scatter at all
    ([5.0] * 60, []),
    ([1.0, 9.0, 1.0, 9.0], []),
    ([], []),
])
def test_changes_are_found_where_they_are(series: list[float], expected: list[int]) -> None:
    found = change_points(series)
    assert len(found) == len(expected)
    assert all(abs(a - b) <= 2 for a, b in zip(found, expected))


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e9])
def test_the_unit_does_not_matter(scale: float) -> None:
    series = levels((60, 12, 0.1), (140, 10, 0.1))
    assert change_points([scale * value for value in series]) == change_points(series) == [60]


@pytest.mark.parametrize("seed", range(12))
def test_changes_equal_those_of_ruptures(seed: int) -> None:
    random = np.random.default_rng(seed)
    parts = [(int(random.integers(10, 60)), float(random.uniform(5, 15)), float(random.uniform(0.05, 2))) for _ in range(5)]
    series = levels(*parts, seed=seed)
    penalty = float(random.uniform(5, 40))
    other = ruptures.Pelt(custom_cost=CostNormal(add_small_diag=False), min_size=5, jump=1).fit(np.array(series)).predict(pen=penalty)
    assert [*change_points(series, penalty=penalty), len(series)] == other


@pytest.mark.parametrize("seed", range(6))
def test_pruning_loses_nothing(seed: int) -> None:
    """Against the plain recursion over all begins, which nothing is left out of."""
    random = np.random.default_rng(100 + seed)
    series = levels(*[(int(random.integers(5, 20)), float(random.uniform(9, 11)), 0.3) for _ in range(5)], seed=seed)
    n, penalty, least = len(series), 8.0, 5
    best = [-penalty, *[math.inf] * n]
    before = [0] * (n + 1)
    for end in range(least, n + 1):
        for begin in range(0, end - least + 1):
            part = np.array(series[begin:end])
            cost = best[begin] + len(part) * (math.log(part.var()) + 1) + penalty
            if cost < best[end]:
                best[end], before[end] = cost, begin
    expected, at = [], before[n]
    while at:
        expected.insert(0, at)
        at = before[at]
    assert change_points(series, penalty=penalty) == expected


def test_the_annual_flow_of_the_nile_fell_in_1899() -> None:
    """The series of G. W. Cobb, Biometrika 65 (1978), which found the change after 1898."""
    nile = """1120 1160 963 1210 1160 1160 813 1230 1370 1140 995 935 1110 994 1020 960 1180 799 958 1140 1100 1210 1150 1250 1260
    1220 1030 1100 774 840 874 694 940 833 701 916 692 1020 1050 969 831 726 456 824 702 1120 1100 832 764 821 768 845 864 862
    698 845 744 796 1040 759 781 865 845 944 984 897 822 1010 771 676 649 846 812 742 801 1040 860 874 848 890 744 749 838
    1050 918 986 797 923 975 815 1020 906 901 1170 912 746 919 718 714 740"""
    assert change_points([float(part) for part in nile.split()], penalty=4 * math.log(100)) == [28]  # 1871 + 28
