"""A process of a case whose measurements are thrown away, because something else is learnt from it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from clamh.model.artifacts import Command
from clamh.model.cases import Case
from clamh.model.errors import WorkerError
from clamh.model.results import ForkEnd
from clamh.running.starting import block_seed
from clamh.running.worker.fork import Fork
from clamh.running.worker.process import Worker
from clamh.running.worker.trial import Place, Trial


def run_aside(command: Command, case: Case, seed: int, outputs: Path, work: Callable[[Trial, Worker], None]) -> ForkEnd:
    """Runs `work` in a fresh process, between the warmup and the end of the trial; `seed` is the plan's."""
    # The number of the fork is 1, because fork 0, the last of those planned, would end with more samples.
    place = Place(fork=1, block=0, position=0, seed=block_seed(seed, 0))
    fork = Fork(command, case, place, outputs, record=lambda record: None)
    with fork:
        try:
            worker = fork.begin()
            fork.trial.warm_up(worker)
            work(fork.trial, worker)
            fork.trial.finish(worker)
        except WorkerError as error:
            fork.fail(error)
    end = fork.outcome().end
    assert end is not None, "only a budget ends a fork without an end"
    return end
