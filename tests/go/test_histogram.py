"""Is a histogram widened until it fits into a line with those of the other threads, and does its end stay what it was?"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from clamh.building.build import find_platforms
from clamh.languages.go import toolchain

HERE = Path(__file__).parent
pytestmark = pytest.mark.language("go")


def test_a_histogram_is_widened_until_it_fits_and_its_end_stays(tmp_path: Path) -> None:
    go = find_platforms("go", {"PATH": os.environ["PATH"]})[0][0].executable
    runtime = (toolchain.RUNTIME / "histogram.go").read_text()
    (tmp_path / "runtime.go").write_text(runtime.replace("package clamh\n", "package main\n"))
    (tmp_path / "histogram.go").write_bytes((HERE / "histogram.go").read_bytes())
    (tmp_path / "go.mod").write_text("module histogram\n\ngo 1.22\n")
    environ = {**os.environ, "GOTOOLCHAIN": "local", "GOWORK": "off"}
    done = subprocess.run([go, "run", "."], cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "[10 2 20 1 30 1 40 1 50 1] [10 2 35 4]", "2052 516 [2051 4 2059 4] [999936 1 2998272 1]",
    ]
