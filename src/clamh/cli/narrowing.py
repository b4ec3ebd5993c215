"""How wide the interval of a contest is while it is measured, for the progress line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from clamh.judging.statistics.stopping import deviation, half_width

MIN_PROCESSES = 3  # processes of each side; fewer have no interval


def widest_margin(means: Sequence[Sequence[float]], confidence: float = 0.95) -> float | None:
    """Half the widest interval, as a share: of a ratio of two sides, or of the score of a single side; None where too
    little is known.

    `means` has the mean of each process, by side. This is for the user who waits: the report judges all claims
    together, which is wider.
    """
    count = min(map(len, means), default=0)
    if count < MIN_PROCESSES or not all(0 < mean < math.inf for side in means for mean in side):
        return None
    logs = [[math.log(mean) for mean in side[:count]] for side in means]
    series = [[a - b for a, b in zip(first, second, strict=True)] for first, second in combinations(logs, 2)] or logs
    return math.expm1(max(half_width(deviation(values), count, confidence) for values in series))
