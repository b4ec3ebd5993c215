"""The variance within groups of values, on logarithms: the part that all one-way analyses of variance share.

R. A. Fisher, "Statistical Methods for Research Workers" (1925).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from clamh.judging.statistics.sums import total


class Within(NamedTuple):
    """Per group: the `logs` of its values, their mean, and the sum of their squared distances from it.

    Over all groups: the degrees of freedom and the mean square, None where no group has two values.
    """

    logs: list[list[float]]
    means: list[float]
    squares: list[float]
    degrees: int
    variance: float | None


def within(groups: Sequence[Sequence[float]]) -> Within:
    """The variance within groups. Each group has one value or more, all > 0 and finite."""
    logs = [[math.log(value) for value in group] for group in groups]
    means = [total(group) / len(group) for group in logs]
    squares = [total((value - mean) ** 2 for value in group) for group, mean in zip(logs, means, strict=True)]
    degrees = sum(len(group) - 1 for group in logs)
    return Within(logs, means, squares, degrees, total(squares) / degrees if degrees else None)
