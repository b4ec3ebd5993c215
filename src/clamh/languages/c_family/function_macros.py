"""Finds calls of macros that make a whole function: the grammar sees no function, or takes the next one for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from clamh.languages.c_family.headers import read_headers
from clamh.languages.c_family.macros import code_only, directives
from clamh.languages.frontends import CALLED, Places
from clamh.model.sources import Annotation, Declaration

_CALL = re.compile(rb"\s*([A-Za-z_]\w*)[ \t]*\(")
_DEFINITION = re.compile(rb"[ \t]*#[ \t]*define[ \t]+(\w+)\(")


def add_function_macros(declarations: Sequence[Declaration], path: str, blanked: bytes,
                        annotations: Sequence[Annotation], places: Places) -> list[Declaration]:
    """The declarations, and a function without a type for each annotated call of a macro with braces in its text.

    The rules of the language then report it at its place.
    """
    code, starts = code_only(blanked), {declaration.start for declaration in declarations}
    calls = {call.start(1): call[1] for annotation in annotations
             if annotation.name in CALLED and (call := _CALL.match(code, annotation.end))
             and call.start(1) not in starts}
    if not calls:
        return list(declarations)
    macros = {name for text in (blanked, *read_headers(path, blanked)) for name in _find_macros(text)}
    return [*declarations, *(
        Declaration(kind="function", name=name.decode(), scope=(), location=places.at(start), start=start,
                    end=start + len(name)) for start, name in calls.items() if name in macros)]


def _find_macros(text: bytes) -> Iterator[bytes]:
    """The names of macros with parameters whose text has a brace."""
    for start, end in directives(text):
        if (match := _DEFINITION.match(text, start)) and b"{" in text[match.end():end]:
            yield match[1]
