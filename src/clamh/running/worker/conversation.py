"""What is said to a worker about a case, and its answers: one command out, one event in, refused unless it can be true."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from clamh.model.cases import Case, warmup_iterations
from clamh.model.errors import WorkerError
from clamh.model.worker import ThreadIteration
from clamh.running.layouts import ForkLayout
from clamh.running.worker import messages
from clamh.running.worker.messages import decode, encode
from clamh.running.worker.process import Worker

Answer = TypeVar("Answer", bound=messages.Event)


def timeout_s(case: Case) -> float:
    """The case's Timeout."""
    return case.options.timeout_ns / 1e9


def iterate(case: Case, phase: str, time_ns: int, first: int, last: int) -> bytes:
    """The `iterate` of an iteration: until its time is over, or one batch where it has none (a single shot)."""
    return encode("iterate", case.case_id, phase, time_ns, 0 if time_ns else 1, first, last)


def slice_line(case: Case, phase: str, warmin: int, count: int, begin: int, end: int) -> bytes:
    """The `slice` of so many invocations, after `warmin` that are not timed; what begins and ends with it: 0, 1 iteration, 2 trial."""
    return encode("slice", case.case_id, phase, warmin, count, begin, end)


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
    check_threads(event.threads, case)


def check_threads(threads: Sequence[ThreadIteration], case: Case, standstill: bool = True) -> None:
    """The same of its threads; `standstill`: no time for work is refused too."""
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
