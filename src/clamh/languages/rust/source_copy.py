"""The copy of a user's file that is compiled: annotations blanked, every line and column as they are, the stubs where they
reach what they call: at the end of the file, and before the `}` of a module in it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

from clamh.model.sources import Annotation, CompilerControl

CONTROLS = {"INLINE": b"#[inline(always)] ", "DONT_INLINE": b"#[inline(never)] "}
_CODE = re.compile(r"[^\s]")
_INCLUDE = re.compile(rb'\b(?:include|include_str|include_bytes)!\s*[(\[{]\s*"([^"\\\r\n]+)"')
_ESCAPES = {'"': '\\"', "\\": "\\\\"}


def emitted(
    text: bytes, path: str, annotations: Iterable[Annotation], stubs: Mapping[int, str], controls: Iterable[CompilerControl] = (),
) -> str:
    """The copy's text. `stubs` maps the byte of a module's `}`, or -1 for the end of the file, to what goes there;
    `controls` are those of this file's functions.

    In a module of its own the text is on the line of the `}`, so that no line moves. A file that is included by a path
    relative to this one is named in full, since the copy stands elsewhere. Bytes that are no UTF-8 are surrogate escapes.
    """
    changes = [(annotation.start, annotation.end, _blank(text[annotation.start:annotation.end])) for annotation in annotations if annotation.spelling == "at"]
    changes += [(offset, offset, " ".join(stub.split("\n")).encode()) for offset, stub in stubs.items() if offset >= 0]
    changes += [(control.declaration.start, control.declaration.start, CONTROLS[control.mode]) for control in controls]
    for match in _INCLUDE.finditer(text):
        included = os.path.join(os.path.dirname(os.path.abspath(path)), os.fsdecode(match[1]))
        if not os.path.isabs(os.fsdecode(match[1])) and os.path.isfile(included):
            changes.append((*match.span(1), _escape(included)))
    pieces, done = [], 0
    for begin, end, inserted in sorted(changes, key=lambda change: change[:2]):
        if begin >= done:
            pieces += [text[done:begin], inserted]
            done = end
    copy = b"".join([*pieces, text[done:]]).decode("utf-8", "surrogateescape")
    return f"{copy}\n{stubs[-1]}" if -1 in stubs else copy


def _blank(text: bytes) -> bytes:
    """As many spaces as the text has characters, by which rustc counts columns; line ends stay."""
    return _CODE.sub(" ", text.decode("utf-8", "replace")).encode()


def _escape(path: str) -> bytes:
    return os.fsencode("".join(_ESCAPES.get(char, char) for char in path))


def literal(text: str) -> str:
    """A Rust string literal of exactly this text, on one line; what is no Unicode becomes U+FFFD."""
    def spelled(char: str) -> str:
        if "\ud800" <= char <= "\udfff":
            return "\\u{fffd}"
        return _ESCAPES.get(char) or (char if " " <= char <= "~" else f"\\u{{{ord(char):x}}}")
    return f'"{"".join(map(spelled, text))}"'
