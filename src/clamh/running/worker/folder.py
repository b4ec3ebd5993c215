"""The folder in which a worker runs: that of its suite, so it finds files beside its source from any directory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from clamh.languages import languages
from clamh.model.artifacts import Artifact, Command
from clamh.model.folders import make_absolute


def place_in_suite(command: Command, artifact: Artifact) -> Command:
    """The command in the folder of the artifact's suite.

    PWD names that folder. Relative folders in the language's search path variables still mean those of the user.
    """
    if not artifact.folder:
        return command
    searched = {
        name: make_absolute(os.environ[name]) for name in languages()[artifact.platform.language].search_paths
        if os.environ.get(name)
    }
    return replace(command, folder=artifact.folder, env={**command.env, **searched, "PWD": artifact.folder})


@contextmanager
def change_folder(folder: str) -> Iterator[None]:
    """Processes that start in this block have this folder ("" for the current one); os.posix_spawn cannot set it."""
    if not folder:
        yield
        return
    # O_PATH, because the folder may be unreadable.
    before = os.open(os.curdir, getattr(os, "O_PATH", os.O_RDONLY) | os.O_CLOEXEC)
    try:
        os.chdir(folder)
        yield
    finally:
        os.fchdir(before)
        os.close(before)
