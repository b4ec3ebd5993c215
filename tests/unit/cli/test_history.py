"""Does `clamh history` keep runs with their commit and branch, show them over commits, and refuse what it cannot do?"""

from __future__ import annotations

import html
import json
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from made_foreign import FILES
from made_history import result, stored
from made_repositories import commit, git
from made_runs import case, fork
from made_runs import run as one_run
from msgspec.structs import replace
from rich.cells import cell_len
from written_runs import written

from clamh.cli import history
from clamh.cli.main import main
from clamh.history.add import add_run
from clamh.history.database import open_to_read, open_to_write, parse_database
from clamh.history.query import read_runs
from clamh.machine.extras import find_install_command
from clamh.model.errors import InputError, ResultsError
from clamh.model.history import StoredRun


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv(history.VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clamh.toml").touch()
    return tmp_path


def write_run(path: Path, score: float = 10.0, **header: Any) -> Path:
    """A results file of ours with three forks of a benchmark."""
    measured = one_run([case([fork(n, [score + n / 100]) for n in range(3)])])
    measured = replace(measured, header=replace(measured.header, **({"run_id": path.stem, "started": "2026-03-01T10:00:00+02:00"} | header)))
    return Path(written(measured, path))


def in_history(place: str = history.FILE) -> list[StoredRun]:
    with open_to_read(parse_database(place)) as connection:
        return list(read_runs(connection))


def fill(runs: list[StoredRun], place: str = history.FILE) -> None:
    with open_to_write(parse_database(place)) as connection:
        for run in runs:
            add_run(connection, run)


def refusal(*argv: str) -> str:
    with pytest.raises(InputError) as raised:
        history.main([*argv])
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.hint
    return f"{diagnostic.message} ({diagnostic.hint})"


# ---- add


def test_a_run_of_the_checked_out_commit_has_its_time_and_branch(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(project, "init", "-q", "-b", "work/topic")
    commit(project, {"a": "1"})
    git(project, "tag", "work/topic")  # git abbreviates no name that a tag and a branch share
    first = git(project, "rev-parse", "HEAD").strip()
    committed = git(project, "show", "-s", "--format=%ct").strip()
    write_run(project / "run.ndjson", revision=first, machine="m7", environment={"host": "h", "cpu": "c", "cpus": 4})
    for expected in (f"added (1 result, commit {first[:10]}, branch work/topic)", "already in the history"):
        assert history.main(["add", "run.ndjson"]) == 0
        assert capsys.readouterr().out == f"run.ndjson: {expected}\n"
    (run,) = in_history()
    assert (run.revision, run.branch, run.machine, run.machine_title, run.uncommitted) == (first, "work/topic", "m7", "h, c, 4 CPUs", False)
    assert run.started == "2026-03-01T08:00:00+00:00" and subprocess.run(
        ["date", "-u", "-d", run.time, "+%s"], capture_output=True, text=True, check=True).stdout.strip() == committed
    (score,) = run.results
    assert score.time_ns == pytest.approx(10.01, rel=1e-6) and score.low_ns < 10.01 < score.high_ns and score.forks == 3
    commit(project, {"a": "2"})  # the run's commit is no longer checked out: its branch is unknown, and stays as it was added
    history.main(["add", "run.ndjson"])
    assert "already in the history" in capsys.readouterr().out and in_history() == [run]


def test_rates_are_kept_as_times_and_rows_without_a_score_are_not(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert history.main(["add", str(FILES / "go_test_before.txt"), "--branch", "main", "--revision", "abc"]) == 0
    (run,) = in_history()
    assert {each.key for each in run.results} == {"Sum", "Sizes", "Shared"} and (run.branch, run.revision, run.tool) == ("main", "abc", "go test")
    assert all("not-processes" in each.doubts for each in run.results)
    (project / "fails.txt").write_text("--- FAIL: BenchmarkX\n")
    assert history.main(["add", "fails.txt"]) == 1
    assert "fails.txt: nothing to add, since no row has a score" in capsys.readouterr().err and len(in_history()) == 1


def test_an_imported_file_and_the_file_itself_are_the_same_run(capsys: pytest.CaptureFixture[str]) -> None:
    main(["import", str(FILES / "pytest_benchmark_before.json"), "--results", "imported.ndjson"])
    history.main(["add", str(FILES / "pytest_benchmark_before.json"), "imported.ndjson"])
    assert "imported.ndjson: already in the history" in capsys.readouterr().out and len(in_history()) == 1


def test_runs_of_equal_names_are_several_runs(project: Path) -> None:
    """CI writes each commit's results to the same file, and all tasks of a submission to files of one name."""
    for started, seed in (("2026-03-01T10:00:00Z", 1), ("2026-03-02T10:00:00Z", 1), ("2026-03-02T10:00:00Z", 2)):
        history.main(["add", str(write_run(project / "new.ndjson", started=started, seed=seed))])
        (project / "new.ndjson").rename(project / "renamed.ndjson")
        history.main(["add", "renamed.ndjson"])  # the file's own name counts for nothing
    runs = in_history()
    assert len(runs) == len({run.run_id for run in runs}) == 3 and all(run.run_id.startswith("new-") for run in runs)
    resumed = write_run(project / "new.ndjson", score=11.0, started="2026-03-01T10:00:00Z", seed=1)
    history.main(["add", str(resumed)])
    assert len(in_history()) == 3


def test_a_revision_must_exist_and_fit_the_file(project: Path) -> None:
    git(project, "init", "-q")
    commit(project, {"a": "1"})
    write_run(project / "run.ndjson", revision="f" * 40)
    assert "is of commit ffff" in refusal("add", "run.ndjson", "--revision", "HEAD")
    write_run(project / "plain.ndjson")
    assert "there is no commit 'nothing'" in refusal("add", "plain.ndjson", "--revision", "nothing")
    history.main(["add", "plain.ndjson", "--revision", "HEAD"])
    head = git(project, "rev-parse", "HEAD").strip()
    assert in_history()[0].revision == head
    write_run(project / "named.ndjson", revision=head)
    assert history.main(["add", "named.ndjson", "--revision", "HEAD"]) == 0 and len(in_history()) == 2


def test_an_unset_variable_as_a_name_is_refused(project: Path) -> None:
    write_run(project / "run.ndjson")
    for option in ("--revision", "--branch", "--machine"):
        assert f"{option}: no value follows it" in refusal("add", "run.ndjson", option, "")


def test_results_of_two_builds_are_refused(project: Path) -> None:
    """The old build was stored as a result of the checked-out commit."""
    cases = [case([fork(n, [score + n / 100]) for n in range(3)], build, build=build) for build, score in (("old", 10.0), ("new", 11.0))]
    gate = one_run(cases)
    written(replace(gate, header=replace(gate.header, command=("clamh", "gate"))), project / "gate.ndjson")
    assert "gate.ndjson has two builds (clamh gate, clamh compare --live), which may be of two commits" in refusal("add", "gate.ndjson")
    written(replace(gate, header=replace(gate.header, command=("clamh", "run"))), project / "artifact.ndjson")  # of artifacts with these names
    assert history.main(["add", "artifact.ndjson"]) == 0


def test_a_wrong_file_adds_nothing_of_the_others(project: Path) -> None:
    write_run(project / "run.ndjson")
    (project / "wrong").write_text("hello")
    assert "is neither a CLAMH results file" in refusal("add", "run.ndjson", "wrong")
    assert not Path(history.FILE).exists()
    assert "no results file was given" in refusal("add")


# ---- show


def level_runs() -> list[StoredRun]:
    """30 commits, the last 12 of them 20 % slower."""
    return [stored(number, [result((100.0 if number < 18 else 120.0) + number % 3, params={"n": "5"}), result(2.0, key="other")]) for number in range(30)]


def test_a_benchmark_is_shown_over_commits_with_its_change(capsys: pytest.CaptureFixture[str]) -> None:
    fill([*level_runs(), stored(40, [result(5.0, params={"n": "5"})], branch="feature"), stored(41, [result(9.0, params={"n": "5"})], uncommitted=True)])
    history.main(["show", "FACTORIAL"])
    out = capsys.readouterr().out
    assert out.startswith("factorial (n = 5)  cpp/g++-12  avgt\n  branch main, on host, a CPU (m1)\n")
    (change,) = [line for line in out.splitlines() if "slower from here" in line]
    assert change.split()[:3] == ["2026-01-19", "00:00", "0" * 10] and change.endswith("19.8 % slower from here: 101 ns → 121 ns")
    assert out.count("2026-01-") == 30 and "PELT (Killick et al. 2012" in out and "They decide no gate" in " ".join(out.split())
    assert "Other branches (--branch NAME): feature." in out and "1 run of uncommitted changes left out." in out
    history.main(["show", "factorial", "--branch", "feature", "--machine", "a CPU"])
    assert "fewer than 10 results: a change cannot be found yet" in capsys.readouterr().out


def test_long_series_show_their_newest_results_and_every_change(capsys: pytest.CaptureFixture[str]) -> None:
    fill([stored(number, [result(100.0 if number < 20 else 50.0)]) for number in range(100)])
    history.main(["show", "factorial"])
    out = capsys.readouterr().out
    assert len(re.findall("2026-0", out)) == 41 and "59 earlier results not shown" in out and "50.0 % faster from here: 100 ns → 50.0 ns" in out


def test_a_change_of_a_rate_is_in_percent_of_the_rate(capsys: pytest.CaptureFixture[str]) -> None:
    """It was `100 % slower: 20.0 → 10.0 Mops/s`, in percent of a time that is not printed."""
    fill([stored(number, [result(50.0 if number < 20 else 100.0, mode="thrpt")]) for number in range(40)])
    history.main(["show", "factorial"])
    assert "50.0 % slower from here: 20.0 Mops/s → 10.0 Mops/s" in capsys.readouterr().out


def test_names_and_hints_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    """Names as other verbs spell them, and the --database that was given."""
    fill([stored(0, [result(1.0, key="quicksort", benchmark="ns::quick_sort"), result(1.0, key="quicksort", benchmark="p.Q.quickSort", platform="java/17")])],
         "my history.db")
    history.main(["show", "--database", "my history.db"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:2] == ["quick_sort", "2"] and lines[-1].startswith("clamh history show BENCHMARK --database 'my history.db' shows")
    history.main(["show", "quick_sort", "--database", "my history.db"])
    assert capsys.readouterr().out.startswith("quick_sort  cpp/g++-12")
    assert "it has quick_sort: clamh history show --database 'my history.db' lists all" in refusal("show", "qick_sort", "--database", "my history.db")


def test_the_benchmarks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    fill([stored(0, [result(1.0), result(2.0, platform="go"), result(1.0, key="\x1b[31mred"), result(1.0, key="階乗")])])
    history.main(["show"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[1:3]] == [["\\x1b[31mred", "1", "1", "2026-01-01", "00:00"], ["factorial", "2", "2", "2026-01-01", "00:00"]]
    assert "階乗" in lines[3] and {cell_len(line) for line in lines[1:4]} == {cell_len(lines[1])}


def test_an_empty_history_lists_no_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    fill([])
    assert history.main(["show"]) == 0
    assert capsys.readouterr().out.startswith("benchmark  series")


def test_names_that_the_history_does_not_have_are_refused() -> None:
    fill([*level_runs(), stored(50, machine="m2", machine_title="other")])
    assert "no benchmark 'factorals' (it has factorial" in refusal("show", "factorals")
    assert "no branch 'x' (branches: main)" in refusal("show", "factorial", "--branch", "x")
    assert "0 machines of the history is 'x'" in refusal("show", "other", "--machine", "x")
    assert "2 machines of the history is 'm'" in refusal("html", "-o", "x.html", "--machine", "m")


def test_a_benchmark_without_results_to_show_has_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    fill([stored(0, branch="topic", uncommitted=True), stored(1, [result(1.0, key="other")]), stored(2, branch="", machine=""),
          stored(3, [result(1.0, key="other")], uncommitted=True)])
    assert "factorial has results on branch topic only in 1 run of uncommitted changes, which are left out (commit" in refusal(
        "show", "factorial", "--branch", "topic")
    assert "factorial has no results on branch main (branches: main, (not known), topic)" in refusal("show", "factorial", "--branch", "main")
    assert "other has no results on branch main and machine (not known) (branches: main" in refusal("show", "other", "--machine", "(not known)")
    history.main(["show", "factorial", "--branch", "(not known)"])
    out = capsys.readouterr().out
    assert "2026-01-03" in out and "uncommitted" not in out  # the runs of uncommitted changes are of other branches


@pytest.mark.parametrize(("argv", "message"), [
    ([], "no action was given"), (["delete"], "'delete' is not an action"), (["show", "a", "b"], "show takes a benchmark"),
    (["add", "x", "-o", "y"], "add does not take -o"), (["export", "--branch", "b"], "export does not take --branch"),
    (["html"], "html: no file was given"), (["import"], "import takes a file"), (["import", "missing"], "cannot read missing: No such file"),
    (["export", "x"], "export takes no operand"), (["show"], "there is no history yet: .clamh/history.db does not exist"),
    (["show", "--database", "mysql://h/d"], "'mysql' is not a kind of database"),
])
def test_wrong_command_lines_are_refused(argv: list[str], message: str, project: Path) -> None:
    assert message in refusal(*argv)
    assert not (project / ".clamh").exists()


def test_the_database_is_named_by_the_variable_and_the_option(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_run(project / "run.ndjson")
    monkeypatch.setenv(history.VARIABLE, "variable.db")
    history.main(["add", "run.ndjson"])
    history.main(["add", "run.ndjson", "--database", "option.db"])
    assert len(in_history("variable.db")) == len(in_history("option.db")) == 1 and not Path(history.FILE).exists()


def test_without_sqlalchemy_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("sqlalchemy", "clamh.history"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    assert f"needs the package SQLAlchemy ({find_install_command('history')})" in refusal("show")


# ---- html


HOSTILE = "<script>alert(1)</script>&\"'"


def test_the_page_has_a_chart_of_each_series_and_all_names_as_text(project: Path) -> None:
    hostile = [stored(number, [result(1.0, key="a", platform=HOSTILE, params={HOSTILE: HOSTILE})], branch="main", machine_title=HOSTILE) for number in range(3)]
    fill([*level_runs(), *(replace(run, run_id=f"h{run.run_id}") for run in hostile)])
    history.main(["html", "-o", "out/history.html"])
    text = (project / "out/history.html").read_text()
    page = etree.HTML(text)
    assert not page.xpath("//script") and HOSTILE not in text and text.count(html.escape("<script>")) > 5
    assert not page.xpath("//@src | //link | //@onclick | //@href[not(starts-with(., '#'))]") and "default-src 'none'" in text
    charts = page.xpath("//section")
    assert len(charts) == 3 and [len(chart.xpath(".//circle")) for chart in charts] == [3, 30, 30]
    assert page.xpath("//section[2]//*[@class='change']/title/text()") == ["19.8 % slower from here: 101 ns → 121 ns"]
    assert len(page.xpath("//section[2]//*[@class='level']")) == 2 and len(page.xpath("//section[2]//tbody/tr")) == 30
    (alert,) = page.xpath("/html/body/main/table/tbody/tr")
    assert [*alert.itertext()][-1] == "19.8 % slower from here: 101 ns → 121 ns" and alert.xpath(".//a/@href") == ["#series-1"]
    assert page.xpath("//svg/@aria-label")[1].startswith("factorial (n = 5)  cpp/g++-12  avgt: time per operation over 30 results")
    for attribute in page.xpath("//circle/@cy | //circle/@cx"):
        assert 0 <= float(attribute) <= 760


def test_a_page_of_some_benchmarks_and_of_equal_times(project: Path) -> None:
    fill(level_runs())
    history.main(["html", "other", "-o", "history.html"])
    page = etree.HTML((project / "history.html").read_text())
    assert len(page.xpath("//section")) == 1 and "None was found in 1 series." in "".join(page.itertext())


def test_a_page_or_export_cannot_replace_the_database_and_a_full_disk_is_reported(project: Path) -> None:
    fill(level_runs())
    for action in ("html", "export"):
        assert "is the results file" in refusal(action, "-o", history.FILE)
        assert "cannot write" in refusal(action, "-o", "clamh.toml/file")
        with pytest.raises(ResultsError, match="No space left"):
            history.main([action, "-o", "/dev/full"])
    assert sqlite3.connect(history.FILE).execute("SELECT count(*) FROM clamh_runs").fetchone() == (30,)


# ---- export, import


def test_an_export_is_added_to_another_history_once(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(level_runs())
    fill(level_runs()[:3], "other.db")
    history.main(["export", "-o", "history.jsonl"])
    capsys.readouterr()
    history.main(["export"])
    assert capsys.readouterr().out == (project / "history.jsonl").read_text()
    for expected in ("30 runs: 27 added, 0 updated, 3 already in the history\n", "30 runs: 0 added, 0 updated, 30 already in the history\n"):
        history.main(["import", "history.jsonl", "--database", "other.db"])
        assert capsys.readouterr().out == expected
    assert in_history("other.db") == in_history()


def test_a_damaged_export_adds_nothing(project: Path) -> None:
    fill(level_runs())
    history.main(["export", "-o", "history.jsonl"])
    lines = (project / "history.jsonl").read_text().splitlines()
    changed = json.loads(lines[7])
    changed["results"][0]["time_ns"] = "fast"
    lines[7] = json.dumps(changed)
    (project / "history.jsonl").write_text("\n".join(lines))
    assert "this line is not a run (Expected `float`, got `str` - at `$.results[0].time_ns`)" in refusal("import", "history.jsonl", "--database", "new.db")
    assert not Path("new.db").exists()
