"""A/A in turns: each case beside itself, as two builds of the same artifact, in comparisons of consecutive sets."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping

from msgspec.structs import replace

from clamh.judging.builds import identify_row
from clamh.judging.calibration import Null, find_kind
from clamh.judging.compute_ratios import compute_ratio
from clamh.model.summary import Row


def compare_pairs(rows: Iterable[Row], sets: Mapping[str, int], confidence: float, delta: float) -> list[Null]:
    """All A/A comparisons of rows of two equal builds, judged as a run of so many sets would be.

    `sets` has the number of sets of a comparison, by case_id.
    """
    builds: dict[Hashable, list[Row]] = {}
    for row in rows:
        if row.comparable:
            builds.setdefault(identify_row(row), []).append(row)
    comparisons = []
    for row, other_row in (pair for pair in builds.values() if len(pair) == 2):
        kind = find_kind(row)._replace(forks=sets[row.case_id])
        for part, other_part in _split(row, other_row, kind.forks):
            ratio = compute_ratio(part, other_part, confidence, delta)
            if ratio.interval:
                excluded = not ratio.interval.low <= 1 <= ratio.interval.high
                comparisons.append(Null(kind, math.log(ratio.value), excluded))
    return comparisons


def _split(row: Row, other_row: Row, size: int) -> Iterator[tuple[Row, Row]]:
    """Both rows in parts of `size` consecutive sets that they share, or of `size` forks where they took no turns."""
    if row.sets and other_row.sets:
        numbers = sorted({total.number for total in row.sets} & {total.number for total in other_row.sets})
        for first in range(0, len(numbers) - size + 1, size):
            yield tuple(replace(side, sets=tuple(total for total in side.sets
                                                 if total.number in numbers[first:first + size]))
                        for side in (row, other_row))
    else:
        for first in range(0, min(len(row.fork_means), len(other_row.fork_means)) - size + 1, size):
            yield tuple(replace(side, sets=(), fork_means=side.fork_means[first:first + size])
                        for side in (row, other_row))
