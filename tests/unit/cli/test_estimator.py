"""Does --estimator choose by what verdicts compare, and does every heading and sentence say so?"""

from __future__ import annotations

from pathlib import Path

import pytest
from made_runs import case, fork, run
from msgspec.structs import replace
from written_runs import written

from clamh.cli.main import main

TIMES = {"a": ("cpp/g++-12", 10.0), "b": ("rust/rustc-1", 20.0)}


def measured(path: Path, scale: float = 1.0, estimator: str = "mean") -> str:
    """Two sides, each of whose forks has one iteration that takes nine times as long; the second takes twice as long as the first."""
    cases = [case([fork(n, [time * scale * (1 + n / 1000)] * 4 + [time * 9 * scale]) for n in range(3)], name, platform)
             for name, (platform, time) in TIMES.items()]
    result = run(cases)
    return written(replace(result, header=replace(result.header, estimator=estimator)), path)


@pytest.mark.parametrize("command", ["run", "report", "compare", "compare --live . .", "gate", "gate --base HEAD"])
def test_an_unknown_estimator_names_those_that_there_are(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                         capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*command.split(), "--estimator", "mode"]) == 2
    assert "--estimator: 'mode' is not mean or median" in capsys.readouterr().err


def test_a_report_by_the_median_says_so_in_heading_legend_and_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = measured(tmp_path / "run.ndjson")
    assert main(["report", file, "--full", "--estimator", "median", "-rf", "md", "-rff", str(tmp_path / "run.md")]) == 0
    for text in (capsys.readouterr().out, (tmp_path / "run.md").read_text(encoding="utf-8")):
        assert "Ratio by the median" in text and "Ratio by the median (of laps" in " ".join(text.split()).replace("\\", "")
        assert " times as fast as rust by the median" in " ".join(text.split()).replace("Rust", "rust")
    assert main(["report", file]) == 0
    assert "by the median" not in capsys.readouterr().out


def test_a_run_keeps_its_estimator(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = measured(tmp_path / "run.ndjson", estimator="median")
    assert main(["report", file]) == 0
    assert "by the median" in capsys.readouterr().out
    assert main(["report", file, "--estimator", "mean"]) == 0
    assert "by the median" not in capsys.readouterr().out


@pytest.mark.parametrize("verb", ["compare", "gate"])
def test_two_files_are_compared_by_the_median_of_both(verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, other = measured(tmp_path / "a.ndjson"), measured(tmp_path / "b.ndjson", 2.0)
    assert main([verb, text, other, "--estimator", "median"]) == (4 if verb == "gate" else 0)
    out = " ".join(capsys.readouterr().out.split())
    assert "B to A by the median" in out and "B is 0.5000 ± 0.0011 times as fast as A by the median" in out
