"""One fork: a fresh worker process does one trial of one case, and every iteration is recorded as it comes."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from clamh.machine.environment import meter, use_since
from clamh.model.artifacts import Command
from clamh.model.cases import Binding, Case, called, warmup_iterations
from clamh.model.errors import WorkerError
from clamh.model.identity import fork_name
from clamh.model.results import DoublingRecord, ForkEnd, ForkStart, IterationRecord, Record, WarningRecord
from clamh.running.layouts import ForkLayout
from clamh.running.worker import affinity, doubling, messages
from clamh.running.worker.addresses import fixable
from clamh.running.worker.messages import decode, encode
from clamh.running.worker.printed import kept_file, tail
from clamh.running.worker.process import LIMITS, Limits, Worker


Answer = TypeVar("Answer", bound=messages.Event)


class Place(NamedTuple):
    """Where a fork stands in the run: which of its case's forks, which block (round), its position there; its seed, and its
    layout in memory (None: the worker's own for that seed)."""

    fork: int
    block: int
    position: int
    seed: int
    layout: ForkLayout | None = None


class Outcome(NamedTuple):
    """How a fork ended, and how long its iterations took on the driver's clock; no end where `Limits.until` cut it off."""

    end: ForkEnd | None
    measuring_s: float


def utc_now() -> str:
    """The time now, as the results file writes it: ISO 8601 with microseconds and a Z."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def run_fork(
    command: Command, case: Case, place: Place, outputs: Path, record: Callable[[Record], None],
    limits: Limits = LIMITS, warm: Sequence[Case] = ()
) -> Outcome:
    """Runs one trial; gives every fact to `record` at once, except the end, which is returned.

    `outputs` is an existing folder for what the benchmark prints; `warm` are the cases that the process warms up first.
    A failure of the worker is an outcome, no exception.
    """
    trial = _Trial(case, place, record, limits, warm, command.interrupts_s)
    stdout, stderr = (outputs / f"{case.case_id}-{place.fork}.{kind}" for kind in ("out", "err"))
    failure = None
    before = meter()
    try:
        worker = Worker(command, stdout, stderr, limits)
        with affinity.memory(case.binding), worker:
            trial.pid = worker.pid
            trial.run(worker)
    except WorkerError as error:
        failure = error
        if error.reason == "timeout":
            error.where = ", ".join(filter(None, [called(case), fork_name(place.fork), error.where]))
    finally:
        used = use_since(before)
        sizes = [path.stat().st_size if path.exists() else 0 for path in (stdout, stderr)]
        kept = [kept_file(path, limits.output_bytes) for path in (stdout, stderr)]
    trial.start(messages.Layout(), None)
    if failure is not None and failure.reason == "timeout" and time.monotonic() >= limits.until:
        return Outcome(None, trial.measuring_s)
    end = ForkEnd(case_id=case.case_id, fork=place.fork, status="ok", exit_code=0, output_tail=tail(stdout, stderr, failed=failure is not None),
                  stdout=kept[0], stderr=kept[1])
    if failure is not None:
        end = failed_end(case, place.fork, failure, end.output_tail, *kept)
    end = replace(end, stdout_bytes=sizes[0], stderr_bytes=sizes[1], machine=used,
                  strays=worker.strays)
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

    def __init__(
        self, case: Case, place: Place, record: Callable[[Record], None], limits: Limits, warm: Sequence[Case],
        interrupts_s: float,
    ):
        self.case, self.place, self.record, self.limits, self.warm = case, place, record, limits, warm
        self.interrupts_s = interrupts_s
        self.pid = 0
        self.measuring_s = 0.0
        self._started = False
        self._threads: tuple[int, ...] = ()  # by the system's numbers, where they are bound
        self._bound: Binding | None = None
        self._patience_s = limits.start_s  # of the first `open`: the process starts meanwhile

    def start(self, layout: messages.Layout, binding: Binding | None) -> None:
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
                    layout=_recorded(place.layout, layout),
                    binding=binding,
                )
            )

    def run(self, worker: Worker) -> None:
        """What is warmed up first; open, the iterations, close; exit."""
        case, options = self.case, self.case.options
        for one in self.warm:
            self._warm_up(worker, one)
        opened = self._open(worker, case)
        self.start(opened.layout, self._bound)
        for text in opened.warnings:
            self.record(WarningRecord(code="worker", message=text, case_id=case.case_id))
        iterations = [("warmup", k, options.warmup_time_ns) for k in range(warmup_iterations(case))]
        iterations += [("measurement", k, options.measurement_time_ns) for k in range(options.measurement_iterations)]
        doubles = doubling.wanted(case, opened, self.place.fork)  # the trial is then ended by `close`
        for number, (phase, index, time_ns) in enumerate(iterations):
            first, last = int(number == 0), int(number == len(iterations) - 1 and not doubles)
            line = iterate(case, phase, time_ns, first, last)
            event = self._iterate(worker, case, phase, index, time_ns, line)
            self._record_iteration(event, phase, index)
        if doubles and (count := doubling.invocations(event)):
            self._double(worker, count)
        ask(worker, case, messages.Closed, _timeout_s(case), encode("close", case.case_id))
        ask(worker, case, messages.Bye, self.limits.exit_s, encode("exit"))
        if not worker.finish() and time.monotonic() < self.limits.until:
            message = f"the worker was still alive {self.limits.exit_s:g} s after it had finished, and was stopped"
            self.record(WarningRecord(code="lingering", message=message, case_id=case.case_id))

    def _double(self, worker: Worker, count: int) -> None:
        """Times samples of so many invocations and of twice as many, block by block in turn."""
        blocks: dict[int, list[float]] = {count: [], 2 * count: []}
        for _ in range(doubling.BLOCKS):
            for invocations, medians in blocks.items():
                line = encode("samples", self.case.case_id, invocations, doubling.SAMPLES)
                said = ask(worker, self.case, messages.Samples, _timeout_s(self.case), line)
                if not said.last or len(said.sample_ns) != doubling.SAMPLES or said.invocations != invocations:
                    raise WorkerError("protocol", f"`samples` was asked for {doubling.SAMPLES} of {invocations} invocations, and answered "
                                      f"{len(said.sample_ns)} of {said.invocations}")
                if min(said.sample_ns) < 0:
                    raise WorkerError("clock", "time ran backwards: a sample took a negative time")
                medians.append(statistics.median(said.sample_ns))
        self.record(DoublingRecord(case_id=self.case.case_id, fork=self.place.fork, invocations=count,
                                   once_ns=tuple(blocks[count]), twice_ns=tuple(blocks[2 * count])))

    def _warm_up(self, worker: Worker, case: Case) -> None:
        """The warmup of another case, or of this one, before the case itself is opened.

        Every iteration is a trial of its own: JMH 1.37 marks each as the last of its trial, so that trial fixtures run
        around each of them [ran with -wm BULK]. As there, a failure of user code is said and the fork goes on.
        """
        for index in range(case.options.warmup_iterations):
            line = iterate(case, "warmup", case.options.warmup_time_ns, 1, 1)
            try:
                self._open(worker, case, only_warm=True)
                event = self._iterate(worker, case, "warmup", index, case.options.warmup_time_ns, line)
                check(event, "warmup", case)
                ask(worker, case, messages.Closed, _timeout_s(case), encode("close", case.case_id))
            except WorkerError as error:
                if error.reason not in ("setup", "teardown", "benchmark"):
                    where = f"{error.where}, warming up {case.benchmark}" if error.where else f"warming up {case.benchmark}"
                    raise WorkerError(error.reason, error.detail, where=where, signal=error.signal,
                                      code=error.code) from None
                place = f" in {error.where}" if error.where else ""
                told = next(iter(error.detail.strip().splitlines()), error.reason)  # a stack trace has no place there
                message = f"warming up {case.benchmark} failed{place}: {told}"
                self.record(WarningRecord(code="warmup-failed", message=message, case_id=self.case.case_id))
                return

    def _open(self, worker: Worker, case: Case, only_warm: bool = False) -> messages.Opened:
        patience_s = max(_timeout_s(case), self._patience_s)
        self._patience_s = 0.0
        affinity.unbind(self._threads)  # of a case that was warmed up before: a worker looks at its CPUs when it opens one
        line = opening(case, self.place.seed, only_warm, self.place.layout)
        opened = ask(worker, case, messages.Opened, patience_s, line)
        if case.binding:
            self._threads = opened.threads
            self._bound = affinity.bind(opened.threads, case.binding, worker.pid)
            affinity.release(worker.pid, self._threads, self._bound)
        return opened

    def _iterate(
        self, worker: Worker, case: Case, phase: str, index: int, time_ns: int, line: bytes
    ) -> messages.Iteration:
        begin = time.monotonic()
        try:
            patience_s = time_ns / 1e9 + _timeout_s(case) + self.interrupts_s
            event = ask(worker, case, messages.Iteration, patience_s, line)
        except WorkerError as error:
            if error.reason == "timeout":  # whole events that are in the pipe when the worker is dead still count
                worker.stop()
                for late in worker.rest()[:1] if case is self.case and self._started else ():
                    self._record_iteration(answer(late, case, messages.Iteration, line), phase, index)
                error.where = f"{'warmup ' * (phase == 'warmup')}iteration {index + 1}"
            raise
        finally:
            self.measuring_s += time.monotonic() - begin
        if self._bound:
            affinity.release(worker.pid, self._threads, self._bound)
        return event

    def _record_iteration(self, event: messages.Iteration, phase: str, index: int) -> None:
        check(event, phase, self.case)
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


def _recorded(layout: ForkLayout | None, said: messages.Layout) -> dict[str, Any]:
    """A fork's layout as the results have it: what the driver drew, and what the worker made of it, as far as it says."""
    drawn = {} if layout is None else {
        "kind": layout.kind, "code": layout.code, "code_seed": layout.code, "environment": layout.environment,
        "randomised": layout.randomised or not fixable()}
    made = {"seed": layout.seed if layout else said.seed, **drawn, "offsets": said.offsets}
    told = {"addresses": said.addresses or None, "stack": said.stack or None, "hash_seed": said.hash_seed}
    return made | {name: value for name, value in told.items() if value is not None}


def _timeout_s(case: Case) -> float:
    return case.options.timeout_ns / 1e9


def iterate(case: Case, phase: str, time_ns: int, first: int, last: int) -> bytes:
    """The `iterate` of an iteration: until its time is over, or one batch where it has none (a single shot)."""
    return encode("iterate", case.case_id, phase, time_ns, 0 if time_ns else 1, first, last)


def opening(case: Case, seed: int, only_warm: bool = False, layout: ForkLayout | None = None) -> bytes:
    """The `open` of a case; `only_warm` says that it is opened for its warmup alone."""
    options = case.options
    return encode(
        "open",
        case.case_id,
        f"benchmark={case.benchmark}",
        f"mode={case.mode}",
        f"threads={case.threads}",
        *([f"tg={','.join(str(one.threads) for one in case.members)}"] if case.members else []),
        f"batch={options.measurement_batch_size}",
        f"wbatch={options.warmup_batch_size}",
        f"opi={options.operations_per_invocation}",
        f"seed={seed}",
        *((f"lseed={layout.seed}", f"layout={layout.kind}") if layout else ()),
        f"gc={options.gc}",
        f"forks={options.forks}",
        f"wforks={options.warmup_forks}",
        f"wi={options.warmup_iterations if only_warm else warmup_iterations(case)}",
        f"w={options.warmup_time_ns}",
        f"i={0 if only_warm else options.measurement_iterations}",
        f"r={options.measurement_time_ns}",
        f"to={options.timeout_ns}",
        f"tu={options.time_unit}",
        *(f"p:{name}={value}" for name, value in case.wire_params.items()),
    )


def ask(worker: Worker, case: Case, expected: type[Answer], seconds: float, line: bytes) -> Answer:
    """The answer to one command, which must be of the type expected, of this case, and come within that time."""
    deadline = time.monotonic() + seconds
    worker.send(line, deadline)
    return hear(worker, case, expected, seconds, line, deadline)


def hear(
    worker: Worker, case: Case, expected: type[Answer], seconds: float, line: bytes, deadline: float
) -> Answer:
    """The answer to the command `line`, which has been sent."""
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


def check(event: messages.Iteration, phase: str, case: Case) -> None:
    """Refuses an iteration that cannot be true: another phase, other threads, no operation, no time, or less."""
    if event.phase != phase:
        raise WorkerError("protocol", f"an iteration of {phase} was answered by one of {event.phase!r}")
    if len(event.threads) != case.threads:
        raise WorkerError("protocol", f"an iteration of {len(event.threads)} threads, where the case has {case.threads}")
    if (wrong := _members(event, case)):
        raise WorkerError("protocol", wrong)
    if not any(thread.operations > 0 for thread in event.threads):
        if case.operations:
            raise WorkerError("benchmark", "no invocation told Operations how many it did", where=case.benchmark)
        raise WorkerError("protocol", "an iteration without a single operation")
    for number, thread in enumerate(event.threads):
        if thread.elapsed_ns < 0 or min(thread.sample_ns, default=0) < 0 or min(thread.histogram[::2], default=0) < 0:
            raise WorkerError("clock", f"time ran backwards: thread {number} measured a negative time")
        # A batch, or an invocation between its fixtures, may be shorter than a step of the clock, and the report says
        # so; a time that was waited for cannot.
        if thread.operations > 0 and thread.elapsed_ns == 0 and case.mode not in ("ss", "sample") and not thread.timings:
            raise WorkerError("clock", f"the clock stood still: {thread.operations:g} operations in 0 ns")
        if case.mode == "sample" and not thread.histogram and (thread.operations or len(event.threads) == 1):
            raise WorkerError("protocol", f"thread {number} answered mode sample without a histogram")


def _members(event: messages.Iteration, case: Case) -> str:
    """What is wrong with the members that the threads of an iteration say they ran; "" where nothing is."""
    said = Counter(thread.member for thread in event.threads)
    of_group = sum(one.threads for one in case.members)
    meant = Counter({one.name: one.threads * case.threads // of_group for one in case.members if one.threads} or {"": case.threads})
    if said == meant:
        return ""
    each = "; ".join(f"{said[name]} of {name!r}, where there are {meant[name]}" for name in {**meant, **said} if said[name] != meant[name])
    return f"threads of a group that are not those asked for: {each}"
