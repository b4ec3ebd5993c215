"""Warnings about how a fork's samples and iterations change over time: they move, scatter, jump, or depend on each
other.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from itertools import chain, islice, pairwise
from typing import NamedTuple, TypeVar

from clamh.judging.count_forks import format_forks
from clamh.judging.machine import MANIFOLD, format_times
from clamh.judging.statistics.autocorrelation import limit, sign_autocorrelation
from clamh.judging.statistics.median import median, part_medians
from clamh.judging.statistics.modes import SEVERAL, modes
from clamh.judging.statistics.steady import steady
from clamh.judging.statistics.stopping import deviation
from clamh.judging.statistics.trend import trend_score
from clamh.model import scores
from clamh.model.cases import AutoWarmup
from clamh.model.results import ForkResult, IterationRecord, WarmedRecord
from clamh.model.summary import ForkScores, Warming, Warning, make_warning
from clamh.model.worker import ThreadIteration

TREND_SCORE = 3.0  # standard deviations; 1 of 370 steady benchmarks exceeds this
TREND_SIZE = 0.01  # smaller movements change no verdict (the default Δ of compare is 1 %)
NOISE = 0.10  # coefficient of variation of iterations within forks
JUMP = 0.05  # smaller changes of level are not reported: the machine's own drift is mostly smaller
POINTS = 120  # per fork: places a change within a hundredth of the time, and is quick
MAX_ITERATIONS = 2_000  # other tools have a value per call; the search for levels takes the square of their number
DEPENDENT = 0.5  # at this autocorrelation three samples say as much as one independent sample

Finding = TypeVar("Finding")


class Points(NamedTuple):
    """A fork's series of times, and how many of them belong to each iteration."""

    values: list[float]
    counts: list[int]


def find_warnings(forks: Sequence[ForkResult], scored: Sequence[ForkScores],
                  rule: AutoWarmup | None = None) -> list[Warning | None]:
    """The warnings about the forks that count; `scored` has their scores in the same order, `rule` is what they warmed
    up by.
    """
    iterations = [fork.measurement for fork in scored if max(fork.measurement) < math.inf]
    jumping = _warn_of_jumps([fork.warming for fork in scored])
    several = autocorrelation = None
    if jumping is None:
        # A series that jumps has several levels and an autocorrelation: one warning is enough.
        series = [[] if fork.warming and fork.warming.while_measuring else list_samples(raw)
                  for raw, fork in zip(forks, scored, strict=True)]
        several, autocorrelation = _warn_of_modes(series), _warn_of_autocorrelation(series)
    unsettled = _warn_of_unsettled([fork.warmed for fork in scored])
    return [
        _warn_of_trend([_shorten(values) for values in iterations], rule.tolerance if rule else TREND_SIZE), several,
        _join_warnings([doubt for doubt in (unsettled, jumping, _warn_of_noise(iterations), autocorrelation) if doubt])
    ]


