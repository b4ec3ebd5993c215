"""How secondary results are shown in tables: percentiles and counters, and rates such as GiB/s."""

from __future__ import annotations

import math
from typing import NamedTuple

from clamh.model.options import PRINTED_NS
from clamh.model.summary import Interval, Row, Secondary
from clamh.report.units import magnitude, prefix

SECOND = PRINTED_NS["s"]


class Shown(NamedTuple):
    """A figure, its interval and its unit, as a table has them; `whole` is a count."""

    score: float
    interval: Interval | None
    unit: str
    whole: bool = False


def shown(row: Row, one: Secondary, like: Secondary | None = None) -> Shown:
    """A secondary result of the row. Counted operations with a scale are a rate per second, whatever the mode.

    With `like`, which has the same unit, it is in the prefix that `like` would be shown in.
    """
    like = like or one
    if one.kind != "operations" or one.scale not in (1000, 1024):
        return Shown(one.score, one.interval, one.unit, one.kind == "events" and one.score % 1 == 0)
    rate = row.unit.startswith("ops/")
    counted, time_unit = one.unit.rsplit("/", 1) if rate else reversed(one.unit.split("/", 1))
    if not rate and counted == "op":
        counted = "ops"

    def per_second(value: float) -> float:
        return value * SECOND / PRINTED_NS[time_unit] if rate else SECOND / PRINTED_NS[time_unit] / value

    if not all(0 < value < math.inf and 0 < per_second(value) < math.inf for value in (one.score, like.score)):
        return Shown(one.score, one.interval, one.unit)
    power = magnitude(per_second(like.score), one.scale)
    size = one.scale ** power
    interval = None
    if one.interval:
        low, high = sorted(per_second(end) / size for end in (one.interval.low, one.interval.high))
        interval = Interval(low=low, high=high)
    return Shown(per_second(one.score) / size, interval, f"{prefix(power, one.scale)}{counted}/s")
