"""Deletes builds: when the cache is full, those that were unused the longest; or all of them."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from clamh.building.cache import STAMP, Stamp
from clamh.building.claims import LOCK
from clamh.machine.atomic import make_folder
from clamh.machine.file_locks import explain_no_locks
from clamh.model import lossless

LIMIT = 1 << 30  # bytes of builds that are kept
IN_USE = ".in-use"
NAME = re.compile("[0-9a-f]{20}(-[0-9]+)?")  # of a build's folder
_held: dict[Path, int] = {}  # by cache: a descriptor with a shared lock, which shows that this process uses the cache


class Built(NamedTuple):
    """The folder of a build, its size in bytes, its last use (seconds since the epoch), and the hashes of its files."""

    folder: Path
    size: int
    used: float
    outputs: frozenset[str]


def hold(cache: Path) -> None:
    """Keep other processes from deleting builds of this cache as long as this process lives. Raises InputError where
    the file system has no locks.
    """
    if cache not in _held:
        make_folder(cache)
        descriptor = os.open(cache / IN_USE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        with explain_no_locks(cache):
            fcntl.flock(descriptor, fcntl.LOCK_SH)
        _held[cache] = descriptor


def builds(cache: Path) -> Iterator[Built]:
    """All builds; each has a folder, below those of its source and platform."""
    for folder in cache.glob("*/*/*"):
        stamp = folder / STAMP
        if not NAME.fullmatch(folder.name) or not (stamp.is_file() or (folder / LOCK).is_file()):
            continue  # not a folder of ours: CLAMH_CACHE may name one that other programs use, too
        try:
            hashes, used = lossless.decode(stamp.read_bytes(), Stamp).outputs.values(), stamp.stat().st_mtime
        except (OSError, ValueError):  # the build did not finish, or an older version made it
            hashes, used = (), 0.0
        yield Built(folder, sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()), used,
                    frozenset(hashes))


def drop_old(cache: Path, in_use: Collection[Path], needed: Collection[str], limit: int = LIMIT) -> int:
    """Delete the builds that were unused the longest until at most `limit` bytes remain; returns the bytes deleted.

    Builds `in_use` stay, and builds with one of the `needed` hashes. All stay while another process uses the cache.
    """
    hold(cache)
    try:
        fcntl.flock(_held[cache], fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        fcntl.flock(_held[cache], fcntl.LOCK_SH)  # the refused conversion has given up the shared lock
        return 0
    try:
        by_age = sorted(builds(cache), key=lambda build: build.used)
        excess = sum(build.size for build in by_age) - limit
        deleted = 0
        for build in by_age:
            if deleted < excess and build.folder not in in_use and build.outputs.isdisjoint(needed):
                shutil.rmtree(build.folder)
                deleted += build.size
        return deleted
    finally:
        fcntl.flock(_held[cache], fcntl.LOCK_SH)


def clean(cache: Path) -> list[Built]:
    """Delete all builds, and return them. Raises BlockingIOError while another process uses the cache."""
    if not cache.is_dir():
        return []
    with open(cache / IN_USE, "w") as file, explain_no_locks(cache):
        if cache in _held:  # held by an earlier command in this process
            os.close(_held.pop(cache))
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        deleted = list(builds(cache))
        for build in deleted:
            shutil.rmtree(build.folder)
            for above in (build.folder.parent, build.folder.parent.parent):
                if not any(above.iterdir()):
                    above.rmdir()
    return deleted
