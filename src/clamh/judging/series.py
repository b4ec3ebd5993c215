"""Doubts about what a fork's samples and iterations did over time: they move, scatter, jump, or hang on each other."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from itertools import chain, islice
from typing import NamedTuple, TypeVar

from clamh.judging.forks import counted
from clamh.judging.machine import MANIFOLD, times
from clamh.judging.statistics.autocorrelation import limit, sign_autocorrelation
from clamh.judging.statistics.median import median, part_medians
from clamh.judging.statistics.modes import SEVERAL, modes
from clamh.judging.statistics.steady import steady
from clamh.judging.statistics.stopping import deviation
from clamh.judging.statistics.trend import trend_score
from clamh.model import scores
from clamh.model.cases import AutoWarmup
from clamh.model.results import ForkResult, IterationRecord, WarmedRecord
from clamh.model.summary import ForkScores, Warming, Warning, warning
from clamh.model.worker import ThreadIteration

TREND_SCORE = 3.0  # standard deviations: 1 of 370 steady benchmarks is called moving
TREND_SIZE = 0.01  # smaller movements change no verdict (the default Δ of compare is 1 %)
NOISE = 0.10  # coefficient of variation of iterations within forks
JUMP = 0.05  # how far a level must be from the steady one to be told: the machine's own drift is mostly less
POINTS = 120  # of a fork's series: enough to place a change within a hundredth of the time, few enough to be quick
DEPENDENT = 0.5  # an autocorrelation that makes three samples worth one

Finding = TypeVar("Finding")


class Points(NamedTuple):
    """A fork's series of times, and how many of them are of each iteration."""

    values: list[float]
    counts: list[int]


def doubts(forks: Sequence[ForkResult], scored: Sequence[ForkScores], rule: AutoWarmup | None = None) -> list[Warning | None]:
    """Those about these forks, which count, with their scores in the same order; `rule` is what they warmed up by."""
    iterations = [one.measurement for one in scored if max(one.measurement) < math.inf]
    jumping = _jumping([one.warming for one in scored])
    several = dependent = None
    if jumping is None:
        # A series that jumps has several levels and hangs together, which need not be said again.
        quiet = [[] if one.warming and one.warming.while_measuring else samples(fork)
                 for fork, one in zip(forks, scored, strict=True)]
        several, dependent = _several(quiet), _dependent(quiet)
    unsettled = _unsettled([scores_of_fork.warmed for scores_of_fork in scored])
    return [_moving(iterations, rule.tolerance if rule else TREND_SIZE), several,
            _unsteady([one for one in (unsettled, jumping, _noisy(iterations), dependent) if one])]


def _unsteady(found: Sequence[Warning]) -> Warning | None:
    """One doubt where there are several: a change of level, scatter and autocorrelation are what one disturbance looks like."""
    if not found:
        return None
    return warning(found[0].code, "; ".join(one.message for one in found))


def warming(forks: Sequence[ForkResult]) -> list[Warming | None]:
    """How each fork became steady, from its samples, or its iterations where it has many; None where nothing is known."""
    iterations = [(*fork.warmup, *fork.measurement) for fork in forks]
    return [_warming(fork, *one) for fork, *one in zip(forks, iterations, _points(iterations), strict=True)]


def _warming(fork: ForkResult, iterations: Sequence[IterationRecord], points: Points) -> Warming | None:
    first_ns = [thread.first_ns for one in iterations[:1] for thread in one.threads if thread.first_ns is not None]
    first_call, start = max(first_ns, default=None), _first_iteration(fork)
    found = steady(points.values)
    if found is None:
        return None if first_call is None and start is None else Warming(first_call_ns=first_call, first_iteration=start)
    measured_from = sum(points.counts[:len(fork.warmup)])
    until = None if found.kind == "no steady state" else _elapsed_s(iterations, points.counts, found.start)
    return Warming(kind=found.kind, steady_after_s=until, first_call_ns=first_call, steady_ns=found.level, first_iteration=start,
                   change=found.level / found.before - 1, while_measuring=found.start > measured_from)


def _first_iteration(fork: ForkResult) -> float | None:
    """The time of an operation in the fork's first warmup iteration ÷ that in the middle measured one."""
    if not fork.warmup or not fork.measurement:
        return None
    first, middle = _time(fork.warmup[0]), median([_time(one) for one in fork.measurement])
    return first / middle if 0 < middle < math.inf and first < math.inf else None


def samples(fork: ForkResult):  # noqa: ANN201 numpy is not imported before measuring
    """ns per invocation of each sample of the measured part, in order: those of the first thread, as an array."""
    import numpy as np

    threads = [one.threads[0] for one in fork.measurement if one.threads[0].sample_invocations]
    sizes = [len(one.sample_ns) for one in threads]
    sample_ns = np.fromiter(chain.from_iterable(one.sample_ns for one in threads), np.int64, sum(sizes))
    return sample_ns / np.repeat(np.array([one.sample_invocations for one in threads], dtype=float), sizes)


