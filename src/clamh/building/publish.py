"""Puts artifacts beside their sources, under the guide's names, such as run_factorial."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

from clamh.languages import languages
from clamh.machine import atomic
from clamh.model.artifacts import Artifact


def published_names(sources: Mapping[str, str], neighbours: Mapping[str, str]) -> dict[str, str]:
    """The name of the artifact beside each source, by path; both arguments are languages by path of a source.

    `neighbours` are sources in the same folders that are not built. Where sources of several languages would share a
    name, the language's id is added, except for the language that keeps the guide's name. Where several sources of a
    language would share a name, the suffix of the source is added. Names that differ only in case count as the same, as
    on most volumes of macOS.
    """
    taken: dict[tuple[Path, str], list[str]] = {}
    for file, language in {Path(path): language for path, language in {**neighbours, **sources}.items()}.items():
        taken.setdefault((file.parent, _artifact_name(file, language).casefold()), []).append(language)
    names = {}
    for path, language in sources.items():
        file, name = Path(path), _artifact_name(Path(path), language)
        sharing = taken[file.parent, name.casefold()]
        if sharing.count(language) > 1:
            name = _artifact_name(file, language, f"_{file.suffix[1:]}")
        elif len(sharing) > 1 and not languages()[language].keeps_guide_name:
            name = _artifact_name(file, language, f"_{language}")
        names[path] = name
    return names


def _artifact_name(file: Path, language: str, more: str = "") -> str:
    return f"run_{file.stem}{more}{languages()[language].published_suffix}"


def neighbours(sources: Iterable[str]) -> list[str]:
    """Other files of a source's folder with the same stem, whatever its case."""
    return [str(neighbour) for path in sources for neighbour in sorted(Path(path).parent.iterdir())
            if neighbour.stem.casefold() == Path(path).stem.casefold() and str(neighbour) != path
            and neighbour.is_file() and not neighbour.samefile(path)]


def publish(artifact: Artifact, name: str, program: str = "") -> Path:
    """Put an artifact under that name beside its source, and return its path; it starts `program`, the clamh that built
    it.
    """
    target, built = Path(artifact.source).parent / name, Path(artifact.path)
    content = built.read_bytes()
    if program:
        content = languages()[artifact.platform.language].toolchain.with_program(content, program)
    # Replaced in one step, since the old artifact may be running.
    atomic.write(target, content, stat.S_IMODE(built.stat().st_mode))
    return target
