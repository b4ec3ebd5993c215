"""Self-checks after measuring: what in the raw facts makes a result doubtful, each as a warning with a stable code."""

from __future__ import annotations

from collections.abc import Sequence

from clamh.judging import clock, crowding, forks, linear, series, threads
from clamh.judging.elsewhere import advised
from clamh.model.results import CaseResult, PlatformRecord, Run
from clamh.model.summary import ForkScores, Warning, warning


def of_case(case: CaseResult, scored: Sequence[ForkScores], run: Run, platform: PlatformRecord | None,
            in_turns: bool) -> tuple[Warning, ...]:
    """The doubts about one case; `scored` are its forks in the same order, `platform` is its own where the run describes it."""
    pairs = [(raw, scores) for raw, scores in zip(case.forks, scored, strict=True)
             if scores.fork >= 0 and scores.counts]
    counted = [raw for raw, _ in pairs]
    found = [
        *forks.doubts(case, scored, run, in_turns),
        *clock.doubts(case.case, counted, platform, run.floors),
        linear.doubt(counted),
        *series.doubts(counted, [scores for _, scores in pairs], case.case.options.auto_warmup or None),
        *threads.doubts(case.case, counted, run.header.environment),
        *crowding.doubts(case.case.threads, case.case.binding, run.header.environment),
    ]
    recorded = [warning(w.code, w.message) for w in case.warnings]
    return (*(advised(one, run) for one in found if one), *recorded)
