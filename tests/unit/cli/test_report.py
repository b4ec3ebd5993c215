"""Is the report fitted to where it goes: a terminal's width and colours, and plain text of 80 columns in a file?"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest
from made_runs import case, fork, run
from msgspec.structs import replace
from written_runs import written

from clamh.cli.arguments import RESULT_FORMATS, parse_command_line
from clamh.cli.main import main
from clamh.cli.report import parser, render_report
from clamh.judging.results_file import read_results
from clamh.model.errors import InputError
from clamh.model.options import Options
from clamh.model.results import CaseResult, WorkRecord
from clamh.report import FORMATS


class Output(io.TextIOWrapper):
    """A standard output that is a terminal or not, in an encoding."""

    def __init__(self, terminal: bool, encoding: str):
        super().__init__(io.BytesIO(), encoding=encoding)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: bool, encoding: str = "utf-8",
           cases: list[CaseResult] | None = None, **environ: str) -> tuple[str, int]:
    measured = run(cases or [case([fork(n, [44.0 + n]) for n in range(3)])])
    for name in ("NO_COLOR", "TERM", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Output(terminal, encoding))
    judgement, text = render_report(written(measured, tmp_path / "run.ndjson"), Options(full=True))
    code = int(judgement.failed)
    return text, code


@pytest.mark.parametrize(("terminal", "environ", "colour"), [
    (True, {"TERM": "xterm"}, True),
    (False, {"TERM": "xterm"}, False),
    (True, {"TERM": "dumb"}, False),
    (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
    (True, {"TERM": "xterm", "NO_COLOR": ""}, True),  # no-color.org: when present and not empty
])
def test_colour_goes_to_terminals_that_want_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: bool, environ: dict[str, str], colour: bool
) -> None:
    text, code = report(tmp_path, monkeypatch, terminal, **environ)
    assert ("\x1b[" in text) is colour
    assert code == 0


def test_a_terminal_without_unicode_gets_ascii(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert report(tmp_path, monkeypatch, False, "ascii")[0].isascii()
    assert "±95 %" in report(tmp_path, monkeypatch, False)[0]


def test_a_terminals_width_and_columns_change_the_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    narrow, wide = (report(tmp_path, monkeypatch, True, TERM="dumb", COLUMNS=columns)[0] for columns in ("40", "200"))
    assert "  cpp/g++-12\n" in narrow and "  cpp/g++-12\n" not in wide
    assert [report(tmp_path, monkeypatch, False, COLUMNS=columns)[0] for columns in ("40", "200")] == [narrow, wide]
    plain = report(tmp_path, monkeypatch, False)[0]
    for columns in ("80", "", "0", "wide", "-5"):
        assert report(tmp_path, monkeypatch, False, COLUMNS=columns)[0] == plain


def test_a_failed_fork_is_exit_code_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dead = fork(3, [], end={"status": "failed", "reason": "timeout"})
    text, code = report(tmp_path, monkeypatch, False, cases=[case([*(fork(n, [44.0]) for n in range(3)), dead])])
    assert code == 1 and "failed-forks" in text


def verb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *argv: str) -> int:
    """`clamh report` with these arguments in a folder that has a.ndjson and, twice as fast, b.ndjson."""
    monkeypatch.chdir(tmp_path)
    for name, time in (("a", 40.0), ("b", 20.0)):
        written(run([case([fork(n, [time * (1 + n / 1000)]) for n in range(3)])]), tmp_path / f"{name}.ndjson")
    return main(["report", *argv])


@pytest.mark.parametrize(("argv", "file", "begins"), [
    (("-rf", "json"), "jmh-result.json", "[\n    {\n"),
    (("-rf", "CSV"), "jmh-result.csv", '"Benchmark","Mode"'),
    (("-rf", "scsv"), "jmh-result.scsv", '"Benchmark";"Mode"'),
    (("-rf", "text"), "jmh-result.text", "Benchmark  "),
    (("-rf", "latex"), "jmh-result.latex", "\\begin{tabular}"),
    (("-rf", "md"), "clamh-result.md", "1 benchmark, cpp/g"),
    (("-rf", "junit"), "clamh-result.xml", "<?xml"),
    (("-rf", "bencher"), "clamh-result.bencher.json", '{\n  "'),
    (("-rf", "github-benchmark"), "clamh-result.github.json", '[\n  {\n    "name"'),
    (("-rff", "x.XML"), "x.XML", "<?xml"),
    (("-rff", "x.out"), "x.out", '"Benchmark","Mode"'),  # JMH's default format
    (("-rff", "x.md", "--full"), "x.md", "Xeon"),
    (("-rff", "X.JSON"), "X.JSON", "[\n    {\n"),
    (("-rf", "text", "-rff", "x.md"), "x.md", "Benchmark  "),
])
def test_report_files_have_jmhs_names_and_formats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, argv: tuple[str, ...], file: str, begins: str
) -> None:
    assert verb(tmp_path, monkeypatch, "a.ndjson", *argv) == 0
    assert (tmp_path / file).read_bytes().decode().startswith(begins)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["a.ndjson", "b.ndjson", file])


@pytest.mark.parametrize(("argv", "expected"), [
    (("a.ndjson", "-rff", "x.foo"), "report: x.foo (csv)\n"),
    (("a.ndjson", "-rf", "text", "-rff", "x.md", "-trendfile", "t.tsv"), "report: x.md (text)\ntrend: t.tsv\n"),
])
def test_written_format_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], expected: str
) -> None:
    assert verb(tmp_path, monkeypatch, *argv) == 0
    assert capsys.readouterr().err == expected


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(("argv", "again"), [
    (("report", "my run.ndjson"), "clamh report 'my run.ndjson' -rf csv -rff FILE"),
    (("compare", "my run.ndjson", "b.ndjson"), "clamh compare 'my run.ndjson' b.ndjson -rf csv -rff FILE"),
    (("gate", "my run.ndjson", "b.ndjson", "-rf", "md"), "clamh gate 'my run.ndjson' b.ndjson -rf md -rff FILE")])
def test_command_that_writes_a_report_elsewhere_can_be_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], again: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, time in (("my run", 44.0), ("b", 22.0)):
        written(run([case([fork(n, [time + n]) for n in range(3)])]), tmp_path / f"{name}.ndjson")
    assert main([*argv, "-rff", "/dev/full"]) == 1
    assert f"write it elsewhere with `{again}`" in capsys.readouterr().err


def test_every_format_has_a_renderer() -> None:
    assert set(RESULT_FORMATS) == set(FORMATS) - {"terminal", "log"}


def test_report_keeps_the_level_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured = run([case([fork(n, [44.0 + n]) for n in range(3)])])
    sure = written(replace(measured, header=replace(measured.header, confidence=0.99)), tmp_path / "sure.ndjson")
    for argv, level in (((sure,), "99 %"), ((sure, "--confidence", "0.9"), "90 %")):
        assert verb(tmp_path, monkeypatch, *argv) == 0
        assert set(re.findall(r"±(\d\d %)", capsys.readouterr().out)) == {level}


@pytest.mark.parametrize(("argv", "message"), [
    ((), "nothing was measured here yet"),
    (("a.ndjson", "b.ndjson"), "to compare two: clamh compare A B"),
    (("a.ndjson", "-rff", "a\0b"), "-rff: no file name follows it"),
    (("a.ndjson", "-rff", ""), "-rff: no file name follows it"),
    (("a.ndjson", "-rf", "csv", "-trendfile", ""), "-trendfile: no file name follows it"),
    (("a.ndjson", "-rff", "a.ndjson"), "is the results file"),
    (("a.ndjson", "-rff", "x", "-trendfile", "./x"), "-trendfile: './x' is what -rff writes"),
    (("nowhere.ndjson",), "cannot read nowhere.ndjson"),
    (("text.txt", "-rf", "csv"), "error: text.txt is neither a CLAMH results file"),
    (("a.ndjson", "-rff", "a.ndjson/folder.csv"), "cannot write"),
])
def test_unreportable_input_is_refused_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], message: str
) -> None:
    (tmp_path / "text.txt").write_text("no results\n")
    assert verb(tmp_path, monkeypatch, *argv) == 2
    out, err = capsys.readouterr()
    assert message in err and not out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.ndjson", "b.ndjson", "text.txt"]
    assert read_results(tmp_path / "a.ndjson").cases


def test_baseline_needs_one_run_and_an_existing_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two = [case([fork(n, [44.0 + n]) for n in range(3)], "a"),
           case([fork(n, [22.0 + n]) for n in range(3)], "b", key="quick", benchmark="quick")]
    file = written(run(two), tmp_path / "run.ndjson")
    assert main(["report", file, "--baseline", "quick"]) == 0
    assert "Times as fast as the baseline on the same platform" in capsys.readouterr().out
    assert main(["report", file, "--baseline", "quik"]) == 2
    assert capsys.readouterr().err.endswith("did you mean quick?\n")
    assert main(["compare", file, file, "--baseline", "quick"]) == 2
    assert "--baseline works only within one run" in capsys.readouterr().err


@pytest.mark.parametrize(("values", "differs", "code"), [(("i:1", "i:1"), "", 0), (("i:1", "i:2"), "", 1), (("i:1", "i:2"), "rounding", 0)])
def test_different_work_without_excuse_is_exit_code_1(
    tmp_path: Path, values: tuple[str, str], differs: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    sides = {"c": "cpp/g++-12", "j": "java/17"}
    forks = [fork(n, [44.0 + n]) for n in range(3)]
    measured = run([case(forks, case_id, platform) for case_id, platform in sides.items()])
    works = tuple(WorkRecord(case_id=case_id, returned=value, differs=differs) for case_id, value in zip(sides, values, strict=True))
    path = written(replace(measured, works=works), tmp_path / "run.ndjson")
    assert main(["report", path]) == code
    reported = "error: the implementations of factorial compute different values [different-work]" in capsys.readouterr().err
    assert reported is (code == 1)
    assert main(["report", path, "-v", "SILENT"]) == code
    assert "different-work" not in capsys.readouterr().err


@pytest.mark.parametrize("instead", [("--full",), ("--by", "key"), ("-v", "EXTRA")])
def test_sort_without_the_first_screen_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], instead: tuple[str, ...]) -> None:
    file = written(run([case([fork(n, [44.0 + n]) for n in range(3)])]), tmp_path / "run.ndjson")
    assert main(["report", file, "--sort", "time"]) == 0
    capsys.readouterr()
    assert main(["report", file, "--sort", "time", *instead]) == 2
    assert (f"--sort orders the first screen, but {' '.join(instead) if instead[0] == '-v' else instead[0]} does not show "
           "it") in capsys.readouterr().err


@pytest.mark.parametrize("format", [(), ("-rf", "latex")])
def test_iterations_that_no_report_shows_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], format: tuple[str, ...]) -> None:
    file = written(run([case([fork(n, [44.0 + n]) for n in range(3)])]), tmp_path / "run.ndjson")
    assert main(["report", file, "--iterations", "-v", "EXTRA", *format]) == 2
    assert "--iterations adds a column to tables, but the log of -v EXTRA has none" in (text := capsys.readouterr().err)
    assert "--html FILE, or -rf md or csv or scsv or json" in text


@pytest.mark.parametrize(("words", "message"), [
    (("--by", "platform"), "--by: -v EXTRA shows no table"),
    (("--by", "platform", "--plot", "-rf", "csv"), "--by and --plot: -v EXTRA shows no table")])
def test_what_the_log_would_ignore_is_refused(words: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_command_line(parser(), ["-v", "EXTRA", *words])
    assert [problem.message for problem in caught.value.diagnostics] == [message]
    assert parse_command_line(parser(), ["-v", "EXTRA", "--by", "platform", "-rf", "md"])[1].by == "platform"


@pytest.mark.parametrize("shown", [("--full",), ("-rf", "latex"), ("-v", "EXTRA", "-rf", "csv"), ("-v", "EXTRA", "--html", "page.html")])
def test_iterations_that_a_report_shows_are_accepted(shown: tuple[str, ...]) -> None:
    assert parse_command_line(parser(), ["--iterations", *shown])[1].iterations


def test_another_time_unit_changes_every_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(run([case([fork(n, [44_000.0 + n]) for n in range(3)])]), tmp_path / "run.ndjson")
    assert main(["report", file, "-tu", "us"]) == 0
    assert "44.0 us" in capsys.readouterr().out
    assert main(["report", file, "--full", "-tu", "us"]) == 0
    assert "44.001  us/op" in capsys.readouterr().out
    assert main(["report", file, "-tu", "fortnight"]) == 2
    assert "-tu" in capsys.readouterr().err
