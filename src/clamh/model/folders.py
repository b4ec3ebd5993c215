"""Which folder things belong to: a command to its project, a source to its suite; and how a path is stored and shown.

None of it depends on the folder in which a command is typed, except `shorten_path`, which is for the reader's eyes alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from clamh.model.configuration import NAME

TREES = os.path.join(".clamh", "trees")  # in a project's root: a folder for each revision that is measured


def find_above(folder: str, name: str) -> str | None:
    """The nearest folder, this one or one above it, in which `name` exists; a revision's tree belongs to no project around it."""
    while not os.path.exists(os.path.join(folder, name)):
        above = os.path.dirname(folder)
        if above == folder or above.endswith(os.sep + TREES):
            return None
        folder = above
    return folder


def find_root(paths: Iterable[str]) -> str:
    """The project of a command with these sources and folders: where its cache, its runs and `latest` are.

    From the folder that holds all of them upwards: the nearest with a clamh.toml, else the nearest with a .git, else that folder.
    """
    absolute = [os.path.abspath(path) for path in paths]
    start = os.path.commonpath([path if os.path.isdir(path) else os.path.dirname(path) for path in absolute])
    return find_above(start, NAME) or find_above(start, ".git") or start


def find_suite(source: str) -> str:
    """Where the processes of a source run: the folder of the clamh.toml that holds for it, else its own."""
    own = os.path.dirname(os.path.abspath(source))
    return find_above(own, NAME) or own


def relate_path(path: str, root: str) -> str:
    """A path as results have it: relative to the project where it is in it, "" for the project itself."""
    return "" if path == root else path.removeprefix(os.path.join(root, ""))


def shorten_path(path: str) -> str:
    """An absolute path as the user would type it here: relative, unless the way up makes that longer."""
    if not os.path.isabs(path):
        return path
    return min(os.path.relpath(path), path, key=len)
