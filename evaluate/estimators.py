"""Other ways to make a ratio of what sides that took turns have measured: the same slices, so that estimators are compared with each other."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence

from clamh.judging.statistics.forks import log_mean_interval
from clamh.judging.statistics.sets import Total, ratio_of
from clamh.model.noun import Noun
from clamh.model.results import SetRecord

A, B = 0, 1


class Estimated(Noun):
    """ln(time of B ÷ time of A) by one estimator, with its interval."""

    name: str
    estimate: float
    low: float
    high: float


def estimated(sets: Sequence[SetRecord], first: str, confidence: float) -> Iterator[Estimated]:
    """By each estimator, from sets of two sides with one iteration each; `first` is the case_id of A. At least two sets."""
    slices = [(_slices(one, one.cases.index(first)), _slices(one, 1 - one.cases.index(first))) for one in sets]
    yield _of_totals("waiting subtracted", slices, confidence)
    medians = [statistics.median(math.log(_each(b) / _each(a)) for a, b in zip(*both, strict=True)) for both in slices]
    low, high = log_mean_interval([math.exp(one) for one in medians], confidence)
    yield Estimated(name="median of laps", estimate=statistics.fmean(medians), low=math.log(low), high=math.log(high))


Slice = tuple[float, float, float]  # time, waiting for a CPU, operations


def _slices(one: SetRecord, side: int) -> list[Slice]:
    """The slices of a side in their order: the n-th of each side make a lap."""
    operations = one.operations or [one.counts[who] for who in one.order]
    return [(elapsed, max(waited, 0), done) for who, elapsed, waited, done
            in zip(one.order, one.elapsed_ns, one.waited_ns, operations, strict=True) if who == side]


def _each(one: Slice) -> float:
    return one[0] / one[2]


def _of_totals(name: str, slices: Sequence[tuple[list[Slice], list[Slice]]], confidence: float) -> Estimated:
    a, b = ([_total(both[side]) for both in slices] for side in (A, B))
    found = ratio_of(b, a)
    low, high = found.interval(confidence)
    return Estimated(name=name, estimate=found.middle, low=math.log(low), high=math.log(high))


def _total(several: Sequence[Slice]) -> Total:
    return Total(math.fsum(elapsed - waited for elapsed, waited, _ in several), math.fsum(done for _, _, done in several))
