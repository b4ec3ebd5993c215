"""The nouns of a gate: what it says of each pair of a comparison."""

from __future__ import annotations

from typing import Literal

from clamh.model.noun import Noun
from clamh.model.summary import Comparison, Pair

Ruling = Literal[
    "regression", "improvement", "small difference", "same", "undecided", "no verdict", "failed", "gone", "new"]
OPEN: tuple[Ruling, ...] = ("undecided", "no verdict")


class Repeat(Noun):
    """What a gate says of a pair that was measured again, of both builds together; `ruling` is None with the `reason` why it was not."""

    pair: Pair | None
    ruling: Ruling | None = None
    p: float | None = None
    adjusted: float | None = None
    reason: str = ""


class Decision(Noun):
    """What a gate says of one pair, whose A is the base.

    `ruling` is regression or improvement where `adjusted`, the p-value of a change beyond Δ after adjusting for all
    benchmarks of the suite, is at most 1 − confidence; then, for a benchmark with an interval, what its own verdict is;
    else why there is none: too few forks, failed in B, gone (only in A) or new (only in B). What was measured `again` counts alone: the first
    measurement chose it, and so favours what it saw.
    """

    pair: Pair
    ruling: Ruling
    p: float | None = None
    adjusted: float | None = None
    again: Repeat | None = None

    @property
    def last(self) -> Decision:
        """The decision that counts: that of the measurement of both builds together, where there is one."""
        if self.again is None or self.again.ruling is None:
            return self
        return Decision(pair=self.again.pair, ruling=self.again.ruling, p=self.again.p, adjusted=self.again.adjusted)


class SuiteShift(Noun):
    """That all rows which could be judged changed by about the same factor: `value` is their median ratio, `rows` how many they are."""

    value: float
    rows: int


class Gate(Noun):
    """Every pair of a comparison, decided; `judged` is how many p-values were adjusted together."""

    comparison: Comparison
    decisions: tuple[Decision, ...]
    judged: int
    shift: SuiteShift | None = None

    @property
    def regressions(self) -> tuple[Decision, ...]:
        """Those that stand: measured again where they were, and not contradicted."""
        return tuple(one for one in self.decisions if one.last.ruling == "regression")

    @property
    def failures(self) -> tuple[Decision, ...]:
        """Benchmarks that have no whole score in B; one that only B has may not have been measured."""
        return tuple(one for one in self.decisions if (b := one.last.pair.b) is not None and b.status != "ok" and (one.ruling != "new" or b.forks_planned))

    @property
    def undecided(self) -> tuple[Decision, ...]:
        """Those that may hide a regression: nothing was decided, and a change for the worse of more than Δ is not excluded."""
        return tuple(one for one in self.decisions if one.last.ruling in OPEN and self._may_be_slower(one.last.pair))

    def _may_be_slower(self, pair: Pair) -> bool:
        ratio = pair.ratio
        limit = max(self.comparison.delta, ratio.noise_floor or 0.0) if ratio else 0.0
        return ratio is None or ratio.interval is None or ratio.drift is not None or ratio.interval.low * (1 + limit) < 1

    @property
    def missing(self) -> tuple[Decision, ...]:
        """Benchmarks that only A has: nothing is known of them in B."""
        return tuple(decision for decision in self.decisions if decision.ruling == "gone")
