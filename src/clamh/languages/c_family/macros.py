"""Blanks the macros that the C++ grammar cannot read, so that the declarations around them keep their shape.

tree-sitter parses before the preprocessor: `class EXPORT_API A : B {…}` comes out as a function named A, a line
`Q_OBJECT` hides the member after it (seen in Qt, Boost and abseil sources). Each rule blanks such places with
spaces, so no byte moves. A wrong match in a function's body does no harm, since bodies are not read.
"""

from __future__ import annotations

import re

_OPAQUE = re.compile(
    rb"""
      (?P<directive> ^[ \t]*\#(?:[^\\\n]|\\\r?\n|\\.)* )
    | //(?:[^\\\n]|\\\r?\n|\\.)*
    | /\*.*?(?:\*/|\Z)
    | (?P<literal>
        \b(?:u8|[uUL])?R"(?P<fence>[^()\\\s]{0,16})\(.*?(?:\)(?P=fence)"|\Z)
      | "(?:[^"\\\n]|\\.)*"?
      | (?<![0-9A-Za-z_])(?:u8|[uUL])?'(?:[^'\\\n]|\\.)*'?
    )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)

# No `;{}` inside, and a word boundary: without them the search for a repeated macro takes exponential time.
_CALL = rb"(?:[ \t]*\((?:[^(){};]|\((?:[^(){};]|\([^(){};]*\))*\))*\))?"
_MACRO = rb"\b[A-Z_][A-Z0-9_]{2,}\b" + _CALL
_ATTRIBUTES = rb"(?:\[\[[^\]]*\]\]\s*|alignas\s*\([^()]*\)\s*|__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)\s*)*"
_KEYWORD = (
    rb"(?:static|inline|constexpr|virtual|explicit|extern|unsigned|signed|int|void|bool|char|short|long|float|double"
    rb"|auto|template|typename|class|struct|union|enum|friend|using)\b"
)
_STARTS_AFTER = b";{}:>)"

# class EXPORT_API Name … {   (any spelling: a second name before `{` or `:` can only be a macro)
_CLASS = re.compile(
    rb"\b(?:class|struct|union)\s+" + _ATTRIBUTES + rb"(?P<macro>(?:(?!final\b)[A-Za-z_]\w*" + _CALL + rb"\s+)+)"
    rb"(?=(?!final\b)[A-Za-z_][\w:]*\s*(?:<[^;{}()]*>\s*)?(?:final\b\s*)?(?::(?!:)|\{))"
)
# a macro alone on its line, and one before a declaration that is complete without it
_ALONE = re.compile(rb"^[ \t]*(?P<macro>" + _MACRO + rb")[ \t\r]*$(?=\s*[A-Za-z_~\[:;])", re.MULTILINE)
_PREFIX = re.compile(
    rb"(?<![\w.>])(?P<macro>" + _MACRO + rb")\s+(?:(?:const|volatile)\s+)*"
    rb"(?=" + _KEYWORD + rb"|(?!const\b|volatile\b)[A-Za-z_]\w*(?:::\w+)*(?:<[^;{}()]*>)?[\s*&]+[A-Za-z_~])"
)
# int *__attribute__((…)) name   (the grammar takes `__attribute__` for the name)
_ATTRIBUTE = re.compile(
    rb"[*(]\s*(?:(?:const|volatile|(?:__)?restrict(?:__)?)\b\s*)*(?P<macro>(?:__attribute(?:__)?\s*"
    rb"\(\((?:[^();{}]|\((?:[^();{}]|\([^();{}]*\))*\))*\)\)\s*)+)"
)
# ) NOEXCEPT {
_TRAILING = re.compile(
    rb"\)\s*(?:(?:const|volatile|noexcept|override|final|&&?)\s*)*(?P<macro>(?:" + _MACRO + rb"\s*)+)"
    rb"(?=[{;]|:(?!:)|->|override\b|final\b|noexcept\b|const\b|=\s*(?:0|default|delete))"
)


_SPACES = bytes(byte if byte in b"\r\n" else 0x20 for byte in range(256))


def without_macros(text: bytes) -> bytes:
    """`text` with attribute-like macros blanked; same length and lines; `text` itself if there are none."""
    mask, out = bytearray(code_only(text, b";")), bytearray(text)
    for rule in (_CLASS, _ATTRIBUTE, _TRAILING, _ALONE, _PREFIX):
        for match in rule.finditer(mask):
            start, end = match.span("macro")
            if rule in (_ALONE, _PREFIX) and not _begins(mask, start):
                continue
            out[start:end] = blank(out[start:end])
            mask[start:end] = blank(mask[start:end])  # same length, so the search goes on over what is left
    return bytes(out) if out != text else text


def blank(text: bytes | bytearray) -> bytes:
    """Spaces for every byte but line ends."""
    return bytes(text.translate(_SPACES))


def code_only(text: bytes, directive: bytes = b" ") -> bytes:
    """The text with comments as spaces, literals as quotes, and each directive as the byte `directive` and spaces."""

    def cover(match: re.Match[bytes]) -> bytes:
        empty = blank(match[0])
        if match["directive"] is not None:
            return directive + empty[1:]
        return b'"' + empty[1:] if match["literal"] is not None else empty

    return _OPAQUE.sub(cover, text)


def directives(text: bytes) -> list[tuple[int, int]]:
    """The extents of preprocessor directives, including continuation lines."""
    return [match.span() for match in _OPAQUE.finditer(text) if match["directive"] is not None]


def _begins(mask: bytearray, start: int) -> bool:
    """Whether a declaration can begin at `start`: at the beginning, or after the end of another one."""
    before = mask[max(0, start - 2000) : start].rstrip()
    return not before or before[-1] in _STARTS_AFTER
