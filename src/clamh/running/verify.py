"""verify: Plan → WorkRecord: what the implementations of each benchmark compute, from processes that never measure."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path

from msgspec.structs import replace

from clamh.model.artifacts import Command
from clamh.model.cases import Case, Plan
from clamh.model.errors import WorkerError
from clamh.model.failures import sentence
from clamh.model.results import Given, WorkRecord
from clamh.model.work import implementation, implementations
from clamh.running.context import Workers
from clamh.running.worker.fork import failed_end
from clamh.running.worker.invoke import invocations, together
from clamh.running.worker.messages import Value

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
    moved = [case for case in doubted if _gave(works[case.case_id]) != _gave(second[case.case_id])]
    if moved:
        alone, once_more = (ask(moved, alone=True) for _ in range(2))
        for case in moved:
            first, again = alone[case.case_id], once_more[case.case_id]
            works[case.case_id] = first if _gave(first) == _gave(again) else _unrepeatable(first, again)
    of = {implementation(case): works[case.case_id] for cases in compared for case in cases}
    return [replace(of[what], case_id=case.case_id, differs=differs.get((case.artifact, case.key), ""))
            for case in plan.cases if (what := implementation(case)) in of]


def _gave(work: WorkRecord) -> tuple:
    return work.returned, work.consumed, work.checks, work.members, work.failure


def _unrepeatable(first: WorkRecord, again: WorkRecord) -> WorkRecord:
    """What to say of one that gave something else the second time; a failure of either is what counts."""
    if first.failure or again.failure:
        return first if first.failure else again
    return replace(first, again=Given(returned=again.returned, consumed=again.consumed, checks=again.checks,
                                     members=again.members))


class _Asking:
    """Invokes cases of a plan, several processes at a time."""

    def __init__(self, plan: Plan, workers: Workers):
        self.plan, self.workers = plan, workers
        self.hung: set[str] = set()  # cases that took their whole Timeout: once is enough

    def __call__(self, cases: Iterable[Case], alone: bool = False) -> dict[str, WorkRecord]:
        numbers = count()
        shared: dict[tuple, tuple[Command, list[Case]]] = {}
        for case in cases:
            command = self.workers.command(self.plan, case)
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
            given = together(invocations(command, cases, folder, self.workers.limits)
                             for (command, cases), folder in zip(batches, folders, strict=True))
        found = {case_id: one for said in given for case_id, one in said.items()}
        self.hung |= {name for name, one in found.items() if isinstance(one, WorkerError) and one.reason == "timeout"}
        return {case.case_id: _record(case, found[case.case_id]) for _, cases in batches for case in cases}


def _record(case: Case, given: Value | WorkerError) -> WorkRecord:
    if isinstance(given, WorkerError):
        return WorkRecord(case_id=case.case_id, failure=sentence(failed_end(case, 0, given, ())))
    return WorkRecord(case_id=case.case_id, returned=given.returned, consumed=given.consumed, checks=given.checks,
                      members=given.members)
