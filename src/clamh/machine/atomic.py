"""Writing a file atomically, and making our own folders."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path


OWN = ".clamh"  # in a project's root


def shared_root(environ: Mapping[str, str]) -> Path:
    """The folder of what all projects share (compiled workers, JMH's jars, our own parser's tables): one per user."""
    if environ.get("CLAMH_CACHE"):
        return Path(environ["CLAMH_CACHE"]).absolute() / "shared"
    return Path(environ.get("XDG_CACHE_HOME") or os.path.join(find_home(), ".cache")).absolute() / "clamh"


def find_home() -> str:
    """The user's home; a folder for temporary files where no home is known, as for a user without a name."""
    home = os.path.expanduser("~")
    return home if os.path.isabs(home) else os.path.join(tempfile.gettempdir(), f"clamh-{os.getuid()}")


def make_folder(path: Path) -> None:
    """Makes a folder and its parents. A `.clamh` among them gets a .gitignore for itself, since its contents belong in
    no repository.
    """
    path.mkdir(parents=True, exist_ok=True)
    project_folder = next((folder for folder in (path, *path.parents) if folder.name == OWN), None)
    if project_folder and not (project_folder / ".gitignore").exists():
        (project_folder / ".gitignore").write_text("*\n")


def write(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Replaces the content of the file atomically and flushes it to the disk; makes its folder.

    The data is written beside the file and renamed. Raises OSError and then leaves the file unchanged.
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
