"""Find the class that a name means, by C++'s rules, as far as a file and its headers show them."""

from __future__ import annotations

import msgspec

from clamh.languages.c_family.enums import Constants

Path = tuple[str, ...]


class Names(msgspec.Struct):
    """The names of a file and its headers. Paths leave out anonymous and inline namespaces: lookup does not need them.
    """

    classes: dict[Path, Path] = {}  # transparent path → full path
    aliases: dict[Path, tuple[str, Path]] = {}  # path → the target text, and the scope in which that text is read
    bases: dict[Path, tuple[str, ...]] = {}
    directives: list[tuple[Path, str]] = []  # `using namespace TEXT;` with its scope
    spellings: dict[Path, tuple[Path, str]] = {}  # full path → transparent path, and the spelling at global scope

    constants: dict[Path, Constants] = {}  # full path of an enum → its constants

    def add(self, plain: Path, full: Path, spelling: str, constants: Constants | None = None) -> None:
        """Add a class, or an enum with its constants."""
        if constants is not None and any(constants):
            self.constants.setdefault(full, constants)
        self.classes.setdefault(plain, full)
        self.spellings.setdefault(full, (plain, spelling))

    def qualified_name(self, full: Path) -> str:
        """The spelling at global scope of the class with this full path."""
        return self.spellings[full][1]

    def plain(self, full: Path) -> Path:
        """The class's path without transparent namespaces."""
        return self.spellings[full][0]

    def resolve(self, text: str, scope: Path, depth: int = 0) -> Path | None:
        """The full path of the class that `text` means in `scope`, or None if this file does not define it."""
        if depth > 16:  # aliases may run in circles in a file that does not compile
            return None
        parts = tuple(part for part in text.removeprefix("typename ").split("::") if part)
        if not parts:
            return None
        levels = [()] if text.startswith("::") else [scope[:end] for end in range(len(scope), -1, -1)]
        for level in levels:
            path = self._at(level, parts, depth)
            if path is not None:
                return path
        return None

    def unaliased(self, text: str, scope: Path) -> str:
        """The target of an alias of this file, if that is not a class of the file (`using Bytes = long;`)."""
        for _ in range(16):  # aliases may run in circles in a file that does not compile
            if "::" in text:
                return text
            alias = next((target for end in range(len(scope), -1, -1)
                          if (target := self.aliases.get((*scope[:end], text))) is not None), None)
            if alias is None:
                return text
            text, scope = alias
        return text

    def _at(self, level: Path, parts: Path, depth: int) -> Path | None:
        direct = self.classes.get(level + parts)
        if direct is not None:
            return direct
        alias = self.aliases.get(level + parts[:1])
        if alias is not None:
            target, scope = alias
            resolved = self.resolve("::".join((target, *parts[1:])), scope, depth + 1)
            if resolved is not None:
                return resolved
        for base in self.bases.get(level, ()):
            home = self.resolve(base, level[:-1], depth + 1)
            resolved = self._at(home, parts, depth + 1) if home is not None and home != level else None
            if resolved is not None:
                return resolved
        for scope, namespace in self.directives:
            if scope == level:
                path = (*(part for part in namespace.split("::") if part), *parts)
                if path in self.classes:
                    return self.classes[path]
        return None
