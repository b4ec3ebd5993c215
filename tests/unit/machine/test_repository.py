"""Is a repository found with an old git, and is a worktree removed while another run removes its own?"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from made_repositories import git

from clamh.machine.repository import Repository, find_repository, remove_tree
from clamh.model.errors import InputError


def clone(folder: Path) -> Path:
    folder.mkdir()
    git(folder, "init", "-q")
    return folder


def test_a_git_that_does_not_know_path_format_finds_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """git before 2.31 printed the option as a third line, which ended in a ValueError."""
    old = tmp_path / "bin" / "git"
    old.parent.mkdir()
    old.write_text(f'#!/bin/sh\ncase "$*" in *--path-format*) echo --path-format=absolute;; esac\nexec {shutil.which("git")} "$@"\n')
    old.chmod(0o755)
    top = clone(tmp_path / "clone")
    (top / "deep" / "er").mkdir(parents=True)
    (tmp_path / "link").symlink_to(top / "deep" / "er")
    monkeypatch.setenv("PATH", f"{old.parent}:/usr/bin:/bin")
    monkeypatch.chdir(top)
    for folder in (".", "deep", str(tmp_path / "link")):
        assert find_repository(folder) == Repository(str(top.resolve()), str((top / ".git").resolve()))


def test_a_clone_with_a_line_break_in_its_path_is_no_bug(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="3 lines instead of 2"):
        find_repository(str(clone(tmp_path / "a\nb")))


def test_a_record_that_another_run_removes_meanwhile_is_no_error(tmp_path: Path) -> None:
    top = clone(tmp_path / "clone")
    (top / ".git/worktrees/other/gitdir").mkdir(parents=True)  # reading it fails, as of a file that has just gone
    (top / ".git/worktrees/own").mkdir()
    (top / ".git/worktrees/own/gitdir").write_text(f"{tmp_path / 'tree' / '.git'}\n")
    remove_tree(find_repository(str(top)), tmp_path / "tree")
    assert not (top / ".git/worktrees/own").exists()
