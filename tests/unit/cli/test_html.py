"""Does --html write its page, or stop before it reads or measures anything?"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from made_pages import compared_run, failed_run, one_platform_run, profile_names, write_results

from clamh.cli import chart_library, profile
from clamh.cli.main import main
from clamh.machine.extras import find_install_command


@pytest.fixture(autouse=True)
def library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The script of the chart library is a word; the calls that would make it."""
    calls: list[str] = []
    monkeypatch.setenv("CLAMH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(chart_library, "make_javascript", lambda: calls.append("made") or "window.vegaEmbed = 1;")
    return calls


def missing(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "vl_convert" else find(name))


def test_report_writes_a_page_beside_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str], library: list[str]) -> None:
    results = write_results(compared_run(), tmp_path / "r.ndjson")
    assert main(["report", str(results), "--html", str(tmp_path / "new" / "out.html")]) == 0
    printed = capsys.readouterr()
    assert "Relative time" in printed.out and printed.err.endswith("out.html\n") and "page: " in printed.err
    assert "window.vegaEmbed = 1;" in (tmp_path / "new" / "out.html").read_text("utf-8")
    assert main(["report", str(results), "--html", str(tmp_path / "again.html")]) == 0
    assert library == ["made"]  # the second has it from the cache


def test_a_cache_that_cannot_be_written_or_read_costs_only_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: list[str]) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CLAMH_CACHE", str(tmp_path / "file"))
    results = write_results(one_platform_run(), tmp_path / "r.ndjson")
    for name in ("a.html", "b.html"):
        assert main(["report", str(results), "--html", str(tmp_path / name)]) == 0
    assert library == ["made", "made"]


def test_the_exit_code_is_that_of_the_run(tmp_path: Path) -> None:
    results = write_results(failed_run(), tmp_path / "r.ndjson")
    assert main(["report", str(results), "--html", str(tmp_path / "out.html")]) == 1 and (tmp_path / "out.html").exists()


@pytest.mark.parametrize("verb", [["report", "nothing.ndjson"], ["run", "nothing.py"]])
def test_without_the_library_nothing_begins(verb: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    missing(monkeypatch)
    assert main([*verb, "--html", str(tmp_path / "out.html")]) == 2
    assert capsys.readouterr().err == ("error: --html needs the package vl-convert-python, which is not installed [no-charts]\n"
                                       f"    hint: type: {find_install_command('charts')}\n")
    assert main(["plot", "nothing.ndjson", "-o", "x.svg"]) == 2
    assert "clamh plot needs the package" in capsys.readouterr().err


def test_a_page_never_replaces_results_or_goes_where_it_cannot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = write_results(one_platform_run(), tmp_path / "r.ndjson")
    before = results.read_bytes()
    assert main(["report", str(results), "--html", str(results)]) == 2 and results.read_bytes() == before
    assert main(["report", str(results), "--html", str(tmp_path)]) == 2
    assert main(["report", str(results), "--html", str(results / "out.html")]) == 2
    assert main(["report", str(results), "--html", str(tmp_path / "x"), "-rff", str(tmp_path / "x")]) == 2
    err = capsys.readouterr().err
    assert err.count("[unwritable]") == 4 and "is the results file" in err and "is what -rff writes" in err


def test_a_report_file_that_is_named_as_a_page_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = write_results(one_platform_run(), tmp_path / "r.ndjson")
    assert main(["report", str(results), "-rff", str(tmp_path / "out.html")]) == 2
    assert f"--html {tmp_path / 'out.html'}" in capsys.readouterr().err and not (tmp_path / "out.html").exists()
    assert main(["report", str(results), "-rf", "csv", "-rff", str(tmp_path / "out.html")]) == 0


def test_a_dry_run_has_no_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--dry", "--html", "out.html"]) == 2
    assert "nothing to write with --html" in capsys.readouterr().err


def test_flame_graph_is_a_page_or_without_the_library_a_file_for_speedscope(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    profile.write_flame_graphs([profile_names(["a"])], "a/b c", Path("."))
    assert capsys.readouterr().err == "flame graph: .clamh/profiles/a_b_c.html (or npx speedscope .clamh/profiles/a_b_c.speedscope.json)\n"
    assert "window.vegaEmbed = 1;" in (tmp_path / ".clamh/profiles/a_b_c.html").read_text("utf-8")
    missing(monkeypatch)
    profile.write_flame_graphs([profile_names(["a"])], "other", Path("."))
    assert f"npx speedscope .clamh/profiles/other.speedscope.json shows it; for a page, type: {find_install_command('charts')}" in capsys.readouterr().err
    assert not (tmp_path / ".clamh/profiles/other.html").exists()
