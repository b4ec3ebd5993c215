"""Is each report the approved one, and can nothing in names or output control the terminal?"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from approved_json import approved_json
from made_runs import CLOCKS, case, fork, platform, run
from msgspec.structs import replace
from rich.cells import cell_len

from clamh.judging.compare_runs import compare_runs
from clamh.judging.summarise import summarise
from clamh.model.counting import ProfileRecord
from clamh.model.results import Run, SkippedRecord, WarningRecord
from clamh.report import COMPARISON_FORMATS, FORMATS, render, render_comparison
from clamh.report.look import Look
from clamh.report.screen import Cell, Table
from clamh.report.screen_terminal import print_list, print_table

JAVA = {"platform": "java/openjdk-17", "source": "fac_tests/Factorial.java", "benchmark": "clamh.Factorial.factorial"}
Golden = Callable[[str, str], None]


def fork_of(number: int, base: float, mode: str = "avgt") -> object:
    return fork(number, [base * (1 + 0.002 * number), base * 1.004, base], [base * 1.5, base * 1.1], mode=mode)


def two_languages() -> Run:
    """The everyday run: two params, two platforms, nothing wrong."""
    return run([
        case([fork_of(i, base) for i in range(5)], f"{language['platform'] if language else 'cpp'}-{number}",
             params={"number": number}, **language)
        for number, bases in (("25", (43.94, 22.686)), ("30", (49.7267, 26.0)))
        for base, language in zip(bases, ({}, JAVA), strict=True)
    ])


def everything_wrong() -> Run:
    """Forks killed, timed out and interrupted, a skip, one lonely fork, and hostile names."""
    killed = {"status": "failed", "reason": "killed", "signal": 9, "output_tail": ("allocating…", "\x1b[31mred\x07")}
    timed_out = {"status": "failed", "reason": "timeout", "where": "iterate", "message": "no answer 600 s after its time",
            "output_tail": tuple(f"line {n}" for n in range(1, 4))}
    hostile = {"key": "evil\x1b]0;title\x07", "benchmark": "evil\x1b]0;title\x07", "params": {"na\nme": "[red]va\u202elue[/]"}}
    return run(
        [
            case([fork_of(0, 44.0), fork(1, [44.0], end=killed), fork(2, [], end=killed)], "killed"),
            case([fork(0, [], end=timed_out)], "late", planned=5, **JAVA),
            case([fork(0, [12.0], end=None)], "cut", planned=5, **hostile),
            case([], "never", planned=5, **JAVA | {"key": "never", "benchmark": "clamh.Factorial.never"}),
        ],
        skipped=[SkippedRecord(platform="rust/rustc", reason="no rustc on PATH", hint="type: apt-get install rustc")],
        warnings=[WarningRecord(code="no-lock", message="measured with --no-lock while another run held the machine")],
        status="interrupted",
    )


def throughput_of_many_threads() -> Run:
    """Rates, several threads, no params, wide characters and a platform too long for 80 columns."""
    long = {"platform": "java/temurin-25.0.3-with-a-long-name", "source": "fac_tests/Factorial.java"}
    named = {"key": "階乗", "benchmark": "階乗", "mode": "thrpt", "threads": 4, "params": {}, "unit": "s"}
    return run([
        case([fork_of(i, 0.025, "thrpt") for i in range(3)], "a", **named),
        case([fork_of(i, 0.05, "thrpt") for i in range(3)], "b", **long | named),
    ])


TITLES = {"cpp": "C++", "java": "Java"}
RUNS = {"two_languages": two_languages, "everything_wrong": everything_wrong, "throughput": throughput_of_many_threads}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", RUNS)
def test_report_is_the_approved_one(golden: Golden, name: str, format: str) -> None:
    result = RUNS[name]()
    text = render(summarise(result, 0.95), result, format, Look(titles=TITLES))
    golden(f"report/{name}.{format}", approved_json(text) if format == "json" else text)


@pytest.mark.parametrize("name", RUNS)
def test_table_without_unicode_is_ascii_and_has_the_same_figures(golden: Golden, name: str) -> None:
    result = RUNS[name]()
    text = render(summarise(result, 0.95), result, "terminal", Look(titles=TITLES, unicode=False))
    assert text.isascii()
    golden(f"report/{name}.ascii", text)


@pytest.mark.parametrize("width", [80, 100, 200])
@pytest.mark.parametrize("name", RUNS)
def test_no_line_is_wider_than_requested(name: str, width: int) -> None:
    result = RUNS[name]()
    for line in render(summarise(result, 0.95), result, "terminal", Look(width=width)).splitlines():
        assert cell_len(line) <= width, line


@pytest.mark.parametrize("format", FORMATS)
def test_nothing_in_names_or_output_reaches_the_terminal_as_control(format: str) -> None:
    result = everything_wrong()
    text = render(summarise(result, 0.95), result, format)
    if format in ("csv", "scsv"):
        text = text.replace("\r\n", "\n")  # JMH's line ends, which no name can make
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)


def test_colour_adds_only_escapes() -> None:
    result = two_languages()
    summary = summarise(result, 0.95)
    coloured = render(summary, result, "terminal", Look(color=True))
    assert "\x1b[1m" in coloured
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == render(summary, result, "terminal")


def test_a_list_has_figures_of_which_only_the_mark_is_known() -> None:
    heads = ("", "n", "fastest", "Java")
    row = (Cell("sort"), Cell("25"), Cell("44 ns"), Cell("", "?"))
    assert [line.plain for line in print_list(Table("", "", heads, heads, 2, (row,)), row, 40)] == ["sort 25", "  fastest 44 ns  Java ?"]


def test_markup_in_names_is_shown_as_text() -> None:
    result = everything_wrong()
    assert "[red]va\\u202elue[/]" in render(summarise(result, 0.95), result, "terminal")


def test_an_empty_run_is_an_empty_report() -> None:
    result = run([], [platform()], skipped=[SkippedRecord(platform="x/y", reason="absent", hint="install it")])
    summary = summarise(result, 0.95)
    assert "skipped: x/y: absent; install it" in render(summary, result, "terminal")
    assert json.loads(render(summary, result, "json")) == []
    assert "Skipped x/y: absent; install it" in render(summary, result, "log")
    assert "Skipped x/y: absent; install it" in render(summary, result, "md")
    assert render(summary, result, "text") == "Benchmark  Mode  Cnt  Score   Error  Units\n"
    assert render(summary, result, "csv").count("\n") == 1
    assert render(summary, result, "latex").endswith("\\hline\n\\end{tabular}")


def test_log_lists_the_clocks_and_marks_the_used_clock() -> None:
    result = two_languages()
    text = render(summarise(result, 0.95), result, "log")
    assert f"Clock {CLOCKS[0]['name']}: step 20 ns, cost of a reading 31 ns (taken)" in text
    assert f"Clock {CLOCKS[1]['name']}: step 40 ns, cost of a reading 35 ns\n" in text


def test_a_lonely_row_has_a_dash_and_a_small_ratio_keeps_its_digits() -> None:
    def forks(base: float) -> list[object]:
        return [fork_of(number, base) for number in range(3)]

    result = run([case(forks(1.0), "a"), case(forks(1234.0), "b", **JAVA), case(forks(1.0), "c", key="alone")])
    rows = [line for line in render(summarise(result, 0.95), result, "terminal").splitlines() if line.startswith("  ")]
    assert [row.split("3/3")[1].split()[:2] for row in rows if "3/3" in row] == [["reference"], ["0.000810", "[0.000809,"], ["-"]]


def test_an_unknown_format_is_refused() -> None:
    result = two_languages()
    with pytest.raises(ValueError, match="no report format 'html'"):
        render(summarise(result, 0.95), result, "html")


def later() -> Run:
    """A second run of two_languages on a rebooted machine: one row faster, one the same, one failed, one new."""
    killed = {"status": "failed", "reason": "killed", "signal": 11}
    result = run([
        case([fork_of(i, 40.1) for i in range(5)], "1", params={"number": "25"}, unit="us", options={"measurement_time_ns": 100_000_000}),
        case([fork_of(i, 22.69) for i in range(5)], "2", params={"number": "25"}, **JAVA),
        case([fork(0, [], end=killed)], "3", params={"number": "30"}, planned=5),
        case([fork_of(0, 60.0)], "4", params={"number": "40"}, key="evil|`<script>", benchmark="evil|`<script>"),
    ])
    return replace(result, header=replace(result.header, started="2026-01-03T03:04:00Z", fingerprint="beef",
                                        environment=result.header.environment | {"boot_id": "b2", "governor": "powersave"}))


def side_by_side(format: str, **how: object) -> str:
    runs = [(result, summarise(result, 0.95)) for result in (two_languages(), later())]
    header = replace(runs[0][0].header, environment=runs[0][0].header.environment | {"boot_id": "b1", "governor": "performance"})
    runs[0] = (replace(runs[0][0], header=header), runs[0][1])
    return render_comparison(compare_runs(*runs), *runs, format, Look(titles=TITLES, **how))


@pytest.mark.parametrize("format", COMPARISON_FORMATS)
def test_two_runs_side_by_side_are_as_approved(golden: Golden, format: str) -> None:
    text = side_by_side(format)
    text = re.sub(r"\d\.\d{9,}", lambda digits: f"{float(digits[0]):.9f}", text)  # a quantile's last digit is scipy's
    golden(f"report/side_by_side.{format}", approved_json(text) if format == "json" else text)


def test_two_runs_side_by_side_in_ascii_and_within_80_columns() -> None:
    text = side_by_side("terminal", unicode=False)
    assert text.isascii() and all(len(line) <= 80 for line in text.splitlines())
    coloured = side_by_side("terminal", color=True)
    assert "\x1b[1m" in coloured and re.sub("\x1b\\[[0-9;]*m", "", coloured) == side_by_side("terminal")


def test_runs_with_nothing_in_common_say_so() -> None:
    a, b = run([case([fork_of(0, 1.0)])]), run([case([fork_of(0, 1.0)], key="else")])
    judged = [(result, summarise(result, 0.95)) for result in (a, b)]
    text = render_comparison(compare_runs(*judged), *judged, "terminal")
    assert text.endswith("A and B share no row (same key, params, mode, threads and platform)\n")
    assert "\nthe machine's state and toolchains are the same\n" in text  # options and sources are those of rows: nothing is known


def test_jmhs_formats_cannot_show_two_runs() -> None:
    with pytest.raises(ValueError, match="no format of two runs 'latex'"):
        side_by_side("latex")


@pytest.mark.parametrize(("by", "headings", "labels"), [
    ("platform", ["cpp/g++-12", "java/openjdk-17"], ["factorial (number = 25)", "factorial (number = 30)"] * 2),
    ("key", ["factorial"], ["(number = 25) cpp/g++-12", "(number = 25) java/openjdk-17", "(number = 30) cpp/g++-12",
                            "(number = 30) java/openjdk-17"]),
    ("param", ["number = 25", "number = 30"], ["factorial cpp/g++-12", "factorial java/openjdk-17"] * 2),
    ("mode", ["avgt"], [f"factorial (number = {n}) {platform}" for n in (25, 30) for platform in ("cpp/g++-12", "java/openjdk-17")]),
])
def test_by_divides_the_table_and_labels_name_the_rest(by: str, headings: list[str], labels: list[str]) -> None:
    result = two_languages()
    summary = summarise(result, 0.95)
    usual, text = (render(summary, result, "terminal", Look(width=200, by=order)).splitlines() for order in ("", by))
    assert [line for line in text if line in headings] == headings
    rows = [re.split(r"  +", line.strip()) for line in text if "ns/op" in line]
    assert [row[0] for row in rows] == labels
    figures = sorted(re.split(r"  +", line.strip())[1:] for line in usual if "ns/op" in line)
    assert sorted(row[1:] for row in rows) == figures  # every row is there, once, as it was
    assert usual[usual.index(""):] == text[text.index(""):]
    cells = [line.split(" | ") for line in render(summary, result, "md", Look(by=by)).splitlines() if "ns/op" in line]
    assert [cell[1] for cell in cells] == (["cpp/g++-12"] * 2 + ["java/openjdk-17"] * 2 if by == "platform" else
                                           ["cpp/g++-12", "java/openjdk-17"] * 2)


def test_rows_without_params_have_a_heading_too() -> None:
    result = run([case([fork_of(n, 1.0) for n in range(3)], "a", params={}), case([fork_of(n, 1.0) for n in range(3)], "b", threads=4)])
    text = render(summarise(result, 0.95), result, "terminal", Look(width=200, by="param")).splitlines()
    assert "no params" in text and "number = 25" in text
    assert any(line.startswith("  factorial 4 threads cpp/g++-12  ") for line in text)


@pytest.mark.parametrize(("by", "headings"), [("platform", ["cpp/g++-12", "java/openjdk-17"]), ("param", ["number = 25", "number = 30", "number = 40"])])
def test_two_runs_are_divided_like_one_run(by: str, headings: list[str]) -> None:
    text = side_by_side("terminal", by=by, width=200).splitlines()
    assert [line for line in text if line in headings] == headings
    usual = side_by_side("terminal", width=200).splitlines()
    assert len([line for line in text if "ns/op" in line]) == len([line for line in usual if "ns/op" in line])
    assert side_by_side("md", by=by).count("\n") == side_by_side("md").count("\n")


def test_a_profile_that_was_made_again_after_a_resume_is_shown_once() -> None:
    measured = two_languages()
    case_id = measured.cases[0].case.case_id
    profiles = tuple(ProfileRecord(case_id=case_id, profiler=profiler, text=text)
                     for profiler, text in (("stack", "old"), ("stack", "new"), ("gc", "other")))
    result = replace(measured, profiles=profiles)
    text = render(summarise(result, 0.95), result, "terminal", Look(width=80, full=True))
    assert [line for line in text.splitlines() if line.startswith("  | ")] == ["  | new", "  | other"]


def test_a_failed_row_of_a_list_has_no_empty_figures() -> None:
    heads = ("", "score", "±95 %", "rate")
    table = Table("", "", heads, heads, 1, ((Cell("work " * 9), Cell("failed: it threw"), Cell(""), Cell("")),))
    assert [line.plain.rstrip() for line in print_table(table, 30)][-1] == "  score failed: it threw"
