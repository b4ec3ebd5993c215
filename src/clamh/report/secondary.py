"""Secondary results as tables show them: percentiles, counters, and rates such as GiB/s."""

from __future__ import annotations

import math
from typing import NamedTuple

from clamh.model.options import PRINTED_NS
from clamh.model.summary import Interval, Row, Secondary
from clamh.report.units import magnitude, prefix

SECOND = PRINTED_NS["s"]


class Shown(NamedTuple):
    """A figure with its interval and unit for a table; `whole` says that it is a count."""

    score: float
    interval: Interval | None
    unit: str
    whole: bool = False


def convert_secondary(row: Row, result: Secondary, like: Secondary | None = None) -> Shown:
    """A secondary result of the row for a table. Counted operations with a scale become a rate per second in every mode.

    With `like`, a result with the same unit, the figure gets the unit prefix of `like`.
    """
    like = like or result
    if result.kind != "operations" or result.scale not in (1000, 1024):
        return Shown(result.score, result.interval, result.unit, result.kind == "events" and result.score % 1 == 0)
    rate = row.unit.startswith("ops/")
    counted_unit, time_unit = result.unit.rsplit("/", 1) if rate else reversed(result.unit.split("/", 1))
    if not rate and counted_unit == "op":
        counted_unit = "ops"

    def per_second(value: float) -> float:
        return value * SECOND / PRINTED_NS[time_unit] if rate else SECOND / PRINTED_NS[time_unit] / value

    if not all(0 < value < math.inf and 0 < per_second(value) < math.inf for value in (result.score, like.score)):
        return Shown(result.score, result.interval, result.unit)
    power = magnitude(per_second(like.score), result.scale)
    size = result.scale ** power
    interval = None
    if result.interval:
        low, high = sorted(per_second(end) / size for end in (result.interval.low, result.interval.high))
        interval = Interval(low=low, high=high)
    return Shown(per_second(result.score) / size, interval, f"{prefix(power, result.scale)}{counted_unit}/s")
