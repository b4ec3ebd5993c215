"""The folder of a build, which no other process may build into while this process lives.

A build whose files have changed is built again in its own folder. If another process may be measuring the artifact
there, it is built in a folder beside it, whose name ends with -2, then -3, and so on.

A claim is a lock on a byte of a file in the cache, so that any number of builds needs a single descriptor. It ends with
the process. Nothing else may open that file: closing it would end all claims of the process.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, takewhile
from pathlib import Path

from clamh.building.cache import Stamp, fresh_stamp, read_stamp
from clamh.machine.file_locks import explain_no_locks

CLAIMS = ".claims"
LOCK = "lock"
_files: dict[Path, int] = {}  # by cache: a descriptor of its file of claims


def claim_fresh(first: Path, tell: Callable[[str], None] = lambda text: None) -> tuple[Path, Stamp] | None:
    """The folder and stamp of a build that is still valid, which this process now uses; None if there is none.

    `first` is the folder of the build. `tell` gets a line about each damaged file.
    """
    for folder in takewhile(Path.is_dir, _folders(first)):
        stamp = fresh_stamp(folder, tell)
        # A process that built there in the meantime has deleted the stamp, and may have written another.
        if stamp and _lock(folder, fcntl.LOCK_SH) and read_stamp(folder) == stamp:
            return folder, stamp
    return None


@contextmanager
def claim_unused(first: Path) -> Iterator[Path]:
    """The first folder of the build that no other process uses. No other process uses it until the block ends, and this
    process uses it afterwards, unless the block raises. The caller holds the lock of the build.
    """
    folder = next(folder for folder in _folders(first) if _lock(folder, fcntl.LOCK_EX))
    try:
        folder.mkdir(exist_ok=True)
        (folder / LOCK).touch()  # its time is when the build begins, and by it `clamh clean` knows the folder
        yield folder
    except BaseException:
        _lock(folder, fcntl.LOCK_UN)
        raise
    _lock(folder, fcntl.LOCK_SH)


def _folders(first: Path) -> Iterator[Path]:
    yield first
    for number in count(2):
        yield first.with_name(f"{first.name}-{number}")


def _lock(folder: Path, operation: int) -> bool:
    """Change this process's claim on a folder; False if a claim of another process forbids it."""
    cache = folder.parents[2]
    if cache not in _files:
        _files[cache] = os.open(cache / CLAIMS, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    place = int(hashlib.sha256(folder.name.encode()).hexdigest()[:15], 16)
    try:
        with explain_no_locks(cache):
            fcntl.lockf(_files[cache], operation if operation == fcntl.LOCK_UN else operation | fcntl.LOCK_NB, 1, place)
    except (BlockingIOError, PermissionError):  # POSIX allows either
        return False
    return True
