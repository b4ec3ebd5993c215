"""What two rows say about the ratio of their speeds, before anybody has chosen how sure to be."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from clamh.judging.forks import LEAST_FORKS
from clamh.judging.statistics import forks
from clamh.judging.statistics import looks
from clamh.judging.statistics.discovery import p_beyond_in_sets
from clamh.judging.statistics.laps import added_by_turns, change, mean_over_sets, middle_lap, turn_effect
from clamh.judging.statistics.median import median
from clamh.judging.statistics.noise import share
from clamh.judging.statistics.sets import Jackknife, Total, log_time, ratio_of
from clamh.model.options import Estimator
from clamh.model.scores import time_unit_ns
from clamh.model.summary import Drift, Interval, Row, SetTotal, interval
from clamh.model.waiting import MOST_WAIT, OWN_WAIT

STEADY = 3.0  # what changes a ratio by less than Δ ÷ this changes no verdict
RATE = "ops/"  # what the unit of a throughput begins with
SHORT_NS = 300_000_000  # of measured time a side and set: what a collector costs is not known from less (--quick has 200 ms)
TOO_FEW = "too few sets"


class Turns(NamedTuple):
    """What taking turns did to a ratio: the log of the sides' turn effects, one ÷ the other, and of what that adds to the ratio."""

    effect: Jackknife
    added: Jackknife


class Evidence(NamedTuple):
    """Of row and other, by their case_ids: `value` is the ratio; its interval is the hull of those of `estimates`, of logarithms (none: too few)."""

    row: str
    other: str
    value: float
    estimates: tuple[Jackknife, ...]
    unwaited: float | None = None  # the ratio without waiting, where that counts
    middle: Jackknife | None = None  # in the median lap
    mean: Jackknife | None = None  # of the totals of sets
    turns: Turns | None = None
    moved: float = 0.0  # the log of what the ratio would be without what turns add to it ÷ what it is; 0 where that changes no verdict
    drift: Drift | None = None
    noise_floor: float = 0.0
    undecided: str = ""  # why there is no verdict, however narrow the interval is
    not_compared: str = ""  # why nobody can say which is faster
    estimator: Estimator = "mean"
    looks: tuple[int, ...] = ()  # after how many sets somebody might have stopped
    shift: float = 0.0  # |ln| of how far scores move between runs, where the two are of two runs

    def interval(self, confidence: float) -> Interval | None:
        """At this confidence; None with too few sets or forks, or where a double does not hold it."""
        if not self.estimates:
            return None
        if self.looks:
            confidence = 1 - looks.level(1 - confidence, self.looks)
        margins = [forks.t_quantile((1 + confidence) / 2, one.degrees) * one.error if one.error else 0.0 for one in self.estimates]
        low = min(one.middle - margin for one, margin in zip(self.estimates, margins, strict=True)) - self.shift
        high = max(one.middle + margin for one, margin in zip(self.estimates, margins, strict=True)) + self.shift
        return interval((forks.bounded_exp(low), forks.bounded_exp(high)))

    def turned(self) -> Evidence:
        """The same of other and row."""
        return self._replace(
            row=self.other, other=self.row, value=1 / self.value, estimates=tuple(map(_negative, self.estimates)), moved=-self.moved,
            unwaited=self.unwaited and 1 / self.unwaited, middle=self.middle and _negative(self.middle), mean=self.mean and _negative(self.mean),
            turns=self.turns and Turns(*map(_negative, self.turns)))


def _negative(one: Jackknife) -> Jackknife:
    return one._replace(middle=-one.middle)


