"""The self-check of upper bounds: nothing may be faster than a benchmark marked with Baseline.BOUND."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from clamh.judging.comparability import BELOW_FLOOR
from clamh.judging.compute_ratios import compute_ratio
from clamh.judging.reference import find_fitting_row
from clamh.model.options import Estimator
from clamh.model.summary import Row, make_warning


def compare_with_bound(row: Row, bounds: Sequence[Row], sides: Sequence[str], confidence: float, delta: float,
                       estimator: Estimator = "mean") -> Row:
    """The row with its ratio to the bound that fits it, and the warning `beats-bound` where it is faster by more than
    Δ.

    `bounds` are those of its suite. The row stays as it is if it is a bound itself, or if no bound with a score fits
    it. It also stays as it is if it has no score, or if it or the bound is below the floor.
    """
    bound = None if row.baseline == "bound" else find_fitting_row(row, bounds, sides)
    if bound is None or not all(side.comparable and not side.has_warning(BELOW_FLOOR) for side in (row, bound)):
        return row
    ratio = compute_ratio(row, bound, confidence, delta, estimator)
    row = replace(row, bound=ratio)
    if ratio.verdict != "faster":
        return row
    low, high = ratio.interval.low, ratio.interval.high
    message = (
        f"impossibly fast: {ratio.value:.3f} [{low:.3f}, {high:.3f}] times as fast as the upper bound "
        f"{bound.benchmark} on {bound.side}"
    )
    return replace(row, warnings=(*row.warnings, make_warning("beats-bound", message)))
