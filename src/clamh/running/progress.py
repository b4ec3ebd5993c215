"""A run in progress: its results file, its listener, what it learned about its contests, and its times."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable

from clamh.judging.statistics import stopping
from clamh.machine import cgroups
from clamh.machine.system_files import SYSTEM
from clamh.model.cases import Plan
from clamh.model.options import DELTA, Options
from clamh.model.results import End, IterationRecord, Record, SetRecord
from clamh.model.times import utc_now
from clamh.model.work import find_compared_cases
from clamh.running.context import Context, Listener
from clamh.running.planning.rounds import Rule
from clamh.running.planning.schedule import Schedule
from clamh.running.planning.steadiness import Warmth, recall_warmth
from clamh.running.recording import Recording
from clamh.running.worker import tmpfs
from clamh.running.worker.warm_slices import Pace


class Ongoing:
    """A run in progress: its results file, its listener, what it learned about its contests, and its times."""

    def __init__(self, plan: Plan, recording: Recording, context: Context, listener: Listener,
                 memory: tmpfs.Memory | None, delta: float | None = DELTA):
        self.plan, self.recording, self.context, self.listener, self.memory = plan, recording, context, listener, memory
        self.references, self._resumed = context.references, context.resumed
        resumed = context.resumed
        before = resumed.end if resumed else None  # None too if the run was killed: then its times are unknown
        self.measuring_s = before.measuring_s if before else 0.0
        self.measured = resumed is not None and any(case.forks for case in resumed.cases)
        self.schedule: Schedule | None = None
        self.cases = {case.case_id: case for case in plan.cases}
        self.warmups = self.cases | {case.case_id: case for case in plan.warmups}
        self.delta = DELTA if delta is None else delta
        # (code, case_id) of warnings that are written once
        self.given_warnings: set[tuple[str, str]] = {
            (warning.code, warning.case_id) for case in (resumed.cases if resumed else ()) for warning in case.warnings}
        # case_ids of contests whose turns must be whole iterations, as opening or measuring them showed
        self.unsliced = {frozenset(case_id for code, case_id in self.given_warnings if code == "not-sliced")}
        # contests whose sides cannot be resident together, as warming up showed
        self.apart = {frozenset(case_id for code, case_id in self.given_warnings if code == "not-together")}
        self.paces = compute_paces(resumed.sets) if resumed else {}  # by the sorted case_ids of each contest
        self.warmth: dict[tuple[str, ...], Warmth] = recall_warmth(resumed.sets, self.delta) if resumed else {}
        self.compared_cases = find_compared_cases(plan)
        self.throttling = cgroups.find_throttling_files(SYSTEM)
        self._spent_s = before.elapsed_s if before else 0.0  # in earlier parts of the run
        if resumed and not before:  # only its forks' times are known
            self._spent_s = math.fsum(fork.end.took_s for case in resumed.cases for fork in case.forks if fork.end)
        self._budget_s = math.inf
        self._began = math.nan
        self._cpu = time.process_time() - (before.driver_cpu_s if before else 0.0)

    def begin(self, options: Options) -> None:
        """Measuring begins: from now on the budget is spent. Earlier parts of a resumed run count too."""
        before = self._resumed
        if options.precision is not None or options.budget_ns is not None:
            stopping.half_width(1.0, 2, options.confidence)  # imports scipy now: a later import would use up the budget
        self._began = time.monotonic() - self._spent_s
        if options.budget_ns is not None:
            self._budget_s = options.budget_ns / 1e9
        find_open = self.context.find_open if options.precision is None else None
        if options.precision is not None or options.budget_ns is not None or find_open:
            budget_s = None if options.budget_ns is None else self._budget_s
            rule = Rule(options.precision, budget_s, options.confidence, options.adds_sets is False)
            self.schedule = Schedule(self.plan, rule, self.left_s, self.references,
                                     find_open and (lambda: find_open(str(self.recording.path))))
            if before:
                self.schedule.go_on(before)

    def elapsed_s(self) -> float:
        """The time of measuring so far, over all parts of the run."""
        return self._spent_s if math.isnan(self._began) else time.monotonic() - self._began

    def left_s(self) -> float:
        """The rest of the budget; infinite without one."""
        return self._budget_s - self.elapsed_s()

    def record(self, record: Record) -> None:
        """Writes the record to the file, then passes it to the listener."""
        self.recording.append(record)
        if self.schedule:
            self.schedule.hear(record)
        if isinstance(record, IterationRecord) and record.phase == "measurement" and record.fork >= 0:
            self.measured = True
            self.recording.keep()
        self.listener.record(record)

    def finish(self, status: str) -> None:
        """Writes the end record, unless writing has failed, and closes the file."""
        cpu_s = time.process_time() - self._cpu
        try:
            if not self.recording.broken:
                self.record(
                    End(status=status, time=utc_now(), measuring_s=self.measuring_s, driver_cpu_s=cpu_s,
                        elapsed_s=self.elapsed_s(), lines=self.recording.lines,
                        reason=self.schedule.over.reason if self.schedule else ""))
        finally:
            self.recording.close()


def compute_paces(sets: Iterable[SetRecord]) -> dict[tuple[str, ...], Pace]:
    """The pace of each contest in an earlier part of the run; it is the same in all sets."""
    return {tuple(sorted(record.cases)): Pace(
        record.slice_ns, len(record.order) // len(record.cases) ** 2,
        frozenset(case_id for case_id, cold in zip(record.cases, record.cold) if cold))
            for record in sets if record.slice_ns}
