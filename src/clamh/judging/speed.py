"""How many times as fast one row is as another."""

from __future__ import annotations

import math
from collections.abc import Sequence

from clamh.judging.forks import LEAST_FORKS
from clamh.judging.statistics import forks
from clamh.judging.statistics.noise import share
from clamh.judging.statistics.verdict import above_noise, decided_at
from clamh.model.scores import time_unit_ns
from clamh.model.summary import Ratio, Row, interval

RATE = "ops/"  # what the unit of a throughput begins with


def times_as_fast(row: Row, other: Row, confidence: float, delta: float) -> Ratio:
    """Speed of the row ÷ speed of the other, both comparable and in the same mode; above 1 the row is faster.

    Welch's interval on log fork means with its verdict, None with fewer forks than an interval needs on either side.
    Nothing is faster or slower by less than the noise floor of either.
    """
    above, below = per_ns(other), per_ns(row)
    if row.unit.startswith(RATE):
        above, below = below, above
    around = None
    if min(len(above), len(below)) >= LEAST_FORKS:
        around = interval(forks.log_ratio_interval(above, below, confidence))
    floor = noise_of(row, other)
    said, held = above_noise(around.low, around.high, delta, floor) if around else (None, False)
    at = decided_at(around.low, around.high) if around and said == "undecided" else math.inf
    value = forks.log_mean(above) / forks.log_mean(below)
    return Ratio(reference=other.case_id, value=value, interval=around, verdict=said,
                 decided_at=at if at < math.inf else None, noise_floor=floor if held else None)


def noise_of(*rows: Row) -> float:
    """The machine's noise in a ratio of these rows, as a share; 0 where it was not calibrated."""
    return share(max((row.noise_floor for row in rows if row.noise_floor is not None), default=0.0))


def lead(rows: Sequence[Row], confidence: float, delta: float) -> tuple[str, tuple[Ratio, ...]]:
    """The fastest row's case_id, and how many times as fast it is as each other comparable row, nearest first.

    "" and none where no row is comparable.
    """
    scored = sorted((row for row in rows if row.comparable), key=_slowness)
    if not scored:
        return "", ()
    return scored[0].case_id, tuple(times_as_fast(scored[0], row, confidence, delta) for row in scored[1:])


def _slowness(row: Row) -> float:
    """The log of the row's time, or of its reciprocal rate."""
    slowness = math.log(forks.log_mean(per_ns(row)))
    return -slowness if row.unit.startswith(RATE) else slowness


def per_ns(row: Row) -> list[float]:
    """The row's fork means with its time unit taken out: two platforms may be shown in different units."""
    unit_ns = time_unit_ns(row.unit)
    return [mean / unit_ns if row.unit.startswith(RATE) else mean * unit_ns for mean in row.fork_means]
