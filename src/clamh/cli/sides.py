"""The two builds that are compared: a folder, or the files of a revision in a temporary tree; and their titles."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from clamh.languages import language_of_file
from clamh.machine.repository import Repository, changed_files, find_commit, find_repository, untracked_files
from clamh.machine.trees import SHOWN, provide_tree
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.model.folders import TREES, shorten_path
from clamh.model.identity import name_some
from clamh.model.options import Options

OLD, NEW = "old", "new"  # the names of the builds
NAMED = 3  # changed or untracked files in a line
REVISION = "give a folder, a revision (such as main, HEAD~1 or a commit), or REVISION:PATH"


class Side(NamedTuple):
    """One of two builds. `folder` holds its sources; names below it are the same for both builds, and results show them
    below `label`.

    `paths` and `within` are those of Options. `repository` and `revision` are set where `folder` is in a tree that was
    created for it.
    """

    build: str
    title: str
    folder: str
    label: str
    paths: tuple[str, ...]
    within: dict[str, tuple[str, ...]] = {}
    repository: Repository | None = None
    revision: str = ""
    tree: str = ""

    def labelled(self, path: str) -> str:
        """The name that results use for one of its files."""
        return os.path.normpath(os.path.join(self.label, os.path.relpath(path, self.folder)))


Sides = tuple[Side, Side]  # the old build and the new one


class Named(NamedTuple):
    """A build as the user names it: a folder or source, or a path in a revision, relative to the top of its repository.
    """

    path: str
    title: str
    repository: Repository | None = None
    revision: str = ""
    commit: str = ""


@contextmanager
def sides_to_compare(texts: Sequence[str], root: str) -> Iterator[Sides]:
    """Yield both builds of `clamh compare --live OLD NEW`; trees are created in the project's `root`. Raises
    InputError.
    """
    old, new = (find_build(text) for text in texts)
    label = os.path.join(new.repository.top, new.path) if new.repository else os.path.abspath(new.path)
    old, new = _describe_folder(old, new), _describe_folder(new, old)
    with ExitStack() as living:
        trees: dict[str, str] = {}
        pair = []
        for build, named in ((OLD, old), (NEW, new)):
            top, path = "", os.path.abspath(named.path)
            if named.repository:
                if named.commit not in trees:
                    trees[named.commit] = living.enter_context(
                        provide_tree(named.repository, named.commit,
                                     Path(root) / TREES))
                top = trees[named.commit]
                path = os.path.normpath(os.path.join(top, named.path))
                check_path(named, top, path)
            is_folder = os.path.isdir(path)
            folder = path if is_folder else os.path.dirname(path)
            pair.append(Side(build, named.title, folder, "", (path,), {}, named.repository, named.revision, top))
        folder = label if os.path.isdir(pair[1].paths[0]) else os.path.dirname(label)
        yield pair[0]._replace(label=folder), pair[1]._replace(label=folder)


@contextmanager
def sides_of_gate(revision: str, options: Options, root: str) -> Iterator[Sides]:
    """Yield the revision's files and the working tree, both for the paths of the options. Raises InputError."""
    paths = options.paths or (".",)
    start = os.path.abspath(paths[0])
    repository = find_repository(start if os.path.isdir(start) else os.path.dirname(start))
    commit = find_commit(repository, revision)
    if not commit:
        raise _no_revision(f"--base: '{revision}' is not a revision of {shorten_path(repository.top)}", repository)
    relative = [_below_top(repository, path) for path in paths]
    current = {
        path: os.path.normpath(os.path.join(repository.top, below))
        for path, below in zip(paths, relative, strict=True)
    }
    title = f"the working tree, {_describe_changes(repository, commit)}"
    with provide_tree(repository, commit, Path(root) / TREES) as top:
        moved = {path: os.path.normpath(os.path.join(top, below)) for path, below in zip(paths, relative, strict=True)}
        there = tuple(path for path in moved.values() if os.path.exists(path))
        within = {moved[path]: regexes for path, regexes in options.within.items()}
        yield (Side(OLD, f"{revision} ({commit[:SHOWN]})", top, repository.top, there, within, repository, revision,
                    top),
               Side(NEW, title, repository.top, repository.top, tuple(current.values()),
                    {current[path]: regexes for path, regexes in options.within.items()}))


