"""Are the results of a group and of its functions those that JMH makes of the same threads, in each of its formats?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from made_runs import case, fork, iteration, run, sampled, thread
from msgspec.structs import replace

from clamh.judging.compare_runs import compare_runs
from clamh.judging.summarise import summarise
from clamh.model.cases import CounterMeaning
from clamh.model.results import CaseResult, Run
from clamh.model.sources import Member
from clamh.model.summary import Row
from clamh.model.worker import ThreadIteration
from clamh.report import render
from clamh.report.jmh import collect_results
from clamh.report.side_by_side import format_secondary

ORACLE = Path(__file__).parents[2] / "golden" / "jmh" / "formats"
QUEUE = (Member(name="put", threads=1), Member(name="take", threads=2))
IDLE = ThreadIteration(operations=0, all_operations=1, elapsed_ns=0, member="take")


def convert_jmh_entry(entry: dict[str, Any], members: tuple[Member, ...], case_id: str) -> CaseResult:
    """A case whose threads have the scores that JMH printed for its group; all threads of a function have equal scores."""
    mode, forks = entry["mode"], []
    for number in range(entry["forks"]):
        iterations = []
        for index in range(entry["measurementIterations"]):
            threads = []
            for member in members:
                count = member.threads * entry["threads"] // sum(other_member.threads for other_member in members)
                if count:
                    score = entry["secondaryMetrics"][member.name]["rawData"][number][index]
                    ns = round(1e6) if mode != "ss" else round(score * 1e3)  # a single shot's opi is 1,000 here
                    operations = {"thrpt": score * ns / count, "avgt": ns / score, "ss": 1000}[mode]
                    threads += [ThreadIteration(operations=operations, all_operations=operations, elapsed_ns=ns, member=member.name,
                                                timings=int(mode == "ss"))] * count
            iterations.append(iteration(0.0, index, threads=tuple(threads), case_id=case_id, fork=number))
        forks.append(replace(fork(number, [], case_id=case_id), measurement=tuple(iterations)))
    return case(forks, case_id, mode=mode, benchmark=entry["benchmark"], key=entry["benchmark"], threads=entry["threads"], params={},
                members=members, platform="java/1", options={"operations_per_invocation": 1000 if mode == "ss" else 1})


@pytest.mark.parametrize(("name", "members"), [
    ("groups", QUEUE), ("group_threads", (Member(name="put", threads=0), Member(name="take", threads=3)))])
def test_groups_and_functions_have_jmhs_scores_of_the_same_threads(name: str, members: tuple[Member, ...]) -> None:
    entries = [entry for entry in json.loads((ORACLE / f"{name}.json").read_text()) if entry["mode"] != "sample"]
    result = run([convert_jmh_entry(entry, members, f"case{number}") for number, entry in enumerate(entries)])
    results = collect_results(summarise(result, 0.95))
    assert [(result.benchmark, result.mode, result.threads) for result in results] == [
        (entry["benchmark"], entry["mode"], entry["threads"]) for entry in entries] and len(results) > 1
    for ours, theirs in zip(results, entries, strict=True):
        metrics = {"": theirs["primaryMetric"], **{label: metric for label, metric in theirs["secondaryMetrics"].items() if label != "hits"}}
        assert [metric.label for metric in ours.metrics] == list(metrics)  # no line for a function without threads
        for metric in ours.metrics:
            expected = metrics[metric.label]
            assert metric.unit == expected["scoreUnit"]
            assert metric.score == pytest.approx(expected["score"], rel=1e-5)
            assert metric.error == pytest.approx(expected["scoreError"], rel=1e-3)


def grouped(mode: str = "avgt", **fields: Any) -> Run:
    """Three forks of two iterations: one thread puts at 10 ns, two take at 20 and 30."""
    def threads(ns: float) -> tuple[ThreadIteration, ...]:
        own = {} if mode == "ss" else {"sample_ns": ()}
        return (thread(ns, mode, member="put", counters={"S.hits": 500.0}, **own), thread(2 * ns, mode, member="take", **own),
                thread(3 * ns, mode, member="take", **own))

    forks = [replace(fork(n, []), measurement=tuple(iteration(0.0, index, threads=threads(10.0 + index), fork=n) for index in range(2)))
            for n in range(3)]
    settings = {"threads": 3, "members": QUEUE, "params": {}, "counters": {"hits": CounterMeaning(type="OPERATIONS")}}
    return run([case(forks, mode=mode, **(settings | fields))])


def judge_row(result: Run) -> Row:
    (only_row,) = summarise(result, 0.95).rows
    return only_row


def test_each_function_has_a_score_and_an_interval_over_forks() -> None:
    results = {result.label: result for result in judge_row(grouped()).secondary}
    assert [*results] == ["put", "take", "hits"]
    assert (results["put"].kind, results["put"].score, results["put"].unit) == ("member", pytest.approx(10.5), "ns/op")
    assert results["take"].score == pytest.approx(26.25) and judge_row(grouped()).score == pytest.approx(21.0)
    assert results["put"].interval is not None and results["put"].iterations == (pytest.approx((10.0, 11.0)),) * 3
    # Only one of the functions has the counter: its rate is that of the threads that count.
    assert results["hits"].score == pytest.approx(results["put"].pooled.mean * 200_000_000 / 10.5 / 500, rel=0.01)


def test_idle_threads_are_in_no_mean_and_their_function_has_no_score() -> None:
    def idle(count: int, mode: str = "avgt") -> Row:
        whole = grouped(mode)
        forks = [replace(fork_result, measurement=tuple(replace(measured, threads=(*measured.threads[:3 - count], *[IDLE] * count))
                                               for measured in fork_result.measurement)) for fork_result in whole.cases[0].forks]
        return judge_row(replace(whole, cases=(replace(whole.cases[0], forks=tuple(forks)),)))

    assert idle(1).score == pytest.approx((10.5 + 21.0) / 2) and idle(1).secondary[1].score == pytest.approx(21.0)
    assert idle(2).score == pytest.approx(10.5) and [secondary.label for secondary in idle(2).secondary] == ["put", "hits"]
    assert idle(2).status == "ok" and "idle-thread" in {warning.code for warning in idle(2).warnings}
    assert [secondary.label for secondary in idle(2, "thrpt").secondary] == ["put", "hits"]  # 0 operations in no time are no rate of 0


def test_functions_in_sample_mode_have_jmhs_percentiles() -> None:
    threads = (sampled([(122, 5), (222, 1)], member="put"), *[sampled([(322, 4)], member="take")] * 2)
    forks = [replace(fork(n, []), measurement=(iteration(0.0, threads=threads, fork=n),)) for n in range(3)]
    results = judge_row(run([case(forks, mode="sample", threads=3, members=QUEUE, params={})])).secondary
    theirs = next(result for result in json.loads((ORACLE / "groups.json").read_text()) if result["mode"] == "sample")
    assert sorted(result.label for result in results) == list(theirs["secondaryMetrics"])
    scores = {result.label: result.score for result in results}
    assert (scores["put:p0.50"], scores["put:p1.00"], scores["take:p0.50"], scores["p0.50"]) == (100.0, 200.0, 300.0, 300.0)
    assert next(result.pooled.count for result in results if result.label == "take") == 24


@pytest.mark.parametrize("format", ["terminal", "md", "log", "text", "csv", "scsv", "latex", "json", "junit", "bencher", "github-benchmark"])
def test_every_report_has_the_functions_and_their_threads(format: str, golden) -> None:
    result = grouped()
    text = render(summarise(result, 0.95), result, format)
    golden(f"report/group.{format}", text)


def test_a_group_in_jmhs_lines() -> None:
    (result,) = collect_results(summarise(grouped("thrpt"), 0.95))
    primary, hits, put, take = result.metrics
    assert (primary.label, primary.count, primary.unit, primary.score) == ("", 6, "ops/ns", pytest.approx(63.0))
    assert [(metric.label, metric.score) for metric in (put, take)] == [("put", pytest.approx(10.5)), ("take", pytest.approx(52.5))]
    assert hits.label == "hits"


def test_two_runs_match_functions_in_different_naming_styles() -> None:
    a = grouped()
    pascal = tuple(replace(member, name=member.name.capitalize()) for member in QUEUE)
    b = replace(a, cases=tuple(replace(result, case=replace(result.case, members=pascal), forks=tuple(
        replace(forked, measurement=tuple(
            replace(timed, threads=tuple(replace(t, member=t.member.capitalize()) for t in timed.threads))
            for timed in forked.measurement)) for forked in result.forks)) for result in a.cases))
    (pair,) = compare_runs((a, summarise(a, 0.95)), (b, summarise(b, 0.95))).pairs
    assert [cells[0].strip() for cells in format_secondary(pair)] == ["put", "take", "hits"]
    assert {term.name: term.holds for term in pair.ratio.terms}["threads"] is True
    swapped = (replace(QUEUE[0], threads=2), replace(QUEUE[1], threads=1))
    other_run = replace(b, cases=tuple(replace(result, case=replace(result.case, members=swapped)) for result in a.cases))
    (pair,) = compare_runs((a, summarise(a, 0.95)), (other_run, summarise(other_run, 0.95))).pairs
    (term,) = [term for term in pair.ratio.terms if term.name == "threads"]
    assert (term.holds, term.message) == (False, "3 (1 put, 2 take) against 3 (2 put, 1 take)")
