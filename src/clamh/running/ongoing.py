"""A run under way: its file, who listens, what it found out of its contests, and its account of time."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable

from clamh.judging.statistics import stopping
from clamh.machine import cgroups
from clamh.machine.cpus import SYSTEM
from clamh.model.cases import Plan
from clamh.model.options import DELTA, Options
from clamh.model.work import compared_cases
from clamh.model.results import End, IterationRecord, Record, SetRecord
from clamh.running.context import Context, Listener
from clamh.running.planning.rounds import Rule
from clamh.running.planning.schedule import Schedule
from clamh.running.planning.steadiness import Warmth, recall_warmth
from clamh.running.recording import Recording
from clamh.running.worker import tmpfs
from clamh.running.worker.slices import Pace
from clamh.model.times import utc_now


class Ongoing:
    """A run under way: its file, its listener, and its account of time."""

    def __init__(self, plan: Plan, recording: Recording, context: Context, listener: Listener, memory: tmpfs.Memory | None,
                 delta: float | None = DELTA):
        self.plan, self.recording, self.context, self.listener, self.memory = plan, recording, context, listener, memory
        self.references, self._resumed = context.references, context.resumed
        resumed = context.resumed
        before = resumed.end if resumed else None  # None too when it was killed: what it took is not known
        self.measuring_s = before.measuring_s if before else 0.0
        self.measured = resumed is not None and any(one.forks for one in resumed.cases)
        self.schedule: Schedule | None = None
        self.cases = {case.case_id: case for case in plan.cases}
        self.warmups = self.cases | {case.case_id: case for case in plan.warmups}
        self.delta = DELTA if delta is None else delta
        self.unsliced: set[frozenset[str]] = set()  # contests whose turns have to be whole iterations, as was found when they were opened
        self.apart: set[frozenset[str]] = set()  # contests whose sides are measured one after the other, as was found when they were warm
        self.paces = paces(resumed.sets) if resumed else {}  # of contests, by their sorted case_ids
        self.warmth: dict[tuple[str, ...], Warmth] = recall_warmth(resumed.sets, self.delta) if resumed else {}
        self.compared = compared_cases(plan)
        self.throttling = cgroups.throttling(SYSTEM)
        self.told: set[tuple[str, str]] = set()  # codes of warnings that a case is given once
        self._budget_s = math.inf
        self._began = math.nan
        self._cpu = time.process_time() - (before.driver_cpu_s if before else 0.0)

    def begin(self, options: Options) -> None:
        """Measuring begins: from here on a budget is spent. What the parts before a --resume took of it is gone."""
        before = self._resumed
        if options.precision is not None or options.budget_ns is not None:
            stopping.half_width(1.0, 2, options.confidence)  # imports scipy now: later it would be time of the budget
        spent_s = before.end.elapsed_s if before and before.end else 0.0
        if before and not before.end:  # killed: what its forks say is all that is known
            spent_s = math.fsum(fork.end.took_s for one in before.cases for fork in one.forks if fork.end)
        self._began = time.monotonic() - spent_s
        if options.budget_ns is not None:
            self._budget_s = options.budget_ns / 1e9
        find_open = self.context.find_open if options.precision is None else None
        if options.precision is not None or options.budget_ns is not None or find_open:
            budget_s = None if options.budget_ns is None else self._budget_s
            rule = Rule(options.precision, budget_s, options.confidence)
            self.schedule = Schedule(self.plan, rule, self.left_s, self.references, find_open and (lambda: find_open(str(self.recording.path))))
            if before:
                self.schedule.go_on(before)

    def elapsed_s(self) -> float:
        """Since measuring began, in all parts of the run; 0 before."""
        return 0.0 if math.isnan(self._began) else time.monotonic() - self._began

    def left_s(self) -> float:
        """What is left of the budget, infinite without one."""
        return self._budget_s - self.elapsed_s()

    def record(self, record: Record) -> None:
        """Into the file, then to the listeners."""
        self.recording.append(record)
        if self.schedule:
            self.schedule.hear(record)
        if isinstance(record, IterationRecord) and record.phase == "measurement" and record.fork >= 0:
            self.measured = True
            self.recording.keep()
        self.listener.record(record)

    def finish(self, status: str) -> None:
        """The end line, unless the file is what failed, and the end of the file."""
        cpu_s = time.process_time() - self._cpu
        try:
            if not self.recording.broken:
                self.record(End(status=status, time=utc_now(), measuring_s=self.measuring_s, driver_cpu_s=cpu_s,
                                elapsed_s=self.elapsed_s(), lines=self.recording.lines, reason=self.schedule.over.why if self.schedule else ""))
        finally:
            self.recording.close()


def paces(sets: Iterable[SetRecord]) -> dict[tuple[str, ...], Pace]:
    """The pace of each contest of an earlier part of the run: it is the same in all sets."""
    return {tuple(sorted(one.cases)): Pace(one.slice_ns, len(one.order) // len(one.cases) ** 2) for one in sets if one.slice_ns}
