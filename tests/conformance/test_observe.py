"""Is a difference found wherever it is, and is a row what the results file says?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.cases import CaseOptions
from clamh.results import ENCODER, CaseRecord, ForkEnd, IterationRecord, Record
from conformance.observe import Observed, first_difference, last_name, rows
from conformance.scenarios import Scenario

OPTIONS = CaseOptions(
    warmup_iterations=1, warmup_time_ns=1, warmup_batch_size=1, measurement_iterations=1, measurement_time_ns=1,
    measurement_batch_size=1, forks=1, warmup_forks=0, operations_per_invocation=1, time_unit="ns", timeout_ns=1,
)
CASE = CaseRecord(case_id="c", key="dine", benchmark="a::B::dine", platform="x/1", source="a", mode="avgt", threads=1,
                  params={"size": "2", "count": "1"}, options=OPTIONS)
SCENARIO = Scenario(name="one", question="Is it?", rows=("row",))


def written(folder: Path, *records: Record) -> Path:
    path = folder / "results.ndjson"
    path.write_bytes(b"".join(ENCODER.encode(one) + b"\n" for one in records))
    return path


def iteration(phase: str, fork: int = 0) -> IterationRecord:
    return IterationRecord(case_id="c", fork=fork, phase=phase, index=0, threads=())


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
