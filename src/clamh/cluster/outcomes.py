"""The outcome of every task, from the files in its folder and the scheduler's state."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from clamh.cluster.folder import RESULTS, TaskKey, attempt_folder, list_restarts, read_end, read_log, read_start
from clamh.cluster.solo import LOG, read_solo_end, read_solo_start
from clamh.model.results import End, read_last_record
from clamh.model.submission import (ACTIVE, Attempt, Batch, Ending, SchedulerState, Start, State, Submission, Task,
                                    TaskOutcome)

NO_ANSWER = SchedulerState(state="")
COMPLETE = (0, 1)  # exit codes of `clamh run` with complete results; 1: a case failed
LOG_LINES = 5
RUNNING = {"RUNNING", "COMPLETING", "STAGE_OUT", "SIGNALING", "STOPPED", "SUSPENDED", "RESIZING"}
WAITING = {"PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT"}
ENDED: dict[str, tuple[State, str]] = {
    "TIMEOUT": ("timed out", "it reached its time limit"),
    "DEADLINE": ("timed out", "it reached its deadline"),
    "CANCELLED": ("killed", "it was cancelled"),
    "REVOKED": ("killed", "the scheduler revoked it"),
    "PREEMPTED": ("killed", "another job took its node"),
    "NODE_FAIL": ("lost", "its node failed"),
    "BOOT_FAIL": ("lost", "its node did not boot"),
    "OUT_OF_MEMORY": ("failed", "it used more memory than the node gave it"),
}


def task_outcomes(folder: str, submission: Submission, states: Mapping[TaskKey, SchedulerState],
                  missing: SchedulerState | None = None) -> list[TaskOutcome]:
    """The outcome of every task, in the order of queues and repetitions. `missing` is the state of other tasks than
    those of `states`: NO_ANSWER, or None for tasks that the scheduler no longer knows.

    Raises InputError for damaged files.
    """
    return [
        TaskOutcome(task, tuple(_attempts(folder, submission, task, states, missing))) for queue in submission.queues
        for task in (Task(queue, repetition + 1) for repetition in range(submission.repetitions))
    ]


def _attempts(folder: str, submission: Submission, task: Task,
              states: Mapping[TaskKey, SchedulerState], missing: SchedulerState | None) -> list[Attempt]:
    batches = [
        batch for batch in submission.batches if batch.queue == task.queue and task.repetition in batch.repetitions
    ]
    return [
        attempt for batch in batches
        for attempt in _starts(folder, task, batch, states.get((batch.id, task.repetition), missing))
    ]


def _starts(folder: str, task: Task, batch: Batch, state: SchedulerState | None) -> list[Attempt]:
    """The attempts of a batch: several where the scheduler began the task again."""
    restarts = list_restarts(folder, task.queue, task.repetition, batch.id)
    paths = [attempt_folder(folder, task.queue, task.repetition, batch.id, restart) for restart in restarts]
    attempts = [_judge_attempt(task, batch, path, None, restarted=True) for path in paths[:-1]]
    waits_again = bool(paths) and state is not None and state.state in WAITING
    if paths:
        attempts.append(_judge_attempt(task, batch, paths[-1], state, restarted=waits_again))
    if not paths or waits_again:
        following = restarts[-1] + 1 if restarts else 0
        path = attempt_folder(folder, task.queue, task.repetition, batch.id, following)
        attempts.append(_judge_attempt(task, batch, path, state))
    return [_with_log(attempt, folder) for attempt in attempts]


def _judge_attempt(task: Task, batch: Batch, path: Path, state: SchedulerState | None,
                   restarted: bool = False) -> Attempt:
    start, end, results = read_start(path), read_end(path), path / RESULTS
    if (path / LOG).exists():
        start, end, results = read_solo_start(path, task, batch.id), read_solo_end(path), path / LOG
    attempt = Attempt(task, batch.id, str(path), "lost", host=start.host if start else state.nodes if state else "",
                      cpu=start.cpu if start else "", command=start.command if start else (),
                      exit_code=end.exit_code if end else None)
    if end and end.exit_code in COMPLETE and (results.name == LOG or _is_complete(results)):
        return attempt._replace(state="finished", results=str(results))
    if restarted:
        return attempt._replace(state="requeued", reason="the scheduler stopped and restarted it")
    known, reason = _unfinished(start, end, state)
    return attempt._replace(state=known, reason=reason)


def _is_complete(results: Path) -> bool:
    """Whether the last line of a results file says that the run is complete."""
    if not results.is_file():
        return False
    end = read_last_record(results)
    return isinstance(end, End) and end.status == "complete"


def _unfinished(start: Start | None, end: Ending | None, state: SchedulerState | None) -> tuple[State, str]:
    """The state of an attempt without complete results, and why."""
    nothing = "" if start else " before it wrote anything"
    if state and state.state in WAITING:
        return "waiting", state.reason
    if state and state.state in RUNNING:
        return "running", ""
    if state and state.state in ENDED:
        kind, reason = ENDED[state.state]
        return kind, f"{reason}{nothing}"
    if end:
        return "failed", f"clamh run ended with exit code {end.exit_code} and left no complete results"
    if state == NO_ANSWER:
        began = f"it began on {start.host} at {start.time}; " if start else ""
        return "unknown", f"{began}the scheduler did not answer"
    if state and (state.exit_code or state.signal):
        how = f"signal {state.signal}" if state.signal else f"exit code {state.exit_code}"
        cause = f" ({state.reason})" if state.reason not in ("", "None", "NonZeroExitCode") else ""
        return "failed", f"it died with {how}{cause}{nothing}"
    if state:
        return "failed", f"the scheduler reports {state.state}, and it left no complete results"
    when = f"it began on {start.host} at {start.time} and never ended" if start else "it left nothing behind"
    return "lost", f"{when}; the scheduler no longer knows it"


def _with_log(attempt: Attempt, folder: str) -> Attempt:
    """The attempt; if it failed, with the last lines that it printed."""
    if attempt.state in ("finished", *ACTIVE):
        return attempt
    return attempt._replace(
        errors=read_log(folder, attempt.task.queue, attempt.task.repetition, attempt.batch, LOG_LINES))
