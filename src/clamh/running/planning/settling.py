"""AutoWarmup: when a warmup has lasted long enough, from the costs of its iterations and the time that is left."""

from __future__ import annotations

import math

from clamh.model.cases import AutoWarmup
from clamh.running.planning.steadiness import changes

MIN_ITERATIONS = 5  # iterations: a trend of fewer may be chance
LAST = 10  # only the last iterations are judged: earlier ones say nothing about the present
# One of ten series without a trend has this score: it costs one more iteration. A missed trend costs the result.
SCORE = 1.64


class Settling:
    """The warmup of a trial: at least `number` iterations, then more until the last ones show no trend."""

    def __init__(self, rule: AutoWarmup, number: int):
        self.rule, self._least = rule, max(number, MIN_ITERATIONS)
        self._costs: list[float] = []  # logarithms of the costs
        self.iterations = self.elapsed_ns = 0
        # the iterations until it was steady; 0 before. It stays while other sides go on to warm up
        self.steady_after = 0

    def add(self, cost: float, elapsed_ns: int) -> None:
        """Adds one iteration: its time per operation, and its duration."""
        self.iterations += 1
        self.elapsed_ns += elapsed_ns
        if 0 < cost < math.inf:  # other values have no logarithm
            self._costs.append(math.log(cost))
        if not self.steady_after and self.iterations >= self._least and self._is_steady(self._costs[-LAST:]):
            self.steady_after = self.iterations

    def _is_steady(self, last: list[float]) -> bool:
        """Whether the medians of both halves are within the tolerance, or LAST values show no trend."""
        score = SCORE if len(last) == LAST else -1.0  # every score is above -1
        return len(last) >= MIN_ITERATIONS and not changes([last], math.log1p(self.rule.tolerance), score)

    def has_time(self, time_ns: int) -> bool:
        """Whether there is time for one more iteration of that length.

        If the first ones fit by plan, there always is: each takes a little longer than planned.
        """
        planned = self.iterations < MIN_ITERATIONS and MIN_ITERATIONS * time_ns <= self.rule.max_ns
        return planned or self.elapsed_ns + time_ns <= self.rule.max_ns


def least_ns(iterations: int, time_ns: int) -> int:
    """The shortest duration of a warmup of such iterations before it can be judged steady."""
    return max(iterations, MIN_ITERATIONS) * time_ns
