"""Does a value rise or fall from iteration to iteration, the same way in most forks?

H. B. Mann, "Nonparametric tests against trend", Econometrica 13 (1945). The scores of several series are added up, as
R. M. Hirsch, J. R. Slack and R. A. Smith, Water Resources Research 18 (1982), do for seasons: here a fork is a season.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations


def trend_score(series: Sequence[Sequence[float]]) -> float:
    """The standardised Mann-Kendall score over all series: about normal without a trend, above 0 when values rise.

    0 when no series has two values.
    """
    total, variance = 0, 0.0
    for values in series:
        n = len(values)
        total += sum((b > a) - (b < a) for a, b in combinations(values, 2))
        variance += n * (n - 1) * (2 * n + 5) / 18
    if not variance or not total:
        return 0.0
    return (total - math.copysign(1, total)) / math.sqrt(variance)  # 1 is the continuity correction
