"""What toolchains share: which programs may be platforms and which of them are, and hashes for the keys of steps."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from clamh.languages.base import Run
from clamh.model.artifacts import Platform, Skip
from clamh.model.folders import TREES

Probe = Callable[[str, tuple[str, ...], Mapping[str, str], Run], Platform | str]


def folders_above(path: Path) -> Iterator[Path]:
    """The folders that a file is in, the nearest first; a revision's tree belongs to no project around it."""
    for folder in path.parents:
        yield folder
        if str(folder.parent).endswith(os.sep + TREES):
            return


def on_path(names: Iterable[str], environ: Mapping[str, str]) -> list[str]:
    """Where programs of these names may be: for each name every folder of PATH."""
    folders = environ.get("PATH", os.defpath).split(os.pathsep)
    return [os.path.join(folder or ".", name) for name in names for folder in folders]


def found(
    variable: str, paths: Iterable[str], probe: Probe, environ: Mapping[str, str], run: Run, *, refused: str, mend: str, missing: Skip
) -> tuple[list[Platform], list[Skip]]:
    """The platforms of what a variable of the environment names and of those of `paths` that are programs; one per id.

    Skips of programs that are none have the platform `refused`; where platforms are found, only what was asked for is skipped.
    Without any program there is `missing`.
    """
    platforms: dict[str, Platform] = {}
    skipped: list[Skip] = []
    candidates = list(_candidates(variable, paths, environ))
    with ThreadPoolExecutor() as pool:  # each takes up to 0.1 s to start
        probed = list(pool.map(lambda candidate: probe(candidate[1], candidate[2], environ, run), candidates))
    for (setting, program, _), answer in zip(candidates, probed, strict=True):
        if isinstance(answer, Platform):
            platforms.setdefault(answer.id, answer)
        else:
            skipped.append(Skip(platform=refused, reason=f"{setting or program} cannot be used: {answer}", broken=True, asked=bool(setting),
                                mend=f"unset {variable}, or: {mend}" if setting else mend))
    if not platforms:
        return [], skipped or [missing]
    return list(platforms.values()), [skip for skip in skipped if skip.asked]


def _candidates(variable: str, paths: Iterable[str], environ: Mapping[str, str]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """What the user said, the program, its flags; each program once."""
    words = shlex.split(environ.get(variable, ""))
    if words:
        yield f"{variable}={environ[variable]}", words[0], tuple(words[1:])
    known_programs = {os.path.realpath(shutil.which(words[0], path=environ.get("PATH")) or "")} if len(words) == 1 else set()
    for path in paths:
        real = os.path.realpath(path)
        if real not in known_programs and os.path.isfile(real) and os.access(real, os.X_OK):
            known_programs.add(real)
            yield "", path, ()


def short(text: str) -> str:
    """The beginning of a text's hash."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def contents(files: Iterable[Path]) -> str:
    """A hash of files' names and bytes, in whatever order they come."""
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
