"""Is a difference found wherever it is, and is a row what the results file says?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clamh.model.cases import CaseOptions
from clamh.model.results import ENCODER, CaseRecord, ForkEnd, IterationRecord, Record
from clamh.model.worker import ThreadIteration
from conformance import observe
from conformance.observe import ALWAYS, Observed, first_difference, last_name, options, rows
from conformance.scenarios import Fact, Scenario, scenarios

OPTIONS = CaseOptions(
    warmup_iterations=1, warmup_time_ns=1, warmup_batch_size=1, measurement_iterations=1, measurement_time_ns=1,
    measurement_batch_size=1, forks=1, warmup_forks=0, operations_per_invocation=1, time_unit="ns", timeout_ns=1,
)
CASE = CaseRecord(case_id="c", key="dine", benchmark="a::B::dine", platform="x/1", source="a", mode="avgt", threads=1,
                  params={"size": "2", "count": "1"}, options=OPTIONS)
SCENARIO = Scenario(name="one", question="Is it?", rows=("row",))


def written(folder: Path, *records: Record) -> Path:
    path = folder / "results.ndjson"
    path.write_bytes(b"".join(ENCODER.encode(record) + b"\n" for record in records))
    return path


def iteration(phase: str, fork: int = 0) -> IterationRecord:
    thread = ThreadIteration(operations=1, all_operations=1, elapsed_ns=1)
    return IterationRecord(case_id="c", fork=fork, phase=phase, index=0, threads=(thread,))


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (["a", "b"], ""),
        (["x", "b"], "line 1: expected 'a', found 'x'\nhow"),
        (["a"], "line 2: expected 'b', found 'nothing more'\nhow"),
        (["a", "b", "c"], "line 3: expected 'nothing more', found 'c'\nhow"),
        ([], "line 1: expected 'a', found 'nothing more'\nhow"),
    ],
)
def test_the_first_line_that_differs_is_named(found: list[str], said: str) -> None:
    assert first_difference(["a", "b"], Observed(found, 0, "how")) == said


def test_hanging_scenario_is_a_difference_and_the_rest_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observe, "TIMEOUT_S", 0.01)
    found = observe.difference(scenarios()["fixture_order"], "cpp", platform="cpp/g++-12")
    assert found.startswith("line 1: expected 'process', found 'not done after 0.01 s'")


@pytest.mark.parametrize("full", ["a::B::dine", "a.B.dine", "a/b.js#dine", "dine"])
def test_the_last_name_is_the_users_own_in_every_spelling(full: str) -> None:
    assert last_name(full) == "dine"


def test_a_row_counts_the_iterations_of_its_own_fork(tmp_path: Path) -> None:
    path = written(tmp_path, CASE, iteration("warmup"), iteration("measurement"), iteration("measurement"),
                   ForkEnd(case_id="c", fork=0, status="ok"), iteration("warmup", 1),
                   ForkEnd(case_id="c", fork=1, status="failed", reason="exited", exit_code=3))
    assert rows(path, SCENARIO) == [
        "row dine count=1 size=2: failed, exited with code 3, 1 warmup + 0 measurement",
        "row dine count=1 size=2: ok, 1 warmup + 2 measurement",
    ]


def test_a_row_says_what_the_user_raised_and_where(tmp_path: Path) -> None:
    end = ForkEnd(case_id="c", fork=0, status="failed", reason="setup", where="a.B.load", message="E: out of paper\n at x")
    (row,) = rows(written(tmp_path, CASE, end), SCENARIO)
    assert row == "row dine count=1 size=2: failed, setup at load: out of paper, 0 warmup + 0 measurement"


def test_output_that_was_not_kept_is_named(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"la\rla\xff")
    end = ForkEnd(case_id="c", fork=0, status="ok", stdout="out")
    scenario = Scenario(name="one", question="Is it?", rows=("row",), printed=("la\rla\\xff", "gone"))
    (row,) = rows(written(tmp_path, CASE, end), scenario)
    assert row == "row dine count=1 size=2: ok, lost its output 'gone', 0 warmup + 0 measurement"


def test_a_run_that_left_no_results_has_no_rows(tmp_path: Path) -> None:
    assert rows(tmp_path / "none", SCENARIO) == []


@pytest.mark.parametrize(
    ("fact", "thread", "said"),
    [
        ("mode", {}, "mode avgt"),
        ("operations", {"operations": 20.0}, "operations 20"),
        ("operations", {"operations": 2.5}, "operations 2.5"),
        ("histogram", {}, "no histogram"),
        ("histogram", {"histogram": (7.0, 2.0, 9.0, 1.0), "timings": 3}, "histogram whole"),
        ("histogram", {"histogram": (7.0, 2.0, 9.0, 1.0), "timings": 4}, "histogram of other times than were taken"),
        ("counters", {"counters": {"a::B::coins": 6.0, "a::B::bills": 3.0}}, "counters bills=3 coins=6"),
        ("counters", {}, "counters none"),
        ("rates", {"operations": 3.0, "counters": {"a::B::coins": 6.0}}, "counters coins is 2 of each operation"),
    ],
)
def test_a_row_says_the_facts_that_its_scenario_asks_for(tmp_path: Path, fact: Fact, thread: Any, said: str) -> None:
    thread_iteration = ThreadIteration(**{"operations": 1.0, "all_operations": 1.0, "elapsed_ns": 1, **thread})
    own = IterationRecord(case_id="c", fork=0, phase="measurement", index=0, threads=(thread_iteration,))
    scenario = Scenario(name="one", question="Is it?", rows=("row",), facts=(fact,))
    (row,) = rows(written(tmp_path, CASE, own, ForkEnd(case_id="c", fork=0, status="ok")), scenario)
    assert row == f"row dine count=1 size=2: ok, 0 warmup + 1 measurement, {said}"


def test_a_row_says_that_its_fork_only_warms_up_and_which_signal_ended_it(tmp_path: Path) -> None:
    end = ForkEnd(case_id="c", fork=-1, status="failed", reason="killed", signal=9)
    (row,) = rows(written(tmp_path, CASE, end), SCENARIO)
    assert row == "row dine count=1 size=2: warmup fork: failed, killed by signal 9, 0 warmup + 0 measurement"


def test_what_a_scenario_says_takes_the_place_of_the_usual_option() -> None:
    assert options(SCENARIO) == ["-f", "1", "-w", "10ms", "-r", "10ms"] and ALWAYS["-f"] == "1"
    forks = Scenario(name="one", question="Is it?", rows=("row",), options=("-f", "2"))
    assert options(forks) == ["-w", "10ms", "-r", "10ms", "-f", "2"]
