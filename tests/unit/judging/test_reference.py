"""What is each row compared with: what was asked for, annotated, configured, or the first platform, and what if it is not there?"""

from __future__ import annotations

import pytest
from made_runs import case, fork, platform, run
from msgspec.structs import replace

from clamh.judging.summarise import summarise
from clamh.model.errors import InputError
from clamh.model.results import BaselineRecord, CaseResult, ForkResult, Run
from clamh.model.summary import Summary

JAVA = {"platform": "java/openjdk-17", "source": "fac_tests/Factorial.java", "benchmark": "clamh.Factorial.factorial"}
FAST = {"key": "iterative", "benchmark": "Benchmarks::iterative"}
JAVA_FAST = JAVA | {"key": "iterative", "benchmark": "clamh.Factorial.iterative"}
SORT = {"source": "sort_tests/sort.cpp", "params": {}}


def steady(score: float, count: int = 5) -> list[ForkResult]:
    return [fork(i, [score + i / 10] * 3) for i in range(count)]


def run_of(*cases: CaseResult, records: tuple[BaselineRecord, ...] = (), requested: str = "") -> Run:
    """A run of C++ and Java in two suites, whose header has the --baseline that was asked for."""
    result = run(cases, [platform(), platform("java/openjdk-17", "fac_tests/Factorial.java"), platform(source="sort_tests/sort.cpp")])
    return replace(result, header=replace(result.header, baseline=requested), baselines=records)


def four_cases(**marks: str) -> list[CaseResult]:
    """Two benchmarks in two languages; `marks` annotate them by their ids."""
    fields = {"cf": {}, "ci": FAST, "jf": JAVA, "ji": JAVA_FAST}
    return [case(steady(10.0 * n), id, baseline=marks.get(id, ""), **fields[id]) for n, id in enumerate(fields, 1)]


def references(summary: Summary) -> dict[str, str | None]:
    return {row.case_id: row.ratio and row.ratio.reference for row in summary.rows}


def baseline_records(text: str, origin: str = "annotation", suite: str = "fac_tests") -> tuple[BaselineRecord, ...]:
    return (BaselineRecord(suite=suite, name=text, origin=origin),)


@pytest.mark.parametrize("expected", ["java/*", "java/openjdk-17", "*/open*"])
def test_a_platform_is_the_reference_of_each_benchmark_there(expected: str) -> None:
    summary = summarise(run_of(*four_cases()), 0.95, baseline=expected)
    assert references(summary) == {"cf": "jf", "ci": "ji", "jf": "jf", "ji": "ji"}
    assert summary.reference == "java/openjdk-17"


@pytest.mark.parametrize("expected", ["iterative", "Iterative", "JavaIterative", "Factorial.iterative", "clamh.Factorial.iterative",
                                  "Benchmarks::iterative"])
def test_a_benchmark_by_any_of_its_names_is_the_reference_of_its_suite(expected: str) -> None:
    if expected == "JavaIterative":
        cases = [case(steady(9.0), "x", platform="java/openjdk-17", source="fac_tests/Factorial.java", key="iterative",
                      benchmark="clamh.Factorial.JavaIterative"), *four_cases()[:2]]
    else:
        cases = four_cases()
    summary = summarise(run_of(*cases), 0.95, baseline=expected)
    assert references(summary)["cf"] == "ci"
    assert "the baseline on the same platform" in summary.reference
    assert {row.case_id: row.baseline for row in summary.rows}["ci"] == "reference"


def test_a_requested_baseline_overrides_annotation_and_configuration() -> None:
    marked, configured = four_cases(cf="reference", jf="reference"), baseline_records("iterative", "clamh.toml")
    assert references(summarise(run_of(*marked, records=configured), 0.95))["ci"] == "cf"
    summary = summarise(run_of(*marked, records=configured), 0.95, baseline="cpp/*")
    assert references(summary) == {"cf": "cf", "ci": "ci", "jf": "cf", "ji": "ci"}
    assert {row.baseline for row in summary.rows} == {""}, "what is not compared with is not marked"
    assert references(summarise(run_of(*four_cases(), records=configured), 0.95))["cf"] == "ci"
    assert references(summarise(run_of(*four_cases(), records=baseline_records("java/*", "clamh.toml")), 0.95))["cf"] == "jf"


