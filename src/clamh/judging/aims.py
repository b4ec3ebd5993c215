"""What was asked for of a run that measures until a precision or a budget is reached, and what became of it in each."""

from __future__ import annotations

import math
from collections.abc import Sequence

from clamh.judging.statistics.looks import PLANNED
from clamh.judging.statistics.forks import log_mean, log_mean_interval
from clamh.model.aims import Aim, Asked
from clamh.model.results import CaseResult, Run
from clamh.model.summary import Warning, warning

LEAST = 2  # forks, of which there is an interval
PART = 1e-9  # of a precision: what a computer rounds away


def asked(run: Run) -> Asked | None:
    """What the run was begun with; None where its plan alone said how much to measure."""
    header, end = run.header, run.end
    if header.precision is None and header.budget_s is None:
        return None
    return Asked(precision=header.precision, budget_s=header.budget_s, confidence=header.confidence,
                 elapsed_s=end.elapsed_s if end else None, ended=_ended(run))


def aim(case: CaseResult, means: Sequence[float], run: Run) -> Aim | None:
    """What the case reached, by the fork means that its score is made of, at the confidence that decided."""
    header = run.header
    if header.precision is None and header.budget_s is None:
        return None
    half = None
    if len(means) >= LEAST and 0 < min(means) and max(means) < math.inf:
        half = log_mean_interval(means, header.confidence)[1] / log_mean(means) - 1
    reached = None if header.precision is None else half is not None and half <= header.precision * (1 + PART)
    return Aim(half_width=half, reached=reached)


def planned(case: CaseResult, run: Run) -> int:
    """Of how many forks its score would be if none had failed: those of the plan, or those that were begun in time."""
    least = case.case.options.forks
    if run.header.precision is None and run.header.budget_s is None and not run.rounds:
        return least
    begun = sum(fork.start.fork >= 0 and fork.end is not None for fork in case.forks)
    return begun if run.end and run.end.status == "complete" else max(begun, least)


def doubt(case: CaseResult, aim: Aim | None, run: Run) -> Warning | None:
    """That the precision was not reached, and why."""
    failed = any(fork.end and fork.end.status != "ok" for fork in case.forks)
    if aim is None or aim.reached is not False or failed or not case.forks:
        return None
    asked = f"±{_percent(run.header.precision)} asked"
    why = {"budget": "the budget ended first", "cut off": "the run was cut off first",
           "failed": "the run stopped first"}.get(_ended(run), f"no sets are added after {PLANNED[-1]}" if any(case.case.case_id in look.cases for look in run.looks) else "more forks give none")
    if aim.half_width is None:
        return warning("not-precise", f"no interval, where ±{_percent(run.header.precision)} was asked: {why}")
    return warning("not-precise", f"±{_percent(aim.half_width)} of {asked}: {why}")


def _ended(run: Run) -> str:
    if run.end is None or run.end.status not in ("complete", "stopped"):
        return "cut off"
    return "failed" if run.end.status == "stopped" else run.end.reason


def _percent(share: float) -> str:
    return f"{100 * share:.2g} %" if share < 0.995 else f"{100 * share:.0f} %"
