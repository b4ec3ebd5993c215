"""Find the container that a name means, by Zig's rules, as far as a file shows them."""

from __future__ import annotations

import re

import msgspec
from tree_sitter import Node

from clamh.languages.generators import byte_literal

Path = tuple[str, ...]
PART = re.compile(r'@"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*')
_COMMENT = re.compile(rb'//[^\r\n]*|\\\\[^\r\n]*')
_IMPORT = re.compile(r'@import\(\s*"([^"\\]+)"\s*\)')


class Names(msgspec.Struct):
    """The names of a file, by path: containers, and other names of something."""

    classes: set[Path] = set()
    aliases: dict[Path, str] = {}  # path → the text after `=`
    constants: dict[Path, tuple[str, ...]] = {}  # the fields of enums
    functions: dict[Path, Node] = {}

    def full_name(self, text: str, scope: Path) -> str:
        """The full name of a type if this file defines it, else its name as other files of the unit may know it:
        without aliases and the names of imported files.
        """
        return ".".join(self._follow(text, scope)[0])

    def resolve(self, text: str, scope: Path) -> Path | None:
        """The path of the container that `text` means in `scope`, None if this file does not define it."""
        path, defined = self._follow(text, scope)
        return path if defined else None

    def _follow(self, text: str, scope: Path, depth: int = 0) -> tuple[Path, bool]:
        """The name to which aliases lead, and whether it is the path of a container of this file."""
        if text.strip() == "@This()" and scope in self.classes:
            return scope, True
        parts = split_name(text.strip().removeprefix("@This()."))
        if not parts or depth > 15:  # aliases may form a cycle in a file that does not compile
            return parts or (text,), False
        for level in (scope[:size] for size in range(len(scope), -1, -1)):
            if level + parts in self.classes:
                return level + parts, True
            for end in range(len(parts), 0, -1):
                if (target := self.aliases.get(level + parts[:end])) is not None:
                    if imported := _IMPORT.match(target):  # @import("states.zig").Input
                        return (*split_name(target[imported.end():].lstrip(".")), *parts[end:]), False
                    return self._follow(".".join((target, *map(quote, parts[end:]))), level, depth + 1)
        return parts, False


def without_comments(text: bytes) -> bytes:
    """The text with blanks instead of comments and of strings of several lines."""
    return _COMMENT.sub(lambda match: b" " * len(match[0]), text)


def split_name(text: str) -> Path:
    """The parts of a name such as `Outer.Inner`, unquoted; () for another expression."""
    if not re.fullmatch(rf"(?:{PART.pattern})(?:\s*\.\s*(?:{PART.pattern}))*", text.strip()):
        return ()
    return tuple(unquote(part) for part in PART.findall(text))


def unquote(name: str) -> str:
    """The name without `@"…"`, whose simple escapes are replaced."""
    if not name.startswith('@"'):
        return name
    text = re.sub(rb"\\(x[0-9A-Fa-f]{2}|u\{[0-9A-Fa-f]+\}|.)", _unescaped,
                  name[2:-1].encode("utf-8", "surrogateescape"), flags=re.DOTALL)
    return text.decode("utf-8", "surrogateescape")


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    if code[:1] == b"x" and len(code) > 1:
        return bytes([int(code[1:], 16)])
    if code[:1] == b"u" and 0 < len(code[2:-1]) < 7 and int(code[2:-1], 16) < 0x110000:
        return chr(int(code[2:-1], 16)).encode("utf-8", "surrogatepass")
    return {b"n": b"\n", b"r": b"\r", b"t": b"\t"}.get(code, code)


def quote(name: str) -> str:
    """The name as Zig's source may write any name, also a keyword or the name of a primitive type."""
    return f"@{byte_literal(name)}"
