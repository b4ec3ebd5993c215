"""Do a comparison's first line and a gate's headline mention that the shift between the two runs is unknown?"""

from __future__ import annotations

import csv
import io
import json

import pytest
from made_foreign import FILES
from made_gate import compared, judged, several_sources, timed
from made_runs import case, fork, run, shifts
from msgspec.structs import replace

from clamh.judging.compare_runs import compare_runs
from clamh.judging.foreign import read_any_results
from clamh.judging.judge_gate import judge_gate
from clamh.model.results import WorkRecord
from clamh.model.summary import Judgement, make_warning
from clamh.report import gate as report, junit, render, render_comparison
from clamh.report.look import Look
from clamh.report.two_runs import describe_widening

A, B = (judged(run([timed("sort", ns)], shift=None)) for ns in (20.0, 22.0))
HINT = "measure both builds together (clamh gate --base REVISION), or calibrate the machine (clamh calibrate --between-runs 10)"


def test_a_comparison_begins_with_the_note() -> None:
    text = render_comparison(compare_runs(A, B), A, B, "terminal", Look(width=400))
    assert text.startswith(f"not measured together: differences below a factor of 2 are undecided, because their machine was not calibrated between runs; {HINT}\n")
    assert "undecided (not measured together)" in text and "their intervals are wider by a factor of 2" in text
    assert "sort: B and A: undecided, not measured together (ratio 0.91 [0.45, 1.8])" in text
    assert render_comparison(compare_runs(A, B), A, B, "md").startswith("not measured together")
    assert json.loads(render_comparison(compare_runs(A, B), A, B, "json"))["unknown_shift"] == ["their machine was not calibrated between runs"]


def test_a_gates_headline_ends_with_the_note() -> None:
    result = judge_gate(compare_runs(A, B))
    expected = f"gate: UNDECIDED: no regression found, but 1 of 1 row may hide one; not measured together: {HINT}"
    assert f"\n{expected}\n" in report.render_terminal(result, A, B, {}, width=400, color=False, unicode=True)
    assert report.render_markdown(result, A, B, {}).startswith(f"### {expected}\n")


def test_the_csv_has_no_ratio_of_different_work() -> None:
    a, b = (judged(replace(item[0], works=(WorkRecord(case_id="sort", returned=value),))) for item, value in ((A, "i:1"), (B, "i:2")))
    (line,) = csv.DictReader(io.StringIO(render_comparison(compare_runs(a, b), a, b, "csv")))
    assert {name: value for name, value in line.items() if name.startswith("B to A")} == {"B to A": "", "B to A low": "", "B to A high": ""}
    assert line["A"] and line["B"]


def test_each_report_names_the_sources_of_a_side_that_has_two_of_a_benchmark() -> None:
    """Two rows of one platform looked the same."""
    a, b = judged(several_sources(20.0, 40.0)), judged(several_sources(22.0, 40.0))
    comparison = compare_runs(a, b)
    gate = judge_gate(comparison)
    texts = [*(render_comparison(comparison, a, b, form, Look(width=200)) for form in ("terminal", "md")), *(render(a[1], a[0], form, Look(full=True)) for form in ("md", "junit")),
             report.render_terminal(gate, a, b, {}, width=200, color=False, unicode=True), report.render_markdown(gate, a, b, {}),
             junit.render_gate(gate, a[0], b[0], {})]
    assert [number for number, text in enumerate(texts) if "cpp/g++-12 (v0.cpp)" not in text or "cpp/g++-12 (v1.cpp)" not in text] == []
    assert "regression: sort in cpp (v0.cpp): B is" in texts[4] and "sort in cpp (v1.cpp): B" in texts[0]
    lines = list(csv.DictReader(io.StringIO(render_comparison(comparison, a, b, "csv"))))
    assert [line["Source"] for line in lines] == [row["source"] for row in json.loads(report.render_json(gate, a, b))["rows"]] == ["suite/v0.cpp", "suite/v1.cpp"]
    assert "Source" not in render_comparison(compare_runs(A, B), A, B, "csv").partition("\n")[0]


def doubted(judgement: Judgement, *codes: str) -> Judgement:
    """The judged run with these warnings about each row."""
    warnings = tuple(make_warning(code, "a doubt") for code in codes)
    contests = tuple(replace(contest, rows=tuple(replace(row, warnings=warnings) for row in contest.rows)) for contest in judgement[1].contests)
    return Judgement(judgement[0], replace(judgement[1], contests=contests))


def every_form(a: Judgement, b: Judgement) -> list[str]:
    """What `clamh compare` and `clamh gate` print and write of two runs."""
    comparison, gate = compare_runs(a, b), judge_gate(compare_runs(a, b))
    return [*(render_comparison(comparison, a, b, form, Look(width=200)) for form in ("terminal", "md", "json")),
            report.render_terminal(gate, a, b, {}, width=200, color=False, unicode=True), report.render_markdown(gate, a, b, {})]


