"""How a whole suite compares: the geometric mean of its benchmarks' ratios, with an interval in which the benchmark is
the unit.

Only the geometric mean of ratios gives the same result whichever side is the divisor (P. J. Fleming & J. J. Wallace,
"How not to lie with statistics: the correct way to summarize benchmark results", CACM 29(3), 1986; SPEC's practice).

The interval is Student's t on the logarithms. It regards the benchmarks as a sample of those that might have been
written (J. R. Mashey, "War of the benchmark means: time for a truce", ACM SIGARCH Computer Architecture News 32(4),
2004). Rows of a benchmark with other params or threads are not further benchmarks: they are averaged first, and each
benchmark has the same weight.
"""

from __future__ import annotations

from collections.abc import Sequence

from clamh.judging.statistics.forks import log_mean, log_mean_interval

MIN_BENCHMARKS = 3  # benchmarks: Student's t multiplies by 12.7 with two, and has no meaning with one


def geometric_mean(ratios: Sequence[Sequence[float]]) -> float:
    """exp(mean over benchmarks of the mean of ln ratio). `ratios` has the ratios, each > 0, of at least one benchmark.
    """
    return log_mean([log_mean(of_benchmark) for of_benchmark in ratios])


def geometric_mean_interval(ratios: Sequence[Sequence[float]], confidence: float) -> tuple[float, float] | None:
    """The t interval of `geometric_mean` at `confidence` (0 to 1) over benchmarks; None with fewer than three
    benchmarks.
    """
    return log_mean_interval([log_mean(of_benchmark)
                              for of_benchmark in ratios], confidence) if len(ratios) >= MIN_BENCHMARKS else None
