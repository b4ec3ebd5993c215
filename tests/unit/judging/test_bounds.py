"""Does what beats its upper bound get its doubt, and nothing else?"""

from __future__ import annotations

import pytest
from made_runs import case, fork, platform, run

from clamh.judging.summarise import summarise
from clamh.model.results import CaseResult, ForkResult
from clamh.model.summary import Row

JAVA = {"platform": "java/openjdk-17", "source": "fac_tests/Copy.java", "benchmark": "clamh.Copy.copy"}
OTHER = {"key": "transform", "benchmark": "transform"}
PLATFORMS = [platform(), platform("java/openjdk-17", "fac_tests/Copy.java"), platform(source="other_tests/a.cpp")]


def forks_around(score: float, spread: float = 0.001, count: int = 5, mode: str = "avgt") -> list[ForkResult]:
    return [fork(i, [score * (1 + spread * (i - count // 2))] * 3, mode=mode) for i in range(count)]


def judged(*cases: CaseResult, delta: float = 0.01) -> dict[str, Row]:
    return {row.case_id: row for row in summarise(run(cases, PLATFORMS), 0.95, delta).rows}


def doubts(row: Row) -> list[str]:
    return [warning.message for warning in row.warnings if warning.code == "beats-bound"]


BOUND = case(forks_around(10.0), "b", key="copy", benchmark="copy", baseline="bound")


def test_a_row_faster_than_its_bound_by_more_than_delta_is_warned() -> None:
    rows = judged(BOUND, case(forks_around(5.0), "t", **OTHER))
    (text,) = doubts(rows["t"])
    assert text.startswith("impossibly fast: 2.000 [1.99")
    assert text.endswith("times as fast as the upper bound copy on cpp/g++-12")
    assert rows["t"].bound.reference == "b" and rows["t"].bound.value == pytest.approx(2.0)
    assert rows["b"].bound is None and doubts(rows["b"]) == []


@pytest.mark.parametrize(("score", "delta", "fires"), [
    (20.0, 0.01, False),  # slower, as it should be
    (9.95, 0.01, False),  # faster by less than Δ
    (9.95, 0.001, True),
    (8.0, 0.5, False),
])
def test_only_a_whole_interval_beyond_delta_is_a_warning(score: float, delta: float, fires: bool) -> None:
    rows = judged(BOUND, case(forks_around(score), "t", **OTHER), delta=delta)
    assert bool(doubts(rows["t"])) == fires and rows["t"].bound is not None


def test_an_interval_at_the_bound_or_two_forks_decide_nothing() -> None:
    assert doubts(judged(BOUND, case(forks_around(9.0, 0.1), "t", **OTHER))["t"]) == []
    few = judged(BOUND, case(forks_around(1.0, count=2), "t", **OTHER))["t"]
    assert few.bound.interval is None and doubts(few) == []


def test_a_rate_above_that_of_the_bound_is_warned() -> None:
    bound = case(forks_around(0.1, mode="thrpt"), "b", key="copy", benchmark="copy", baseline="bound", mode="thrpt", unit="s")
    item = {"mode": "thrpt", "unit": "s", **OTHER}
    assert doubts(judged(bound, case(forks_around(0.2, mode="thrpt"), "t", **item))["t"])
    assert not doubts(judged(bound, case(forks_around(0.05, mode="thrpt"), "t", **item))["t"])


def test_a_bound_beside_a_baseline_is_checked_and_changes_no_ratio() -> None:
    usual = case(forks_around(40.0), "u", key="usual", benchmark="usual", baseline="reference")
    rows = judged(BOUND, usual, case(forks_around(5.0), "t", **OTHER))
    assert {id: row.ratio.reference for id, row in rows.items()} == {"b": "u", "u": "u", "t": "u"}
    assert doubts(rows["t"]) and rows["u"].bound.reference == "b" and not doubts(rows["u"])


def test_a_language_without_a_bound_has_that_of_another() -> None:
    java_bound, fast = case(forks_around(4.0), "jb", **(JAVA | {"key": "copy"}), baseline="bound"), JAVA | OTHER
    rows = judged(BOUND, java_bound, case(forks_around(5.0), "jt", **fast))
    assert rows["jt"].bound.reference == "jb" and not doubts(rows["jt"]) and not doubts(rows["jb"])
    rows = judged(BOUND, case(forks_around(5.0), "jt", **fast))
    assert rows["jt"].bound.reference == "b" and doubts(rows["jt"])


def test_a_bound_needs_the_same_params_and_suite_and_a_score() -> None:
    elsewhere = {"source": "other_tests/a.cpp", **OTHER}
    assert judged(BOUND, case(forks_around(5.0), "t", **elsewhere))["t"].bound is None
    assert judged(BOUND, case(forks_around(5.0), "t", params={"number": "9"}, **OTHER))["t"].bound is None
    failed = case([fork(0, [], end={"status": "failed", "reason": "timeout"})], "b", key="copy", benchmark="copy", baseline="bound")
    assert judged(failed, case(forks_around(5.0), "t", **OTHER))["t"].bound is None
