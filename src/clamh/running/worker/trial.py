"""One trial of a case in a worker: opens, warms up, measures and ends it, and records every fact at once."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from clamh.machine import cpus
from clamh.model.cases import Binding, CallBounds, Case, count_warmup_iterations, find_auto_warmup
from clamh.model.counting import Counts
from clamh.model.errors import WorkerError
from clamh.model.results import DoublingRecord, ForkStart, IterationRecord, Record, WarmedRecord, WarningRecord
from clamh.model.times import utc_now
from clamh.model.waiting import fork_mean
from clamh.model.worker import ThreadIteration
from clamh.running.layouts import ForkLayout
from clamh.running.planning import call_counts
from clamh.running.planning.settling import Settling
from clamh.running.worker import affinity, commands, doubling, used_state
from clamh.running.worker.addresses import fixable
from clamh.running.worker.answers import Command, Measured, OpenCase
from clamh.running.worker.conversation import ask, check_threads, read_late, timeout_s
from clamh.running.worker.process import Limits, Worker


class Place(NamedTuple):
    """A fork's place in the run: its number, its block (round), its position there, its seed and its memory layout.

    Without a layout, the worker makes its own from the seed. With `compared`, the fork's values are compared with those
    of other implementations.
    """

    fork: int
    block: int
    position: int
    seed: int
    layout: ForkLayout | None = None
    compared: bool = False


class Trial:
    """One trial: what it has recorded, and how long it has measured."""

    def __init__(
        self, case: Case, place: Place, record: Callable[[Record], None], limits: Limits, warm: Sequence[Case],
        interrupts_s: float,
    ):
        self.case, self.place, self.record, self.limits, self.warm = case, place, record, limits, warm
        self.interrupts_s = interrupts_s
        self.pid = 0
        self.measuring_s = 0.0
        self.spent_s = 0.0  # in the last iteration, with its fixtures
        self.opened: OpenCase | None = None
        self.begun = False  # its first iteration has been sent
        self.collections = -1  # garbage collections since the process started, from the last answer; -1: unknown
        rule = find_auto_warmup(case)
        self.settling = Settling(rule, count_warmup_iterations(case)) if rule else None
        self.warmup_ns = case.options.warmup_time_ns  # of an iteration
        self._warmups = 0
        self.calls = 0  # of an iteration with a number of calls (planning/call_counts.py); 0: it has a time
        self.doubles = False  # samples follow the last iteration, so `close` ends the trial
        self.invokes = False  # calls on the used state follow the last iteration, so `close` ends the trial
        self._started = False
        self._threads: tuple[int, ...] = ()  # system ids of bound threads
        self._bound: Binding | None = None
        self._cpus = cpus.read_affinity()  # this process's CPUs when nothing is being measured
        self._patience_s = limits.start_s  # for the first `open`, because the process still starts

    def start(self) -> None:
        """Records the start, once: when the case is open, or at the end if it was never opened."""
        if not self._started:
            place, opened = self.place, self.opened or OpenCase()
            self._started = True
            self.record(
                ForkStart(
                    case_id=self.case.case_id,
                    fork=place.fork,
                    block=place.block,
                    position=place.position,
                    time=utc_now(),
                    pid=self.pid,
                    layout=_layout_fact(place.layout, opened),
                    binding=self._bound if self.opened else None,
                    collector=opened.collector,
                    processors=opened.processors,
                )
            )

    def warm_up(self, worker: Worker, longer: float = 1.0) -> None:
        """Warms up other cases first, opens the case, and runs its warmup iterations, each `longer` times as long.

        The additional iterations of AutoWarmup follow later (until_steady.py).
        """
        case = self.case
        self.warmup_ns = round(longer * case.options.warmup_time_ns)
        for other_case in self.warm:
            self._warm_up_other(worker, other_case)
        self.opened = self._open(worker, case)
        self.start()
        for text in self.opened.warnings:
            self.record(WarningRecord(code="worker", message=text, case_id=case.case_id))
        for text in self.opened.not_counted:
            self.record(WarningRecord(code="counter-missing",
                                      message=f"on {case.platform} the program does not count {text}"))
        self.doubles = doubling.wanted(case, self.opened, self.place.fork)
        # More calls than an iteration may have are none of a bounded benchmark's.
        self.invokes = (self.place.compared and bool(case.options.measurement_iterations) and not case.options.bounds
                        and used_state.wanted(case, self.opened, self.place.fork))
        if bounds := case.options.bounds:
            self._grow(worker, bounds)
        alone = not case.options.measurement_iterations and not self.doubles
        for index in range(count_warmup_iterations(case)):
            self.warm_on(worker, alone and index == count_warmup_iterations(case) - 1)

    def warm_on(self, worker: Worker, last: bool = False) -> Measured:
        """Runs one more warmup iteration."""
        self._warmups += 1
        return self.iterate(worker, "warmup", self._warmups - 1, self.warmup_ns, last)

    @property
    def lasting_ns(self) -> int:
        """How long a warmup iteration lasts: its time, or with a number of calls as long as the iteration before."""
        return round(self.spent_s * 1e9) if self.case.options.bounds else self.warmup_ns

    def _grow(self, worker: Worker, bounds: CallBounds) -> None:
        """Warms up with growing numbers of calls, up to the most, or until two iterations of a number take their time.

        A single iteration may also be slow because the trial is set up, code is loaded, or something interrupts it.
        """
        time_ns, settling, self.settling = self.case.options.measurement_time_ns, self.settling, None
        self.calls, before, slow = bounds.least, 0, 0
        while slow < 2 and before < bounds.most:
            before = self.calls
            event = self.warm_on(worker)
            took_ns = _find_time_ns(self.case, event.threads, self.spent_s)
            self.calls = call_counts.grow_calls(bounds, before, took_ns, time_ns)
            slow = slow + 1 if self.calls == before else 0
        self.calls = call_counts.settle_calls(bounds, before, took_ns, time_ns)
        self.settling = settling

    def record_warmup(self) -> None:
        """Records how the warmup under AutoWarmup ended."""
        settling = self.settling
        self.record(WarmedRecord(case_id=self.case.case_id, fork=self.place.fork, iterations=settling.iterations,
                                 elapsed_ns=settling.elapsed_ns,
                                 max_ns=settling.rule.max_ns, steady_after=settling.steady_after))

    def measure(self, worker: Worker) -> None:
        """Runs the measured iterations."""
        for index in range(self.case.options.measurement_iterations):
            event = self.measured_iteration(worker, index)
        if self.doubles:
            self.double(worker, event.threads[0])

    def measured_iteration(self, worker: Worker, index: int) -> Measured:
        """Runs and records the measured iteration of that index."""
        options = self.case.options
        if self.invokes and not (self.opened.can_sample or self.opened.bare_calls):
            self.invokes = False  # a call would run the iteration's setup again, and so change the state
        last = index == options.measurement_iterations - 1 and not self.goes_on
        return self.iterate(worker, "measurement", index, options.measurement_time_ns, last)

    @property
    def goes_on(self) -> bool:
        """Whether something follows the last measured iteration, so that `close` ends the trial."""
        return self.doubles or self.invokes

    def finish(self, worker: Worker) -> None:
        """Calls the benchmark on the state that measuring left, closes the case and ends the process."""
        state = "open"
        if self.invokes:
            used_record, state = used_state.call_used_state(worker, self.case, self.place.fork, self.place.seed)
            if used_record and (state != "lost" or time.monotonic()
                                < self.limits.until):  # what a budget cut off says nothing of the benchmark
                self.record(used_record)
        if state == "lost":
            worker.stop()
            return
        if state == "open":
            ask(worker, self.case, commands.close(self.case), timeout_s(self.case))
        ask(worker, self.case, commands.leave(), self.limits.exit_s)
        if not worker.finish() and time.monotonic() < self.limits.until:
            message = f"the worker still ran {self.limits.exit_s:g} s after its last command, so CLAMH stopped it"
            self.record(WarningRecord(code="lingering", message=message, case_id=self.case.case_id))

    def iterate(self, worker: Worker, phase: str, index: int, time_ns: int, last: bool) -> Measured:
        """Runs and records one iteration."""
        opened, options = self.opened or OpenCase(), self.case.options
        batch_size = options.warmup_batch_size if phase == "warmup" else options.measurement_batch_size
        batches = call_counts.count_batches(options.bounds, self.calls, batch_size) if options.bounds else 1
        command = commands.iterate(self.case, opened, phase, 0 if options.bounds else time_ns, int(not self.begun),
                                   int(last), batches)
        self.begun = True
        threads = opened.threads
        before_ns = worker.others_ns(threads)
        worker.counts.begin()
        event = self._iterate(worker, self.case, phase, index, time_ns, command)
        counts = worker.counts.end(event.counters)
        self._record_iteration(event, phase, index, worker.others_ns(threads) - before_ns if before_ns >= 0 else -1,
                               counts | worker.counts.read_peak())
        return event

    def double(self, worker: Worker, measured: ThreadIteration) -> None:
        """Times samples of n and 2n invocations, block by block; `measured` gives the length of an invocation."""
        count = doubling.invocations(measured)
        if not count:
            return
        blocks: dict[int, list[float]] = {count: [], 2 * count: []}
        try:
            for _ in range(doubling.BLOCKS):
                for invocations, medians in blocks.items():
                    times = ask(worker, self.case, commands.take_samples(self.case, invocations, doubling.SAMPLES),
                                timeout_s(self.case))
                    if min(times) < 0:
                        raise WorkerError("clock", "time ran backwards: a sample took a negative time")
                    medians.append(statistics.median(times))
        except WorkerError as error:
            if error.reason == "unsupported":  # the worker lacks the command, and the case is as it was
                return
            raise
        self.record(DoublingRecord(case_id=self.case.case_id, fork=self.place.fork, invocations=count,
                                   once_ns=tuple(blocks[count]), twice_ns=tuple(blocks[2 * count])))

    def _warm_up_other(self, worker: Worker, case: Case) -> None:
        """Warms up another case, or this one, before the case itself is opened.

        Every iteration is a trial of its own: JMH 1.37 marks each as the last of its trial, so trial fixtures run
        around each of them [ran with -wm BULK]. As in JMH, a failure of user code is reported, and the fork goes on.
        """
        bounds, time_ns = case.options.bounds or None, case.options.warmup_time_ns
        calls = bounds.least if bounds else 0
        for index in range(case.options.warmup_iterations):
            try:
                opened = self._open(worker, case, only_warm=True)
                batches = call_counts.count_batches(bounds, calls, case.options.warmup_batch_size) if bounds else 1
                command = commands.iterate(case, opened, "warmup", 0 if bounds else time_ns, 1, 1, batches)
                event = self._iterate(worker, case, "warmup", index, case.options.warmup_time_ns, command)
                check_threads(event.threads, case)
                if bounds:
                    took_ns = _find_time_ns(case, event.threads, self.spent_s)
                    calls = call_counts.grow_calls(bounds, calls, took_ns, time_ns)
                ask(worker, case, commands.close(case), timeout_s(case))
            except WorkerError as error:
                if error.reason not in ("setup", "teardown", "benchmark"):
                    where = (f"{error.where}, warming up {case.benchmark}" if error.where
                             else f"warming up {case.benchmark}")
                    raise WorkerError(error.reason, error.detail, where=where, signal=error.signal,
                                      code=error.code) from None
                place = f" in {error.where}" if error.where else ""
                first_line = next(iter(error.detail.strip().splitlines()), error.reason)  # without the stack trace
                message = f"warming up {case.benchmark} failed{place}: {first_line}"
                self.record(WarningRecord(code="warmup-failed", message=message, case_id=self.case.case_id))
                return

    def _open(self, worker: Worker, case: Case, only_warm: bool = False) -> OpenCase:
        patience_s = max(timeout_s(case), self._patience_s)
        self._patience_s = 0.0
        # Unbinds the threads of a case that was warmed up before: a worker checks its CPUs when it opens a case.
        affinity.unbind(self._threads, self._cpus)
        if self._bound:
            affinity.move(worker.pid, case.aside, self._cpus)
        opened = ask(worker, case, commands.open_case(case, self.place.seed, only_warm, self.place.layout), patience_s)
        if case.binding:
            self._threads = opened.threads
            self._bound = affinity.bind(opened.threads, case.binding, worker.pid)
            affinity.release(worker.pid, self._threads, self._bound, self._cpus)
            # A JIT compiler would take the CPU from a bound thread while another CPU has nothing to do.
            affinity.move(worker.pid, case.aside, self._cpus - set(self._bound.cpus), self._threads)
        return opened

    def _iterate(self, worker: Worker, case: Case, phase: str, index: int, time_ns: int,
                 command: Command[Measured]) -> Measured:
        begin = time.monotonic()
        parts: list[Any] = []
        try:
            patience_s = time_ns / 1e9 + timeout_s(case) + self.interrupts_s
            event = ask(worker, case, command, patience_s, parts)
        except WorkerError as error:
            if error.reason == "timeout":  # complete events in the pipe of the stopped worker still count
                worker.stop()
                late = read_late(worker.rest(), case, command, parts) if case is self.case and self._started else None
                if late is not None:
                    self._record_iteration(late, phase, index)
                error.where = f"{'warmup ' * (phase == 'warmup')}iteration {index + 1}"
            raise
        finally:
            self.spent_s = time.monotonic() - begin
            self.measuring_s += self.spent_s
        self.collections = event.collections
        self.release(worker)
        return event

    def release(self, worker: Worker) -> None:
        """Gives the threads that a bound thread created all CPUs again."""
        if self._bound:
            affinity.release(worker.pid, self._threads, self._bound, self._cpus)

    def _record_iteration(self, event: Measured, phase: str, index: int, others_ns: int = -1,
                          counts: Counts | None = None) -> None:
        check_threads(event.threads, self.case)
        record = IterationRecord(
            case_id=self.case.case_id,
            fork=self.place.fork,
            phase=phase,
            index=index,
            threads=event.threads,
            speed_ns=event.speed_ns,
            source=event.source,
            others_ns=max(others_ns, -1),  # negative if the process has ended
            counts=counts or msgspec.UNSET,
        )
        self.record(record)
        if phase == "warmup" and self.settling:
            elapsed_ns = max(thread.elapsed_ns for thread in event.threads)
            self.settling.add(fork_mean([record], "avgt", 1).unwaited, max(elapsed_ns, self.lasting_ns))


def _find_time_ns(case: Case, threads: Sequence[ThreadIteration], spent_s: float) -> int:
    """How long an iteration took: with fixtures around each call all of the time `spent_s`, as in JMH."""
    timed_ns = max(thread.whole_ns for thread in threads)
    fixtures = any(step.level == "Invocation" for step in case.opening.steps)
    return max(timed_ns, round(spent_s * 1e9)) if fixtures else timed_ns


def _layout_fact(layout: ForkLayout | None, opened: OpenCase) -> dict[str, Any]:
    """A fork's layout for the results: what the driver drew, and what the worker reported."""
    drawn = {} if layout is None else {
        "kind": layout.kind, "code": layout.code, "code_seed": layout.code, "environment": layout.environment,
        "randomised": layout.randomised or not fixable()}
    result = {"seed": layout.seed if layout else 0, **drawn, "offsets": opened.offsets}
    text = {"addresses": opened.addresses or None, "stack": opened.stack or None, "hash_seed": opened.hash_seed}
    return result | {name: value for name, value in text.items() if value is not None}
