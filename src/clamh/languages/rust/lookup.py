"""Find the struct that a name means, by Rust's rules, as far as a file shows them."""

from __future__ import annotations

import re

import msgspec

Path = tuple[str, ...]
_GENERIC = re.compile(r"<[^<>]*>")


class Names(msgspec.Struct):
    """The names of a file, by module path; a module with its own file adds no name to a path."""

    classes: dict[Path, Path] = {}  # structs, unions, enums and traits
    aliases: dict[Path, tuple[str, Path]] = {}  # path → the target text, and the module in which that text is read
    constants: dict[Path, tuple[str, ...]] = {}  # the variants of enums whose variants hold no values
    conditions: dict[Path, dict[str, str]] = {}  # the #[cfg(…)] of variants of such enums, by variant
    files: set[Path] = set()  # modules with their own file: `mod name;`

    def resolve(self, text: str, scope: Path, depth: int = 0) -> Path | None:
        """The path of the struct that `text` means in the module `scope`, or None if this file does not define it."""
        if depth > 16:  # aliases may form a cycle in a file that does not compile
            return None
        parts = _parts(text)
        if not parts:
            return None
        levels = [scope,
                  ()]  # Rust looks only in `scope`, but short sources often leave out the `use` of names of the crate
        if parts[0] in ("crate", "self", "super"):
            parts, level = self._from(parts, scope)
            levels = [level]
        for level in dict.fromkeys(levels):
            if level + parts in self.classes:
                return self.classes[level + parts]
            for end in range(len(parts), 0, -1):
                if (alias := self.aliases.get(level + parts[:end])) is not None:
                    target, home = alias
                    return self.resolve("::".join((target, *parts[end:])), home, depth + 1)
        return None

    def unaliased(self, text: str, scope: Path, depth: int = 0) -> str:
        """The type as other files of the unit know it: `use`d names and aliases resolved, file modules left out of the
        path.
        """
        parts = _parts(text)
        if not parts or depth > 16:
            return text
        alias = self.aliases.get(scope + parts[:1])
        if alias is not None:
            return self.unaliased("::".join((alias[0], *parts[1:])), alias[1], depth + 1)
        if parts[0] in ("crate", "self", "super"):
            return parts[-1]  # this file does not show which modules of the path are files
        for end in range(len(parts) - 1, 0, -1):
            if parts[:end] in self.files or scope + parts[:end] in self.files:
                return "::".join(parts[end:])
        return "::".join(parts) if "<" not in text else text

    def _from(self, parts: Path, scope: Path) -> tuple[Path, Path]:
        """The rest of a path that begins with crate, self or super, and the module in which it is read."""
        level = () if parts[0] == "crate" else scope
        while parts and parts[0] in ("crate", "self", "super"):
            level = level[:-1] if parts[0] == "super" else level
            parts = parts[1:]
        return parts, level


def _parts(text: str) -> Path:
    bare, shorter = text, _GENERIC.sub("", text)
    while shorter != bare:
        bare, shorter = shorter, _GENERIC.sub("", shorter)
    return tuple(part.strip().removeprefix("r#") for part in bare.split("::") if part.strip())
