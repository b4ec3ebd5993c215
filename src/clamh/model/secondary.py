"""Results of a case beside its score, as every report prints them."""

from __future__ import annotations

from typing import Literal

from clamh.model.noun import Noun


class Interval(Noun):
    """A two-sided confidence interval, with its ends, at the summary's confidence."""

    low: float
    high: float


class Pooled(Noun):
    """JMH's figures over all iterations of the counted forks, for JMH's formats; `error` is NaN for two or fewer."""

    count: int
    mean: float
    stdev: float
    error: float
    minimum: float
    maximum: float
    percentiles: tuple[float, ...]  # at PERCENTILES of judging/statistics/jmh.py


class SecondaryRatio(Noun):
    """A count of the reference ÷ that of this row: above 1 this row has fewer."""

    value: float
    interval: Interval | None


class Secondary(Noun):
    """A result of a case beside its score: a member of a group, a percentile of samples, or a counter (AuxCounters,
    -prof).

    `member` and `operations` are rates or times like the score, over forks; `events` are sums. A `count` is per
    operation, a `peak` a largest value and a `quotient` that of two counts, all over the `fork_means`. `iterations`
    has JMH's raw data: for each counted fork a value per iteration. `scale` is 1000 or 1024 if tables show rates as
    GB/s or GiB/s.
    """

    label: str
    kind: Literal["member", "percentile", "operations", "events", "count", "peak", "quotient"]
    unit: str
    score: float
    interval: Interval | None
    iterations: tuple[tuple[float, ...], ...]
    pooled: Pooled
    scale: int = 0
    fork_means: tuple[float, ...] = ()
    ratio: SecondaryRatio | None = None
    with_fixtures: bool = False  # it also counts iteration fixtures and invocations that are not timed
    of_program: bool = False  # a count that the benchmark's program makes itself, not -prof