def name_trees(text: str, sides: Sequence[Side]) -> str:
    """The text with REVISION:PATH in place of each path in a tree."""
    for side in sides:
        if side.tree:
            for folder in sorted(
                {side.tree, shorten_path(side.tree), os.path.relpath(side.tree)}, key=len, reverse=True):
                text = re.sub(rf"(?<![\w./-]){re.escape(folder)}/", lambda _, side=side: f"{side.revision}:", text)
    return text


def find_build(text: str) -> Named:
    """The folder, source or revision that the text names. Raises InputError."""
    if text.startswith("-"):
        raise _no_revision(f"'{text}' is not a folder, and no revision begins with a dash")
    if os.path.isdir(text):
        kind = "a folder"
        if _is_revision(text):
            kind += f"; a revision has this name too: write {text}:. for it"
        return Named(text, f"{text} ({kind})")
    if os.path.isfile(text):
        if language_of_file(text) is None:
            raise input_error("usage", f"clamh compare --live: '{text}' is a file but not a source",
                              "give two folders, sources or revisions to measure; for results files leave out --live: "
                              "clamh compare A B")
        return Named(text, f"{text} (a source)")
    try:
        repository = find_repository(os.getcwd())
    except InputError as error:
        reason = error.diagnostics[0]
        raise input_error("no-revision", f"'{text}' is not a folder, and it cannot be a revision: {reason.message}",
                          reason.hint) from None
    # A revision may have a colon: HEAD@{10:30}, :/subject.
    revision, colon, path = (text, "", "") if find_commit(repository, text) else text.partition(":")
    commit = find_commit(repository, revision)
    if not commit:
        raise _no_revision(
            f"'{text}' is not a folder, and '{revision}' is not a revision of {shorten_path(repository.top)}",
            repository)
    if not colon or path == "." or path.startswith(("./", "../")):
        path = _below_top(repository, path or ".")
    return Named(os.path.normpath(path or "."), f"{text} ({commit[:SHOWN]})", repository, revision, commit)


def _describe_folder(folder: Named, revision: Named) -> Named:
    """The build with how it differs from HEAD in its title, if it is the folder of which the other is a revision."""
    if folder.repository or not revision.repository:
        return folder
    if os.path.realpath(folder.path) != os.path.realpath(os.path.join(revision.repository.top, revision.path)):
        return folder
    changes = _describe_changes(revision.repository, revision.commit)
    return folder._replace(title=f"{folder.title.removesuffix(')')}, {changes})")


def _is_revision(text: str) -> bool:
    try:
        return bool(find_commit(find_repository(os.getcwd()), text))
    except InputError:
        return False


def _below_top(repository: Repository, path: str) -> str:
    """The path relative to the top of the repository. Raises InputError for a path outside it."""
    whole = os.path.abspath(path)
    real = os.path.join(os.path.realpath(os.path.dirname(whole)), os.path.basename(whole))
    below = os.path.relpath(real, os.path.realpath(repository.top))
    if below.split(os.sep)[0] == os.pardir:
        raise input_error("no-such-file", f"'{path}' is not in the repository {repository.top}",
                          "name folders and sources of one repository")
    return below


def check_path(named: Named, top: str, path: str) -> None:
    """Raises InputError where the revision's tree in `top` lacks the path."""
    if os.path.exists(path) and os.path.commonpath([top, path]) == top:
        return
    raise input_error("no-such-file", f"{named.revision} has no '{named.path}'",
                      f"a path begins at the top of the repository; for this folder: {named.revision}:./PATH")


def _describe_changes(repository: Repository, base: str) -> str:
    """How the working tree differs from HEAD; an untracked file, such as clamh.toml, may change the build too."""
    changed = changed_files(repository)
    files = changed or untracked_files(repository, ignored=False)
    if not files:
        is_base = base == find_commit(repository, "HEAD")
        return f"without changes since HEAD{', so this is an A/A comparison' if is_base else ''}"
    kind = "uncommitted changes in" if changed else "untracked files:"
    return f"with {kind} {name_some(files, NAMED)}"


def _no_revision(message: str, repository: Repository | None = None) -> InputError:
    is_shallow = repository and os.path.exists(os.path.join(repository.common, "shallow"))
    fetch = "this clone is shallow, so fetch the revision first: git fetch --unshallow (in GitHub's CI: fetch-depth: 0)"
    return input_error("no-revision", message, f"{fetch}; or {REVISION}" if is_shallow else REVISION)
