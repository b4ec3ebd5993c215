"""The schedulers that can run tasks, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from clamh.cluster import psij_jobs, slurm
from clamh.cluster.folder import TaskKey
from clamh.model.diagnostics import input_error
from clamh.model.submission import Batch, SchedulerState, Submission

Submit = Callable[[Submission, str, Sequence[int], str, Mapping[str, str]], Iterator[Batch]]


class Scheduler(NamedTuple):
    """The functions of a scheduler. Each raises InputError with the scheduler's own words.

    `queues` lists the queues, None where the scheduler cannot list them. `submit` yields each batch as soon as the
    scheduler has it.
    """

    queues: Callable[[Mapping[str, str]], list[str] | None]
    submit: Submit
    states: Callable[[Submission, Mapping[str, str]], dict[TaskKey, SchedulerState]]


SLURM = Scheduler(slurm.list_queues, slurm.submit_array, slurm.read_states)
THROUGH_PSIJ = Scheduler(psij_jobs.check_library, psij_jobs.submit_jobs, psij_jobs.read_job_states)
SCHEDULERS = {"slurm": SLURM, **dict.fromkeys(psij_jobs.NAMES, THROUGH_PSIJ)}


def find_scheduler(submission: Submission) -> Scheduler:
    """The scheduler of a submission. Raises InputError for a name that this version does not know."""
    if submission.scheduler in SCHEDULERS:
        return SCHEDULERS[submission.scheduler]
    raise input_error("results", f"the submission has the unknown scheduler '{submission.scheduler}'",
                      f"this clamh knows {', '.join(SCHEDULERS)}; read it with clamh {submission.clamh_version}")
