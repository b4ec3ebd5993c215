from __future__ import annotations

from pathlib import Path

import pytest
from made_submissions import submission, task_run
from written_runs import written

from clamh.cluster.folder import attempt_folder, begin_attempt, end_attempt
from clamh.cluster.outcomes import ENDED, NO_ANSWER, RUNNING, WAITING, task_outcomes
from clamh.model.submission import Ending, SchedulerState, Start

NOW = "2026-01-02T03:04:05Z"
ONE = submission(["x86_q"], 1)


def leave(folder: Path, restart: int = 0, code: int | None = None, results: bool = False) -> None:
    """What a task leaves behind: `code` of its end, and whole results or none."""
    path = attempt_folder(str(folder), "x86_q", 1, "10", restart)
    begin_attempt(path, Start(submission="abcd1234", queue="x86_q", repetition=1, batch="10", restart=restart, host="node1", cpu="Xeon", time=NOW, command=("clamh",)))
    if results:
        written(task_run([1.0]), path / "run.ndjson")
    if code is not None:
        end_attempt(path, Ending(exit_code=code, time=NOW))


def outcome(folder: Path, state: str = "", **fields: object) -> list[tuple[str, str]]:
    """State and reason of each attempt of the one task, whose state Slurm calls so; "" where it knows nothing."""
    states = {("10", 1): SchedulerState(state=state, **fields)} if state else {}
    (outcome,) = task_outcomes(str(folder), ONE, states)
    return [(attempt.state, attempt.reason) for attempt in outcome.attempts]


@pytest.mark.parametrize("code", [0, 1])
def test_a_task_with_whole_results_is_finished_whatever_the_scheduler_says(tmp_path: Path, code: int) -> None:
    leave(tmp_path, code=code, results=True)
    assert all(outcome(tmp_path, state) == [("finished", "")] for state in ("", "COMPLETED", "FAILED", "TIMEOUT", "NODE_FAIL"))


def test_results_that_were_cut_off_are_not_whole(tmp_path: Path) -> None:
    leave(tmp_path, code=1, results=True)
    file = attempt_folder(str(tmp_path), "x86_q", 1, "10", 0) / "run.ndjson"
    whole = file.read_bytes().splitlines(keepends=True)
    for data in (b"".join(whole[:-1]), b"".join(whole)[:-20], b"", b"\xff\n", b"[]\n"):
        file.write_bytes(data)
        assert outcome(tmp_path, "FAILED", exit_code=1) == [("failed", "clamh run ended with exit code 1 and left no complete results")]


@pytest.mark.parametrize("state", sorted(ENDED))
def test_ends_by_the_scheduler_have_reasons(tmp_path: Path, state: str) -> None:
    kind, reason = ENDED[state]
    assert outcome(tmp_path, state) == [(kind, f"{reason} before it wrote anything")]
    leave(tmp_path)
    assert outcome(tmp_path, state) == [(kind, reason)]
    leave(tmp_path, code=130)  # it was told to end, and did
    assert outcome(tmp_path, state) == [(kind, reason)]


def test_a_task_that_goes_on_is_no_failure(tmp_path: Path) -> None:
    assert all(outcome(tmp_path, state, reason="Priority") == [("waiting", "Priority")] for state in WAITING)
    leave(tmp_path)
    assert all(outcome(tmp_path, state) == [("running", "")] for state in RUNNING)


def test_a_task_that_died_says_how(tmp_path: Path) -> None:
    assert outcome(tmp_path, "FAILED", exit_code=127) == [("failed", "it died with exit code 127 before it wrote anything")]
    assert outcome(tmp_path, "FAILED", signal=53, reason="JobLaunchFailure") == [("failed", "it died with signal 53 (JobLaunchFailure) before it wrote anything")]
    assert outcome(tmp_path, "COMPLETED") == [("failed", "the scheduler reports COMPLETED, and it left no complete results")]
    leave(tmp_path, code=2)
    assert outcome(tmp_path, "FAILED", exit_code=2) == [("failed", "clamh run ended with exit code 2 and left no complete results")]


def test_a_task_that_the_scheduler_forgot_is_judged_by_what_it_left(tmp_path: Path) -> None:
    assert outcome(tmp_path) == [("lost", "it left nothing behind; the scheduler no longer knows it")]
    leave(tmp_path)
    assert outcome(tmp_path) == [("lost", f"it began on node1 at {NOW} and never ended; the scheduler no longer knows it")]


def test_without_an_answer_files_of_the_end_still_count(tmp_path: Path) -> None:
    def state() -> tuple[str, str]:
        (outcome,) = task_outcomes(str(tmp_path), ONE, {}, NO_ANSWER)
        return outcome.attempts[-1].state, outcome.attempts[-1].reason

    assert state() == ("unknown", "the scheduler did not answer")
    leave(tmp_path)
    assert state() == ("unknown", f"it began on node1 at {NOW}; the scheduler did not answer")
    leave(tmp_path, code=2)
    assert state() == ("failed", "clamh run ended with exit code 2 and left no complete results")
    leave(tmp_path, code=0, results=True)
    assert state() == ("finished", "")


def test_a_task_that_began_again_has_an_attempt_for_each_start(tmp_path: Path) -> None:
    again = ("requeued", "the scheduler stopped and restarted it")
    leave(tmp_path)
    assert outcome(tmp_path, "PENDING") == [again, ("waiting", "")]
    leave(tmp_path, restart=1)
    assert outcome(tmp_path, "RUNNING") == [again, ("running", "")]
    leave(tmp_path, restart=1, code=0, results=True)
    assert outcome(tmp_path, "COMPLETED") == [again, ("finished", "")]


def test_a_start_that_left_nothing_hides_no_later_start(tmp_path: Path) -> None:
    """A node that fails at once leaves no folder; the finished restart counted as lost, and --resume measured it again."""
    for path in (tmp_path / "x86_q/rep1/100-restart7", tmp_path / "x86_q/rep1/10-restart"):  # of other starts
        path.mkdir(parents=True)
    leave(tmp_path, restart=2, code=0, results=True)
    assert outcome(tmp_path) == outcome(tmp_path, "COMPLETED") == [("finished", "")]
    leave(tmp_path)
    leave(tmp_path, restart=10)
    again = ("requeued", "the scheduler stopped and restarted it")
    assert outcome(tmp_path, "PENDING") == [again, ("finished", ""), again, ("waiting", "")]
    (found,) = task_outcomes(str(tmp_path), ONE, {("10", 1): SchedulerState(state="PENDING")})
    assert [Path(attempt.folder).name for attempt in found.attempts] == ["10", "10-restart2", "10-restart10", "10-restart11"]


def test_a_failed_attempt_has_the_last_lines_that_it_printed(tmp_path: Path) -> None:
    log = tmp_path / "x86_q" / "rep1" / "10.err"
    log.parent.mkdir(parents=True)
    log.write_bytes(b"x" * 100_000 + b"\n\n" + b"".join(b"line %d \xff\n" % number for number in range(9)))
    (outcome,) = task_outcomes(str(tmp_path), ONE, {})
    assert outcome.attempts[0].errors == tuple(f"line {number} \ufffd" for number in range(4, 9))
