"""How many times as fast one row is as another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from clamh.judging.forks import LEAST_FORKS
from clamh.judging.machine import MOST_WAIT, OWN_WAIT
from clamh.judging.statistics import forks
from clamh.judging.statistics.discovery import p_beyond, p_beyond_in_sets
from clamh.judging.statistics.laps import change, middle_lap, over_sets
from clamh.judging.statistics.noise import share
from clamh.judging.statistics.sets import Jackknife, Total, ratio_of
from clamh.judging.statistics.verdict import above_noise, decided_at
from clamh.model.scores import time_unit_ns
from clamh.model.summary import Drift, Estimate, Interval, Ratio, Row, SetTotal, Warning, estimate, interval, warning

STEADY = 3.0  # a change of less than Δ ÷ this changes no verdict
ROUNDING = 1e-9  # of sums of doubles
RATE = "ops/"  # what the unit of a throughput begins with


def times_as_fast(row: Row, other: Row, confidence: float, delta: float) -> Ratio:
    """Speed of the row ÷ speed of the other, both comparable and in the same mode; above 1 the row is faster.

    Where they took turns, the ratio of their totals with a jackknife's interval over the sets that they share, made wider where they
    waited for a CPU so that it has the ratio without waiting in it; else Welch's interval on log fork means. None with fewer sets or forks than an interval needs. Nothing is faster or slower by less than the
    noise floor of either.
    """
    value, around, unwaited, middle = _in_turns(row, other, confidence) or _apart(row, other, confidence)
    floor = noise_of(row, other)
    said, held = above_noise(around.low, around.high, delta, floor) if around else (None, False)
    drift = _drift(row, other, confidence, delta)
    if drift:
        said = "undecided"
    at = decided_at(around.low, around.high) if around and said == "undecided" and not drift else math.inf
    return Ratio(reference=other.case_id, value=value, interval=around, verdict=said, unwaited=unwaited, middle=middle, drift=drift,
                 decided_at=at if at < math.inf else None, noise_floor=floor if held else None)


# The ratio, its interval, the ratio without waiting where that counts, and in the median lap.
Found = tuple[float, Interval | None, float | None, Estimate | None]


def _in_turns(row: Row, other: Row, confidence: float) -> Found | None:
    """Of the sets that both rows were in; None where they are too few.

    Sides do not wait for a CPU alike, though they take turns: a scheduler prefers those that sleep. Nor is all of it what the side
    would have done without (a collector's thread waits unseen). The truth is between the ratios with and without it.
    """
    found = _over_sets(row, other)
    if found is None:
        return None
    below, above = _shared(row, other)
    ends = [end for one in found for end in one.interval(confidence)]
    unwaited = math.exp(found[1].middle) if len(found) > 1 else None
    return math.exp(found[0].middle), interval((min(ends), max(ends))), unwaited, _middle(above, below, confidence)


def _over_sets(row: Row, other: Row) -> list[Jackknife] | None:
    """The log of the ratio over the sets of both rows, and the one without waiting where that counts; None where the sets are too few."""
    below, above = _shared(row, other)
    if len(above) < LEAST_FORKS:
        return None
    found = [ratio_of(*([Total(one.time_ns, one.operations) for one in side] for side in (above, below)))]
    if max(map(_waited, (above, below))) > OWN_WAIT:
        found.append(ratio_of(*([Total(one.time_ns - min(one.waited_ns, MOST_WAIT * one.time_ns), one.operations) for one in side]
                                for side in (above, below))))
    return found


def p_of(row: Row, other: Row, ratio: Ratio, delta: float) -> float:
    """The p-value of a change beyond Δ, and beyond the machine's noise where that is more, of two rows whose ratio has an interval.

    Of the sets that both were in, else by Welch's test of fork means. Of sides that waited it is the larger of the two with and without
    waiting, as the interval has both in it; 1 where a side drifted, of which nothing is decided.
    """
    limit = max(delta, noise_of(row, other))
    found = _over_sets(row, other)
    if found is None:
        return p_beyond(per_ns(other), per_ns(row), limit)
    return 1.0 if ratio.drift else max(p_beyond_in_sets(one, limit) for one in found)


def _shared(*rows: Row) -> list[list[SetTotal]]:
    """The sets that all these rows were in, in the same order for each."""
    by_number = [{one.number: one for one in row.sets} for row in rows]
    numbers = sorted(set.intersection(*(set(one) for one in by_number)))
    return [[one[number] for number in numbers] for one in by_number]


def _drift(row: Row, other: Row, confidence: float, delta: float) -> Drift | None:
    """Whether the ratio changed surely by more than a third of Δ from the first half of sets to the second."""
    changes = [[change(one.costs) if len(one.costs) > 1 else 0.0 for one in side] for side in _shared(row, other)]
    if len(changes[0]) < LEAST_FORKS:
        return None
    found = over_sets([mine - its for mine, its in zip(*changes, strict=True)], confidence)
    if abs(found.middle) - found.margin <= math.log1p(delta) / STEADY:
        return None
    own = {one.case_id: forks.mean(logs) for one, logs in zip((row, other), changes, strict=True)}
    most = max(own, key=lambda one: abs(own[one]))
    return Drift(case_id=most, value=math.exp(own[most]))


def drifting(ratio: Ratio, names: Mapping[str, str]) -> list[Warning]:
    """That there is no verdict, because one side became slower or faster meanwhile; `names` of the two sides by case_id."""
    if ratio.drift is None:
        return []
    percent = 100 * abs(ratio.drift.value - 1)
    return [warning("drifting", f"{names[ratio.drift.case_id]} became {percent:.2g} % {'slower' if ratio.drift.value > 1 else 'faster'} from the first half of its "
                    "sets to the second: it was not warmed up, or what it measures grows, and there is no verdict")]


def _middle(above: Sequence[SetTotal], below: Sequence[SetTotal], confidence: float) -> Estimate | None:
    """In the median lap; None where slices are not known."""
    if not all(one.costs for side in (above, below) for one in side):
        return None
    found = middle_lap(*([one.costs for one in side] for side in (above, below)), confidence)
    return estimate(found.middle, found.margin)


def uneven(ratio: Ratio) -> list[Warning]:
    """That the mean and the median lap are further apart than either is uncertain: some slices cost far more than others."""
    if ratio.middle is None or ratio.interval is None or ratio.unwaited is not None:  # waiting is in the mean alone
        return []
    uncertain = max(math.log(one.interval.high / one.interval.low) / 2 for one in (ratio, ratio.middle))
    if abs(math.log(ratio.value / ratio.middle.value)) <= uncertain + ROUNDING:
        return []
    return [warning("uneven-cost", f"in the median lap the ratio is {ratio.middle.value:.4g} [{ratio.middle.interval.low:.4g}, "
                    f"{ratio.middle.interval.high:.4g}]: some slices cost far more than most, and the mean has them in it")]


def _waited(side: Sequence[SetTotal]) -> float:
    """The part of its time in which a side waited for a CPU."""
    return sum(one.waited_ns for one in side) / sum(one.time_ns for one in side)


def _apart(row: Row, other: Row, confidence: float) -> Found:
    """Of forks that were measured one after the other."""
    above, below = per_ns(other), per_ns(row)
    if row.unit.startswith(RATE):
        above, below = below, above
    around = None
    if min(len(above), len(below)) >= LEAST_FORKS:
        around = interval(forks.log_ratio_interval(above, below, confidence))
    return forks.log_mean(above) / forks.log_mean(below), around, None, None


def noise_of(*rows: Row) -> float:
    """The machine's noise in a ratio of these rows, as a share; 0 where it was not calibrated."""
    return share(max((row.noise_floor for row in rows if row.noise_floor is not None), default=0.0))


def lead(rows: Sequence[Row], confidence: float, delta: float) -> tuple[str, tuple[Ratio, ...]]:
    """The fastest row's case_id, and how many times as fast it is as each other comparable row, nearest first.

    "" and none where no row is comparable.
    """
    scored = sorted((row for row in rows if row.comparable), key=_slowness)
    if not scored:
        return "", ()
    return scored[0].case_id, tuple(times_as_fast(scored[0], row, confidence, delta) for row in scored[1:])


def _slowness(row: Row) -> float:
    """The log of the row's time, or of its reciprocal rate."""
    slowness = math.log(forks.log_mean(per_ns(row)))
    return -slowness if row.unit.startswith(RATE) else slowness


def per_ns(row: Row) -> list[float]:
    """The row's fork means with its time unit taken out: two platforms may be shown in different units."""
    unit_ns = time_unit_ns(row.unit)
    return [mean / unit_ns if row.unit.startswith(RATE) else mean * unit_ns for mean in row.fork_means]
