"""What `clamh submit` refuses, keeps and submits again, with a Slurm of a few words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from made_submissions import commands, submission, task_run
from msgspec.structs import replace
from written_runs import written

from clamh.cli.main import main
from clamh.cluster import slurm
from clamh.cluster.folder import attempt_folder, begin_attempt, create_folder, end_attempt, read_submission
from clamh.machine.commands import Answer, run_for_output
from clamh.model.submission import Ending, Start


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


def finish_task(results: Path, repetition: int, source: str) -> None:
    """Leaves the results of a task that measured this text of a.cpp."""
    path = attempt_folder(str(results), "x86_q", repetition, "10", 0)
    begin_attempt(path, Start(submission="abcd1234", queue="x86_q", repetition=repetition, batch="10", restart=0, host="node1", cpu="Xeon",
                              time="2026-01-02T03:04:05Z", command=("clamh", "run")))
    run = task_run([1.0])
    written(replace(run, header=replace(run.header, sources={"a.cpp": source})), path / "run.ndjson")
    end_attempt(path, Ending(exit_code=0, time="2026-01-02T03:04:05Z"))


def test_a_task_with_other_sources_is_submitted_again_with_all_options(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """collect reported a failure, and submit --resume found nothing to submit; a new option replaced the earlier ones."""
    create_folder(str(project / "results"), replace(submission(["x86_q"], 2), options=("--constraint=a",)))
    finish_task(project / "results", 1, "1")
    finish_task(project / "results", 2, "2")
    assert main(["submit", "--resume", "-o", "results", "--sbatch=--account=me"]) == 0
    assert "x86_q: 1 task submitted as 20 (repetition 2)" in capsys.readouterr().err
    assert {"--constraint=a", "--account=me", "--array=2"} <= set((project / "sbatch.arguments").read_text().splitlines())


def test_the_record_of_a_job_that_slurm_may_have_is_kept(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """sbatch did not answer, and the folder with the name of the job was removed."""
    def run(argv: Sequence[str], *others: object) -> Answer:
        if argv[0] == "sbatch":
            raise TimeoutError
        return run_for_output(argv, *others)

    with monkeypatch.context() as late:
        late.setattr(slurm, "run_for_output", run)
        assert main(["submit", "suite", "-q", "x86_q", "-o", "results"]) == 2
    name = f"clamh-{read_submission('results').id}"
    error = capsys.readouterr().err
    assert "sbatch did not answer in 120 s" in error and f"squeue --name={name}" in error and "clamh submit --resume -o results" in error
    commands(project, sbatch="exit 1")
    assert main(["submit", "--resume", "-o", "results"]) == 2 and f"clamh-{read_submission('results').id}" == name
    assert main(["submit", "suite", "-q", "x86_q", "-o", "refused"]) == 2 and not (project / "refused").exists()
