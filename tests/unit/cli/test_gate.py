"""Does the gate return the right exit code, and write its report where the user asks?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from made_foreign import FILES
from made_gate import base, compared, new, timed
from made_runs import run
from msgspec.structs import replace
from written_runs import written

from clamh.cli import gate
from clamh.cli.main import main
from clamh.judging.judge_gate import judge_gate
from clamh.model.options import Options
from clamh.model.results import Run


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with results files in it."""
    monkeypatch.chdir(tmp_path)
    few = run([timed("sort", 20.0, forks=2)])
    strange = replace(base(), header=replace(base().header, environment={"cpu": "Epyc"}, fingerprint="other"))
    slow, same = run([timed("sort", 22.0)]), run([timed("sort", 20.0)])
    failing = run([measured for measured in new().cases if measured.case.key == "copy"])
    again = run([timed("sort", 20.001)])
    runs: dict[str, Run] = {"base": base(), "again": again, "new": new(), "same": same, "slow": slow, "few": few, "strange": strange,
                            "failing": failing}
    for name, measured in runs.items():
        written(measured, tmp_path / f"{name}.ndjson")
    (tmp_path / "old.ndjson").write_text((tmp_path / "same.ndjson").read_text().replace('"schema_version":1', '"schema_version":0'))
    (tmp_path / "cut.json").write_text((FILES / "hyperfine_before.json").read_text()[:300])
    return tmp_path


