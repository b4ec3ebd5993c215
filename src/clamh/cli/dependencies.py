"""What a revision's sources depend on and git does not have: packages installed beside them, or for all folders."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from clamh.building.cache import cache_root
from clamh.building.configuration import configurations
from clamh.building.steps import capture
from clamh.cli.sides import Side, Sides
from clamh.languages import Language, languages
from clamh.machine.repository import Repository, is_tracked, tracked_files
from clamh.model.artifacts import Platform
from clamh.model.cases import Catalog
from clamh.model.configuration import NAME
from clamh.model.diagnostics import Diagnostic, input_error
from clamh.model.errors import InputError
from clamh.model.folders import find_above, shorten_path
from clamh.model.sources import Suite

INSTALLED = ("site-packages", "dist-packages")  # folders of installed Python packages, in a virtual environment too
OWN_PACKAGES = "whose clamh.toml each name a program with its own packages"
OWN_PATH = "let the source name the folder relative to itself"
INSTEAD = {"LD_LIBRARY_PATH": "let each build find its own library, such as by -Wl,-rpath in its clamh.toml"}


def provide_dependencies(side: Side, suite: Suite) -> Iterator[Diagnostic]:
    """Give a tree the packages that the working folder has installed for the same lock files; warn about those that
    cannot be given.

    Raises InputError where the lock files differ, or where a package is a folder of the repository: the packages of the
    working folder would be measured instead of the revision's.
    """
    if side.repository is None:
        return
    for language in {unit.source.language: languages()[unit.source.language] for unit in suite.units}.values():
        sources = [unit.source.path for unit in suite.units if unit.source.language == language.id]
        for folder in _folders(sources, side.tree) if language.lock_files else ():
            installed_here = Path(side.repository.top) / folder
            names = _name_lock_files(side, language, folder)
            if language.manifest and not any(
                    _name_lock_files(side, language, str(above)) for above in (folder, *Path(folder).parents)):
                names = [language.manifest]
            different = _find_different(names, Path(side.tree, folder), installed_here)
            if not language.install_folder:
                if different:
                    yield _warn_of_shared_packages(side, language, [os.path.join(folder, name) for name in different])
            elif (installed_here / language.install_folder).is_dir() and not os.path.lexists(
                    Path(side.tree) / folder / language.install_folder):
                if different:
                    raise InputError([_refuse_packages(side, language, folder, different)])
                texts = [Path(file.path).read_bytes() for unit in suite.units if unit.source.language == language.id
                         for file in (unit.source, *unit.companions)]
                _check_links(side, language, installed_here / language.install_folder, texts)
                (Path(side.tree) / folder / language.install_folder).symlink_to(
                    installed_here / language.install_folder)


def _name_lock_files(side: Side, language: Language, folder: str) -> list[str]:
    """The lock files in a folder, relative to the top, except a file of the working folder that git does not have: each
    revision lacks it.
    """
    return [name for name in language.lock_files if Path(side.tree, folder, name).is_file()
            or (Path(side.repository.top, folder, name).is_file()  # first: git takes milliseconds for each answer
                and is_tracked(side.repository, os.path.join(folder, name)))]


def provide_programs(side: Side, suite: Suite) -> None:
    """Give a tree the programs of its clamh.toml that only the working folder has, such as a virtual environment's."""
    if side.repository is None:
        return
    for configuration in configurations(unit.source.path for unit in suite.units)[0].values():
        for program in (Path(os.path.normpath(platform.program)) for platform in configuration.own):
            for path in (*reversed(program.parents), program):
                name = os.path.relpath(path, side.tree)
                here = os.path.join(side.repository.top, name)
                if path.is_relative_to(side.tree) and not os.path.lexists(path):
                    if os.path.lexists(here) and not is_tracked(side.repository, name):
                        path.symlink_to(here)
                    break


def check_configuration(side: Side, suite: Suite) -> None:
    """Raises InputError where a clamh.toml above the repository applies to the working folder, but not to the tree."""
    if side.repository is None:
        return
    for folder in sorted({os.path.dirname(unit.source.path) for unit in suite.units}):
        here = os.path.normpath(os.path.join(side.repository.top, os.path.relpath(folder, side.tree)))
        place = find_above(here, NAME)
        if place and not find_above(folder, NAME) and not _is_within(os.path.realpath(side.repository.top), place):
            old = shlex.quote(os.path.join(place, "old"))
            raise input_error(
                "dependencies", f"{shorten_path(os.path.join(place, NAME))} is outside of the repository, so it "
                f"applies to the working folder but not to {side.revision}",
                f"move it into the repository, or measure two folders below it: git worktree add {old} "
                f"{side.revision}, clamh compare --live {old} .")


