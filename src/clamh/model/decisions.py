"""The nouns of a gate: its decision about each pair of a comparison."""

from __future__ import annotations

from typing import Literal

from clamh.judging.statistics import noise
from clamh.model.noun import Noun
from clamh.model.summary import Comparison, Pair

Ruling = Literal[
    "regression", "improvement", "small difference", "same", "undecided", "no verdict", "failed", "gone", "new"]
OPEN: tuple[Ruling, ...] = ("undecided", "no verdict")


class Repeat(Noun):
    """The decision about a pair whose builds were measured again, together. Without such a measurement `ruling` is
    None, and `reason` says why. `judged` p-values were adjusted together."""

    pair: Pair | None
    ruling: Ruling | None = None
    p: float | None = None
    adjusted: float | None = None
    reason: str = ""
    judged: int = 0


class Decision(Noun, rename={"repeat": "again"}):
    """The decision about one pair, whose A is the base.

    `adjusted` is the p-value of a change beyond Δ, adjusted for all benchmarks of the suite. `ruling` is regression or
    improvement if it is at most 1 − confidence. Otherwise it is the verdict of a benchmark with an interval, or the
    reason why there is none: too few forks, failed in B, gone (only in A) or new (only in B). If the pair was measured
    `again`, only that measurement counts: the first one selected the pair and is therefore biased.
    """

    pair: Pair
    ruling: Ruling
    p: float | None = None
    adjusted: float | None = None
    repeat: Repeat | None = None

    @property
    def last(self) -> Decision:
        """The decision that counts: that of measuring both builds together, if this was done."""
        if self.repeat is None or self.repeat.ruling is None:
            return self
        return Decision(pair=self.repeat.pair, ruling=self.repeat.ruling, p=self.repeat.p,
                        adjusted=self.repeat.adjusted)

    @property
    def failed(self) -> bool:
        """Whether B has no complete score, except a new benchmark without a planned fork."""
        b = self.last.pair.b
        return b is not None and b.status != "ok" and (self.ruling != "new" or b.forks_planned > 0)


class SuiteShift(Noun):
    """All judged rows changed by about the same factor: `value` is their median ratio, `rows` their number."""

    value: float
    rows: int


class Gate(Noun):
    """The decisions about every pair of a comparison; `judged` p-values were adjusted together."""

    comparison: Comparison
    decisions: tuple[Decision, ...]
    judged: int
    shift: SuiteShift | None = None

    @property
    def regressions(self) -> tuple[Decision, ...]:
        """The regressions that a second measurement, if there was one, confirmed."""
        return tuple(decision for decision in self.decisions if decision.last.ruling == "regression")

    @property
    def failures(self) -> tuple[Decision, ...]:
        """Benchmarks without a complete score in B, except new benchmarks without a planned fork."""
        return tuple(decision for decision in self.decisions if decision.failed)

    @property
    def undecided(self) -> tuple[Decision, ...]:
        """Undecided pairs that may hide a regression: "slower by more than Δ" is not excluded."""
        return tuple(decision for decision in self.decisions
                     if decision.last.ruling in OPEN and self._may_be_slower(decision.last.pair))

    def _may_be_slower(self, pair: Pair) -> bool:
        ratio = pair.ratio
        # Of the rows, since a ratio has the floor only where noise removed a verdict.
        floor = max((row.noise_floor or 0.0 for row in pair.rows), default=0.0)
        limit = max(self.comparison.delta, noise.share(floor))
        # A ratio without a verdict for a reason of its own has an interval that decides nothing. A shift between two
        # runs is in the interval.
        if ratio is None or ratio.interval is None or ratio.reason and ratio.shift is None:
            return True
        return ratio.interval.low * (1 + limit) < 1

    @property
    def missing(self) -> tuple[Decision, ...]:
        """Benchmarks that only A has."""
        return tuple(decision for decision in self.decisions if decision.ruling == "gone")
