"""Does the worker keep to what the oldest Go has that it promises?"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from clamh.building.build import find_platforms
from clamh.languages.go import toolchain

pytestmark = [pytest.mark.language("go"), pytest.mark.slow]


def test_of_the_standard_library_nothing_newer_is_named(tmp_path: Path) -> None:
    runtime = tmp_path / "runtime"
    shutil.copytree(toolchain.RUNTIME, runtime)
    (runtime / "new.go").write_text("package clamh\n\nimport \"os\"\n\nvar root = os.OpenRoot // of 1.24\n")
    go = find_platforms("go", {"PATH": os.environ["PATH"]})[0][0]
    environ = {**os.environ, **dict(flag.split("=") for flag in go.flags if flag.startswith("GO")), "GOTOOLCHAIN": "local", "GOWORK": "off"}
    # With the flags of an artifact, whose library is kept.
    process = subprocess.run([go.executable, "vet", "-trimpath", "-pgo=off", "."], cwd=runtime, env=environ, capture_output=True, text=True, check=False)
    lines = [line for line in process.stderr.splitlines() if not line.startswith("#")]
    assert len(lines) == 1 and "new.go:5:15: " in lines[0], process.stderr
