"""Whether following another side costs some sides of a contest more than others: then longer slices suit it better."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from clamh.judging.forks import LEAST_FORKS
from clamh.judging.statistics.laps import over_sets, turn_effect
from clamh.model.summary import Row, SetTotal

SHARE = 3.0  # a difference of less than Δ ÷ this changes no verdict


def unequal(rows: Sequence[Row], confidence: float, delta: float) -> bool:
    """Whether the turn effects of two of these rows surely differ by more than a third of `delta`.

    The interval of each difference is over the sets that both were in; its confidence is shared by all pairs (Bonferroni).
    """
    pairs = list(combinations([{one.number: one for one in row.sets} for row in rows], 2))
    for first, second in pairs:
        found = [_difference(first[number], second[number]) for number in sorted(first.keys() & second.keys())]
        logs = [one for one in found if one is not None]
        if len(logs) < LEAST_FORKS:
            continue
        around = over_sets(logs, 1 - (1 - confidence) / len(pairs))
        if abs(around.middle) - around.margin > math.log1p(delta) / SHARE:
            return True
    return False


def _difference(one: SetTotal, other: SetTotal) -> float | None:
    effects = [turn_effect(side.costs, side.own) for side in (one, other)]
    return None if None in effects else effects[0] - effects[1]
