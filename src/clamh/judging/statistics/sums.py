"""Sums of any finite numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable


def total(values: Iterable[float]) -> float:
    """The exactly rounded sum, so that the order of values does not matter; infinite or NaN where it is out of range.
    """
    values = values if isinstance(values, list) else list(values)
    try:
        return math.fsum(values)
    except (OverflowError, ValueError):  # beyond the largest double, or infinities of both signs
        return float(sum(values))
