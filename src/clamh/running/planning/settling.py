"""When a warmup has lasted long enough (AutoWarmup): costs iteration by iteration → steady, or go on while there is time."""

from __future__ import annotations

import math

from clamh.model.cases import AutoWarmup
from clamh.running.planning.steadiness import changes

LEAST = 5  # iterations; a trend of fewer is no more than chance
LAST = 10  # of them are looked at: what was long ago says nothing of now
SCORE = 1.64  # comes up in one of ten series without a trend, which costs one more iteration; a trend that is missed costs the result


class Settling:
    """The warmup of one trial: at least the iterations `asked` for, then more until the last ones show no trend."""

    def __init__(self, rule: AutoWarmup, asked: int):
        self.rule, self._least = rule, max(asked, LEAST)
        self._costs: list[float] = []  # their logarithms
        self.iterations = self.elapsed_ns = 0
        self.steady_after = 0  # iterations; 0: not found steady so far. Where others go on to warm up, it stays steady

    def add(self, cost: float, elapsed_ns: int) -> None:
        """One more iteration, with its time per operation and the time that it took."""
        self.iterations += 1
        self.elapsed_ns += elapsed_ns
        if 0 < cost < math.inf:  # of all others nothing is known
            self._costs.append(math.log(cost))
        if not self.steady_after and self.iterations >= self._least and self._is_steady(self._costs[-LAST:]):
            self.steady_after = self.iterations

    def _is_steady(self, last: list[float]) -> bool:
        """Whether the medians of both halves are within the tolerance, or so many values as LAST scatter without a trend: in fewer, scatter hides one."""
        score = SCORE if len(last) == LAST else -1.0  # no score is as low
        return len(last) >= LEAST and not changes([last], math.log1p(self.rule.tolerance), score)

    def has_time(self, time_ns: int) -> bool:
        """Whether there is time for one more iteration of that length. For the first ones there is where they were planned, which take
        a little longer than planned."""
        planned = self.iterations < LEAST and LEAST * time_ns <= self.rule.max_ns
        return planned or self.elapsed_ns + time_ns <= self.rule.max_ns


def least_ns(iterations: int, time_ns: int) -> int:
    """How long a warmup of so many iterations of that length is at least, before it can be found steady."""
    return max(iterations, LEAST) * time_ns
