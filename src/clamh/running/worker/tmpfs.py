"""Files in memory for benchmarks that write files: `--tmpfs` gives each fork an empty folder on a tmpfs, as its TMPDIR.

CLAMH mounts nothing: every Linux has /dev/shm, and there may be others (Documentation/filesystems/tmpfs.rst).
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

from clamh.machine.system_files import SYSTEM
from clamh.model.diagnostics import input_error
from clamh.model.noun import Noun

FIRST = "/dev/shm"
ROOM = 32 << 20  # bytes that must be free, because other processes may use less at any time
FULL = 1 << 20  # it counts as full with fewer free bytes, or with a smaller share of its size than FULL_SHARE
FULL_SHARE = 0.01
PREFIX = "clamh-"


class Memory(Noun):
    """A memory file system. The sizes are in bytes, from the moment of choice; a size of 0 means no limit."""

    path: str
    size: int
    free: int


def find(root: Path = SYSTEM) -> Memory:
    """/dev/shm, or the first writable tmpfs with enough room. Raises InputError if there is none."""
    refused = []
    for path in sorted(dict.fromkeys(_mounted(root)), key=lambda path: path != FIRST):
        memory = _measured(root, path)
        if isinstance(memory, Memory):
            return memory
        refused.append(f"{path}: {memory}")
    reasons = f" ({'; '.join(refused)})" if refused else ""
    raise input_error("tmpfs", f"--tmpfs: no writable memory file system has {_size(ROOM)} of free space{reasons}",
                      "mount one: mount -t tmpfs -o size=1G tmpfs /mnt; start the container with --shm-size=1g; or "
                      "delete --tmpfs")


def describe_memory(memory: Memory) -> dict[str, Any]:
    """The memory file system as a fact in the header of the results."""
    return {"tmpfs": {"path": memory.path, "size_bytes": memory.size, "free_bytes": memory.free}}


@contextmanager
def make_folder(memory: Memory, left: list[str]) -> Iterator[str]:
    """An empty folder, which is deleted at the end with its content; `left` receives a message if that fails.

    Its name always has the same length, because the stack of a process begins after its environment. Folders that
    killed drivers left behind are deleted first.
    """
    _sweep(Path(memory.path))
    folder = Path(memory.path) / f"{PREFIX}{os.getpid():010}-{os.urandom(4).hex()}"
    folder.mkdir(mode=0o700)
    try:
        yield str(folder)
    finally:
        left += filter(None, [_remove(folder)])


def describe_full(memory: Memory, text: str) -> str:
    """A message if it is full, else "". `text` is a fork's error text, because the fork may have deleted its files."""
    status = os.statvfs(memory.path)
    size, free = status.f_blocks * status.f_frsize, status.f_bavail * status.f_frsize
    if size and (free < min(FULL, FULL_SHARE * size) or os.strerror(errno.ENOSPC) in text):
        return (f"the memory file system {memory.path} had no room left: of its {_size(size)}, {_size(free)} were free "
                "when the fork ended")
    if status.f_files and not status.f_favail:
        return f"the memory file system {memory.path} had no room left: it holds {status.f_files} files"
    return ""


def _mounted(root: Path) -> Iterator[str]:
    """The folders of mounted tmpfs, in the system's order; the system writes a space as \\040 (proc(5))."""
    try:
        lines = (root / "proc/self/mounts").read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return
    for line in lines:
        _, path, kind, *_ = [*line.split(" "), "", "", ""]
        if kind == "tmpfs":
            yield path.encode("utf-8", "surrogateescape").decode("unicode_escape") if "\\" in path else path


def _measured(root: Path, path: str) -> Memory | str:
    """The file system, or why it is unusable."""
    folder = root / path.lstrip("/")
    try:
        status = os.statvfs(folder)
    except OSError as error:
        return error.strerror or str(error)
    size, free = status.f_blocks * status.f_frsize, status.f_bavail * status.f_frsize
    if status.f_flag & os.ST_RDONLY:
        return "read-only"
    if not os.access(folder, os.W_OK | os.X_OK):
        return "not writable"
    return Memory(path=str(folder), size=size,
                  free=free) if free >= ROOM or not size else f"{_size(free)} free of {_size(size)}"


def _sweep(memory: Path) -> None:
    for folder in memory.glob(f"{PREFIX}*"):
        pid = folder.name.removeprefix(PREFIX).partition("-")[0]
        if pid.isdigit() and not _lives(int(pid)) and not folder.is_symlink() and folder.lstat().st_uid == os.geteuid():
            _remove(folder)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _remove(folder: Path) -> str:
    """Deletes a folder, also when a benchmark has removed permissions. Returns why that failed, or ""."""
    try:
        for inner, names, _ in os.walk(folder):  # each folder is opened before it is walked
            for entry in (os.path.join(inner, name) for name in names):
                if not os.path.islink(entry) and not os.access(entry, os.R_OK | os.W_OK | os.X_OK):
                    os.chmod(entry, stat.S_IRWXU)
        shutil.rmtree(folder)
    except OSError as error:
        return f"the folder {folder} in memory could not be deleted: {error.strerror}"
    return ""


def _size(count: int) -> str:
    """A size in the largest binary unit that leaves a whole part."""
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.3g} {unit}"
        count /= 1024
    return f"{count:.3g} GiB"
