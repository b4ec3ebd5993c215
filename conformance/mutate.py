"""Mutations: one line of a language's worker changed, so that one scenario must go red. A test that cannot fail is none."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from clamh.languages import HERE as LANGUAGES
from clamh.languages import languages
from conformance.observe import SOURCES
from conformance.scenarios import HERE, pairs


NATIVE = ("c", "cpp", "rust", "zig")  # the languages that are built on the native core


class Mutation(msgspec.Struct, frozen=True, array_like=True):
    """One line of mutations/LANGUAGE.toml, or of mutations/native.toml for each language on the native core.

    `file` is relative to the language's folder, or a path `native/…` of the core; `old` is a part of one line of it.

    `old` occurs once: when it is gone, the mutation has to be written anew. `red` is a part of the first difference that it makes, so
    that the scenario goes red for this reason and no other.
    """

    why: str
    file: str
    red: str
    old: str
    new: str
    scenario: str
    language: str  # the name of its file


def mutations() -> list[Mutation]:
    """Every mutation, language by language in the order of its file."""
    files = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted((HERE / "mutations").iterdir())}
    of_core = files.pop("native")
    possible = set(pairs())
    return [msgspec.convert([*row, scenario, language], Mutation)
            for language, own in files.items() for scenario, row in ((of_core if language in NATIVE else {}) | own).items()
            if scenario in own or (scenario, language) in possible]


def mutated(mutation: Mutation, folder: Path) -> Path:
    """A copy of our sources in `folder` with the mutation applied, for `observe`.

    Raises LookupError when the old text is not there exactly once: the mutation has to be written anew.
    """
    sources = folder / "src"
    # What another process compiles at this moment is renamed away under the copy's hands.
    shutil.copytree(SOURCES / "clamh", sources / "clamh", ignore=shutil.ignore_patterns("*.pyc.*"), copy_function=_linked)
    home = sources / "clamh"
    _change(mutation, home if mutation.file.startswith("native/") else home / "languages" / languages()[mutation.language].folder)
    return sources


@contextlib.contextmanager
def mutated_worker(mutation: Mutation, folder: Path) -> Iterator[Path]:
    """In the block our own modules find the worker in a copy in `folder` with the mutation applied; yields the sources for `observe`.

    To import all of clamh from a copy takes longer than most scenarios. Only what is imported, and headers, which other
    folders include, need it.
    """
    in_core = mutation.file.startswith("native/")
    if mutation.file.endswith(".h") or not in_core and (mutation.language in NATIVE or not mutation.file.startswith("runtime/")):
        yield mutated(mutation, folder)
        return
    language = languages()[mutation.language]
    assert language.toolchain and language.generator  # imported, so that their paths are among those that move
    ours = LANGUAGES.parent / "native" if in_core else LANGUAGES / language.folder
    copy = Path(shutil.copytree(ours, folder / ours.name, ignore=shutil.ignore_patterns("__pycache__"), copy_function=_linked))
    _change(mutation, folder if in_core else copy)
    _move_paths(ours, copy)
    try:
        yield SOURCES
    finally:
        _move_paths(copy, ours)


def _move_paths(old: Path, new: Path) -> None:
    """What our modules know as a path in `old` is in `new` then; hashes of files there, which they may keep, are forgotten."""
    for module in [module for name, module in sys.modules.items() if name.startswith("clamh.")]:
        for name, value in list(vars(module).items()):
            if isinstance(value, Path) and value.is_relative_to(old):
                setattr(module, name, new / value.relative_to(old))
            elif hasattr(value, "cache_clear") and value.__module__ == module.__name__ == f"{module.__package__}.toolchain":
                value.cache_clear()


def _change(mutation: Mutation, home: Path) -> None:
    """Changes the file, which is relative to `home`."""
    path = home / mutation.file
    text = path.read_text(encoding="utf-8")
    if text.count(mutation.old) != 1:
        raise LookupError(f"{mutation.file} has {mutation.old!r} {text.count(mutation.old)} times, not once")
    path.unlink()  # or our own would be written
    path.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")


def _linked(original: str, copy: str) -> None:
    """The same file under another name: a hundred copies of a thousand files took seconds."""
    try:
        os.link(original, copy)
    except OSError:  # on another file system
        shutil.copy2(original, copy)
