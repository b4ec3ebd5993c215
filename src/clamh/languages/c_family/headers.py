"""The headers of a file, which front-ends read for the names that the file uses and does not define."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tree_sitter import Node

from clamh.languages.c_family.conditions import without_split_braces
from clamh.languages.c_family.macros import blank, code_only, without_macros
from clamh.languages.c_family.steps import find_headers
from clamh.languages.frontends import parser

_ANNOTATION = re.compile(rb"@\w+(?:[ \t]*\((?:[^()]|\([^()]*\))*\))?")  # in the plain spelling; strings are blank


def header_roots(language: str, path: str, text: bytes) -> Iterator[Node]:
    """The syntax trees of the headers that a file includes in quotes, and of those that they include."""
    headers = find_headers(path, text)
    for header in headers:  # it grows while it is read
        code = Path(header).read_bytes()
        headers += [found for found in find_headers(header, code) if found not in headers and found != path]
        visible = without_macros(without_split_braces(_without_annotations(code)))
        yield parser(language).parse(visible).root_node


def _without_annotations(code: bytes) -> bytes:
    if b"@" not in code:
        return code
    out = bytearray(code)
    for match in _ANNOTATION.finditer(code_only(code, b" ")):
        out[match.start():match.end()] = blank(match[0])
    return bytes(out)
