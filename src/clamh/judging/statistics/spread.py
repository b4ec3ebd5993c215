"""How much of the spread of iterations is between forks and within them: a one-way random-effects model on logarithms.

Method of moments, as in analysis of variance: S. R. Searle, G. Casella, C. E. McCulloch, "Variance Components" (1992),
chapter 3; for benchmarks T. Kalibera and R. Jones, "Rigorous benchmarking in reasonable time", ISMM 2013.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clamh.judging.statistics.sums import total
from clamh.judging.statistics.variance import within


def spread(forks: Sequence[Sequence[float]]) -> tuple[float | None, float | None]:
    """Standard deviations of logs (0.02 is 2 %) between forks, beyond what their iterations explain, and within forks.

    Each fork has one value or more, all > 0 and finite. Within is None where no fork has two values. Between is None
    with fewer than two forks or where some fork has one value: then the two cannot be separated.
    """
    forks_within = within(forks)
    inside = None if forks_within.variance is None else math.sqrt(forks_within.variance)
    if len(forks) < 2 or any(len(fork) < 2 for fork in forks):
        return None, inside
    middle = total(forks_within.means) / len(forks)
    of_means = total((mean - middle) ** 2 for mean in forks_within.means) / (len(forks) - 1)
    explained = total(square / (len(fork) - 1) / len(fork)
                      for fork, square in zip(forks, forks_within.squares, strict=True))
    return math.sqrt(max(0.0, of_means - explained / len(forks))), inside
