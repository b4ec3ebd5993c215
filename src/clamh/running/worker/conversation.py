"""Commands to a worker about a case, and its answers, refused unless they can be true."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from clamh.model.cases import Case
from clamh.model.errors import WorkerError
from clamh.model.worker import ThreadIteration
from clamh.running.worker.answers import Answer, Command
from clamh.running.worker.messages import Failed, Samples, decode, excerpt
from clamh.running.worker.process import Worker

MOST_PARTS = 100_000


def timeout_s(case: Case) -> float:
    """The case's Timeout."""
    return case.options.timeout_ns / 1e9


def ask(worker: Worker, case: Case, command: Command[Answer], seconds: float, parts: list[Any] | None = None) -> Answer:
    """The answer to one command about this case, which must come within that time; `parts` gets what comes before its end."""
    deadline = time.monotonic() + seconds
    worker.send(command.line, deadline)
    return hear(worker, case, command, seconds, deadline, parts)


def hear(worker: Worker, case: Case, command: Command[Answer], seconds: float, deadline: float, parts: list[Any] | None = None) -> Answer:
    """The answer to a command that has been sent."""
    parts = [] if parts is None else parts
    while True:
        try:
            line = worker.receive(deadline)
        except WorkerError as error:
            if error.reason != "timeout":
                raise
            raise WorkerError("timeout", f"`{command.verb}`: {error.detail} ({seconds:g} s)") from None
        event, last = _read_event(line, case, command)
        if last:
            return command.read(parts, event)
        parts.append(event)
        if len(parts) > MOST_PARTS:
            raise WorkerError("protocol", f"`{command.verb}` was answered in more than {MOST_PARTS:,} parts")


def read_late(lines: Sequence[bytes], case: Case, command: Command[Answer], parts: list[Any]) -> Answer | None:
    """The answer that began with `parts`, and ends in the lines that a worker wrote before it was stopped; None if it does not end."""
    for line in lines:
        event, last = _read_event(line, case, command)
        if last:
            return command.read(parts, event)
        parts.append(event)
    return None


def _read_event(line: bytes, case: Case, command: Command[Any]) -> tuple[Any, bool]:
    """One event of an answer, and whether it ends it. Raises WorkerError unless it belongs there."""
    event = decode(line)
    case_id = getattr(event, "case", "")
    if case_id not in ("", case.case_id):
        raise WorkerError("protocol", f"`{command.verb}` was answered for the case {case_id!r}, not {case.case_id!r}")
    if isinstance(event, Failed):
        thread = "" if event.thread is None else f"thread {event.thread}: "
        raise WorkerError(event.reason, thread + event.message, where=event.where)
    if isinstance(event, command.last) and not (isinstance(event, Samples) and not event.last):
        return event, True
    if isinstance(event, (*command.parts, command.last)):
        return event, False
    raise WorkerError("protocol", f"`{command.verb}` was answered by: {excerpt(line)}")


def check_threads(threads: Sequence[ThreadIteration], case: Case, standstill: bool = True) -> None:
    """Refuses what cannot be true: other threads, no operation, negative time; with `standstill` no time for work too."""
    if len(threads) != case.threads:
        raise WorkerError("protocol", f"an iteration of {len(threads)} threads, where the case has {case.threads}")
    if (wrong := _members(threads, case)):
        raise WorkerError("protocol", wrong)
    if not any(thread.operations > 0 for thread in threads):
        if case.operations:
            raise WorkerError("benchmark", "no invocation told Operations how many it did", where=case.benchmark)
        raise WorkerError("protocol", "an iteration without a single operation")
    for number, thread in enumerate(threads):
        if thread.elapsed_ns < 0 or min(thread.sample_ns, default=0) < 0 or min(thread.histogram[::2], default=0) < 0:
            raise WorkerError("clock", f"time ran backwards: thread {number} measured a negative time")
        # A batch, or an invocation between its fixtures, may be shorter than a step of the clock, and the report says
        # so; a time that was waited for cannot.
        if standstill and thread.operations > 0 and thread.elapsed_ns == 0 and case.mode not in ("ss", "sample") and not thread.timings:
            raise WorkerError("clock", f"the clock stood still: {thread.operations:g} operations in 0 ns")
        if case.mode == "sample" and not thread.histogram and (thread.operations or len(threads) == 1):
            raise WorkerError("protocol", f"thread {number} answered mode sample without a histogram")


def _members(threads: Sequence[ThreadIteration], case: Case) -> str:
    """What is wrong with the members that the threads of an iteration say they ran; "" where nothing is."""
    said = Counter(thread.member for thread in threads)
    of_group = sum(one.threads for one in case.members)
    meant = Counter({one.name: one.threads * case.threads // of_group for one in case.members if one.threads} or {"": case.threads})
    if said == meant:
        return ""
    each = "; ".join(f"{said[name]} of {name!r}, where there are {meant[name]}" for name in {**meant, **said} if said[name] != meant[name])
    return f"threads of a group that are not those asked for: {each}"
