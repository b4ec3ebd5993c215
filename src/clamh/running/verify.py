"""verify: Plan → WorkRecord: the values that implementations compute, from processes that never measure."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from clamh.machine.cpus import read_usable
from clamh.model.artifacts import Command
from clamh.model.cases import Case, Plan
from clamh.model.errors import WorkerError
from clamh.model.failures import failed_end, sentence
from clamh.model.results import Given, WorkRecord
from clamh.model.work import group_implementations, identify_implementation, list_calls
from clamh.running.context import Workers
from clamh.running.starting import block_seed, can_invoke, invoke_command
from clamh.running.worker.invoke import CaseCalls, invocations, together

SILENT = "its benchmarks return nothing, so their values are unknown"


def verify(plan: Plan, agree: Callable[[Sequence[Case], Mapping[str, WorkRecord]], bool],
           differs: Mapping[tuple[int, str], str] = {}, workers: Workers = Workers()) -> list[WorkRecord]:
    """The values that each compared case computes, one record per case.

    Cases with the same command share a process, and as many processes run at once as there are CPUs. If compared cases
    do not `agree`, they run in a second process, in the opposite order, and no two processes at once, because the
    memory may not have sufficed. A case whose values differ there may be disturbed by the cases before it: it runs
    twice more, alone. `differs` has the reasons of clamh.toml by artifact and key.
    """
    compared = group_implementations(plan)
    invoker = _Invoker(plan, workers)
    works = invoker([case for cases in compared for case in cases], at_once=read_usable())
    doubted = [case for cases in compared if not agree(cases, works) for case in cases
               if case.case_id not in invoker.hung]
    second = invoker(doubted[::-1])
    moved = [case for case in doubted if not _same(works[case.case_id], second[case.case_id])]
    if moved:
        alone, once_more = (invoker(moved, alone=True) for _ in range(2))
        for case in moved:
            first, again = alone[case.case_id], once_more[case.case_id]
            works[case.case_id] = first if _same(first, again) else _unrepeatable(first, again)
    by_implementation = _with_inputs({identify_implementation(case): (case, works[case.case_id]) for cases in compared
                                      for case in cases}, plan)
    return [replace(by_implementation[identity], case_id=case.case_id,
                    differs=differs.get((case.artifact, case.key), ""))
            for case in plan.cases if (identity := identify_implementation(case)) in by_implementation]


def _with_inputs(by_implementation: Mapping[tuple, tuple[Case, WorkRecord]], plan: Plan) -> dict[tuple, WorkRecord]:
    """The works, with the inputs that differed between an implementation's invocations, over all of its params."""
    random = _taking_random(plan)
    families: dict[tuple[int, str], list[tuple[Case, WorkRecord]]] = {}
    for case, work in by_implementation.values():
        families.setdefault((case.artifact, case.benchmark), []).append((case, work))
    works = {}
    for name, members in families.items():
        seeds = {seed for _, work in members for seed, _ in list_calls(work)}
        params = [param for param in members[0][0].params if len({case.params.get(param) for case, _ in members}) > 1]
        inputs = (*(["Random"] if name in random and len(seeds) > 1 else []), *params)
        firsts = [_value(value) for _, work in members for (_, call), value in list_calls(work).items() if call == 1]
        distinct = sum(value not in firsts[:at] for at, value in enumerate(firsts))
        works |= {
            identify_implementation(case): replace(work, inputs=inputs, distinct=distinct) for case, work in members
        }
    return works


def _taking_random(plan: Plan) -> set[tuple[int, str]]:
    """The benchmarks, by artifact and name, that take Random or have a fixture that takes it."""
    return {(index, benchmark.name) for index, catalog in enumerate(plan.catalogs)
            for benchmark in catalog.benchmarks if benchmark.random}


def _value(call: WorkRecord | Given) -> tuple:
    return call.returned, call.consumed, call.checks, call.members


def _first_difference(first: WorkRecord, again: WorkRecord) -> tuple[int, int] | None:
    """Seed and number of the first call with another value the second time. The number of calls may differ too."""
    before, after = list_calls(first), list_calls(again)
    return next((key for key in before if key in after and _value(before[key]) != _value(after[key])), None)


def _same(first: WorkRecord, again: WorkRecord) -> bool:
    return first.failure == again.failure and _first_difference(first, again) is None


def _unrepeatable(first: WorkRecord, again: WorkRecord) -> WorkRecord:
    """The record of a case with another value the second time. If either run failed, that failure."""
    if first.failure or again.failure:
        return first if first.failure else again
    key = _first_difference(first, again)
    assert key is not None
    return replace(first, second_process=_given(*key, list_calls(again)[key]))


def _given(seed: int, call: int, value: Any) -> Given:
    return Given(seed=seed, call=call, returned=value.returned, consumed=value.consumed, checks=value.checks,
                 members=value.members)


class _Invoker:
    """Invokes cases of a plan, in `at_once` processes at a time."""

    def __init__(self, plan: Plan, workers: Workers):
        self.plan, self.workers = plan, workers
        # The seed of the fork whose used state is called after measuring; a fresh state is compared with it.
        random = _taking_random(plan)
        self.seeds = {case.case_id: block_seed(plan.seed, case.options.forks - 1) for case in plan.cases
                      if (case.artifact, case.benchmark) in random}
        self.hung: set[str] = set()  # cases that used up their Timeout, which are not invoked again

    def __call__(self, cases: Sequence[Case], alone: bool = False, at_once: int = 1) -> dict[str, WorkRecord]:
        numbers = count()
        shared: dict[tuple, tuple[Command, list[Case]]] = {}
        silent = {
            case.case_id: WorkRecord(case_id=case.case_id, limited=SILENT)
            for case in cases if not can_invoke(self.plan, case)
        }
        for case in cases:
            if case.case_id in silent:
                continue
            command = invoke_command(self.plan, case, self.workers.command)
            process = (case.artifact, command.argv, tuple(sorted(command.env.items())), next(numbers) if alone else 0)
            shared.setdefault(process, (command, []))[1].append(case)
        batches, works = list(shared.values()), silent
        for begin in range(0, len(batches), at_once):
            works |= self._together(batches[begin:begin + at_once])
        return works

    def _together(self, batches: Sequence[tuple[Command, list[Case]]]) -> dict[str, WorkRecord]:
        with tempfile.TemporaryDirectory(prefix="clamh-verify-") as name:
            folders = [Path(name) / str(number) for number in range(len(batches))]
            for folder in folders:
                folder.mkdir()
            results = together(invocations(command, cases, folder, self.workers.limits, more_seeds=self.seeds)
                               for (command, cases), folder in zip(batches, folders, strict=True))
        by_case = {case_id: given for result in results for case_id, given in result.items()}
        self.hung |= {case_id for case_id, given in by_case.items() if isinstance(given, WorkerError)
                      and given.reason == "timeout"}
        return {case.case_id: _record(case, by_case[case.case_id]) for _, cases in batches for case in cases}


def _record(case: Case, given: CaseCalls | WorkerError) -> WorkRecord:
    if isinstance(given, WorkerError):
        return WorkRecord(case_id=case.case_id, failure=sentence(failed_end(case.case_id, 0, given)))
    first, *more = given.calls
    value = first.value
    return WorkRecord(case_id=case.case_id, returned=value.returned, consumed=value.consumed, checks=value.checks,
                      members=value.members, other_calls=tuple(_given(*call) for call in more), limited=given.limited)
