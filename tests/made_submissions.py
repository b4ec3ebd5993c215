"""Submissions made by hand: runs of tasks with exact scores, and what a scheduler said of them."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from pathlib import Path

from made_runs import MACHINE, case, fork, run
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.collection import Repetition
from clamh.model.results import Run
from clamh.model.submission import Batch, Submission

COMMAND = ("run", "suite")
SIDES = ("cpp/g++-12", "rust/rustc-1.95")


def submission(queues: Sequence[str] = ("x86_q", "arm_q"), repetitions: int = 3) -> Submission:
    """What was submitted: one batch for each queue, which have the ids 10, 11, …"""
    batches = tuple(Batch(queue=queue, id=str(10 + number), repetitions=tuple(range(1, repetitions + 1)), time="2026-01-02T03:00:00Z")
                    for number, queue in enumerate(queues))
    return Submission(version=1, id="abcd1234", clamh_version="0.1.0", created="2026-01-02T03:00:00Z", scheduler="slurm", folder="/home", command=COMMAND,
                      queues=tuple(queues), repetitions=repetitions, time_limit="00:15:00", batches=batches)


def task_run(scores: Sequence[float], host: str = "node1", mode: str = "avgt", spread: float = 0.0) -> Run:
    """A run of one benchmark on a platform for each score; its three forks differ by the share `spread` around that."""
    forks = [[score * math.exp(spread * step) for step in (-1, 0, 1)] for score in scores]
    cases = [case([fork(number, [each, each]) if mode == "avgt" else fork(number, [each, each], mode=mode) for number, each in enumerate(of_side)],
                  case_id=f"c{number}", platform=SIDES[number], mode=mode) for number, of_side in enumerate(forks)]
    result = run(cases)
    return replace(result, header=replace(result.header, environment={**MACHINE, "host": host}))


def repetition(number: int, scores: Sequence[float], queue: str = "x86_q", host: str = "node1", cpu: str = "Xeon", **fields: object) -> Repetition:
    """The same, judged by itself."""
    result = task_run(scores, host, **fields)
    return Repetition(queue, host, cpu, number, result, summarise(result, 0.95))


def commands(folder: Path, **scripts: str) -> dict[str, str]:
    """An environment in which these are Slurm's commands, and write down their arguments."""
    for name, script in scripts.items():
        (folder / name).write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >{folder}/{name}.arguments\n{script}\n')
        (folder / name).chmod(0o755)
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
