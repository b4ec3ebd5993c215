"""Blanks preprocessor conditions that split pairs of braces, so that the declarations around them keep their shape.

`#ifdef A … f(int) { #else … f(long) { #endif … }` has one closing brace for two opening ones: the grammar, which sees
both branches, loses what follows. The first branch is kept, as if its condition held. The most common case is
`extern "C" {` under `#ifdef __cplusplus`. The compiler, not this file, decides whether code exists. Only what `#if 0`
skips is blanked first: it need not be code.
"""

from __future__ import annotations

import re
from bisect import bisect_right

import msgspec

from clamh.languages.c_family.macros import blank, code_only, directives

_WORD = re.compile(rb"[ \t]*#[ \t]*(\w+)")
_GUARD = re.compile(rb"[ \t]*#[ \t]*(?:ifndef[ \t]+|if[ \t]*![ \t]*defined[ \t]*\(?[ \t]*)(\w+)[ \t]*\)?[ \t]*"
                    rb"(?://[^\n]*)?\r?\n(?:[ \t]*(?://[^\n]*)?\r?\n)*[ \t]*#[ \t]*define[ \t]+\1\b")

_CONDITION = re.compile(rb"^[ \t]*#[ \t]*(ifn?def|if|elifn?def|elif|else|endif)\b([^\r\n]*?)(?:/[/*][^\r\n]*)?\r?$",
                        re.MULTILINE)
_SKIPPED = re.compile(rb"[ \t]*#[ \t]*if[ \t(]+(?:0|false)[ \t)]*(?:/[/*][^\n]*)?\r?\n?")
_FURTHER = (b"elif", b"else", b"elifdef", b"elifndef", b"endif")
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


def without_skipped(text: bytes, original: bytes = b"") -> bytes:
    """`text` without what `#if 0` skips; `text` itself if there is nothing.

    A branch stays if it has an annotation in `original`, or if it shares a brace with code behind the condition.
    """
    if b"#" not in text:
        return text
    code, out = code_only(text), bytearray(text)
    begins: list[int] = []  # of each open condition, where its skipped branch begins; -1 without such a branch
    for start, end in directives(text):
        match = _WORD.match(text, start)
        word = match[1] if match else b""
        if word in (b"if", b"ifdef", b"ifndef"):
            begins.append(end if _SKIPPED.fullmatch(text, start, end) else -1)
        elif word in _FURTHER and begins:
            begin = begins.pop()
            is_split = word != b"endif" and code.count(b"{", begin, start) != code.count(b"}", begin, start)
            if begin >= 0 and b"@@" not in original[begin:start] and not is_split:
                out[begin:start] = blank(out[begin:start])
            if word != b"endif":
                begins.append(-1)
    return bytes(out) if out != text else text


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
        elif word in _FURTHER and open_conditions:
            open_conditions[-1].lines.append((start, end))
            if word == b"endif":
                _keep_first(open_conditions.pop(), code, out)
    return bytes(out) if out != text else text


def _keep_first(condition: _Condition, code: bytearray, out: bytearray) -> None:
    lines = condition.lines
    branches = [(before[1], after[0]) for before, after in zip(lines, lines[1:])]
    if _SKIPPED.fullmatch(out, *lines[0]) and not out[slice(*branches[0])].strip():
        branches = branches[1:]
    if all(code.count(b"{", *branch) == code.count(b"}", *branch) for branch in branches):
        return
    for start, end in [*lines, *branches[1:]]:
        out[start:end] = blank(out[start:end])
        code[start:end] = blank(code[start:end])


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
