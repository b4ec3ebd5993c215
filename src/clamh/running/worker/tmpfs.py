"""Files in memory for benchmarks that write some: `--tmpfs` gives each fork an empty folder on a tmpfs, as its TMPDIR.

Nothing is mounted: /dev/shm is there on every Linux, and others may be (Documentation/filesystems/tmpfs.rst).
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.noun import Noun

SYSTEM = Path("/")
FIRST = "/dev/shm"
ROOM = 32 << 20  # bytes that must be free: less is used up by what others write meanwhile
FULL = 1 << 20  # bytes: with fewer left, or fewer than FULL_SHARE of its size, it is full to whoever writes more
FULL_SHARE = 0.01
PREFIX = "clamh-"


class Memory(Noun):
    """A memory file system; sizes in bytes, as they were when it was chosen; a size of 0 is without a limit."""

    path: str
    size: int
    free: int


def find(root: Path = SYSTEM) -> Memory:
    """/dev/shm, or the first tmpfs that has room and may be written to. Raises InputError where there is none."""
    refused = []
    for path in sorted(dict.fromkeys(_mounted(root)), key=lambda one: one != FIRST):
        known = _measured(root, path)
        if isinstance(known, Memory):
            return known
        refused.append(f"{path}: {known}")
    looked = f" ({'; '.join(refused)})" if refused else ""
    raise InputError([Diagnostic(
        code="tmpfs", message=f"--tmpfs: there is no memory file system with {_size(ROOM)} of room that may be written to{looked}",
        hint="mount one: mount -t tmpfs -o size=1G tmpfs /mnt; start a container with --shm-size=1g; or leave out --tmpfs")])


def told(memory: Memory) -> dict[str, Any]:
    """What the header of a run's results says of it."""
    return {"tmpfs": {"path": memory.path, "size_bytes": memory.size, "free_bytes": memory.free}}


@contextmanager
def fresh(memory: Memory, left: list[str]) -> Iterator[str]:
    """An empty folder, removed with all that is in it; `left` gets why it could not be.

    Its name has the same length each time: a process's stack begins behind its environment. What a driver left that was killed
    is removed first.
    """
    _sweep(Path(memory.path))
    folder = Path(memory.path) / f"{PREFIX}{os.getpid():010}-{os.urandom(4).hex()}"
    folder.mkdir(mode=0o700)
    try:
        yield str(folder)
    finally:
        left += filter(None, [_removed(folder)])


def full(memory: Memory, said: str) -> str:
    """How full it is, "" where there is room; `said` is what a fork that failed said: it may have removed its files since."""
    known = os.statvfs(memory.path)
    size, free = known.f_blocks * known.f_frsize, known.f_bavail * known.f_frsize
    if size and (free < min(FULL, FULL_SHARE * size) or os.strerror(errno.ENOSPC) in said):
        return f"{memory.path}, in memory, had no room left: it holds {_size(size)}, of which {_size(free)} were free when the fork ended"
    if known.f_files and not known.f_favail:
        return f"{memory.path}, in memory, had no room left: it holds {known.f_files} files"
    return ""


def _mounted(root: Path) -> Iterator[str]:
    """Where a tmpfs is mounted, in the order of the system; spaces are \\040 there (proc(5))."""
    try:
        lines = (root / "proc/self/mounts").read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return
    for line in lines:
        _, path, kind, *_ = [*line.split(" "), "", "", ""]
        if kind == "tmpfs":
            yield path.encode("utf-8", "surrogateescape").decode("unicode_escape") if "\\" in path else path


def _measured(root: Path, path: str) -> Memory | str:
    """The file system, or why it is none for us."""
    folder = root / path.lstrip("/")
    try:
        known = os.statvfs(folder)
    except OSError as error:
        return error.strerror or str(error)
    size, free = known.f_blocks * known.f_frsize, known.f_bavail * known.f_frsize
    if known.f_flag & os.ST_RDONLY:
        return "read-only"
    if not os.access(folder, os.W_OK | os.X_OK):
        return "not to be written to"
    return Memory(path=str(folder), size=size, free=free) if free >= ROOM or not size else f"{_size(free)} free of {_size(size)}"


def _sweep(place: Path) -> None:
    for folder in place.glob(f"{PREFIX}*"):
        pid = folder.name.removeprefix(PREFIX).partition("-")[0]
        if pid.isdigit() and not _lives(int(pid)) and not folder.is_symlink() and folder.lstat().st_uid == os.geteuid():
            _removed(folder)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _removed(folder: Path) -> str:
    """Removes a folder; why it is still there, "" when it is not. What a benchmark has locked is opened first."""
    try:
        for inner, names, _ in os.walk(folder):  # each folder is opened before it is walked
            for one in (os.path.join(inner, name) for name in names):
                if not os.path.islink(one) and not os.access(one, os.R_OK | os.W_OK | os.X_OK):
                    os.chmod(one, stat.S_IRWXU)
        shutil.rmtree(folder)
    except OSError as error:
        return f"{folder}, in memory, could not be removed: {error.strerror}"
    return ""


def _size(count: int) -> str:
    """Bytes in the largest binary unit that leaves a whole part."""
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.3g} {unit}"
        count /= 1024
    return f"{count:.3g} GiB"