def check_search_paths(sides: Sides, suites: Sequence[Suite]) -> None:
    """Raises InputError where a variable names a folder of a build: the workers of both builds search it."""
    if sides[0].folder == sides[1].folder:
        return
    tops = [os.path.realpath(side.repository.top if side.repository else side.folder) for side in sides]
    used = {unit.source.language: languages()[unit.source.language] for suite in suites for unit in suite.units}
    for name, language in {name: language for language in used.values() for name in language.search_paths}.items():
        for folder in filter(None, os.environ.get(name, "").split(os.pathsep)):
            if any(_holds_code(top, folder, language) for top in tops):
                raise input_error("dependencies", f"{name} contains '{folder}', so both builds would find the same "
                                  "files there", f"unset {name}; {INSTEAD.get(name, OWN_PATH)}")


def check_imports(sides: Sides, suites: Sequence[Suite], platforms: Mapping[str, Sequence[Platform]]) -> None:
    """Raises InputError where the sources of a side import modules of the other side that are installed as a link, or
    where both import an installed copy of the project.

    `platforms` are by the path of a source.
    """
    programs = [{platform.executable for unit in suite.units for platform in platforms[unit.source.path]}
                for suite in suites]
    for side, suite in zip(sides, suites, strict=True):
        [other] = [each for each in sides if each.build != side.build]
        folder = side.tree or _find_project(side.folder)  # as the sources spell it, which may be through a link
        own, foreign = map(os.path.realpath, (
            folder, side.repository.top if side.repository else _find_project(other.tree or other.folder)))
        if own == foreign:
            continue
        sources: dict[str, tuple[Platform, list[str]]] = {}
        for path in (unit.source.path for unit in suite.units):
            for platform in platforms[path]:
                sources.setdefault(platform.id, (platform, []))[1].append(path)
        for platform, paths in sources.values():
            language = languages()[platform.language]
            shares_packages = side.repository or all(platform.executable in each for each in programs)
            for place in language.toolchain.find_imports(platform, paths, folder, capture):
                if _holds_code(foreign, place, language) and not _is_within(own, place):
                    raise _refuse_import(
                        side, platform, f"{side.revision or shorten_path(side.folder)} would import "
                        f"{shorten_path(place)} of {_name_place(side, foreign)}, which is installed as a link")
                copied = _name_in_packages(place)
                if copied and shares_packages and _has_module(side.repository.top if side.repository else own, copied):
                    raise _refuse_import(side, platform, f"both builds would import the installed copy {place}")


def _find_project(folder: str) -> str:
    return find_above(folder, ".git") or folder


def _name_place(side: Side, foreign: str) -> str:
    return "the working folder" if side.repository else f"the folder {shorten_path(foreign)}"


def _has_module(top: str, name: str) -> bool:
    """Whether git tracks a file of this name in any folder of a working tree, except folders in a package: those have
    copies of other projects, such as `own/_vendor/six.py`.
    """
    if not os.path.lexists(os.path.join(top, ".git")):
        return False
    folders = (Path(top, file.removesuffix(name)) for file in tracked_files(Repository(top, ""), f":(glob)**/{name}"))
    return any(folder == Path(top) or not (folder.parent / "__init__.py").exists() for folder in folders)


def _name_in_packages(place: str) -> str:
    """The path relative to the folder of installed packages around it, "" if it is in none."""
    parts = Path(place).parts
    at = max((number for number, part in enumerate(parts, 1) if part in INSTALLED), default=len(parts))
    return os.path.join("", *parts[at:])


def _refuse_import(side: Side, platform: Platform, message: str) -> InputError:
    checkout = f": git worktree add ../old {side.revision}" if side.revision else ""
    return input_error("dependencies", f"on {platform.id}, {message}",
                       f"let the source search its own folder first, or measure two folders, {OWN_PACKAGES}{checkout}")


def check_settings(sides: Sides, suites: Sequence[Suite], platforms: Mapping[str, Sequence[Platform]],
                   root: str) -> None:
    """Raises InputError where a file differs that is read above the folder of builds, which both builds share. Files of
    the working folder that git does not track are meant for both.

    `platforms` are by the path of a source; `root` is the project's root.
    """
    builds = str(cache_root(os.environ, root))
    for side, suite in zip(sides, suites, strict=True):
        own, read = (side.tree, side.repository.top) if side.repository else _find_tops(side.folder, sides[1].folder)
        for path in (unit.source.path for unit in suite.units):
            names = {name for platform in platforms[path]
                     for name in languages()[platform.language].toolchain.reads_above(path, platform)}
            files = [os.path.join(folder, name) for folder in _folders([path], own)
                     if _is_within(os.path.realpath(os.path.join(read, folder)), builds) for name in sorted(names)]
            for file in _find_different(files, Path(own), Path(read)):
                if not side.repository or os.path.exists(os.path.join(own, file)) or is_tracked(side.repository, file):
                    raise InputError([_refuse_settings(side, own, read, file)])


