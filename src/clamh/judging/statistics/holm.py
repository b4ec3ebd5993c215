"""The confidence of each of several claims, so that all claims hold together: Holm's procedure.

S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979). The
smallest of m p-values is compared with α ÷ m, the next with α ÷ (m − 1), and so on until one is too large.

Here an interval decides a claim. Claims that are closed (1 is outside, and the verdict is created) at α ÷ m are closed
first; the rest share α again. All intervals are then those of the last step. Claims are closed in them if and only if
Holm's procedure closes them, since a claim that is closed at α ÷ m is closed in narrower intervals.
"""

from __future__ import annotations

from collections.abc import Callable


def shared_confidence(confidence: float, claims: int, closed: Callable[[float], int]) -> float:
    """The confidence of each interval.

    `closed` returns how many of the claims their intervals close at a confidence, never fewer at a lower one.
    """
    open_claims, level = max(1, claims), 1 - confidence
    while open_claims > 1 and (still_open := max(1, claims - closed(1 - level / open_claims))) < open_claims:
        open_claims = still_open
    return confidence if open_claims == 1 else 1 - level / open_claims
