"""The machine lock, which allows one measuring run at a time: an advisory lock that the system releases when its holder
ends.
"""

from __future__ import annotations

import fcntl
import math
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from clamh.machine.lock_holder import announce_holder, describe_holder
from clamh.machine.tune_state import find_tune
from clamh.model.diagnostics import input_error

MACHINE_LOCK = Path("/tmp/clamh.lock")  # not $TMPDIR: the runs of all users must use the same file
HANDOVER_S, POLL_S = 5.0, 0.01  # a guardian needs milliseconds


@contextmanager
def machine_lock(path: Path, notice: Callable[[str], None], seconds: float | None = None,
                 escape: str = "--no-lock") -> Iterator[int]:
    """Holds the lock during the block and yields its descriptor. If another run holds it, calls `notice` once and
    waits.

    `seconds` is the expected duration, for those who wait. `escape` is the caller's option that measures without the
    lock, "" if it has none. `clamh doctor --tune --apply` holds the lock for the command that it runs; runs under it
    use a second lock file beside it, so that two runs under one tune also wait for each other. Raises InputError if the
    lock file cannot be used.
    """
    fd, held_path = _take_lock(path, notice, escape)
    try:
        with announce_holder(held_path, seconds):
            yield fd
    finally:
        os.close(fd)


def _take_lock(path: Path, notice: Callable[[str], None], escape: str) -> tuple[int, Path]:
    """Takes the lock; returns its descriptor and its path."""
    notice_s = time.monotonic() + HANDOVER_S
    while True:
        tune, orphaned = find_tune()
        lock_path = path.with_name(f"{path.name}.tuned") if tune else path
        fd = _open_or_refuse(lock_path, escape)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return fd, lock_path
        except BlockingIOError:
            pass
        # The tune above us may just have been killed: its guardian holds the lock until we end, and is about to name us
        # in the state file. We try again and again, because a run that blocked here would wait for the guardian, which
        # waits for the run.
        polls = tune is None and orphaned
        try:
            if not polls or time.monotonic() >= notice_s:
                hint = f" ({escape} does not wait)" if escape else ""
                notice(f"{describe_holder(lock_path)} is measuring here; waiting until it ends{hint}")
                notice_s = math.inf
            if not polls:
                fcntl.flock(fd, fcntl.LOCK_EX)
                return fd, lock_path
        except BaseException:
            os.close(fd)
            raise
        os.close(fd)
        time.sleep(POLL_S)


def _open_or_refuse(path: Path, escape: str) -> int:
    try:
        return _open(path)
    except OSError as error:
        hint = f"remove {path}{f', or measure without the lock: {escape}' if escape else ''}"
        message = f"cannot use the machine lock {path}: {error.strerror}"
        raise input_error("lock", message, hint) from None


@contextmanager
def try_lock(path: Path) -> Iterator[bool]:
    """Holds the lock during the block unless another process holds it; yields whether it is held."""
    try:
        fd = _open(path)
    except OSError:  # another user's link or folder has this name; runs report that
        yield False
        return
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        ours = True
    except BlockingIOError:
        ours = False
    try:
        yield ours
    finally:
        os.close(fd)


def _open(path: Path) -> int:
    # flock needs only read access. Creating the file is a separate step: in a sticky directory Linux refuses O_CREAT on
    # another user's file (fs.protected_regular), even if opening it would work.
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        return os.open(path, flags)
    except FileNotFoundError:
        pass
    try:
        fd = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o644)
    except FileExistsError:
        return os.open(path, flags)
    os.fchmod(fd, 0o644)  # other users must be able to open it, whatever the umask is
    return fd
