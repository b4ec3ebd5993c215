"""The precision or budget that a run was requested to measure to, and what each case reached."""

from __future__ import annotations

from clamh.judging.statistics.looks import PLANNED
from clamh.model.aims import Aim, Goal
from clamh.model.results import CaseResult, Run
from clamh.model.summary import Interval, Warning, make_warning

ROUNDING = 1e-9  # relative rounding error of a precision


def find_request(run: Run) -> Goal | None:
    """The precision and budget of the run; None where only its plan decided how much to measure."""
    header, end = run.header, run.end
    if header.precision is None and header.budget_s is None:
        return None
    return Goal(precision=header.precision, budget_s=header.budget_s, confidence=header.confidence,
                elapsed_s=end.elapsed_s if end else None, end_reason=_describe_end(run))


def find_aim(score: float | None, interval: Interval | None, run: Run) -> Aim | None:
    """What the case reached: how wide the interval of its score is, at the confidence of the run."""
    header = run.header
    if header.precision is None and header.budget_s is None:
        return None
    half = interval.high / score - 1 if score and interval else None
    reached = None if header.precision is None else half is not None and half <= header.precision * (1 + ROUNDING)
    return Aim(half_width=half, reached=reached)


def count_planned_forks(case: CaseResult, run: Run) -> int:
    """The number of forks that the score would be of without failures: those of the plan, or those that were begun in
    time.
    """
    least = case.case.options.forks
    if run.header.precision is None and run.header.budget_s is None and not run.rounds:
        return least
    begun = sum(fork.start.fork >= 0 and fork.end is not None for fork in case.forks)
    return begun if run.end and run.end.status == "complete" else max(begun, least)


def find_warning(case: CaseResult, aim: Aim | None, run: Run) -> Warning | None:
    """The warning that the precision was not reached, and why."""
    failed = any(fork.end and fork.end.status != "ok" for fork in case.forks)
    if aim is None or aim.reached is not False or failed or not case.forks:
        return None
    request = float(f"{100 * run.header.precision:.12g}")
    why = {"budget": "the time budget ended first", "cut off": "the run was interrupted first",
           "active": "the run is still active",
           "failed": "the run stopped first"}.get(
               _describe_end(run), f"no sets are added after set {PLANNED[-1]}"
               if any(case.case.case_id in look.cases for look in run.looks) else "more forks do not give one")
    if aim.half_width is None:
        return make_warning("not-precise", f"no interval, although ±{request:.12g} % was requested: {why}")
    return make_warning("not-precise",
                        f"±{_format_above(100 * aim.half_width, request)} % of ±{request:.12g} % requested: {why}")


def _describe_end(run: Run) -> str:
    if run.active:
        return "active"
    if run.end is None or run.end.status not in ("complete", "stopped"):
        return "cut off"
    return "failed" if run.end.status == "stopped" else run.end.reason


def _format_above(value: float, limit: float) -> str:
    """A value above the limit, with at least two digits and as many as show that it is above; from 100 on as a whole
    number.
    """
    rounded = [float(round(value))] * (value >= 99.5) + [float(f"{value:.{digits}g}") for digits in range(2, 13)]
    return f"{next((number for number in rounded if number > limit), value):.12g}"
