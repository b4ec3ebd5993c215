"""The warning about the work of a sample: twice the invocations must take twice the time."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from clamh.model.results import ForkResult
from clamh.model.summary import Warning, make_warning

MIN_RATIO, MAX_RATIO = 1.8, 2.2  # a tenth of a sample may be its own cost, or the machine's noise


def find_warning(counted: Sequence[ForkResult]) -> Warning | None:
    """The warning where, in all pairs but one, samples of twice the invocations take another multiple of the time."""
    for doubling in (fork.doubling for fork in counted if fork.doubling):
        if len(set(doubling.once_ns)) == len(set(doubling.twice_ns)) == 1 or min(doubling.once_ns, default=0) < 1:
            continue  # a clock that counts its readings, or stands still
        ratios = [twice / once for once, twice in zip(doubling.once_ns, doubling.twice_ns)]
        deviating = max(sum(ratio < MIN_RATIO for ratio in ratios), sum(ratio > MAX_RATIO for ratio in ratios))
        if deviating >= len(ratios) - 1 and deviating > 1:
            times = statistics.median(ratios)
            return make_warning(
                "not-linear",
                f"samples of {2 * doubling.invocations:,} invocations take {times:.2f} times as long as samples "
                f"of {doubling.invocations:,}; 2 is expected: the measured time is not that of the invocations")
    return None
