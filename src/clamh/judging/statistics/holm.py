"""At which confidence each of several claims is made, so that all of them hold together: Holm's procedure.

S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979): the smallest of m p-values is
held to α ÷ m, the next to α ÷ (m − 1), and so on until one is too large. An interval decides what is claimed here, so the claims that are
closed (1 is outside, and the verdict is made) at α ÷ m are closed first; those that are left share α anew. All intervals are then those of
the last step: claims are closed in them if and only if Holm's procedure closes them, since what is closed at α ÷ m is closed in narrower intervals.
"""

from __future__ import annotations

from collections.abc import Callable


def shared_confidence(confidence: float, claims: int, closed: Callable[[float], int]) -> float:
    """The confidence of each interval; `closed` says how many of the claims their intervals close at a confidence, never fewer at a lower one."""
    left, level = max(1, claims), 1 - confidence
    while left > 1 and (less := max(1, claims - closed(1 - level / left))) < left:
        left = less
    return confidence if left == 1 else 1 - level / left
