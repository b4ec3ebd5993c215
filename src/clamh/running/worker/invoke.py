"""One invocation of each of some cases, with all their fixtures, in fresh processes that measure nothing: what they gave."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from clamh.model.artifacts import Command
from clamh.model.cases import Case
from clamh.model.errors import WorkerError
from clamh.running.worker import messages
from clamh.running.worker.conversation import ask, hear, opening
from clamh.running.worker.messages import encode
from clamh.running.worker.process import LIMITS, Limits, Worker

SEED = 1  # of every invocation: all implementations get the same data, in every run

Given = messages.Value | WorkerError


def invoke(command: Command, case: Case, outputs: Path, limits: Limits = LIMITS) -> messages.Value:
    """What the invocation returned and gave to Blackhole; what it printed is in `out` and `err` of `outputs`.

    Raises WorkerError.
    """
    (given,) = together([invocations(command, [case], outputs, limits)])
    if isinstance(given[case.case_id], WorkerError):
        raise given[case.case_id]
    return given[case.case_id]


def invocations(
    command: Command, cases: Sequence[Case], outputs: Path, limits: Limits = LIMITS
) -> Generator[None, None, dict[str, Given]]:
    """Invokes the cases one after the other in one process; what each gave or why it failed, by case_id.

    After a failure the others go on in a new process. It stops each time after a command is sent, so that several may be
    under way at once.
    """
    given: dict[str, Given] = {}
    left = list(cases)
    while left:
        try:
            with Worker(command, outputs / "out", outputs / "err", limits) as worker:
                while left:
                    given[left[0].case_id] = yield from _invocation(worker, left[0], limits)
                    last = left.pop(0)
                ask(worker, last, messages.Bye, limits.exit_s, encode("exit"))
                worker.finish()
        except WorkerError as error:
            case = left.pop(0) if left else last  # one that only its end shows to be broken is broken too
            given[case.case_id] = error
    return given


def _invocation(worker: Worker, case: Case, limits: Limits) -> Generator[None, None, messages.Value]:
    timeout_s = case.options.timeout_ns / 1e9
    value = None
    for expected, seconds, line in (
        (messages.Opened, max(timeout_s, limits.start_s), opening(_least(case), SEED)),
        (messages.Value, timeout_s, encode("invoke", case.case_id)),
        (messages.Closed, timeout_s, encode("close", case.case_id)),
    ):
        worker.send(line, time.monotonic() + seconds)
        yield
        said = hear(worker, case, expected, seconds, line, time.monotonic() + seconds)
        value = said if isinstance(said, messages.Value) else value
    assert value is not None
    lacking = [one.name for one in case.members if one.threads and one.name not in value.members]
    if lacking:
        raise WorkerError("protocol", f"`invoke` of a group was answered without its {' and '.join(lacking)}")
    in_order = {one.name: value.members[one.name] for one in case.members if one.name in value.members}  # not as they came back
    return replace(value, members=in_order)


def _least(case: Case) -> Case:
    """The case with the fewest threads that it can have: values of more say no more, and come in any order."""
    return replace(case, threads=sum(one.threads for one in case.members) or 1)


def together(several: Iterable[Generator[None, None, dict[str, Given]]]) -> list[dict[str, Given]]:
    """The results of some `invocations`, all of them under way at once, in their order.

    What starts a process takes most of the time, and that passes while others are listened to. All have ended when this
    ends, by an exception too.
    """
    waiting = dict(enumerate(several))
    found: dict[int, dict[str, Given]] = {}
    try:
        while waiting:
            for place, one in list(waiting.items()):
                try:
                    next(one)
                except StopIteration as ended:
                    found[place] = ended.value
                    del waiting[place]
    finally:
        for one in waiting.values():
            one.close()
    return [found[place] for place in sorted(found)]
