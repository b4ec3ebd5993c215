"""Find the container that a name means, by Zig's rules, as far as a file shows them."""

from __future__ import annotations

import re

import msgspec
from tree_sitter import Node

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
        """The full name of a type if this file defines it, else its name as other files of the unit may know it."""
        path = self.resolve(text, scope)
        return ".".join(path) if path else self.unaliased(text, scope)

    def resolve(self, text: str, scope: Path, depth: int = 0) -> Path | None:
        """The path of the container that `text` means in the container `scope`, or None if this file does not define
        it.
        """
        if depth > 16:  # aliases may form a cycle in a file that does not compile
            return None
        if text.strip() == "@This()":
            return scope if scope in self.classes else None
        parts = split_name(text.strip().removeprefix("@This()."))
        for size in range(len(scope), -1, -1) if parts else ():
            level = scope[:size]
            if level + parts in self.classes:
                return level + parts
            for end in range(len(parts), 0, -1):
                if (target := self.aliases.get(level + parts[:end])) is not None:
                    return self.resolve(".".join((target, *map(quote, parts[end:]))), level, depth + 1)
        return None

    def unaliased(self, text: str, scope: Path, depth: int = 0) -> str:
        """The type as other files of the unit know it: aliases replaced, and the names of imported files left out."""
        parts = split_name(text)
        for size in range(len(scope), -1, -1) if parts and depth < 16 else ():
            if (target := self.aliases.get(scope[:size] + parts[:1])) is not None and target != text:
                if _IMPORT.fullmatch(target):
                    return ".".join(parts[1:])
                if imported := _IMPORT.match(target):  # @import("states.zig").Input
                    return ".".join((*split_name(target[imported.end():].lstrip(".")), *parts[1:]))
                return self.unaliased(".".join((target, *map(quote, parts[1:]))), scope[:size], depth + 1)
        return ".".join(parts) if parts else text


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
    return literal(name, "@")


def literal(text: str, prefix: str = "") -> str:
    """A Zig string literal of this text, on a single line, in ASCII."""
    def spelled(char: str) -> str:
        if char in '"\\':
            return f"\\{char}"
        return char if " " <= char <= "~" else "".join(f"\\x{byte:02x}"
                                                       for byte in char.encode("utf-8", "surrogateescape"))
    return f'{prefix}"{"".join(map(spelled, text))}"'
