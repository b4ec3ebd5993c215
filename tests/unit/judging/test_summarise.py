"""What does a run come to: which forks count, which score, interval and ratio, and what is said when something is missing?"""

from __future__ import annotations

import pytest
from made_runs import case, fork, iteration, platform, run, thread
from msgspec.structs import replace

from clamh.judging.statistics.forks import log_mean, log_mean_interval, log_ratio_interval
from clamh.judging.summarise import summarise
from clamh.model.errors import InputError
from clamh.model.results import CaseResult, ForkResult, Run, SetRecord, WarningRecord
from clamh.model.summary import Row, Speed
from clamh.report.formatting import describe_status

JAVA = {"platform": "java/openjdk-17", "source": "fac_tests/Factorial.java", "benchmark": "clamh.Factorial.factorial"}


def only_row(forks: list[ForkResult], **fields: object) -> Row:
    (row,) = summarise(run([case(forks, **fields)]), 0.95).rows
    return row


def codes(row: Row) -> list[str]:
    return [warning.code for warning in row.warnings]


def steady(score: float, count: int = 5, **fields: object) -> list[ForkResult]:
    """Forks whose means are score, score + 1 …"""
    return [fork(i, [score + i] * 3, **fields) for i in range(count)]


def test_score_is_the_log_mean_of_fork_means_with_its_t_interval() -> None:
    row = only_row([fork(0, [9.0, 11.0]), fork(1, [19.0, 21.0]), fork(2, [39.0, 41.0])])
    assert row.fork_means == pytest.approx((10.0, 20.0, 40.0))
    assert row.score == pytest.approx(20.0)
    low, high = log_mean_interval((10.0, 20.0, 40.0), 0.95)
    assert (row.interval.low, row.interval.high) == pytest.approx((low, high))
    assert (row.status, row.unit, codes(row)) == ("ok", "ns/op", [])


def test_cpu_speed_is_per_platform_from_medians_of_iterations() -> None:
    def read(number: int, *readings: tuple[int, ...]) -> ForkResult:
        parts = [iteration(10.0, speed_ns=reading) for reading in readings]
        return replace(fork(number, []), warmup=(iteration(10.0, phase="warmup", speed_ns=(1,)),), measurement=tuple(parts))

    fork_results, other = [read(0, (1000, 9000, 1010), (1020,)), read(1, (1030,), ())], [read(0, (700,)), read(-1, (5,))]
    summary = summarise(run([case(fork_results), case(other, "d", **JAVA), case([read(0, ())], "e", platform="none/1")]), 0.95)
    assert summary.speeds == (Speed(side=case(fork_results).case.platform, least_ns=1010, median_ns=1020, most_ns=1030),
                              Speed(side="java/openjdk-17", least_ns=700, median_ns=700, most_ns=700))


def test_pooled_figures_treat_iterations_as_one_sample() -> None:
    row = only_row([fork(0, [1.0, 2.0]), fork(1, [3.0, 6.0])])
    assert (row.pooled.count, row.pooled.mean, row.pooled.minimum, row.pooled.maximum) == pytest.approx((4, 3.0, 1.0, 6.0))


def test_warmup_iterations_are_kept_and_do_not_score() -> None:
    row = only_row([fork(i, [10.0], warmup=[99.0, 50.0]) for i in range(3)])
    assert row.fork_scores[0].warmup == pytest.approx((99.0, 50.0))
    assert row.score == pytest.approx(10.0)


@pytest.mark.parametrize(("unit", "mode", "score", "expected"), [
    ("us", "avgt", 1500.0, 1.5),
    ("s", "thrpt", 0.025, 25_000_000.0),  # operations per ns
    ("ms", "thrpt", 0.025, 25_000.0),
    ("ns", "ss", 77.0, 77.0),
])
def test_scores_are_in_the_cases_time_unit(unit: str, mode: str, score: float, expected: float) -> None:
    row = only_row([fork(i, [score], mode=mode) for i in range(3)], mode=mode, unit=unit)
    assert row.score == pytest.approx(expected)
    assert row.unit == (f"ops/{unit}" if mode == "thrpt" else f"{unit}/op")