def check_read_files(sides: Sides, catalogs: Iterable[tuple[Side, Catalog]]) -> None:
    """Raises InputError where the build of a side read files of the other side, as through an absolute path or CPATH.
    Files that it has itself with the same content, and files of the working folder that git does not track, are meant
    for both. Two folders of one working tree may share code.
    """
    allowed = set()
    for side, catalog in catalogs:
        [other] = [each for each in sides if each.build != side.build]
        own, foreign = (os.path.realpath(folder) for folder in (
            side.tree or side.folder, side.repository.top if side.repository else other.tree or other.folder))
        if not side.repository and (_is_within(foreign, own) or _are_in_one_project(own, foreign)):
            continue  # one folder, or files that a build shares with the folder around it, or beside it
        language = languages()[catalog.artifact.platform.language]
        for path in catalog.artifact.sources:
            if (side.build, path) in allowed or not _holds_code(foreign, path, language) or _is_within(own, path):
                continue
            name = os.path.relpath(os.path.realpath(path), foreign)
            here = Path(own, name)
            if _is_within(own, str(here)) and _read_content(here) == _read_content(Path(path)):
                allowed.add((side.build, path))
            elif not side.repository or os.path.lexists(here) or is_tracked(side.repository, name):
                raise input_error(
                    "dependencies", f"the build of {shorten_path(catalog.artifact.source)} for "
                    f"{catalog.artifact.platform.id} reads {name} of {_name_place(side, foreign)}, so both builds "
                    "would have its code",
                    "use paths relative to the source or to clamh.toml, not absolute ones or variables such as CPATH"
                    + ("" if side.repository else "; put files that both builds share outside of both folders"))
            else:
                allowed.add((side.build, path))


def _are_in_one_project(first: str, second: str) -> bool:
    top = find_above(first, ".git")
    return top is not None and top == find_above(second, ".git")


def _find_tops(old: str, new: str) -> tuple[str, str]:
    """These folders, or the first above them that are the same or have different names."""
    while old != new and os.path.basename(old) == os.path.basename(new):
        old, new = os.path.dirname(old), os.path.dirname(new)
    return old, new


def _holds_code(top: str, path: str, language: Language) -> bool:
    """Whether the path is inside `top`, and not among installed packages."""
    real = os.path.realpath(path)
    return _is_within(top, real) and {language.install_folder, *INSTALLED}.isdisjoint(
        Path(os.path.relpath(real, top)).parts)


def _is_within(top: str, path: str) -> bool:
    return os.path.commonpath([top, os.path.realpath(path)]) == top


def _check_links(side: Side, language: Language, installed: Path, texts: Sequence[bytes]) -> None:
    """Raises InputError for a package that is a link to a folder of the repository, such as that of a workspace, and
    that these sources name.
    """
    top = os.path.realpath(side.repository.top)
    for entry in (*installed.iterdir(), *installed.glob("@*/*")):
        name = str(entry.relative_to(installed)).encode()
        if entry.is_symlink() and entry.is_dir() and _holds_code(top, str(entry), language) and any(
                name in text for text in texts):
            raise input_error("dependencies", f"{shorten_path(str(entry))} is a link to "
                              f"{shorten_path(os.path.realpath(entry))}, so {side.revision} would run the code of the "
                              "working folder", _suggest_two_folders(side))


def _folders(sources: Iterable[str], top: str) -> list[str]:
    """The folders of the sources and those above them up to the top, relative to the top, which is ""."""
    folders = {os.path.relpath(above, top) for source in sources for above in Path(source).parents
               if above == Path(top) or Path(top) in above.parents}
    return sorted("" if folder == "." else folder for folder in folders)


def _find_different(names: Iterable[str], tree: Path, working_folder: Path) -> list[str]:
    """The files of these names that differ between two folders."""
    return [name for name in names if _read_content(tree / name) != _read_content(working_folder / name)]


def _read_content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _warn_of_shared_packages(side: Side, language: Language, names: list[str]) -> Diagnostic:
    return Diagnostic(
        code="dependencies", severity="warning", message=
        f"{', '.join(names)} differs between {side.revision} and the working folder, but {language.title} runs both "
        "builds with the same packages",
        hint=f"measure two folders, {OWN_PACKAGES}: git worktree add ../old {side.revision}, clamh compare --live "
        "../old .")


def _refuse_packages(side: Side, language: Language, folder: str, names: list[str]) -> Diagnostic:
    place = os.path.join(folder, language.install_folder)
    return Diagnostic(
        code="dependencies",
        message=f"{', '.join(os.path.join(folder, name) for name in names)} differs between {side.revision} and the "
        f"working folder, so {place} there does not fit {side.revision}", hint=_suggest_two_folders(side))


def _refuse_settings(side: Side, own: str, read: str, file: str) -> Diagnostic:
    here = "the working folder" if side.repository else shorten_path(read)
    checkout = f"git worktree add ../old {side.revision}, " if side.repository else ""
    return Diagnostic(
        code="dependencies",
        message=f"{file} differs between {side.revision or shorten_path(own)} and {here}, but both would be built with "
        f"that of {here}", hint=f"measure them separately: {checkout}clamh run --results FILE in each folder, then "
        "clamh compare OLD NEW with both files")


def _suggest_two_folders(side: Side) -> str:
    return (f"measure two folders: git worktree add ../old {side.revision}, install its packages there, clamh compare "
            "--live ../old .")
