"""Does the confidence that claims share close exactly those that Holm's procedure closes?"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from clamh.judging.statistics.holm import shared_confidence


def holm(p_values: np.ndarray, alpha: float) -> list[bool]:
    """Holm's procedure as he wrote it: the smallest p-value first, each held to α ÷ those that are left."""
    rejected = [False] * len(p_values)
    for rank, at in enumerate(np.argsort(p_values)):
        if p_values[at] > alpha / (len(p_values) - rank):
            break
        rejected[at] = True
    return rejected


@pytest.mark.parametrize("seed", range(40))
def test_intervals_close_the_claims_that_holm_rejects(seed: int) -> None:
    draw = np.random.default_rng(seed)
    z = np.abs(draw.normal(draw.choice([0.0, 2.5, 4.0], 15), 1.0))
    confidence = float(draw.choice([0.9, 0.95, 0.99]))

    def closed(level: float) -> np.ndarray:
        return z > stats.norm.ppf((1 + level) / 2)

    found = shared_confidence(confidence, len(z), lambda level: int(closed(level).sum()))
    rejected = holm(2 * stats.norm.sf(z), 1 - confidence)
    assert closed(found).tolist() == rejected


def test_open_claims_share_the_remaining_level() -> None:
    assert shared_confidence(0.95, 1, lambda level: 0) == shared_confidence(0.95, 0, lambda level: 0) == 0.95
    assert shared_confidence(0.95, 15, lambda level: 0) == pytest.approx(1 - 0.05 / 15)
    assert shared_confidence(0.95, 15, lambda level: 12) == pytest.approx(1 - 0.05 / 3)
    assert shared_confidence(0.95, 15, lambda level: 15) == 0.95
