"""How often does a self-check doubt a measurement that has nothing wrong with it?

Runs are drawn, with fixed seeds, from shapes that times have on a quiet machine. No alarm in 160 runs means, at 95 %, that fewer
than 1.9 % of such runs have one (3.0 ÷ 160, exactly 1 − 0.05^(1/160)).
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from made_runs import case, run, sampled_fork

from clamh.judging.summarise import summarise

RUNS = 40  # of each shape
SHAPES = {
    "normal": lambda random, n: random.normal(1, 0.01, n),
    "lognormal": lambda random, n: random.lognormal(0, 0.04, n),
    # The least time and what delays it, with an interruption now and then.
    "delays and outliers": lambda random, n: 1 + random.gamma(2, 0.005, n) + (random.random(n) < 0.01) * random.uniform(0.2, 5, n),
    "steps of a clock": lambda random, n: np.round(random.normal(1, 0.004, n), 3),
}


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_clean_measurements_are_not_doubted(shape: str) -> None:
    alarms: Counter[str] = Counter()
    for seed in range(RUNS):
        random = np.random.default_rng([seed, len(shape)])
        forks = []
        for number in range(5):
            level = 1000 * random.lognormal(0, 0.01)  # processes differ a little
            iterations = [(level * SHAPES[shape](random, 120)).tolist() for _ in range(10)]
            forks.append(sampled_fork(number, iterations[5:], iterations[:5]))
        (row,) = summarise(run([case(forks)]), 0.95).rows
        alarms.update(warning.code for warning in row.warnings)
    assert not alarms
