"""Artifacts beside their sources, under the guide's names, such as run_factorial."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from clamh.languages import languages
from clamh.model.artifacts import Artifact


def published_names(sources: Mapping[str, str], neighbours: Mapping[str, str]) -> dict[str, str]:
    """By path of each source the name of its artifact beside it; both arguments are languages by path of a source.

    `neighbours` are not built, but lie in the same folders. Where sources of several languages would have one name, the
    language's id makes it another, but for the language with which the guide's name stays.
    """
    taken: dict[tuple[str, str], set[str]] = {}
    for path, language in {**neighbours, **sources}.items():
        taken.setdefault((os.path.dirname(path), _name(path, language)), set()).add(language)
    names = {}
    for path, language in sources.items():
        name = _name(path, language)
        several = len(taken[os.path.dirname(path), name]) > 1
        names[path] = _name(path, language, f"_{language}") if several and not languages()[language].keeps_guide_name else name
    return names


def _name(path: str, language: str, more: str = "") -> str:
    return f"run_{Path(path).stem}{more}{languages()[language].published_suffix}"


def neighbours(sources: Iterable[str]) -> list[str]:
    """Other files of a source's folder that have its stem."""
    return [str(other) for path in sources for other in sorted(Path(path).parent.iterdir())
            if other.stem == Path(path).stem and str(other) != path and other.is_file()]


def publish(artifact: Artifact, name: str, program: str = "") -> Path:
    """Put an artifact under that name beside its source, and return it; it starts `program`, the clamh that built it."""
    target = Path(artifact.source).parent / name
    # Replaced in one step: the old one may be running.
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".clamh-", delete=False) as copy:
        temporary = Path(copy.name)
    shutil.copy2(artifact.path, temporary)
    if program:
        temporary.write_bytes(languages()[artifact.platform.language].toolchain.with_program(temporary.read_bytes(), program))
    os.replace(temporary, target)
    return target