def test_threads_average_times_and_add_throughputs() -> None:
    two = {"threads": (thread(10.0), thread(30.0))}
    assert only_row([fork(0, [1.0], **two)], threads=2).score == pytest.approx(20.0)
    two = {"threads": (thread(0.1, "thrpt"), thread(0.3, "thrpt"))}
    assert only_row([fork(0, [1.0], **two)], mode="thrpt", unit="s", threads=2).score == pytest.approx(4e8)


@pytest.mark.parametrize("count", [1, 2])
def test_under_three_forks_a_row_has_a_reason_and_no_interval(count: int) -> None:
    row = only_row(steady(10.0, count))
    assert row.interval is None and row.score is not None
    assert codes(row) == ["few-forks"]


def test_failed_forks_count_for_nothing_and_name_their_cause() -> None:
    dead = {"status": "failed", "reason": "killed", "signal": 9, "output_tail": ("last words",)}
    row = only_row([*steady(10.0, 3), fork(3, [1000.0] * 3, end=dead), fork(4, [], end=dead)], planned=5)
    assert row.fork_means == pytest.approx((10.0, 11.0, 12.0))
    assert row.status == "partial"
    assert codes(row) == ["failed-forks"]
    assert row.warnings[0].message.startswith("2 of 5 forks failed: killed by signal 9 (SIGKILL")
    assert row.fork_scores[4].output_tail == ("last words",)


def test_a_case_without_a_good_fork_has_no_score() -> None:
    row = only_row([fork(0, [5.0], end={"status": "failed", "reason": "timeout"})])
    assert (row.status, row.score, row.interval, row.pooled, row.ratio) == ("failed", None, None, None, None)


def test_a_case_that_was_never_started_is_not_run() -> None:
    (row,) = summarise(run([case([], planned=5)], status="interrupted"), 0.95).rows
    assert (row.status, row.score) == ("not run", None)
    assert codes(row) == ["interrupted"]


def test_an_unfinished_fork_is_left_out_beside_whole_ones() -> None:
    (row,) = summarise(run([case([fork(0, [10.0] * 3), fork(1, [99.0], end=None)], planned=5)], status=None), 0.95).rows
    assert row.fork_means == pytest.approx((10.0,))
    assert row.status == "partial"
    assert codes(row) == ["interrupted", "few-forks"]


def test_a_single_unfinished_fork_gives_no_score() -> None:
    """It would stand in the table, in ratios and in JMH's files like one that was measured whole."""
    (row,) = summarise(run([case([fork(0, [10.0, 12.0], end=None)], planned=5)], status=None), 0.95).rows
    assert (row.status, row.score, row.fork_means, row.pooled) == ("not run", None, (), None)
    assert codes(row) == ["interrupted"]
    assert describe_status(row) == (
        "not finished: interrupted after 2 measured iterations (a mean of 11.000 ns/op, which is not a score)")


@pytest.mark.parametrize("broken", [{"operations": 0}, {"elapsed_ns": 0}])
@pytest.mark.parametrize("mode", ["avgt", "thrpt"])
def test_a_fork_with_an_iteration_without_time_or_work_does_not_count(broken: dict[str, int], mode: str) -> None:
    bad = ForkResult(start=fork(3, []).start, warmup=(), end=fork(3, []).end,
                     measurement=(iteration(10.0, mode=mode, threads=(thread(10.0, mode, **broken),)),))
    row = only_row([*(fork(i, [10.0], mode=mode) for i in range(3)), bad], mode=mode)
    assert row.fork_means == pytest.approx((10.0,) * 3)
    assert "zero-time" in codes(row)


def test_a_fork_with_an_idle_thread_does_not_count() -> None:
    thread_iterations = (thread(10.0), thread(10.0, operations=0))
    bad = ForkResult(start=fork(3, []).start, warmup=(), end=fork(3, []).end, measurement=(iteration(10.0, threads=thread_iterations),))
    row = only_row([*(fork(i, [10.0]) for i in range(3)), bad], threads=2)
    assert row.fork_means == pytest.approx((10.0,) * 3) and "zero-time" in codes(row)