@pytest.mark.parametrize(("names", "code"), [
    (("base", "new"), 4), (("same", "again"), 0), (("same", "slow"), 4), (("slow", "same"), 0), (("same", "slow", "--delta", "9.9%"), 5), (("same", "slow", "--delta", "9.9%", "--allow-undecided"), 0),
    (("base", "failing"), 2), (("base", "failing", "--allow-missing"), 1),
    (("base", "slow", "--delta", "20%"), 2), (("base", "slow", "--delta", "20%", "--allow-missing"), 0),
])
def test_exit_code_of_each_result(files: Path, names: tuple[str, ...], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [f"{name}.ndjson" for name in names[:2]]
    assert main(["gate", *paths, *names[2:]]) == code
    assert ("gate: no regression in" in capsys.readouterr().out) is (code != 4 and "9.9%" not in names)


def test_markdown_is_printed_or_written(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gate", "base.ndjson", "new.ndjson", "-rf", "md"]) == 4
    printed = capsys.readouterr().out
    assert printed.startswith("### gate: 1 regression in 9 rows, 1 failed, 1 missing\n")
    assert main(["gate", "base.ndjson", "new.ndjson", "-rff", "out.md"]) == 4
    out, err = capsys.readouterr()
    assert (files / "out.md").read_text(encoding="utf-8") == printed
    assert "### gate" not in out and "report: out.md (md)" in err


@pytest.mark.parametrize(("form", "content"), [
    ("md", "### gate: nothing was judged\n\n```\nerror: a.cpp"), ("json", '{\n  "error": "error: a.cpp"\n}\n'), ("junit", '<error message="error: a.cpp" />')])
def test_a_failure_is_written_in_each_format(form: str, content: str, tmp_path: Path) -> None:
    """Only Markdown was written: a CI system that reads JUnit found no file."""
    gate._report_failure("error: a.cpp", Options(result_file=str(tmp_path / "out"), result_format=form))
    assert content in (tmp_path / "out").read_text()


def test_all_options_of_a_gate_of_builds_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["gate", "--base", "--help-all"])
    assert ended.value.code == 0 and "--delta" in capsys.readouterr().out


def test_missing_benchmarks_are_named(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gate", "base.ndjson", "failing.ndjson"]) == 2
    out, err = capsys.readouterr()
    assert out.splitlines().count("gate: no regression in 8 rows, 1 failed, 7 missing") == 1
    assert "failing.ndjson lacks 7 benchmarks of base.ndjson: sort; search; parse; hash; print; split; gone [missing]" in err
    assert "--allow-missing" in err


def test_json_says_how_many_stand(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["gate", "base.ndjson", "new.ndjson", "-rf", "json"])
    report = json.loads(capsys.readouterr().out)
    assert (report["regressions"], report["failures"], report["missing"], report["judged"], len(report["rows"])) == (1, 1, 1, 5, 9)


@pytest.mark.parametrize(("options", "hint"), [(Options(), "leave out -f, or give 3 or more"), (Options(budget_ns=10**9), "allow more time (--budget)")])
def test_too_few_sets_have_a_hint_that_gives_more(options: Options, hint: str) -> None:
    few = run([timed("sort", 20.0, forks=2)])
    assert gate.describe_unjudged(judge_gate(compared(few, few)), options).hint == hint


def test_files_of_other_tools_are_gated_with_their_terms(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = (json.loads((FILES / f"hyperfine_{name}.json").read_text()) for name in ("before", "after"))
    assert main(["gate", str(FILES / "hyperfine_before.json"), str(FILES / "hyperfine_after.json")]) == 5
    out = capsys.readouterr().out
    assert "hyperfine does not record the machine" in out.replace("\n  ", " ") and out.startswith("not measured together")
    for result in after["results"]:  # three times as slow as it was is a regression whatever the machine did
        before_result = next(result_before for result_before in before["results"] if result_before["command"] == result["command"])
        result["times"] = [3 * time for time in before_result["times"]]
    (files / "slow.json").write_text(json.dumps(after))
    assert main(["gate", str(FILES / "hyperfine_before.json"), "slow.json"]) == 4


@pytest.mark.parametrize(("argv", "message"), [
    ((), "clamh gate: needs two results files, got none"),
    (("base.ndjson",), "clamh gate: needs two results files, got one"),
    (("base.ndjson", "base.ndjson"), "base.ndjson and base.ndjson have the same measurements"),
    (("base.ndjson", "new.ndjson", "base.ndjson"), "needs two results files, got more"),
    (("base.ndjson", "nowhere.ndjson"), "cannot read nowhere.ndjson"),
    (("base.ndjson", "old.ndjson"), "clamh did not write this file: its schema version is 0"),
    (("cut.json", "new.ndjson"), "begins like JSON of hyperfine, but is cut off or damaged here"),
    (("base.ndjson", "strange.ndjson"), "base.ndjson was measured on Xeon, strange.ndjson on Epyc"),
    (("few.ndjson", "few.ndjson"), "no benchmark has three forks in both runs"),
    (("few.ndjson", str(FILES / "pyperf_before.json")), "share no benchmark"),
    (("base.ndjson", "new.ndjson", "-rf", "csv"), "clamh gate: it has no such report format"),
    (("base.ndjson", "new.ndjson", "-rff", "x.html"), "the ending of 'x.html' names no format [option] hint: choose another ending, such as .md"),
    (("base.ndjson", "new.ndjson", "-rf", "md", "-rff", "new.ndjson"), "is the results file"),
    (("base.ndjson", "new.ndjson", "-rff", "base.ndjson/folder.md"), "cannot write"),
    (("base.ndjson", "new.ndjson", "--delta", "much"), "--delta: 'much' is not a share"),
])
def test_what_cannot_be_gated_is_refused(files: Path, capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], message: str) -> None:
    assert main(["gate", *argv]) == 2
    out, err = capsys.readouterr()
    assert message in err.replace("\n    ", " ") and not out


@pytest.mark.parametrize(("argv", "message"), [
    ((str(FILES / "hyperfine_before.json"), str(FILES / "hyperfine_after.json"), "--confirm"), "hyperfine measured"),
    (("same.ndjson", "unsaid.ndjson", "--confirm"), "unsaid.ndjson does not record which `clamh run` measured it"),
    (("same.ndjson", "built.ndjson", "--confirm"), "built.ndjson measured built artifacts; their sources are not known"),
    (("same.ndjson", "wrong.ndjson", "--confirm"), "this version cannot repeat the command of wrong.ndjson"),
    (("same.ndjson", "elsewhere.ndjson", "--confirm"), "same.ndjson does not record its sources [unknown-build] hint: name its build: "
     "--base-build FOLDER"),
    (("same.ndjson", "elsewhere.ndjson", "--confirm", "--base-build", "."), "elsewhere.ndjson does not record its sources [unknown-build] "
     "hint: name its build: --new-build FOLDER"),
    (("same.ndjson", "placed.ndjson", "--confirm"), "--cpus: there is no CPU 4097"),
    (("same.ndjson", "elsewhere.ndjson", "--base-build", "."), "--base-build: only with --confirm"),
    (("same.ndjson", "slow.ndjson", "--no-lock"), "--no-lock: only with --confirm"),
])
def test_what_cannot_be_measured_again_is_refused_before_measuring(
    files: Path, argv: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    slow = run([timed("sort", 22.0)])
    for name, command in (("unsaid", ()), ("elsewhere", ("clamh", "run", "nowhere")), ("built", ("clamh", "run", "--artifact", "cpp:run_x")),
                          ("wrong", ("clamh", "run", "--no-such")), ("placed", ("clamh", "run", "nowhere", "--cpus", "4097"))):
        written(replace(slow, header=replace(slow.header, command=command)), files / f"{name}.ndjson")
    assert main(["gate", *argv]) == 2
    assert message in capsys.readouterr().err.replace("\n    ", " ")
    assert not (files / ".clamh").exists()
