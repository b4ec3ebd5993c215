"""Deleting builds: those that were used longest ago when the cache is full, or all of them."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from clamh.building.cache import STAMP, Stamp
from clamh.machine.atomic import make_folder
from clamh.model import lossless

LIMIT = 1 << 30  # bytes of builds that are kept
IN_USE = ".in-use"
_held: dict[Path, int] = {}  # by cache, a descriptor whose shared lock says that this process uses it


class Built(NamedTuple):
    """The folder of one build, its bytes, when it was last used (seconds since the epoch), and the hashes of what is in it."""

    folder: Path
    size: int
    used: float
    made: frozenset[str]


def hold(cache: Path) -> None:
    """As long as this process lives, nobody else deletes builds of this cache."""
    if cache not in _held:
        make_folder(cache)
        _held[cache] = os.open(cache / IN_USE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        fcntl.flock(_held[cache], fcntl.LOCK_SH)


def builds(cache: Path) -> Iterator[Built]:
    """All builds: a folder each, by source and platform."""
    for folder in cache.glob("*/*/*"):
        stamp = folder / STAMP
        if not (stamp.is_file() or (folder / "lock").is_file()):
            continue  # nothing of ours
        try:
            made, used = lossless.decode(stamp.read_bytes(), Stamp).made.values(), stamp.stat().st_mtime
        except (OSError, ValueError):  # it never came to its end, or an older version made it
            made, used = (), 0.0
        yield Built(folder, sum(one.stat().st_size for one in folder.rglob("*") if one.is_file()), used, frozenset(made))


def drop_old(cache: Path, in_use: Collection[Path], needed: Collection[str], limit: int = LIMIT) -> int:
    """Deletes the builds that were used longest ago until at most `limit` bytes are left; the bytes deleted.

    Those `in_use` stay, and those with one of the `needed` hashes; all do while another process uses the cache.
    """
    hold(cache)
    try:
        fcntl.flock(_held[cache], fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return 0
    try:
        found = sorted(builds(cache), key=lambda one: one.used)
        over = sum(one.size for one in found) - limit
        deleted = 0
        for one in found:
            if deleted < over and one.folder not in in_use and one.made.isdisjoint(needed):
                shutil.rmtree(one.folder)
                deleted += one.size
        return deleted
    finally:
        fcntl.flock(_held[cache], fcntl.LOCK_SH)


def clean(cache: Path) -> list[Built]:
    """Deletes all builds, and returns what they were. Raises BlockingIOError while another process uses the cache."""
    if not cache.is_dir():
        return []
    with open(cache / IN_USE, "w") as file:
        if cache in _held:  # by an earlier command of this process
            os.close(_held.pop(cache))
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        found = list(builds(cache))
        for one in found:
            shutil.rmtree(one.folder)
            for above in (one.folder.parent, one.folder.parent.parent):
                if not any(above.iterdir()):
                    above.rmdir()
    return found
