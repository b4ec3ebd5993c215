"""Secondary results as tables show them: percentiles, counters, and rates such as GiB/s."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from clamh.model.options import PRINTED_NS
from clamh.model.summary import Interval, Row, Secondary, Summary
from clamh.report.units import magnitude, prefix

SECOND = PRINTED_NS["s"]
COUNTED = ("count", "peak", "quotient")  # results of -prof, and counts that a program makes itself


class Shown(NamedTuple):
    """A figure with its interval and unit for a table; `whole` says that it is a count."""

    score: float
    interval: Interval | None
    unit: str
    whole: bool = False


def convert_secondary(row: Row, result: Secondary, like: Secondary | None = None) -> Shown:
    """A secondary result of the row for a table. Counted operations with a scale become a rate per second in every
    mode.

    With `like`, a result with the same unit, the figure gets the unit prefix of `like`.
    """
    like = like or result
    if result.unit == "B":
        return _convert_bytes(result, like)
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


def _convert_bytes(result: Secondary, like: Secondary) -> Shown:
    """A size in the largest unit that leaves at least 1 of `like`."""
    power = magnitude(max(like.score, 1), 1024)
    size = 1024**power
    interval = result.interval and Interval(low=result.interval.low / size, high=result.interval.high / size)
    return Shown(result.score / size, interval, f"{prefix(power, 1024)}B")


def describe_counters(summary: Summary, names: Mapping[str, str] | None = None) -> str:
    """What the counters of -prof include; "" without such counters. `names` has the sides' names."""
    counted = [(row.side, result) for row in summary.rows for result in row.secondary
               if result.kind in COUNTED and not result.of_program]
    if not counted:
        return ""
    of_machine = {name for _, result in counted if (name := result.label).startswith("energy.")}
    of_loop = "callgrind.instructions"
    sides = list(dict.fromkeys(side for side, result in counted
                               if result.with_fixtures and result.label not in of_machine))
    texts = []
    if any(result.label not in (*of_machine, of_loop) for _, result in counted):
        texts.append(
            "Counters are those of the whole process, with its other threads, such as compilers and collectors")
    if sides:
        named = ", ".join(names[side] if names else side for side in sides)
        texts.append(
            f"of {named} also those of iteration fixtures and of invocations that are not timed (counters are read "
            "around whole iterations there)"
        )
    if any(result.label == of_loop for _, result in counted):
        texts.append("instructions of callgrind are those of the measured loop alone, from runs that were not timed")
    if of_machine:
        texts.append("energy is that of the whole machine, around whole iterations")
    if any(result.label.endswith(":u") for _, result in counted):
        texts.append(":u is without the kernel")
    text = "; ".join(texts)
    return f"{text[0].upper()}{text[1:]}."
