"""-prof callgrind: the instructions of each case's measured loop, counted by valgrind in processes of their own.

A process has n invocations, the next 2n: what both do around the loop is equal, so the difference is the work of n.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from clamh.languages import languages
from clamh.languages.profilers import UNKNOWN_INSTRUCTION, UNKNOWN_TO_VALGRIND
from clamh.model.artifacts import Command
from clamh.model.cases import Case, Catalog, Plan, describe_case
from clamh.model.counting import InstructionsRecord
from clamh.model.errors import WorkerError
from clamh.model.failures import sentence
from clamh.model.results import ForkEnd, WarningRecord
from clamh.running.aside import run_aside
from clamh.running.progress import Ongoing
from clamh.running.starting import CommandOf
from clamh.running.worker import commands
from clamh.running.worker.answers import OpenCase
from clamh.running.worker.conversation import ask, timeout_s
from clamh.running.worker.process import Worker
from clamh.running.worker.trial import Trial

CALLGRIND, VALGRIND = "callgrind", "valgrind"
WANTED = 1_000_000  # instructions in a process, if a single invocation has fewer
MOST = 1000  # invocations in the shorter process
_TOTAL = re.compile(r"^(?:summary|totals): (\d+)", re.MULTILINE)


def explain_lack() -> tuple[str, str]:
    """Why nothing can be counted here, and what to do; empty if it can."""
    return ("", "") if shutil.which(VALGRIND) else ("valgrind is not installed", "type: sudo apt-get install valgrind")


def record_instructions(run: Ongoing, command: CommandOf) -> None:
    """Counts and records the instructions of every case that has a loop to count, or why it has none."""
    run.listener.notice("counting instructions under valgrind, before anything is measured")
    for case in run.plan.cases:
        if find_loop(run.plan.catalogs[case.artifact]):
            record = _count_case(run.plan, case, command, run.recording.outputs)
            run.record(record)
            if isinstance(record, WarningRecord):
                run.listener.notice(f"warning: {record.message}")


def find_loop(catalog: Catalog) -> tuple[str, ...]:
    """The functions that are measured loops, as valgrind's patterns; none where there is no native code."""
    language = languages().get(catalog.artifact.platform.language)
    loops: tuple[str, ...] = language.profiler.COUNTED if language else ()
    return loops


def _count_case(plan: Plan, case: Case, command: CommandOf, outputs: Path) -> InstructionsRecord | WarningRecord:
    try:
        if reason := _find_reason(case):
            raise WorkerError("unsupported", reason)
        most = case.options.bounds.most // 2 if case.options.bounds else MOST
        if not most:
            raise WorkerError("unsupported", "it takes two calls, and its maxIterations is 1")
        single = _count_process(plan, case, command, outputs, 1)
        invocations = max(1, min(MOST, most, WANTED // max(single, 1)))
        once = _count_process(plan, case, command, outputs, invocations) if invocations > 1 else single
        twice = _count_process(plan, case, command, outputs, 2 * invocations)
        return InstructionsRecord(case_id=case.case_id, invocations=invocations, once=once, twice=twice)
    except WorkerError as error:
        return WarningRecord(
            code="counter-missing", case_id=case.case_id,
            message=f"callgrind counted nothing of {describe_case(case)} on {case.side}: {error.detail}")


def _find_reason(case: Case) -> str:
    """Why the instructions of its operations cannot be counted; empty if they can."""
    if case.members:
        return "the functions of a group have no loop in common"
    if any(step.level == "Invocation" for step in case.opening.steps):
        return "its fixtures run around each invocation"
    if "Suspend" in case.opening.injected:
        return "what it suspends (Suspend) would be counted too"
    if "Control" in case.opening.injected:
        return "it takes Control, and may wait for other threads, but a single thread is counted"
    return "it counts its operations itself (Operations), not in proportion to its calls" if case.operations else ""


def _count_process(plan: Plan, case: Case, command: CommandOf, outputs: Path, invocations: int) -> int:
    """The instructions in the measured loop of a process that calls the benchmark so often. Raises WorkerError."""
    options = replace(case.options, forks=1, warmup_forks=0, warmup_iterations=0, measurement_iterations=1,
                      measurement_batch_size=1, auto_warmup=UNSET, bounds=UNSET)
    case = replace(case, mode="avgt", threads=1, warm=(), warms_itself=True, binding=None, options=options)

    def count(trial: Trial, worker: Worker) -> None:
        opened = trial.opened or OpenCase()
        counted = commands.iterate(case, opened, "measurement", 0, first=1, last=1, count=invocations)
        ask(worker, case, counted, timeout_s(case), [])

    with tempfile.TemporaryDirectory(prefix="clamh-callgrind-") as folder:
        process = _under_valgrind(plan, case, command(plan, case), Path(folder))
        end = run_aside(process, case, plan.seed, outputs, count)
        if end.status != "ok":
            raise WorkerError("callgrind", _explain(end))
        texts = [path.read_text(encoding="utf-8", errors="replace") for path in Path(folder).glob("callgrind.out*")]
    totals = [int(match[1]) for text in texts if (match := _TOTAL.search(text))]
    if not sum(totals):
        raise WorkerError("callgrind", "valgrind found no measured loop in the program")
    return sum(totals)


def _under_valgrind(plan: Plan, case: Case, command: Command, folder: Path) -> Command:
    loops = find_loop(plan.catalogs[case.artifact])
    return replace(command, argv=(VALGRIND, "-q", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind.out",
                                  *(f"--toggle-collect={loop}" for loop in loops), *command.argv))


def _explain(end: ForkEnd) -> str:
    if end.reason == "unsupported":
        return end.message
    unknown = any(text in line for text in UNKNOWN_TO_VALGRIND for line in end.output_tail)
    return f"{sentence(end)}{f'; {UNKNOWN_INSTRUCTION}' if unknown else ''}"
