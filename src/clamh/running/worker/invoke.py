"""Calls of each of some cases, with all their fixtures, in fresh processes that measure nothing: what they gave."""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from clamh.model.artifacts import Command
from clamh.model.cases import Case
from clamh.model.errors import WorkerError
from clamh.running.worker import commands
from clamh.running.worker.answers import Answer, CallValues, Command
from clamh.running.worker.conversation import ask, hear
from clamh.running.worker.process import LIMITS, Limits, Worker

SEEDS = (1, 2, 3)  # of all implementations, in every run: they get the same data
CALLS = 3  # on one state
SLOW_S = 1.0  # a call that takes longer is made once on each state
SLOWEST_S = 5.0  # and one that takes longer than this with one seed only


class Called(NamedTuple):
    """What a call gave: the seed of its state, and which call on that state it was, from 1."""

    seed: int
    call: int
    value: CallValues


class Calls(NamedTuple):
    """What the calls of a case gave, in their order; `limited` says why there are fewer than usual."""

    calls: tuple[Called, ...]
    limited: str


Given = Calls | WorkerError


def invoke(command: Command, case: Case, outputs: Path, limits: Limits = LIMITS, calls: int = 1) -> tuple[CallValues, ...]:
    """What so many calls on one state returned and gave to Blackhole; what they printed is in `out` and `err` of `outputs`.

    Raises WorkerError.
    """
    (found,) = together([invocations(command, [case], outputs, limits, calls)])
    given = found[case.case_id]
    if isinstance(given, WorkerError):
        raise given
    return tuple(call.value for call in given.calls)


def invocations(
    command: Command, cases: Sequence[Case], outputs: Path, limits: Limits = LIMITS, calls: int = 0, more_seeds: Mapping[str, int] = {}
) -> Generator[None, None, dict[str, Given]]:
    """Invokes the cases one after the other in one process; what each gave or why it failed, by case_id.

    `calls` are those on the state of the first seed; 0: on those of all seeds, as many as their time allows. `more_seeds` has one more for
    some cases.

    After a failure the others go on in a new process. It stops each time after a command is sent, so that several may be
    under way at once.
    """
    given: dict[str, Given] = {}
    left = list(cases)
    while left:
        try:
            with Worker(command, outputs / "out", outputs / "err", limits) as worker:
                while left:
                    given[left[0].case_id] = yield from (_on_one_state(worker, left[0], limits, calls) if calls else _calls(worker, left[0], limits, more_seeds))
                    last = left.pop(0)
                ask(worker, last, commands.leave(), limits.exit_s)
                worker.finish()
        except WorkerError as error:
            case = left.pop(0) if left else last  # one that only its end shows to be broken is broken too
            given[case.case_id] = error
    return given


def _on_one_state(worker: Worker, case: Case, limits: Limits, calls: int) -> Generator[None, None, Calls]:
    values, _ = yield from _invocation(worker, case, limits, SEEDS[0], calls)
    return Calls(tuple(Called(SEEDS[0], number, value) for number, value in enumerate(values, 1)), "")


def _calls(worker: Worker, case: Case, limits: Limits, more_seeds: Mapping[str, int]) -> Generator[None, None, Calls]:
    """The first call tells how long one takes, and so how many more there are."""
    calls: list[Called] = []
    fastest_s = math.inf
    for seed in (*SEEDS, *([more_seeds[case.case_id]] if case.case_id in more_seeds else [])):
        if calls and fastest_s > SLOWEST_S:
            return Calls(tuple(calls), f"a call takes {fastest_s:.2g} s: one seed only")
        count = CALLS if calls and fastest_s <= SLOW_S and repeats(case) else 1
        values, seconds = yield from _invocation(worker, case, limits, seed, count)
        fastest_s = min(fastest_s, seconds / count)
        calls += [Called(seed, number, value) for number, value in enumerate(values, 1)]
    slow = repeats(case) and all(one.call == 1 for one in calls)
    return Calls(tuple(calls), f"a call takes {fastest_s:.2g} s: one on each state" if slow else "")


def repeats(case: Case) -> bool:
    """Whether it is called on one state again while it is measured; what a group gives depends on which thread is first anyway."""
    return not case.members and (case.mode != "ss" or case.options.measurement_batch_size > 1)


def _invocation(
    worker: Worker, case: Case, limits: Limits, seed: int, calls: int
) -> Generator[None, None, tuple[tuple[CallValues, ...], float]]:
    """So many calls on a fresh state: what they gave, and how many seconds they took."""
    timeout_s = case.options.timeout_ns / 1e9
    yield from _ask(worker, case, commands.open_case(_least(case), seed), max(timeout_s, limits.start_s))
    began = time.monotonic()
    answer = yield from _ask(worker, case, commands.invoke(case, calls), timeout_s * calls)
    seconds = time.monotonic() - began
    yield from _ask(worker, case, commands.close(case), timeout_s)
    return tuple(_in_order(case, value) for value in answer.calls), seconds


def _ask(worker: Worker, case: Case, command: Command[Answer], patience_s: float) -> Generator[None, None, Answer]:
    """The answer to a command; others may be asked between sending it and reading it."""
    worker.send(command.line, time.monotonic() + patience_s)
    yield
    return hear(worker, case, command, patience_s, time.monotonic() + patience_s)


def _in_order(case: Case, value: CallValues) -> CallValues:
    """The value, members of a group in their own order, without those that had no thread."""
    return replace(value, members={member.name: value.members[member.name] for member in case.members if member.threads})


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
