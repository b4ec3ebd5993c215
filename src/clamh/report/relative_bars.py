"""Bars of relative time: which rows have a bar, where it begins and ends, and the figure beside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from clamh.model.summary import Contest
from clamh.report import matrix
from clamh.report.figures import needs_log
from clamh.report.matrix import Relative
from clamh.report.ratios import round_to_margin, round_to_three

MARGIN = (0.9, 1.05)  # what a scale shows below the least and above the greatest value, as factors


class Bar(NamedTuple):
    """A bar and its interval as shares of the width; the ends of the interval are None if there is none."""

    start: float
    end: float
    low: float | None
    high: float | None


def list_relatives(contest: Contest) -> dict[str, Relative]:
    """The relative times of the rows that are compared, by case_id; none if fewer than two rows have a score."""
    if sum(row.score is not None for row in contest.rows) < 2:
        return {}
    relatives = {row.case_id: matrix.relate(contest, row) for row in contest.rows if row.comparable}
    return {
        case_id: relative for case_id, relative in relatives.items()
        if relative and not (relative.ratio and relative.ratio.not_compared)
    }


def is_log(relatives: Sequence[Relative]) -> bool:
    """Whether bars on a linear scale would hide the differences of most of these."""
    return needs_log([relative.value for relative in relatives])


def scale_bars(relatives: Sequence[Relative], log: bool) -> Callable[[Relative], Bar]:
    """A function that returns the bar of a relative time. Bars begin at 0, on a log scale at 1."""
    values = [relative.value for relative in relatives] or [1.0]
    ends = [end for relative in relatives if relative.interval and not matrix.is_wide(relative)
            for end in (relative.interval.low, relative.interval.high)]
    least, most = min(*values, *ends, 1.0) * MARGIN[0], max(*values, *ends, 1.0) * MARGIN[1]

    def place(value: float) -> float:
        share = math.log(value / least) / math.log(most / least) if log else value / most
        return max(0.0, min(share, 1.0))

    def scale(relative: Relative) -> Bar:
        start, end = sorted((place(1.0) if log else 0.0, place(relative.value)))
        interval = (place(relative.interval.low), place(relative.interval.high)) if relative.interval else (None, None)
        return Bar(start, end, *interval)

    return scale


def format_relative(relative: Relative) -> str:
    """The relative time with its interval, to the digits that the interval makes significant."""
    if relative.ratio is None or relative.interval is None:
        return round_to_three(relative.value)
    margin = matrix.margin_of(relative) * relative.value
    ends = [round_to_margin(end, margin) for end in (relative.interval.low, relative.interval.high)]
    return f"{round_to_margin(relative.value, margin)} [{ends[0]}, {ends[1]}]"
