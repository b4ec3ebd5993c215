"""Is each geometric mean over what can be averaged: one suite, mode, platform and reference, without what is no workload?"""

from __future__ import annotations

import pytest
from made_runs import case, fork, platform, run

from clamh.judging.statistics.suite import geometric_mean_interval
from clamh.judging.suites import suite_ratios
from clamh.judging.summarise import summarise
from clamh.model.results import CaseResult
from clamh.model.summary import Ratio, SuiteBenchmark, SuiteRatio

CPP, JAVA = "cpp/g++-12", "java/openjdk-17"


def measured(key: str, on: str, time: float, folder: str = "one", count: int = 3, **fields: object) -> CaseResult:
    mode = fields.get("mode", "avgt")
    id = "-".join(map(str, (folder, key, on, mode, *fields.get("params", {}).values())))
    return case([fork(i, [time * (1 + i / 1000)], mode=mode) for i in range(count)], id, on, **(
        {"key": key, "benchmark": key, "source": f"{folder}/x.{on.partition('/')[0]}", "params": {}} | fields))


def suites(*cases: CaseResult, baseline: str = "") -> list[SuiteRatio]:
    return list(summarise(run(cases, [platform(CPP), platform(JAVA)]), 0.95, baseline=baseline).suites)


def on_both_platforms(key: str, cpp: float, java: float, **fields: object) -> list[CaseResult]:
    return [measured(key, CPP, cpp, **fields), measured(key, JAVA, java, **fields)]


def test_a_mean_with_its_interval_over_benchmarks_and_verdicts_counted() -> None:
    (suite_ratio,) = suites(*on_both_platforms("a", 10, 20), *on_both_platforms("b", 10, 5), *on_both_platforms("c", 10, 10),
                            *on_both_platforms("d", 10, 80))
    assert (suite_ratio.suite, suite_ratio.mode, suite_ratio.platform, suite_ratio.reference, suite_ratio.against) == ("one", "avgt", JAVA, CPP, None)
    assert (suite_ratio.benchmarks, suite_ratio.rows, suite_ratio.without) == (4, 4, 0)
    assert suite_ratio.verdicts == {"faster": 1, "slower": 2, "same": 1}
    assert suite_ratio.value == pytest.approx((0.5 * 2 * 1 / 8) ** 0.25)
    low, high = geometric_mean_interval([[0.5], [2.0], [1.0], [0.125]], 0.95)
    assert (suite_ratio.interval.low, suite_ratio.interval.high) == pytest.approx((low, high))


def test_the_interval_allows_for_waiting_for_a_cpu_as_that_of_each_ratio_does() -> None:
    def ratio(value: float, unwaited: float | None) -> Ratio:
        return Ratio(reference="r", value=value, interval=None, terms=(), verdict="undecided", unwaited=unwaited)

    rows = {key: summarise(run([measured(key, CPP, 10)], [platform(CPP)]), 0.95).rows[0] for key in "abcd"}
    unwaited = {"a": 1.0, "b": 1.1, "c": None, "d": 0.9}
    (mean,) = suite_ratios([(row, ratio(0.25, unwaited[key]), CPP) for key, row in rows.items()], 0.95)
    low, high = geometric_mean_interval([[1.0], [1.1], [0.25], [0.9]], 0.95)
    assert mean.value == pytest.approx(0.25) and mean.interval is not None
    assert (mean.interval.low, mean.interval.high) == pytest.approx((min(low, 0.25), high))


def test_modes_suites_and_platforms_are_never_mixed() -> None:
    suite_ratios = suites(*on_both_platforms("a", 10, 20), *on_both_platforms("b", 10, 20),
                          *on_both_platforms("a", 0.1, 0.4, mode="thrpt", unit="s"), *on_both_platforms("z", 10, 10, folder="two"))
    assert [(suite_ratio.suite, suite_ratio.mode, suite_ratio.benchmarks, pytest.approx(suite_ratio.value)) for suite_ratio in suite_ratios] == [
        ("one", "avgt", 2, 0.5), ("one", "thrpt", 1, 4.0), ("two", "avgt", 1, 1.0)]
    assert [suite_ratio.interval for suite_ratio in suite_ratios] == [None] * 3


def test_params_of_one_benchmark_weigh_as_one_benchmark() -> None:
    (suite_ratio,) = suites(*on_both_platforms("a", 10, 20, params={"n": "1"}), *on_both_platforms("a", 10, 80, params={"n": "2"}),
                            *on_both_platforms("b", 10, 5))
    assert (suite_ratio.benchmarks, suite_ratio.rows, suite_ratio.verdicts) == (2, 3, {"faster": 1, "slower": 2})
    assert suite_ratio.value == pytest.approx((0.25 * 2) ** 0.5)


def test_failed_rows_are_counted_and_not_averaged() -> None:
    failed = case([fork(0, [], end={"status": "failed", "reason": "timeout"})], "f", JAVA, key="c", benchmark="c",
                  source="one/x.java", params={})
    (suite_ratio,) = suites(*on_both_platforms("a", 10, 20), *on_both_platforms("b", 10, 20), measured("c", CPP, 10), failed)
    assert (suite_ratio.benchmarks, suite_ratio.without, suite_ratio.value) == (2, 1, pytest.approx(0.5))


def test_baseline_and_bound_are_not_in_the_mean() -> None:
    marks = {"base": {"baseline": "reference"}, "least": {"baseline": "bound"}, "a": {}, "b": {}}
    cases = [measured(key, on, time, **mark) for on in (CPP, JAVA)
             for (key, mark), time in zip(marks.items(), (40.0, 1.0, 20.0, 10.0), strict=True)]
    suite_ratios = suites(*cases)
    assert [(suite_ratio.platform, suite_ratio.reference, suite_ratio.against, suite_ratio.benchmarks) for suite_ratio in suite_ratios] == [
        (on, on, SuiteBenchmark(name="base", bound=False), 2) for on in (CPP, JAVA)]
    assert [suite_ratio.value for suite_ratio in suite_ratios] == pytest.approx([8**0.5] * 2)


def test_a_mean_against_a_bound_is_marked() -> None:
    suite_ratios = suites(measured("least", CPP, 1.0, baseline="bound"), measured("a", CPP, 2.0), measured("b", CPP, 8.0))
    assert [(suite_ratio.against, suite_ratio.value) for suite_ratio in suite_ratios] == [(SuiteBenchmark(name="least", bound=True), pytest.approx(0.25))]


def test_too_few_forks_leave_rows_without_a_verdict() -> None:
    (suite_ratio,) = suites(*on_both_platforms("a", 10, 20, count=2), *on_both_platforms("b", 10, 20), *on_both_platforms("c", 10, 20))
    assert (suite_ratio.rows, suite_ratio.verdicts) == (3, {"slower": 2})


def test_rows_on_unequal_terms_are_counted() -> None:
    assert [suite.unequal for suite in suites(*on_both_platforms("a", 10, 20), *on_both_platforms("b", 10, 20))] == [0]
    other = [measured("c", CPP, 10), measured("c", JAVA, 20, options={"warmup_iterations": 9})]
    assert [suite.unequal for suite in suites(*on_both_platforms("a", 10, 20), *other)] == [1]
    assert [suite.unequal for suite in suites(measured("a", CPP, 10, baseline="reference"), measured("b", CPP, 20, params={"n": "1"}))] == [0]