def test_a_report_may_override_the_baseline_of_its_run() -> None:
    assert references(summarise(run_of(*four_cases(), requested="java/*"), 0.95))["cf"] == "jf"
    assert references(summarise(run_of(*four_cases(), requested="java/*"), 0.95, baseline="iterative"))["cf"] == "ci"


def test_a_suite_without_the_requested_baseline_keeps_its_own() -> None:
    sort = [case(steady(5.0), "sq", key="quick", benchmark="quick", **SORT),
            case(steady(6.0), "sm", key="merge", benchmark="merge", baseline="reference", **SORT)]
    summary = summarise(run_of(*four_cases(cf="reference"), *sort), 0.95)
    assert references(summary) == {"cf": "cf", "ci": "cf", "jf": "cf", "ji": "cf", "sq": "sm", "sm": "sm"}
    assert summary.reference == ("in fac_tests the baseline on the same platform; the baseline on cpp/g++-12; "
                                 "in sort_tests the baseline on the same platform")
    summary = summarise(run_of(*four_cases(), *sort), 0.95, baseline="iterative")
    assert references(summary) == {"cf": "ci", "ci": "ci", "jf": "ji", "ji": "ci", "sq": "sm", "sm": "sm"}


@pytest.mark.parametrize(("asked", "message", "hint"), [
    ("iterativ", "'iterativ' is not a measured benchmark or platform", "did you mean iterative?"),
    ("jav/*", "'jav/*' is not a measured benchmark or platform", "did you mean java/openjdk-17?"),
    ("java", "'java' is not a measured benchmark or platform", "did you mean java/openjdk-17?"),
    ("zzz", "'zzz' is not a measured benchmark or platform",
     "benchmarks: factorial, iterative; platforms: cpp/g++-12, java/openjdk-17"),
])
def test_an_unknown_baseline_is_refused_with_a_suggestion(asked: str, message: str, hint: str) -> None:
    with pytest.raises(InputError) as error:
        summarise(run_of(*four_cases()), 0.95, baseline=asked)
    (diagnostic,) = error.value.diagnostics
    assert (diagnostic.code, diagnostic.message, diagnostic.hint) == ("no-baseline", f"--baseline: {message}", hint)


def test_a_name_that_two_benchmarks_of_a_suite_have_is_refused() -> None:
    cases = [case(steady(5.0), "a", key="heap.run", benchmark="Heap::run"), case(steady(6.0), "b", key="tree.run", benchmark="Tree::run")]
    with pytest.raises(InputError, match=r"'run' can mean Heap::run or Tree::run"):
        summarise(run_of(*cases), 0.95, baseline="run")
    assert references(summarise(run_of(*cases), 0.95, baseline="Tree.run")) == {"a": "b", "b": "b"}


@pytest.mark.parametrize(("records", "expected"), [
    (baseline_records("Benchmarks::slow"), "no ratio: the suite's baseline, Benchmarks::slow, was not measured"),
    (baseline_records("copy", "bound"), "no ratio: the suite's bound, copy, was not measured"),
    (baseline_records("cpp/clang*", "clamh.toml"), "no ratio: clamh.toml's baseline, cpp/clang*, was not measured"),
])
def test_a_baseline_that_was_not_selected_is_named_and_not_replaced(records: tuple[BaselineRecord, ...], expected: str) -> None:
    rows = summarise(run_of(*four_cases(), records=records), 0.95).rows
    assert {row.ratio for row in rows} == {None}
    assert {(warning.code, warning.message) for row in rows for warning in row.warnings} == {("no-reference", expected)}


