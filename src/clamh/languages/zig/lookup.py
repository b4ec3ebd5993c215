"""Find the container that a name means, by Zig's rules, as far as a file shows them."""

from __future__ import annotations

import re

import msgspec
from tree_sitter import Node

from clamh.languages.frontends import child_of, find_beside, parser, text_of
from clamh.languages.generators import byte_literal

Path = tuple[str, ...]
PART = re.compile(r'@"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*')
_NOT_CODE = re.compile(rb"""("(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.)+')|//[^\r\n]*|\\\\[^\r\n]*""")
_OWN_NAME = re.compile(r"^(?:pub |export )?(?:const|fn) (\w+)", re.MULTILINE)  # of a generated file
_NAMED = re.compile(rb'@(?:import|embedFile)\(\s*"([^"\\\r\n]+)"')
_IMPORT = re.compile(r'@import\(\s*"([^"\\]+)"\s*\)')


class Names(msgspec.Struct):
    """The names of a file, by path: containers, and other names of something."""

    classes: set[Path] = set()
    aliases: dict[Path, str] = {}  # path → the text after `=`
    constants: dict[Path, tuple[str, ...]] = {}  # the fields of enums
    functions: dict[Path, Node] = {}

    def full_name(self, text: str, scope: Path) -> str:
        """The full name of a type of this file, else the name by which other files of the unit may know it."""
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
                        name = (*split_name(target[imported.end():].lstrip(".")), *parts[end:])
                        of_unit = imported[1] == "clamh" or imported[1].endswith(".zig")
                        if of_unit and not name:  # the file itself, or what an expression makes of it
                            return (imported[1] if imported.end() == len(target) else target,), False
                        return name if of_unit else ("/".join((imported[1], *name)),), False
                    return self._follow(".".join((target, *map(quote, parts[end:]))), level, depth + 1)
        return parts, False


def without_comments(text: bytes, literals: bool = True) -> bytes:
    """The text with blanks instead of comments and strings of several lines; without `literals`, also of others."""
    return _NOT_CODE.sub(lambda match: match[0] if literals and match[1] else b" " * len(match[0]), text)


def list_named(path: str, text: bytes) -> list[str]:
    """The existing files that a file imports or embeds."""
    return find_beside(path, _NAMED.findall(without_comments(text)))


def forward_names(text: bytes, copy: str, main: str) -> str:
    """The lines for the root file `main` that give it what a source declares as `pub`, except for its own names.

    Libraries read their options there, with `@import("root")`. `text` is the source, which is imported as `copy`.
    """
    public = (node for node in parser("zig").parse(text).root_node.named_children if child_of(node, "pub")
              and (node.type == "function_declaration" or child_of(node, "const")))
    names = dict.fromkeys(unquote(text_of(child_of(node, "identifier"))) for node in public)
    own = set(_OWN_NAME.findall(main))
    return "".join(f"pub const {quote(name)} = @import({byte_literal(copy)}).{quote(name)};\n"
                   for name in names if name and name not in own)


def split_name(text: str) -> Path:
    """The parts of a name such as `Outer.Inner`, unquoted; () for another expression."""
    if not re.fullmatch(rf"(?:{PART.pattern})(?:\s*\.\s*(?:{PART.pattern}))*", text.strip()):
        return ()
    return tuple(unquote(part) for part in PART.findall(text))


def unquote(name: str) -> str:
    """The name without `@"…"`; with an escape it keeps its spelling."""
    return name[2:-1] if name.startswith('@"') and "\\" not in name else name


def quote(name: str) -> str:
    """The name as Zig's source may write any name, also a keyword or the name of a primitive type."""
    return name if name.startswith('@"') else f"@{byte_literal(name)}"
