"""Blanks preprocessor conditions that split pairs of braces, so that the declarations around them keep their shape.

`#ifdef A … f(int) { #else … f(long) { #endif … }` has one closing brace for two opening ones: the grammar, which sees
both branches, loses what follows. The first branch is kept, as if its condition held. The most common case is
`extern "C" {` under `#ifdef __cplusplus`. The compiler, not this file, decides whether code exists. Only what `#if 0`
skips need not be code: if it has a bracket or a quote without its partner, it is blanked first.
"""

from __future__ import annotations

import re
from bisect import bisect_right

import msgspec

from clamh.languages.c_family.macros import blank, code_only, directives, has_open_literal

_WORD = re.compile(rb"[ \t]*#[ \t]*(\w+)")
_GUARD = re.compile(rb"[ \t]*#[ \t]*(?:ifndef[ \t]+|if[ \t]*![ \t]*defined[ \t]*\(?[ \t]*)(\w+)[ \t]*\)?[ \t]*"
                    rb"(?://[^\n]*)?\r?\n(?:[ \t]*(?://[^\n]*)?\r?\n)*[ \t]*#[ \t]*define[ \t]+\1\b")

_CONDITION = re.compile(rb"^[ \t]*#[ \t]*(ifn?def|if|elifn?def|elif|else|endif)\b([^\r\n]*?)(?:/[/*][^\r\n]*)?\r?$",
                        re.MULTILINE)
_SKIPPED = re.compile(rb"[ \t]*#[ \t]*if[ \t(]+0[ \t)]*(?:/[/*][^\n]*)?\r?\n?")
_PRESENT = re.compile(rb"[\s(]*(?:defined\b[\s(]*)?(?:CLAMH|LATH)[\s)]*")
_ABSENT = re.compile(rb"[\s(]*![\s(]*(?:defined\b[\s(]*)?(?:CLAMH|LATH)[\s)]*")


class _Condition(msgspec.Struct):
    lines: list[tuple[int, int]]  # the extents of its directives: #if, #elif …, #else, #endif


def conditions(text: bytes) -> list[tuple[int, int]]:
    """The extents from each outermost `#if…` to its `#endif`, in order, except a header's own guard."""
    extents: list[tuple[int, int]] = []
    opened: list[tuple[int, bool]] = []
    for start, end in directives(text):
        match = _WORD.match(text, start)
        word = match[1] if match else b""
        if word in (b"if", b"ifdef", b"ifndef"):
            guard = _GUARD.match(text, start) is not None and not opened and not extents
            opened.append((start, guard))
        elif word == b"endif" and opened:
            begin, guard = opened.pop()
            if not guard and all(outer for _, outer in opened):
                extents.append((begin, end))
    return extents


def is_inside(offset: int, extents: list[tuple[int, int]]) -> bool:
    """Whether `offset` is in any of these extents, which are sorted and disjoint."""
    before = bisect_right(extents, (offset, offset)) - 1
    return before >= 0 and extents[before][0] <= offset < extents[before][1]


def without_split_braces(text: bytes) -> bytes:
    """`text` with only the first branch of every condition whose branches have unbalanced braces."""
    if b"#" not in text:
        return text
    code = bytearray(code_only(text))
    out = bytearray(text)
    open_conditions: list[_Condition] = []
    for start, end in directives(text):
        match = _WORD.match(text, start)
        word = match[1] if match else b""
        if word in (b"if", b"ifdef", b"ifndef"):
            open_conditions.append(_Condition([(start, end)]))
        elif word in (b"elif", b"else", b"elifdef", b"elifndef", b"endif") and open_conditions:
            open_conditions[-1].lines.append((start, end))
            if word == b"endif":
                _keep_first(open_conditions.pop(), code, out)
    return bytes(out) if out != text else text


def _keep_first(condition: _Condition, code: bytearray, out: bytearray) -> None:
    lines = condition.lines
    branches = [(before[1], after[0]) for before, after in zip(lines, lines[1:])]
    if _SKIPPED.fullmatch(out, *lines[0]) and _is_prose(out, code, branches[0]):
        out[slice(*branches[0])] = code[slice(*branches[0])] = blank(out[slice(*branches[0])])
    if all(code.count(b"{", *branch) == code.count(b"}", *branch) for branch in branches):
        return
    for start, end in [*lines, *branches[1:]]:
        out[start:end] = blank(out[start:end])
        code[start:end] = blank(code[start:end])


def _is_prose(text: bytearray, code: bytearray, branch: tuple[int, int]) -> bool:
    pairs = ((b"(", b")"), (b"[", b"]"), (b"{", b"}"))
    return has_open_literal(bytes(text[slice(*branch)])) or any(
        code.count(opening, *branch) != code.count(closing, *branch) for opening, closing in pairs)


def is_outside_only(text: bytes, offset: int) -> bool:
    """Whether the code at `offset` is compiled only if CLAMH is not defined."""
    open_conditions: list[tuple[bool, bool]] = []  # whether the branch, and those that follow, are outside only
    for match in _CONDITION.finditer(text[:offset]):
        word, rest = match[1], match[2]
        if word == b"endif":
            open_conditions = open_conditions[:-1]
            continue
        expression = (b"!defined " if word.endswith(b"ndef") else b"defined " if word.endswith(b"def") else b"") + rest
        absent = any(_ABSENT.fullmatch(term) for term in expression.split(b"&&"))
        present = any(_PRESENT.fullmatch(term) for term in expression.split(b"||"))
        if word.startswith(b"if"):
            open_conditions.append((absent, present))
        elif open_conditions:
            following = open_conditions.pop()[1]
            open_conditions.append((following or absent, following or present))
    return any(outside for outside, _ in open_conditions)
