"""Sends commands about a case to a worker, and checks that its answers are possible."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from clamh.model.cases import Case
from clamh.model.errors import NO_ANSWER, STOPPED, WorkerError
from clamh.model.worker import ThreadIteration
from clamh.running.worker.answers import Answer, Command
from clamh.running.worker.messages import Failed, Samples, decode, excerpt
from clamh.running.worker.process import Worker

MAX_PARTS = 100_000
# What the user knows of a command of the protocol.
AWAITED = {"open": "the setup", "iterate": "the iteration", "slice": "the slice", "invoke": "the invocation",
           "close": "the teardown"}


def timeout_s(case: Case) -> float:
    """The case's Timeout, in seconds."""
    return case.options.timeout_ns / 1e9


def ask(worker: Worker, case: Case, command: Command[Answer], seconds: float, parts: list[Any] | None = None) -> Answer:
    """Sends one command about this case and returns its answer, which must come within `seconds`.

    `parts` receives the events before the last one.
    """
    deadline = time.monotonic() + seconds
    worker.send(command.line, deadline)
    parts = [] if parts is None else parts
    while (last := hear(worker, case, command, seconds, deadline, parts)) is None:
        pass
    return command.read(parts, last)


def hear(worker: Worker, case: Case, command: Command[Any], seconds: float, deadline: float, parts: list[Any]) -> Any:
    """Waits for an event of the answer to a command that has been sent. Returns the last event of the answer; adds any
    other to `parts` and returns None.
    """
    try:
        line = worker.receive(deadline)
    except WorkerError as error:
        if error.reason != "timeout":
            raise
        half = error.detail.removeprefix(NO_ANSWER)
        what = AWAITED.get(command.verb, f"`{command.verb}`")
        hint = "" if half.endswith(STOPPED) else "; -to raises the limit"
        raise WorkerError("timeout", f"{what} did not end within {seconds:.3g} s{half}{hint}") from None
    event, last = _read_event(line, case, command)
    if last:
        return event
    parts.append(event)
    if len(parts) > MAX_PARTS:
        raise WorkerError("protocol", f"the answer to `{command.verb}` has more than {MAX_PARTS:,} parts")
    return None


def read_late(lines: Sequence[bytes], case: Case, command: Command[Answer], parts: list[Any]) -> Answer | None:
    """The answer that began with `parts`, completed by the lines of a stopped worker; None if it is incomplete."""
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
        raise WorkerError("protocol", f"the answer to `{command.verb}` is about case {case_id!r}, not {case.case_id!r}")
    if isinstance(event, Failed):
        thread = "" if event.thread is None else f"thread {event.thread}: "
        raise WorkerError(event.reason, thread + event.message, where=event.where)
    if isinstance(event, command.last) and not (isinstance(event, Samples) and not event.last):
        return event, True
    if isinstance(event, (*command.parts, command.last)):
        return event, False
    raise WorkerError("protocol", f"the answer to `{command.verb}` has a wrong event: {excerpt(line)}")


def check_threads(threads: Sequence[ThreadIteration], case: Case, standstill: bool = True) -> None:
    """Refuses impossible values: wrong threads, no operation, negative time; with `standstill`, work in no time."""
    if len(threads) != case.threads:
        raise WorkerError("protocol", f"the iteration has {len(threads)} threads, but the case has {case.threads}")
    if (wrong := _members(threads, case)):
        raise WorkerError("protocol", wrong)
    if not any(thread.operations > 0 for thread in threads):
        if case.operations:
            raise WorkerError("benchmark", "no invocation reported its number of operations to Operations",
                              where=case.benchmark)
        raise WorkerError("protocol", "the iteration has no operation")
    for number, thread in enumerate(threads):
        if thread.elapsed_ns < 0 or min(thread.sample_ns, default=0) < 0 or min(thread.histogram[::2], default=0) < 0:
            raise WorkerError("clock", f"time ran backwards: thread {number} measured a negative time")
        # A batch, or what is timed between fixtures or pauses, may be shorter than a clock step; the report then warns.
        # So may a number of calls. An iteration that lasts for a given time may not.
        if standstill and thread.operations > 0 and thread.elapsed_ns == 0 and case.mode not in (
                "ss", "sample") and not case.options.bounds and not thread.timings and not thread.suspensions:
            raise WorkerError("clock", f"the clock stood still: {thread.operations:g} operations in 0 ns")
        if case.mode == "sample" and not thread.histogram and (thread.operations or len(threads) == 1):
            raise WorkerError("protocol", f"thread {number} has no histogram, but mode sample needs one")


def _members(threads: Sequence[ThreadIteration], case: Case) -> str:
    """What is wrong with the members that the threads ran; "" if nothing is."""
    ran = Counter(thread.member for thread in threads)
    of_group = sum(member.threads for member in case.members)
    planned = Counter({member.name: member.threads * case.threads // of_group for member in case.members
                       if member.threads}
                      or {"": case.threads})
    if ran == planned:
        return ""
    differences = "; ".join(f"{ran[name]} ran {name!r} instead of {planned[name]}"
                            for name in {**planned, **ran} if ran[name] != planned[name])
    return f"the threads of the group ran other members than planned: {differences}"
