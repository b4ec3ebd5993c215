"""The holder of the machine lock: it writes a file beside the lock for those who wait, and removes it at its end."""

from __future__ import annotations

import os
import pwd
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from clamh.machine.processes import PROC
from clamh.machine.tune_state import read_start_time
from clamh.model.noun import Noun

MAX_BYTES = 1000


class Holder(Noun):
    """The holder: when its process began (process numbers are reused), and the time from which and until which it
    measures.
    """

    process_began: str
    since: float  # seconds since the epoch, as `until`
    until: float | None = None


@contextmanager
def announce_holder(lock: Path, seconds: float | None) -> Iterator[None]:
    """During the block, a file names this process as the holder of the lock, for about `seconds`."""
    path, now = lock.with_name(f"{lock.name}.{os.getpid()}"), time.time()
    try:
        holder = Holder(process_began=_read_start_and_user(os.getpid())[0], since=now,
                        until=None if seconds is None else now + seconds)
        for left in _list_files(lock):  # of killed processes, because only we hold the lock
            with suppress(OSError):  # another user's
                left.unlink()
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
        with os.fdopen(fd, "wb") as file:
            os.fchmod(fd, 0o644)  # every user must be able to read it, whatever the umask is
            file.write(msgspec.json.encode(holder))
    # a full disk or another user's file: the lock still works, but those who wait do not see its holder
    except OSError:
        yield
        return
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def describe_holder(lock: Path) -> str:
    """The holder of the lock, since when and until about when it measures; "another clamh run" if it is unknown."""
    for path in _list_files(lock):
        if described := _describe_file(path, int(path.suffix[1:])):
            return described
    return "another clamh run"


def _list_files(lock: Path) -> list[Path]:
    """The files that name a holder of this lock, also those of processes that were killed."""
    return [path for path in lock.parent.glob(f"{lock.name}.*") if path.name.removeprefix(f"{lock.name}.").isdecimal()]


def _describe_file(path: Path, pid: int) -> str:
    """The holder that a file names; "" if the file was not written by the process that has this number now."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(fd, "rb") as file:
            holder = msgspec.json.decode(file.read(MAX_BYTES), type=Holder)
            user = os.fstat(fd).st_uid
        if (holder.process_began, user) != _read_start_and_user(pid):
            return ""
        until = ""
        if holder.until is not None:
            is_late = holder.until < time.time()
            until = f", {'planned until' if is_late else 'until about'} {_format_clock(holder.until)}"
        return f"a clamh run of {_name_user(user)} (process {pid}, since {_format_clock(holder.since)}{until})"
    except (OSError, msgspec.DecodeError, ValueError, OverflowError):  # removed in the meantime, or not written by us
        return ""


def _read_start_and_user(pid: int) -> tuple[str, int]:
    """When a process began, and its user. Raises OSError if there is no such process."""
    if PROC.is_dir():
        return read_start_time(pid), os.stat(PROC / str(pid)).st_uid
    import psutil

    try:
        process = psutil.Process(pid)
        return str(process.create_time()), process.uids().real
    except psutil.Error as error:
        raise OSError(str(error)) from None


def _name_user(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:  # in a container a user may have no name
        return f"user {user}"


def _format_clock(time_s: float) -> str:
    """The time of day, with the date unless it is today."""
    local = time.localtime(time_s)
    return time.strftime("%H:%M" if local[:3] == time.localtime()[:3] else "%Y-%m-%d %H:%M", local)
