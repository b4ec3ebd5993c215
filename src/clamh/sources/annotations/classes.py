"""The classes and enums of one unit by name: what a type written in the source means, and who inherits from whom."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from clamh.model.sources import Declaration

NOISE = re.compile(r"\b(?:const|volatile|final|struct|class|enum|typename)\b|[&*\s]|\.\.\.$")
ARGUMENTS = re.compile(r"<[^<>]*>")

Path = tuple[str, ...]


class Classes:
    """Looks types up as the languages do: in the scope where they are written, then outward."""

    def __init__(self, declarations: Iterable[Declaration], separator: str):
        self.separator = separator
        self._found: dict[Path, Declaration] = {}
        self._enums: dict[Path, Declaration] = {}
        for one in declarations:
            if one.kind in ("class", "enum"):
                (self._found if one.kind == "class" else self._enums).setdefault(self.path(one), one)
        self._bases: dict[Path, list[Path | None]] = {}  # filled one by one: a base is looked up in the bases so far
        for path, one in self._found.items():
            self._bases[path] = [self.resolve(base, one.scope) for base in one.bases]
        self._heirs: dict[Path, list[Path]] = {}  # once: a search per fixture was a ninth of what 500 of them cost
        for path in self._found:
            for above in self.bases(path):
                self._heirs.setdefault(above, []).append(path)

    def path(self, declaration: Declaration) -> Path:
        """The names from the outside in, without anonymous namespaces."""
        return self.of_scope((*declaration.scope, *self._parts(declaration.name)))

    def of_scope(self, scope: Path) -> Path:
        """A scope as a path; `scope` may hold anonymous namespaces."""
        return tuple(name for name in scope if name)

    def full_name(self, declaration: Declaration) -> str:
        """As the artifact's catalog says it, such as `Benchmarks::InputValue`."""
        return self.separator.join(self.path(declaration))

    def declaration(self, path: Path) -> Declaration | None:
        """The class of that path, if the unit's files define it."""
        return self._found.get(path)

    def resolve(self, written: str, scope: Path) -> Path | None:
        """The class that a type means where it is written in `scope`, None for one that these files do not define."""
        return self._lookup(written, scope, self._found)

    def enum(self, written: str, scope: Path) -> Declaration | None:
        """The enum that a type means where it is written in `scope`."""
        found = self._lookup(written, scope, self._enums)
        return None if found is None else self._enums[found]

    def bases(self, path: Path) -> list[Path]:
        """The classes that it inherits from, near ones first, as far as these files define them."""
        found: list[Path] = []
        waiting = [path]
        while waiting:
            for base in self._bases.get(waiting.pop(0), ()):
                if base is not None and base != path and base not in found:
                    found.append(base)
                    waiting.append(base)
        return found

    def knows_bases(self, path: Path) -> bool:
        """Whether these files define all that it inherits from."""
        return all(
            base is not None for one in [path, *self.bases(path)] for base in self._bases.get(one, ())
        )

    def heirs(self, path: Path) -> list[Path]:
        """The classes that inherit from it."""
        return self._heirs.get(path, [])

    def all(self) -> Iterator[Path]:
        """Every class that these files define, in their order."""
        yield from self._found

    def outward(self, path: Path) -> Iterator[Path]:
        """The classes from `path` outward, each followed by what it inherits from."""
        for end in range(len(path), 0, -1):
            if path[:end] in self._found:
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
            if (found := next((path for path in inherited if path in among), None)) is not None:
                return found
            tails = [path for path in among if parts and path[-len(parts):] == parts]
            if len(tails) == 1:
                return tails[0]
        return None

    def _parts(self, name: str) -> Path:
        if "<" in name:
            return (name,)
        return tuple(part for part in name.split(self.separator) if part)
