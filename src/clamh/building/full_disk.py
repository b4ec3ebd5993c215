"""Explains a full disk under the cache: the error says where the space is missing and what to do."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clamh.model.diagnostics import input_error
from clamh.model.errors import BuildError

FULL = (errno.ENOSPC, errno.EDQUOT)
MIN_FREE = 64 * 1024  # bytes: with less, a compiler fails and may not say why
HINT = "free some space there, or set CLAMH_CACHE (TMPDIR for temporary files) to a folder with more space"


@contextmanager
def explain_full_disk(folder: Path) -> Iterator[None]:
    """The block builds in `folder`. A failure from a full disk is raised as an InputError or BuildError that says so.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in FULL:
            raise
        message = f"no space left to build in {folder}: {error.strerror}"
        raise input_error("full-disk", message, HINT) from None
    except BuildError as error:
        is_full = _free_bytes(folder) < MIN_FREE
        if error.hint == HINT or not (is_full or any(os.strerror(number) in error.output for number in FULL)):
            raise
        place = folder if is_full else f"{folder} or {os.environ.get('TMPDIR') or '/tmp'}"
        raise BuildError(f"{error.title}: no space left in {place}", error.output, error.command, HINT) from None


def _free_bytes(folder: Path) -> float:
    """Free bytes of the file system; infinite where unknown."""
    status = os.statvfs(folder)
    return status.f_bavail * status.f_frsize if status.f_blocks else float("inf")
