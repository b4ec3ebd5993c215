from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_submissions import repetition, submission, task_run
from msgspec.structs import replace

from clamh.judging.collecting import _compare_with_first, collect, find_other_cpus
from clamh.judging.foreign import solo
from clamh.judging.repetitions import judge_nodes, merge_repetitions
from clamh.judging.statistics.forks import log_mean, log_mean_interval
from clamh.judging.summarise import summarise
from clamh.model.collection import Repetition
from clamh.model.results import Run
from clamh.model.scores import time_unit_ns
from clamh.model.submission import Attempt, Task, TaskOutcome
from clamh.model.summary import Judgement, Row, SetTotal, Summary, make_warning

times = st.floats(1.0, 1e6)
RUNS = [[100.0, 50.0], [104.0, 51.0], [96.0, 49.5]]


def rows(summary: Summary) -> list[Row]:
    return list(summary.rows)


@given(st.lists(st.tuples(times, times), min_size=3, max_size=6))
def test_the_interval_is_over_repetitions(scores: list[tuple[float, float]]) -> None:
    """Whatever the forks of a run do: the score is that of the runs' scores, and a ratio that of the runs' ratios, each with n − 1 degrees of freedom."""
    merged = merge_repetitions([repetition(number, pair, spread=0.2) for number, pair in enumerate(scores, 1)])
    for side, row in enumerate(rows(merged)):
        own = [pair[side] for pair in scores]
        assert row.score == pytest.approx(log_mean(own), rel=1e-9) and row.fork_means == pytest.approx(own, rel=1e-9)
        assert (row.interval.low, row.interval.high) == pytest.approx(log_mean_interval(own, 0.95), rel=1e-6)
    ratios = [first / second for first, second in scores]
    ratio = rows(merged)[1].ratio
    assert ratio.value == pytest.approx(log_mean(ratios), rel=1e-9)
    assert (ratio.interval.low, ratio.interval.high) == pytest.approx(log_mean_interval(ratios, 0.95), rel=1e-6)


def test_measured_operations_are_those_of_all_repetitions() -> None:
    repetitions = [repetition(number, scores) for number, scores in enumerate(RUNS, 1)]
    own = [rows(item.summary)[0].measured_operations for item in repetitions]
    assert rows(merge_repetitions(repetitions))[0].measured_operations == pytest.approx(sum(own)) and min(own) > 0


def test_disturbances_of_a_whole_run_cancel_in_the_ratio() -> None:
    """A node that is twice as slow in one run makes scores uncertain, and not the ratio of sides of the same run."""
    merged = merge_repetitions([repetition(number, [100.0 * slow, 50.0 * slow]) for number, slow in enumerate((1.0, 2.0, 1.5), 1)])
    assert rows(merged)[1].interval.high / rows(merged)[1].score > 2
    assert rows(merged)[1].ratio.value == pytest.approx(2) and rows(merged)[1].ratio.verdict == "faster"


def test_the_ratio_of_rates_is_above_one_for_the_faster_side() -> None:
    merged = merge_repetitions([repetition(number, scores, mode="thrpt") for number, scores in enumerate(RUNS, 1)])
    assert rows(merged)[1].ratio.value == pytest.approx(math.exp(sum(math.log(b / a) for a, b in RUNS) / 3))


def test_the_ratio_without_waiting_is_over_repetitions() -> None:
    """The interval was as wide as waiting makes it, and a report asked for more repetitions, which do not narrow that."""
    def wait(item: Repetition) -> Repetition:
        (contest,) = item.summary.contests
        judged = tuple(replace(row, sets=tuple(SetTotal(number=number, time_ns=row.score * 1000, operations=1000, waited_ns=row.score * share) for number in range(3)))
                       for row, share in zip(contest.rows, (100, 0), strict=True))
        return item._replace(summary=replace(item.summary, contests=(replace(contest, rows=judged),)))

    repetitions = [repetition(number, scores) for number, scores in enumerate(RUNS, 1)]
    ratio = rows(merge_repetitions([*map(wait, repetitions[:2]), repetitions[2]]))[1].ratio
    ratios = [a / b for a, b in RUNS]
    assert ratio.unwaited == pytest.approx(log_mean([0.9 * ratios[0], 0.9 * ratios[1], ratios[2]])) and ratio.interval.low < ratio.unwaited
    assert ratio.value == pytest.approx(log_mean(ratios))
    assert rows(merge_repetitions(repetitions))[1].ratio.unwaited is None


