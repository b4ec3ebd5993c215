"""CompilerControl: the words before a function in its copy that make compilers inline it always or never."""

from __future__ import annotations

import re

from clamh.model.sources import CompilerControl, Declaration

# Text that may come before the place where compilers accept an attribute of a declaration.
_BLANK = re.compile(rb"(?:\s|//[^\n]*|/\*(?s:.*?)\*/|(?m:^[ \t]*#[^\n]*))+")
_BEFORE = re.compile(rb'(?:export|extern\s*"C(?:\+\+)?")(?!\s*\{)')
_BRACKETS = {b"<": b">", b"(": b")", b"[": b"]", b"{": b"}"}
_NAME = re.compile(rb"(?:::)?\w[\w:]*(?:\s*(?=<))?")
_REQUIRES = re.compile(rb"requires\b\s*")
_HEAD = re.compile(rb"requires\b[^{;]*(?=\{)")  # of a requires-expression, before its braces
_JOIN = re.compile(rb"\s*(?:&&|\|\|)\s*")


def attribute(control: CompilerControl) -> bytes:
    """The words to insert; `clamh.hpp` defines these macros."""
    if control.mode == "DONT_INLINE":
        return b"CLAMH_NOINLINE "
    # g++ warns of an always_inline function that is not inline; a method in a class body may repeat `inline`.
    return b"CLAMH_ALWAYS " + (b"" if "inline" in control.declaration.modifiers else b"inline ")


def insertion_offset(code: bytes, declaration: Declaration) -> int:
    """The offset in `code` (annotations are blanked) to insert them: after `template <…>`, `requires`, `[[…]]`, `extern
    "C"`.
    """
    offset = declaration.start
    while True:
        offset = _BLANK.match(code, offset).end() if _BLANK.match(code, offset) else offset
        if match := re.compile(rb"template\s*(?=<)").match(code, offset):
            offset = _skip_brackets(code, match.end())
        elif match := _REQUIRES.match(code, offset):
            offset = _skip_constraint(code, match.end())
            while match := _JOIN.match(code, offset):
                offset = _skip_constraint(code, match.end())
        elif code.startswith(b"[[", offset):
            offset = _skip_brackets(code, offset)
        elif match := _BEFORE.match(code, offset):
            offset = match.end()
        else:
            return offset


def _skip_constraint(code: bytes, offset: int) -> int:
    """The offset after `(…)`, `requires (…) {…}`, or a name such as `std::integral<T>` or `trait<T>::value`."""
    if match := _HEAD.match(code, offset):
        offset = match.end()
    if code[offset:offset + 1] in (b"(", b"{"):
        return _skip_brackets(code, offset)
    while match := _NAME.match(code, offset):
        offset = match.end()
        if code.startswith(b"<", offset):
            offset = _skip_brackets(code, offset)
        if not code.startswith(b"::", offset):
            break
    return offset


def _skip_brackets(code: bytes, offset: int) -> int:
    """The offset after the bracket that closes the one at `offset`."""
    stack: list[bytes] = []
    while offset < len(code):
        char = code[offset : offset + 1]
        offset += 1
        if char in _BRACKETS and not (char == b"<" and stack and stack[-1] in (b")", b"}")):
            stack.append(_BRACKETS[char])
        elif stack and char == stack[-1]:
            stack.pop()
            if not stack:
                return offset
    return offset
