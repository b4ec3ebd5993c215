"""The end of a warmup under AutoWarmup: more iterations, until each trial is steady or one has no time left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from clamh.running.worker.process import Worker
from clamh.running.worker.trial import Trial


def warm_until_steady(trials: Sequence[Trial], workers: Sequence[Worker],
                      turn: Callable[[int], AbstractContextManager[None]] = nullcontext) -> None:
    """Runs more warmup iterations, one of each trial in turn, until all trials with AutoWarmup are steady.

    It ends earlier when one of them has no time left. Trials of a set without AutoWarmup take part, so that all sides
    warm up equally often. `turn(place)` is the context of that trial's turn. Raises what asking a worker raises.
    """
    ruled = [trial for trial in trials if trial.settling]
    while not all(trial.settling.steady_after
                  for trial in ruled) and all(trial.settling.has_time(trial.lasting_ns) for trial in ruled):
        for place, (trial, worker) in enumerate(zip(trials, workers, strict=True)):
            with turn(place):
                trial.warm_on(worker)
    for trial in ruled:
        trial.record_warmup()
