"""Do the last lines state all findings, and nothing beyond them?"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from made_runs import case, fork, run

from clamh.judging.compare_runs import compare_runs
from clamh.judging.judge_gate import judge_gate
from clamh.judging.summarise import summarise
from clamh.model.results import CaseResult, Run
from clamh.model.summary import Summary
from clamh.report import render
from clamh.report.conclusion import describe_conclusion, name_pairs, name_rows, name_sources
from clamh.report.first_screen import build_screen
from clamh.report.formatting import build_heading
from clamh.report.gate import render_json
from clamh.report.look import Look
from clamh.report.page.benchmarks import build_benchmarks
from clamh.report.page.data import Figures

TITLES = {"cpp": "C++", "java": "Java", "javascript": "JavaScript"}
CPP, JAVA, JS = "cpp/g++-12", "java/openjdk-17", "javascript/node-20"
DEAD = {"status": "failed", "reason": "killed", "signal": 9}


def measured(platform: str, time: float, forks: int = 5, spread: float = 0.004, **fields: Any) -> CaseResult:
    mode = fields.get("mode", "avgt")
    forks_made = [fork(n, [time * (1 + spread * (n - (forks - 1) / 2))], mode=mode) for n in range(forks)]
    settings = {"case_id": f"{platform}{time}{sorted(fields.items())}", "params": {"number": "25"}, "key": "factorial"}
    return case(forks_made, platform=platform, **(settings | fields))


def describe(*cases: CaseResult) -> list[str]:
    result = run(cases)
    return describe_conclusion(summarise(result, 0.95), result, TITLES)


def test_the_fastest_comes_first_and_the_others_follow_by_speed() -> None:
    assert describe(measured(JS, 98.0), measured(CPP, 10.0), measured(JAVA, 14.2)) == [
        "factorial(25): C++ is 1.420 ± 0.013 times as fast as Java, 9.80 ± 0.09 as JavaScript"]


def test_in_throughput_more_is_faster_and_the_sentence_says_the_mode() -> None:
    cases = [measured(platform, rate, mode="thrpt", unit="s", threads=4) for platform, rate in ((CPP, 0.01), (JAVA, 0.02))]
    assert describe(*cases) == ["factorial(25) thrpt 4 threads: Java is 2.000 ± 0.019 times as fast as C++"]


def test_different_time_units_are_the_same_speed() -> None:
    (sentence,) = describe(measured(CPP, 2000.0, unit="us"), measured(JAVA, 1000.0, unit="ns"))
    assert sentence.startswith("factorial(25): Java is 2.00")


def test_undecided_ratios_are_called_undecided() -> None:
    assert describe(measured(CPP, 10.0, spread=0.02), measured(JAVA, 10.1, spread=0.02), measured(JS, 30.0)) == [
        "factorial(25): C++ and Java: undecided, decided at Δ 5.8 % (ratio 1.01 [0.96, 1.06]); C++ is 3.00 ± 0.12 times as fast as JavaScript"]


@pytest.mark.parametrize("forks", [1, 2])
def test_under_three_forks_there_is_no_verdict(forks: int) -> None:
    assert describe(measured(CPP, 10.0, forks), measured(JAVA, 20.0)) == [
        "factorial(25): no verdict on C++ and Java with fewer than 3 forks (ratio 2)"]


def test_failures_are_mentioned() -> None:
    broken = case([fork(0, [], end=DEAD)], "j", JAVA, key="factorial", params={"number": "25"})
    some = case([*(fork(n, [10.0 + n / 100]) for n in range(3)), fork(3, [], end=DEAD)], "c", CPP, planned=5)
    never = case([], "s", JS, planned=5)
    assert describe(some, broken, never) == [
        "factorial(25): only 3 of 5 forks of C++ count; Java failed; JavaScript was not run"]


def test_a_row_alone_has_no_sentence_unless_it_has_a_baseline() -> None:
    assert describe(measured(CPP, 10.0)) == []
    assert describe(measured(CPP, 10.0, key="slow", baseline="reference", benchmark="slow"),
                measured(CPP, 5.0, key="quick", benchmark="quick")) == [
        "quick(25): C++ is 2.000 ± 0.019 times as fast as the baseline slow(25)"]


def test_two_platforms_of_one_language_have_their_own_names() -> None:
    assert describe(measured(CPP, 10.0), measured("cpp/clang++-16", 20.0), measured(JAVA, 40.0)) == [
        "factorial(25): cpp/g++-12 is 2.000 ± 0.019 times as fast as cpp/clang++-16, 4.00 ± 0.04 as java/openjdk-17"]


def test_two_sources_with_one_key_are_distinguished() -> None:
    first, second = (measured(CPP, time, source=f"fac_tests/{name}.cpp") for name, time in (("a", 10.0), ("b", 20.0)))
    assert describe(first, second) == ["factorial(25): C++ (a.cpp) is 2.000 ± 0.019 times as fast as C++ (b.cpp)"]


def test_one_key_in_two_suites_has_the_source_in_its_name() -> None:
    def measure(*sources: str) -> tuple[Run, Summary]:
        result = run([measured(CPP, 10.0, source=source, case_id=source) for source in sources])
        return result, summarise(result, 0.95)

    result, summary = judged = measure("a/sort.cpp", "b/sort.cpp")
    comparison = compare_runs(judged, judged)
    names = ["cpp/g++-12 (a/sort.cpp)", "cpp/g++-12 (b/sort.cpp)"]
    assert name_sources(summary.rows) == name_pairs(comparison) == re.findall('classname="(.*?)"', render(summary, result, "junit")) == names
    document = json.loads(render_json(judge_gate(comparison), judged, judged))
    assert [row["source"] for row in document["rows"]] == ["a/sort.cpp", "b/sort.cpp"]
    assert {*name_rows(summary, result, TITLES).values()} == {"C++"}  # a contest has its own row in tables of contests
    assert name_sources(measure("a/sort.cpp", "b/other.cpp")[1].rows) == ["cpp/g++-12 (sort.cpp)", "cpp/g++-12 (other.cpp)"]


def test_one_key_in_two_suites_is_named_with_its_suite() -> None:
    """The second row of the first screen had no name, and a sentence occurred twice."""
    result = run([measured(platform, time, source=f"{suite}/x.src", case_id=f"{suite}-{platform}") for suite in ("alpha", "beta")
                  for platform, time in ((CPP, 10.0), (JAVA, 20.0))])
    summary = summarise(result, 0.95)
    assert [line.partition(":")[0] for line in describe_conclusion(summary, result, TITLES)] == ["factorial(25) in alpha", "factorial(25) in beta"]
    screen = build_screen(summary, result, Look(full=False))
    assert screen.compared.startswith("2 benchmarks, 2 languages") and screen.table
    assert [line[0].text for line in screen.table.rows] == ["factorial in alpha", "factorial in beta"]
    assert [section.name for section in build_benchmarks(summary, Figures(summary, result, TITLES), "")] == ["factorial in alpha", "factorial in beta"]


def test_a_language_that_is_not_installed_is_called_by_its_id() -> None:
    result = run([measured("zig/zig-0.14", 10.0), measured(CPP, 20.0)])
    assert describe_conclusion(summarise(result, 0.95), result, TITLES) == ["factorial(25): zig is 2.000 ± 0.019 times as fast as C++"]


def test_many_contests_show_the_first_ones_and_the_mean_of_all() -> None:
    cases = [measured(platform, time, params={"n": str(n)}) for n in range(20) for platform, time in ((CPP, 10.0), (JAVA, 10.0 * (n + 2)))]
    sentences = describe(*cases)
    assert len(sentences) == 14
    assert sentences[11].startswith("factorial(11): C++ is 13.00")
    # (2 · 3 · … · 21)^(1/20) = 9.67
    assert sentences[12:] == ["… and 8 more, see the table", "geometric mean of 20 rows of one benchmark: Java is 0.103 times as fast as "
                         "C++ (no interval with fewer than 3 benchmarks); 20 slower"]


def test_a_contest_is_named_by_the_row_that_spells_its_key() -> None:
    cases = [measured(CPP, 10.0, key="byhand", benchmark="Benchmarks::other"),
             measured(JAVA, 20.0, key="byhand", benchmark="p.Factorial.byHand")]
    (contest,) = summarise(run(cases), 0.95).contests
    assert build_heading(contest) == "byHand (number = 25)"
    assert [line.partition(":")[0] for line in describe(*cases)] == ["byHand(25)"]


def test_the_most_frequent_spelling_names_a_contest() -> None:
    sides = (("c/gcc-12", "by_hand"), (CPP, "Benchmarks::byHand"), ("python/cpython-3.11", "by_hand"), (JAVA, "p.Factorial.byHand"), ("zig/zig-0.17", "byHand"))
    (contest,) = summarise(run([measured(side, 10.0, key="byhand", benchmark=benchmark) for side, benchmark in sides]), 0.95).contests
    assert build_heading(contest) == "byHand (number = 25)"
