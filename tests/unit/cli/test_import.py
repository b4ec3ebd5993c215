"""Does `clamh import` write results that report and compare read, and say what the tool did not record?"""

from __future__ import annotations

import importlib
import resource
from pathlib import Path

import pytest
from made_foreign import FILES

from clamh.cli import report
from clamh.judging.foreign import read_any_results
from clamh.model.errors import InputError, ResultsError

main = importlib.import_module("clamh.cli.import").main


def test_what_is_written_is_reported_like_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([str(FILES / "criterion_before"), "--results", "out.ndjson"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines() == [
        "criterion: 4 cases with 1 fork each, from 1 file",
        "criterion does not record binding, layout, seed, data, optimisation, target, threads, warmup, opi, machine and boot: where they "
        "differ between two files, the ratio contains that difference too.",
        "criterion does not check the computed values, so two sides may do different work.", "criterion's samples share a process.",
        "results: out.ndjson"]
    assert report.main(["out.ndjson"]) == 0
    imported = capsys.readouterr().out
    report.main([str(FILES / "criterion_before")])
    assert imported.partition("More")[0] == capsys.readouterr().out.partition("More")[0]


def test_without_a_name_the_file_is_in_the_projects_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("before", "after"):
        main([str(FILES / f"divan_{name}.txt")])
    assert len(list((tmp_path / ".clamh/imported").glob("*.ndjson"))) == 2
    assert (tmp_path / ".clamh/.gitignore").read_text() == "*\n"
    assert not (tmp_path / ".clamh/runs").exists()


def test_wrong_operands_and_existing_results_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").write_text("x")
    for argv, message in (([], "no file was given"), (["missing"], "cannot read missing"), ([str(FILES / "nanobench.json"), "--results", "full"], "never overwrites")):
        with pytest.raises(InputError) as raised:
            main(argv)
        assert message in raised.value.diagnostics[0].message


def test_a_file_that_cannot_be_written_completely_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, hard))
    try:
        with pytest.raises(ResultsError, match="cannot be written: File too large. It was removed"):
            main([str(FILES / "pytest_benchmark_before.json"), "--results", "out.ndjson"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not (tmp_path / "out.ndjson").exists()
    main([str(FILES / "pytest_benchmark_before.json"), "--results", "out.ndjson"])
    assert read_any_results(tmp_path / "out.ndjson").origin.tool == "pytest-benchmark"
