"""The level of each look when sets are added until an interval is narrow enough, so that all looks together keep their
level.

K. K. G. Lan and D. L. DeMets, "Discrete sequential boundaries for clinical trials", Biometrika 70 (1983): a function
states how much of α may be spent after which part of the planned maximum.

Here the function gives each planned look the same level, as S. J. Pocock ("Group sequential methods in the design and
analysis of clinical trials", Biometrika 64, 1977) does, but for Student's t: 5 sets have 4 degrees of freedom. The
constants come from a million simulated series (tests/unit/judging/statistics/test_looks.py repeats that).

From the first look on that was not planned, each look has what the function adds there. Levels whose sum is α keep α
under any dependence (Bonferroni). After the last planned number of sets the function adds nothing: the n-th look then
has α ÷ 2ⁿ, which is at most α ÷ 2 more in all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

PLANNED = (5, 8, 12, 16, 24, 32)  # sets
SPENT = (0.248, 0.440, 0.604, 0.736, 0.880, 1.0)  # of α = 0.05, after each planned look
# α, and the level of each look
LEVELS = ((0.001, 0.00020), (0.005, 0.00106), (0.01, 0.00219), (0.02, 0.00455), (0.05, 0.0124), (0.1, 0.0270),
          (0.2, 0.0605))


def level(alpha: float, looks: Sequence[int]) -> float:
    """The level of the last of these looks, each given by its number of sets; α with no look, or a single one that was
    not planned.
    """
    taken = sorted(set(looks))
    if not set(taken) <= set(PLANNED):
        if len(taken) == 1:
            return alpha
        # Never 0: no interval has that level, and a run that is resumed would lose its verdicts.
        return alpha * (spent(taken[-1]) - spent(taken[-2]) or 0.5 ** len(taken))
    return of_planned(alpha) if taken else alpha


def of_planned(alpha: float) -> float:
    """The level of each planned look. Between the α of LEVELS it is interpolated on logarithms; outside it is
    proportional.
    """
    for (low, at_low), (high, at_high) in zip(LEVELS, LEVELS[1:]):
        if low <= alpha <= high:
            part = math.log(alpha / low) / math.log(high / low)
            return at_low * (at_high / at_low) ** part
    nearest, level = LEVELS[0] if alpha < LEVELS[0][0] else LEVELS[-1]
    return level * alpha / nearest


def spent(sets: int) -> float:
    """The share of α that is spent after this number of sets; linear between two planned looks."""
    before = (0, 0.0)
    for planned, share in zip(PLANNED, SPENT, strict=True):
        if sets <= planned:
            return before[1] + (share - before[1]) * (sets - before[0]) / (planned - before[0])
        before = planned, share
    return 1.0
