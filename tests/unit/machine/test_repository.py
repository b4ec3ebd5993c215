"""Is a repository found with an old git, and has a worktree all submodules and is removed, also beside another run?"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from made_repositories import commit, git

from clamh.machine.repository import Repository, changed_files, check_out, find_commit_time, find_repository, find_revision, remove_tree
from clamh.model.errors import InputError

GPG = """#!/bin/sh
case "$*" in
*--verify*) echo 'gpg: Good signature' >&2; echo '[GNUPG:] GOODSIG 1 a' ;;
*) cat >/dev/null; printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'; printf '\\n[GNUPG:] SIG_CREATED x\\n' >&2 ;;
esac
"""


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


def test_looking_for_changes_leaves_the_index_alone(tmp_path: Path) -> None:
    """git diff writes it again where only the times of files have changed."""
    top = clone(tmp_path / "clone")
    commit(top, {"a": "1"})
    before = (top / ".git/index").read_bytes()
    os.utime(top / "a", (1, 1))
    assert changed_files(find_repository(str(top))) == []
    assert (top / ".git/index").read_bytes() == before


def test_changes_of_every_kind_are_named(tmp_path: Path) -> None:
    top = clone(tmp_path / "clone")
    commit(top, {name: f"{name}\n" * 9 for name in ("gone", "moved", "staged", "ä b", "mode", "same")})
    (top / "gone").unlink()
    (top / "mode").chmod(0o755)
    (top / "ä b").write_text("2")
    git(top, "mv", "moved", "there")
    (top / "staged").write_text("2")
    git(top, "add", "staged")
    (top / "untracked").touch()
    (top / "deep").mkdir()
    assert sorted(changed_files(find_repository(str(top / "deep")))) == ["gone", "mode", "moved", "staged", "there", "ä b"]


def test_an_untracked_source_is_an_uncommitted_change(tmp_path: Path) -> None:
    top = clone(tmp_path / "clone")
    commit(top, {"a.cpp": "1", ".gitignore": "*.gen\n"})
    head = git(top, "rev-parse", "HEAD").strip()
    for file in (top / "new.cpp", top / "made.gen", tmp_path / "outside.h"):
        file.touch()
    (tmp_path / "link").symlink_to(top)
    known = [str(top / "a.cpp"), str(top / "made.gen"), str(tmp_path / "outside.h")]
    assert find_revision(str(top), known) == find_revision(str(top)) == (head, False)
    assert find_revision(str(tmp_path / "link"), [*known, str(tmp_path / "link/new.cpp")]) == (head, True)


def test_the_time_of_a_signed_commit_is_found_where_git_shows_signatures(tmp_path: Path) -> None:
    """gpg's lines came before the time, which was then unknown."""
    top, gpg = clone(tmp_path / "clone"), tmp_path / "gpg"
    gpg.write_text(GPG)
    gpg.chmod(0o755)
    for name, value in (("gpg.program", str(gpg)), ("commit.gpgSign", "true"), ("log.showSignature", "true")):
        git(top, "config", name, value)
    commit(top, {"a": "1"})
    assert "Good signature" in git(top, "show", "--no-patch", "--format=%cI")
    assert find_commit_time(find_repository(str(top)), "HEAD") == git(top, "for-each-ref", "--format=%(committerdate:iso-strict)").strip()


def test_a_deleted_folder_that_git_still_lists_is_checked_out_again(tmp_path: Path) -> None:
    top, tree = clone(tmp_path / "clone"), tmp_path / "tree"
    commit(top, {"a": "1"})
    git(top, "worktree", "add", "-q", "--detach", str(tree))
    shutil.rmtree(tree)
    with check_out(find_repository(str(top)), "HEAD", tree):
        assert (tree / "a").read_text() == "1"


def test_a_nested_submodule_with_a_relative_url_has_the_origin_of_the_outer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its URL leads nowhere from the local clone of the outer."""
    monkeypatch.setenv("GIT_ALLOW_PROTOCOL", "file")
    nested, library, top = (clone(tmp_path / name) for name in ("nested", "library", "top"))
    commit(nested, {"deep": "1"})
    for folder, url, name in ((library, "../nested", "nested"), (top, str(library), "lib")):
        git(folder, "submodule", "add", "-q", url, name)
        git(folder, "commit", "-qm", "submodule")
    with check_out(find_repository(str(top)), "HEAD", tmp_path / "tree"):
        assert (tmp_path / "tree/lib/nested/deep").read_text() == "1"


def test_a_linked_worktree_has_clones_of_its_own_of_submodules(tmp_path: Path) -> None:
    library, top, linked = clone(tmp_path / "library"), clone(tmp_path / "top"), tmp_path / "linked"
    commit(library, {"part": "1"})
    git(top, "submodule", "add", "-q", str(library), "lib")
    git(top, "commit", "-qm", "submodule")
    git(top, "worktree", "add", "-q", "--detach", str(linked))
    git(linked, "submodule", "update", "-q", "--init")
    for gone in (library, top / ".git/modules"):
        shutil.rmtree(gone)
    with check_out(find_repository(str(linked)), "HEAD", tmp_path / "tree"):
        assert (tmp_path / "tree/lib/part").read_text() == "1"
