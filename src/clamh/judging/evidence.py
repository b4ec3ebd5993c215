"""What two rows say about the ratio of their speeds, before a confidence level is chosen."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from clamh.judging.count_forks import MIN_FORKS
from clamh.judging.statistics import forks
from clamh.judging.statistics import looks
from clamh.judging.statistics.discovery import p_beyond_in_sets
from clamh.judging.statistics.laps import (change, cost_added_by_turns, mean_over_sets, median_log_ratio, middle_lap,
                                           turn_effect)
from clamh.judging.statistics.median import median
from clamh.judging.statistics.noise import share
from clamh.judging.statistics.sets import Jackknife, Total, compare_sets, log_time, time_over_sets
from clamh.model.options import Estimator
from clamh.model.scores import time_unit_ns
from clamh.model.summary import Drift, Interval, Row, SetTotal, make_interval
from clamh.model.waiting import MAX_WAIT, OWN_WAIT

STEADY = 3.0  # changes of a ratio by less than Δ ÷ STEADY change no verdict
RATE = "ops/"  # how the unit of a throughput begins
# measured time per side and set; with less, the cost of a collector is not known (--quick has 200 ms)
SHORT_NS = 300_000_000
TOO_FEW = "too few sets"


class Turns(NamedTuple):
    """How taking turns changed a ratio: the log of one side's turn effect ÷ the other's, and the log of what that adds
    to the ratio.
    """

    effect: Jackknife
    added: Jackknife


class Evidence(NamedTuple):
    """What is known of the ratio of two rows, named by their case_ids.

    `value` is the ratio. Its interval is the hull of the intervals of `estimates`, which are logarithms; there are none
    with too few sets or forks.
    """

    row: str
    other_id: str
    value: float
    estimates: tuple[Jackknife, ...]
    unwaited: float | None = None  # the ratio without waiting for a CPU, where waiting counts
    middle: Jackknife | None = None  # the ratio in the median lap
    mean: Jackknife | None = None  # the ratio of the totals of sets
    turns: Turns | None = None
    moved: float = 0.0  # ln(ratio without what turns add ÷ ratio); 0 where it changes no verdict
    drift: Drift | None = None
    noise_floor: float = 0.0
    undecided: str = ""  # why there is no verdict, however narrow the interval is
    not_compared: str = ""  # why neither side can be called faster
    estimator: Estimator = "mean"
    looks: tuple[int, ...] = ()  # the numbers of sets after which the run could have been stopped
    shift: float = 0.0  # |ln| of how far scores move between runs, where the rows are of two runs
    in_parts: str = ""  # the side (case_id) that waited for an unknown time, where the other's score excludes waiting

    def interval(self, confidence: float) -> Interval | None:
        """The interval of the ratio at this confidence; None with too few sets or forks, or where a double cannot hold
        it.
        """
        if not self.estimates:
            return None
        if self.looks:
            confidence = 1 - looks.level(1 - confidence, self.looks)
        margins = [estimate.margin(confidence) for estimate in self.estimates]
        low = min(estimate.middle - margin
                  for estimate, margin in zip(self.estimates, margins, strict=True)) - self.shift
        high = max(estimate.middle + margin
                   for estimate, margin in zip(self.estimates, margins, strict=True)) + self.shift
        return make_interval((forks.bounded_exp(low), forks.bounded_exp(high)))

    def turned(self) -> Evidence:
        """The evidence with row and other exchanged."""
        return self._replace(row=self.other_id, other_id=self.row, value=1 / self.value, estimates=tuple(
            map(_negate, self.estimates)), moved=-self.moved, unwaited=self.unwaited and 1 / self.unwaited,
                             middle=self.middle and _negate(self.middle), mean=self.mean and _negate(self.mean),
                             turns=self.turns and Turns(*map(_negate, self.turns)))


def _negate(estimate: Jackknife) -> Jackknife:
    return estimate._replace(middle=-estimate.middle)


def gather_evidence(row: Row, other_row: Row, confidence: float, delta: float, estimator: Estimator = "mean",
                    together: bool = True) -> Evidence:
    """The evidence from two comparable rows in the same mode.

    `together`: both rows are of a run, and where they share sets they took turns. `confidence` is the level at which a
    drift or a turn effect counts as certain. Δ is the smallest ratio that matters.
    """
    below, above = find_shared_sets(row, other_row) if together else ([], [])
    floor = noise_share(row, other_row)
    if len(above) < MIN_FORKS:
        # Rows without a shared set did not take turns with each other, even if both did with other sides.
        in_turns = bool(above)
        # Sides that stopped taking turns have forks beside their sets.
        if in_turns and any(len(side.sets) == len(side.fork_means) for side in (row, other_row)):
            value = math.exp(log_time(_to_totals(above)) - log_time(_to_totals(below)))
            return Evidence(row.case_id, other_row.case_id, value, (), noise_floor=floor, undecided=TOO_FEW)
        return _weigh_forks(row, other_row, estimator)._replace(noise_floor=floor, looks=row.looks if in_turns else ())
    of_turns = _weigh_turns(row, other_row, above, below, estimator)
    drift = _find_drift(row, other_row, above, below, confidence, delta)
    undecided = "not steady" if drift else "a collector ran in a short run" if _collector_ran_in_short_sets(
        above, below) else ""
    return _add_turn_effect(of_turns, above, below, confidence, delta)._replace(
        drift=drift, undecided=undecided, noise_floor=floor, looks=row.looks)


def _to_totals(sets: Sequence[SetTotal]) -> list[Total]:
    return [Total(set_total.time_ns, set_total.operations) for set_total in sets]


def _weigh_turns(row: Row, other_row: Row, above: Sequence[SetTotal], below: Sequence[SetTotal],
                 estimator: Estimator) -> Evidence:
    """The evidence from the sets that both rows were in.

    Sides that take turns do not wait for a CPU equally: a scheduler prefers processes that sleep. Part of the waiting
    also occurs without turns (a collector's thread waits unseen). So the true ratio is between the ratios with and
    without waiting.
    """
    of_totals = compare_sets(_to_totals(above), _to_totals(below))
    middle = (middle_lap([set_total.costs for set_total in above], [set_total.costs for set_total in below])
              if _has_slices(above, below) else None)
    if estimator == "median" and middle is None:  # the costs of single turns are not known
        return _weigh_forks(row, other_row, estimator)
    waited = max(map(waiting_share, (above, below))) > OWN_WAIT
    if estimator == "median":
        return Evidence(row.case_id, other_row.case_id, math.exp(middle.middle), (middle,), middle=middle,
                        mean=None if waited else of_totals, estimator=estimator)
    if not waited:
        return Evidence(row.case_id, other_row.case_id, math.exp(of_totals.middle), (of_totals,), middle=middle,
                        mean=of_totals)
    without = compare_sets(*([
        Total(set_total.time_ns - min(set_total.waited_ns, MAX_WAIT * set_total.time_ns), set_total.operations)
        for set_total in side
    ] for side in (above, below)))
    return Evidence(row.case_id, other_row.case_id, math.exp(of_totals.middle), (of_totals, without),
                    math.exp(without.middle), middle, of_totals)


def _has_slices(above: Sequence[SetTotal], below: Sequence[SetTotal]) -> bool:
    return all(set_total.costs for side in (above, below) for set_total in side)


def find_shared_sets(*rows: Row) -> list[list[SetTotal]]:
    """The sets that all these rows were in, in the same order for each row."""
    by_number = [{set_total.number: set_total for set_total in row.sets} for row in rows]
    numbers = sorted(set.intersection(*(set(sets) for sets in by_number)))
    return [[sets[number] for number in numbers] for sets in by_number]


def _add_turn_effect(pair: Evidence, above: Sequence[SetTotal], below: Sequence[SetTotal], confidence: float,
                     delta: float) -> Evidence:
    """Add what turns cost one side more than the other, unless that is certainly less than Δ ÷ STEADY.

    The interval then reaches to the ratio without the estimated turn effect. Where the turn effect is certain, it
    reaches to the interval of that ratio. Always adding the interval of the turn effect would make it 1.3 to 3.7 times
    as wide where turns cost nothing (docs/concepts/verdicts-and-terms.md).
    """
    figures = [[log_ratio_of_figures(figure, *sides) for figure in (turn_effect, cost_added_by_turns)]
               for sides in zip(above, below, strict=True)]
    if any(log is None for logs in figures for log in logs):
        return pair
    effect, added = (mean_over_sets(logs) for logs in zip(*figures, strict=True))
    pair = pair._replace(turns=Turns(effect, added))
    margin = effect.margin(confidence)
    if abs(effect.middle) + margin <= math.log1p(delta) / STEADY:
        return pair
    moved = [estimate._replace(middle=estimate.middle - added.middle) for estimate in pair.estimates]
    pair = pair._replace(moved=-added.middle, estimates=(*pair.estimates, *moved))
    if abs(effect.middle) <= margin:
        return pair
    without = mean_over_sets([
        (median_log_ratio(a.costs, b.costs) if pair.estimator == "median" else
         math.log(a.time_ns / a.operations * b.operations / b.time_ns)) - logs[1]
        for a, b, logs in zip(above, below, figures, strict=True)])
    return pair._replace(estimates=(*pair.estimates, without))


def log_ratio_of_figures(figure: Callable[[Sequence[float], Sequence[bool]], float | None],
                         above: SetTotal, below: SetTotal) -> float | None:
    """A figure of one side of a set minus that of the other; None where one of them is unknown. Figures are logarithms.
    """
    of_both = [figure(side.costs, side.own) for side in (above, below)]
    return None if None in of_both else of_both[0] - of_both[1]


def _find_drift(row: Row, other_row: Row, above: Sequence[SetTotal], below: Sequence[SetTotal], confidence: float,
                delta: float) -> Drift | None:
    """The drift: the ratio certainly changed by more than Δ ÷ STEADY from the first half of each set to the second.
    None without.
    """
    changes = [[change(set_total.costs) if len(set_total.costs) > 1 else 0.0 for set_total in side]
               for side in (below, above)]
    of_ratio = mean_over_sets(
        [change_of_row - change_of_other for change_of_row, change_of_other in zip(*changes, strict=True)])
    if abs(of_ratio.middle) - of_ratio.margin(confidence) <= math.log1p(delta) / STEADY:
        return None
    change_by_case = {side.case_id: forks.mean(logs) for side, logs in zip((row, other_row), changes, strict=True)}
    most = max(change_by_case, key=lambda case_id: abs(change_by_case[case_id]))
    return Drift(case_id=most, value=math.exp(change_by_case[most]))


def _collector_ran_in_short_sets(*sides: Sequence[SetTotal]) -> bool:
    """Whether a collector ran in sets that are too short to show what it costs."""
    return any(set_total.collections > 0 and 0 < set_total.planned_ns < SHORT_NS for side in sides
               for set_total in side)


def waiting_share(side: Sequence[SetTotal]) -> float:
    """The share of its time in which a side waited for a CPU; 0 without sets."""
    time_ns = sum(set_total.time_ns for set_total in side)
    return sum(set_total.waited_ns for set_total in side) / time_ns if time_ns else 0.0


def _weigh_forks(row: Row, other_row: Row, estimator: Estimator) -> Evidence:
    """The evidence from forks of rows that did not take turns with each other, with Welch's interval.

    If all their forks took turns with other sides, their times are from the totals of the sets, as their scores are.
    """
    if estimator == "mean" and all(len(side.sets) == len(side.fork_means) >= MIN_FORKS for side in (row, other_row)):
        above, below = (time_over_sets(_to_totals(side.sets)) for side in (other_row, row))
        estimate = forks.subtract(forks.Welch(*above), forks.Welch(*below))
        return _allow_for_unknown_waiting(
            Evidence(row.case_id, other_row.case_id, math.exp(estimate.middle), (Jackknife(*estimate),)), row,
            other_row)
    above, below = scores_in_ns(other_row, estimator), scores_in_ns(row, estimator)
    if row.unit.startswith(RATE):
        above, below = below, above
    value = forks.log_mean(above) / forks.log_mean(below)
    estimate = forks.welch(above, below) if min(len(above), len(below)) >= MIN_FORKS else None
    return _allow_for_unknown_waiting(
        Evidence(row.case_id, other_row.case_id, value, (Jackknife(*estimate),) if estimate else (),
                 estimator=estimator), row, other_row)


def _allow_for_unknown_waiting(pair: Evidence, row: Row, other_row: Row) -> Evidence:
    """The evidence, also for the case that both sides waited for the same share of their time.

    How long a side waited is unknown if its clock stops within or between its invocations.
    """
    for side, waited, sign in ((row, other_row.waited, -1), (other_row, row.waited, 1)):
        if waited and not side.waited and (side.suspended or side.clock_cost_ns is not None):
            added = sign * math.log1p(-min(waited, MAX_WAIT))
            moved = [estimate._replace(middle=estimate.middle + added) for estimate in pair.estimates]
            return pair._replace(estimates=(*pair.estimates, *moved), unwaited=pair.value * math.exp(added),
                                 in_parts=side.case_id)
    return pair


def p_beyond_limit(pair: Evidence, delta: float, confidence: float) -> float:
    """The p-value of a change beyond Δ, and beyond the machine's noise where that is larger.

    It is at most 1 − confidence exactly where the whole interval is beyond the limit. It is 1 where nothing is decided,
    or where the estimates disagree about which side is slower.
    """
    signs = {estimate.middle > 0 for estimate in pair.estimates}
    if pair.undecided or pair.not_compared or len(signs) != 1:
        return 1.0
    alpha = 1 - confidence
    p = max(p_beyond_in_sets(estimate, max(delta, pair.noise_floor), pair.shift) for estimate in pair.estimates)
    return min(1.0, p * alpha / looks.level(alpha, pair.looks)) if pair.looks else p


def noise_share(*rows: Row) -> float:
    """The machine's noise in a ratio of these rows, as a share; 0 where it was not calibrated."""
    return share(max((row.noise_floor for row in rows if row.noise_floor is not None), default=0.0))


def scores_in_ns(row: Row, estimator: Estimator) -> list[float]:
    """The row's fork means, or the medians of its forks' iterations, converted to ns: two platforms may be shown in
    different units. Medians are without the waiting that the means leave out. A median of 0 (the clock's cost was all)
    is the mean.
    """
    unit_ns = time_unit_ns(row.unit)
    scores = row.fork_means if estimator == "mean" else [
        own * median(fork.measurement) / forks.mean(fork.measurement) if median(fork.measurement) > 0 else own
        for fork, own in zip((fork for fork in row.fork_scores if fork.counts), row.fork_means, strict=True)
    ]
    return [score / unit_ns if row.unit.startswith(RATE) else score * unit_ns for score in scores]
