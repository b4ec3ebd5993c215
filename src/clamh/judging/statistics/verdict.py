"""What the interval of a ratio says about a change of Δ, the smallest that matters to the reader: one of five verdicts.

One interval decides all five, so no level is spent twice. "Same within Δ" is the two one-sided tests of D. J.
Schuirmann, "A comparison of the two one-sided tests procedure", J. Pharmacokinetics and Biopharmaceutics 15 (1987).
They use half the interval's error, which is on the careful side.
"""

from __future__ import annotations

import math


def verdict(low: float, high: float, delta: float) -> str:
    """The verdict of the interval [low, high] of a ratio, above 1 is faster; Δ ≥ 0 is a share, such as 0.01 for 1 %.

    - Faster, slower: the whole interval is above 1 + Δ, or below 1 ÷ (1 + Δ). So the inverse ratio has the opposite
      verdict.
    - Small difference: the interval is inside of both, and 1 is outside of it.
    - Same: the interval is inside of both, and 1 is in it.
    - Undecided: anything else.
    """
    low_log, high_log, limit = math.log(low), math.log(high), math.log1p(delta)
    if low_log > limit:
        return "faster"
    if high_log < -limit:
        return "slower"
    if -limit <= low_log and high_log <= limit:
        return "same" if low_log <= 0 <= high_log else "small difference"
    return "undecided"


def above_noise(low: float, high: float, delta: float, floor: float) -> tuple[str, bool]:
    """The verdict of [low, high] where ratios up to 1 + `floor` are the machine's noise, and whether the noise changed
    it.

    Never faster or slower by less than the floor. An interval wholly inside of the floor is a small difference, one
    that reaches beyond it undecided. An interval inside of Δ keeps its verdict.
    """
    without_noise = verdict(low, high, delta)
    with_noise = verdict(low, high, max(delta, floor))
    if without_noise not in ("faster", "slower") or with_noise == without_noise:
        return without_noise, False
    return with_noise, True


def deciding_delta(low: float, high: float) -> float:
    """The smallest Δ at which [low, high] is not undecided; infinite where a double cannot hold it.

    With 1 outside of the interval, every Δ below its nearer end decides it too. Then this is the Δ from which on it is
    a small difference.
    """
    return max(high, 1 / low) - 1
