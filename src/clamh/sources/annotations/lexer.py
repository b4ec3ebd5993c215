"""Find strings, comments and annotations of a source file by the tables of its language; blank parts of a file."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from clamh.languages import Lexer

IDENTIFIER = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*"
JMH_PACKAGE = b"org.openjdk.jmh.annotations."  # sources ported from Java may keep it before a name
NAME = rb"(?:" + re.escape(JMH_PACKAGE) + rb")?" + IDENTIFIER
SPACES = bytes(byte if byte in b"\r\n" else 0x20 for byte in range(256))
PLAIN = rb"(?<!@)@" + IDENTIFIER


class Token(NamedTuple):
    """A string or comment to skip, or a place where an annotation begins."""

    kind: str  # literal | comment | marked (a line comment that begins with @@Name) | plain (@Name)
    start: int
    end: int


class Span(NamedTuple):
    """A piece of text with the methods start() and end() of a regular expression's match."""

    first: int
    after: int

    def start(self) -> int:
        """The offset of its first byte."""
        return self.first

    def end(self) -> int:
        """The offset after its last byte."""
        return self.after


class Extents:
    """The literals that the language's own module finds in one text, with the methods of a regular expression's
    pattern.
    """

    def __init__(self, text: bytes, lexer: Lexer):
        self._spans = [Span(start, end) for start, end in lexer.extents(text)]
        self._starts = [span.first for span in self._spans]

    def search(self, text: bytes, position: int = 0) -> Span | None:
        """The first literal that begins at or after `position`."""
        index = bisect_left(self._starts, position)
        return self._spans[index] if index < len(self._spans) else None

    def match(self, text: bytes, position: int) -> Span | None:
        """The literal that begins at `position`."""
        span = self.search(text, position)
        return span if span is not None and span.first == position else None


class Tokens:
    """Finds the next literal, comment or annotation of a text.

    One pattern finds everything except the literals that the language's own module finds. Its next match is kept until
    the position has passed it, so the text is searched about once. Tokens work on bytes: offsets equal tree-sitter's,
    and no file can have a wrong encoding.
    """

    def __init__(self, text: bytes, lexer: Lexer):
        self.text, self.lexer = text, lexer
        self.extents = Extents(text, lexer)
        self._pattern = _pattern(lexer)
        self._match: re.Match[bytes] | None = None
        self._searched = len(text) + 1  # `_match` is the next match for positions from here on

    def after(self, position: int) -> Token | None:
        """The first token at or after `position`; of two at the same place, that of the earlier pattern."""
        match = self._match
        if position < self._searched or match is not None and match.start() < position:
            match = self._match = self._pattern.search(self.text, position)
            self._searched = position
        literal = self.extents.search(self.text, position) if self.lexer.literals_in else None
        if literal is not None and (match is None or literal.first <= match.start()):
            return Token("literal", literal.first, max(literal.after, literal.first + 1))
        if match is None:
            return None
        kind = match.lastgroup or ""
        if kind == "block":
            return Token("comment", match.start(), self._block_end(match.end()))
        return Token(kind, match.start(), max(match.end(), match.start() + 1))

    def annotation_after(self, position: int) -> Token | None:
        """The first place at or after `position` where an annotation begins."""
        if self.lexer.literals_in or self.lexer.nested_block_comments:
            token = self.after(position)
            while token is not None and token.kind not in ("marked", "plain"):
                token = self.after(token.end)
            return token
        match = _skipping(self.lexer).match(self.text, position)
        kind = match.lastgroup if match is not None else None
        return Token(kind, match.start(kind), match.end(kind)) if match is not None and kind is not None else None

    def _block_end(self, position: int) -> int:
        assert self.lexer.block_comment is not None
        begin, end = (part.encode() for part in self.lexer.block_comment)
        if not self.lexer.nested_block_comments:
            end_position = self.text.find(end, position)
            return len(self.text) if end_position < 0 else end_position + len(end)
        depth = 1
        for match in re.compile(re.escape(end) + rb"|" + re.escape(begin)).finditer(self.text, position):
            depth += -1 if match[0] == end else 1
            if depth == 0:
                return match.end()
        return len(self.text)


@cache
def _pattern(lexer: Lexer) -> re.Pattern[bytes]:
    """A token of the language; the name of the last group is its kind. Of two kinds at one place the earlier group
    matches.
    """
    line = re.escape(lexer.line_comment.encode())
    rest = rb"(?:\\\r?\n|[^\r\n])*" if lexer.line_splices else rb"[^\r\n]*"
    kinds = []
    if lexer.block_comment:  # before line comments: in Lua `--[[` begins with `--`
        kinds.append((b"block", re.escape(lexer.block_comment[0].encode())))
    if lexer.literals:
        kinds.append((b"literal", b"|".join(b"(?:" + literal.encode() + b")" for literal in lexer.literals)))
    kinds += [(b"marked", _marked(lexer)), (b"comment", line + rest), (b"plain", PLAIN)]
    return re.compile(b"|".join(b"(?P<" + kind + b">" + pattern + b")" for kind, pattern in kinds))


def _marked(lexer: Lexer) -> bytes:
    """A mark with its name. After a blank it counts only if nothing but arguments follows, since prose may begin like
    this.
    """
    line = re.escape(lexer.line_comment.encode())
    marked = line + rb"@@" + NAME
    if lexer.spaced_marks:
        return rb"(?:" + marked + rb"|" + line + rb"[ \t]@@" + NAME + rb"(?=[ \t]*(?:\(|@@|" + line + rb"|\r?\n|\Z)))"
    return marked


@cache
def _skipping(lexer: Lexer) -> re.Pattern[bytes]:
    """All text up to the next annotation, and that annotation. A loop over 200,000 tokens would take a second."""
    line = re.escape(lexer.line_comment.encode())
    marked = _marked(lexer)
    rest = rb"(?:\\\r?\n|[^\r\n])*+" if lexer.line_splices else rb"[^\r\n]*+"
    skipped = [rb"\s++"]
    if lexer.block_comment:
        begin, end = (re.escape(part.encode()) for part in lexer.block_comment)
        skipped.append(begin + rb"(?s:.*?)(?:" + end + rb"|\Z)")
    skipped += [rb"(?:" + literal.encode() + rb")" for literal in lexer.literals]
    skipped += [rb"(?!" + marked + rb")" + line + rest]
    skipped += [rb"(?!" + marked + rb")[^@]", rb"(?!" + PLAIN + rb")@"]
    return re.compile(rb"(?>" + b"|".join(skipped) + rb")*+(?:(?P<marked>" + marked + rb")|(?P<plain>" + PLAIN + rb"))")


def spaces(text: bytes) -> bytes:
    """As many spaces as `text` has bytes, with its line ends."""
    return text.translate(SPACES)


def blank(text: bytes, ranges: Iterable[tuple[int, int]]) -> bytes:
    """`text` with spaces in these byte ranges; length and line ends are unchanged."""
    out = bytearray(text)
    for start, end in ranges:
        out[start:end] = spaces(text[start:end])
    return bytes(out)


def code_only(text: bytes, lexer: Lexer) -> bytes:
    """`text` with spaces in place of its comments and literals; length and line ends are unchanged."""
    ranges = []
    tokens = Tokens(text, lexer)
    token = tokens.after(0)
    while token is not None:
        if token.kind != "plain":
            ranges.append((token.start, token.end))
        token = tokens.after(token.end)
    return blank(text, ranges)
