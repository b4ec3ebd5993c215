"""Self-checks after measuring: the facts that make a result doubtful, each as a warning with a stable code."""

from __future__ import annotations

from collections.abc import Sequence

from clamh.judging import clock, count_forks, crowding, linear, series, thread_times
from clamh.judging.tool_advice import replace_advice
from clamh.model.results import CaseResult, PlatformRecord, Run
from clamh.model.summary import ForkScores, Warning, make_warning


def check_case(case: CaseResult, scored: Sequence[ForkScores], compared: Sequence[Sequence[float]], run: Run,
               platform: PlatformRecord | None, in_turns: bool) -> tuple[Warning, ...]:
    """The warnings about a case. `scored` has its forks in the same order, `compared` the iterations of those that
    count, as they are in its score; `platform` is None where the run does not describe it.
    """
    pairs = [(raw, scores) for raw, scores in zip(case.forks, scored, strict=True)
             if scores.fork >= 0 and scores.counts]
    counted = [raw for raw, _ in pairs]
    doubts = [
        *count_forks.find_warnings(case, scored, compared, run, in_turns),
        *clock.find_warnings(case.case, counted, platform, run.floors),
        linear.find_warning(counted),
        *series.find_warnings(counted, [scores for _, scores in pairs], case.case.options.auto_warmup or None),
        *thread_times.find_warnings(case.case, counted, run.header.environment),
        *crowding.find_warnings(case.case.threads, case.case.binding, run.header.environment),
    ]
    recorded = [make_warning(record.code, record.message) for record in case.warnings]
    return tuple(replace_advice(doubt, run) for doubt in (*filter(None, doubts), *recorded))
