"""Does a value depend on earlier values?

The autocorrelation of the signs of the deviations from the median, so that no outlier decides. For independent values
its limit is ±3 ÷ √n at three standard deviations (M. S. Bartlett, J. Royal Statistical Society Supplement 8, 1946).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

LAGS = 5


def sign_autocorrelation(values: Sequence[float], lags: int = LAGS) -> tuple[float, ...]:
    """The autocorrelations at lags 1 to `lags`; zeros where there are too few values, or all are equal."""
    import numpy as np  # slow to import, so never before measuring

    series = np.asarray(values, dtype=float)
    ordered, half = np.sort(series), len(series) // 2  # np.median is slow for so few values
    middle = (ordered[~half] + ordered[half]) / 2 if half else 0.0
    signs = (series > middle).astype(int) - (series < middle)
    size = int(np.abs(signs).sum())
    if not size:
        return (0.0,) * lags
    return tuple(int(signs[:-lag] @ signs[lag:]) / size for lag in range(1, lags + 1))


def limit(n: int) -> float:
    """The limit that the autocorrelations of n independent values exceed in 1 of 370 cases."""
    return 3 / math.sqrt(n) if n else math.inf
