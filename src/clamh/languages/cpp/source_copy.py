"""The copy of a user's file that the wrapper includes: annotations blanked, `#define CLAMH_HAS_<n>` before each
declaration that is registered, everything else byte for byte, and every line reported as the user's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from clamh.languages.cpp.macros import blank
from clamh.model import Annotation

MACRO = "CLAMH_HAS_"
_BOM = b"\xef\xbb\xbf"


def emitted(text: bytes, path: str, annotations: Iterable[Annotation], marks: Mapping[int, tuple[str, ...]]) -> str:
    """The copy's text. `marks` maps the byte offset where a declaration starts to the ids that are registered there.

    A mark takes the place of a blanked annotation's line when that stands right above its declaration; otherwise it is
    a line of its own, after which `#line` and spaces give the declaration its line and column back. Bytes that are no
    UTF-8 are surrogate escapes.
    """
    code = bytearray(text)
    for one in annotations:
        code[one.start : one.end] = blank(code[one.start : one.end])
    if code.startswith(_BOM):  # only the first bytes of a translation unit may be one
        code[:3] = b"   "
    pieces: list[bytes] = []
    done = 0
    for start in sorted(marks):
        for begin, end, inserted in _mark(bytes(code), done, start, marks[start], path):
            pieces += [code[done:begin], inserted]
            done = end
    pieces.append(code[done:])
    body = b"".join(pieces)
    if text.startswith(_BOM):
        body = body[3:]
    return f"#line 1 {literal(path)}\n" + body.decode("utf-8", "surrogateescape")


def _mark(code: bytes, done: int, start: int, ids: tuple[str, ...], path: str) -> list[tuple[int, int, bytes]]:
    """What to put where: (from, to, text) replacements before the declaration at `start`."""
    line_start = code.rfind(b"\n", 0, start) + 1
    free: list[tuple[int, int]] = []  # blank lines directly above, nearest first
    above = line_start
    while above > done and not code[line_start:start].strip():
        previous = code.rfind(b"\n", 0, above - 1) + 1
        if previous < done or code[previous:above].strip():
            break
        free.append((previous, previous + len(code[previous:above].rstrip(b"\r\n"))))
        above = previous
    if len(free) >= len(ids):
        chosen = reversed(free[: len(ids)])
        return [(begin, end, _define(one)) for (begin, end), one in zip(chosen, ids, strict=True)]
    line = code.count(b"\n", 0, start) + 1
    padding = re.sub(rb"[^\t]", b" ", code[line_start:start].decode("utf-8", "replace").encode("ascii", "replace"))
    defines = b"".join(_define(one) + b"\n" for one in ids)
    return [(start, start, b"\n" + defines + f"#line {line} {literal(path)}\n".encode() + padding)]


def _define(one: str) -> bytes:
    return f"#define {MACRO}{one}".encode()


def literal(text: str) -> str:
    """A C++ string literal of exactly these UTF-8 bytes, whatever they are (`?` too: trigraphs)."""
    plain = {byte for byte in range(0x20, 0x7F)} - set(b'"\\?')
    data = text.encode("utf-8", "surrogateescape")
    return '"' + "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in data) + '"'
