"""Self-checks: what in the raw facts makes a result doubtful. Each doubt is a warning with a stable code."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence

from clamh.judging import clock
from clamh.results import CaseResult, ForkResult, PlatformRecord, Run
from clamh.stats.trend import trend_score
from clamh.summary import ForkScores, Warning, warning

LEAST_FORKS = 3  # Student's t multiplies by 12.7 with two forks, and has no meaning with one
TREND_SCORE = 3.0  # standard deviations: 1 of 370 steady benchmarks is called moving
TREND_SIZE = 0.01  # smaller movements change no verdict (the default Δ of compare is 1 %)
NOISE = 0.10  # coefficient of variation of iterations within forks
MANIFOLD = 2.0  # from here on a change is told as a factor, not as percent more
SPEED = 0.05  # spread of the CPU-speed readings, far above the 1 ns they are rounded to


def of_case(case: CaseResult, scored: Sequence[ForkScores], run: Run) -> tuple[Warning, ...]:
    """The doubts about one case; `scored` are its forks in the same order."""
    pairs = [(raw, scores) for raw, scores in zip(case.forks, scored, strict=True) if scores.fork >= 0]
    counted = [raw for raw, scores in pairs if scores.counts]
    series = [scores.measurement for scores in scored if scores.counts and max(scores.measurement) < math.inf]
    platform = next((p for p in run.platforms if (p.id, p.source) == (case.case.platform, case.case.source)), None)
    found = [
        _failed(case, scored),
        _timeless(pairs),
        _interrupted(case, scored, run),
        _few(sum(one.counts for one in scored)),
        *clock.doubts(case.case, counted, platform, run.floors),
        _moving(series),
        _noisy(series),
        _drifting(counted),
    ]
    recorded = [warning(w.code, w.message) for w in case.warnings]
    return (*(one for one in found if one), *recorded)


def speed_ns(forks: Iterable[ForkResult]) -> list[float]:
    """What the chain of instructions took in each measured iteration that has readings: their median, in ns."""
    return [statistics.median(one.speed_ns) for fork in forks for one in fork.measurement if one.speed_ns]


def of_pair(one: PlatformRecord | None, other: PlatformRecord | None) -> tuple[Warning, ...]:
    """The doubts about comparing two platforms."""
    if one is None or other is None:
        return ()
    found = []
    named = {_optimised(platform): platform.id for platform in (one, other)}
    if named.keys() == {True, False}:
        found.append(warning("different-optimisation", f"only {named[True]} is compiled with optimisation, "
                             f"{named[False]} is not"))
    elif one.optimisation != other.optimisation:
        said = (f"{platform.id} {_with(platform.optimisation, 'as by default')}" for platform in (one, other))
        found.append(warning("different-optimisation", f"what is compiled differs in optimisation: {', '.join(said)}"))
    if one.target != other.target:
        said = (f"{platform.id} {_with(platform.target, 'for this machine')}" for platform in (one, other))
        found.append(warning("different-target", f"what is compiled differs in its instructions: {', '.join(said)}"))
    return tuple(found)


def _with(flags: str, otherwise: str) -> str:
    return f"with {flags}" if flags else otherwise


def _optimised(platform: PlatformRecord) -> bool | None:
    toolchain = platform.hello.get("toolchain")
    return toolchain.get("optimised") if isinstance(toolchain, dict) else None


def _failed(case: CaseResult, scored: Sequence[ForkScores]) -> Warning | None:
    told = []
    for planned, kind, failed in (
        (case.case.options.forks, "fork", [one for one in scored if one.fork >= 0]),
        (case.case.options.warmup_forks, "warmup fork", [one for one in scored if one.fork < 0]),
    ):
        # Equal causes of several forks are told once.
        reasons = [one.failure for one in failed if one.failure and not one.interrupted]
        if reasons:
            told.append(f"{len(reasons)} of {planned} {kind}{'s' * (planned != 1)} failed: {'; '.join(dict.fromkeys(reasons))}")
    return warning("failed-forks", "; ".join(told)) if told else None


def _timeless(pairs: Sequence[tuple[ForkResult, ForkScores]]) -> Warning | None:
    """Forks that came to their end and measured nothing."""
    empty = [scores for raw, scores in pairs if raw.end is not None and raw.end.status == "ok" and not scores.counts]
    if not empty:
        return None
    return warning("zero-time", f"{_forks(len(empty))} ended well, but an iteration of theirs took no time or did no "
                   "operation")


def _interrupted(case: CaseResult, scored: Sequence[ForkScores], run: Run) -> Warning | None:
    """Forks that the end of the run kept from being measured; those left out after a failure are another matter."""
    whole = sum(not one.interrupted for one in scored if one.fork >= 0)
    broke = any(one.failure and not one.interrupted for one in scored)
    if broke or whole >= case.case.options.forks or run.end is not None and run.end.status in ("complete", "stopped"):
        return None
    planned = case.case.options.forks
    left = f"{planned - whole} of {_forks(planned)} {'was' if planned - whole == 1 else 'were'}"
    told = f"the run was cut off: {left} not run to {'its' if planned - whole == 1 else 'their'} end"
    return warning("interrupted", told)


def _few(forks: int) -> Warning | None:
    if forks >= LEAST_FORKS or not forks:
        return None
    counted = "one fork" if forks == 1 else _forks(forks)
    return warning("few-forks", f"no interval and no verdict: {counted} cannot show how much forks differ")


def _forks(count: int) -> str:
    return f"{count} fork{'s' * (count != 1)}"


def _moving(series: Sequence[Sequence[float]]) -> Warning | None:
    long_enough = [values for values in series if len(values) > 1 and values[0] > 0]
    if abs(trend_score(long_enough)) < TREND_SCORE:
        return None
    grown = statistics.median(values[-1] / values[0] for values in long_enough)
    if abs(grown - 1) < TREND_SIZE:
        return None
    moves = f"moves {100 * (grown - 1):+.1f} %" if grown < MANIFOLD else f"becomes {_times(grown)} as large"
    return warning("trend", f"not steady: from a fork's first measured iteration to its last the score {moves}")


def _noisy(series: Sequence[Sequence[float]]) -> Warning | None:
    within = [statistics.stdev(values) / statistics.fmean(values) for values in series
              if len(values) > 1 and any(values)]
    if not within or statistics.median(within) < NOISE:
        return None
    return warning("high-variance", f"iterations of one fork differ by {100 * statistics.median(within):.0f} % "
                   "(standard deviation)")


def _drifting(counted: Sequence[ForkResult]) -> Warning | None:
    readings = speed_ns(counted)
    if len(readings) < 2 or min(readings) <= 0:
        return None
    slower = max(readings) / min(readings)
    if slower - 1 < SPEED:
        return None
    took = f"{100 * (slower - 1):.0f} % longer in one iteration than" if slower < MANIFOLD else (
        f"{_times(slower)} as long in one iteration as")
    return warning("cpu-speed-moved", f"the same chain of instructions took {took} in another")


def _times(factor: float) -> str:
    """2042 times: a large factor, which nobody reads as 204177 % more."""
    return f"{factor:.{1 if factor < 100 else 0}f} times"
