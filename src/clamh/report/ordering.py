"""Which contests the first screen shows, and in which order."""

from __future__ import annotations

import math
from collections.abc import Sequence

from clamh.model import scores
from clamh.model.summary import Contest, Summary
from clamh.report.names import Subject, name_subjects
from clamh.report.screen import Note

MAX_CONTESTS = 40  # more are hard to compare on one screen; --full shows all
Named = tuple[Contest, Subject]


def order_contests(summary: Summary, by: str) -> list[Named]:
    """The contests that the first screen shows, with their names; `by` is one of options.SORTS or "" (as in the
    sources).
    """
    contests = list(zip(summary.contests, name_subjects(summary), strict=True))
    if not _has_differences(summary):
        return _sort(contests, by)[:MAX_CONTESTS]
    return _sort(_choose(contests), by)


def _has_differences(summary: Summary) -> bool:
    """Whether any contest has a certain difference; without that, none is more worth showing than another."""
    return any(decisiveness(contest) > 0 for contest in summary.contests)


def _choose(contests: Sequence[Named]) -> Sequence[Named]:
    """All contests, or if there are too many those with the largest differences, in their original order."""
    if len(contests) <= MAX_CONTESTS:
        return contests
    places = sorted(range(len(contests)), key=lambda place: -decisiveness(contests[place][0]))[:MAX_CONTESTS]
    return [contests[place] for place in sorted(places)]


def decisiveness(contest: Contest) -> float:
    """The largest certain difference: the log of the end of its interval that is closer to 1."""
    ratios = [ratio for ratio in (*contest.lead_ratios, *(row.ratio for row in contest.rows))
              if ratio and ratio.interval and ratio.verdict in ("faster", "slower")]
    return max((min(abs(math.log(ratio.interval.low)), abs(math.log(ratio.interval.high))) for ratio in ratios),
               default=0.0)


def _sort(contests: Sequence[Named], by: str) -> list[Named]:
    """The contests in the order of the sources, by name, by the time of the fastest, or by the largest difference."""
    keys = {"name": lambda named: named[1].order, "time": lambda named: cost_of_fastest(named[0]),
            "difference": lambda named: -decisiveness(named[0])}
    return sorted(contests, key=keys[by]) if by else list(contests)


def cost_of_fastest(contest: Contest) -> float:
    """The time of an operation of the fastest side in ns; infinite if nothing was measured."""
    costs = {row.case_id: scores.cost_ns(row.score, row.unit) for row in contest.rows if row.comparable}
    return costs.get(contest.fastest, min(costs.values(), default=math.inf))


def explain_rest(summary: Summary, shown: int, rest: str) -> list[Note]:
    """A note with the number of contests that the table omits; `rest` is that of a Look."""
    more = len(summary.contests) - shown
    smaller = " with smaller differences" if more and _has_differences(summary) else ""
    return [Note("…", f"{more} more{smaller}: {rest}")] if more else []
