"""The order of importance of warnings: reports show a row's most important one; `-v EXTRA` and JSON have all."""

from __future__ import annotations

from collections.abc import Iterable

from clamh.model.summary import Warning

# Codes of warnings that only concern the row's ratio to another row of its run. beats-bound is not among them: the work
# was probably removed, which also concerns other comparisons.
ABOUT_RATIOS = {"no-reference", "different-flags", "uneven-cost", "drifting", "collector-ran", "turn-effect",
                "waited-unknown"}
# The most important first, each with the reason for its place. Unknown codes, of newer versions, come last.
IMPORTANCE = {
    # No score, or the score of a part.
    "failed-forks": "nothing or only a part was measured, because the program failed",
    "zero-time": "a fork measured nothing",
    "forks-not-run": "it follows from a failure",
    "not-measured": "there is no score",
    "interrupted": "only a part was measured, although the program did not fail",
    "still-active": "only a part is measured so far",
    # The score is not that of the benchmark's work.
    "work-drifts": "measuring changed what is computed: the measured work is not the compared work",
    "work-changes": "on this side only, each invocation does different work",
    "below-floor": "the time is mostly the harness's own",
    "not-linear": "the time is not that of the invocations",
    "beats-bound": "the work was probably removed",
    "work-nan": "the computed value is probably wrong",
    "work-constant": "nothing shows that the input is used",
    "work-nothing": "nothing shows that the work is the same",
    "work-grows": "later invocations may do more work",
    "tmpfs": "a program that ignores a full disk is fast for the wrong reason",
    # The ratio is not that of the code alone.
    "different-flags": "the ratio compares flags as much as code",
    "unoptimised": "the scores are those of a debug build",
    "other-machine": "the ratio compares machines as much as code",
    "not-bound": "one side ran under other conditions",
    "not-processes": "one process cannot show how much processes differ",
    # No verdict, and why.
    "no-reference": "there is no ratio",
    "few-forks": "there is no interval",
    "few-repetitions": "there is no interval",
    "drifting": "there is no verdict, since the ratio changed during the run",
    "collector-ran": "there is no verdict, since the sets were too short",
    # Systematic errors of the method.
    "rounded-samples": "up to 1 ns is missing in each score",
    "short-operation": "much of the score is clock reading",
    "short-invocation": "a part of the score is clock reading",
    "suspended-often": "a part of the score is clock reading",
    "interval-too-short": "a part of each sample is clock reading",
    "counter-cost": "a part of the score is counting",
    "warmup-failed": "the process was not as warm as requested",
    "not-stopped": "a side worked outside its own turns",
    "more-threads-than-cpus": "the score includes threads waiting for each other",
    "idle-thread": "no mean includes one of the threads",
    "uneven-threads": "the score is a mean of unequal threads",
    "not-together": "the run announced turns, so the reader takes sides as measured at the same time",
    "turn-effect": "the side would be faster alone",
    "trend": "the score depends on the length of the warmup",
    # Reasons for a wide interval. Waiting comes first: the others are mostly its symptoms.
    "waited": "other processes used the CPU",
    "waited-unknown": "other processes used the CPU, for an unknown share of the time",
    "uneven-cost": "some invocations cost far more than most",
    "several-modes": "the score is a mixture of several speeds",
    "not-steady": "the speed changed while measuring",
    "high-variance": "iterations scatter",
    "autocorrelation": "samples give less information than their number suggests",
    "forks-disagree": "the interval over forks already includes it",
    "rare-costs": "rare costs are measured imprecisely",
    "not-precise": "the interval is wider than requested",
    # Notes on how it was measured.
    "not-in-turns": "sides were measured one after the other",
    "not-sliced": "turns were longer than usual",
    "no-floor": "a score below the floor would not be noticed",
    "no-gc": "one side cannot do what was requested",
    # Disturbances by the benchmark itself.
    "left-processes": "they may have disturbed other forks",
    "lingering": "it may have disturbed later forks",
    "much-output": "printing takes time",
    "noisy-stderr": "a runtime may have reported a problem",
    "worker": "a note of the language",
    "counter-unread": "the score does not depend on it",
    "counter-scaled": "a count is an estimate",
    # Suspicions from the source code, without confirmation by measuring.
    "result-unused": "a compiler may remove the work",
    "constant-input": "a compiler may compute it once",
    "own-loop": "a compiler may shorten the loop",
    "locked-thread": "much of the score may be switches of threads",
    "fixture-dominates": "most of the time is not measured",
}
_PLACE = {code: number for number, code in enumerate(IMPORTANCE)}


def sort_by_importance(warnings: Iterable[Warning]) -> tuple[Warning, ...]:
    """The same warnings, each once, the most important first."""
    return tuple(sorted(dict.fromkeys(warnings), key=lambda warning: place(warning.code)))


def place(code: str) -> int:
    """The position of a code in the table, from 0; unknown codes are last."""
    return _PLACE.get(code, len(_PLACE))
