"""The folder of a command's project and of a source's suite; how a path is stored and shown.

Only `shorten_path`, which is for messages, and `make_absolute` depend on the current folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from clamh.model.configuration import NAME

TREES = os.path.join(".clamh", "trees")  # in a project's folder: it has a folder for each measured revision


def find_above(folder: str, name: str) -> str | None:
    """The nearest folder, from `folder` upwards, in which `name` exists. A revision's tree belongs to no project around
    it.
    """
    while not os.path.exists(os.path.join(folder, name)):
        above = os.path.dirname(folder)
        if above == folder or above.endswith(os.sep + TREES):
            return None
        folder = above
    return folder


def find_root(paths: Iterable[str]) -> str:
    """The project folder of a command with these sources and folders. It contains the cache, the runs and `latest`.

    From the common folder of `paths` upwards: the nearest with a clamh.toml, else the nearest with a .git, else the
    common folder.
    """
    absolute = [os.path.abspath(path) for path in paths]
    start = os.path.commonpath([path if os.path.isdir(path) else os.path.dirname(path) for path in absolute])
    return find_above(start, NAME) or find_above(start, ".git") or start


def find_suite(source: str) -> str:
    """The folder in which the processes of a source run: that of the clamh.toml that applies, else its own."""
    folder = os.path.dirname(os.path.abspath(source))
    return find_above(folder, NAME) or folder


def make_absolute(folders: str) -> str:
    """A list of folders with absolute paths, as of PATH; an empty entry is the current folder."""
    return os.pathsep.join(map(os.path.abspath, folders.split(os.pathsep))) if folders else ""


def relate_path(path: str, root: str) -> str:
    """A path for results: relative to the project if it is inside, "" for the project itself."""
    return "" if path == root else path.removeprefix(os.path.join(root, ""))


def shorten_path(path: str) -> str:
    """A path for messages: the shorter of the relative and the absolute path."""
    if not os.path.isabs(path):
        return path
    try:
        return min(os.path.relpath(path), path, key=len)
    except FileNotFoundError:  # the current folder was deleted
        return path
