"""Doubts about forks: those that failed or are missing, those that are too few, those that do not agree."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence

from clamh.judging.statistics.agreement import disagreement
from clamh.model.results import CaseResult, ForkResult, Run
from clamh.model.summary import ForkScores, Row, Warning, warning

LEAST_FORKS = 3  # Student's t multiplies by 12.7 with two forks, and has no meaning with one
# Coefficient of variation between forks, beyond what their iterations explain. Of 586 benchmarks on bare metal a
# quarter has more (methodology of Traini et al., EMSE 2022, ten forks each): enough that the fork, not the code, is
# what is seen.
APART = 0.05
CHANCE = 0.001  # that forks which agree are told apart
LOUD = 1 << 20  # bytes that a fork printed: enough to take time, and to be worth a line
STDERR = 4096  # bytes: a runtime's few lines about its flags are no noise
NO_TIME = "an iteration took no time or did no operation"  # why a fork that ended well does not count


def doubts(case: CaseResult, scored: Sequence[ForkScores], run: Run, in_turns: bool = False) -> list[Warning | None]:
    """Those about the forks of a case; `scored` are its forks in the same order. Those that took turns are judged by sets_disagree."""
    pairs = [(raw, scores) for raw, scores in zip(case.forks, scored, strict=True) if scores.fork >= 0]
    counted = [scores for _, scores in pairs if scores.counts]
    return [_failed(case, scored), _timeless(pairs), _interrupted(case, scored, run), _few(len(counted)),
            None if in_turns else _disagree(counted), _printing([raw for raw, scores in pairs if scores.counts]),
            _much_output(case.forks), _strays(case.forks)]


def _failed(case: CaseResult, scored: Sequence[ForkScores]) -> Warning | None:
    told = []
    for least, kind, begun in (
        (case.case.options.forks, "fork", [one for one in scored if one.fork >= 0]),
        (case.case.options.warmup_forks, "warmup fork", [one for one in scored if one.fork < 0]),
    ):
        planned = max(least, len(begun))  # under a precision or a budget there may be more than the plan has
        # Equal causes of several forks are told once.
        reasons = [one.failure for one in begun if one.failure and not one.interrupted]
        if reasons:
            causes = "; ".join(dict.fromkeys(reasons))
            told.append(f"{len(reasons)} of {planned} {kind}{'s' * (planned != 1)} failed: {causes}")
    return warning("failed-forks", "; ".join(told)) if told else None


def _timeless(pairs: Sequence[tuple[ForkResult, ForkScores]]) -> Warning | None:
    """Forks that came to their end and measured nothing."""
    empty = [scores for _, scores in pairs if scores.failure == NO_TIME]
    if not empty:
        return None
    of = "theirs" if len(empty) > 1 else "its own"
    return warning("zero-time", f"{counted(len(empty))} ended well, but an iteration of {of} took no time or did no "
                   "operation")


def _interrupted(case: CaseResult, scored: Sequence[ForkScores], run: Run) -> Warning | None:
    """Forks that the end of the run kept from being measured; those left out after a failure are another matter."""
    whole = sum(not one.interrupted for one in scored if one.fork >= 0)
    broke = any(one.failure and not one.interrupted for one in scored)
    if broke or whole >= case.case.options.forks or run.end is not None and run.end.status in ("complete", "stopped"):
        return None
    planned = case.case.options.forks
    left = f"{planned - whole} of {counted(planned)} {'was' if planned - whole == 1 else 'were'}"
    told = f"the run was cut off: {left} not run to {'its' if planned - whole == 1 else 'their'} end"
    return warning("interrupted", told)


def _few(forks: int) -> Warning | None:
    if forks >= LEAST_FORKS or not forks:
        return None
    those = "one fork" if forks == 1 else counted(forks)
    return warning("few-forks", f"no interval and no verdict: {those} cannot show how much forks differ")


def _disagree(scored: Sequence[ForkScores]) -> Warning | None:
    """Forks that differ by more than their iterations explain."""
    found = _apart([one.measurement for one in scored])
    return warning("forks-disagree", f"forks differ by {found}") if found else None


def _apart(series: Sequence[Sequence[float]]) -> str:
    """How much the forks, of which these are the iterations or slices, and their parts differ; "" where that may be chance."""
    series = [values for values in series if values and all(0 < value < math.inf for value in values)]
    if len(series) < LEAST_FORKS:
        return ""
    between, within, chance = disagreement(series)
    if between < APART or chance > CHANCE:
        return ""
    return f"{100 * between:.0f} % (standard deviation), and within one by {100 * within:.2g} %"


def sets_disagree(rows: Sequence[Row]) -> dict[str, Warning]:
    """By case_id of a contest, that sets differ by more than what their slices explain, with how much of it ratios have in them.

    What made one process slower than the next is not known. Where the other sides of a set became slower with it, it was no property of a process.
    """
    logs = {row.case_id: {one.number: math.log(statistics.fmean(one.costs)) for one in row.sets if one.costs} for row in rows}
    found = {}
    for row in rows:
        if told := _apart([one.costs for one in row.sets]):
            spread = _beside(logs[row.case_id], [logs[other.case_id] for other in rows if other is not row])
            beside = "" if spread is None else f"; relative to the other sides of its set it differs by {100 * spread:.2g} %"
            found[row.case_id] = warning("forks-disagree", f"sets differ by {told}{beside}")
    return found


def _beside(own: Mapping[int, float], others: Sequence[Mapping[int, float]]) -> float | None:
    """The standard deviation of a side's log cost without what the sides of its set have in common; None where there are too few of either."""
    shared = [{number: log - statistics.fmean(other.values()) for number, log in other.items()} for other in others if other]
    differences = [log - statistics.fmean([other[number] for other in shared if number in other])
                   for number, log in own.items() if any(number in other for other in shared)]
    return statistics.stdev(differences) if len(differences) >= LEAST_FORKS else None


def _printing(raw: Sequence[ForkResult]) -> Warning | None:
    sizes = sorted((fork.end.stderr_bytes or 0 for fork in raw if fork.end), reverse=True)
    loud = [size for size in sizes if size > STDERR]
    if not loud:
        return None
    told = f"{loud[0] / 1024:,.0f} KiB" if loud[0] < 10 << 20 else f"{loud[0] / (1 << 20):,.0f} MiB"
    return warning("noisy-stderr", f"{len(loud)} of {counted(len(sizes))} wrote to standard error, {told} at most: "
                   "writing takes time, and what is written may be a doubt of the runtime's own")


def _much_output(raw: Sequence[ForkResult]) -> Warning | None:
    sizes = [(fork.end.stdout_bytes or 0) + (fork.end.stderr_bytes or 0) for fork in raw if fork.end]
    loud = [size for size in sizes if size > LOUD]
    if not loud:
        return None
    return warning("much-output", f"{len(loud)} of {counted(len(sizes))} printed more than 1 MiB, {max(loud) / (1 << 20):,.0f} MiB at most: "
                   "printing takes time that is measured")


def _strays(raw: Sequence[ForkResult]) -> Warning | None:
    names = [name for fork in raw if fork.end for name in fork.end.strays]
    if not names:
        return None
    of_each = ", ".join(f"{names.count(name)} × {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names))
    return warning("left-processes", f"processes that the benchmark had started in sessions of their own outlived its forks and were ended: {of_each}")


def counted(count: int) -> str:
    """1 fork, 2 forks."""
    return f"{count} fork{'s' * (count != 1)}"
