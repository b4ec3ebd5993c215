"""Slurm through its own commands: lists queues, submits arrays of tasks, and reads their states."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from clamh.cluster.folder import TaskKey, log_pattern
from clamh.machine.commands import Answer, run_for_output
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.model.folders import shorten_path
from clamh.model.submission import Batch, SchedulerState, Submission
from clamh.model.times import utc_now

SCRIPT, SOLO_SCRIPT = (Path(__file__).with_name(name) for name in ("task.sh", "solo.sh"))
FIELDS = ("ArrayJobID", "ArrayTaskID", "State", "exit_code", "NodeList", "Reason")
# Options of sbatch that CLAMH sets itself, to find its tasks and their output; sbatch accepts beginnings of names too.
RESERVED = ("--job-name", "--array", "--output", "--error", "--open-mode", "--clusters", "--wrap", "--test-only",
            "--partition")
ANSWER_S = 120  # a controller that is busy answers later than any other command
BUSY = "try again later; `scontrol ping` shows whether Slurm's controller answers"
NO_SLURM = "install Slurm's commands, or use a machine that can submit to the cluster (`sinfo` must work there)"


def list_queues(environ: Mapping[str, str]) -> list[str]:
    """The partitions of this cluster, including hidden partitions. Raises InputError where there is no Slurm."""
    answer = _ask(["sinfo", "-a", "-h", "-o", "%R"], environ)
    if answer.code:
        raise input_error("no-answer", f"sinfo: {_last_line(answer.errors)}", BUSY)
    return list(dict.fromkeys(answer.output.decode("utf-8", "replace").split()))


def submit_array(
    submission: Submission, queue: str, repetitions: Sequence[int], folder: str, environ: Mapping[str, str]
) -> Iterator[Batch]:
    """Submit an array with a task for each repetition on one queue. Raises InputError with Slurm's own words."""
    number = str(submission.queues.index(queue))
    argv = [
        "sbatch", "--parsable", f"--partition={queue}", f"--job-name={_job_name(submission)}",
        f"--array={','.join(map(str, repetitions))}", "--nodes=1", "--exclusive", "--no-requeue", "--open-mode=append",
        f"--time={submission.time_limit}", f"--output={log_pattern(folder, queue, 'out')}",
        f"--error={log_pattern(folder, queue, 'err')}", *submission.options
    ]
    # Artifacts that run by themselves need no Python on the node.
    argv += [str(SOLO_SCRIPT), folder, queue] if submission.solo else [str(SCRIPT), sys.executable, folder, number]
    answer = _ask(
        argv, environ, f"Slurm may have the batch: if `squeue --name={_job_name(submission)}` lists it, "
        f"cancel it with scancel; then type: clamh submit --resume -o {shlex.quote(shorten_path(folder))}")
    if answer.code:
        raise input_error(
            "not-submitted", f"{queue}: {_last_line(answer.errors)}",
            "fix what sbatch complains about; --sbatch passes it an option, such as --sbatch=--account=NAME")
    array = answer.output.decode().strip().partition(";")[0]  # the name of a cluster may follow
    yield Batch(queue=queue, id=array, repetitions=tuple(repetitions), time=utc_now())


def find_reserved_options(options: Iterable[str]) -> list[str]:
    """The names among these options of sbatch that CLAMH sets itself."""
    names = (option.partition("=")[0] for option in options)
    return [name for name in names if any(reserved.startswith(name) for reserved in RESERVED)]


def read_states(submission: Submission, environ: Mapping[str, str]) -> dict[TaskKey, SchedulerState]:
    """Slurm's state of each task, by the id of its array and its repetition; tasks that ended long ago are missing.

    Raises InputError where Slurm does not answer.
    """
    form = ",".join(f"{field}:|" for field in FIELDS)
    answer = _ask(["squeue", "-a", "-h", "-r", "-t", "all", f"--name={_job_name(submission)}", "-O", form], environ)
    if answer.code:
        raise input_error("no-answer", f"squeue: {_last_line(answer.errors)}", BUSY)
    states = dict(_queue_states(answer.output.decode("utf-8", "replace").splitlines()))
    submitted = {(batch.id, repetition) for batch in submission.batches for repetition in batch.repetitions}
    if missing := submitted - set(states):
        states |= _recorded_states(missing, environ)
    return states


def _queue_states(lines: Iterable[str]) -> Iterable[tuple[TaskKey, SchedulerState]]:
    for line in lines:
        array, repetition, state, status, nodes, reason, *_ = line.split("|")
        if repetition.isdigit():
            code, signal = _exit_status(int(status) if status.isdigit() else 0)
            yield (array, int(repetition)), SchedulerState(state=state, reason=reason, exit_code=code, signal=signal,
                                                           nodes=nodes)


def _recorded_states(tasks: Iterable[TaskKey], environ: Mapping[str, str]) -> dict[TaskKey, SchedulerState]:
    """The states from Slurm's accounts, for tasks that its controller has forgotten; empty where the cluster keeps no
    accounts.
    """
    arrays = ",".join(sorted({array for array, _ in tasks}))
    try:
        answer = _ask(["sacct", "-n", "-P", "-X", "-j", arrays, "-o", "JobID,State,ExitCode,NodeList"], environ)
    except InputError:  # accounts are optional, and so is sacct
        return {}
    states = {}
    for line in answer.output.decode("utf-8", "replace").splitlines() if not answer.code else ():
        name, state, status, nodes, *_ = (*line.split("|"), "", "", "")
        array, _, repetition = name.partition("_")
        code, _, signal = status.partition(":")
        if repetition.isdigit() and (array, int(repetition)) in tasks:
            states[array, int(repetition)] = SchedulerState(
                state=(state.split() or [""])[0], nodes=nodes, exit_code=int(code) if code.isdigit() else None,
                signal=int(signal) if signal.isdigit() else 0)
    return states


def _exit_status(status: int) -> tuple[int | None, int]:
    """The exit code and the signal of a wait status; no exit code after a signal."""
    signal = status & 0x7F
    return (None, signal) if signal else (status >> 8 & 0xFF, 0)


def _job_name(submission: Submission) -> str:
    return f"clamh-{submission.id}"


def _ask(argv: Sequence[str], environ: Mapping[str, str], hint: str = BUSY) -> Answer:
    """The answer of a command; `hint` is that of the error that it does not answer in time."""
    try:
        return run_for_output(argv, environ, ANSWER_S)
    except TimeoutError:
        raise input_error("no-answer", f"{argv[0]} did not answer in {ANSWER_S} s", hint) from None
    except FileNotFoundError:
        raise input_error("no-slurm", f"{argv[0]} is not on PATH", NO_SLURM) from None


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return re.sub(r"^\w+: (error|fatal): ", "", lines[-1].strip()) if lines else "no reason was given"