def test_platforms_keep_the_order_of_the_run() -> None:
    cases = [case(steady(2.0), "b", **JAVA), case(steady(1.0), "a")]
    platforms = [platform(), platform("java/openjdk-17", "fac_tests/Factorial.java")]
    (contest,) = summarise(run(cases, platforms), 0.95).contests
    assert [row.platform for row in contest.rows] == ["cpp/g++-12", "java/openjdk-17"]


def test_ratio_is_first_platforms_time_over_this_time() -> None:
    cpp, java = steady(40.0), [fork(i, [20.0 + i]) for i in range(4)]
    summary = summarise(run([case(cpp, "a"), case(java, "b", **JAVA)]), 0.95)
    first, second = summary.rows
    assert (first.ratio.reference, first.ratio.value, first.ratio.interval) == ("a", 1.0, None)
    above, below = (40.0, 41.0, 42.0, 43.0, 44.0), (20.0, 21.0, 22.0, 23.0)
    assert second.ratio.reference == "a"
    assert second.ratio.value == pytest.approx(log_mean(above) / log_mean(below))
    assert (second.ratio.interval.low, second.ratio.interval.high) == pytest.approx(log_ratio_interval(above, below, 0.95))
    assert (second.ratio.verdict, second.ratio.decided_at) == ("faster", None)
    assert summary.reference == "cpp/g++-12"


def test_waiting_in_a_single_set_that_widens_the_interval_is_a_warning() -> None:
    waits = (30_000_000, 0, 0)  # of 200 ms
    sides = [case([replace(fork(number, []), measurement=(iteration(10.0 + number, threads=(thread(10.0, waited_ns=wait),)),))
                   for number, wait in enumerate(of_sets)], name, **fields) for name, of_sets, fields in (("a", (0,) * 3, {}), ("b", waits, JAVA))]
    turns = [SetRecord(cases=("a", "b"), forks=(number, number), index=0, order=(0, 1), counts=(1, 1), warmin=(1, 1), elapsed_ns=(1, 1), waited_ns=(0, 0))
             for number in range(3)]
    first, second = summarise(replace(run(sides), sets=tuple(turns)), 0.95).rows
    assert second.ratio.unwaited is not None
    assert "waited" not in codes(first)
    assert [warning.message for warning in second.warnings if warning.code == "waited"] == [
        "its threads waited for a CPU 5 % of the time; the score includes that, and the intervals of ratios allow for it"]


def test_ratio_of_throughputs_is_above_one_for_the_faster_too() -> None:
    slow = case([fork(i, [0.1], mode="thrpt") for i in range(3)], "a", mode="thrpt", unit="s")
    fast = case([fork(i, [0.2], mode="thrpt") for i in range(3)], "b", mode="thrpt", unit="ms", **JAVA)
    ratio = summarise(run([slow, fast]), 0.95).rows[1].ratio
    assert ratio.value == pytest.approx(2.0)
    assert (ratio.interval.low, ratio.interval.high) == pytest.approx((2.0, 2.0))


def test_time_units_do_not_change_the_ratio() -> None:
    slow, fast = case(steady(3000.0), "a", unit="us"), case(steady(1000.0), "b", unit="ns", **JAVA)
    assert summarise(run([slow, fast]), 0.95).rows[1].ratio.value == pytest.approx(3.0, rel=1e-2)


def test_a_ratio_of_too_few_forks_has_no_interval() -> None:
    ratio = summarise(run([case(steady(4.0), "a"), case(steady(2.0, 2), "b", **JAVA)]), 0.95).rows[1].ratio
    assert ratio.value > 1 and ratio.interval is None


def test_a_reference_without_score_is_named() -> None:
    failed = case([fork(0, [], end={"status": "failed", "reason": "timeout"})], "a")
    _, row = summarise(run([failed, case(steady(2.0), "b", **JAVA)]), 0.95).rows
    assert row.ratio is None and codes(row) == ["no-reference"]


def baselined(*cases: CaseResult) -> Run:
    return run(cases, [platform(), platform("java/openjdk-17", "fac_tests/Factorial.java")])


