"""One measuring run at a time on a machine: an advisory lock that the system drops when its holder ends."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from clamh.machine.lock_holder import announced, describe_holder
from clamh.machine.tuned import above, orphaned
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError

MACHINE_LOCK = Path("/tmp/clamh.lock")  # not $TMPDIR: every user's runs must meet at the same file
HANDOVER_S = 5.0  # a guardian needs milliseconds


@contextmanager
def machine_lock(path: Path, notice: Callable[[str], None], seconds: float | None = None) -> Iterator[int]:
    """Holds the lock for about so many `seconds`, and yields its descriptor; waits for another run to end, after one `notice`.

    Under `clamh doctor --tune --apply`, which holds it for all that it runs, that is one of a name beside it: two runs under one tune
    wait for each other too. Raises InputError when it cannot be had.
    """
    fd, taken = _taken(path, notice)
    try:
        with announced(taken, seconds):
            yield fd
    finally:
        os.close(fd)


def _taken(path: Path, notice: Callable[[str], None]) -> tuple[int, Path]:
    """The descriptor of the lock, which is held, and its path."""
    handed_over = time.monotonic() + HANDOVER_S
    while True:
        under = above() is not None
        taken = path.with_name(f"{path.name}.tuned") if under else path
        fd = _usable(taken)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return fd, taken
        except BlockingIOError:
            pass
        # A tune that we run under was killed this moment: its guardian, which holds the lock until we end, has not said yet that it is ours.
        if not under and orphaned() and time.monotonic() < handed_over:
            os.close(fd)
            time.sleep(0.01)
            continue
        try:
            notice(f"{describe_holder(taken)} is measuring here; waiting for its end (--no-lock does not)")
            fcntl.flock(fd, fcntl.LOCK_EX)
        except BaseException:
            os.close(fd)
            raise
        return fd, taken


def _usable(path: Path) -> int:
    try:
        return _open(path)
    except OSError as error:
        mend = f"remove {path}, or measure without a lock: --no-lock"
        message = f"the machine lock {path}: {error.strerror}"
        raise InputError([Diagnostic(code="lock", message=message, mend=mend)]) from None


@contextmanager
def free(path: Path) -> Iterator[bool]:
    """Holds the lock if nobody else does, and says whether."""
    try:
        fd = _open(path)
    except OSError:  # somebody else's link or folder is there: runs say so
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
    # Reading is enough for flock. Creating is tried apart: in a sticky directory Linux refuses O_CREAT on another
    # user's file (fs.protected_regular), even where opening it would do.
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        return os.open(path, flags)
    except FileNotFoundError:
        pass
    try:
        fd = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o644)
    except FileExistsError:
        return os.open(path, flags)
    os.fchmod(fd, 0o644)  # whatever the umask is, other users must be able to open it
    return fd
