"""What a revision's sources depend on beside the files of git."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_repositories import commit, git

from clamh.cli import dependencies
from clamh.cli.sides import Side
from clamh.machine.repository import Repository
from clamh.model.sources import SourceFile, Suite, Unit


def test_git_is_not_asked_for_lock_files_that_are_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer takes milliseconds, and 30 folders with sources took 3 s."""
    monkeypatch.setattr(dependencies, "is_tracked", lambda *arguments: pytest.fail(f"git ran for {arguments}"))
    source = SourceFile(path=str(tmp_path / "a/b/work.py"), language="python", sha256="", benchmarks=True)
    unit = Unit(source=source, companions=(), parsed=(), benchmarks=(), states=(), fixtures=())
    side = Side("old", "", "", "", (), {}, Repository(str(tmp_path), ""), "HEAD", str(tmp_path))
    assert list(dependencies.provide_dependencies(side, Suite(units=(unit,)))) == []


@pytest.mark.parametrize(("file", "copied", "found"), [
    ("src/six.py", "six.py", True), ("six.py", "six.py", True), ("src/own/__init__.py", "own/__init__.py", True),
    ("own/six.py", "six.py", True), ("src/own/_vendor/six.py", "six.py", False), ("other.py", "six.py", False)])
def test_a_copy_in_a_folder_of_a_package_is_not_the_module(tmp_path: Path, file: str, copied: str, found: bool) -> None:
    """The copy of a library that a package has beside its own modules made CLAMH refuse the installed library."""
    git(tmp_path, "init", "-q")
    commit(tmp_path, {"own/__init__.py": "", "src/__init__.py": "", "src/own/__init__.py": "", file: ""})
    assert dependencies._has_module(str(tmp_path), copied) is found


def test_a_module_at_the_top_of_a_repository_is_found_inside_a_package(tmp_path: Path) -> None:
    """A submodule of git may lie in a package."""
    (tmp_path / "__init__.py").touch()
    (top := tmp_path / "part").mkdir()
    git(top, "init", "-q")
    commit(top, {"six.py": ""})
    assert dependencies._has_module(str(top), "six.py")
