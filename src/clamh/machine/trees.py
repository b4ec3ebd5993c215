"""Trees: the files of revisions in folders of the project, which are removed when they are no longer needed."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clamh.machine.atomic import make_folder
from clamh.machine.file_locks import explain_no_locks
from clamh.machine.repository import Repository, check_out, remove_tree

SHOWN = 12  # digits of a commit's id
LOCK = ".lock"  # suffix of the file beside a tree that is locked while a process needs the tree


@contextmanager
def provide_tree(repository: Repository, commit: str, trees: Path) -> Iterator[str]:
    """Provides the commit's files during the block, always in the same folder below `trees`, so that its builds are
    found again.

    Trees left by killed processes are removed first. If another process measures the same commit, a second folder is
    used. Raises InputError if git cannot check the commit out.
    """
    make_folder(trees)
    _remove_abandoned(repository, trees)
    with _reserve_folder(trees, commit[:SHOWN]) as folder, check_out(repository, commit, folder):
        yield str(folder)


@contextmanager
def _reserve_folder(trees: Path, name: str) -> Iterator[Path]:
    """The path of a folder that no other process uses during the block; the folder is not created."""
    number = 1
    while (lock := _take_lock(trees / f"{name if number == 1 else f'{name}-{number}'}{LOCK}")) is None:
        number += 1
    path, descriptor = lock
    try:
        yield path.with_name(path.name.removesuffix(LOCK))
    finally:
        path.unlink(missing_ok=True)
        os.close(descriptor)


def _remove_abandoned(repository: Repository, trees: Path) -> None:
    """Removes the trees that no process uses."""
    for path in sorted(trees.glob(f"*{LOCK}")):
        if lock := _take_lock(path):
            remove_tree(repository, path.with_name(path.name.removesuffix(LOCK)))
            path.unlink(missing_ok=True)
            os.close(lock[1])


def _take_lock(path: Path) -> tuple[Path, int] | None:
    """The locked file with its descriptor; None if another process holds it or has just removed it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        with explain_no_locks(path, "clone the project to a local disk"):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.exists(path) and os.stat(path).st_ino == os.fstat(descriptor).st_ino:
            return path, descriptor
    except BlockingIOError:
        pass
    os.close(descriptor)
    return None
