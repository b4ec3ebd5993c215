"""Submits and follows tasks; after each step, another process could continue from the folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from clamh.cluster.folder import (make_task_folders, read_known_states, read_submission, write_known_states,
                                  write_submission)
from clamh.cluster.outcomes import COMPLETE, RUNNING, WAITING, task_outcomes
from clamh.cluster.schedulers import Scheduler
from clamh.machine.commands import delay_signals
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.submission import ACTIVE, Submission, Task, TaskOutcome

FIRST_WAIT_S, SLOWER, LONGEST_WAIT_S = 1.0, 1.2, 15.0  # a cluster's controller answers many users
# A shared file system shows a node's last files after the scheduler reports the end: NFS up to 60 s later (nfs(5):
# acdirmax). We wait so long only where the scheduler reports an end that leaves results.
SETTLE_S, LATEST_S = 2.0, 60.0


def submit_tasks(folder: str, submission: Submission, tasks: Sequence[Task], scheduler: Scheduler,
                 environ: Mapping[str, str]) -> Submission:
    """Submit these tasks, a batch for each queue, and record each batch as soon as the scheduler has it.

    Raises InputError with every queue that refused; the tasks of the other queues are submitted. Raises OSError where
    the folder cannot be written.
    """
    problems: list[Diagnostic] = []
    for queue in submission.queues:
        repetitions = tuple(task.repetition for task in tasks if task.queue == queue)
        if not repetitions:
            continue
        make_task_folders(folder, queue, repetitions)
        try:
            batches = scheduler.submit(submission, queue, repetitions, folder, environ)
            while True:
                with delay_signals():  # the scheduler may have the batch before its command has answered
                    batch = next(batches, None)
                    if batch is None:
                        break
                    submission = replace(submission, batches=(*submission.batches, batch))
                    write_submission(folder, submission)
        except InputError as error:
            problems += error.diagnostics
    if problems:
        raise InputError(problems)
    return submission


def read_outcomes(
    folder: str, submission: Submission, scheduler: Scheduler, environ: Mapping[str, str], keep: bool = True
) -> list[TaskOutcome]:
    """The outcome of every task so far. With `keep`, store the scheduler's states in the folder, since it forgets ended
    tasks.

    Raises InputError where the scheduler does not answer, OSError where the folder cannot be written.
    """
    known = read_known_states(folder)
    # A task that the scheduler has forgotten does not run any more.
    ended = {key: state for key, state in known.items() if state.state not in RUNNING | WAITING}
    states = {**ended, **scheduler.states(submission, environ)}
    if keep and states != known:
        write_known_states(folder, states)
    return task_outcomes(folder, submission, states)


def is_active(outcome: TaskOutcome) -> bool:
    """Whether a task waits or runs, also after an attempt that finished: `clamh submit --resume` may have found that
    its results are those of another run.
    """
    return bool(outcome.attempts) and outcome.attempts[-1].state in ACTIVE


def follow(folder: str, scheduler: Scheduler, environ: Mapping[str, str], notice: Callable[[str], None],
           sleep: Callable[[float], None] = time.sleep) -> Iterator[list[TaskOutcome]]:
    """Yield the outcomes repeatedly, until no task waits or runs. Raises what `read_outcomes` raises.

    While a scheduler is too busy to answer, `notice` gets its problem once, and the next answer is waited for.
    """
    wait, settled_s, noticed = FIRST_WAIT_S, 0.0, False
    while True:
        try:
            outcomes = read_outcomes(folder, read_submission(folder), scheduler, environ)
        except InputError as error:
            if error.diagnostics[0].code != "no-answer":
                raise
            if not noticed:
                notice(f"{error.diagnostics[0].message}; waiting for the next answer")
            noticed = True
            sleep(LONGEST_WAIT_S)
            continue
        noticed = False
        if any(map(is_active, outcomes)):
            yield outcomes
            sleep(wait)
            wait = min(LONGEST_WAIT_S, wait * SLOWER)
        elif (all(outcome.attempts and outcome.attempts[-1].state == "finished" for outcome in outcomes)
              or settled_s >= (LATEST_S if _is_end_late(folder, outcomes) else SETTLE_S)):
            yield outcomes
            return
        else:
            pause = min(LONGEST_WAIT_S, max(SETTLE_S, settled_s))
            sleep(pause)
            settled_s += pause


def _is_end_late(folder: str, outcomes: Sequence[TaskOutcome]) -> bool:
    """Whether a task lacks the file of its end although the scheduler reports an exit code of complete results."""
    if read_submission(folder).scheduler == "local":  # on this machine no file is late
        return False
    states = read_known_states(folder)
    last = (outcome.attempts[-1] for outcome in outcomes if outcome.attempts)
    unended = (states.get((attempt.batch, attempt.task.repetition)) for attempt in last if attempt.exit_code is None)
    return any(state and state.state in ("COMPLETED", "FAILED") and not state.signal
               and state.exit_code in (None, *COMPLETE) for state in unended)
