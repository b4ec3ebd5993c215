"""Warnings about forks: some failed or are missing, there are too few, or they disagree."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from clamh.judging.statistics.agreement import disagreement
from clamh.model.results import CaseResult, ForkResult, Run
from clamh.model.summary import ForkScores, Row, Warning, make_warning

MIN_FORKS = 3  # Student's t multiplies by 12.7 with two forks, and has no meaning with one
# Coefficient of variation between forks, beyond what their iterations explain. A quarter of 586 benchmarks on bare
# metal has more (methodology of Traini et al., EMSE 2022, ten forks each). From here on the fork is seen, not the code.
DISAGREEING = 0.05
CHANCE = 0.001  # probability that forks which agree are called different
LOUD = 1 << 20  # bytes that a fork printed: enough to take time, and to deserve a warning
STDERR = 4096  # bytes; a runtime's few lines about its flags are fewer
NO_TIME = "an iteration took no time or did no operation"  # why a fork that ended well does not count


def find_warnings(case: CaseResult, scored: Sequence[ForkScores], compared: Sequence[Sequence[float]], run: Run,
                  in_turns: bool = False) -> list[Warning | None]:
    """The warnings about the forks of a case; `scored` has its forks in the same order, `compared` the iterations of
    those that count, as they are in its score.

    `in_turns`: the forks took turns; then warn_of_disagreeing_sets judges whether they agree.
    """
    pairs = [(raw, scores) for raw, scores in zip(case.forks, scored, strict=True) if scores.fork >= 0]
    counted = [scores for _, scores in pairs if scores.counts]
    return [_warn_of_failed_forks(case, scored), _warn_of_zero_time(pairs), _warn_of_interruption(case, scored, run),
            _warn_of_few_forks(len(counted), run), None if in_turns else _warn_of_disagreement(compared),
            _warn_of_stderr([raw for raw, scores in pairs if scores.counts]),
            _warn_of_much_output(case.forks), _warn_of_left_processes(case.forks)]


def _warn_of_failed_forks(case: CaseResult, scored: Sequence[ForkScores]) -> Warning | None:
    failures = []
    for least, kind, started in (
        (case.case.options.forks, "fork", [fork for fork in scored if fork.fork >= 0]),
        (case.case.options.warmup_forks, "warmup fork", [fork for fork in scored if fork.fork < 0]),
    ):
        planned = max(least, len(started))  # under a precision or a budget there may be more than planned
        # Forks with the same cause share one message.
        reasons = [fork.failure for fork in started if fork.failure and not fork.interrupted]
        if reasons:
            causes = "; ".join(dict.fromkeys(reasons))
            failures.append(f"{len(reasons)} of {planned} {kind}{'s' * (planned != 1)} failed: {causes}")
    return make_warning("failed-forks", "; ".join(failures)) if failures else None


def _warn_of_zero_time(pairs: Sequence[tuple[ForkResult, ForkScores]]) -> Warning | None:
    """Forks that came to their end and measured nothing."""
    empty = [scores for _, scores in pairs if scores.failure == NO_TIME]
    if not empty:
        return None
    owner = "theirs" if len(empty) > 1 else "its own"
    return make_warning(
        "zero-time", f"{format_forks(len(empty))} ended normally, but an iteration of {owner} took no time or did no "
        "operation")


def _warn_of_interruption(case: CaseResult, scored: Sequence[ForkScores], run: Run) -> Warning | None:
    """Forks that were not measured because the run ended. Forks that were left out after a failure do not count here.
    """
    whole = sum(not fork.interrupted for fork in scored if fork.fork >= 0)
    failed = any(fork.failure and not fork.interrupted for fork in scored)
    if failed or whole >= case.case.options.forks or run.end is not None and run.end.status in ("complete", "stopped"):
        return None
    planned = case.case.options.forks
    left, single = f"{planned - whole} of {format_forks(planned)}", planned - whole == 1
    if run.active:
        return make_warning("still-active", f"the run is still active: {left} {'is' if single else 'are'} not finished")
    return make_warning("interrupted", f"the run was interrupted: {left} {'was' if single else 'were'} not finished")


def _warn_of_few_forks(forks: int, run: Run) -> Warning | None:
    if forks >= MIN_FORKS or not forks:
        return None
    count = "one fork" if forks == 1 else format_forks(forks)
    warning = make_warning("few-forks", f"no interval and no verdict: {count} cannot show how much forks differ")
    if run.end and run.end.reason == "budget":  # -f cannot add forks for which there is no time
        return replace(warning, advice="allow more time (--budget)")
    return warning


def _warn_of_disagreement(compared: Sequence[Sequence[float]]) -> Warning | None:
    """Forks that differ by more than their iterations explain."""
    difference = _describe_disagreement(compared)
    return make_warning("forks-disagree", f"forks differ by {difference}") if difference else None


def _describe_disagreement(series: Sequence[Sequence[float]]) -> str:
    """How much forks and their parts differ; "" where that may be chance. `series` has the iterations or slices of each
    fork.
    """
    series = [values for values in series if values and all(0 < value < math.inf for value in values)]
    if len(series) < MIN_FORKS:
        return ""
    between, within, chance = disagreement(series)
    if between < DISAGREEING or chance > CHANCE:
        return ""
    return f"{100 * between:.0f} % (standard deviation), and within a fork by {100 * within:.2g} %"


def warn_of_disagreeing_sets(rows: Sequence[Row]) -> dict[str, Warning]:
    """The warnings of a contest, by case_id: sets differ by more than their slices explain. They state how much of that
    is in ratios.

    The cause of a slower process is not known. Where the other sides of a set became slower too, it was not a property
    of the process.
    """
    logs = {
        row.case_id: {
            set_total.number: math.log(statistics.fmean(set_total.costs)) for set_total in row.sets if set_total.costs
        } for row in rows
    }
    warnings = {}
    for row in rows:
        if difference := _describe_disagreement([set_total.costs for set_total in row.sets]):
            spread = _spread_within_sets(logs[row.case_id],
                                         [logs[other_row.case_id] for other_row in rows if other_row is not row])
            relative = "" if spread is None else f"; relative to the other sides of its set by {100 * spread:.2g} %"
            warnings[row.case_id] = make_warning("forks-disagree", f"sets differ by {difference}{relative}")
    return warnings


def _spread_within_sets(own: Mapping[int, float], others: Sequence[Mapping[int, float]]) -> float | None:
    """The standard deviation of a side's log cost relative to the other sides of its set. None with too few sides or
    sets.
    """
    deviations = [{number: log - statistics.fmean(logs.values()) for number, log in logs.items()} for logs in others
                  if logs]
    differences = [log - statistics.fmean([logs[number] for logs in deviations if number in logs])
                   for number, log in own.items() if any(number in logs for logs in deviations)]
    return statistics.stdev(differences) if len(differences) >= MIN_FORKS else None


def _warn_of_stderr(raw: Sequence[ForkResult]) -> Warning | None:
    sizes = sorted((fork.end.stderr_bytes or 0 for fork in raw if fork.end), reverse=True)
    loud = [size for size in sizes if size > STDERR]
    if not loud:
        return None
    size_of_loudest = f"{loud[0] / 1024:,.0f} KiB" if loud[0] < 10 << 20 else f"{loud[0] / (1 << 20):,.0f} MiB"
    return make_warning(
        "noisy-stderr",
        f"{len(loud)} of {format_forks(len(sizes))} wrote to standard error, at most {size_of_loudest}: writing "
        "takes time, and the runtime may report a problem there")


def _warn_of_much_output(raw: Sequence[ForkResult]) -> Warning | None:
    sizes = [(fork.end.stdout_bytes or 0) + (fork.end.stderr_bytes or 0) for fork in raw if fork.end]
    loud = [size for size in sizes if size > LOUD]
    if not loud:
        return None
    return make_warning(
        "much-output",
        f"{len(loud)} of {format_forks(len(sizes))} printed more than 1 MiB, at most {max(loud) / (1 << 20):,.0f} "
        "MiB: printing takes measured time")


def _warn_of_left_processes(raw: Sequence[ForkResult]) -> Warning | None:
    names = [name for fork in raw if fork.end for name in fork.end.strays]
    if not names:
        return None
    of_each = ", ".join(f"{names.count(name)} × {name}" if names.count(name) > 1 else name
                        for name in dict.fromkeys(names))
    return make_warning(
        "left-processes",
        f"processes that the benchmark started in their own sessions outlived its forks and were ended: {of_each}")


def format_forks(count: int) -> str:
    """1 fork, 2 forks."""
    return f"{count} fork{'s' * (count != 1)}"