ITERATIVE = {"key": "iterative", "benchmark": "Benchmarks::iterative"}
JAVA_ITERATIVE = JAVA | {"key": "iterative", "benchmark": "clamh.Factorial.iterative"}


def test_baselines_in_each_language_compare_within_the_language() -> None:
    summary = summarise(baselined(
        case(steady(40.0), "ca", baseline="reference"), case(steady(30.0), "cb", **ITERATIVE),
        case(steady(20.0), "ja", baseline="reference", **JAVA), case(steady(10.0), "jb", **JAVA_ITERATIVE),
    ), 0.95)
    assert {row.case_id: row.ratio.reference for row in summary.rows} == {"ca": "ca", "cb": "ca", "ja": "ca", "jb": "ja"}
    assert summary.reference == "the baseline on the same platform; for the baseline itself: cpp/g++-12"


def test_a_baseline_in_one_language_is_the_reference_of_all() -> None:
    summary = summarise(baselined(
        case(steady(40.0), "ca", baseline="reference"), case(steady(30.0), "cb", **ITERATIVE),
        case(steady(20.0), "ja", **JAVA), case(steady(10.0), "jb", **JAVA_ITERATIVE),
    ), 0.95)
    assert {row.ratio.reference for row in summary.rows} == {"ca"}
    assert summary.reference == "the baseline on the same platform; the baseline on cpp/g++-12"


def test_a_baseline_on_a_later_platform_is_its_own_reference() -> None:
    summary = summarise(baselined(case(steady(40.0), "c"), case(steady(20.0), "j", baseline="reference", **JAVA)), 0.95)
    assert {row.case_id: row.ratio.reference for row in summary.rows} == {"c": "j", "j": "j"}


def test_a_baseline_fits_rows_with_its_params_and_may_have_fewer() -> None:
    summary = summarise(baselined(
        case(steady(40.0), "b25", baseline="reference", params={"number": "25"}),
        case(steady(50.0), "b30", baseline="reference", params={"number": "30"}),
        case(steady(30.0), "x", params={"number": "30", "depth": "2"}, **ITERATIVE),
        case(steady(30.0), "y", params={"number": "99"}, **ITERATIVE),
    ), 0.95)
    ratios = {row.case_id: row.ratio for row in summary.rows}
    assert ratios["x"].reference == "b30" and ratios["y"] is None


def test_a_baseline_applies_to_its_own_folder() -> None:
    elsewhere = {"source": "other_tests/a.cpp", "key": "other", "benchmark": "other"}
    platforms = [platform(), platform(source="other_tests/a.cpp")]
    cases = [case(steady(40.0), "a", baseline="reference"), case(steady(3.0), "o", **elsewhere)]
    assert {row.case_id: row.ratio.reference for row in summarise(run(cases, platforms), 0.95).rows} == {"a": "a", "o": "o"}


def test_confidence_changes_the_interval_and_not_the_score() -> None:
    result = run([case(steady(10.0))])
    (wide,), (narrow,) = summarise(result, 0.99).rows, summarise(result, 0.8).rows
    assert wide.score == narrow.score
    assert wide.interval.low < narrow.interval.low < narrow.interval.high < wide.interval.high


def test_recorded_warnings_are_kept_with_known_and_unknown_codes() -> None:
    own = WarningRecord(code="from-the-future", message="seen", case_id="c")
    summary = summarise(run([case(steady(1.0), warnings=[own])], warnings=[WarningRecord(code="no-lock", message="!")]), 0.95)
    assert [(w.code, w.message, w.advice) for w in summary.rows[0].warnings if w.code != "trend"] == [("from-the-future", "seen", "")]
    assert summary.machine[0].code == "no-lock" and summary.machine[0].advice


def test_an_unknown_time_unit_is_a_message() -> None:
    with pytest.raises(InputError, match="cannot judge the time unit 'fortnight'"):
        summarise(run([case([], unit="fortnight")]), 0.95)


def test_an_unknown_mode_is_a_message() -> None:
    with pytest.raises(InputError, match="cannot judge the mode 'lunar'"):
        summarise(run([case([], mode="lunar")]), 0.95)