def test_a_failed_baseline_leaves_a_reason_and_no_ratio() -> None:
    failed = case([fork(0, [], end={"status": "failed", "reason": "timeout"})], "cf", baseline="reference")
    row = summarise(run_of(failed, case(steady(9.0), "ci", **FAST)), 0.95).rows[1]
    assert row.ratio is None
    assert [warning.message for warning in row.warnings] == ["no ratio: the reference, Benchmarks::factorial on cpp/g++-12, has no score"]


def test_a_row_that_the_baseline_does_not_fit_says_why() -> None:
    lone = case(steady(9.0), "ci", **(FAST | {"params": {"number": "30"}}))
    row = summarise(run_of(case(steady(10.0), "cf", baseline="reference"), lone), 0.95).rows[1]
    assert [warning.message for warning in row.warnings] == [
        "no ratio: the baseline, Benchmarks::factorial, has no row with this mode, thread count and params"]
    row = summarise(run_of(*four_cases()[:3]), 0.95, baseline="java/*").rows[2]
    assert (row.case_id, [warning.message for warning in row.warnings]) == (
        "ci", ["no ratio: the baseline, java/openjdk-17, has no matching row"])


def test_a_suite_that_has_only_a_bound_is_compared_with_it() -> None:
    summary = summarise(run_of(*four_cases(cf="bound", jf="bound")), 0.95)
    assert references(summary) == {"cf": "cf", "ci": "cf", "jf": "cf", "ji": "jf"}
    assert summary.reference == "the bound on the same platform; for the bound itself: cpp/g++-12"
    assert [row.baseline for row in summary.rows] == ["bound", "bound", "", ""]


OLD, NEW = {"build": "old"}, {"build": "new"}


def two_builds(*cases: CaseResult) -> Run:
    records = [replace(platform(*of), build=build) for build in ("old", "new")
               for of in ((), ("java/openjdk-17", "fac_tests/Factorial.java"))]
    return run(cases, records)


def eight(**marks: str) -> list[CaseResult]:
    """The four in two builds; an id ends in the initial of its build."""
    fields = {"cf": {}, "ci": FAST, "jf": JAVA, "ji": JAVA_FAST}
    return [case(steady(10.0 * n), f"{id}{build['build'][0]}", baseline=marks.get(id, ""), **fields[id], **build)
            for build in (NEW, OLD) for n, id in enumerate(fields, 1)]


@pytest.mark.parametrize(("asked", "marks", "olds"), [
    ("", {}, {"cfo": "cfo", "cio": "cio", "jfo": "jfo", "jio": "jio"}),
    ("java/*", {}, {"cfo": "jfo", "cio": "jio", "jfo": "jfo", "jio": "jio"}),
    ("", {"ci": "reference", "ji": "reference"}, {"cfo": "cio", "cio": "cio", "jfo": "jio", "jio": "cio"}),
    ("", {"ci": "reference"}, {"cfo": "cio", "cio": "cio", "jfo": "cio", "jio": "cio"}),
])
def test_later_build_refers_to_the_first_on_its_platform(asked: str, marks: dict[str, str], olds: dict[str, str]) -> None:
    summary = summarise(two_builds(*eight(**marks)), 0.95, baseline=asked)
    assert references(summary) == olds | {id.replace("o", "n"): id for id in olds}
    assert [[row.side for row in contest.rows] for contest in summary.contests] == [
        ["cpp/g++-12 old", "java/openjdk-17 old", "cpp/g++-12 new", "java/openjdk-17 new"]] * 2


def test_bound_of_the_same_build_is_preferred() -> None:
    summary = summarise(two_builds(*eight(ci="bound")), 0.95)
    assert {row.case_id: row.bound.reference for row in summary.rows if row.bound} == {
        "cfo": "cio", "jfo": "cio", "jio": "cio", "cfn": "cin", "jfn": "cin", "jin": "cin"}


def test_benchmark_of_a_later_build_refers_to_its_contest() -> None:
    only = [case_result for case_result in eight() if case_result.case.case_id in ("cfn", "jfn", "cio")]
    assert references(summarise(two_builds(*only), 0.95)) == {"cfn": "cfn", "jfn": "cfn", "cio": "cio"}
