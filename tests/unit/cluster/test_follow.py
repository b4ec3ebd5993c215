from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_submissions import submission
from msgspec.structs import replace

from clamh.cluster import follow as cluster_follow
from clamh.cluster.folder import create_folder, read_known_states, read_submission
from clamh.cluster.follow import LONGEST_WAIT_S, follow, read_outcomes, submit_tasks
from clamh.cluster.schedulers import Scheduler
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.submission import Attempt, Batch, SchedulerState, Submission, Task, TaskOutcome

EMPTY = replace(submission(repetitions=2), batches=())
TASKS = [Task(queue, number) for queue in EMPTY.queues for number in (1, 2)]


def scheduler(*states: str, refuses: str = "") -> Scheduler:
    """One that refuses a queue, and says of all tasks first this state and then the next, of the last for good; "" is nothing at all."""
    texts = iter(states)
    last = [""]

    def submit(submission: Submission, queue: str, repetitions: tuple[int, ...], folder: str, environ: object) -> Iterator[Batch]:
        if queue == refuses:
            raise InputError([Diagnostic(code="not-submitted", message=f"{queue}: no")])
        yield Batch(queue=queue, id=f"{len(submission.batches) + 1}", repetitions=repetitions, time="")

    def all_states(submission: Submission, environ: object) -> dict[tuple[str, int], SchedulerState]:
        last[0] = next(texts, last[0])
        return {(batch.id, repetition): SchedulerState(state=last[0]) for batch in submission.batches for repetition in batch.repetitions} if last[0] else {}

    return Scheduler(lambda environ: None, submit, all_states)


@pytest.fixture
def results(tmp_path: Path) -> str:
    create_folder(str(tmp_path / "results"), EMPTY)
    return str(tmp_path / "results")


def test_batches_of_one_queue_are_kept_when_another_refuses(results: str) -> None:
    with pytest.raises(InputError, match="x86_q: no"):
        submit_tasks(results, EMPTY, TASKS, scheduler(refuses="x86_q"), {})
    assert [(batch.queue, batch.id, batch.repetitions) for batch in read_submission(results).batches] == [("arm_q", "1", (1, 2))]
    outcomes = read_outcomes(results, read_submission(results), scheduler("RUNNING"), {})
    assert [outcome.state for outcome in outcomes] == ["lost", "lost", "running", "running"]


def test_batch_that_is_submitted_during_ctrl_c_is_recorded(results: str) -> None:
    """Its id was lost, so its tasks ran and belonged to no submission."""
    plain = scheduler()

    def submit(*args: object) -> Iterator[Batch]:
        signal.raise_signal(signal.SIGINT)  # while sbatch waits for the controller
        yield from plain.submit(*args)  # type: ignore[arg-type]

    with pytest.raises(KeyboardInterrupt):
        submit_tasks(results, EMPTY, TASKS, plain._replace(submit=submit), {})
    (batch,) = read_submission(results).batches
    assert batch.id == "1"


def test_states_that_the_scheduler_forgets_are_kept(results: str) -> None:
    submitted = submit_tasks(results, EMPTY, TASKS, scheduler(), {})
    read_outcomes(results, submitted, scheduler("TIMEOUT"), {})
    assert {outcome.state for outcome in read_outcomes(results, submitted, scheduler(""), {})} == {"timed out"}
    assert len(read_known_states(results)) == 4


def test_a_task_that_the_scheduler_forgets_does_not_run_any_more(results: str) -> None:
    submitted = submit_tasks(results, EMPTY, TASKS, scheduler(), {})
    assert {outcome.state for outcome in read_outcomes(results, submitted, scheduler("RUNNING"), {})} == {"running"}
    assert not {"running", "waiting"} & {outcome.state for outcome in read_outcomes(results, submitted, scheduler(""), {})}


def test_a_task_that_runs_again_after_results_of_another_run_is_waited_for(results: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first attempt looks finished, so --wait ended at once."""
    task = Task("x86_q", 1)
    first = Attempt(task, "1", "", "finished")
    states = iter(["waiting", "running", "finished"])
    monkeypatch.setattr(cluster_follow, "read_outcomes", lambda *_: [TaskOutcome(task, (first, first._replace(batch="2", state=next(states))))])
    assert [seen[0].attempts[-1].state for seen in follow(results, scheduler(), {}, pytest.fail, lambda seconds: None)] == ["waiting", "running", "finished"]


def test_tasks_are_followed_to_their_end_without_haste(results: str) -> None:
    submit_tasks(results, EMPTY, TASKS, scheduler(), {})
    waits: list[float] = []
    states = [{outcome.state for outcome in seen} for seen in
              follow(results, scheduler(*["PENDING"] * 20, "RUNNING", "CANCELLED"), {}, pytest.fail, waits.append)]
    assert states == [{"waiting"}] * 20 + [{"running"}, {"killed"}]
    assert waits[:-1] == sorted(waits[:-1]) and max(waits) == LONGEST_WAIT_S


@pytest.mark.parametrize(("state", "seconds"), [("COMPLETED", 60), ("FAILED", 60), ("CANCELLED", 2), ("TIMEOUT", 2)])
def test_files_that_nfs_shows_late_are_waited_for_where_they_must_be_missing(results: str, state: str, seconds: float) -> None:
    """Finished tasks were reported as failed: NFS looks into a folder again after 30 to 60 s."""
    submit_tasks(results, EMPTY, TASKS, scheduler(), {})
    waits: list[float] = []
    (seen,) = follow(results, scheduler(state), {}, pytest.fail, waits.append)
    assert not {"finished", "running"} & {outcome.state for outcome in seen}
    assert seconds <= sum(waits) <= seconds + LONGEST_WAIT_S and len(waits) < 10


def test_a_controller_that_is_busy_for_a_while_ends_no_wait(results: str) -> None:
    submit_tasks(results, EMPTY, TASKS, scheduler(), {})
    plain, notices = scheduler("RUNNING", "", "", "RUNNING", "", "CANCELLED"), []

    def states(submission: Submission, environ: object) -> dict[tuple[str, int], SchedulerState]:
        if not (known := plain.states(submission, environ)):
            raise InputError([Diagnostic(code="no-answer", message="squeue: Unable to contact slurm controller")])
        return known

    busy = plain._replace(states=states)
    seen = [{outcome.state for outcome in outcomes} for outcomes in follow(results, busy, {}, notices.append, lambda seconds: None)]
    assert seen == [{"running"}, {"running"}, {"killed"}]
    assert notices == ["squeue: Unable to contact slurm controller; waiting for the next answer"] * 2
