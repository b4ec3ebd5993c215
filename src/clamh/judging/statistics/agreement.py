"""Do groups of values agree? One-way analysis of variance on logarithms.

R. A. Fisher, "Statistical Methods for Research Workers" (1925). The variance between groups that the values within them
do not explain is estimated by the random-effects model: (MS between − MS within) ÷ size of a group, never below 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from clamh.judging.statistics.sums import total
from clamh.judging.statistics.variance import within


GRAIN = 1e-6  # smaller variation of times is not real: it comes from a clock that counts, and its rounding


class Disagreement(NamedTuple):
    """Standard deviations of the logs, so shares of the values: between groups, and within them. `chance` is the
    p-value of such an F.
    """

    between: float
    within: float
    chance: float


def disagreement(groups: Sequence[Sequence[float]]) -> Disagreement:
    """How much groups of values above 0 differ; (0, 0, 1) where no group has two values or there is one group."""
    groups_within = within([group for group in groups if group])
    k, inside = len(groups_within.logs), groups_within.variance
    if k < 2 or inside is None:
        return Disagreement(0.0, 0.0, 1.0)
    n = groups_within.degrees + k
    centre = total(value for group in groups_within.logs for value in group) / n
    distances = (len(group) * (mean - centre)**2
                 for group, mean in zip(groups_within.logs, groups_within.means, strict=True))
    outside = total(distances) / (k - 1)
    size = (n - total(len(group) ** 2 for group in groups_within.logs) / n) / (k - 1)
    between = math.sqrt(max(0.0, outside - inside) / size)
    if inside < GRAIN**2:
        return Disagreement(between, 0.0, 1.0)
    from scipy.special import fdtrc  # takes 0.4 s to import, so never before measuring

    return Disagreement(between, math.sqrt(inside), float(fdtrc(k - 1, n - k, outside / inside)))
