"""Does a distribution have several modes? The m-value: how far its density goes up and down, in heights of its peak.

B. Gregg, "Frequency Trails: Modes and Modality" (2015): 2 for a mode, 4 for two separate modes of equal height. The
limits are those of BenchmarkDotNet, MValueCalculator: above 2.8 there seem to be several modes, above 3.2 two, above
4.2 more.

The density is that of a Gaussian kernel. Its width follows B. W. Silverman's rule ("Density Estimation", 1986, equation
3.31) on the quartiles of the narrower half, so that two distant modes stay separate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

SEVERAL = 2.8
POINTS = 512
MIN_VALUES = 100  # values: with fewer, random bumps are as high as modes
# Peaks that are closer than this share of the median count as one: times are counted in steps of a clock.
GRAIN = 0.005
VALLEY = 0.5  # a reported peak is at least this far above the valley beside it, as a share of itself
HEIGHT = 0.1  # and has at least this share of the highest peak's height


class Modes(NamedTuple):
    """The m-value, and the places of the separate peaks, ascending."""

    value: float
    peaks: tuple[float, ...]


def modes(values: Sequence[float]) -> Modes:
    """The modes of at least MIN_VALUES values. Fewer values and equal values have one mode: Modes(2, (median,)).

    The outer percents on both sides are left out: a single outlier is not a mode.
    """
    import numpy as np

    ordered = np.sort(np.asarray(values, dtype=float))
    median = float(ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2 if len(ordered) else 0.0
    if len(ordered) < MIN_VALUES or not median > 0:
        return Modes(2.0, (median,))
    inner = ordered[len(ordered) // 100: len(ordered) - len(ordered) // 100]
    width = max(_bandwidth(inner), GRAIN * median)
    low, high = float(inner[0]) - 3 * width, float(inner[-1]) + 3 * width
    points = min(max(POINTS, int(4 * (high - low) / width)), 16 * POINTS)
    edges = np.arange(points + 1.0)  # np.linspace is slow for so few points
    edges *= (high - low) / points
    edges += low
    edges[-1] = high
    counts = np.bincount(np.searchsorted(edges, inner, side="right") - 1, minlength=points)  # np.histogram is slow
    step = float(edges[1] - edges[0])
    reach = math.ceil(4 * width / step)
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) * step / width) ** 2)
    density = np.convolve(counts, kernel, mode="same")
    density /= density.max()
    value = float(density[0] + np.abs(density[1:] - density[:-1]).sum() + density[-1])
    return Modes(value, tuple(float(edges[peak] + step / 2) for peak in _peaks(density)) or (median,))


def _bandwidth(ordered) -> float:  # noqa: ANN001 numpy is not imported before measuring
    n = len(ordered)
    half = ordered[n // 2:] if ordered[-1] - ordered[n // 2] < ordered[n // 2] - ordered[0] else ordered[: n // 2]
    quarter, three = (_quantile(ordered, share) for share in (0.25, 0.75))
    near = (half[-1] - half[0]) / 1.349
    distances = ordered - ordered.sum() / n
    deviation = math.sqrt((distances * distances).sum() / n)  # np.std is slow for so few values
    return 0.9 * float(min(deviation, (three - quarter) / 1.349, near)) * n ** -0.2


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The value at share × (n − 1), counted from 0, linear between two: type 7 of R. J. Hyndman & Y. Fan (1996)."""
    index, between = divmod(share * (len(ordered) - 1), 1)
    below, above = ordered[int(index)], ordered[min(int(index) + 1, len(ordered) - 1)]
    # Computed from the nearer value, so that a share of 1 gives the upper value exactly.
    return below + (above - below) * between if between < 0.5 else above - (above - below) * (1 - between)


def _peaks(density) -> list[int]:  # noqa: ANN001
    """The positions of local maxima that are separate from the last one.

    They rise by VALLEY of their height above the lowest point between them and the last peak.
    """
    import numpy as np

    rises = (density[1:-1] >= density[:-2]) & (density[1:-1] > density[2:]) & (density[1:-1] >= HEIGHT)
    peaks: list[int] = []
    valley, since = 0.0, 1
    for place in (np.flatnonzero(rises) + 1).tolist():
        here = density[place]
        valley, since = min(valley, density[since:place + 1].min()), place + 1
        if not peaks or valley < (1 - VALLEY) * min(here, density[peaks[-1]]):
            peaks.append(place)
            valley = here
        elif here > density[peaks[-1]]:
            peaks[-1] = place
            valley = here
    return peaks
