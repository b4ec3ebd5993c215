"""The copy of a user's file that the wrapper includes: annotations blanked, `#define CLAMH_HAS_<n>` before each
declaration that is registered, everything else byte for byte, and every line reported as the user's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from clamh.languages.cpp import compiler_control
from clamh.languages.cpp.macros import blank
from clamh.model.sources import Annotation, CompilerControl

MACRO = "CLAMH_HAS_"
_BOM = b"\xef\xbb\xbf"
_LINE = re.compile(rb"^[^\r\n]*(?=\r?\n)", re.MULTILINE)  # a line with an end: a directive needs one
_ESCAPES = {byte: "\\" + chr(byte) for byte in b'"\\?'}


def emitted(
    text: bytes, path: str, annotations: Iterable[Annotation], marks: Mapping[int, tuple[str, ...]],
    controls: Iterable[CompilerControl] = (),
) -> str:
    """The copy's text. `marks` maps the byte offset of a declaration's first annotation to the ids registered for it;
    `controls` are those of this file's functions.

    A mark takes the place of the annotation when that has its line for itself; otherwise it gets a line of its own,
    after which `#line` and spaces give the rest its line and column back. Bytes that are no UTF-8 are surrogate
    escapes.
    """
    blanked = bytearray(text)
    for annotation in annotations:
        blanked[annotation.start : annotation.end] = blank(blanked[annotation.start : annotation.end])
    code = bytes(blanked)
    pieces = [f"#line 1 {literal(path)}\n".encode()]
    done = len(_BOM) if text.startswith(_BOM) else 0  # only the first bytes of a translation unit may be one
    order = sorted(marks)
    changes = [change for start, limit in zip(order, [*order[1:], len(code)])
               for change in _mark(code, start, limit, marks[start], path)]
    for annotation in controls:
        offset = compiler_control.place(code, annotation.declaration)
        changes.append((offset, offset, compiler_control.attribute(annotation)))
    for begin, end, inserted in sorted(changes, key=lambda change: change[:2]):
        pieces += [code[done:begin], inserted]
        done = end
    return b"".join([*pieces, code[done:]]).decode("utf-8", "surrogateescape")


def _mark(code: bytes, start: int, limit: int, ids: tuple[str, ...], path: str) -> list[tuple[int, int, bytes]]:
    """What to put where: (from, to, text) replacements for the annotation at `start`; the next is at `limit`."""
    line_start = code.rfind(b"\n", 0, start) + 1
    free: list[tuple[int, int]] = []  # lines from here on that have nothing left on them
    for match in _LINE.finditer(code, line_start):
        if len(free) == len(ids) or match[0].strip(b" \t") or match.end() > limit:
            break
        free.append(match.span())
    if len(free) == len(ids):
        return [(begin, end, _define(id)) for (begin, end), id in zip(free, ids, strict=True)]
    line = code.count(b"\n", 0, start) + 1
    before = code[line_start:start].removeprefix(_BOM) if line_start == 0 else code[line_start:start]
    padding = re.sub(r"[^\t]", " ", before.decode("utf-8", "replace")).encode()
    defines = b"".join(_define(id) + b"\n" for id in ids)
    return [(start, start, b"\n" + defines + f"#line {line} {literal(path)}\n".encode() + padding)]


def _define(id: str) -> bytes:
    return f"#define {MACRO}{id}".encode()


def literal(text: str) -> str:
    """A C++ string literal of exactly these UTF-8 bytes, whatever they are (`?` too: trigraphs)."""
    data = text.encode("utf-8", "surrogateescape")
    spelled = (_ESCAPES.get(byte, chr(byte)) if 0x20 <= byte < 0x7F else f"\\{byte:03o}" for byte in data)
    return f'"{"".join(spelled)}"'
