"""What a revision's sources depend on beside the files of git."""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.cli import dependencies
from clamh.cli.sides import Side
from clamh.machine.repository import Repository
from clamh.model.sources import SourceFile, Suite, Unit


def test_git_is_not_asked_for_lock_files_that_are_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer takes milliseconds, and 30 folders with sources took 3 s."""
    monkeypatch.setattr(dependencies, "is_tracked", lambda *arguments: pytest.fail(f"git was asked {arguments}"))
    source = SourceFile(path=str(tmp_path / "a/b/work.py"), language="python", sha256="", benchmarks=True)
    unit = Unit(source=source, companions=(), parsed=(), benchmarks=(), states=(), fixtures=())
    side = Side("old", "", "", "", (), {}, Repository(str(tmp_path), ""), "HEAD", str(tmp_path))
    assert list(dependencies.provide_dependencies(side, Suite(units=(unit,)))) == []
