"""Progress of a run on standard error: called between iterations only, so that nothing is drawn while a worker measures."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable

from clamh.cli.show import printable
from clamh.identity import quoted, shown
from clamh.model import Plan
from clamh.results import CaseRecord, End, ForkEnd, ForkStart, IterationRecord, Record


def planned_seconds(plan: Plan) -> float:
    """The time that the plan's iterations will take, without starting processes and fixtures."""
    return sum(
        case.options.forks * (case.options.warmup_iterations * case.options.warmup_time_ns
                              + case.options.measurement_iterations * case.options.measurement_time_ns)
        for case in plan.cases
    ) / 1e9


def duration(seconds: float) -> str:
    """Seconds as people say them: 45 s, 3 min 20 s, 1 h 5 min."""
    if seconds < 0.1:
        return "0.1 s"  # an estimate: "0.0 s" would be said of nothing
    whole = round(seconds)
    if whole < 60:
        return f"{seconds:.1f} s" if seconds < 10 else f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def counted(count: int, noun: str) -> str:
    """1 fork, 2 forks."""
    return f"{count} {noun}{'s' * (count != 1)}"


def progress(plan: Plan, silent: bool) -> Callable[[Record], None]:
    """A listener for `execute`: on a terminal one line redrawn, else one plain line per fork."""
    if silent:
        return lambda record: None
    return _Line(plan) if sys.stderr.isatty() else _Log(plan)


class _Log:
    """One line per fork, for logs and CI."""

    def __init__(self, plan: Plan):
        self._cases: dict[str, CaseRecord] = {}
        self._total = sum(map(len, plan.rounds))
        self._done = 0

    def __call__(self, record: Record) -> None:
        if isinstance(record, CaseRecord):
            self._cases[record.case_id] = record
        elif isinstance(record, ForkEnd):
            self._done += 1
            how = "done" if record.status == "ok" else f"FAILED: {_why(record)}"
            print(printable(f"[{self._done}/{self._total}] {title(self._cases[record.case_id])} "
                            f"fork {record.fork + 1}: {how}"), file=sys.stderr)


class _Line:
    """What runs now and the time left, redrawn in place."""

    def __init__(self, plan: Plan):
        self._cases: dict[str, CaseRecord] = {}
        self._left = planned_seconds(plan)
        self._total = self._left or 1.0
        self._started = time.monotonic()
        self._title = ""

    def __call__(self, record: Record) -> None:
        if isinstance(record, CaseRecord):
            self._cases[record.case_id] = record
        elif isinstance(record, ForkStart):
            self._title = title(self._cases[record.case_id])
            self._draw()
        elif isinstance(record, IterationRecord):
            options = self._cases[record.case_id].options
            self._left -= (options.warmup_time_ns if record.phase == "warmup" else options.measurement_time_ns) / 1e9
            self._draw()
        elif isinstance(record, ForkEnd) and record.status != "ok":
            self._clear()
            print(printable(f"{self._title} fork {record.fork + 1} FAILED: {_why(record)}"), file=sys.stderr)
        elif isinstance(record, End):
            self._clear()

    def _draw(self) -> None:
        measured = self._total - self._left
        # Starting processes takes time too: what is left is scaled by what has been needed so far, as JMH's ETA is.
        # Before the first iteration nothing has been needed yet.
        scale = (time.monotonic() - self._started) / measured if measured > 0 else 1.0
        left = max(self._left, 0.0) * max(1.0, scale)
        width = shutil.get_terminal_size().columns - 1
        text = f"{100 * measured / self._total:3.0f} %  {duration(left)} left  {printable(self._title)}"
        sys.stderr.write("\r" + text[:width].ljust(width))
        sys.stderr.flush()

    def _clear(self) -> None:
        sys.stderr.write("\r" + " " * (shutil.get_terminal_size().columns - 1) + "\r")
        sys.stderr.flush()


def _why(end: ForkEnd) -> str:
    """The cause of a failed fork, on one line; the report has all of it."""
    cause = next(iter(end.message.strip().splitlines()), "") or end.reason
    return f"in {end.where}: {cause}" if end.where else cause


def title(case: CaseRecord) -> str:
    """A case in one line: benchmark(params) mode platform."""
    params = ", ".join(f"{name}={quoted(value)}" for name, value in case.params.items())
    name = shown(case.key, case.benchmark, case.platform)
    return f"{name}{f'({params})' if params else ''} {case.mode} {case.platform}"
