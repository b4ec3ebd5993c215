"""clamh submit through PSI/J, with its local executor: a process for each task, on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clamh.machine.extras import find_install_command

pytestmark = [pytest.mark.slow, pytest.mark.language("python")]

LIBRARY = Path(__file__).parent.parent.parent / ".venv" / "psij"
OF_RUN = ("--", "--no-lock", "-f", "1", "-wi", "0", "-i", "1", "-r", "1ms", "--no-live")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "work.py").write_text("import os\n\n#@@Benchmark\ndef work():\n    return 7\n")
    return tmp_path


def clamh(project: Path, *argv: str, library: Path = LIBRARY) -> subprocess.CompletedProcess[str]:
    """In a process of its own, whose children the tasks are; PSI/J keeps its notes in the project."""
    environ = {**os.environ, "PYTHONPATH": str(library), "HOME": str(project), "CLAMH_CLOCK": "counted:1000000", "CLAMH_CACHE": str(project / "cache")}
    return subprocess.run([sys.executable, "-m", "clamh.cli.start", *argv], cwd=project, env=environ, capture_output=True, text=True, check=False, timeout=600)


def test_tasks_run_and_failed_ones_run_again(project: Path) -> None:
    if not LIBRARY.exists():
        (pytest.fail if os.environ.get("CI") else pytest.skip)("PSI/J is not in .venv/psij: scripts/setup.sh test")
    (project / "work.py").write_text("import os\nos.kill(os.getppid(), 9)\n\n#@@Benchmark\ndef work():\n    return 7\n")
    process = clamh(project, "submit", "work.py", "-q", "any", "--scheduler", "local", "--reps", "2", "-o", "results", "--wait", *OF_RUN)
    assert process.returncode == 1 and "any repetition 2: failed on " in process.stdout, process.stderr
    assert "it left no complete results" in " ".join(process.stdout.split())
    (project / "work.py").write_text("#@@Benchmark\ndef work():\n    return 7\n")
    process = clamh(project, "submit", "--resume", "-o", "results", "--wait")
    assert process.returncode == 0 and "2 of 2 tasks finished" in process.stdout, process.stderr
    batches = json.loads((project / "results/submission.json").read_text())["batches"]
    assert [(batch["id"], batch["repetitions"]) for batch in batches] == [("job1", [1]), ("job2", [2]), ("job3", [1]), ("job4", [2])]


def test_what_cannot_be_submitted_is_refused(project: Path) -> None:
    process = clamh(project, "submit", "work.py", "-q", "any", "--scheduler", "pbs", "-o", "results", library=Path("/nowhere"))
    assert (process.returncode, process.stderr) == (2, f"error: PSI/J is not installed [no-psij]\n    hint: type: {find_install_command('psij')}\n")
    if LIBRARY.exists():
        process = clamh(project, "submit", "work.py", "-q", "any", "--scheduler", "pbs", "-o", "results")
        assert process.returncode == 2 and "error: any: " in process.stderr and "qsub" in process.stderr
        process = clamh(project, "submit", "work.py", "-q", "a$(b)", "--scheduler", "local", "-o", "results")
        assert process.returncode == 2 and "'a$(b)' has characters" in process.stderr
    process = clamh(project, "submit", "work.py", "-q", "any", "--scheduler", "cron", "-o", "results")
    assert process.returncode == 2 and "--scheduler: unknown scheduler 'cron'" in process.stderr
    process = clamh(project, "submit", "work.py", "-q", "any", "--scheduler", "local", "-o", "results", "--sbatch=--account=me")
    assert process.returncode == 2 and "local does not use sbatch" in process.stderr
    assert not (project / "results").exists()
