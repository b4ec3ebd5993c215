"""The result of several forks: score, interval, and the ratio of two scores, all on logarithms.

The fork is the unit of replication, because iterations of a process share its layout, its compiler's decisions and its
luck. Pooled iterations claim far too much precision (Kalibera & Jones, "Rigorous benchmarking in reasonable time", ISMM
2013, and Barrett et al., OOPSLA 2017).

Student's t on log fork means keeps its nominal level with few forks, and the percentile bootstrap does not. Logarithms
make times and rates symmetric: the inverse ratio is the reciprocal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from clamh.judging.statistics.sums import total


def t_quantile(probability: float, degrees: float) -> float:
    """The quantile of Student's t at `probability`; `degrees` of freedom > 0, not necessarily whole."""
    from scipy.special import stdtrit  # takes 0.4 s to import, so never before measuring

    return float(stdtrit(degrees, probability))


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean, exactly rounded, so that the order of values does not matter; at least one value."""
    return total(values) / len(values)


def log_mean(values: Sequence[float]) -> float:
    """The geometric mean exp(mean of ln x); every value > 0, at least one. The order of values does not matter."""
    return math.exp(mean([math.log(value) for value in values]))


def centre(values: Sequence[float]) -> float:
    """The log mean; the arithmetic mean where a value is 0 or infinite, which has no finite logarithm. At least one
    value.
    """
    return log_mean(values) if all(0 < value < math.inf for value in values) else mean(values)


def log_mean_interval(values: Sequence[float], confidence: float) -> tuple[float, float]:
    """The t interval of `log_mean` at `confidence` (0 to 1), with n − 1 degrees of freedom; at least two values."""
    logs = [math.log(value) for value in values]
    degrees = len(logs) - 1
    margin = t_quantile((1 + confidence) / 2, degrees) * math.sqrt(_variance(logs) / len(logs))
    middle = mean(logs)
    return bounded_exp(middle - margin), bounded_exp(middle + margin)


def mean_interval(values: Sequence[float], confidence: float) -> tuple[float, float]:
    """The t interval of the arithmetic mean at `confidence`; at least two values."""
    margin = t_quantile((1 + confidence) / 2, len(values) - 1) * math.sqrt(_variance(values) / len(values))
    return mean(values) - margin, mean(values) + margin


class Welch(NamedTuple):
    """A logarithm: `middle`, its standard `error`, and the degrees of freedom (infinite where a ratio's error is 0).
    """

    middle: float
    error: float
    degrees: float


def welch(above: Sequence[float], below: Sequence[float]) -> Welch:
    """The log of log_mean(above) ÷ log_mean(below), with a separate variance for each side; at least two values on each
    side.

    B. L. Welch, "The generalization of 'Student's' problem when several different population variances are involved",
    Biometrika 34 (1947): variances are not assumed equal, degrees of freedom after Welch and Satterthwaite.
    """
    a, b = [math.log(value) for value in above], [math.log(value) for value in below]
    return subtract(Welch(mean(a), math.sqrt(_variance(a) / len(a)), len(a) - 1),
                    Welch(mean(b), math.sqrt(_variance(b) / len(b)), len(b) - 1))


def subtract(above: Welch, below: Welch) -> Welch:
    """The difference of two independent estimates, with degrees of freedom after Welch and Satterthwaite."""
    error = math.hypot(above.error, below.error)
    if error == 0:
        return Welch(above.middle - below.middle, 0.0, math.inf)
    # Shares of the variance instead of the variances: their squares cannot underflow to 0 ÷ 0.
    sa, sb = (above.error / error)**2, (below.error / error)**2
    return Welch(above.middle - below.middle, error, 1 / (sa * sa / above.degrees + sb * sb / below.degrees))


def log_ratio_interval(above: Sequence[float], below: Sequence[float], confidence: float) -> tuple[float, float]:
    """Welch's interval of log_mean(above) ÷ log_mean(below) at `confidence`; at least two values on each side."""
    log_ratio = welch(above, below)
    margin = t_quantile((1 + confidence) / 2, log_ratio.degrees) * log_ratio.error if log_ratio.error else 0.0
    return bounded_exp(log_ratio.middle - margin), bounded_exp(log_ratio.middle + margin)


def bounded_exp(power: float) -> float:
    """e to that power; infinite where a double cannot hold it."""
    try:
        return math.exp(power)
    except OverflowError:
        return math.inf


def _variance(values: Sequence[float]) -> float:
    middle = mean(values)
    return total((value - middle) ** 2 for value in values) / (len(values) - 1)
