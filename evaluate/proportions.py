"""Shares of trials with exact bounds, and what trials that share a session are really worth."""

from __future__ import annotations

from collections.abc import Sequence

from scipy.stats import beta, t

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
    Techniques (3rd ed. 1977), 9A.4 and 11.9. NaN with fewer than two sessions, or when all trials have the same outcome.
    """
    groups, n = len(sessions), sum(trials for _, trials in sessions)
    share = sum(positives for positives, _ in sessions) / n if n else 0.0
    if groups < 2 or share in (0, 1):
        return float("nan")
    between = sum((positives - share * trials) ** 2 for positives, trials in sessions)
    return groups / (groups - 1) * between / n**2 / (share * (1 - share) / n)


def clustered_upper(sessions: Sequence[tuple[int, int]], independent: float, confidence: float = CONFIDENCE) -> float:
    """The exact upper bound at the number of independent trials that these are worth, at most `independent`.

    E. L. Korn and B. I. Graubard, Survey Methodology 24 (1998): trials ÷ design effect × (t of trials − 1 ÷ t of
    sessions − 1)², because the design effect is itself an estimate from so many sessions. Where it is not known, as when
    all trials have the same outcome, only the design of the trials can say how many are independent.
    """
    positives, trials = sum(number for number, _ in sessions), sum(number for _, number in sessions)
    effect = design_effect(sessions)
    worth = float(independent)
    if effect > 0:  # NaN is not
        correction = t.ppf(confidence, trials - 1) / t.ppf(confidence, len(sessions) - 1)
        worth = min(worth, trials / effect * correction**2)
    return upper(positives * worth / trials, worth, confidence) if trials else 1.0
