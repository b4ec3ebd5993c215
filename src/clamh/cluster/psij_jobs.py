"""PBS, LSF, Flux and others through PSI/J, an optional library: one job per task, since PSI/J has no arrays."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING

from clamh.cluster.folder import TaskKey, task_log
from clamh.cluster.time_limit import parse_time_limit
from clamh.machine.extras import find_install_command
from clamh.model.diagnostics import input_error
from clamh.model.submission import Batch, SchedulerState, Submission
from clamh.model.times import utc_now

if TYPE_CHECKING:
    from types import ModuleType

    from psij import Job, JobExecutor

NAMES = {"pbs": "pbs", "pbs-classic": "pbs_classic", "lsf": "lsf", "flux": "flux", "local": "local"}  # ours → PSI/J's
PLAIN = re.compile(r"[\w.@/%+=:, -]+")  # characters without special meaning in a batch script of PSI/J
STATES = {
    "QUEUED": "PENDING", "ACTIVE": "RUNNING", "COMPLETED": "COMPLETED", "FAILED": "FAILED", "CANCELED": "CANCELLED"
}
ANSWER_S = 10.0  # the longest wait for the scheduler to report the state of a job


def check_library(environ: Mapping[str, str]) -> None:
    """Stands for a list of queues, which PSI/J does not know. Raises InputError where PSI/J is missing."""
    _library()


def submit_jobs(
    submission: Submission, queue: str, repetitions: Sequence[int], folder: str, environ: Mapping[str, str]
) -> Iterator[Batch]:
    """Submit a job for each repetition on one queue. Raises InputError with the words of PSI/J or of the scheduler."""
    psij, executor = _library(), _executor(submission.scheduler)
    for text in (folder, queue):
        if not PLAIN.fullmatch(text):
            raise input_error("not-submitted", f"'{text}' has characters with a special meaning in a batch script",
                              "use letters, digits, and ._@/%+=:,- in the names of folders and queues")
    taken = len(submission.batches)
    for number, repetition in enumerate(repetitions, taken + 1):
        job_id = f"job{number}"
        log = [str(task_log(folder, queue, repetition, job_id, ending)) for ending in ("out", "err")]
        job = psij.Job(
            psij.JobSpec(
                executable=sys.executable, name=f"clamh-{submission.id}", stdout_path=log[0], stderr_path=log[1],
                arguments=[
                    "-P", "-m", "clamh.cli.start", "task", folder,
                    str(submission.queues.index(queue)),
                    str(repetition), job_id, "0"
                ], resources=psij.ResourceSpecV1(node_count=1, exclusive_node_use=True), attributes=psij.JobAttributes(
                    queue_name=queue, duration=timedelta(seconds=parse_time_limit(submission.time_limit)))))
        try:
            executor.submit(job)
        except (psij.SubmitException, psij.InvalidJobException, OSError) as error:  # OSError: there is no such command
            cause = getattr(error, "exception", None)
            raise input_error(
                "not-submitted", f"{queue}: {error}{f': {cause}' if cause else ''}",
                f"check that the commands of {submission.scheduler} are installed and accept the queue") from None
        yield Batch(queue=queue, id=job_id, native=str(job.native_id), repetitions=(repetition,), time=utc_now())


def read_job_states(submission: Submission, environ: Mapping[str, str]) -> dict[TaskKey, SchedulerState]:
    """The scheduler's state of each job; jobs that it no longer knows are missing. Raises InputError where PSI/J is
    missing.
    """
    states = {}
    for batch in submission.batches:
        job = _attached(submission.scheduler, batch.native)
        if job:
            code = job.status.exit_code
            # PSI/J does not know the exit code of a process that is not its child, and reports 0.
            reason = job.status.message or ""
            state = STATES.get(job.status.state.name, "RUNNING")  # the scheduler has not answered yet
            states[batch.id, batch.repetitions[0]] = SchedulerState(state=state, reason=reason, exit_code=code)
    return states


@cache
def _attached(scheduler: str, native: str) -> Job | None:
    """The scheduler's job with this id, whose state PSI/J follows from now on; None where the scheduler no longer knows
    it.
    """
    psij = _library()
    import psutil

    job = psij.Job()
    try:
        _executor(scheduler).attach(job, native)
        job.wait(timedelta(seconds=ANSWER_S), target_states=[psij.JobState[name] for name in STATES])
    except (psutil.NoSuchProcess, psij.SubmitException):
        return None
    return job


@cache
def _executor(scheduler: str) -> JobExecutor:
    psij = _library()
    from psij.executors.batch.batch_scheduler_executor import BatchSchedulerExecutorConfig

    config = None
    if scheduler != "local":
        config = BatchSchedulerExecutorConfig(queue_polling_interval=5, initial_queue_polling_delay=1)
    try:
        return psij.JobExecutor.get_instance(NAMES[scheduler], config=config)
    except ValueError as error:  # its own library is missing, as Flux's
        raise input_error("no-scheduler", f"{scheduler}: {error}", "install the scheduler's Python package") from None


def _library() -> ModuleType:
    try:
        import psij
    except ImportError:
        raise input_error("no-psij", "PSI/J is not installed", f"type: {find_install_command('psij')}") from None
    return psij
