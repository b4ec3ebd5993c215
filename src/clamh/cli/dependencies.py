"""What a revision's sources depend on and git does not have: packages installed beside them, or for all folders."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from clamh.cli.sides import Side
from clamh.languages import Language, languages
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.sources import Suite


def provide_dependencies(side: Side, suite: Suite) -> Iterator[Diagnostic]:
    """Give a tree the packages that the working folder has installed for the same lock files; warn about those that
    cannot be given.

    Raises InputError where the lock files differ: the packages of the working folder would be measured instead of the
    revision's.
    """
    if side.repository is None:
        return
    for language in {unit.source.language: languages()[unit.source.language] for unit in suite.units}.values():
        sources = [unit.source.path for unit in suite.units if unit.source.language == language.id]
        for folder in _folders(sources, side.tree) if language.lock_files else ():
            installed_here = Path(side.repository.top) / folder
            different = _different_locks(language, Path(side.tree) / folder, installed_here)
            if not language.install_folder:
                if different:
                    yield _warn_of_shared_packages(side, language, [os.path.join(folder, name) for name in different])
            elif (installed_here / language.install_folder).is_dir() and not os.path.lexists(
                    Path(side.tree) / folder / language.install_folder):
                if different:
                    raise InputError([_refuse_packages(side, language, folder, different)])
                (Path(side.tree) / folder / language.install_folder).symlink_to(
                    installed_here / language.install_folder)


def _folders(sources: Iterable[str], top: str) -> list[str]:
    """The folders of the sources and those above them up to the top, relative to the top, which is ""."""
    folders = {os.path.relpath(above, top) for source in sources for above in Path(source).parents
               if above == Path(top) or Path(top) in above.parents}
    return sorted("" if folder == "." else folder for folder in folders)


def _different_locks(language: Language, tree: Path, working_folder: Path) -> list[str]:
    """The lock files that differ between two folders."""
    return [name for name in language.lock_files if _read_content(tree / name) != _read_content(working_folder / name)]


def _read_content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _warn_of_shared_packages(side: Side, language: Language, names: list[str]) -> Diagnostic:
    return Diagnostic(
        code="dependencies", severity="warning", message=
        f"{', '.join(names)} differs between {side.revision} and the working folder, but {language.title} runs both "
        "builds with the same packages",
        hint="measure two folders that each have their own environment, then compare the runs")


def _refuse_packages(side: Side, language: Language, folder: str, names: list[str]) -> Diagnostic:
    place = os.path.join(folder, language.install_folder)
    return Diagnostic(
        code="dependencies",
        message=f"{', '.join(os.path.join(folder, name) for name in names)} differs between {side.revision} and the "
        f"working folder, so {place} there does not fit {side.revision}", hint=
        f"measure two folders: git worktree add ../old {side.revision}, install its packages there, clamh compare "
        "--live ../old ."
    )
