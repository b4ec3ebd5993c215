"""Is the text about suites the approved one, also with too few benchmarks, several modes and several suites?"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from made_runs import case, fork, platform, run
from msgspec.structs import replace

from clamh.judging.compare_runs import compare_runs
from clamh.judging.summarise import summarise
from clamh.model.results import CaseResult, Run
from clamh.model.summary import Interval, SuiteBenchmark, SuiteRatio
from clamh.report import render, render_comparison
from clamh.report.look import Look
from clamh.report.sections import divide_summary
from clamh.report.suites import describe_suites

CPP, JAVA = "cpp/g++-12", "java/openjdk-17"
TITLES = {"cpp": "C++", "java": "Java"}
NAMES = {CPP: "C++", JAVA: "Java"}
SUITE = SuiteRatio(suite="sorts", mode="avgt", platform=JAVA, reference=CPP, against=None, benchmarks=4, rows=6, value=0.8312,
                 interval=Interval(low=0.71, high=0.97), verdicts={"faster": 1, "slower": 4, "undecided": 1})


def measured(key: str, platform_name: str, time: float, folder: str = "sort_tests", **fields: object) -> CaseResult:
    mode = fields.get("mode", "avgt")
    return case([fork(i, [time * (1 + i / 1000)], mode=mode) for i in range(3)], f"{folder}{key}{platform_name}{mode}", platform_name, **(
        {"key": key, "benchmark": key, "source": f"{folder}/x.{platform_name.partition('/')[0]}", "params": {}} | fields))


def several(slower: float = 1.0) -> Run:
    """Two suites: one in two modes whose first benchmark is its baseline, with a bound that one row beats; one of two benchmarks."""
    times = {"quick": (40.0, "reference"), "merge": (20.0, ""), "heap": (44.0, ""), "copy": (8.0, "bound"), "none": (0.5, ""),
             "radix": (40.2, "")}
    cases = [measured(key, on, time * (1 + 0.1 * n) * slower, baseline=mark) for key, (time, mark) in times.items()
             for n, on in enumerate((CPP, JAVA))]
    cases += [measured(key, CPP, 1 / time, mode="thrpt", unit="s", baseline=mark) for key, (time, mark) in list(times.items())[:3]]
    cases += [measured(key, on, time * slower, "text_tests") for key in ("utf8", "utf16") for on, time in ((CPP, 10.0), (JAVA, 15.0))]
    sources = dict.fromkeys((result.case.platform, result.case.source) for result in cases)
    return run(cases, [platform(*result) for result in sources])


@pytest.mark.parametrize("format", ["terminal", "md"])
def test_the_report_of_several_suites_is_the_approved_one(golden: Callable[[str, str], None], format: str) -> None:
    result = several()
    golden(f"report/suites.{format}", render(summarise(result, 0.95), result, format, Look(titles=TITLES)))


def test_two_runs_of_several_suites_side_by_side_are_as_approved(golden: Callable[[str, str], None]) -> None:
    a, b = ((result, summarise(result, 0.95)) for result in (several(), replace(several(1.05), path="later.ndjson")))
    comparison = compare_runs(a, b)
    golden("report/suites_side_by_side.terminal", render_comparison(comparison, a, b, "terminal", Look(titles=TITLES)))
    suites = json.loads(render_comparison(comparison, a, b, "json"))["suites"]
    assert [(suite["suite"], suite["mode"], suite["platform"], suite["benchmarks"]) for suite in suites] == [
        ("sort_tests", "avgt", CPP, 6), ("sort_tests", "avgt", JAVA, 6), ("sort_tests", "thrpt", CPP, 3),
        ("text_tests", "avgt", CPP, 2), ("text_tests", "avgt", JAVA, 2)]


def test_json_has_the_mean_beside_each_row_that_is_in_it() -> None:
    result = several()
    entries = json.loads(render(summarise(result, 0.95), result, "json"))
    (mean,) = next(entry["clamh"]["suite"] for entry in entries if (entry["benchmark"], entry["jvm"]) == ("merge", JAVA))
    assert (mean["platform"], mean["against"], mean["benchmarks"]) == (JAVA, {"name": "quick", "bound": False}, 4)
    assert mean["interval"].keys() == {"low", "high"} and sum(mean["verdicts"].values()) == mean["rows"] == 4
    assert {entry["benchmark"] for entry in entries if not entry["clamh"]["suite"]} == {"quick", "copy", "utf8", "utf16"}
    assert {entry["jvm"] for entry in entries if entry["benchmark"] == "utf8" and entry["clamh"]["suite"]} == {JAVA}


def test_json_has_only_the_mean_to_the_reference_of_the_row() -> None:
    """Rows of a platform refer to several others where the first platform lacks a benchmark of the suite."""
    rust = "rust/rustc-1.95"
    keys = {"quick": (CPP, rust, JAVA), "merge": (CPP, JAVA), "heap": (rust, JAVA), "radix": (rust, JAVA)}
    result = run([measured(key, on, 10.0) for key, platforms in keys.items() for on in platforms])
    entries = json.loads(render(summarise(result, 0.95), result, "json"))
    means = {entry["benchmark"]: [mean["reference"] for mean in entry["clamh"]["suite"]] for entry in entries if entry["jvm"] == JAVA}
    assert means == {"quick": [CPP], "merge": [CPP], "heap": [rust], "radix": [rust]}


def test_a_mean_names_both_sides_its_interval_and_the_verdicts() -> None:
    assert describe_suites([SUITE], NAMES) == [
        "geometric mean of 4 benchmarks: Java is 0.83 [0.71, 0.97] times as fast as C++; 1 faster, 4 slower, 1 undecided"]


@pytest.mark.parametrize(("fields", "sentence"), [
    ({"benchmarks": 2, "interval": None, "rows": 2, "verdicts": {"same": 2}},
     "geometric mean of 2 benchmarks: Java is 0.831 times as fast as C++ (no interval with fewer than 3 benchmarks); 2 same"),
    ({"mode": "thrpt", "without": 2, "unequal": 1, "verdicts": {"slower": 5}},
     "geometric mean of 4 benchmarks, thrpt: Java is 0.83 [0.71, 0.97] times as fast as C++; 5 slower, 1 without a verdict, "
     "2 without a ratio, 1 on unequal terms"),
    ({"reference": JAVA, "against": SuiteBenchmark(name="quick", bound=False), "verdicts": {"slower": 6}},
     "geometric mean of 4 benchmarks in Java: 0.83 [0.71, 0.97] times as fast as the baseline quick; 6 slower"),
    ({"against": SuiteBenchmark(name="copy", bound=True), "verdicts": {"slower": 6}},
     "geometric mean of 4 benchmarks in Java: 0.83 [0.71, 0.97] times as fast as the bound copy in C++; 6 slower"),
    ({"benchmarks": 1, "interval": None, "rows": 20, "verdicts": {"slower": 20}},
     "geometric mean of 20 rows of one benchmark: Java is 0.831 times as fast as C++ (no interval with fewer than 3 benchmarks); "
     "20 slower"),
])
def test_unusual_suites_are_described(fields: dict[str, object], sentence: str) -> None:
    assert describe_suites([replace(SUITE, **fields)], NAMES) == [sentence]


def test_one_benchmark_is_no_suite_and_several_suites_are_named() -> None:
    lone = replace(SUITE, suite="", benchmarks=1, rows=12, interval=None)
    assert describe_suites([lone], NAMES) == []
    assert [sentence.partition(":")[0] for sentence in describe_suites([SUITE, replace(SUITE, suite=""), lone], NAMES)] == [
        "sorts, geometric mean of 4 benchmarks", "., geometric mean of 4 benchmarks"]


def test_two_runs_are_named_by_letter_and_by_platform_if_several() -> None:
    two = [SUITE, replace(SUITE, platform=CPP)]
    assert [sentence.partition(" [")[0] for sentence in describe_suites(two, NAMES, ("B", "A"))] == [
        "geometric mean of 4 benchmarks in Java: B is 0.83", "geometric mean of 4 benchmarks in C++: B is 0.83"]
    assert describe_suites([SUITE], {JAVA: "Java"}, ("B", "A"))[0].startswith("geometric mean of 4 benchmarks: B is 0.83")


@pytest.mark.parametrize("by", ["platform", "key", "param", "mode"])
def test_baseline_and_bound_are_marked_however_the_table_is_divided(by: str) -> None:
    summary = summarise(several(), 0.95)
    rows = summary.rows
    for section in divide_summary(summary, by):
        for label, place in section.rows:
            mark = {"reference": "baseline", "bound": "bound"}.get(rows[place].baseline)
            assert label.split()[-1] == mark if mark else not {"baseline", "bound"} & set(label.split())
