"""The headers of a file: those that belong to its artifact, and those that front-ends read for names that the file uses
and does not define.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from tree_sitter import Node

from clamh.languages.c_family.conditions import conditions, is_inside, without_skipped, without_split_braces
from clamh.languages.c_family.macros import blank, code_only, directives, without_macros
from clamh.languages.frontends import find_beside, parser
from clamh.model.sources import Unit

_INCLUDE = re.compile(rb'[ \t]*#[ \t]*include[ \t]*"([^"\r\n\0]+)"')
_ANNOTATION = re.compile(rb"@\w+(?:[ \t]*\((?:[^()]|\([^()]*\))*\))?")  # in the plain spelling; strings are blank


def find_headers(path: str, text: bytes) -> list[str]:
    """The files that this file includes in quotes, in order, as far as they exist at the path relative to this file."""
    return find_beside(path, (name for _, name in _read_includes(text)))


def find_conditional_headers(path: str, text: bytes) -> list[str]:
    """Those of these files that each of its includes names under a condition."""
    includes, extents = _read_includes(text), conditions(text)
    always = find_beside(path, (name for start, name in includes if not is_inside(start, extents)))
    return [header for header in find_beside(path, (name for _, name in includes)) if header not in always]


def _read_includes(text: bytes) -> list[tuple[int, bytes]]:
    """The offsets and names of the includes in quotes, outside of comments."""
    return [(start, match[1]) for start, _ in directives(text) if (match := _INCLUDE.match(text, start))]


def included_files(unit: Unit) -> set[str]:
    """The files of a unit that are compiled with another file of it, which includes them.

    A file that is included only under a condition is compiled by itself too if the user names it.
    """
    apart = {os.path.realpath(file.path) for file in unit.companions if file.named}
    return {os.path.realpath(path) for parsed in unit.parsed
            for path in find_headers(parsed.source.path, parsed.text)} - apart


def header_roots(language: str, path: str, text: bytes) -> Iterator[Node]:
    """The syntax trees of the headers that a file includes in quotes, and of those that they include."""
    for code in read_headers(path, text):
        visible = without_macros(without_split_braces(without_skipped(_without_annotations(code), code)))
        yield parser(language).parse(visible).root_node


def read_headers(path: str, text: bytes) -> Iterator[bytes]:
    """The texts of the headers that a file includes in quotes, and of those that they include."""
    headers = find_headers(path, text)
    for header in headers:  # it grows while it is read
        code = Path(header).read_bytes()
        headers += [found for found in find_headers(header, code) if found not in headers and found != path]
        yield code


def _without_annotations(code: bytes) -> bytes:
    if b"@" not in code:
        return code
    out = bytearray(code)
    for match in _ANNOTATION.finditer(code_only(code)):
        out[match.start():match.end()] = blank(match[0])
    return bytes(out)
