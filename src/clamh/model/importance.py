"""The order of importance of warnings: reports show a row's most important one; `-v EXTRA` and JSON have all."""

from __future__ import annotations

from collections.abc import Iterable

from clamh.model.summary import Warning

# The most important first, each with the reason for its place. Unknown codes, of newer versions, come last.
IMPORTANCE = {
    # No score, or the score of a part.
    "failed-forks": "nothing, or only a part, was measured, and the program has a fault",
    "zero-time": "a fork measured nothing",
    "forks-not-run": "follows from a failure",
    "not-measured": "there is no score",
    "interrupted": "only a part was measured, without a fault of the program",
    # The score is not that of the benchmark's work.
    "work-drifts": "measuring changed what is computed: the time is of other work than was compared",
    "work-changes": "each invocation does other work, on this side only",
    "below-floor": "the time is the harness's own",
    "not-linear": "the time is not that of the invocations",
    "beats-bound": "the work was probably removed",
    "work-nan": "what is computed is probably wrong",
    "work-constant": "nothing shows that the input is used",
    "work-nothing": "nothing shows that the work is the same",
    "work-grows": "later invocations may do more work",
    "tmpfs": "what does not look at a full disk is fast for the wrong reason",
    # The ratio is not that of the code alone.
    "different-flags": "the ratio is that of the flags as much as of the code",
    "unoptimised": "the scores are those of a debug build",
    "other-machine": "the ratio is that of the machines as much as of the code",
    "not-bound": "one side ran under other conditions",
    "not-processes": "one process cannot show how much processes differ",
    # No verdict, and why.
    "no-reference": "there is no ratio",
    "few-forks": "there is no interval",
    "few-repetitions": "there is no interval",
    "drifting": "there is no verdict, since the ratio changed during the run",
    "collector-ran": "there is no verdict, since sets were too short",
    # Systematic errors of the method.
    "rounded-samples": "up to 1 ns is missing in each score",
    "short-operation": "much of the score is the clock's",
    "short-invocation": "a part of the score is the clock's",
    "interval-too-short": "a part of each sample is the clock's",
    "warmup-failed": "the process was not as warm as asked",
    "not-stopped": "work was done outside of its own turns",
    "more-threads-than-cpus": "the score has the turns of threads in it",
    "idle-thread": "a thread is in no mean",
    "uneven-threads": "the score is a mean of threads that are not alike",
    "turn-effect": "alone, the side would be faster",
    "trend": "the score depends on how long was warmed up",
    # Reasons for a wide interval. Waiting comes first: the others are mostly its symptoms.
    "waited": "other processes had the CPU",
    "uneven-cost": "some invocations cost far more than most",
    "several-modes": "the score is a mixture of several speeds",
    "not-steady": "the speed changed while measuring",
    "high-variance": "iterations scatter",
    "autocorrelation": "samples say less than their number",
    "forks-disagree": "the interval over forks already has it",
    "rare-costs": "what happens seldom is known badly",
    "not-precise": "the interval is wider than asked for",
    # Notes on how it was measured.
    "not-together": "sides were measured one after the other",
    "not-in-turns": "sides were measured one after the other",
    "not-sliced": "turns were longer than usual",
    "no-floor": "a score below the floor would not be seen",
    "no-gc": "one side cannot do what was asked for",
    # Disturbances by the benchmark itself.
    "left-processes": "they may have disturbed other forks",
    "lingering": "it may have disturbed later forks",
    "much-output": "printing takes time",
    "noisy-stderr": "a runtime may have said more about it",
    "worker": "a note of the language",
    # Suspicions from the source code, without confirmation by measuring.
    "result-unused": "a compiler may remove the work",
    "constant-input": "a compiler may compute it once",
    "own-loop": "a compiler may shorten the loop",
    "fixture-dominates": "most time goes by unmeasured",
}
_PLACE = {code: number for number, code in enumerate(IMPORTANCE)}


def by_importance(warnings: Iterable[Warning]) -> tuple[Warning, ...]:
    """The same warnings, each once, the most important first."""
    return tuple(sorted(dict.fromkeys(warnings), key=lambda warning: place(warning.code)))


def place(code: str) -> int:
    """The position of a code in the table, from 0; unknown codes are last."""
    return _PLACE.get(code, len(_PLACE))
