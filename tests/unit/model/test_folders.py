"""Which folder is the root of a command's project, from any current folder, and how are paths stored and shown?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.languages.toolchains import folders_above
from clamh.model.folders import find_above, find_root, shorten_path, relate_path, find_suite

# A name, the files of a project, the paths of a command, and the root; all relative to one folder, which is ".".
ROOTS = [
    ("nothing marks a project", ["a/x.cpp"], ["a/x.cpp"], "a"),
    ("a folder is its own", ["a/x.cpp"], ["a"], "a"),
    ("the folder that holds both", ["a/x.cpp", "b/y.cpp"], ["a/x.cpp", "b"], "."),
    (".git above", [".git/config", "a/b/x.cpp"], ["a/b/x.cpp"], "."),
    (".git may be a file, as in a worktree", [".git", "a/b/x.cpp"], ["a/b"], "."),
    ("the nearest .git", [".git/config", "a/.git/config", "a/b/x.cpp"], ["a/b"], "a"),
    ("clamh.toml above", ["clamh.toml", "a/b/x.cpp"], ["a/b/x.cpp"], "."),
    ("the nearest clamh.toml", ["clamh.toml", "a/clamh.toml", "a/b/x.cpp"], ["a/b/x.cpp"], "a"),
    ("clamh.toml before a nearer .git", ["clamh.toml", "a/.git/config", "a/x.cpp"], ["a/x.cpp"], "."),
    ("two suites, each with a clamh.toml", ["a/clamh.toml", "b/clamh.toml", "a/x.cpp", "b/x.cpp"], ["a", "b"], "."),
    ("two suites of one repository", [".git/config", "s/a/clamh.toml", "s/b/clamh.toml"], ["s/a", "s/b"], "."),
    ("two suites of one clamh.toml", ["s/clamh.toml", "s/a/x.cpp", "s/b/x.cpp"], ["s/a", "s/b/x.cpp"], "s"),
    ("a path that is not there", ["clamh.toml"], ["a/x.cpp"], "."),
    ("a name like the beginning of another", ["ab/x.cpp", "a/x.cpp"], ["ab", "a"], "."),
]


@pytest.fixture
def create(tmp_path: Path):
    """create(files) creates empty files, and returns their common folder."""

    def create(files: list[str]) -> Path:
        for name in files:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).touch()
        return tmp_path

    return create


@pytest.mark.parametrize(("files", "paths", "root"), [case[1:] for case in ROOTS], ids=[case[0] for case in ROOTS])
def test_the_root_is_the_same_from_any_folder(
    create, monkeypatch: pytest.MonkeyPatch, files: list[str], paths: list[str], root: str
) -> None:
    top = create(files)
    roots = set()
    for here in (top, *(path for path in top.rglob("*") if path.is_dir()), Path("/")):
        monkeypatch.chdir(here)
        roots.add(find_root([str(top / path) for path in paths]))
        if here == top:
            roots.add(find_root(paths))
    assert roots == {str((top / root).resolve())}


def test_parent_folders_in_a_path_are_resolved(create, monkeypatch: pytest.MonkeyPatch) -> None:
    top = create(["a/clamh.toml", "b/x.cpp"])
    monkeypatch.chdir(top / "a")
    assert find_root(["../b/x.cpp"]) == find_suite("../b/x.cpp") == str(top / "b")


def test_a_suite_is_the_folder_of_its_clamh_toml(create) -> None:
    top = create([".git/config", "a/clamh.toml", "a/deep/x.cpp", "b/y.cpp"])
    assert find_suite(str(top / "a/deep/x.cpp")) == str(top / "a")
    assert find_suite(str(top / "b/y.cpp")) == str(top / "b")


@pytest.mark.parametrize(("path", "root", "expected"), [
    ("/p/a/x.cpp", "/p", "a/x.cpp"), ("/p", "/p", ""), ("/pa/x.cpp", "/p", "/pa/x.cpp"), ("/x.cpp", "/", "x.cpp"), ("x.cpp", "", "x.cpp"),
])
def test_a_stored_path_inside_the_root_is_relative(path: str, root: str, expected: str) -> None:
    assert relate_path(path, root) == expected


def test_a_shown_path_is_the_shorter_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").mkdir()
    monkeypatch.chdir(tmp_path / "a")
    assert [shorten_path(str(tmp_path / path)) for path in ("a/x.cpp", "b/x.cpp", "a")] == ["x.cpp", "../b/x.cpp", "."]
    assert [shorten_path(path) for path in ("/etc/x", "x.cpp", "")] == ["/etc/x", "x.cpp", ""]


def test_a_revisions_tree_belongs_to_no_project_around_it(tmp_path: Path) -> None:
    tree = tmp_path / ".clamh/trees/abc"
    (tree / "sub").mkdir(parents=True)
    (tmp_path / "clamh.toml").touch()
    assert find_above(str(tree / "sub"), "clamh.toml") is None
    assert list(folders_above(tree / "sub/work.py")) == [tree / "sub", tree]
    assert find_above(str(tmp_path / ".clamh/build"), "clamh.toml") == str(tmp_path)
