"""Does a value depend on the ones before it?

The autocorrelation of the signs of the deviations from the median, so that no outlier decides; ±3 ÷ √n is its limit under
independence at three standard deviations (M. S. Bartlett, J. Royal Statistical Society Supplement 8, 1946).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

LAGS = 5


def sign_autocorrelation(values: Sequence[float], lags: int = LAGS) -> tuple[float, ...]:
    """The autocorrelations at lags 1 to `lags`; zeros where there are too few values, or all are alike."""
    import numpy as np  # slow to import, so never before measuring

    given = np.asarray(values, dtype=float)
    ordered, half = np.sort(given), len(given) // 2  # np.median takes long for so few
    middle = (ordered[~half] + ordered[half]) / 2 if half else 0.0
    signs = (given > middle).astype(int) - (given < middle)
    size = int(np.abs(signs).sum())
    if not size:
        return (0.0,) * lags
    return tuple(int(signs[:-lag] @ signs[lag:]) / size for lag in range(1, lags + 1))


def limit(n: int) -> float:
    """What the autocorrelations of n independent values stay under, in all but 1 of 370."""
    return 3 / math.sqrt(n) if n else math.inf
