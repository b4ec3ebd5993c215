"""Does the batch script start CLAMH whatever files of the user lie beside it?"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from clamh import cluster


def test_a_benchmark_called_random_is_no_module_of_clamh(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("raise SystemExit('the file of the user')")
    script = Path(cluster.__file__).parent / "task.sh"
    done = subprocess.run(["bash", str(script), sys.executable, "nowhere", "0"], cwd=tmp_path, capture_output=True, text=True, check=False,
                          env={"SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_JOB_ID": "7", "PATH": "/usr/bin:/bin"})
    assert done.returncode != 0 and "nowhere" in done.stderr and "the file of the user" not in done.stderr
