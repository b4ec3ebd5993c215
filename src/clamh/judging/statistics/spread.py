"""How much of the spread of iterations is between forks, how much within them: a one-way random-effects model on logarithms.

Method of moments, as analysis of variance has it: S. R. Searle, G. Casella, C. E. McCulloch, "Variance Components" (1992),
chapter 3; for benchmarks T. Kalibera and R. Jones, "Rigorous benchmarking in reasonable time", ISMM 2013.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clamh.judging.statistics.sums import total
from clamh.judging.statistics.variance import within


def spread(forks: Sequence[Sequence[float]]) -> tuple[float | None, float | None]:
    """Standard deviations of logs (0.02 is 2 %) between forks, beyond what their iterations explain, and within forks.

    Each fork has one value or more, all > 0 and finite. Within is None where no fork has two values, and between is None
    with fewer than two forks or where some fork has but one value: then the two cannot be told apart.
    """
    found = within(forks)
    inside = None if found.variance is None else math.sqrt(found.variance)
    if len(forks) < 2 or any(len(one) < 2 for one in forks):
        return None, inside
    middle = total(found.means) / len(forks)
    of_means = total((mean - middle) ** 2 for mean in found.means) / (len(forks) - 1)
    explained = total(square / (len(one) - 1) / len(one) for one, square in zip(forks, found.squares, strict=True))
    return math.sqrt(max(0.0, of_means - explained / len(forks))), inside
