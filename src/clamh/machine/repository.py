"""A git repository: what a revision is, what is changed or untracked, and the files of a revision in a folder of their own.

Names of revisions, paths and submodules are arguments behind an end of options, and never part of a command line that a shell reads.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from clamh.machine.commands import Answer, ask, shielded
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError

# A hook of git sets these for its own repository, and git would believe them in any folder.
OF_A_HOOK = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE")
NO_HOOKS = ("-c", f"core.hooksPath={os.devnull}")  # a hook after a checkout is for the folder that the user works in
LOCAL_SUBMODULES = ("-c", "protocol.file.allow=always")  # what the user's own clone holds need not be fetched again


class Repository(NamedTuple):
    """`top` is the folder of its working tree, `common` that of what all its worktrees share."""

    top: str
    common: str


def find_repository(folder: str) -> Repository:
    """The repository with a working tree in which the folder is. Raises InputError where there is none."""
    answer = _git(folder, "rev-parse", "--path-format=absolute", "--show-toplevel", "--git-common-dir")
    if answer.code:
        raise InputError([Diagnostic(code="no-repository", message=f"'{folder}' is in no working tree of git: {_reason(answer)}",
                                     mend="change to a clone, or measure two folders: clamh compare --live OLD NEW")])
    top, common = os.fsdecode(answer.output).removesuffix("\n").split("\n")
    return Repository(top, common)


def find_commit(repository: Repository, revision: str) -> str:
    """The id of the commit that a revision names, "" where it names none."""
    if not revision or revision.startswith("-") or "\0" in revision:
        return ""
    answer = _git(repository.top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    return "" if answer.code else answer.output.decode("ascii").strip()


def find_revision(folder: str) -> tuple[str, bool]:
    """The commit that is checked out where the folder is, and whether tracked files differ from it; "" and False where git does not know, or is not there."""
    try:
        repository = find_repository(folder or ".")
    except InputError:
        return "", False
    commit = find_commit(repository, "HEAD")
    return commit, bool(commit and changed_files(repository))


def changed_files(repository: Repository) -> list[str]:
    """The tracked files that are not as in HEAD, relative to the top."""
    return _names(_git(repository.top, "diff", "--name-only", "-z", "HEAD", "--"))


def untracked_files(repository: Repository) -> list[str]:
    """The files that git does not have, those that it ignores among them, relative to the top; not what is in folders beginning with a dot."""
    found = _names(_git(repository.top, "ls-files", "--others", "-z", "--", ":/"))
    return [name for name in found if not any(part.startswith(".") for part in Path(name).parts[:-1])]


@contextmanager
def checked_out(repository: Repository, commit: str, folder: Path) -> Iterator[None]:
    """The block has the commit's files in that folder, which must not exist; afterwards neither the folder nor git's note of it is left.

    With the submodules that the working tree has. Raises InputError where git cannot do it.
    """
    try:
        _checked(_git(repository.top, *NO_HOOKS, "worktree", "add", "--quiet", "--detach", "--", str(folder), commit), f"check out {commit}")
        _add_submodules(repository, folder)
        yield
    finally:
        with shielded():
            remove_tree(repository, folder)


def remove_tree(repository: Repository, folder: Path) -> None:
    """Removes a worktree, whole or not, and git's note of it; nothing where there is none."""
    _git(repository.top, "worktree", "remove", "--force", "--force", "--", str(folder))
    shutil.rmtree(folder, ignore_errors=True)
    for note in Path(repository.common).glob("worktrees/*/gitdir"):  # of one that git had not finished
        if note.read_text("utf-8", "surrogateescape").strip() == str(folder / ".git"):
            shutil.rmtree(note.parent, ignore_errors=True)


def _add_submodules(repository: Repository, folder: Path) -> None:
    """Checks out the submodules that the user's working tree has, from its own clones where they hold what is needed."""
    if not (folder / ".gitmodules").is_file():
        return
    listed = _names(_git(str(folder), "config", "--null", "--file", ".gitmodules", "--get-regexp", r"^submodule\..*\.path$"))
    known = _git(repository.top, "config", "--null", "--name-only", "--get-regexp", r"^submodule\..*\.url$")
    initialised = {name.removesuffix(".url") for name in _names(known)}
    paths, own = [], []
    for setting, _, path in (entry.partition("\n") for entry in listed):
        name = setting.removesuffix(".path")
        if name in initialised:
            paths.append(path)
            clone = Path(repository.common) / "modules" / name.removeprefix("submodule.")
            own += ["-c", f"{name}.url={clone}"] if clone.is_dir() else []
    if not paths:
        return
    update = ("submodule", "update", "--quiet", "--init", "--recursive", "--", *paths)
    if own and not _git(str(folder), *NO_HOOKS, *LOCAL_SUBMODULES, *own, *update).code:
        return
    _checked(_git(str(folder), *NO_HOOKS, *update), "check out the submodules")


def _git(folder: str, *arguments: str) -> Answer:
    environ = {name: value for name, value in os.environ.items() if name not in OF_A_HOOK}
    try:
        return ask(("git", "-C", folder, *arguments), {**environ, "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"})
    except FileNotFoundError:
        raise InputError([Diagnostic(code="no-git", message="git is not on PATH, and revisions are taken from it",
                                     mend="install git, or measure two folders: clamh compare --live OLD NEW")]) from None


def _checked(answer: Answer, action: str) -> None:
    if answer.code:
        raise InputError([Diagnostic(code="checkout", message=f"git cannot {action}: {_reason(answer)}",
                                     mend="measure two folders instead: clamh compare --live OLD NEW")])


def _names(answer: Answer) -> list[str]:
    return [name for name in os.fsdecode(answer.output).split("\0") if name]


def _reason(answer: Answer) -> str:
    """What git said, on one line."""
    lines: Sequence[str] = [line.strip() for line in answer.errors.splitlines() if line.strip()]
    return "; ".join(lines) or f"exit code {answer.code}"
