"""The real command line, in pytest's own process or in one of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import in_process
import pytest
from made_repositories import PYTHON, commit, git

from clamh.running.worker import invoke, used_state

ROOT = Path(__file__).parent.parent.parent
Clamh = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(autouse=True)
def slow_calls_are_no_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """How often a benchmark is called to compare what it computes depends on how long its first call takes: on a busy machine that may be seconds."""
    for module, name in ((invoke, "SLOW_S"), (invoke, "SLOWEST_S"), (used_state, "SLOW_S"), (used_state, "QUICK_S")):
        monkeypatch.setattr(module, name, 600.0)


@pytest.fixture
def clamh(tmp_path: Path, cache: Path) -> Clamh:
    """Runs `clamh` in an empty folder; artifacts are cached for the whole test session.

    With `env` or a `timeout` in seconds it runs in a process of its own, else in ours (see in_process.py): also with
    `variables`, which only what it starts may need from the start of a process.
    """
    def run(*argv: str | Path, env: dict[str, str] | None = None, timeout: float | None = None,
            cwd: Path | None = None, variables: dict[str, str] = {}) -> subprocess.CompletedProcess[str]:
        environ = {**os.environ, "CLAMH_CACHE": str(cache), "XDG_STATE_HOME": str(tmp_path / "state"), "COLUMNS": "80",
                   "NO_COLOR": "1", **(env or {}), **variables}
        if env is None and timeout is None:
            return in_process.clamh(argv, cwd or tmp_path, environ)
        return subprocess.run(
            [sys.executable, "-m", "clamh.cli.main", *map(str, argv)], cwd=cwd or tmp_path, timeout=timeout or 600, check=False,
            capture_output=True, text=True, env=environ)

    return run


@pytest.fixture(scope="session")
def fac_tests(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first suite of the guide, a copy: its runs are kept beside it."""
    return shutil.copytree(ROOT / "benchmarks" / "fac_tests", tmp_path_factory.getbasetemp() / "fac_tests")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of two commits, in which a helper of the benchmark work.py returns 3 and then 4; nothing may be left of its trees."""
    monkeypatch.setenv("CLAMH_CLOCK", "counted:1000000")
    git(tmp_path, "init", "-q", "-b", "main", ".")
    commit(tmp_path, {"work.py": PYTHON, "step.py": "STEP = 3\n"})
    commit(tmp_path, {"step.py": "STEP = 4\n"})
    return tmp_path
