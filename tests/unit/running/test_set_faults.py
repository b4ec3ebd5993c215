"""Does a side that fails in any turn lose nothing but itself: do the others go on, is what was measured kept and reported?"""

from __future__ import annotations

from pathlib import Path

import pytest
from made_sets import FORKS, measured, ok

from clamh.cli.report import render_report
from clamh.judging.results_file import read_results
from clamh.judging.summarise import summarise
from clamh.model.errors import Interrupted
from clamh.model.options import Options
from clamh.model.sources import Settings

TIMEOUT = "the slice did not end within 3 s; -to raises the limit"  # the Timeout, and the time of an iteration
EXITED = ("exited", "the worker exited with code 3", "exited with code 3 before it answered")
KILLED = ("killed", "the worker was killed by signal SIGKILL", "killed by signal 9 (SIGKILL, often by the kernel when memory runs out)")
TIMED_OUT = ("timeout", TIMEOUT, f"timed out in work, fork 2: {TIMEOUT}")
STOPPED = TIMEOUT.replace("-to raises the limit", "a signal, such as SIGSTOP, had stopped its process")
SHORT_NS = {"hangs": 3_000_000_000, "stopped": 3_000_000_000}  # timeouts of sides that use them up
CLOSED = ("closed_pipe", "the worker closed its pipe, but did not end", "closed its connection to clamh but kept running")
FAILED = ("benchmark", "no luck", "the benchmark failed in work: no luck")
# fault, in which slice of the process → the failure's reason, words of its message, what the report says
FAULTS = {
    ("hangs", "10"): TIMED_OUT,
    ("stopped", "10"): ("timeout", STOPPED, f"timed out in work, fork 2: {STOPPED}"),
    ("dies", "10"): EXITED,
    ("dies", "3"): EXITED,  # before there are turns
    ("dies", "warmup"): EXITED,
    ("dies", "last"): EXITED,
    ("killed", "10"): KILLED,
    ("dies waiting", "10"): KILLED,
    ("closes", "10"): CLOSED,
    ("fails", "10"): FAILED,
    ("fails", "last"): FAILED,
    ("twice", "10"): ("protocol", "the worker sent an answer without a command", "broke the worker protocol: the worker sent an answer without a command"),
    ("another case", "10"): ("protocol", "the answer to `slice` is about case 'other'", "broke the worker protocol: the answer to `slice` is about case 'other'"),
    ("backwards", "10"): ("clock", "time ran backwards: thread 0 measured a negative time", "time ran backwards"),
}


@pytest.mark.parametrize(("fault", "when"), FAULTS)
def test_a_side_that_fails_is_left_out_and_the_others_measure_the_set_again(tmp_path: Path, fault: str, when: str) -> None:
    reason, message, answer = FAULTS[fault, when]
    sides = {"a/1": ("100",), "b/1": ("104", fault, when, str(tmp_path / "second")), "c/1": ("50",)}
    run = measured(tmp_path, sides, settings=Settings(timeout_ns=SHORT_NS.get(fault)))
    first, failed = [fork for case in run.cases if case.case.platform == "b/1" for fork in case.forks]
    assert (first.end.status, len(first.measurement)) == ("ok", 2)
    assert (failed.end.status, failed.end.reason) == ("failed", reason) and message in failed.end.message
    assert ok(run, "a/1") == ok(run, "c/1") == FORKS and run.end.status == "complete"
    # A set whose last turn fails has measured its first iteration.
    assert [len(set_record.cases) for set_record in run.sets] == [3, 3, *[3] * (when == "last"), 2, 2, 2, 2]
    (contest,) = summarise(run, 0.95).contests
    assert [row.ratio and row.ratio.value for row in contest.rows] == pytest.approx([1.0, 100 / 104, 2])
    assert [len(row.sets) for row in contest.rows] == [FORKS, 1, FORKS] and contest.rows[1].ratio.interval is None
    text = " ".join(render_report(run.path, Options(full=True))[1].split())
    assert "b/1 104.00 ns/op - 1/3 0.962 undecided (too few sets)" in text and f"failed-forks: 1 of 3 forks failed: {answer}" in text, text


