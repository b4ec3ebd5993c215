from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from made_submissions import commands, submission

from clamh.cli import collect
from clamh.cli.main import main
from clamh.cluster.folder import create_folder
from clamh.cluster.outcomes import task_outcomes


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a submission, on a machine without Slurm."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    create_folder(str(tmp_path / "results"), submission())
    return tmp_path / "results"


def test_ctrl_c_leaves_the_tasks_alone(results: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(folder: str, *_: object) -> Iterator[object]:
        yield task_outcomes(folder, submission(), {})
        raise KeyboardInterrupt

    monkeypatch.setattr(collect, "follow", interrupted)
    assert main(["collect", "results", "--wait"]) == 130
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.endswith(
        "the tasks continue; wait for them again with: clamh collect results --wait\ninterrupted\n")


@pytest.mark.parametrize("argv, message", [
    ([], "clamh collect: no folder"),
    (["results", "other"], "clamh collect: 2 folders"),
    (["other"], "'other' holds no submission: there is no other/submission.json"),
    (["results", "-rf", "latex"], "-rf: 'latex' is not a report format of clamh collect"),
    (["results", "-rff", "results/submission.json/x.md"], "-rff: cannot write 'results/submission.json/x.md'"),
    (["results", "-rf", "md", "-rff", "results/submission.json"], "-rff: 'results/submission.json' is the submission itself"),
    (["results", "-rff", "x.html"], "-rff: the ending of 'x.html' names no format"),
    (["results", "-rff", "x.txt"], "-rf: 'txt' is not a report format of clamh collect"),
])
def test_wrong_input_is_refused(results: Path, argv: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["collect", *argv]) == 2
    assert message in capsys.readouterr().err


def test_without_an_answer_no_task_is_lost(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They may wait or run: submitting them again would measure them twice."""
    assert main(["collect", "results"]) == 1
    captured = capsys.readouterr()
    assert "0 of 6 tasks finished, 6 not finished" in captured.out and captured.out.count("unknown: the scheduler did not answer") == 6
    assert "squeue is not on PATH" in captured.err and "--resume" not in captured.err


def test_tasks_unknown_to_the_scheduler_are_lost(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands(results.parent, squeue="true", sacct="exit 1")
    assert main(["collect", "results"]) == 1
    captured = capsys.readouterr()
    assert "0 of 6 tasks finished" in captured.out and captured.out.count("it left nothing behind") == 6
    assert "clamh submit --resume -o results" in captured.err
