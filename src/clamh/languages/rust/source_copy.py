"""The compiled copy of a user's file: annotations are blanked, and every line and column stays the same. Stubs are
inserted where they can access what they call: at the end of the file, and before the `}` of a module in it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

from clamh.languages.generators import apply_changes
from clamh.model.sources import Annotation, CompilerControl

CONTROLS = {"INLINE": b"#[inline(always)] ", "DONT_INLINE": b"#[inline(never)] "}
_CODE = re.compile(r"[^\s]")
_INCLUDE = re.compile(rb'\b(?:include|include_str|include_bytes)!\s*[(\[{]\s*"([^"\\\r\n]+)"')
_ESCAPES = {'"': '\\"', "\\": "\\\\"}


def copy_source(
        text: bytes,
        path: str,
        annotations: Iterable[Annotation],
        stubs: Mapping[int, str],
        controls: Iterable[CompilerControl] = (),
) -> str:
    """The copy's text. `stubs` maps the offset of a module's `}`, or -1 for the end of the file, to the inserted text;
    `controls` are the CompilerControls of this file's functions.

    In a module the text is put on the line of the `}`, so that no line moves. An included file with a relative path
    is named by its absolute path, since the copy is in another folder. Bytes that are not UTF-8 are surrogate escapes.
    """
    changes = [(annotation.start, annotation.end, _blank(text[annotation.start:annotation.end]))
               for annotation in annotations if annotation.spelling == "at"]
    changes += [(offset, offset, " ".join(stub.split("\n")).encode()) for offset, stub in stubs.items() if offset >= 0]
    changes += [(control.declaration.start, control.declaration.start, CONTROLS[control.mode]) for control in controls]
    for match in _INCLUDE.finditer(text):
        included = os.path.join(os.path.dirname(os.path.abspath(path)), os.fsdecode(match[1]))
        if not os.path.isabs(os.fsdecode(match[1])) and os.path.isfile(included):
            changes.append((*match.span(1), _escape(included)))
    copy = apply_changes(text, changes).decode("utf-8", "surrogateescape")
    return f"{copy}\n{stubs[-1]}" if -1 in stubs else copy


def _blank(text: bytes) -> bytes:
    """One space per character, since rustc counts columns in characters; line ends stay."""
    return _CODE.sub(" ", text.decode("utf-8", "replace")).encode()


def _escape(path: str) -> bytes:
    return os.fsencode("".join(_ESCAPES.get(char, char) for char in path))


def literal(text: str) -> str:
    """A Rust string literal of this text, on one line; what is not Unicode becomes U+FFFD."""
    def spelled(char: str) -> str:
        if "\ud800" <= char <= "\udfff":
            return "\\u{fffd}"
        return _ESCAPES.get(char) or (char if " " <= char <= "~" else f"\\u{{{ord(char):x}}}")
    return f'"{"".join(map(spelled, text))}"'
