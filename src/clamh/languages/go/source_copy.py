"""The compiled copy of a user's file: annotations are blanked, and every line is reported as the user's own.
Registration code is at its end, where the names of its package and its imports are accessible."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable

from clamh.languages.generators import blank_annotations, byte_literal
from clamh.model.sources import Annotation

_BOM = b"\xef\xbb\xbf"
_NOT_CODE = re.compile(rb"//[^\n]*|/\*[\s\S]*?\*/")
_PACKAGE = re.compile(rb"\bpackage(\s+)([^\W\d]\w*)")
_DEBUG = re.compile(rb"^//go:debug[ \t].*", re.MULTILINE)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
FOLDER = "user"  # of the copies, in the artifact's module
MAIN = b"users"  # the name of `package main` in a copy, since a package main cannot be imported


def find_debug_lines(text: bytes) -> list[str]:
    """The `//go:debug` lines of a file of `package main`. They count only in the artifact's own main package."""
    clause = _find_clause(text)
    if clause is None or clause[2] != b"main":
        return []
    return [line.decode("utf-8", "replace").rstrip() for line in _DEBUG.findall(text, 0, clause.start())]


def _find_clause(text: bytes) -> re.Match[bytes] | None:
    """The package clause, in a copy of the same length without comments."""
    return _PACKAGE.search(_NOT_CODE.sub(lambda match: re.sub(rb"[^\n]", b" ", match[0]), text))


def copy_source(text: bytes, path: str, annotations: Iterable[Annotation], prefix: str, registration: str) -> str:
    """The copy's text; the runtime is imported as `<prefix>` on the line of the package clause, so no line moves.

    Bytes that are not UTF-8 are surrogate escapes. A file without `registration` does not import the runtime.
    """
    copy = bytearray(blank_annotations(text, annotations))
    clause = _find_clause(bytes(copy))
    if clause is not None:
        name = MAIN if clause[2] == b"main" else clause[2]
        imported = f'; import {prefix} "clamh"'.encode() if registration else b""
        copy[clause.start(2):clause.end(2)] = name + imported
    body = bytes(copy).removeprefix(_BOM).decode("utf-8", "surrogateescape")
    return f"{line_directive(path, 1)}:1\n{body}\n{registration}"


def line_directive(path: str, line: int) -> str:
    """The directive that maps the next line to a line of the user's file; its path is absolute, as in the compiler's
    messages.
    """
    shown = os.path.abspath(path).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    printable = _CONTROL.sub("_", shown)
    return f"//line {printable}:{line}"


def literal(text: str) -> str:
    """A Go string literal of these bytes."""
    data = text.encode("utf-8", "surrogateescape")
    try:
        spelled = json.dumps(data.decode("utf-8"), ensure_ascii=False)
    except UnicodeDecodeError:
        spelled = byte_literal(text)
    return spelled.replace("\x7f", "\\x7f").replace("\ufeff", "\\ufeff")
