"""Who holds the machine lock: a file beside it, which the holder writes and removes, for those who wait."""

from __future__ import annotations

import os
import pwd
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from clamh.machine.tuned import began
from clamh.model.noun import Noun

BYTES = 1000


class Holder(Noun):
    """The process that holds the lock, when it began (a number is given again), and from when until when it measures."""

    process_began: str
    since: float  # seconds since the epoch, as `until`
    until: float | None = None


@contextmanager
def announced(lock: Path, seconds: float | None) -> Iterator[None]:
    """In the block this process is known as the holder of the lock, for about so many `seconds`."""
    path, now = lock.with_name(f"{lock.name}.{os.getpid()}"), time.time()
    holder = Holder(process_began=began(os.getpid()), since=now, until=None if seconds is None else now + seconds)
    try:
        path.unlink(missing_ok=True)  # of a process with our number that was killed
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
        with os.fdopen(fd, "wb") as file:
            os.fchmod(fd, 0o644)  # for every user to read, whatever the umask is
            file.write(msgspec.json.encode(holder))
    except OSError:  # a full disk, or somebody else's file: the lock holds, and those who wait are not told whose it is
        yield
        return
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def describe_holder(lock: Path) -> str:
    """Who holds the lock, since when and until about when; "another clamh run" where that is not known."""
    for path in lock.parent.glob(f"{lock.name}.*"):
        number = path.name.removeprefix(f"{lock.name}.")
        if number.isdecimal() and (described := _describe(path, int(number))):
            return described
    return "another clamh run"


def _describe(path: Path, pid: int) -> str:
    """The holder, "" when the file is not that of the process that has this number now."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(fd, "rb") as file:
            holder = msgspec.json.decode(file.read(BYTES), type=Holder)
            user = os.fstat(fd).st_uid
        if holder.process_began != began(pid) or user != os.stat(f"/proc/{pid}").st_uid:
            return ""
        until = "" if holder.until is None else f", until about {_clock(holder.until)}"
        return f"a clamh run of {_name(user)} (process {pid}, since {_clock(holder.since)}{until})"
    except (OSError, msgspec.DecodeError, ValueError, OverflowError):  # removed meanwhile, or nothing that we wrote
        return ""


def _name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:  # in a container a user may have no name
        return f"user {user}"


def _clock(time_s: float) -> str:
    """The time of day, with the date when it is not today's."""
    local = time.localtime(time_s)
    return time.strftime("%H:%M" if local[:3] == time.localtime()[:3] else "%Y-%m-%d %H:%M", local)
