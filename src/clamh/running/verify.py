"""verify: Plan → WorkRecord: what the implementations of each benchmark compute, from processes that never measure."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from clamh.model.artifacts import Command
from clamh.model.cases import Case, Plan
from clamh.model.errors import WorkerError
from clamh.model.failures import sentence
from clamh.model.results import Given, WorkRecord
from clamh.model.work import calls, implementation, implementations
from clamh.running.context import Workers
from clamh.running.starting import block_seed, invoke_command
from clamh.running.worker.fork import failed_end
from clamh.running.worker.invoke import Calls, invocations, together

MOST_AT_ONCE = max(2, os.cpu_count() or 1)


def verify(
    plan: Plan, agree: Callable[[Sequence[Case], Mapping[str, WorkRecord]], bool], differs: Mapping[tuple[int, str], str] = {},
    workers: Workers = Workers()
) -> list[WorkRecord]:
    """What each case gives back that is compared with another, one record per case.

    All cases of a process's command share one, and go through a second one, in the other order, where they do not `agree`. One
    that gives something else there may be disturbed by what ran before it: it is asked twice more, alone. `differs` are the
    reasons of clamh.toml by artifact and key.
    """
    compared = implementations(plan)
    ask = _Asking(plan, workers)
    works = ask([case for cases in compared for case in cases])
    doubted = [case for cases in compared if not agree(cases, works) for case in cases if case.case_id not in ask.hung]
    second = ask(doubted[::-1])
    moved = [case for case in doubted if not _same(works[case.case_id], second[case.case_id])]
    if moved:
        alone, once_more = (ask(moved, alone=True) for _ in range(2))
        for case in moved:
            first, again = alone[case.case_id], once_more[case.case_id]
            works[case.case_id] = first if _same(first, again) else _unrepeatable(first, again)
    of = _with_inputs({implementation(case): (case, works[case.case_id]) for cases in compared for case in cases}, plan)
    return [replace(of[what], case_id=case.case_id, differs=differs.get((case.artifact, case.key), ""))
            for case in plan.cases if (what := implementation(case)) in of]


def _with_inputs(of: Mapping[tuple, tuple[Case, WorkRecord]], plan: Plan) -> dict[tuple, WorkRecord]:
    """The works with what differed between the invocations of each implementation, for all of its params together."""
    random = _taking_random(plan)
    families: dict[tuple[int, str], list[tuple[Case, WorkRecord]]] = {}
    for case, work in of.values():
        families.setdefault((case.artifact, case.benchmark), []).append((case, work))
    found = {}
    for name, members in families.items():
        seeds = {seed for _, work in members for seed, _ in calls(work)}
        params = [param for param in members[0][0].params if len({case.params.get(param) for case, _ in members}) > 1]
        inputs = (*(["Random"] if name in random and len(seeds) > 1 else []), *params)
        firsts = [_value(value) for _, work in members for (_, call), value in calls(work).items() if call == 1]
        distinct = sum(value not in firsts[:at] for at, value in enumerate(firsts))
        found |= {implementation(case): replace(work, inputs=inputs, distinct=distinct) for case, work in members}
    return found


def _taking_random(plan: Plan) -> set[tuple[int, str]]:
    """The benchmarks, by artifact and name, that take Random or have a fixture that does."""
    return {(at, one.name) for at, catalog in enumerate(plan.catalogs) for one in catalog.benchmarks if one.random}


def _value(call: WorkRecord | Given) -> tuple:
    return call.returned, call.consumed, call.checks, call.members


def _moved(first: WorkRecord, again: WorkRecord) -> tuple[int, int] | None:
    """The first call, by its seed and number, that did not give the same again; how many there are depends on their time."""
    one, other = calls(first), calls(again)
    return next((which for which in one if which in other and _value(one[which]) != _value(other[which])), None)


def _same(first: WorkRecord, again: WorkRecord) -> bool:
    return first.failure == again.failure and _moved(first, again) is None


def _unrepeatable(first: WorkRecord, again: WorkRecord) -> WorkRecord:
    """What to say of one that gave something else the second time; a failure of either is what counts."""
    if first.failure or again.failure:
        return first if first.failure else again
    which = _moved(first, again)
    assert which is not None
    other = calls(again)[which]
    return replace(first, again=_given(*which, other))


def _given(seed: int, call: int, value: Any) -> Given:
    return Given(seed=seed, call=call, returned=value.returned, consumed=value.consumed, checks=value.checks, members=value.members)


class _Asking:
    """Invokes cases of a plan, several processes at a time."""

    def __init__(self, plan: Plan, workers: Workers):
        self.plan, self.workers = plan, workers
        # The data of the fork that is called again after measuring: what a fresh state gives with them is compared with that.
        random = _taking_random(plan)
        self.seeds = {case.case_id: block_seed(plan.seed, case.options.forks - 1) for case in plan.cases if (case.artifact, case.benchmark) in random}
        self.hung: set[str] = set()  # cases that took their whole Timeout: once is enough

    def __call__(self, cases: Iterable[Case], alone: bool = False) -> dict[str, WorkRecord]:
        numbers = count()
        shared: dict[tuple, tuple[Command, list[Case]]] = {}
        for case in cases:
            command = invoke_command(self.plan, case, self.workers.command)
            process = (case.artifact, command.argv, tuple(sorted(command.env.items())), next(numbers) if alone else 0)
            shared.setdefault(process, (command, []))[1].append(case)
        batches, works = list(shared.values()), {}
        for begin in range(0, len(batches), MOST_AT_ONCE):
            works |= self._together(batches[begin:begin + MOST_AT_ONCE])
        return works

    def _together(self, batches: Sequence[tuple[Command, list[Case]]]) -> dict[str, WorkRecord]:
        with tempfile.TemporaryDirectory(prefix="clamh-verify-") as name:
            folders = [Path(name) / str(number) for number in range(len(batches))]
            for folder in folders:
                folder.mkdir()
            given = together(invocations(command, cases, folder, self.workers.limits, more_seeds=self.seeds)
                             for (command, cases), folder in zip(batches, folders, strict=True))
        found = {case_id: one for said in given for case_id, one in said.items()}
        self.hung |= {name for name, one in found.items() if isinstance(one, WorkerError) and one.reason == "timeout"}
        return {case.case_id: _record(case, found[case.case_id]) for _, cases in batches for case in cases}


def _record(case: Case, given: Calls | WorkerError) -> WorkRecord:
    if isinstance(given, WorkerError):
        return WorkRecord(case_id=case.case_id, failure=sentence(failed_end(case, 0, given, ())))
    first, *more = given.calls
    value = first.value
    return WorkRecord(case_id=case.case_id, returned=value.returned, consumed=value.consumed, checks=value.checks, members=value.members,
                      more=tuple(_given(*one) for one in more), limited=given.limited)
