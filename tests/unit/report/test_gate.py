"""Do the gate's findings come first, is the report complete, and can it be pasted into a pull request?"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from approved_json import approved_json
from made_gate import base, compared, judged, new, timed
from made_runs import fork, run
from msgspec.structs import replace

from clamh.judging.judge_gate import judge_gate
from clamh.model.decisions import Gate, Repeat
from clamh.model.results import SkippedRecord, WorkRecord
from clamh.report import gate as report, junit

Golden = Callable[[str, str], None]
A, B = judged(base()), judged(new())


def run_gate(*repeats: Repeat) -> Gate:
    """The gate of A and B; with `repeats`, its regression was measured again with this result."""
    result = judge_gate(compared(A[0], B[0]))
    if not repeats:
        return result
    return replace(result, decisions=tuple(replace(decision, repeat=repeats[0]) if decision.ruling == "regression" else decision for decision in result.decisions))


def terminal(result: Gate, **how: object) -> str:
    return report.render_terminal(result, A, B, {}, **({"width": 100, "color": False, "unicode": True} | how))


def rounded(text: str) -> str:
    return re.sub(r"\d\.\d{9,}(e-\d+)?", lambda digits: f"{float(digits[0]):.6g}", text)  # a quantile's last digits are scipy's


def test_a_platform_that_was_not_measured_is_in_every_report() -> None:
    skipped = SkippedRecord(platform="rust", reason="no rustc", hint="install it")
    without = replace(B[0], skipped=(skipped,)), B[1]
    line = "not measured: skipped rust: no rustc; install it"
    assert line in report.render_terminal(run_gate(), A, without, {}, width=100, color=False, unicode=True)
    assert line in report.render_markdown(run_gate(), A, without, {}) and line in junit.render_gate(run_gate(), A[0], without[0], {})
    assert json.loads(report.render_json(run_gate(), without, without))["not_measured"] == [line]


def test_a_build_that_failed_in_the_gates_own_run_is_an_error_of_junit() -> None:
    """It was a line below the tests, and the command failed without a test that did."""
    skipped = SkippedRecord(platform="rust", reason="a.rs:1: no", hint="correct it", failed=True)
    a, result = replace(A[0], skipped=(skipped,)), run_gate()
    of_builds = replace(result, comparison=replace(result.comparison, builds=("old: a", "new: b")))
    text = junit.render_gate(of_builds, a, a, {})
    assert f'<testcase name="build" classname="rust">\n    <error message="{skipped.line}" />' in text and "not measured:" not in text
    assert f"not measured: {skipped.line}" in junit.render_gate(result, a, a, {})


def test_missing_rows_that_are_allowed_are_skipped_tests() -> None:
    found = [junit.render_gate(run_gate(), A[0], B[0], {}, allowed).count("<error ") for allowed in (False, True)]
    assert found[0] - found[1] == len(run_gate().missing) == 1


def test_the_gate_is_as_approved(golden: Golden) -> None:
    golden("report/gate.terminal", terminal(run_gate()))
    golden("report/gate.md", report.render_markdown(run_gate(), A, B, {}))
    golden("report/gate.xml", junit.render_gate(run_gate(), A[0], B[0], {}))
    golden("report/gate.json", approved_json(rounded(report.render_json(run_gate(), A, B))))


def test_every_benchmark_is_in_each_form() -> None:
    keys = {decision.pair.row.key for decision in run_gate().decisions}
    rows = json.loads(report.render_json(run_gate(), A, B))["rows"]
    assert {decision["key"] for decision in rows} == keys
    for text in (terminal(run_gate()), report.render_markdown(run_gate(), A, B, {})):
        assert [key for key in keys if key not in text] == []


def test_it_fits_80_columns_in_ascii() -> None:
    text = terminal(run_gate(), width=80, unicode=False)
    assert text.isascii() and max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(("again", "cell", "sentence"), [
    (Repeat(pair=None, reason="it is only in one build"), "regression *, not measured together",
     "sort was not measured together: it is only in one build; the verdict from the files stands: regression *"),
    (Repeat(pair=compared(A[0], B[0]).pairs[0], ruling="regression", p=0.001, adjusted=0.002), "measured together: regression *",
     "measured together: regression: sort: B is 0.909"),
    (Repeat(pair=compared(A[0], A[0]).pairs[0], ruling="same", p=1.0, adjusted=1.0), "measured together: same within 1 %",
     "measured together: sort: B and A are the same within 1 %"),
])
def test_a_repeated_measurement_is_reported(again: Repeat, cell: str, sentence: str) -> None:
    text = terminal(run_gate(again), width=300)
    assert sentence in text and cell in text
    assert ("\ngate: UNDECIDED: no regression found, but 2 of 9 rows may hide one, 1 failed" in text) is (again.ruling == "same")
    (row,) = (row for row in json.loads(report.render_json(run_gate(again), A, B))["rows"] if row["again"])
    assert (row["again"]["ruling"], row["again"]["reason"]) == (again.ruling, again.reason)


def test_a_row_of_which_some_forks_failed_is_a_failure_with_its_reason() -> None:
    """`1 failed` stood above rows that all had scores."""
    some = timed("sort", 20.0, forks=4, planned=5)
    some = replace(some, forks=(*some.forks, fork(4, [], end={"status": "failed", "reason": "killed", "signal": 9})))
    a, b = judged(run([timed("sort", 20.0)])), judged(run([some]))
    result = judge_gate(compared(a[0], b[0]))
    assert "\ngate: no regression in 1 row, 1 partial\n1 same within 1 %\nsort: B partial: killed by signal 9" in report.render_terminal(
        result, a, b, {}, width=300, color=False, unicode=True)
    assert "| sort |" in report.render_markdown(result, a, b, {}).partition("<details")[0]
    assert re.search("<error message=\"B partial: killed by signal 9.*same within 1 %: A 20.008", junit.render_gate(result, a[0], b[0], {}))


def test_undecided_rows_are_open_if_nothing_else_is_to_see() -> None:
    runs = [judged(run([timed("print", time, spread=10.0), timed("sort", 5.0)])) for time in (7.0, 7.2)]
    text = report.render_markdown(judge_gate(compared(runs[0][0], runs[1][0])), *runs, {})
    assert text.startswith("### gate: UNDECIDED: ") and "\n\n<details open><summary>1 undecided row</summary>\n\n| Benchmark |" in text
    assert "<details><summary>1 other row</summary>" in text


def test_error_is_a_report_that_markdown_does_not_interpret() -> None:
    assert report.render_failure("error: a\n```\n<b>\x1b") == "### gate: nothing was judged\n\n````\nerror: a\n```\n<b>\\x1b\n````\n"


def test_no_change_takes_one_line() -> None:
    unchanged = judged(run([timed("sort", 20.0)]))
    text = report.render_markdown(judge_gate(compared(unchanged[0], unchanged[0])), unchanged, unchanged, {})
    assert text.startswith(
        "### gate: no regression in 1 row\n\n- 1 same within 1 %\n\n<details><summary>1 other row</summary>\n")


def test_different_work_is_no_improvement_and_no_regression() -> None:
    """A change that makes a benchmark faster by computing something else."""
    a, b = (judged(replace(run([timed("search", time)]), works=(WorkRecord(case_id="search", returned=f"i:{time:.0f}"),))) for time in (20.0, 10.0))
    result = judge_gate(compared(a[0], b[0]))
    assert [(decision.ruling, decision.p) for decision in result.decisions] == [("no verdict", None)]
    assert report.format_ruling(result.decisions[0], result) == "not compared: different work: A returned 20, B returned 10"
    assert "gate: UNDECIDED: no regression found, but 1 of 1 row may hide one" in terminal(result, width=200) and "1 no verdict" in terminal(result, width=200)


def test_a_row_slower_alone_but_not_among_many_says_so() -> None:
    keys = [f"k{n}" for n in range(20)]
    a, b = (judged(run([timed(key, 20.0 * (slower if key == "k0" else 1)) for key in keys])) for slower in (1, 1.0158))
    result = judge_gate(compared(a[0], b[0]))
    assert report.format_ruling(result.decisions[0], result) == "undecided (slower before adjusting for 20 rows)"


def test_a_whole_suite_is_one_sentence_and_its_rows_stay_in_the_table() -> None:
    a, b = (judged(run([timed(f"k{n}", 20.0 * slower) for n in range(9)])) for slower in (1, 1.1))
    result = judge_gate(compared(a[0], b[0]))
    text = report.render_terminal(result, a, b, {}, width=300, color=False, unicode=True)
    assert "\ngate: 1 regression (the whole suite: 9 rows by about the same factor) in 9 rows\n9 regressions\nthe whole suite: B is 0.909 times as fast as A in 9 rows" in text
    assert text.count("regression *") == 9 and "regression: k0" not in text
    assert json.loads(report.render_json(result, a, b))["suite_shift"]["rows"] == 9


def test_a_regression_that_only_the_repeated_measurement_found_is_not_folded_away() -> None:
    result = run_gate()
    again = Repeat(pair=compared(A[0], B[0]).pairs[0], ruling="regression", p=0.001, adjusted=0.002)
    repeated = replace(result, decisions=tuple(
        replace(decision, repeat=again) if decision.ruling == "undecided" else decision for decision in result.decisions))
    shown, _, folded = report.render_markdown(repeated, A, B, {}).partition("<details")
    assert "measured together: regression" in shown.partition("| Benchmark")[2] and "measured together: regression" not in folded
