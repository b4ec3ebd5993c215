"""Removes cargo's note of a package if a file of the package has new content with an older time, as after `rsync -a`.

cargo compares only the times of files, and would use what it compiled of the former content. No program can set the
time at which the kernel last changed a file's content, name or attributes (ctime). A step of a build runs this in the
folder with cargo's folders (*.target), with the folders of the packages as arguments.
"""

from __future__ import annotations

import os
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

NOTES = ("*.target/release/.fingerprint/*", "*.target/*/release/.fingerprint/*")


def list_times(folder: str) -> Iterator[tuple[int, int]]:
    """The times of a package's files and folders: as cargo compares them, and of the last change of any kind."""
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "target" and not name.startswith(".")]
        for path in (root, *(os.path.join(root, name) for name in names)):
            try:
                status = os.stat(path)
            except OSError:  # a link to nothing
                continue
            yield status.st_mtime_ns, status.st_ctime_ns


def main(*packages: str) -> None:
    """Remove the notes of these packages, and of the source that uses them, where a file is older than its content."""
    for package in packages:
        try:
            name = tomllib.loads(Path(package, "Cargo.toml").read_text(encoding="utf-8"))["package"]["name"]
        except (OSError, ValueError, KeyError, TypeError):  # cargo says what is wrong with it
            continue
        times = list(list_times(package))
        for note in (note for pattern in NOTES for note in Path().glob(pattern)):
            if note.name.rpartition("-")[0] in (name, "clamh_user"):
                compiled = min((file.stat().st_mtime_ns for file in note.iterdir()), default=0)
                if any(modified <= compiled < changed for modified, changed in times):
                    shutil.rmtree(note)


if __name__ == "__main__":
    main(*sys.argv[1:])
