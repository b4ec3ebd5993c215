"""Are the numbers behind charts those of the run, thinned evenly, and is each axis chosen by its data?"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_pages import compared_run, judged, one_platform_run
from made_runs import case, fork, run, sampled, sampled_fork, iteration

from clamh.judging.summarise import summarise
from clamh.model.results import CaseResult
from clamh.report import figures


def forks_of(result: CaseResult, most: int = 200) -> list[figures.Record]:
    summary = summarise(run([result]), 0.95)
    return figures.record_forks(summary.rows[0], result, most)


def test_few_samples_are_all_kept_in_order() -> None:
    assert figures.take_quantiles(np.array([3.0, 1.0, 2.0]), np.array([1, 2, 1]), 10) == ([1.0, 1.0, 2.0, 3.0], 4)


@given(st.lists(st.tuples(st.floats(1, 1e6), st.integers(1, 1000)), min_size=1, max_size=50), st.integers(2, 40))
def test_quantiles_are_of_all_samples_with_both_ends(pairs: list[tuple[float, int]], most: int) -> None:
    values, numbers = np.array([value for value, _ in pairs]), np.array([number for _, number in pairs])
    taken, count = figures.take_quantiles(values, numbers, most)
    assert count == numbers.sum() and len(taken) == min(most, count) and taken == sorted(taken)
    whole = np.sort(np.repeat(values, numbers))
    wanted = whole if count <= most else whole[np.round(np.linspace(0, count - 1, most)).astype(int)]
    assert np.allclose(taken, wanted, rtol=1e-4)


def test_values_that_json_lacks_are_left_out_of_samples() -> None:
    assert figures.take_quantiles(np.array([math.inf, 2.0, math.nan]), np.array([1, 1, 1]), 10) == ([2.0], 1)
    assert figures.take_quantiles(np.array([]), np.array([], dtype=int), 10) == ([], 0)


def test_samples_are_ns_per_operation_and_without_them_iterations() -> None:
    recorded = forks_of(case([sampled_fork(0, [[2.0, 3.0], [4.0]], [[9.0]])]))
    assert recorded[0]["samples"] == [2.0, 3.0, 4.0] and recorded[0]["warmup"] == 1 and len(recorded[0]["scores"]) == 3
    rates = forks_of(case([fork(0, [0.5, 0.25], mode="thrpt", threads=None)], mode="thrpt", unit="us"))
    assert rates[0]["all_samples"] == 400 and set(rates[0]["samples"]) == {2.0, 4.0}


def test_sample_mode_has_its_histogram() -> None:
    threads = (sampled([(100.0, 3), (200.0, 1)], clock_cost_ns=0.0),)
    whole = fork(0, [])
    measured = [iteration(0.0, threads=threads, case_id="c")]
    recorded = forks_of(case([whole.__class__(start=whole.start, warmup=(), measurement=tuple(measured), end=whole.end)], mode="sample"))
    assert recorded[0]["samples"] == [100.0, 100.0, 100.0, 200.0] and recorded[0]["all_samples"] == 4


def test_a_fork_that_does_not_count_says_why() -> None:
    recorded = forks_of(case([fork(0, [1.0, 1.0]), fork(1, [1.0], end={"status": "failed", "reason": "killed", "signal": 9})]))
    assert [record["counts"] for record in recorded] == [True, False] and "failure" in recorded[1]


def test_relative_times_are_those_of_the_first_screen() -> None:
    summary = judged(compared_run()).summary
    named = figures.name_contests(summary)[0]
    names, own = {row.case_id: row.side for row in summary.rows}, figures.Scale("ns/op", 1.0)
    records = [figures.record_row(named, row, names, own) for row in named.contest.rows]
    assert [round(record["value"], 6) for record in records] == [1.0, 1.4, 6.0, 90.0]
    assert records[0]["low"] is None and records[1]["low"] < 1.4 < records[1]["high"] and records[0]["params"] == {"size": 8.0}
    alone = judged(one_platform_run()).summary
    named = figures.name_contests(alone)[0]
    assert figures.record_row(named, named.contest.rows[0], {named.contest.rows[0].case_id: "C++"}, own)["score"]


def test_a_chart_has_one_unit() -> None:
    """Of a benchmark whose rows are in ns and µs, the charts are in that of the first."""
    summary = summarise(run([case([fork(0, [800.0])], params={"n": "10"}), case([fork(0, [80_000.0], case_id="d")], "d", params={"n": "1000"}, unit="us")]), 0.95)
    named = figures.name_contests(summary)
    scales = figures.find_scales(named)
    assert scales == {"c": ("ns/op", 1.0), "d": ("ns/op", 1000.0)}
    records = [figures.record_row(each, row, {row.case_id: "C++"}, scales[row.case_id]) for each in named for row in each.contest.rows]
    assert [(record["score"], record["unit"], record.get("scale", 1)) for record in records] == [(800.0, "ns/op", 1), (80.0, "us/op", 1000.0)]


@pytest.mark.parametrize(("values", "log"), [
    ([1, 2, 3], False), ([1, 19], False), ([1, 20], True), ([8, 16, 32], False), ([5, 15, 25], False), ([0, 100], False), ([-1, 100], False), ([5], False), ([], False),
    ([None, 1, 100], True),
])
def test_an_axis_is_logarithmic_if_values_span_a_large_factor(values: list[float], log: bool) -> None:
    assert figures.needs_log(values) is log


@pytest.mark.parametrize(("values", "grows"), [([8, 16, 32], True), ([32, 8, 16, 8], True), ([10, 100, 1000], True), ([1, 2, 3], False), ([1, 2], False), ([0, 1, 2], False), ([], False)])
def test_sizes_that_are_doubled_are_noticed(values: list[float], grows: bool) -> None:
    assert figures.grows_by_factors(values) is grows


def test_the_axis_is_the_param_with_most_numbers() -> None:
    summary = judged(run([case([fork(0, [1.0] * 3)], f"{n}-{kind}", params={"kind": kind, "n": str(n), "all": "7"}) for n in (1, 2) for kind in ("a", "b")])).summary
    assert figures.find_axis(summary.contests) == "n"
    assert figures.find_axis(summary.contests[:1]) == ""


def test_samples_of_long_reports_are_fewer() -> None:
    many = run([case([fork(number, [1.0, 1.0]) for number in range(50)], f"c{place}", params={"n": str(place)}) for place in range(60)])
    assert figures.limit_samples(judged(many).summary) == 250_000 // 3_000
    assert figures.limit_samples(judged(one_platform_run()).summary) == figures.MAX_OF_FORK


@pytest.mark.parametrize(("cost", "unit"), [(0.4, "ns"), (999, "ns"), (1000, "µs"), (5e9, "s")])
def test_the_unit_suits_the_least_time(cost: float, unit: str) -> None:
    assert figures.choose_unit([cost, cost * 10])[0] == unit
