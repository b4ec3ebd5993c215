"""Finds the builds that two results files were measured of: the working folder, a revision's tree, or what the user
names.

It guesses nothing: a tree or the working folder counts as measured only if all sources have the hashes in the file. In
a working folder with changes that git does not have, the artifacts must be the same too.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from clamh.building.cache import sha256
from clamh.cli.sides import NEW, OLD, Side, Sides, check_path, find_build
from clamh.machine.repository import Repository, find_commit, find_repository, find_revision
from clamh.machine.trees import SHOWN, provide_tree
from clamh.model.diagnostics import input_error
from clamh.model.errors import InputError
from clamh.model.folders import TREES, find_root
from clamh.model.identity import name_some
from clamh.model.options import Options
from clamh.model.results import Run

NAMED = 3  # the number of files that a message names


class _Place(NamedTuple):
    """Where the sources of a build are: the folder that corresponds to the project's root."""

    folder: str
    title: str
    repository: Repository | None = None
    revision: str = ""
    tree: str = ""
    unproven: Run | None = None  # set where only the sources whose hashes the run recorded are known to be the same


@contextmanager
def sides_of_files(base: Run, new: Run, builds: tuple[str, str],
                   options: Options) -> Iterator[tuple[Sides, dict[str, Run]]]:
    """Yield both builds, and the runs whose artifacts must be compared with the new builds, since not all of their
    files are known.

    `builds` are the names that the user gave, "" for what the files record; the options are those of NEW's command.
    Raises InputError where a build is not known, before anything is built.
    """
    with ExitStack() as stack:
        project = next((root for root in (new.header.root, base.header.root) if root and os.path.isdir(root)),
                       find_root(["."]))
        old_place, new_place = (_find_place(run, text, option, project, stack) for run, text, option in zip(
            (base, new), builds, ("--base-build", "--new-build"), strict=True))
        root = new.header.root or project
        label = root if os.path.isdir(root) else project
        relative = {path: os.path.relpath(path, root) for path in options.paths or (root,)}
        if outside := [path for path, below in relative.items() if below.split(os.sep)[0] == os.pardir]:
            raise _unknown(f"{new.path} was measured from {', '.join(outside[:NAMED])}, "
                           f"outside its project {root}", "measure both builds: clamh compare --live OLD NEW")
        unproven = {build: place.unproven for build, place in ((OLD, old_place), (NEW, new_place)) if place.unproven}
        sides = tuple(_make_side(build, place, label, relative, options)
                      for build, place in ((OLD, old_place), (NEW, new_place)))
        yield sides, unproven


def _make_side(build: str, place: _Place, label: str, relative: dict[str, str], options: Options) -> Side:
    moved = {path: os.path.normpath(os.path.join(place.folder, below)) for path, below in relative.items()}
    within = {moved[path]: regexes for path, regexes in options.within.items()}
    there = tuple(path for path in moved.values() if os.path.exists(path))
    return Side(build, place.title, place.folder, label, there, within, place.repository, place.revision, place.tree)


def _find_place(run: Run, build_name: str, option: str, project: str, stack: ExitStack) -> _Place:
    """Where the build of a run is. Raises InputError."""
    if build_name:
        build = find_build(build_name)
        if build.repository is None:
            return _Place(os.path.abspath(build.path), build.title)
        top = stack.enter_context(provide_tree(build.repository, build.commit, Path(project) / TREES))
        folder = os.path.normpath(os.path.join(top, build.path))
        check_path(build, top, folder)
        return _Place(folder, build.title, build.repository, build.revision, top)
    hint = f"name its build: {option} FOLDER or {option} REVISION; it replaces the project folder"
    if run.origin:
        raise _unknown(f"{run.origin.tool} measured {run.path} and does not record the sources", hint)
    root, sources = run.header.root, run.header.sources
    if not root or not sources:
        raise _unknown(f"{run.path} does not record its sources", hint)
    changed = _find_changed(root, sources)
    if run.header.revision and not run.header.uncommitted:
        if not changed and find_revision(root) == (run.header.revision, False):
            return _Place(root, f"{run.path} ({run.header.revision[:SHOWN]}, the working folder)")
        if (place := _find_in_tree(run, project, hint, stack)) is not None:
            return place
    if changed:
        raise _unknown(
            f"{run.path} was measured from files that are not in git, and {name_some(changed, NAMED)} changed since",
            hint)
    return _Place(root, f"{run.path}, measured from the working folder", unproven=run)


def _find_in_tree(run: Run, project: str, hint: str, stack: ExitStack) -> _Place | None:
    """The run's revision in a tree of its own; None where that has other sources than the run measured. Raises
    InputError.
    """
    root, revision = run.header.root, run.header.revision
    try:
        repository = find_repository(root if os.path.isdir(root) else project)
    except InputError as error:
        raise _unknown(f"{run.path} was measured from revision {revision[:SHOWN]}, but {error.diagnostics[0].message}",
                       hint) from None
    if not find_commit(repository, revision):
        raise _unknown(
            f"{run.path} was measured from revision {revision[:SHOWN]}, which the repository {repository.top} "
            "does not have", f"fetch it, or {hint}")
    below = os.path.relpath(os.path.realpath(root), os.path.realpath(repository.top))
    top = stack.enter_context(provide_tree(repository, revision, Path(project) / TREES))
    folder = os.path.normpath(os.path.join(top, below))
    if _find_changed(folder, run.header.sources):
        return None
    return _Place(folder, f"{run.path} ({revision[:SHOWN]})", repository, revision[:SHOWN], top)


def _find_changed(folder: str, sources: dict[str, str]) -> list[str]:
    """The sources that differ from those that were measured, or are missing in the folder."""
    return [name for name, recorded in sources.items() if sha256(os.path.join(folder, name)) != recorded]


def _unknown(message: str, hint: str) -> InputError:
    return input_error("unknown-build", f"--confirm: {message}", hint)
