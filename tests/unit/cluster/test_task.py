"""Does the batch script start CLAMH whatever files of the user lie beside it, and CLAMH the command of the submission?"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from made_submissions import submission
from msgspec.structs import replace

from clamh import cluster
from clamh.cli import arguments, run, task
from clamh.cluster.folder import create_folder


def test_a_benchmark_called_random_is_no_module_of_clamh(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("raise SystemExit('the file of the user')")
    script = Path(cluster.__file__).parent / "task.sh"
    done = subprocess.run(["bash", str(script), sys.executable, "nowhere", "0"], cwd=tmp_path, capture_output=True, text=True, check=False,
                          env={"SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_JOB_ID": "7", "PATH": "/usr/bin:/bin"})
    assert done.returncode != 0 and "nowhere" in done.stderr and "the file of the user" not in done.stderr


def test_operands_behind_two_dashes_stay_operands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLAMH_CACHE", "cache")
    typed: list[str] = []
    monkeypatch.setattr("clamh.cli.main.main", lambda argv: typed.extend(argv) or 0)
    folder = str(tmp_path / "results")
    create_folder(folder, replace(submission(["x86_q"], 1), folder=str(tmp_path), command=("run", "suite", "--quick", "--", "extra.cpp")))
    assert task.main([folder, "0", "1", "10", "0"]) == 0
    options = arguments.parse_command_line(run.parser(), typed[1:])[1]
    assert (typed[0], options.paths, options.quick) == ("run", ("suite", "extra.cpp"), True)
    assert Path(options.results) == Path(folder) / "x86_q/rep1/10/run.ndjson"
