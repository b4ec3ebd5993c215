"""What the interval of a ratio says about a change of Δ, the smallest that matters to the reader: one of five verdicts.

The interval decides all five, so no level is spent twice: "same within Δ" is the two one-sided tests of D. J. Schuirmann,
"A comparison of the two one-sided tests procedure", J. Pharmacokinetics and Biopharmaceutics 15 (1987), at half the
interval's error and so on the careful side.
"""

from __future__ import annotations

import math


def verdict(low: float, high: float, delta: float) -> str:
    """The verdict of the interval [low, high] of a ratio, above 1 is faster; Δ ≥ 0 is a share, such as 0.01 for 1 %.

    Faster and slower: the whole interval is beyond 1 + Δ or 1 ÷ (1 + Δ), so that the ratio turned round is the opposite. Small
    difference: inside of both, and 1 is outside. Same: inside of both, and 1 is in it. Undecided: anything else.
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
    """The verdict of [low, high] where ratios up to 1 + `floor` are the machine's noise, and whether that changed it.

    Never faster or slower by less than the floor: what is wholly inside of it is a small difference, what reaches beyond it
    undecided. What is said to be inside of Δ stays so.
    """
    said = verdict(low, high, delta)
    held = verdict(low, high, max(delta, floor))
    if said not in ("faster", "slower") or held == said:
        return said, False
    return held, True


def decided_at(low: float, high: float) -> float:
    """The smallest Δ at which [low, high], with 1 in it, is not undecided; with 1 outside, every Δ below its nearer end decides
    it, and this is the smallest from which on it is a small difference. Endless where a double does not hold it."""
    return max(high, 1 / low) - 1