def _shorten(values: Sequence[float]) -> Sequence[float]:
    """The series, or if it is long, MAX_ITERATIONS ÷ 10 means of neighbours."""
    count = len(values)
    if count <= MAX_ITERATIONS:
        return values
    ends = [part * count // (MAX_ITERATIONS // 10) for part in range(MAX_ITERATIONS // 10 + 1)]
    return [statistics.fmean(values[begin:end]) for begin, end in pairwise(ends)]


def _join_warnings(warnings: Sequence[Warning]) -> Warning | None:
    """One warning for several: a change of level, scatter and autocorrelation are signs of the same disturbance."""
    if not warnings:
        return None
    return make_warning(warnings[0].code, "; ".join(doubt.message for doubt in warnings))


def find_warmings(forks: Sequence[ForkResult]) -> list[Warming | None]:
    """How each fork became steady, from its samples, or from its iterations where it has many. None where nothing is
    known.
    """
    iterations = [(*fork.warmup, *fork.measurement) for fork in forks]
    return [
        _find_warming(fork, *series) for fork, *series in zip(forks, iterations, _find_points(iterations), strict=True)
    ]


def _find_warming(fork: ForkResult, iterations: Sequence[IterationRecord], points: Points) -> Warming | None:
    first_ns = [
        thread.first_ns for iteration in iterations[:1] for thread in iteration.threads if thread.first_ns is not None
    ]
    first_call, start = max(first_ns, default=None), _first_iteration(fork)
    state = steady(points.values)
    if state is None:
        return None if first_call is None and start is None else Warming(first_call_ns=first_call,
                                                                         first_iteration=start)
    measured_from = sum(points.counts[:len(fork.warmup)])
    steady_after_s = None if state.kind == "no steady state" else _elapsed_s(iterations, points.counts, state.start)
    return Warming(kind=state.kind, steady_after_s=steady_after_s, first_call_ns=first_call, steady_ns=state.level,
                   first_iteration=start, change=state.level / state.before - 1, while_measuring=state.start
                   > measured_from)


def _first_iteration(fork: ForkResult) -> float | None:
    """The time of an operation in the fork's first warmup iteration ÷ that in the median measured iteration."""
    if not fork.warmup or not fork.measurement:
        return None
    first, middle = _time_per_operation(fork.warmup[0]), median(
        [_time_per_operation(iteration) for iteration in fork.measurement])
    return first / middle if 0 < middle < math.inf and first < math.inf else None


def list_samples(fork: ForkResult):  # noqa: ANN201 numpy is not imported before measuring
    """The ns per invocation of each sample of the measured part, in order, as an array. Only of the first thread."""
    import numpy as np

    threads = [iteration.threads[0] for iteration in fork.measurement if iteration.threads[0].sample_invocations]
    sizes = [len(thread.sample_ns) for thread in threads]
    sample_ns = np.fromiter(chain.from_iterable(thread.sample_ns for thread in threads), np.int64, sum(sizes))
    return sample_ns / np.repeat(np.array([thread.sample_invocations for thread in threads], dtype=float), sizes)


def _find_points(forks: Sequence[Sequence[IterationRecord]]) -> list[Points]:
    """The points of each fork: medians of neighbouring samples; without samples one value per iteration.

    A median of neighbours removes outliers but keeps levels. The points are empty where a time is 0 or infinite, and
    where there are too many.
    """
    series: list[ThreadIteration] = []  # of the forks that have samples in each iteration
    parts: list[int] = []
    counts_of_forks: list[list[int] | None] = []
    for iterations in forks:
        threads, most = [iteration.threads[0] for iteration in iterations], max(1, POINTS // max(1, len(iterations)))
        sampled = all([thread.sample_ns and thread.sample_invocations for thread in threads])
        counts_of_forks.append([min(most, len(thread.sample_ns)) for thread in threads] if sampled else None)
        if sampled:
            series += threads
            parts += counts_of_forks[-1]
    medians = iter(
        part_medians([thread.sample_ns for thread in series], parts, [thread.sample_invocations
                                                                      for thread in series]) if series else ())
    points = []
    for iterations, counts in zip(forks, counts_of_forks, strict=True):
        values = [_time_per_operation(iteration)
                  for iteration in iterations] if counts is None else list(islice(medians, sum(counts)))
        possible = 0 < min(values, default=1) and max(values, default=1) < math.inf and len(values) <= MAX_ITERATIONS
        points.append(Points(values, counts or [1] * len(values)) if possible else Points([], []))
    return points


def _elapsed_s(iterations: Sequence[IterationRecord], counts: Sequence[int], reached: int) -> float:
    """The measured time, in seconds, that had passed at point number `reached` of the series."""
    elapsed = 0.0
    for iteration, count in zip(iterations, counts, strict=True):
        if not reached:
            break
        passed = min(reached, count)
        elapsed += iteration.threads[0].elapsed_ns / 1e9 * passed / count
        reached -= passed
    return elapsed


def _time_per_operation(iteration: IterationRecord) -> float:
    if len(iteration.threads) == 1:
        operations, ns = iteration.threads[0].operations, scores.net_ns(iteration.threads[0])
    else:
        operations, ns = math.fsum(thread.operations
                                   for thread in iteration.threads), math.fsum(map(scores.net_ns, iteration.threads))
    return ns / operations if operations > 0 else math.inf


def _warn_of_unsettled(forks: Sequence[WarmedRecord | None]) -> Warning | None:
    """AutoWarmup had not enough time in some forks: its own, or that of another side of the contest, which all warm up
    for as many iterations.
    """
    times_ns = [warmed.elapsed_ns for warmed in forks if warmed and not warmed.steady_after]
    if not times_ns:
        return None
    return make_warning(
        "not-steady",
        f"in {len(times_ns)} of {format_forks(len(forks))} AutoWarmup did not reach a steady state within "
        f"{max(times_ns) / 1e9:.2g} s")


def _warn_of_trend(series: Sequence[Sequence[float]], size: float) -> Warning | None:
    """Iterations become faster or slower in most forks, by more than that share."""
    long_enough = [values for values in series if len(values) > 1 and values[0] > 0]
    if abs(trend_score(long_enough)) < TREND_SCORE:
        return None
    growth = statistics.median(values[-1] / values[0] for values in long_enough)
    if abs(growth - 1) < size:
        return None
    change = f"moves {100 * (growth - 1):+.1f} %" if growth < MANIFOLD else f"grows to {format_times(growth)} its size"
    return make_warning("trend",
                        f"not steady: from the first to the last measured iteration of a fork the score {change}")


def _warn_of_noise(series: Sequence[Sequence[float]]) -> Warning | None:
    within = [_coefficient(values) for values in series if len(values) > 1 and any(values)]
    if not within or statistics.median(within) < NOISE:
        return None
    return make_warning("high-variance", f"iterations of one fork differ by {100 * statistics.median(within):.0f} % "
                        "(standard deviation)")


def _coefficient(values: Sequence[float]) -> float:
    """The coefficient of variation. Values are divided by their mean first: the squares of very small doubles would be
    0.
    """
    mean = statistics.fmean(values)
    return deviation([value / mean for value in values])


def _warn_of_jumps(forks: Sequence[Warming | None]) -> Warning | None:
    """The measured part has more than one level, in most forks."""
    changes = [fork.change for fork in forks
               if fork and fork.while_measuring and abs(math.log1p(fork.change)) > math.log1p(JUMP)]
    if not _are_most(changes, forks):
        return None
    return make_warning(
        "not-steady",
        f"in {len(changes)} of {format_forks(len(forks))} the time of an invocation jumps to another level while "
        f"measuring, typically by {100 * statistics.median_low(changes):+.0f} %")


def _warn_of_modes(forks: Sequence[Sequence[float]]) -> Warning | None:
    """Samples of a process fall into groups with hardly any between, in most forks; `forks` has the samples of each."""
    peaks_of_forks = _find_in_most(forks, _find_peaks)
    if not peaks_of_forks:
        return None
    middle = sorted(peaks_of_forks, key=lambda peaks: peaks[-1] / peaks[0])[(len(peaks_of_forks) - 1) // 2]
    return make_warning(
        "several-modes",
        f"in {len(peaks_of_forks)} of {format_forks(len(forks))} the samples fall into groups, typically "
        f"{len(middle)} levels, the slowest {middle[-1] / middle[0]:.2f} times the fastest: the score mixes them")


def _find_peaks(values: Sequence[float]) -> tuple[float, ...] | None:
    groups = modes(values)
    return groups.peaks if groups.value > SEVERAL and len(groups.peaks) > 1 else None


def _warn_of_autocorrelation(forks: Sequence[Sequence[float]]) -> Warning | None:
    """Samples depend on earlier samples, in most forks: in few forks that may be chance."""
    strongest = _find_in_most(forks, _find_strongest_lag)
    if not strongest:
        return None
    size, lag = sorted(strongest)[len(strongest) // 2]
    before = "the sample before" if lag == 1 else f"the sample {lag} before"
    return make_warning(
        "autocorrelation",
        f"a sample depends on {before} (autocorrelation {size:.2f}): samples and iterations of a fork give "
        "less information than their number suggests, and JMH's error is too small")


def _find_strongest_lag(values: Sequence[float]) -> tuple[float, int] | None:
    """The largest autocorrelation with its lag, where it is not chance."""
    autocorrelations = sign_autocorrelation(values) if len(values) > 1 else [0.0]
    lag = max(range(len(autocorrelations)), key=lambda index: abs(autocorrelations[index]))
    return (autocorrelations[lag], lag + 1) if abs(autocorrelations[lag]) > max(DEPENDENT, limit(len(values))) else None


def _find_in_most(forks: Sequence[Sequence[float]], find: Callable[[Sequence[float]], Finding | None]) -> list[Finding]:
    """The findings of the forks, if most forks have one, else an empty list. Ends as soon as most forks cannot have
    one.
    """
    findings: list[Finding] = []
    for number, values in enumerate(forks):
        if (finding := find(values)) is not None:
            findings.append(finding)
        elif 2 * (number + 1 - len(findings)) >= len(forks):
            return []
    return findings


def _are_most(affected: Sequence[object], forks: Sequence[object]) -> bool:
    """Whether this is more than half of the forks. Forks of which nothing is known count too."""
    return 2 * len(affected) > len(forks)
