"""Can results files that earlier versions wrote still be read, judged and reported? docs/reference/versions.md promises it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clamh.cli.main import main
from clamh.judging.results_file import read_results
from clamh.judging.summarise import summarise
from clamh.model.summary import Row, Summary

WRITTEN = Path(__file__).parent / "written"
FILES = sorted(WRITTEN.glob("*/*.ndjson"))
BASE = WRITTEN / "5e4a2f1"
FAILED = {"failed", "interrupted"}  # files with a case that failed or lacks forks: their report has exit code 1


def judged(path: Path) -> Summary:
    run = read_results(path)
    return summarise(run, run.header.confidence, run.header.delta)


def lines(row: Row) -> Iterator[str]:
    """A row's figures, in a form that no change of a report's layout touches."""
    params = ", ".join(f"{name}={value}" for name, value in row.params.items())
    counted = f"{len(row.fork_means)} of {row.forks_planned} forks"
    yield f"{row.key} ({params}) {row.platform} {row.mode}, threads {row.threads}: {row.status}, {counted}"
    if row.score is not None:
        yield f"  score {row.score:.6g} {row.unit}" + (f" [{row.interval.low:.6g}, {row.interval.high:.6g}]" if row.interval else "")
    if row.ratio:
        yield f"  ratio {row.ratio.value:.6g} {row.ratio.verdict}, terms not equal: " + (
            ", ".join(term.name for term in row.ratio.terms if not term.holds) or "none")
    for secondary in row.secondary:
        if secondary.kind != "percentile":
            yield f"  {secondary.label} {secondary.score:.6g} {secondary.unit}"
    yield from (f"  warning {warning.code}" for warning in row.warnings)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_earlier_file_is_judged_as_approved(path: Path, golden: Callable[[str, str], None]) -> None:
    text = "".join(f"{line}\n" for row in judged(path).rows for line in lines(row))
    golden(f"written/{path.parent.name}/{path.stem}.txt", text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_earlier_file_is_reported(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(path), "--full", "-rff", str(tmp_path / "out.json")]) == int(path.stem in FAILED)
    out = capsys.readouterr().out
    rows = judged(path).rows
    assert all(row.platform in out for row in rows)
    entries = json.loads((tmp_path / "out.json").read_text())
    assert [entry["clamh"]["case_id"] for entry in entries] == [row.case_id for row in rows]


def test_files_hold_every_kind_of_line_but_skipped() -> None:
    kinds = {json.loads(line)["event"] for path in FILES for line in path.read_text().splitlines() if line.endswith("}")}
    assert kinds == {"header", "platform", "baseline", "case", "work", "calibration", "floor", "round", "fork_start", "iteration",
                     "doubling", "fork_end", "warning", "resumed", "end"}


def test_earlier_files_are_compared_and_gated(capsys: pytest.CaptureFixture[str]) -> None:
    paths = [str(BASE / "calibrated.ndjson"), str(BASE / "normal.ndjson")]
    assert main(["compare", *paths]) == 0
    assert "sum" in capsys.readouterr().out
    assert main(["gate", *paths]) == 5  # what is undecided there may be slower
    assert "UNDECIDED: no regression found" in capsys.readouterr().out


def test_earlier_run_is_not_resumed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--resume", str(BASE / "interrupted.ndjson")]) == 2
    assert "its schema version is 1, but clamh now writes 2" in capsys.readouterr().err
