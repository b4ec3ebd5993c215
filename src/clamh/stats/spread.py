"""How much of the spread of iterations is between forks and how much within them: a one-way random-effects model on logarithms.

Method of moments, as analysis of variance has it: S. R. Searle, G. Casella, C. E. McCulloch, "Variance Components" (1992),
chapter 3; for benchmarks T. Kalibera and R. Jones, "Rigorous benchmarking in reasonable time", ISMM 2013.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from clamh.stats.sums import total


def spread(forks: Sequence[Sequence[float]]) -> tuple[float | None, float | None]:
    """Standard deviations of logs (0.02 is 2 %) between forks, beyond what their iterations explain, and within forks.

    Each fork has one value or more, all > 0 and finite. Within is None where no fork has two values, and between is None
    with fewer than two forks or where some fork has but one value: then the two cannot be told apart.
    """
    logs = [[math.log(value) for value in one] for one in forks]
    means = [total(one) / len(one) for one in logs]
    squares = [total((value - mean) ** 2 for value in one) for one, mean in zip(logs, means, strict=True)]
    degrees = sum(len(one) - 1 for one in logs)
    within = math.sqrt(total(squares) / degrees) if degrees else None
    if len(forks) < 2 or any(len(one) < 2 for one in logs):
        return None, within
    middle = total(means) / len(means)
    of_means = total((mean - middle) ** 2 for mean in means) / (len(means) - 1)
    explained = total(square / (len(one) - 1) / len(one) for one, square in zip(logs, squares, strict=True)) / len(logs)
    return math.sqrt(max(0.0, of_means - explained)), within
