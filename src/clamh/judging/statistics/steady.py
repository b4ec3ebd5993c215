"""How a process warmed up (flat, warmup, slowdown or no steady state), and when it became steady.

The classes and the search back from the last segment are those of E. Barrett et al., "Virtual machine warmup blows hot
and cold", OOPSLA 2017. There, segments are equal within 1 ms or the variance, which does not suit times of nanoseconds.
Here they are equal within a share of the time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from clamh.judging.statistics.changepoint import MIN_VALUES as SEGMENT
from clamh.judging.statistics.changepoint import change_points
from clamh.judging.statistics.median import median

SAME = 0.02  # segments whose medians differ by less have the same level
LAST = 0.25  # a change of level in the last quarter leaves no steady state
BURST = 0.05  # a shorter stretch, as a share of the series, is an interruption: afterwards the level may be as before
MIN_SERIES = 20  # values that a class needs
MIDDLE = (SEGMENT + 1) // 2  # the median's place in the shortest segment

Kind = Literal["flat", "warmup", "slowdown", "no steady state"]


class Steady(NamedTuple):
    """The class, where the last level starts (0 when flat), that level, and the level before it."""

    kind: Kind
    start: int
    level: float
    before: float


def steady(times: Sequence[float]) -> Steady | None:
    """How these times (above 0, in order) became steady; None for fewer than MIN_SERIES of them.

    The steady part is the last segment and earlier ones on its level, with nothing but bursts between them. A level
    below the one before it is a warmup, above it a slowdown.
    """
    if len(times) < MIN_SERIES:
        return None
    # A segment's level is its median, and it has at least SEGMENT values. So all levels lie between these two values.
    ordered = sorted(times)
    if differs(ordered[MIDDLE - 1], ordered[-MIDDLE]) == 0:
        level = median(ordered)
        return Steady("flat", 0, level, level)
    ends = [0, *change_points(times), len(times)]
    segments = list(zip(ends, ends[1:]))
    levels = [median(times[begin:end]) for begin, end in segments]
    last = reached = max((index
                          for index, segment in enumerate(segments) if segment[1] - segment[0] >= BURST * len(times)),
                         default=len(segments) - 1)
    for index in range(reached - 1, -1, -1):
        if differs(levels[index], levels[reached]) == 0:
            last = index
        elif segments[index][1] - segments[index][0] >= BURST * len(times):
            break
    start = segments[last][0]
    level = median(times[start:]) if last < len(levels) - 1 else levels[last]
    before = next((levels[index] for index in range(last - 1, -1, -1) if differs(levels[index], level)), level)
    if start > (1 - LAST) * len(times):
        return Steady("no steady state", start, level, before)
    if not last:
        return Steady("flat", 0, level, level)
    return Steady("warmup" if differs(before, level) < 0 else "slowdown", start, level, before)


def differs(level: float, other: float) -> int:
    """0 where two levels are the same, 1 where `other` is larger, −1 where it is smaller."""
    log_ratio = math.log(other / level) if level > 0 and other > 0 else 0.0
    return 0 if abs(log_ratio) <= math.log1p(SAME) else 1 if log_ratio > 0 else -1
