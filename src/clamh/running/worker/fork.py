"""One fork: a fresh worker process does one trial of a case."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from clamh.machine.environment import read_meter, use_since
from clamh.model.artifacts import Command
from clamh.model.cases import Case, describe_case
from clamh.model.errors import WorkerError
from clamh.model.failures import failed_end
from clamh.model.identity import fork_name
from clamh.model.results import ForkEnd, Record
from clamh.running.worker import affinity
from clamh.running.worker.printed import keep_file, read_tail
from clamh.running.worker.process import LIMITS, Limits, Worker
from clamh.running.worker.trial import Place, Trial
from clamh.running.worker.until_steady import warm_until_steady


class Outcome(NamedTuple):
    """How a fork ended, and the driver's time for its iterations. `end` is None if `Limits.until` cut it off."""

    end: ForkEnd | None
    measuring_s: float


class Fork:
    """A worker process with its trial. `outputs` is an existing folder for what the benchmark prints.

    Its `with` block is the life of the process. An error of a step is passed to `fail`, and becomes the outcome.
    """

    def __init__(
        self, command: Command, case: Case, place: Place, outputs: Path, record: Callable[[Record], None],
        limits: Limits = LIMITS, warm: Sequence[Case] = ()
    ):
        self.case, self.place, self.limits = case, place, limits
        self.trial = Trial(case, place, record, limits, warm, command.interrupts_s)
        self.failure: WorkerError | None = None
        self._printed = tuple(outputs / f"{case.case_id}-{place.fork}.{kind}" for kind in ("out", "err"))
        self.worker = Worker(command, *self._printed, limits)

    def __enter__(self) -> Fork:
        self._before = read_meter()
        return self

    def begin(self) -> Worker:
        """Starts the process. Raises WorkerError."""
        with affinity.memory(self.case.binding):
            self.worker.__enter__()
        self.trial.pid = self.worker.pid
        return self.worker

    def fail(self, error: WorkerError) -> None:
        """Remembers the error with which the fork failed."""
        self.failure = error
        if error.reason == "timeout":
            error.where = ", ".join(filter(None, [describe_case(self.case), fork_name(self.place.fork), error.where]))

    def __exit__(self, *_: object) -> None:
        self.worker.stop()
        self._used = use_since(self._before)
        self._sizes = [path.stat().st_size if path.exists() else 0 for path in self._printed]
        self._kept = [keep_file(path, self.limits.output_bytes) for path in self._printed]

    def outcome(self) -> Outcome:
        """How the fork ended, after its block."""
        failure = self.failure
        self.trial.start()
        if failure is not None and failure.reason == "timeout" and time.monotonic() >= self.limits.until:
            return Outcome(None, self.trial.measuring_s)
        printed = read_tail(*self._printed, failed=failure is not None)
        end = ForkEnd(case_id=self.case.case_id, fork=self.place.fork, status="ok", exit_code=0, output_tail=printed,
                      stdout=self._kept[0], stderr=self._kept[1])
        if failure is not None:
            end = failed_end(self.case.case_id, self.place.fork, failure, printed, *self._kept)
        end = replace(end, stdout_bytes=self._sizes[0], stderr_bytes=self._sizes[1], machine=self._used,
                      strays=self.worker.strays)
        return Outcome(end, self.trial.measuring_s)


def run_fork(
    command: Command, case: Case, place: Place, outputs: Path, record: Callable[[Record], None],
    limits: Limits = LIMITS, warm: Sequence[Case] = ()
) -> Outcome:
    """Runs a trial. Passes every fact to `record` at once, except the end, which is returned.

    `outputs` is an existing folder for what the benchmark prints. `warm` are the cases that the process warms up first.
    A worker's failure is an outcome, not an exception.
    """
    return run_trial(Fork(command, case, place, outputs, record, limits, warm))


def run_trial(fork: Fork) -> Outcome:
    """Runs the trial of a fork that has not started."""
    with fork:
        try:
            worker = fork.begin()
            fork.trial.warm_up(worker)
            warm_until_steady([fork.trial], [worker])
            fork.trial.measure(worker)
            fork.trial.finish(worker)
        except WorkerError as error:
            fork.fail(error)
    return fork.outcome()
