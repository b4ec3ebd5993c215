"""The real command line in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
Clamh = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def clamh(tmp_path: Path, cache: Path) -> Clamh:
    """Runs `clamh` in an empty folder; artifacts are cached for the whole test session."""
    def run(*argv: str | Path, env: dict[str, str] | None = None, timeout: float = 120,
            cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "clamh.cli.main", *map(str, argv)], cwd=cwd or tmp_path, timeout=timeout, check=False,
            capture_output=True, text=True,
            env={**os.environ, "CLAMH_CACHE": str(cache), "XDG_STATE_HOME": str(tmp_path / "state"), "COLUMNS": "100", "NO_COLOR": "1", **(env or {})})

    return run


@pytest.fixture
def fac_tests() -> Path:
    """The first suite of the guide."""
    return ROOT / "benchmarks" / "fac_tests"
