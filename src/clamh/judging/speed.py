"""How many times as fast one row is as another."""

from __future__ import annotations

import math
from collections.abc import Sequence

from clamh.judging.selfchecks import LEAST_FORKS
from clamh.options import UNITS_NS
from clamh.stats import forks
from clamh.summary import Interval, Ratio, Row

RATE = "ops/"  # what the unit of a throughput begins with


def times_as_fast(row: Row, other: Row, confidence: float) -> Ratio:
    """Speed of the row ÷ speed of the other, both with a score and in the same mode; above 1 the row is faster.

    Welch's interval on log fork means, None with fewer forks than an interval needs on either side.
    """
    above, below = _per_ns(other), _per_ns(row)
    if row.unit.startswith(RATE):
        above, below = below, above
    interval = None
    if min(len(above), len(below)) >= LEAST_FORKS:
        low, high = forks.log_ratio_interval(above, below, confidence)
        interval = Interval(low=low, high=high)
    return Ratio(reference=other.case_id, value=forks.log_mean(above) / forks.log_mean(below), interval=interval)


def lead(rows: Sequence[Row], confidence: float) -> tuple[str, tuple[Ratio, ...]]:
    """The fastest row's case_id, and how many times as fast it is as each other row with a score above 0, nearest first.

    "" and none where no row has a score.
    """
    scored = sorted((row for row in rows if row.score), key=_slowness)
    if not scored:
        return "", ()
    return scored[0].case_id, tuple(times_as_fast(scored[0], row, confidence) for row in scored[1:])


def _slowness(row: Row) -> float:
    """The log of the row's time, or of its reciprocal rate."""
    slowness = math.log(forks.log_mean(_per_ns(row)))
    return -slowness if row.unit.startswith(RATE) else slowness


def _per_ns(row: Row) -> list[float]:
    """The row's fork means with its time unit taken out: two platforms may be shown in different units."""
    unit_ns = UNITS_NS[row.unit.removeprefix(RATE).removesuffix("/op")]
    return [mean / unit_ns if row.unit.startswith(RATE) else mean * unit_ns for mean in row.fork_means]
