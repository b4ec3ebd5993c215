"""Finds the strings, templates, regular expressions and comments of JavaScript.

A template may contain code with more templates. Whether `/` divides or begins a regular expression depends on the
text before it: after an operand it divides. Operands are searched only when a `/` is found, backward from it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_INTERESTING = re.compile(
    rb"//[^\r\n]*|/\*(?s:.*?)(?:\*/|\Z)"
    rb"|\"(?:[^\"\\\r\n]|\\(?:\r\n|(?s:.)))*\"|'(?:[^'\\\r\n]|\\(?:\r\n|(?s:.)))*'"
    rb"|[`/(){}]"
)
_REGEX = re.compile(rb"/(?:[^/\\\[\r\n]|\\[^\r\n]|\[(?:[^\]\\\r\n]|\\[^\r\n])*\])+/[\w$]*")
_TEMPLATE = re.compile(rb"(?:[^`\\$]+|\\(?s:.)|\$(?!\{))*(`|\$\{|)")
_SHEBANG = re.compile(rb"#![^\r\n]*")
_WORD = re.compile(rb"[\w$\x80-\xff]")

# An expression follows these words.
_BEFORE_EXPRESSION = frozenset(
    b"return typeof case in of delete void throw new instanceof yield await extends default".split())
_BEFORE_STATEMENT = frozenset(b"else do try finally catch static".split())
_WITH_CONDITION = frozenset(b"if while for with switch catch".split())


class Span(NamedTuple):
    """One literal or comment; for nested templates the outermost."""

    kind: str  # comment | string | template | regex | shebang
    start: int
    end: int


def literals(text: bytes) -> list[tuple[int, int]]:
    """The extents of everything except code and comments, in order."""
    return [(span.start, span.end) for span in spans(text) if span.kind != "comment"]


def blank_literals(text: bytes, comments: bool = False) -> bytes:
    """The text with spaces inside its literals and, with `comments`, in place of comments; length and lines stay the
    same.
    """
    out = bytearray(text)
    for span in spans(text):
        begin, end = span.start, span.end
        if span.kind in ("string", "template", "regex"):
            begin += 1
            closing = text.rfind(text[span.start:begin], begin, end)
            end = end if closing < 0 else closing  # a template without an end
        elif not comments:
            continue
        out[begin:end] = re.sub(rb"[^\r\n]", b" ", text[begin:end])
    return bytes(out)


@lru_cache(maxsize=4)
def spans(text: bytes) -> tuple[Span, ...]:
    """The literals and comments of a text in order; never raises, for any bytes."""
    return tuple(_Reader(text).read())


class _Reader:
    """Reads a text forward, and keeps what is needed to look backward."""

    def __init__(self, text: bytes):
        self.text = text
        self.spans: list[Span] = []
        self.open: list[tuple[bytes, int]] = []  # open brackets, b"${" and b"`", with their offsets
        self.opening: dict[int, int] = {}  # offset of a closing bracket → offset of its opening bracket
        self.substitutions: set[int] = set()  # offsets of the { of a ${
        self.comments: dict[int, int] = {}  # end → start
        self.ends: set[int] = set()  # end offsets of literals
        self.templates = 0

    def read(self) -> list[Span]:
        offset = 0
        if (match := _SHEBANG.match(self.text)) is not None:
            offset = match.end()
            self.spans.append(Span("shebang", 0, offset))
            self.comments[offset] = 0
        while (token := _INTERESTING.search(self.text, offset)) is not None:
            offset = self._token(token)
        if self.templates:  # a template without an end
            start = next(start for mark, start in self.open if mark == b"`")
            self.spans.append(Span("template", start, len(self.text)))
        return self.spans

    def _token(self, match: re.Match[bytes]) -> int:
        """Record one token; return the offset at which to continue."""
        start, end, first_char = match.start(), match.end(), match[0][:1]
        if first_char == b"/":
            if end > start + 1:
                self.comments[end] = start
                self._add("comment", start, end)
                return end
            regex = _REGEX.match(self.text, start)
            if regex is None or self._operand_before(start):
                return end
            return self._literal("regex", start, regex.end())
        if first_char in b"\"'":
            return self._literal("string", start, end)
        if first_char == b"`":
            self.open.append((b"`", start))
            self.templates += 1
            return self._template(end)
        if first_char in b"({":
            self.open.append((first_char, start))
            return end
        return self._close(first_char, start, end)

    def _close(self, bracket: bytes, start: int, end: int) -> int:
        if bracket == b")":
            if self.open and self.open[-1][0] == b"(":
                self.opening[start] = self.open.pop()[1]
            return end
        while self.open and self.open[-1][0] == b"(":  # never closed: the brace ends the block around it
            self.open.pop()
        if not self.open:
            return end
        mark, opened = self.open.pop()
        if mark == b"${":
            return self._template(end)
        self.opening[start] = opened
        return end

    def _template(self, offset: int) -> int:
        """Skip the characters of a template from `offset`; return the offset at which code continues."""
        match = _TEMPLATE.match(self.text, offset)
        assert match is not None
        if match[1] == b"${":
            self.open.append((b"${", match.end()))
            self.substitutions.add(match.end() - 1)
            return match.end()
        if match[1] == b"`":
            _, start = self.open.pop()
            self.templates -= 1
            return self._literal("template", start, match.end())
        return len(self.text)

    def _literal(self, kind: str, start: int, end: int) -> int:
        self.ends.add(end)
        self._add(kind, start, end)
        return end

    def _add(self, kind: str, start: int, end: int) -> None:
        if not self.templates:
            self.spans.append(Span(kind, start, end))

    def _last_code_byte(self, offset: int) -> int:
        """The offset of the last byte of code before `offset`, -1 if there is none."""
        while offset > 0:
            if offset in self.comments:
                offset = self.comments[offset]
            elif self.text[offset - 1] in b" \t\r\n\v\f":
                offset -= 1
            else:
                break
        return offset - 1

    def _word(self, last: int) -> tuple[bytes, int]:
        """The word that ends at `last`, and its first offset."""
        first = last
        while first >= 0 and _WORD.match(self.text, first):
            first -= 1
        return self.text[first + 1:last + 1], first + 1

    def _keyword(self, last: int) -> bytes:
        """The word that ends at `last`, "" if it is a member's name, as in `a.return`."""
        word, first = self._word(last)
        before = self._last_code_byte(first)
        member = before >= 0 and (self.text[before] == 35
                                  or self.text[before] == 46 and self.text[before - 2:before] != b"..")
        if word == b"of" and not (before >= 0 and (_WORD.match(self.text, before) or self.text[before] in b"]}")):
            return b""
        return b"" if member else word

    def _operand_before(self, offset: int) -> bool:
        """Whether an operand ends before `offset`, so that a `/` there divides."""
        last = self._last_code_byte(offset)
        if last < 0:
            return False
        if last + 1 in self.ends:
            return True
        char = self.text[last:last + 1]
        if _WORD.match(char):
            word = self._keyword(last)
            return word not in _BEFORE_EXPRESSION and word not in _BEFORE_STATEMENT
        if char == b")":
            return last not in self.opening or not self._is_condition(self.opening[last])
        if char == b"}":
            return last in self.opening and not self._is_block(self.opening[last])
        if char == b".":
            return self.text[last - 1:last].isdigit()
        if char == b"!" and last > 0 and self.text[last - 1] not in b" \t\r\n":  # TypeScript: `a! / b`
            return self._operand_before(last)
        return char == b"]" or self.text[last - 1:last + 1] in (b"++", b"--")

    def _is_condition(self, opened: int) -> bool:
        """Whether the parenthesis belongs to `if (…)` or a similar statement, so that a statement follows it."""
        last = self._last_code_byte(opened)
        word = self._keyword(last)
        if word == b"await":  # for await (…)
            word = self._keyword(self._last_code_byte(self._word(last)[1]))
        return word in _WITH_CONDITION

    def _is_block(self, opened: int, depth: int = 0) -> bool:
        """Whether the brace opens a block or a declaration's body, so that no operand ends with it.

        `depth` counts the enclosing braces examined so far.
        """
        last = self._last_code_byte(opened)
        if last < 0:
            return True
        char = self.text[last:last + 1]
        if char == b")":
            return last not in self.opening or self._is_condition(self.opening[last]) or self._declares(
                self.opening[last])
        if char == b">":
            return self.text[last - 1:last] == b"="
        if char == b":":
            return self._is_label(last, depth)
        if char in b";}" or char == b"{":
            return last not in self.substitutions
        if not _WORD.match(char):
            return False
        word = self._keyword(last)
        return word in _BEFORE_STATEMENT or word not in _BEFORE_EXPRESSION and self._declares(opened)

    def _is_label(self, colon: int, depth: int) -> bool:
        """Whether a `:` ends a label or a case; in an object or in `? :` a value follows it."""
        begin = max(self.text.rfind(mark, 0, colon) for mark in (b";", b"{", b"}", b"\n"))
        head = self.text[begin + 1:colon].split()
        outer = begin >= 0 and self.text[begin:begin +
                                         1] == b"{" and depth < 20 and not self._is_block(begin, depth + 1)
        return bool(head) and (head[0] in (b"case", b"default") or len(head) == 1 and not outer and b"?" not in head[0])

    def _declares(self, opened: int) -> bool:
        """Whether the text before `opened` is the head of a declaration or method, not of an expression."""
        offset = opened
        for _ in range(12):  # words in a head: async function * name, class Name extends a.b.C
            last = self._last_code_byte(offset)
            if last < 0:
                return True
            word, first = self._word(last)
            if word in (b"function", b"class"):
                return self._begins_statement(first)
            if not word and self.text[last:last + 1] not in b"*.":
                return True
            offset = first if word else last
        return True

    def _begins_statement(self, offset: int) -> bool:
        last = self._last_code_byte(offset)
        if last >= 0 and self._word(last)[0] == b"async":
            last = self._last_code_byte(self._word(last)[1])
        if last < 0 or not _WORD.match(self.text, last):
            return last < 0 or self.text[last:last + 1] in (b";", b"{", b"}", b")", b"]")
        return self._word(last)[0] == b"default" or self._keyword(last) not in _BEFORE_EXPRESSION