@pytest.mark.parametrize("number", [1, 2])
def test_too_few_repetitions_give_no_interval_and_no_verdict(number: int) -> None:
    merged = merge_repetitions([repetition(item, RUNS[item]) for item in range(number)])
    assert all(row.interval is None and row.has_warning("few-repetitions") and not row.has_warning("few-forks") for row in rows(merged))
    assert (rows(merged)[1].ratio.verdict, rows(merged)[1].ratio.reason) == ("undecided", "too few repetitions")
    assert rows(merged)[1].ratio.value == pytest.approx(log_mean([a / b for a, b in RUNS[:number]]))


def test_a_warning_has_its_number_of_repetitions() -> None:
    repetitions = [repetition(number, scores) for number, scores in enumerate(RUNS, 1)]
    noisy = repetitions[1].summary
    contests = tuple(replace(contest, rows=tuple(replace(row, warnings=(make_warning("trend", "it grows"),)) for row in contest.rows)) for contest in noisy.contests)
    repetitions[1] = repetitions[1]._replace(summary=replace(noisy, contests=contests))
    assert [doubt.message for doubt in rows(merge_repetitions(repetitions))[0].warnings if doubt.code == "trend"] == ["it grows (in 1 of 3 repetitions)"]


def test_a_platform_that_one_run_lacks_is_partial() -> None:
    merged = merge_repetitions([repetition(1, RUNS[0]), repetition(2, RUNS[1]), repetition(3, RUNS[2][:1]), repetition(4, RUNS[0])])
    assert [(row.status, len(row.fork_means), row.forks_planned) for row in rows(merged)] == [("ok", 4, 4), ("partial", 3, 4)]
    assert rows(merged)[1].ratio.value == pytest.approx(log_mean([100 / 50, 104 / 51, 100 / 50]))


def test_a_side_of_later_runs_only_is_included() -> None:
    merged = merge_repetitions([repetition(1, RUNS[0][:1]), *[repetition(number, RUNS[0]) for number in (2, 3, 4)]])
    assert [len(row.fork_means) for row in rows(merged)] == [4, 3] and rows(merged)[1].ratio.verdict == "faster"


def test_runs_that_compare_by_the_median_are_merged_and_compared() -> None:
    repetitions = [repetition(number, scores) for number, scores in enumerate(RUNS, 1)]
    repetitions = [item._replace(summary=replace(item.summary, estimator="median")) for item in repetitions]
    nodes = judge_nodes([*repetitions, *(item._replace(host="node2") for item in repetitions)])
    assert rows(nodes[0].summary)[1].ratio.estimator == "median"
    assert _compare_with_first(nodes)[0].comparison.pairs[0].ratio.value == pytest.approx(1)


@pytest.mark.parametrize("options", ['{"measurement_iterations":1}', '{"measurement_iterations":1,"time_unit":"us"}'])
def test_solo_logs_near_1_us_are_merged_in_the_same_unit(options: str) -> None:
    def read_log(number: int, ns: float) -> Repetition:
        process = (f'case: {{"key":"work","benchmark":"work","platform":"cpp/g++-12","source":"a.cpp","mode":"avgt","threads":1,"params":{{}},"options":{options}}}\n'
                   f"Benchmark work, iteration 1: {ns} ns/op\n\nexit code: 0\n")
        log = f"clamh solo log 1\nsubmission: abcd1234\nhost: node1\ncpu: Xeon\nbegan: 2026-01-02T03:00:00Z\n{3 * process}ended: 2026-01-02T03:01:00Z\n"
        run = solo.read(log, "log")
        return Repetition("x86_q", "node1", "Xeon", number, run, summarise(run, 0.95))

    (row,) = rows(merge_repetitions([read_log(1, 1020.0), read_log(2, 995.0)]))
    assert row.score * time_unit_ns(row.unit) == pytest.approx(math.sqrt(1020 * 995))


def test_queues_and_hosts_are_judged_separately() -> None:
    places = [("x86_q", "node1"), ("x86_q", "node2"), ("arm_q", "node1")]
    nodes = judge_nodes([repetition(number, RUNS[number - 1], queue, host) for queue, host in places for number in (1, 2, 3)])
    assert [(node.queue, node.host, [item.number for item in node.repetitions]) for node in nodes] == [(*place, [1, 2, 3]) for place in places]


def test_pool_joins_hosts_with_the_same_cpu() -> None:
    repetitions = [repetition(number, RUNS[number - 1], host=f"node{number}", cpu=cpu) for number, cpu in ((1, "Xeon"), (2, "EPYC"), (3, "Xeon"))]
    assert [(node.host, [item.number for item in node.repetitions]) for node in judge_nodes(repetitions, pool=True)] == [("node1, node3", [1, 3]), ("node2", [2])]