def test_a_side_that_answers_its_last_turn_twice_fails_when_it_is_closed(tmp_path: Path) -> None:
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("104", "twice", "last"), "c/1": ("50",)})
    (failed,) = [fork for case in run.cases if case.case.platform == "b/1" for fork in case.forks]
    assert (failed.end.reason, len(failed.measurement)) == ("protocol", 2)
    assert ok(run, "a/1") == ok(run, "c/1") == FORKS
    assert [len(row.sets) for row in summarise(run, 0.95).contests[0].rows] == [FORKS, 0, FORKS]


@pytest.mark.parametrize(("fault", "when", "reason"), [("dies", "iteration 2", EXITED), ("hangs", "iteration 3", TIMED_OUT), ("killed", "iteration 3", KILLED),
                                                       ("dies waiting", "iteration 2", KILLED), ("closes", "iteration 2", CLOSED)])
def test_the_same_in_turns_of_whole_iterations(tmp_path: Path, fault: str, when: str, reason: tuple[str, str, str]) -> None:
    sides = {"a/1": ("100",), "b/1": ("104", fault, when, str(tmp_path / "second")), "c/1": ("50",)}
    run = measured(tmp_path, sides, settings=Settings(modes=("thrpt",), threads=(2,), timeout_ns=SHORT_NS.get(fault)))
    ends = [(fork.end.status, fork.end.reason) for case in run.cases if case.case.platform == "b/1" for fork in case.forks]
    assert ends == [("ok", ""), ("failed", reason[0])]
    assert ok(run, "a/1") == ok(run, "c/1") == FORKS and run.end.status == "complete"
    assert [len(set_record.cases) for set_record in run.sets] == [3, 2, 2]
    (contest,) = summarise(run, 0.95).contests
    assert [row.ratio and row.ratio.value for row in contest.rows] == pytest.approx([1.0, 100 / 104, 2])
    assert [len(row.sets) for row in contest.rows] == [FORKS, 1, FORKS]


def test_two_sides_that_fail_leave_the_last_alone(tmp_path: Path) -> None:
    run = measured(tmp_path, {"a/1": ("100",), "b/1": ("100", "dies"), "c/1": ("100", "killed", "12")})
    assert (ok(run, "a/1"), ok(run, "b/1"), ok(run, "c/1")) == (FORKS, 0, 0)
    ends = {fork.end.reason for case in run.cases for fork in case.forks if fork.end.status == "failed"}
    assert ends == {"exited", "killed"} and run.end.status == "complete"


def test_when_all_sides_fail_the_run_comes_to_its_end(tmp_path: Path) -> None:
    run = measured(tmp_path, {"a/1": ("100", "dies", "warmup"), "b/1": ("100", "closes", "warmup"), "c/1": ("100", "killed", "warmup")})
    assert [[(fork.end.status, fork.end.reason) for fork in case.forks] for case in run.cases] == [
        [("failed", "exited")], [("failed", "closed_pipe")], [("failed", "killed")]]
    assert run.end.status == "complete" and render_report(run.path, Options(full=True))[0].failed


def test_laps_before_ctrl_c_are_kept_and_reported(tmp_path: Path) -> None:
    with pytest.raises(Interrupted):
        measured(tmp_path, {"a/1": ("100",), "b/1": ("104", "interrupts", "10", str(tmp_path / "second")), "c/1": ("50",)})
    run = read_results(tmp_path / "r.ndjson")
    assert run.end.status == "interrupted" and [set_record.forks[0] for set_record in run.sets] == [0, 0]
    assert ok(run, "a/1") == ok(run, "b/1") == ok(run, "c/1") == 1
    assert "interrupted" in render_report(run.path, Options(full=True))[1]