def test_warnings_about_ratios_within_a_run_are_left_out() -> None:
    """Footnotes of B ÷ A were about Java ÷ C++."""
    of_ratios = ("no-reference", "different-flags", "uneven-cost", "drifting", "collector-ran", "turn-effect", "waited-unknown")
    texts = every_form(*(doubted(judgement, *of_ratios, "tmpfs") for judgement in (A, B)))
    assert [text for text in texts if any(code in text for code in of_ratios) or "tmpfs" not in text] == []


def test_less_important_warnings_are_shown_by_a_command_that_has_the_option() -> None:
    texts = every_form(*(doubted(judgement, "tmpfs", "worker") for judgement in (A, B)))
    hint = "2 less important warnings on rows with several: clamh report run.ndjson -v EXTRA\n"
    assert [hint in text for text in texts] == [True, True, False, True, True]


def test_the_command_of_each_run_is_in_the_hint() -> None:
    a, b = (replace_path(doubted(judgement, "tmpfs", "worker"), path) for judgement, path in ((A, "a.ndjson"), (B, "my b.ndjson")))
    hint = "with several: clamh report a.ndjson -v EXTRA and clamh report 'my b.ndjson' -v EXTRA\n"
    assert [hint in text for text in every_form(a, b)] == [True, True, False, True, True]
    assert "with several: clamh report a.ndjson -v EXTRA\n" in render(a[1], a[0], "md")


def replace_path(judgement: Judgement, path: str) -> Judgement:
    return Judgement(replace(judgement[0], path=path), judgement[1])


def test_a_benchmark_of_several_spellings_has_one_heading() -> None:
    """Without B each row of A began a section of its own, whose headings alternated."""
    rows = [case([fork(number, [10.0]) for number in range(3)], key="quicksort", benchmark=name, platform=side, params={"n": n})
            for n in "12" for name, side in (("ns::quick_sort", "cpp/g++"), ("p.Q.quickSort", "java/17"))]
    a, b = judged(run(rows)), judged(run([timed("other", 20.0)]))
    text = render_comparison(compare_runs(a, b), a, b, "terminal", Look(width=200))
    assert [line for line in text.splitlines() if line.startswith("quick")] == ["quick_sort (n = 1)", "quick_sort (n = 2)"]


def test_rows_of_a_benchmark_in_several_files_have_one_heading() -> None:
    """They are in the order of the files, so rows of another benchmark lie between."""
    rows = [case([fork(number, [10.0]) for number in range(3)], key=name, benchmark=name, platform=side, params={}, source=f"{side}/a.x")
            for side in ("cpp/g++", "java/17") for name in ("first", "second")]
    a, b = judged(run(rows)), judged(run(rows))
    text = render_comparison(compare_runs(a, b), a, b, "terminal", Look(width=200))
    assert [line for line in text.splitlines() if line in ("first", "second")] == ["first", "second"]


def test_no_calibration_is_suggested_for_files_without_a_machine() -> None:
    a, b = (judged(read_any_results(FILES / f"hyperfine_{name}.json")) for name in ("before", "after"))
    text = render_comparison(compare_runs(a, b), a, b, "terminal", Look(width=400))
    assert "because hyperfine does not record the machine; measure both builds together (clamh gate --base REVISION)\n" in text


@pytest.mark.parametrize(("fields", "expected"), [
    ({}, "3 % (10 runs over 11 min, 1 Jan 2026)."),
    ({"spread_s": 12.0, "runs": 3}, "3 % (3 runs over 12 s, too short, 1 Jan 2026)."),
])
def test_the_legend_says_which_calibration_is_in_the_intervals(fields: dict[str, object], expected: str) -> None:
    cases = [timed("sort", 20.0)]
    known = shifts(cases, 0.03, **fields)
    comparison = compare_runs(A, judged(replace(B[0], shifts=known)))
    assert describe_widening(comparison) == f"The runs were not measured together: intervals are wider by how far scores of the same code move between runs here, {expected}"


def test_rows_with_and_without_a_known_shift_are_distinguished() -> None:
    cases = [timed("sort", 20.0), timed("find", 20.0, platform="rust/1.80")]
    a, b = (judged(run(cases, shift=None)) for _ in range(2))
    comparison = compare_runs(a, judged(replace(b[0], shifts=shifts(cases[:1], 0.03))))
    text = render_comparison(comparison, a, b, "terminal", Look(width=900))
    assert text.startswith("not measured together: differences of some rows below a factor of 2 are undecided, because their machine was not calibrated "
                           "between runs for rust/1.80, avgt, 1 thread; ")
    assert "It is unknown how far scores of other rows move between runs" in text


def test_no_note_if_the_shift_is_known() -> None:
    assert "not measured together: " not in render_comparison(compared(run([timed("sort", 20.0)]), run([timed("sort", 22.0)])), A, B, "terminal")
