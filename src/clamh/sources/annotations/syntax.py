"""Find syntax faults of a source: a bracket without its partner, or an error of the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

_BRACKET = re.compile(rb"^[ \t]*|[()\[\]{}]", re.MULTILINE)  # a bracket, or the indentation of a line
_PARTNERS = {b")": b"(", b"]": b"[", b"}": b"{"}
_MOST = 40  # characters of the source in a message


class Fault(NamedTuple):
    """Start and end of a syntax fault, in bytes, and its description."""

    start: int
    end: int
    message: str


def find_unbalanced_bracket(code: bytes) -> Fault | None:
    """The first bracket without a partner or with a wrong one; `code` has no comments and literals.

    If a closing bracket is missing at the end, indentation shows which. A bracket that is closed by a line with less
    indentation than its own took the partner of the bracket around it.
    """
    opened: list[tuple[bytes, int, int]] = []  # bracket, position, indentation of its line
    suspects: list[tuple[bytes, int, int]] = []
    indentation = line_begin = 0
    for match in _BRACKET.finditer(code):
        bracket = match[0]
        if not bracket.strip():
            indentation, line_begin = len(bracket), match.end()
        elif bracket not in _PARTNERS:
            opened.append((bracket, match.start(), indentation))
        elif opened and opened[-1][0] == _PARTNERS[bracket]:
            pair = opened.pop()
            if match.start() == line_begin and indentation < pair[2]:
                suspects.append(pair)
        elif opened:
            opening, position, _ = opened[-1]
            line = code.count(b"\n", 0, position) + 1
            message = f"`{bracket.decode()}` cannot close the `{opening.decode()}` of line {line}"
            return Fault(match.start(), match.end(), message)
        else:
            return Fault(match.start(), match.end(), f"`{bracket.decode()}` closes nothing")
    if not opened:
        return None
    bracket, position, _ = (suspects or opened)[0]
    return Fault(position, len(code), f"`{bracket.decode()}` is never closed")


def find_faults(text: bytes, root: Any) -> Iterator[Fault]:
    """The outermost errors and missing nodes of a tree, in order; `root` is tree-sitter's node of the text."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_missing:
            kind = "a name or value" if node.is_named else f"`{node.type}`"
            yield Fault(node.start_byte, node.end_byte, f"{kind} is missing here")
        elif node.is_error:
            excerpt = " ".join(text[node.start_byte:node.end_byte].decode("utf-8", "replace").split())
            excerpt = excerpt if len(excerpt) <= _MOST else f"{excerpt[:_MOST]}…"
            yield Fault(node.start_byte, node.end_byte, f"`{excerpt}` is not allowed here")
        else:
            waiting += [
                child for child in reversed(node.children) if child.has_error or child.is_error or child.is_missing
            ]
