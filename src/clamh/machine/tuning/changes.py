"""Making changes and taking them back: each is read again, and only what the system then says counts."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable
from pathlib import Path

from clamh.machine.cpu_list import parsed, written
from clamh.machine.tuned import Change, began, paused

PATIENCE_S = 1.0  # until a process has stopped
ONLY_ROOT = "only root may"  # what it is that keeps this user from a change, where it is that
PAUSED, RUNNING = "paused", "running"


def text(root: Path, path: str) -> str | None:
    """A small file's text without the space around it, None when it is missing or not to be read."""
    try:
        return (root / path).read_text(encoding="utf-8", errors="replace").strip("\0 \t\n")
    except OSError:
        return None


def obstacle(root: Path, change: Change) -> str:
    """Why this process cannot make a change, "" when it can."""
    if change.since:
        try:
            os.kill(_pid(change), 0)
        except PermissionError:
            return f"it is another user's process: {ONLY_ROOT} pause it"
        except ProcessLookupError:
            return "it has ended"
        return ""
    file = root / change.path
    try:
        known = os.stat(file)
        if os.statvfs(file).f_flag & os.ST_RDONLY:
            return f"/{change.path.partition('/')[0]} is mounted read-only, as in a container: change it on the host"
    except OSError as error:
        return error.strerror or str(error)
    if not known.st_mode & 0o222:
        return "the kernel lets nobody change it"
    return "" if os.access(file, os.W_OK) else f"{ONLY_ROOT} write it"


def apply(root: Path, changes: Iterable[Change]) -> tuple[list[Change], list[tuple[Change, str]]]:
    """Makes each change; those that the system took, and those that it did not, with why: what it made of these is taken back."""
    done, refused = [], []
    for change in changes:
        try:
            _put(root, change, change.after)
            why = _otherwise(root, change, change.after)
            if why and (left := _set(root, change, change.before)):
                why = f"{why}, and it could not be set back: {left}; by hand: {by_hand(change)}"
        except OSError as error:
            why = _refusal(error)
        if why:
            refused.append((change, why))
        else:
            done.append(change)
    return done, refused


def restore(root: Path, changes: Iterable[Change]) -> tuple[list[Change], list[tuple[Change, str]], list[tuple[Change, str]]]:
    """Takes changes back, the last one first: those that are as they were; those that the system refused; those that are others'.

    What somebody else has set meanwhile stays theirs; what was not changed yet, or is gone, needs nothing.
    """
    restored, refused, theirs = [], [], []
    for change in reversed(list(changes)):
        now = _now(root, change)
        if now is None:  # a CPU, a device or a process that is not there any more
            continue
        if now == _plain(change.path, change.before):
            restored.append(change)
        elif now != _plain(change.path, change.after):
            theirs.append((change, f"somebody set it to '{now}' meanwhile, and it stays so"))
        elif why := _set(root, change, change.before):
            refused.append((change, why))
        else:
            restored.append(change)
    return restored, refused, theirs


def by_hand(change: Change) -> str:
    """The line to type that takes a change back."""
    return f"kill -CONT {_pid(change)}" if change.since else f"echo '{change.before}' > /{change.path}"


def _set(root: Path, change: Change, value: str) -> str:
    """Why it is not so now, "" when it is."""
    try:
        _put(root, change, value)
    except OSError as error:
        return _refusal(error)
    return _otherwise(root, change, value)


def _put(root: Path, change: Change, value: str) -> None:
    if change.since:
        _signal(root, change, value)
    else:
        _write(root / change.path, value)


def _refusal(error: OSError) -> str:
    return f"the system refused it: {error.strerror}"


def _otherwise(root: Path, change: Change, value: str) -> str:
    """What it is now, where it is not this value."""
    now = _now(root, change)
    return "" if now == _plain(change.path, value) else f"the system took it and has '{now}' nevertheless"


def _write(file: Path, value: str) -> None:
    fd = os.open(file, os.O_WRONLY | os.O_CLOEXEC | os.O_TRUNC)
    try:
        os.write(fd, f"{value}\n".encode())
    finally:
        os.close(fd)


def _signal(root: Path, change: Change, value: str) -> None:
    pid = _pid(change)
    if began(pid, root) != change.since:
        raise ProcessLookupError(0, "it has ended")
    os.kill(pid, signal.SIGSTOP if value == PAUSED else signal.SIGCONT)
    until = time.monotonic() + PATIENCE_S
    while paused(pid, root) != (value == PAUSED) and time.monotonic() < until:
        time.sleep(0.001)


def _pid(change: Change) -> int:
    return int(change.path.rpartition("/")[2])


def _now(root: Path, change: Change) -> str | None:
    """What it is, None when it is not there any more."""
    if change.since:
        pid = _pid(change)
        return None if began(pid, root) != change.since else PAUSED if paused(pid, root) else RUNNING
    found = text(root, change.path)
    return None if found is None else _plain(change.path, found)


def _plain(path: str, value: str) -> str:
    """One spelling of what the system spells in several ways: chosen words, masks, lists of CPUs."""
    name = path.rpartition("/")[2]
    if "[" in value:
        return chosen(value)
    try:
        if name == "default_smp_affinity":
            return f"{int(value.replace(',', ''), 16):x}"
        return written(parsed(value)) if name == "smp_affinity_list" else value
    except ValueError:
        return value


def chosen(value: str) -> str:
    """The word in brackets of a choice such as `always [madvise] never`."""
    return value.partition("[")[2].partition("]")[0]
