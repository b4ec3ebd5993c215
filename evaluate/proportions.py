"""Shares of trials with exact bounds, and what trials that share a session are really worth."""

from __future__ import annotations

from collections.abc import Sequence

from scipy.stats import beta

CONFIDENCE = 0.95


def upper(positives: float, trials: float, confidence: float = CONFIDENCE) -> float:
    """The one-sided exact upper bound of a share: C. J. Clopper and E. S. Pearson, Biometrika 26 (1934).

    1 where every trial was positive, or there was none. Fractions are allowed: `effective` has them.
    """
    if positives >= trials:
        return 1.0
    return float(beta.ppf(confidence, positives + 1, trials - positives))


def lower(positives: float, trials: float, confidence: float = CONFIDENCE) -> float:
    """The one-sided exact lower bound; 0 where none was positive."""
    return 1.0 - upper(trials - positives, trials, confidence)


def design_effect(sessions: Sequence[tuple[int, int]]) -> float:
    """How many times the binomial variance the share has, when trials of one session go together; (positives, trials) each.

    The linearised variance of a ratio of cluster totals over that of as many independent trials: W. G. Cochran, Sampling
    Techniques (3rd ed. 1977), 9A.4 and 11.9. NaN with fewer than two sessions, or when all trials said the same.
    """
    groups, n = len(sessions), sum(trials for _, trials in sessions)
    share = sum(positives for positives, _ in sessions) / n if n else 0.0
    if groups < 2 or share in (0, 1):
        return float("nan")
    between = sum((positives - share * trials) ** 2 for positives, trials in sessions)
    return groups / (groups - 1) * between / n**2 / (share * (1 - share) / n)


def clustered_upper(sessions: Sequence[tuple[int, int]], confidence: float = CONFIDENCE) -> float:
    """The exact upper bound at the number of independent trials that these are worth, never more than there are.

    E. L. Korn and B. I. Graubard, Survey Methodology 24 (1998). Where the design effect is not known it is 1.
    """
    positives, trials = sum(number for number, _ in sessions), sum(number for _, number in sessions)
    effect = design_effect(sessions)
    effect = effect if effect > 1 else 1.0  # NaN is not
    return upper(positives / effect, trials / effect, confidence)
