"""A git repository: its revisions, its changed and untracked files, and a folder with the files of a revision.

Names of revisions, paths and submodules are passed as arguments after the end of options, and never through a shell.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from clamh.machine.commands import Answer, delay_signals, run_for_output
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError

# git sets these variables in its hooks, and would then use the hook's repository in any folder.
HOOK_VARIABLES = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
                  "GIT_NAMESPACE")
NO_HOOKS = ("-c", f"core.hooksPath={os.devnull}")  # checkout hooks are meant for the user's own working tree
LOCAL_SUBMODULES = ("-c", "protocol.file.allow=always"
                    )  # submodules are cloned from the user's own clone instead of the network
SUBMODULE = "160000"  # the mode of its entry in a tree


class Repository(NamedTuple):
    """`top` is the folder of its working tree, `common` the git folder that all its worktrees share."""

    top: str
    common: str


def find_repository(folder: str) -> Repository:
    """The repository whose working tree contains the folder. Raises InputError if there is none."""
    # Not --path-format=absolute: git before 2.31 does not know it, and prints it as a line.
    answer = _run_git(folder, "rev-parse", "--show-toplevel", "--git-common-dir")
    if answer.code:
        raise input_error("no-repository", f"'{folder}' is not in a git working tree: {_describe_failure(answer)}",
                          "change to a clone, or measure two folders: clamh compare --live OLD NEW")
    paths = os.fsdecode(answer.output).removesuffix("\n").split("\n")
    if len(paths) != 2:
        raise input_error("no-repository", f"git names the folders of '{folder}' in {len(paths)} lines instead of 2",
                          "move the clone to a path without line breaks, or update git")
    return Repository(paths[0], os.path.realpath(os.path.join(folder, paths[1])))


def find_commit(repository: Repository, revision: str) -> str:
    """The id of the commit that a revision names, "" if it names none."""
    if not revision or revision.startswith("-") or "\0" in revision:
        return ""
    answer = _run_git(repository.top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    return "" if answer.code else answer.output.decode("ascii").strip()


def find_revision(folder: str, sources: Iterable[str] = ()) -> tuple[str, bool]:
    """The commit that is checked out around the folder, and whether the files differ from it: a tracked file has
    changed, or a source is neither tracked nor ignored.

    "" and False if there is no repository or no git.
    """
    try:
        repository = find_repository(folder or ".")
    except InputError:
        return "", False
    commit = find_commit(repository, "HEAD")
    return commit, bool(commit and (changed_files(repository) or _has_untracked(repository, sources)))


def _has_untracked(repository: Repository, sources: Iterable[str]) -> bool:
    top = os.path.realpath(repository.top)
    names = {os.path.relpath(os.path.realpath(source), top) for source in sources}
    return not names.isdisjoint(untracked_files(repository, ignored=False))


def find_commit_time(repository: Repository, commit: str) -> str:
    """The time of the commit, as ISO 8601; "" for a commit that the repository does not have."""
    if not find_commit(repository, commit):
        return ""
    # log.showSignature would print gpg's lines first. Not --no-show-signature, which git before 2.10 does not know.
    answer = _run_git(repository.top, "-c", "log.showSignature=false", "show", "--no-patch", "--format=%cI",
                      "--end-of-options", commit)
    return "" if answer.code else answer.output.decode("ascii", "replace").strip()


def find_branch(repository: Repository) -> str:
    """The branch that is checked out, "" if none is."""
    # Not --short, which prints heads/NAME if a tag has the same name.
    answer = _run_git(repository.top, "symbolic-ref", "--quiet", "HEAD")
    return "" if answer.code else os.fsdecode(answer.output).strip().removeprefix("refs/heads/")


def changed_files(repository: Repository) -> list[str]:
    """The tracked files that differ from HEAD, relative to the top."""
    # Not `git diff`, which writes the times of files into the user's index, whatever GIT_OPTIONAL_LOCKS is.
    answer = _run_git(repository.top, "-c", "diff.renames=false", "-c", "status.renames=false", "status", "--porcelain",
                      "-z", "--untracked-files=no")
    return [entry[len("XY "):] for entry in _split_names(answer)]


def untracked_files(repository: Repository, ignored: bool = True) -> list[str]:
    """The files that git does not track, with the `ignored` ones, relative to the top; without those in hidden folders.
    """
    excluded = () if ignored else ("--exclude-standard",)
    names = _split_names(_run_git(repository.top, "ls-files", "--others", *excluded, "-z", "--", ":/"))
    return [name for name in names if not any(part.startswith(".") for part in Path(name).parts[:-1])]


def is_tracked(repository: Repository, path: str) -> bool:
    """Whether git tracks this file of the working tree; `path` is relative to the top."""
    return not _run_git(repository.top, "ls-files", "--error-unmatch", "--", path).code


def tracked_files(repository: Repository, pattern: str) -> list[str]:
    """The files that git tracks and that match a pattern of git, relative to the top."""
    return _split_names(_run_git(repository.top, "ls-files", "-z", "--", pattern))


@contextmanager
def check_out(repository: Repository, commit: str, folder: Path) -> Iterator[None]:
    """Provides the commit's files in a new folder during the block; afterwards removes the folder and git's record of
    it.

    Includes the submodules that the working tree has. Raises InputError if git fails.
    """
    try:
        remove_tree(repository, folder)  # git may still list it, although the user has deleted the folder
        added = _run_git(repository.top, *NO_HOOKS, "worktree", "add", "--quiet", "--detach", "--", str(folder), commit)
        _check(added, f"check out {commit}")
        _add_submodules(repository, folder)
        yield
    finally:
        with delay_signals():
            remove_tree(repository, folder)


def remove_tree(repository: Repository, folder: Path) -> None:
    """Removes a worktree, complete or not, and git's record of it; does nothing if there is none."""
    _run_git(repository.top, "worktree", "remove", "--force", "--force", "--", str(folder))
    shutil.rmtree(folder, ignore_errors=True)
    for note in Path(
            repository.common).glob("worktrees/*/gitdir"):  # the record of a worktree that git had not finished
        with suppress(OSError):  # another run removes its own worktree at the same time
            if note.read_text("utf-8", "surrogateescape").strip() == str(folder / ".git"):
                shutil.rmtree(note.parent, ignore_errors=True)


