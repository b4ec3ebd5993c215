"""The classes and enums of a unit: look up a type by its written name, and find bases and subclasses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from clamh.model.sources import Declaration

NOISE = re.compile(r"\b(?:const|volatile|final|struct|class|enum|typename)\b|[&*\s]|\.\.\.$")
ARGUMENTS = re.compile(r"<[^<>]*>")

Path = tuple[str, ...]


class Classes:
    """Looks up types as the languages do: first in the scope where they are written, then outward."""

    def __init__(self, declarations: Iterable[Declaration], separator: str):
        self.separator = separator
        self._classes: dict[Path, Declaration] = {}
        self._enums: dict[Path, Declaration] = {}
        self._enums_of: dict[tuple[str, Path], Declaration] = {}  # with their files, which may have equal names
        for declaration in declarations:
            if declaration.kind in ("class", "enum"):
                (self._classes if declaration.kind == "class" else self._enums).setdefault(
                    self.path(declaration), declaration)
            if declaration.kind == "enum":
                self._enums_of[declaration.location.path, self.path(declaration)] = declaration
        self._bases: dict[Path, list[Path | None]] = {}  # filled in order: a base is looked up in the bases so far
        for path, declaration in self._classes.items():
            self._bases[path] = [self.resolve(base, declaration.scope) for base in declaration.bases]
        self._subclasses: dict[Path, list[Path]] = {
        }  # built once: a search per fixture took 1/9 of the time with 500 fixtures
        for path in self._classes:
            for base in self.bases(path):
                self._subclasses.setdefault(base, []).append(path)

    def path(self, declaration: Declaration) -> Path:
        """The names from the outermost scope to the declaration, without anonymous namespaces."""
        return self.of_scope((*declaration.scope, *self._parts(declaration.name)))

    def of_scope(self, scope: Path) -> Path:
        """A scope as a path; `scope` may hold anonymous namespaces."""
        return tuple(name for name in scope if name)

    def full_name(self, declaration: Declaration) -> str:
        """The name in the artifact's catalog, such as `Benchmarks::InputValue`."""
        return self.separator.join(self.path(declaration))

    def declaration(self, path: Path) -> Declaration | None:
        """The class at a path, if the unit's files define it."""
        return self._classes.get(path)

    def resolve(self, written: str, scope: Path) -> Path | None:
        """The class that a type written in `scope` refers to, None if these files do not define it."""
        return self._lookup(written, scope, self._classes)

    def enum(self, written: str, scope: Path, file: str = "") -> Declaration | None:
        """The enum that a type written in `scope` refers to, best in this file."""
        parts, around = self._parts(NOISE.sub("", written)), self.of_scope(scope)
        for end in range(len(around), -1, -1):
            if found := self._enums_of.get((file, around[:end] + parts)):
                return found
        path = self._lookup(written, scope, self._enums)
        return None if path is None else self._enums[path]

    def bases(self, path: Path) -> list[Path]:
        """The direct and indirect base classes that these files define, nearest first."""
        bases: list[Path] = []
        waiting = [path]
        while waiting:
            for base in self._bases.get(waiting.pop(0), ()):
                if base is not None and base != path and base not in bases:
                    bases.append(base)
                    waiting.append(base)
        return bases

    def knows_bases(self, path: Path) -> bool:
        """Whether these files define all direct and indirect base classes."""
        return all(
            base is not None for class_path in [path, *self.bases(path)] for base in self._bases.get(class_path, ())
        )

    def subclasses(self, path: Path) -> list[Path]:
        """The direct and indirect subclasses of a class."""
        return self._subclasses.get(path, [])

    def all(self) -> Iterator[Path]:
        """Every class that these files define, in the order of the files."""
        yield from self._classes

    def outward(self, path: Path) -> Iterator[Path]:
        """The classes from `path` outward, each followed by its base classes."""
        for end in range(len(path), 0, -1):
            if path[:end] in self._classes:
                yield path[:end]
                yield from self.bases(path[:end])

    def _lookup(self, written: str, scope: Path, among: dict[Path, Declaration]) -> Path | None:
        whole = NOISE.sub("", written)
        bare, shorter = whole, ARGUMENTS.sub("", whole)
        while shorter != bare:
            bare, shorter = shorter, ARGUMENTS.sub("", shorter)
        around = self.of_scope(scope)
        for name in dict.fromkeys((whole, bare)):
            parts = self._parts(name)
            for end in range(len(around), -1, -1):
                if parts and around[:end] + parts in among:
                    return around[:end] + parts
            inherited = (base + parts for end in range(len(around), 0, -1) for base in self.bases(around[:end]))
            if (path := next((path for path in inherited if path in among), None)) is not None:
                return path
            tails = [path for path in among if parts and path[-len(parts):] == parts]
            if len(tails) == 1:
                return tails[0]
        return None

    def _parts(self, name: str) -> Path:
        if "<" in name:
            return (name,)
        return tuple(part for part in name.split(self.separator) if part)
