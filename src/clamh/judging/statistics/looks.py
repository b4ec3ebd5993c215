"""At which level each look is made when sets are added until an interval is narrow enough, so that all looks together keep theirs.

K. K. G. Lan and D. L. DeMets, "Discrete sequential boundaries for clinical trials", Biometrika 70 (1983): a function says how much of α may be spent
after which part of the planned maximum. Here it is the one that gives each planned look the same level, as S. J. Pocock ("Group sequential methods in the
design and analysis of clinical trials", Biometrika 64, 1977) does, but for Student's t: 5 sets have 4 degrees of freedom. The constants come from a
million simulated series (tests/unit/judging/statistics/test_looks.py does it again). From the first look on that was not planned each look has what
the function adds there: levels whose sum is α keep α whatever depends on what (Bonferroni).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

PLANNED = (5, 8, 12, 16, 24, 32)  # sets
SPENT = (0.248, 0.440, 0.604, 0.736, 0.880, 1.0)  # of α = 0.05, after each planned look
LEVELS = ((0.001, 0.00020), (0.005, 0.00106), (0.01, 0.00219), (0.02, 0.00455), (0.05, 0.0124), (0.1, 0.0270), (0.2, 0.0605))  # α, and that of each look


def level(alpha: float, looks: Sequence[int]) -> float:
    """The level of the last of these looks, at so many sets; α with a single one or none that was not planned."""
    taken = sorted(set(looks))
    if not set(taken) <= set(PLANNED):
        return alpha if len(taken) == 1 else alpha * (spent(taken[-1]) - spent(taken[-2]))
    return of_planned(alpha) if taken else alpha


def of_planned(alpha: float) -> float:
    """The level of each planned look; between the α of LEVELS on a straight line of logarithms, beyond them in proportion."""
    for (low, at_low), (high, at_high) in zip(LEVELS, LEVELS[1:]):
        if low <= alpha <= high:
            part = math.log(alpha / low) / math.log(high / low)
            return at_low * (at_high / at_low) ** part
    nearest, level = LEVELS[0] if alpha < LEVELS[0][0] else LEVELS[-1]
    return level * alpha / nearest


def spent(sets: int) -> float:
    """The part of α that is spent after so many sets; between two planned looks on a straight line."""
    before = (0, 0.0)
    for planned, share in zip(PLANNED, SPENT, strict=True):
        if sets <= planned:
            return before[1] + (share - before[1]) * (sets - before[0]) / (planned - before[0])
        before = planned, share
    return 1.0
