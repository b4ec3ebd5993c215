"""Whether following another side costs some sides of a contest more than others: then longer slices are better."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from clamh.judging.count_forks import MIN_FORKS
from clamh.judging.evidence import STEADY, find_shared_sets, log_ratio_of_figures
from clamh.judging.statistics.laps import mean_over_sets, turn_effect
from clamh.model.summary import Row


def turn_effects_differ(rows: Sequence[Row], confidence: float, delta: float) -> bool:
    """Whether the turn effects of two of these rows certainly differ by more than Δ ÷ STEADY.

    The interval of each difference is over the sets of both rows; its confidence is shared by all pairs (Bonferroni).
    """
    pairs = list(combinations(rows, 2))
    for pair in pairs:
        shared_sets = zip(*find_shared_sets(*pair), strict=True)
        differences = [log_ratio_of_figures(turn_effect, *of_sides) for of_sides in shared_sets]
        logs = [log for log in differences if log is not None]
        if len(logs) < MIN_FORKS:
            continue
        difference = mean_over_sets(logs)
        margin = difference.margin(1 - (1 - confidence) / len(pairs))
        if abs(difference.middle) - margin > math.log1p(delta) / STEADY:
            return True
    return False