def evidence(row: Row, other: Row, confidence: float, delta: float, estimator: Estimator = "mean", together: bool = True) -> Evidence:
    """Of two comparable rows in the same mode. `together`: they are of one run, and where they share sets they took turns.

    At `confidence` it is sure that something changed in the meantime, or that turns cost one side more; Δ is the smallest ratio that matters.
    """
    below, above = _shared(row, other) if together else ([], [])
    floor = noise_of(row, other)
    if len(above) < LEAST_FORKS:
        contest = [(one.key, one.mode, one.threads, one.params) for one in (row, other)]
        if together and row.sets and other.sets and contest[0] == contest[1]:
            value = math.exp(log_time(_totals(above)) - log_time(_totals(below))) if above else _apart(row, other, "mean").value
            return Evidence(row.case_id, other.case_id, value, (), noise_floor=floor, undecided=TOO_FEW)
        return _apart(row, other, estimator)._replace(noise_floor=floor)
    found = _in_turns(row, other, above, below, estimator)
    drift = _drift(row, other, above, below, confidence, delta)
    undecided = "not steady" if drift else "a collector ran in a short run" if _collected(above, below) else ""
    return _with_turns(found, above, below, confidence, delta)._replace(drift=drift, undecided=undecided, noise_floor=floor, looks=row.looks)


def _totals(sets: Sequence[SetTotal]) -> list[Total]:
    return [Total(one.time_ns, one.operations) for one in sets]


def _in_turns(row: Row, other: Row, above: Sequence[SetTotal], below: Sequence[SetTotal], estimator: Estimator) -> Evidence:
    """Of the sets that both rows were in.

    Sides do not wait for a CPU alike, though they take turns: a scheduler prefers those that sleep. Nor is all of it what the side
    would have done without (a collector's thread waits unseen). The truth is between the ratios with and without it.
    """
    found = ratio_of(_totals(above), _totals(below))
    middle = middle_lap([one.costs for one in above], [one.costs for one in below]) if _sliced(above, below) else None
    if estimator == "median" and middle is None:  # turns are not known one by one
        return _apart(row, other, estimator)
    waited = max(map(_waited, (above, below))) > OWN_WAIT
    if estimator == "median":
        return Evidence(row.case_id, other.case_id, math.exp(middle.middle), (middle,), middle=middle, mean=None if waited else found, estimator=estimator)
    if not waited:
        return Evidence(row.case_id, other.case_id, math.exp(found.middle), (found,), middle=middle, mean=found)
    without = ratio_of(*([Total(one.time_ns - min(one.waited_ns, MOST_WAIT * one.time_ns), one.operations) for one in side]
                         for side in (above, below)))
    return Evidence(row.case_id, other.case_id, math.exp(found.middle), (found, without), math.exp(without.middle), middle, found)


def _sliced(above: Sequence[SetTotal], below: Sequence[SetTotal]) -> bool:
    return all(one.costs for side in (above, below) for one in side)


def _shared(*rows: Row) -> list[list[SetTotal]]:
    """The sets that all these rows were in, in the same order for each."""
    by_number = [{one.number: one for one in row.sets} for row in rows]
    numbers = sorted(set.intersection(*(set(one) for one in by_number)))
    return [[one[number] for number in numbers] for one in by_number]


def _with_turns(found: Evidence, above: Sequence[SetTotal], below: Sequence[SetTotal], confidence: float, delta: float) -> Evidence:
    """With what turns cost one side more than the other, unless that surely is less than Δ ÷ STEADY.

    The interval reaches to the ratio without it, as estimated; where it is surely there, to the interval of that ratio. With its own
    interval added, as wide as few data make it, it would be 1.3 to 3.7 times as wide where turns cost nothing (docs/concepts/verdicts-and-terms.md).
    """
    figures = [[_differences(figure, *sides) for figure in (turn_effect, added_by_turns)] for sides in zip(above, below, strict=True)]
    if any(one is None for each in figures for one in each):
        return found
    effect, added = (mean_over_sets(logs) for logs in zip(*figures, strict=True))
    found = found._replace(turns=Turns(effect, added))
    margin = forks.t_quantile((1 + confidence) / 2, effect.degrees) * effect.error
    if abs(effect.middle) + margin <= math.log1p(delta) / STEADY:
        return found
    moved = [one._replace(middle=one.middle - added.middle) for one in found.estimates]
    found = found._replace(moved=-added.middle, estimates=(*found.estimates, *moved))
    if abs(effect.middle) <= margin:
        return found
    without = mean_over_sets([math.log(a.time_ns / a.operations * b.operations / b.time_ns) - each[1]
                              for a, b, each in zip(above, below, figures, strict=True)])
    return found._replace(estimates=(*found.estimates, without))