def test_pool_joins_no_hosts_with_an_unknown_cpu() -> None:
    repetitions = [repetition(number, RUNS[number - 1], host=f"node{number}", cpu="") for number in (1, 2)]
    assert [node.host for node in judge_nodes(repetitions, pool=True)] == ["node1", "node2"]


def test_hosts_with_another_cpu_are_named() -> None:
    nodes = judge_nodes([repetition(1, RUNS[0], host="node1"), repetition(1, RUNS[0], host="node2", cpu="EPYC"), repetition(1, RUNS[0], "arm_q", "node3", "Arm")])
    assert [doubt.message for doubt in find_other_cpus(nodes)] == ["the nodes of x86_q have different CPUs: Xeon in node1; EPYC in node2"]


def test_results_of_another_run_or_other_sources_fail_the_task() -> None:
    def of_task(number: int, sources: dict[str, str] = {"a.cpp": "1"}, command: tuple[str, ...] = ("clamh", "run"), host: str = "node1") -> tuple[TaskOutcome, Run]:
        run = task_run(RUNS[0])
        task = Task("x86_q", number)
        attempt = Attempt(task, "10", "", "finished", host=host, cpu="Xeon", results=str(number), exit_code=0, command=command)
        return TaskOutcome(task, (attempt,)), replace(run, header=replace(run.header, sources=sources))

    result = [of_task(1), of_task(2, sources={"a.cpp": "2", "b.cpp": "1"}), of_task(3, command=("clamh", "run", "other")), of_task(4, host="node2"), of_task(5)]
    runs = {str(number): run for number, (_, run) in enumerate(result, 1)}
    collection = collect(submission(["x86_q"], 5), [outcome for outcome, _ in result], lambda path: Judgement(runs[path], summarise(runs[path], 0.95)))
    assert [(outcome.state, outcome.attempts[-1].reason) for outcome in collection.outcomes] == [
        ("finished", ""), ("failed", "its sources differ from those of the first repetition: a.cpp, b.cpp changed"),
        ("failed", "its results belong to another run: `clamh run` on node1"), ("failed", "its results belong to another run: `clamh run` on node1"),
        ("finished", "")]
    assert [[item.number for item in node.repetitions] for node in collection.nodes] == [[1, 5]]


def test_the_first_finished_attempt_with_results_of_its_own_counts() -> None:
    task, run = Task("x86_q", 1), task_run(RUNS[0])
    stranger, own = (Attempt(task, batch, "", "finished", host="node1", results=batch, command=("clamh", *words)) for batch, words in (("10", ["x"]), ("11", ["run"])))
    outcomes = [TaskOutcome(task, (stranger, own)), TaskOutcome(task, (stranger, own._replace(state="waiting", reason="Priority", results="")))]
    collection = collect(submission(["x86_q"], 2), outcomes, lambda path: Judgement(run, summarise(run, 0.95)))
    assert [(outcome.state, [attempt.state for attempt in outcome.attempts]) for outcome in collection.outcomes] == [
        ("finished", ["failed", "finished"]), ("waiting", ["failed", "waiting"])]
    assert [len(node.repetitions) for node in collection.nodes] == [1]


def test_nodes_are_compared_over_their_repetitions() -> None:
    slow = [repetition(number, [2 * score for score in scores], host="node2") for number, scores in enumerate(RUNS, 1)]
    nodes = judge_nodes([*(repetition(number, scores) for number, scores in enumerate(RUNS, 1)), *slow])
    (beside,) = _compare_with_first(nodes)
    assert beside.comparison.names == ("x86_q on node1", "x86_q on node2")
    assert [(round(pair.ratio.value, 9), pair.ratio.verdict) for pair in beside.comparison.pairs] == [(0.5, "slower")] * 2
    (beside,) = _compare_with_first(judge_nodes([repetition(1, RUNS[0]), slow[0]]))
    assert [(pair.ratio.verdict, pair.ratio.reason) for pair in beside.comparison.pairs] == [("undecided", "too few repetitions")] * 2


def test_nodes_are_compared_where_the_first_repetition_lacks_a_row() -> None:
    scores = (RUNS[0][:1], RUNS[0], RUNS[0], RUNS[0])
    nodes = judge_nodes([repetition(number, each, host=host) for host in ("node1", "node2") for number, each in enumerate(scores, 1)])
    (beside,) = _compare_with_first(nodes)
    assert [pair.row.platform for pair in beside.comparison.pairs] == ["cpp/g++-12", "rust/rustc-1.95"]
    assert [pair.ratio.value for pair in beside.comparison.pairs] == pytest.approx([1, 1])
    assert [result.case.case_id for result in nodes[0].run.cases] == ["c0", "c1"]
