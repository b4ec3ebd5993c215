"""What `clamh submit` refuses, keeps and submits again, with a Slurm of a few words."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_submissions import commands

from clamh.cli.main import main


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a suite, an artifact and Slurm's commands: the queue x86_q, in which nothing waits or runs."""
    (tmp_path / "suite").mkdir()
    (tmp_path / "suite/work.py").write_text("#@@Benchmark\ndef work():\n    return 7\n")
    (tmp_path / "run_work.pyz").touch()
    environ = commands(tmp_path, sinfo="echo x86_q", squeue="true", sacct="exit 1", sbatch="echo 20")
    monkeypatch.setenv("PATH", environ["PATH"])
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("solo", [[], ["--solo"]])
@pytest.mark.parametrize(("paths", "of_run"), [(["suite"], []), ([], ["--", "--platform", "cpp/*"])])
def test_what_an_artifact_excludes_is_refused_before_submission(
    project: Path, solo: list[str], paths: list[str], of_run: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every node refused it, or with --solo ignored it."""
    assert main(["submit", *paths, *solo, "--artifact", "python:run_work.pyz", "-q", "x86_q", "-o", "results", *of_run]) == 2
    assert "--artifact cannot be combined with" in capsys.readouterr().err
    assert not (project / "results").exists() and not (project / "sbatch.arguments").exists()
