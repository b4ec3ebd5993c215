"""Writing a file whole or not at all, and folders of our own."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


OWN = ".clamh"  # in a project's root


def make_folder(path: Path) -> None:
    """Makes a folder with those above it. A `.clamh` among them ignores itself: what it holds belongs into no repository."""
    path.mkdir(parents=True, exist_ok=True)
    own = next((one for one in (path, *path.parents) if one.name == OWN), None)
    if own and not (own / ".gitignore").exists():
        (own / ".gitignore").write_text("*\n")


def write(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Puts the data in the place of what the file held, onto the disk, so that no reader meets half of it; makes its folder.

    Written beside the file and renamed. Raises OSError, and leaves everything as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    fd, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-")
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(data)
            os.fchmod(file.fileno(), mode)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
