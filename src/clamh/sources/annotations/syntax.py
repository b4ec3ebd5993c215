"""Where a source cannot be of its language: a bracket without its partner, or what the grammar takes for an error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

_BRACKET = re.compile(rb"^[ \t]*|[()\[\]{}]", re.MULTILINE)  # or where a line begins
_PARTNERS = {b")": b"(", b"]": b"[", b"}": b"{"}
_MOST = 40  # characters of the source in a message


class Fault(NamedTuple):
    """The extent of what is wrong, in bytes, and what it is."""

    start: int
    end: int
    message: str


def unbalanced(code: bytes) -> Fault | None:
    """The first bracket of a text without comments and literals that has no partner, or a wrong one.

    Where one is missing at the end, indentation tells which: one that is closed by a line further left than its own took the
    partner of what is around it.
    """
    opened: list[tuple[bytes, int, int]] = []  # each with its place and the indentation of its line
    suspects: list[tuple[bytes, int, int]] = []
    indentation = begin = 0
    for match in _BRACKET.finditer(code):
        bracket = match[0]
        if not bracket.strip():
            indentation, begin = len(bracket), match.end()
        elif bracket not in _PARTNERS:
            opened.append((bracket, match.start(), indentation))
        elif opened and opened[-1][0] == _PARTNERS[bracket]:
            pair = opened.pop()
            if match.start() == begin and indentation < pair[2]:
                suspects.append(pair)
        elif opened:
            before, at, _ = opened[-1]
            line = code.count(b"\n", 0, at) + 1
            told = f"`{bracket.decode()}` cannot close the `{before.decode()}` of line {line}"
            return Fault(match.start(), match.end(), told)
        else:
            return Fault(match.start(), match.end(), f"`{bracket.decode()}` closes nothing")
    if not opened:
        return None
    bracket, at, _ = (suspects or opened)[0]
    return Fault(at, len(code), f"`{bracket.decode()}` is never closed")


def faults(text: bytes, root: Any) -> Iterator[Fault]:
    """The outermost places that the grammar has no meaning for, in order; `root` is tree-sitter's node of the text."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_missing:
            kind = "a name or value" if node.is_named else f"`{node.type}`"
            yield Fault(node.start_byte, node.end_byte, f"{kind} is missing here")
        elif node.is_error:
            told = " ".join(text[node.start_byte:node.end_byte].decode("utf-8", "replace").split())
            told = told if len(told) <= _MOST else f"{told[:_MOST]}…"
            yield Fault(node.start_byte, node.end_byte, f"`{told}` cannot stand here")
        else:
            waiting += [one for one in reversed(node.children) if one.has_error or one.is_error or one.is_missing]
