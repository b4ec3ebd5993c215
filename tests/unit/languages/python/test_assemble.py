"""Does the step that writes the artifact of Python explain why it cannot?"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[4] / "src/clamh/languages/python"


def test_a_full_disk_is_a_line_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "facts.json").write_text('{"files":[]}')
    (tmp_path / "run_a.draft").symlink_to("/dev/full")
    command = [sys.executable, FOLDER / "assemble.py", tmp_path / "run_a", tmp_path / "facts.json", FOLDER / "runtime"]
    process = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert process.returncode == 1
    assert process.stderr == f"{tmp_path / 'run_a'} cannot be written: No space left on device\n"
