"""Trees: the files of revisions, in folders of the project's own that are gone when they are not needed any more."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clamh.machine.atomic import make_folder
from clamh.machine.repository import Repository, checked_out, remove_tree

SHOWN = 12  # digits of a commit's id
LOCK = ".lock"  # beside a tree, held as long as somebody needs it


@contextmanager
def tree(repository: Repository, commit: str, trees: Path) -> Iterator[str]:
    """The block has the commit's files in a folder below `trees`, always the same one, so that what is built of it is found again.

    Trees that a killed process has left there are removed first. A commit that another process measures gets a second folder.
    Raises InputError where git cannot check it out.
    """
    make_folder(trees)
    _remove_left(repository, trees)
    with _own_folder(trees, commit[:SHOWN]) as folder, checked_out(repository, commit, folder):
        yield str(folder)


@contextmanager
def _own_folder(trees: Path, name: str) -> Iterator[Path]:
    """A folder that is no other process's during the block; it is not made."""
    number = 1
    while (lock := _lock(trees / f"{name if number == 1 else f'{name}-{number}'}{LOCK}")) is None:
        number += 1
    path, descriptor = lock
    try:
        yield path.with_name(path.name.removesuffix(LOCK))
    finally:
        path.unlink(missing_ok=True)
        os.close(descriptor)


def _remove_left(repository: Repository, trees: Path) -> None:
    """Removes what nobody holds any more."""
    for path in sorted(trees.glob(f"*{LOCK}")):
        if lock := _lock(path):
            remove_tree(repository, path.with_name(path.name.removesuffix(LOCK)))
            path.unlink(missing_ok=True)
            os.close(lock[1])


def _lock(path: Path) -> tuple[Path, int] | None:
    """The lock file, held, with its descriptor; None where another process has it, or has just removed it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.exists(path) and os.stat(path).st_ino == os.fstat(descriptor).st_ino:
            return path, descriptor
    except BlockingIOError:
        pass
    os.close(descriptor)
    return None
