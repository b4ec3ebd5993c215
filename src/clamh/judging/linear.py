"""The doubt about the work of a sample: twice the invocations must take twice the time."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from clamh.model.results import ForkResult
from clamh.model.summary import Warning, warning

LEAST, MOST = 1.8, 2.2  # times: a tenth of a sample may be its own cost, or the machine's noise


def doubt(counted: Sequence[ForkResult]) -> Warning | None:
    """The doubt, where samples of twice the invocations take another multiple of the time, in all pairs but one."""
    for one in (fork.doubling for fork in counted if fork.doubling):
        if len(set(one.once_ns)) == len(set(one.twice_ns)) == 1 or min(one.once_ns, default=0) < 1:
            continue  # a clock that counts its readings, or stands still
        ratios = [twice / once for once, twice in zip(one.once_ns, one.twice_ns)]
        odd = max(sum(ratio < LEAST for ratio in ratios), sum(ratio > MOST for ratio in ratios))
        if odd >= len(ratios) - 1 and odd > 1:
            times = statistics.median(ratios)
            return warning("not-linear", f"samples of {2 * one.invocations:,} invocations take {times:.2f} times as "
                           f"long as samples of {one.invocations:,}, where 2 is expected: what is timed is not the "
                           "work of an invocation")
    return None
