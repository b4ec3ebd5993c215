"""Whether following another side costs some sides of a contest more than others: then longer slices are better."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from clamh.judging.count_forks import MIN_FORKS
from clamh.judging.statistics.laps import over_sets, turn_effect
from clamh.model.summary import Row, SetTotal

SHARE = 3.0  # smaller differences than Δ ÷ this change no verdict


def turn_effects_differ(rows: Sequence[Row], confidence: float, delta: float) -> bool:
    """Whether the turn effects of two of these rows certainly differ by more than a third of `delta`.

    The interval of each difference is over the sets of both rows; its confidence is shared by all pairs (Bonferroni).
    """
    pairs = list(combinations([{set_total.number: set_total for set_total in row.sets} for row in rows], 2))
    for first, second in pairs:
        differences = [
            _log_ratio_of_effects(first[number], second[number]) for number in sorted(first.keys() & second.keys())
        ]
        logs = [log for log in differences if log is not None]
        if len(logs) < MIN_FORKS:
            continue
        bounds = over_sets(logs, 1 - (1 - confidence) / len(pairs))
        if abs(bounds.middle) - bounds.margin > math.log1p(delta) / SHARE:
            return True
    return False


def _log_ratio_of_effects(a: SetTotal, b: SetTotal) -> float | None:
    effects = [turn_effect(side.costs, side.own) for side in (a, b)]
    return None if None in effects else effects[0] - effects[1]
