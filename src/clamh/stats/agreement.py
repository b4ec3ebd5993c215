"""Do groups of values agree? One-way analysis of variance on logarithms.

R. A. Fisher, "Statistical Methods for Research Workers" (1925); the variance between groups beyond what the values within
them explain is the estimate of the random-effects model, (MS between − MS within) ÷ size of a group, never below 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from clamh.stats.sums import total


GRAIN = 1e-6  # no time varies by less: what does is a clock that counts, and its rounding


class Disagreement(NamedTuple):
    """Standard deviations of the logs, so shares of the values: between groups, within them; and the chance (p) of such an F."""

    between: float
    within: float
    chance: float


def disagreement(groups: Sequence[Sequence[float]]) -> Disagreement:
    """How much groups differ, values above 0; (0, 0, 1) where no group has two values or there is one group."""
    logs = [[math.log(value) for value in group] for group in groups if group]
    n, k = sum(map(len, logs)), len(logs)
    if k < 2 or n == k:
        return Disagreement(0.0, 0.0, 1.0)
    means = [total(group) / len(group) for group in logs]
    centre = total(value for group in logs for value in group) / n
    inside = total((value - mean) ** 2 for group, mean in zip(logs, means) for value in group) / (n - k)
    outside = total(len(group) * (mean - centre) ** 2 for group, mean in zip(logs, means)) / (k - 1)
    size = (n - total(len(group) ** 2 for group in logs) / n) / (k - 1)
    between = math.sqrt(max(0.0, outside - inside) / size)
    if inside < GRAIN**2:
        return Disagreement(between, 0.0, 1.0)
    from scipy.special import fdtrc  # 0.4 s to import, so never before measuring

    return Disagreement(between, math.sqrt(inside), float(fdtrc(k - 1, n - k, outside / inside)))