def _add_submodules(repository: Repository, folder: Path) -> None:
    """Checks out the submodules of the user's working tree, from its local clones as far as these have the commits."""
    if not (folder / ".gitmodules").is_file():
        return
    entries = _split_names(
        _run_git(str(folder), "config", "--null", "--file", ".gitmodules", "--get-regexp", r"^submodule\..*\.path$"))
    urls = _run_git(repository.top, "config", "--null", "--name-only", "--get-regexp", r"^submodule\..*\.url$")
    initialised = {name.removesuffix(".url") for name in _split_names(urls)}
    git_folders = [Path(repository.common), _find_git_folder(repository.top)]  # two in a linked worktree
    paths, local_urls = [], []
    for setting, _, path in (entry.partition("\n") for entry in entries):
        name = setting.removesuffix(".path")
        words = os.fsdecode(_run_git(str(folder), "ls-tree", "HEAD", "--", path).output).split()
        if name in initialised and words[:1] == [SUBMODULE]:
            paths.append(path)
            clones = [git_folder / "modules" / name.removeprefix("submodule.") for git_folder in git_folders]
            local_urls += [word for clone in clones if _has_commit(repository, clone, words[2])
                           for word in ("-c", f"{name}.url={clone}")]
    if not paths:
        return
    update = ("submodule", "update", "--quiet", "--init", "--recursive", "--", *paths)
    if local_urls:
        if not _run_git(str(folder), *NO_HOOKS, *LOCAL_SUBMODULES, *local_urls, *update).code:
            return
        # The next attempt would keep what is cloned, whose origin is the local clone.
        for incomplete in (_find_git_folder(str(folder)) / "modules", *(folder / path for path in paths)):
            shutil.rmtree(incomplete, ignore_errors=True)
    _check(_run_git(str(folder), *NO_HOOKS, *update), "check out the submodules")


def _find_git_folder(top: str) -> Path:
    """The git folder that a working tree does not share."""
    answer = _run_git(top, "rev-parse", "--absolute-git-dir")
    _check(answer, f"find the git folder of {top}")
    return Path(os.fsdecode(answer.output).removesuffix("\n"))


def _has_commit(repository: Repository, clone: Path, commit: str) -> bool:
    return not _run_git(repository.top, f"--git-dir={clone}", "cat-file", "-e", f"{commit}^{{commit}}").code


def _run_git(folder: str, *arguments: str) -> Answer:
    environ = {name: value for name, value in os.environ.items() if name not in HOOK_VARIABLES}
    try:
        return run_for_output(("git", "-C", folder, *arguments),
                              {**environ, "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0"})
    except FileNotFoundError:
        raise input_error("no-git", "git is not on PATH, but revisions need it",
                          "install git, or measure two folders: clamh compare --live OLD NEW") from None


def _check(answer: Answer, action: str) -> None:
    if answer.code:
        raise input_error("checkout", f"git cannot {action}: {_describe_failure(answer)}",
                          "measure two folders instead: clamh compare --live OLD NEW")


def _split_names(answer: Answer) -> list[str]:
    return [name for name in os.fsdecode(answer.output).split("\0") if name]


def _describe_failure(answer: Answer) -> str:
    """git's error message on one line."""
    lines: Sequence[str] = [line.strip() for line in answer.errors.splitlines() if line.strip()]
    return "; ".join(lines) or f"exit code {answer.code}"
