"""What to do where a file system has no locks, such as some network file systems."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clamh.model.diagnostics import input_error
from clamh.model.folders import shorten_path

NO_LOCKS = (errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP)


@contextmanager
def explain_no_locks(path: Path, hint: str = "set CLAMH_CACHE to a folder on a local disk") -> Iterator[None]:
    """Raises InputError if the block cannot lock the file because its file system has no locks."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
        raise input_error("no-locks", f"the file system of {shorten_path(str(path))} has no file locks: "
                          f"{error.strerror}", hint) from None
