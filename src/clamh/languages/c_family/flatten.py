"""Puts the text of each included file of ours, or of the user's copies, in the place of its include."""

from __future__ import annotations

import os
import re
from pathlib import Path

from clamh.languages import HERE
from clamh.languages.c_family.compilers import SHARED
from clamh.languages.c_family.source_copy import copy_folders, copy_names, literal
from clamh.languages.native import CORE
from clamh.model.sources import Wrapper

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)[^\n]*$')
_ENUM = re.compile(r"\benum(?: \w+)? \{([^}]*)\}")
_LINE = re.compile(r'^#line (\d+) ("(?:[^"\\]|\\.)*")$')
_ONCE = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+once\b")


class Flatten:
    """Replaces includes by text; a file with `#pragma once` is inserted once, wherever it is included from."""

    def __init__(self, wrapper: Wrapper, runtime: Path, outside: Path):
        self.files = {Path(name): text for name, text in wrapper.files.items()}
        self.originals = {Path(copy): Path(path) for path, copy in copy_names(wrapper.unit).items()}
        self.copies = {Path(os.path.realpath(path)): copy for copy, path in self.originals.items()}
        self.folders = [Path(folder) for folder in copy_folders(wrapper.unit)]
        self.runtime, self.outside, self.flattened = runtime, outside, set[Path]()

    def flatten_file(self, path: Path) -> list[str]:
        if path in self.flattened:
            return []
        if path.parent in (CORE, SHARED) or path.suffix == ".h" and {self.runtime, self.outside} & {*path.parents}:
            self.flattened.add(path)  # each has an include guard, and is needed once
        return [f"#line 1 {literal(self.displayed_name(path))}", *self.flatten_text(path, self.read(path))]

    def flatten_text(self, path: Path, text: str) -> list[str]:
        lines: list[str] = []
        number, name = 0, literal(self.displayed_name(path))
        for line in text.split("\n"):
            number += 1
            if match := _LINE.match(line):
                number, name = int(match[1]) - 1, match[2]
            include = INCLUDE.match(line)
            included = None
            if include:
                included = self.find_included(path, include[1]) if include[1] else self.find_own_header(include[2])
            if _ONCE.match(line):
                self.flattened.add(path)
                lines.append("")
            elif included is not None:
                lines += [*self.flatten_file(included), f"#line {number + 1} {name}"]
            else:
                lines.append(line)
        return lines

    def find_included(self, path: Path, included: str) -> Path | None:
        """The file of an include, or its copy: beside the including file, in another folder of the user's, else in the
        runtime's folders, as in a build.
        """
        original = self.originals.get(path, path)
        folders: list[Path] = []
        if original in self.originals.values():
            folders = [original.parent, *(folder for folder in self.folders
                                          if Path(os.path.realpath(folder / included)) in self.copies)]
        elif path not in self.files:
            folders = [path.parent]
        elif Path(included) in self.files:  # of the wrapper
            return Path(included)
        for folder in (*folders, self.runtime, self.outside, CORE):
            place = Path(os.path.normpath(folder / included))
            own = {self.runtime, self.outside, SHARED}
            if HERE in place.parents and not own & {*place.parents}:  # of another language
                continue
            if place.is_file():
                return self.copies.get(Path(os.path.realpath(place)), place)
        return None

    def find_own_header(self, included: str) -> Path | None:
        """The header of ours that a name in angle brackets means, or None; other machines do not have our headers."""
        place = self.outside / included
        return place if place.is_file() else None

    def read(self, path: Path) -> str:
        if path in self.files:
            return self.files[path]
        return path.read_text(encoding="utf-8", errors="surrogateescape")

    def displayed_name(self, path: Path) -> str:
        ours = (self.runtime, self.outside, SHARED.parent, CORE)
        names = (f"clamh/{path.relative_to(folder.parent)}" for folder in ours if folder in path.parents)
        return next(names, str(path))


def list_constants(text: str) -> set[str]:
    """The words in all enums of a text of ours, also of those in functions: a macro of the user may have their names.
    """
    return {word for words in _ENUM.findall(text) for word in re.findall(r"\w+", words)}
