"""The nouns of a gate: what it says of each pair of a comparison."""

from __future__ import annotations

from typing import Literal

from clamh.model.noun import Noun
from clamh.model.summary import Comparison, Pair

Ruling = Literal[
    "regression", "improvement", "small difference", "same", "undecided", "no verdict", "failed", "gone", "new"]


class Repeat(Noun):
    """A suspect measured again: the pair of the new measurement and whether it shows the same, or why there is none."""

    pair: Pair | None
    holds: bool | None = None
    reason: str = ""


class Decision(Noun):
    """What a gate says of one pair, whose A is the base.

    `ruling` is regression or improvement where `adjusted`, the p-value of a change beyond Δ after adjusting for all
    benchmarks of the suite, is at most 1 − confidence; then, for a benchmark with an interval, what its own verdict is;
    else why there is none: too few forks, failed in B, gone (only in A) or new (only in B).
    """

    pair: Pair
    ruling: Ruling
    p: float | None = None
    adjusted: float | None = None
    again: Repeat | None = None


class Gate(Noun):
    """Every pair of a comparison, decided; `judged` is how many p-values were adjusted together."""

    comparison: Comparison
    decisions: tuple[Decision, ...]
    judged: int

    @property
    def regressions(self) -> tuple[Decision, ...]:
        """Those that stand: measured again where they were, and not contradicted."""
        return tuple(one for one in self.decisions
                     if one.ruling == "regression" and not (one.again and one.again.holds is False))

    @property
    def failures(self) -> tuple[Decision, ...]:
        """Benchmarks that have no whole score in B; one that only B has may not have been measured."""
        return tuple(one for one in self.decisions if one.pair.b is not None and one.pair.b.status != "ok" and (one.ruling != "new" or one.pair.b.forks_planned))

    @property
    def undecided(self) -> tuple[Decision, ...]:
        """Those that may hide a regression: nothing was decided, and a change for the worse of more than Δ is not excluded."""
        return tuple(one for one in self.decisions if one.ruling in ("undecided", "no verdict") and self._may_be_slower(one.pair))

    def _may_be_slower(self, pair: Pair) -> bool:
        ratio = pair.ratio
        limit = max(self.comparison.delta, ratio.noise_floor or 0.0) if ratio else 0.0
        return ratio is None or ratio.interval is None or ratio.drift is not None or ratio.interval.low * (1 + limit) < 1

    @property
    def missing(self) -> tuple[Decision, ...]:
        """Benchmarks that only A has: nothing is known of them in B."""
        return tuple(decision for decision in self.decisions if decision.ruling == "gone")