def _differences(figure: Callable[[Sequence[float], Sequence[bool]], float | None], above: SetTotal, below: SetTotal) -> float | None:
    of_both = [figure(one.costs, one.own) for one in (above, below)]
    return None if None in of_both else of_both[0] - of_both[1]


def _drift(row: Row, other: Row, above: Sequence[SetTotal], below: Sequence[SetTotal], confidence: float, delta: float) -> Drift | None:
    """Whether the ratio changed surely by more than Δ ÷ STEADY from the first half of sets to the second."""
    changes = [[change(one.costs) if len(one.costs) > 1 else 0.0 for one in side] for side in (below, above)]
    found = mean_over_sets([mine - its for mine, its in zip(*changes, strict=True)])
    if abs(found.middle) - forks.t_quantile((1 + confidence) / 2, found.degrees) * found.error <= math.log1p(delta) / STEADY:
        return None
    own = {one.case_id: forks.mean(logs) for one, logs in zip((row, other), changes, strict=True)}
    most = max(own, key=lambda one: abs(own[one]))
    return Drift(case_id=most, value=math.exp(own[most]))


def _collected(*sides: Sequence[SetTotal]) -> bool:
    """Whether a collector ran in sets that are too short to say what that costs."""
    return any(one.collections > 0 and 0 < one.planned_ns < SHORT_NS for side in sides for one in side)


def _waited(side: Sequence[SetTotal]) -> float:
    """The part of its time in which a side waited for a CPU."""
    return sum(one.waited_ns for one in side) / sum(one.time_ns for one in side)


def _apart(row: Row, other: Row, estimator: Estimator) -> Evidence:
    """Of forks that were measured one after the other, with Welch's interval."""
    above, below = per_ns(other, estimator), per_ns(row, estimator)
    if row.unit.startswith(RATE):
        above, below = below, above
    value = forks.log_mean(above) / forks.log_mean(below)
    found = forks.welch(above, below) if min(len(above), len(below)) >= LEAST_FORKS else None
    return Evidence(row.case_id, other.case_id, value, (Jackknife(*found),) if found else (), estimator=estimator)


def p_beyond_limit(found: Evidence, delta: float, confidence: float) -> float:
    """The p-value of a change beyond Δ, and beyond the machine's noise where that is more: at most 1 − confidence exactly where the interval is beyond it.

    1 where nothing is decided, or where the estimates do not agree which side is slower.
    """
    signs = {one.middle > 0 for one in found.estimates}
    if found.undecided or found.not_compared or len(signs) != 1:
        return 1.0
    alpha = 1 - confidence
    p = max(p_beyond_in_sets(one, max(delta, found.noise_floor), found.shift) for one in found.estimates)
    return min(1.0, p * alpha / looks.level(alpha, found.looks)) if found.looks else p


def noise_of(*rows: Row) -> float:
    """The machine's noise in a ratio of these rows, as a share; 0 where it was not calibrated."""
    return share(max((row.noise_floor for row in rows if row.noise_floor is not None), default=0.0))


def per_ns(row: Row, estimator: Estimator = "mean") -> list[float]:
    """The row's fork means, or the medians of its forks' iterations, with its time unit taken out: two platforms may be shown in different units."""
    unit_ns = time_unit_ns(row.unit)
    scores = row.fork_means if estimator == "mean" else [median(fork.measurement) for fork in row.fork_scores if fork.counts]
    return [score / unit_ns if row.unit.startswith(RATE) else score * unit_ns for score in scores]
