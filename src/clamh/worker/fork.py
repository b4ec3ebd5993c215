"""One fork: a fresh worker process does one trial of one case, and every iteration is recorded as it comes."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TypeVar

from clamh.errors import WorkerError
from clamh.cases import Case
from clamh.model import Command
from clamh.results import ForkEnd, ForkStart, IterationRecord, Record, WarningRecord
from clamh.worker import messages
from clamh.worker.messages import decode, encode
from clamh.worker.process import LIMITS, Limits, Worker

TAIL_LINES = 20
TAIL_BYTES = 1 << 14
TAIL_COLUMNS = 200

Answer = TypeVar("Answer", bound=messages.Event)


class Place(NamedTuple):
    """Where a fork stands in the run: which of its case's forks, which block (round), its position there; its seed."""

    fork: int
    block: int
    position: int
    seed: int


class Outcome(NamedTuple):
    """How a fork ended, and how long its iterations took on the driver's clock."""

    end: ForkEnd
    measuring_s: float


def utc_now() -> str:
    """The time now, as the results file writes it: ISO 8601 with microseconds and a Z."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def run_fork(
    command: Command, case: Case, place: Place, outputs: Path, record: Callable[[Record], None], limits: Limits = LIMITS
) -> Outcome:
    """Runs one trial; gives every fact to `record` at once, except the end, which is returned.

    `outputs` is an existing folder for what the benchmark prints. A failure of the worker is an outcome, no exception.
    """
    trial = _Trial(case, place, record, limits)
    stdout, stderr = (outputs / f"{case.case_id}-{place.fork}.{kind}" for kind in ("out", "err"))
    failure = None
    try:
        with Worker(command, stdout, stderr, limits) as worker:
            trial.pid = worker.pid
            trial.run(worker)
    except WorkerError as error:
        failure = error
    finally:
        kept = [_kept(path) for path in (stdout, stderr)]
    trial.start(messages.Layout())
    end = ForkEnd(case_id=case.case_id, fork=place.fork, status="ok", exit_code=0, stdout=kept[0], stderr=kept[1])
    if failure is not None:
        end = failed_end(case, place.fork, failure, tail(stdout, stderr), *kept)
    return Outcome(end, trial.measuring_s)


def failed_end(
    case: Case, fork: int, failure: WorkerError, output_tail: tuple[str, ...], stdout: str = "", stderr: str = ""
) -> ForkEnd:
    """How a fork ended that failed."""
    return ForkEnd(
        case_id=case.case_id,
        fork=fork,
        status="failed",
        reason=failure.reason,
        where=failure.where,
        message=failure.detail,
        signal=failure.signal,
        exit_code=failure.code,
        output_tail=output_tail,
        stdout=stdout,
        stderr=stderr,
    )


class _Trial:
    """The state of one trial: what has been recorded, and how long was measured."""

    def __init__(self, case: Case, place: Place, record: Callable[[Record], None], limits: Limits):
        self.case, self.place, self.record, self.limits = case, place, record, limits
        self.pid = 0
        self.measuring_s = 0.0
        self.timeout_s = case.options.timeout_ns / 1e9
        self._started = False

    def start(self, layout: messages.Layout) -> None:
        """Records the start, once: when the case is open, or at the end when it never was."""
        if not self._started:
            place = self.place
            self._started = True
            self.record(
                ForkStart(
                    case_id=self.case.case_id,
                    fork=place.fork,
                    block=place.block,
                    position=place.position,
                    time=utc_now(),
                    pid=self.pid,
                    layout={"seed": layout.seed, "offsets": layout.offsets},
                )
            )

    def run(self, worker: Worker) -> None:
        """open, the iterations, close, exit."""
        case, options = self.case, self.case.options
        patience_s = max(self.timeout_s, self.limits.start_s)
        opened = ask(worker, case, messages.Opened, patience_s, opening(case, self.place.seed))
        self.start(opened.layout)
        for text in opened.warnings:
            self.record(WarningRecord(code="worker", message=text, case_id=case.case_id))
        iterations = [("warmup", k, options.warmup_time_ns) for k in range(options.warmup_iterations)]
        iterations += [("measurement", k, options.measurement_time_ns) for k in range(options.measurement_iterations)]
        for number, (phase, index, time_ns) in enumerate(iterations):
            first, last = int(number == 0), int(number == len(iterations) - 1)
            self._iterate(worker, phase, index, time_ns, first, last)
        ask(worker, case, messages.Closed, self.timeout_s, encode("close", case.case_id))
        ask(worker, case, messages.Bye, self.limits.exit_s, encode("exit"))
        if not worker.finish():
            message = f"the worker was still alive {self.limits.exit_s:g} s after it had finished, and was stopped"
            self.record(WarningRecord(code="lingering", message=message, case_id=case.case_id))

    def _iterate(self, worker: Worker, phase: str, index: int, time_ns: int, first: int, last: int) -> None:
        line = encode("iterate", self.case.case_id, phase, time_ns, 0, first, last)
        begin = time.monotonic()
        try:
            event = ask(worker, self.case, messages.Iteration, time_ns / 1e9 + self.timeout_s, line)
        except WorkerError as error:
            if error.reason == "timeout":  # whole events that are in the pipe when the worker is dead still count
                worker.stop()
                for late in worker.rest()[:1]:
                    self._record_iteration(answer(late, self.case, messages.Iteration, line), phase, index)
            raise
        finally:
            self.measuring_s += time.monotonic() - begin
        self._record_iteration(event, phase, index)

    def _record_iteration(self, event: messages.Iteration, phase: str, index: int) -> None:
        check(event, phase, self.case.threads)
        self.record(
            IterationRecord(
                case_id=self.case.case_id,
                fork=self.place.fork,
                phase=phase,
                index=index,
                threads=event.threads,
                speed_ns=event.speed_ns,
                source=event.source,
            )
        )


def opening(case: Case, seed: int) -> bytes:
    """The `open` of a case."""
    options = case.options
    return encode(
        "open",
        case.case_id,
        f"benchmark={case.benchmark}",
        f"mode={case.mode}",
        f"threads={case.threads}",
        f"batch={options.measurement_batch_size}",
        f"opi={options.operations_per_invocation}",
        f"seed={seed}",
        *(f"p:{name}={value}" for name, value in case.wire_params.items()),
    )


def ask(worker: Worker, case: Case, expected: type[Answer], seconds: float, line: bytes) -> Answer:
    """The answer to one command, which must be of the type expected, of this case, and come within that time."""
    deadline = time.monotonic() + seconds
    worker.send(line, deadline)
    try:
        said = worker.receive(deadline)
    except WorkerError as error:
        if error.reason != "timeout":
            raise
        verb = line.split(b"\t")[0].decode().strip()
        raise WorkerError("timeout", f"`{verb}`: {error.detail} ({seconds:g} s)") from None
    return answer(said, case, expected, line)


def answer(said: bytes, case: Case, expected: type[Answer], line: bytes) -> Answer:
    """What was said to the command `line`, refused unless it is the answer to it."""
    event = decode(said)
    verb = line.split(b"\t")[0].decode().strip()
    case_id = getattr(event, "case", "")
    if case_id not in ("", case.case_id):
        raise WorkerError("protocol", f"`{verb}` was answered for the case {case_id!r}, not {case.case_id!r}")
    if isinstance(event, messages.Failed):
        raise WorkerError(event.reason, event.message, where=event.where)
    if not isinstance(event, expected):
        raise WorkerError("protocol", f"`{verb}` was answered by: {messages.excerpt(said)}")
    return event


def check(event: messages.Iteration, phase: str, threads: int) -> None:
    """Refuses an iteration that cannot be true: another phase, other threads, no operation, no time, or less."""
    if event.phase != phase:
        raise WorkerError("protocol", f"an iteration of {phase} was answered by one of {event.phase!r}")
    if len(event.threads) != threads:
        raise WorkerError("protocol", f"an iteration of {len(event.threads)} threads, where the case has {threads}")
    if not any(thread.operations > 0 for thread in event.threads):
        raise WorkerError("protocol", "an iteration without a single operation")
    for number, thread in enumerate(event.threads):
        if thread.elapsed_ns < 0 or min(thread.sample_ns, default=0) < 0:
            raise WorkerError("clock", f"time ran backwards: thread {number} measured a negative time")
        if thread.operations > 0 and thread.elapsed_ns == 0:
            raise WorkerError("clock", f"the clock stood still: {thread.operations:g} operations in 0 ns")


def _kept(path: Path) -> str:
    """`path` as the results file names it, relative to its own folder; "" (and no file) when nothing was printed."""
    if not path.exists():
        return ""
    if path.stat().st_size == 0:
        path.unlink()
        return ""
    return f"{path.parent.name}/{path.name}"


def tail(*paths: Path) -> tuple[str, ...]:
    """The last lines of the files, each cut to a length that a report can show."""
    lines: list[str] = []
    for path in paths:
        if path.exists():
            with path.open("rb") as file:
                file.seek(max(0, path.stat().st_size - TAIL_BYTES))
                lines += file.read().decode("utf-8", "backslashreplace").splitlines()
    return tuple(line if len(line) <= TAIL_COLUMNS else line[:TAIL_COLUMNS] + "…" for line in lines[-TAIL_LINES:])