def _points(forks: Sequence[Sequence[IterationRecord]]) -> list[Points]:
    """The series of each fork, of its iterations: medians of neighbouring samples; without samples a value for each iteration.

    A median of neighbours is no outlier, and levels are what is looked for. Empty where a time is 0.
    """
    series: list[ThreadIteration] = []  # of the forks that have samples in each iteration
    parts: list[int] = []
    own: list[list[int] | None] = []
    for iterations in forks:
        threads, most = [one.threads[0] for one in iterations], max(1, POINTS // max(1, len(iterations)))
        sampled = all([one.sample_ns and one.sample_invocations for one in threads])
        own.append([min(most, len(one.sample_ns)) for one in threads] if sampled else None)
        if sampled:
            series += threads
            parts += own[-1]
    medians = iter(part_medians([one.sample_ns for one in series], parts, [one.sample_invocations for one in series]) if series else ())
    found = []
    for iterations, counts in zip(forks, own, strict=True):
        values = [_time(one) for one in iterations] if counts is None else list(islice(medians, sum(counts)))
        possible = 0 < min(values, default=1) and max(values, default=1) < math.inf
        found.append(Points(values, counts or [1] * len(values)) if possible else Points([], []))
    return found


def _elapsed_s(iterations: Sequence[IterationRecord], counts: Sequence[int], reached: int) -> float:
    """The time that was measured until so many points of the series had passed."""
    elapsed = 0.0
    for one, count in zip(iterations, counts, strict=True):
        if not reached:
            break
        passed = min(reached, count)
        elapsed += one.threads[0].elapsed_ns / 1e9 * passed / count
        reached -= passed
    return elapsed


def _time(one: IterationRecord) -> float:
    if len(one.threads) == 1:
        operations, ns = one.threads[0].operations, scores.net_ns(one.threads[0])
    else:
        operations, ns = math.fsum(thread.operations for thread in one.threads), math.fsum(map(scores.net_ns, one.threads))
    return ns / operations if operations > 0 else math.inf


def _unsettled(forks: Sequence[WarmedRecord | None]) -> Warning | None:
    """AutoWarmup had not enough time in some forks."""
    within = [warmed.max_ns for warmed in forks if warmed and not warmed.steady_after]
    if not within:
        return None
    return warning("not-steady", f"in {len(within)} of {counted(len(forks))} the warmup was not found steady within {within[0] / 1e9:g} s (AutoWarmup)")


def _moving(series: Sequence[Sequence[float]], size: float) -> Warning | None:
    """Iterations become faster or slower in most forks, by more than that share."""
    long_enough = [values for values in series if len(values) > 1 and values[0] > 0]
    if abs(trend_score(long_enough)) < TREND_SCORE:
        return None
    grown = statistics.median(values[-1] / values[0] for values in long_enough)
    if abs(grown - 1) < size:
        return None
    moves = f"moves {100 * (grown - 1):+.1f} %" if grown < MANIFOLD else f"becomes {times(grown)} as large"
    return warning("trend", f"not steady: from a fork's first measured iteration to its last the score {moves}")


def _noisy(series: Sequence[Sequence[float]]) -> Warning | None:
    within = [_coefficient(values) for values in series if len(values) > 1 and any(values)]
    if not within or statistics.median(within) < NOISE:
        return None
    return warning("high-variance", f"iterations of one fork differ by {100 * statistics.median(within):.0f} % "
                   "(standard deviation)")


def _coefficient(values: Sequence[float]) -> float:
    """The coefficient of variation; of shares of the mean, whose squares no double is too small for."""
    mean = statistics.fmean(values)
    return deviation([value / mean for value in values])


def _jumping(forks: Sequence[Warming | None]) -> Warning | None:
    """The measured part has more than one level, in most forks."""
    changes = [one.change for one in forks
               if one and one.while_measuring and abs(math.log1p(one.change)) > math.log1p(JUMP)]
    if not _most(changes, forks):
        return None
    return warning("not-steady", f"in {len(changes)} of {counted(len(forks))} the time of an invocation changes to "
                   "another level inside the measured part, by "
                   f"{100 * statistics.median_low(changes):+.0f} % in the middle one")


def _several(forks: Sequence[Sequence[float]]) -> Warning | None:
    """Samples of one process fall into groups with hardly any between, in most forks, whose samples these are."""
    parted = _of_most(forks, _peaks)
    if not parted:
        return None
    middle = sorted(parted, key=lambda peaks: peaks[-1] / peaks[0])[(len(parted) - 1) // 2]
    return warning("several-modes", f"in {len(parted)} of {counted(len(forks))} the samples fall into groups: in the "
                   f"middle one {len(middle)} levels, the slowest {middle[-1] / middle[0]:.2f} times the fastest, so that "
                   "the score is a mixture of them")


def _peaks(values: Sequence[float]) -> tuple[float, ...] | None:
    found = modes(values)
    return found.peaks if found.value > SEVERAL and len(found.peaks) > 1 else None


def _dependent(forks: Sequence[Sequence[float]]) -> Warning | None:
    """Samples hang on the ones before them, in most forks: those of few may by chance."""
    told = _of_most(forks, _strongest)
    if not told:
        return None
    size, lag = sorted(told)[len(told) // 2]
    before = "the one before it" if lag == 1 else f"the one {lag} before it"
    return warning("autocorrelation", f"what a sample takes depends on {before} (autocorrelation {size:.2f}): samples and iterations "
                   "of a fork say less than their number, and JMH's pooled error claims too much")


def _strongest(values: Sequence[float]) -> tuple[float, int] | None:
    """The largest autocorrelation with its lag, where that is no chance."""
    each = sign_autocorrelation(values) if len(values) > 1 else [0.0]
    lag = max(range(len(each)), key=lambda at: abs(each[at]))
    return (each[lag], lag + 1) if abs(each[lag]) > max(DEPENDENT, limit(len(values))) else None


def _of_most(forks: Sequence[Sequence[float]], find: Callable[[Sequence[float]], Finding | None]) -> list[Finding]:
    """What is found in the forks where it is found in most of them, else nothing; ends as soon as most cannot have it."""
    found: list[Finding] = []
    for number, values in enumerate(forks):
        if (one := find(values)) is not None:
            found.append(one)
        elif 2 * (number + 1 - len(found)) >= len(forks):
            return []
    return found


def _most(some: Sequence[object], forks: Sequence[object]) -> bool:
    """Whether that is so in more than half of the forks, of which those of nothing known count too."""
    return 2 * len(some) > len(forks)
