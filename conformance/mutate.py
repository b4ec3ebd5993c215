"""Mutations: one line of a language's worker changed, so that one scenario must go red. A test that cannot fail is none."""

from __future__ import annotations

import os
import shutil
import tomllib
from pathlib import Path

import msgspec

from clamh.languages import languages
from conformance.observe import SOURCES
from conformance.scenarios import HERE, pairs


NATIVE = ("c", "cpp", "rust")  # the languages that are built on the native core


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
    path = (home if mutation.file.startswith("native/") else home / "languages" / languages()[mutation.language].folder) / mutation.file
    text = path.read_text(encoding="utf-8")
    if text.count(mutation.old) != 1:
        raise LookupError(f"{mutation.file} has {mutation.old!r} {text.count(mutation.old)} times, not once")
    path.unlink()  # or our own would be written
    path.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")
    return sources


def _linked(original: str, copy: str) -> None:
    """The same file under another name: a hundred copies of a thousand files took seconds."""
    try:
        os.link(original, copy)
    except OSError:  # on another file system
        shutil.copy2(original, copy)
