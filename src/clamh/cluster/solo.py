"""Artifacts that run without CLAMH on the node: writes a plan's commands for the batch script (solo.sh), and reads its
log.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from clamh.machine import atomic
from clamh.model.cases import Case, Plan
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.results import WorkRecord
from clamh.model.solo import ENDED, EXIT, LOG_VERSION, MODES, SoloCase, SoloHeader, read_header
from clamh.model.submission import Ending, Start, Task

FOLDER, LOG = "solo", "log"
TIMED = {"-wi": "warmup_iterations", "-i": "measurement_iterations"}


def check_plan(plan: Plan, threads: Sequence[int] | None = None) -> None:
    """Raises InputError with everything in a plan that an artifact cannot do by itself. `threads` is -t."""
    problems = []
    for catalog in plan.catalogs:
        if not os.access(catalog.artifact.path, os.X_OK):
            problems.append((f"{catalog.artifact.path} cannot run without clamh",
                             "leave out --solo: then clamh starts it on the node"))
        elif "invoke" not in catalog.capabilities.get("commands", ("invoke",)):
            problems.append((f"{catalog.artifact.path} has no --solo: its program is written for B63 or Metron",
                             "leave out --solo: then clamh starts it on the node"))
        for benchmark in catalog.benchmarks:
            if any(count < 0 for count in threads or benchmark.settings.threads or ()):
                # The plan has the number of this machine instead.
                problems.append((f"--solo cannot measure {benchmark.name} with as many threads as the node has CPUs",
                                 "give their number, such as -t 8, or leave out --solo"))
    for case in plan.cases:
        if case.mode not in MODES or case.members:
            what = f"mode {case.mode}" if case.mode not in MODES else "a group"
            problems.append((f"--solo cannot measure {case.benchmark}: {what}",
                             f"leave it out (-e), or measure in mode {' or '.join(MODES)} (-bm)"))
        for what, value in (("AutoWarmup", case.options.auto_warmup), ("bounds of its calls", case.options.bounds),
                            ("warmup forks", case.options.warmup_forks)):
            if value:
                problems.append((f"--solo cannot measure {case.benchmark}: it has {what}, which an artifact ignores",
                                 "leave it out (-e), or leave out --solo"))
    if problems:
        raise InputError(
            Diagnostic(code="solo", message=message, hint=hint) for message, hint in dict.fromkeys(problems))


def write_commands(folder: str, submission: str, plan: Plan, works: Sequence[WorkRecord]) -> None:
    """Write a file for each fork, in the plan's order, with the words of its command, each ended by a NUL; then the
    file without which a task does nothing.

    `works` are what cases compute. Raises OSError.
    """
    work_by_case = {work.case_id: work for work in works}
    cases = {case.case_id: case for case in plan.cases}
    path = Path(folder) / FOLDER
    turns = [turn for turns in plan.rounds for turn in turns if turn.fork >= 0]
    for number, turn in enumerate(turns):
        words = _words(plan, cases[turn.case_id], work_by_case.get(turn.case_id))
        atomic.write(path / f"command-{number:06}", b"".join(os.fsencode(word) + b"\0" for word in words))
    atomic.write(path / "start", f"{LOG_VERSION}\nsubmission: {submission}\n".encode())


def _words(plan: Plan, case: Case, work: WorkRecord | None) -> list[str]:
    """The words of a command file: what the log records of the case, the working folder, and the command."""
    artifact, options = plan.catalogs[case.artifact].artifact, case.options
    solo_case = SoloCase(
        place=plan.cases.index(case), key=case.key, benchmark=case.benchmark, platform=case.platform, build=case.build,
        version=artifact.platform.version, source=artifact.source, mode=case.mode, threads=case.threads,
        params=case.params, baseline=case.baseline, work=work, options={
            name: getattr(options, name) for name in ("warmup_iterations", "warmup_time_ns", "measurement_iterations",
                                                      "measurement_time_ns", "measurement_batch_size", "time_unit")
        })
    command = [
        artifact.path, "--solo", case.benchmark, "-bm", case.mode, "-t",
        str(case.threads), "-bs",
        str(options.measurement_batch_size)
    ]
    command += [word for option, name in TIMED.items() for word in (option, str(getattr(options, name)))]
    if case.mode != "ss":
        command += ["-w", f"{options.warmup_time_ns}ns", "-r", f"{options.measurement_time_ns}ns"]
    command += [word for name, value in case.wire_params.items() for word in ("-p", f"{name}={value}")]
    return [msgspec.json.encode(solo_case).decode(), artifact.folder or os.path.dirname(artifact.path), *command]


def read_solo_start(path: Path, task: Task, batch: str) -> Start | None:
    """The beginning of an attempt from its log; None where there is no log, or only a part of its header."""
    header = _header(path)
    return header and Start(submission=header.submission, queue=task.queue, repetition=task.repetition, batch=batch,
                            restart=0, host=header.host, cpu=header.cpu, time=header.began, command=())


def read_solo_end(path: Path) -> Ending | None:
    """The end of an attempt from its log; None where the log has no end."""
    log = path / LOG
    if not log.is_file():
        return None
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - 4096))
        *_, before, last, rest = ("", "", *file.read().decode("utf-8", "replace").split("\n"))
    # After anything else, the last line is a part of it, or a benchmark printed it.
    ended = last.startswith(ENDED) and before.startswith(EXIT) and not rest
    return Ending(exit_code=0, time=last.removeprefix(ENDED)) if ended else None


def _header(path: Path) -> SoloHeader | None:
    log = path / LOG
    if not log.is_file():
        return None
    with log.open("rb") as file:
        return read_header(file.read(4096).decode("utf-8", "replace"))
