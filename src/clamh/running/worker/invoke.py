"""Invokes cases with all their fixtures in fresh processes that measure nothing, and returns the values."""

from __future__ import annotations

import math
import select
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from clamh.model.artifacts import Command
from clamh.model.cases import Case
from clamh.model.errors import WorkerError
from clamh.running.worker import commands
from clamh.running.worker.answers import Answer, CallValues
from clamh.running.worker.answers import Command as WorkerCommand
from clamh.running.worker.conversation import hear
from clamh.running.worker.process import LIMITS, Limits, Wait, Worker

SEEDS = (1, 2, 3)  # the same for all implementations and runs, so all get the same data
CALLS = 3  # on one state
SLOW_S = 1.0  # a call that takes longer is made once on each state
SLOWEST_S = 5.0  # a call that takes longer is made with one seed only


class Called(NamedTuple):
    """The value of a call, with the seed of its state, and its number on that state, from 1."""

    seed: int
    call: int
    value: CallValues


class CaseCalls(NamedTuple):
    """The calls of a case, in order. `limited` says why there are fewer than usual; "" otherwise."""

    calls: tuple[Called, ...]
    limited: str


Given = CaseCalls | WorkerError


def invoke(command: Command, case: Case, outputs: Path, limits: Limits = LIMITS,
           calls: int = 1) -> tuple[CallValues, ...]:
    """The values of `calls` calls on one state. What they printed is in `out` and `err` of `outputs`.

    Raises WorkerError.
    """
    (results,) = together([invocations(command, [case], outputs, limits, calls)])
    result = results[case.case_id]
    if isinstance(result, WorkerError):
        raise result
    return tuple(call.value for call in result.calls)


def invocations(command: Command, cases: Sequence[Case], outputs: Path, limits: Limits = LIMITS, calls: int = 0,
                more_seeds: Mapping[str, int] = {}) -> Generator[Wait, None, dict[str, Given]]:
    """Invokes the cases one after the other in one process. Returns, by case_id, the calls or the failure.

    `calls` is the number of calls on the state of the first seed; with 0, all seeds get as many calls as their time
    allows. `more_seeds` has an additional seed for some cases. After a failure, the other cases continue in a new
    process. It yields what it waits for, so several processes can work at once, and no call is timed while
    another process is waited for, except for its end.
    """
    results: dict[str, Given] = {}
    left = list(cases)
    while left:
        try:
            with Worker(command, outputs / "out", outputs / "err", limits) as worker:
                while left:
                    results[left[0].case_id] = yield from (
                        _on_one_state(worker, left[0], limits, calls) if calls
                        else _on_all_states(worker, left[0], limits, more_seeds))
                    last = left.pop(0)
                yield from _ask(worker, last, commands.leave(), limits.exit_s)
                worker.finish()
        except WorkerError as error:
            case = left.pop(0) if left else last  # a failure at the end of the process counts for its last case
            results[case.case_id] = error
    return results


def _on_one_state(worker: Worker, case: Case, limits: Limits, calls: int) -> Generator[Wait, None, CaseCalls]:
    values, _ = yield from _invocation(worker, case, limits, SEEDS[0], calls)
    return CaseCalls(tuple(Called(SEEDS[0], number, value) for number, value in enumerate(values, 1)), "")


def _on_all_states(worker: Worker, case: Case, limits: Limits,
                   more_seeds: Mapping[str, int]) -> Generator[Wait, None, CaseCalls]:
    """The calls on the states of all seeds. The duration of the first call decides how many follow."""
    calls: list[Called] = []
    fastest_s = math.inf
    for seed in (*SEEDS, *([more_seeds[case.case_id]] if case.case_id in more_seeds else [])):
        if calls and fastest_s > SLOWEST_S:
            return CaseCalls(tuple(calls), f"a call takes {fastest_s:.2g} s: one seed only")
        count = CALLS if calls and fastest_s <= SLOW_S and repeats(case) else 1
        values, seconds = yield from _invocation(worker, case, limits, seed, count)
        fastest_s = min(fastest_s, seconds / count)
        calls += [Called(seed, number, value) for number, value in enumerate(values, 1)]
    slow = repeats(case) and all(called.call == 1 for called in calls)
    return CaseCalls(tuple(calls), f"a call takes {fastest_s:.2g} s: one on each state" if slow else "")


def repeats(case: Case) -> bool:
    """Whether measuring calls it on one state repeatedly. Values of a group depend on the order of threads anyway."""
    return not case.members and (case.mode != "ss" or case.options.measurement_batch_size > 1)


def _invocation(
    worker: Worker, case: Case, limits: Limits, seed: int, calls: int
) -> Generator[Wait, None, tuple[tuple[CallValues, ...], float]]:
    """Calls on a fresh state: their values, and their duration in seconds."""
    timeout_s = case.options.timeout_ns / 1e9
    yield from _ask(worker, case, commands.open_case(_with_fewest_threads(case), seed), max(timeout_s, limits.start_s))
    began = time.monotonic()
    answer = yield from _ask(worker, case, commands.invoke(case, calls), timeout_s * calls)
    seconds = time.monotonic() - began
    yield from _ask(worker, case, commands.close(case), timeout_s)
    return tuple(_in_order(case, value) for value in answer.calls), seconds


def _ask(worker: Worker, case: Case, command: WorkerCommand[Answer],
         patience_s: float) -> Generator[Wait, None, Answer]:
    """The answer to a command. Other workers are served until it comes: its events come call by call."""
    deadline = time.monotonic() + patience_s
    worker.send(command.line, deadline)
    parts: list[Any] = []
    last = None
    while last is None:
        while wait := worker.find_wait(deadline):
            yield wait
        last = hear(worker, case, command, patience_s, deadline, parts)
    return command.read(parts, last)


def _in_order(case: Case, value: CallValues) -> CallValues:
    """The value, members of a group in their own order, without those that had no thread."""
    return replace(value,
                   members={member.name: value.members[member.name] for member in case.members if member.threads})


def _with_fewest_threads(case: Case) -> Case:
    """The case with its minimum of threads: more threads add no information, and their values come in any order."""
    return replace(case, threads=sum(member.threads for member in case.members) or 1)


def together(several: Iterable[Generator[Wait, None, dict[str, Given]]]) -> list[dict[str, Given]]:
    """The results of some `invocations` that run at the same time, in their order.

    Starting a process takes most of the time, and other processes are served meanwhile: each as soon as it has
    answered. All have ended on return, also after an exception.
    """
    waiting = dict(enumerate(several))
    results: dict[int, dict[str, Given]] = {}
    try:
        while waiting:
            waits = []
            for place, running in list(waiting.items()):
                try:
                    waits.append(next(running))
                except StopIteration as ended:
                    results[place] = ended.value
                    del waiting[place]
            _sleep(waits)
    finally:
        for running in waiting.values():
            running.close()
    return [results[place] for place in sorted(results)]


def _sleep(waits: Sequence[Wait]) -> None:
    """Sleeps until a descriptor of any is readable, or the time of any has come."""
    poll = select.poll()
    for descriptors, _ in waits:
        for descriptor in descriptors:
            poll.register(descriptor, select.POLLIN)
    until = min((until for _, until in waits), default=0.0)
    poll.poll(max(0, math.ceil(1000 * (until - time.monotonic()))))
