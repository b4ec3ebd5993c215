"""dry: Plan → the value of each case, from one invocation with all of its fixtures and without timing."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

from clamh.model.cases import Case, Plan
from clamh.model.errors import WorkerError
from clamh.model.failures import failed_end
from clamh.model.results import ForkEnd
from clamh.running.context import Workers
from clamh.running.starting import can_invoke, invoke_command, with_temporary_folder
from clamh.running.worker import tmpfs
from clamh.running.worker.answers import CallValues
from clamh.running.worker.invoke import invoke
from clamh.running.worker.printed import read_tail


class TriedCase(NamedTuple):
    """A case: its value, or its failure with what it printed. A program that can only measure has neither."""

    case: Case
    value: CallValues | None = None
    failure: ForkEnd | None = None


def try_plan(plan: Plan, workers: Workers = Workers(), in_memory: bool = False) -> Iterator[TriedCase]:
    """Invokes each case in a fresh process, in the build that records and checks, if there is such a build.

    With `in_memory`, each case has a folder of its own on a tmpfs. Raises InputError if there is no tmpfs.
    """
    memory = tmpfs.find() if in_memory else None
    with tempfile.TemporaryDirectory(prefix="clamh-dry-") as name:
        outputs = Path(name)
        for case in plan.cases:
            if not can_invoke(plan, case):
                yield TriedCase(case)
                continue
            process = invoke_command(plan, case, workers.command)
            with tmpfs.make_folder(memory, []) if memory else nullcontext() as folder:
                if folder:
                    process = with_temporary_folder(plan, case, process, folder)
                try:
                    tried = TriedCase(case, invoke(process, case, outputs, workers.limits)[0])
                except WorkerError as error:
                    tail = read_tail(outputs / "out", outputs / "err", failed=True)
                    tried = TriedCase(case, failure=failed_end(case.case_id, 0, error, tail))
            yield tried
