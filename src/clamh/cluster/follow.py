"""Submits and follows tasks; after each step, another process could continue from the folder."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from clamh.cluster.folder import (make_task_folders, read_known_states, read_submission, write_known_states,
                                  write_submission)
from clamh.cluster.outcomes import RUNNING, WAITING, task_outcomes
from clamh.cluster.schedulers import Scheduler
from clamh.machine.commands import delay_signals
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.submission import ACTIVE, Submission, Task, TaskOutcome

FIRST_WAIT_S, SLOWER, LONGEST_WAIT_S = 1.0, 1.2, 15.0  # a cluster's controller answers many users
SETTLE_S = 2.0  # a shared file system shows a node's last files a little after the scheduler reports the end


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


def follow(folder: str, scheduler: Scheduler, environ: Mapping[str, str],
           sleep: Callable[[float], None] = time.sleep) -> Iterator[list[TaskOutcome]]:
    """Yield the outcomes repeatedly, until no task waits or runs. Raises what `read_outcomes` raises."""
    wait, settled = FIRST_WAIT_S, False
    while True:
        outcomes = read_outcomes(folder, read_submission(folder), scheduler, environ)
        if any(map(is_active, outcomes)):
            yield outcomes
            sleep(wait)
            wait = min(LONGEST_WAIT_S, wait * SLOWER)
        elif settled or all(outcome.state == "finished" for outcome in outcomes):
            yield outcomes
            return
        else:
            settled = True
            sleep(SETTLE_S)
