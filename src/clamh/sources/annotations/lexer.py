"""Where a source file's strings and comments are, by the tables of its language; columns; blanking."""

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
    """A piece of text to step over, or a place where an annotation begins."""

    kind: str  # literal | comment | marked (a line comment that begins with @@Name) | plain (@Name)
    start: int
    end: int


class Span(NamedTuple):
    """A piece of text, asked where it is like a match."""

    first: int
    after: int

    def start(self) -> int:
        """Its first byte."""
        return self.first

    def end(self) -> int:
        """The byte behind it."""
        return self.after


class Extents:
    """The literals of one text as the language's own module finds them, asked like a pattern."""

    def __init__(self, text: bytes, lexer: Lexer):
        self._spans = [Span(start, end) for start, end in lexer.extents(text)]
        self._starts = [one.first for one in self._spans]

    def search(self, text: bytes, position: int = 0) -> Span | None:
        """The first literal that begins at or after `position`."""
        at = bisect_left(self._starts, position)
        return self._spans[at] if at < len(self._spans) else None

    def match(self, text: bytes, position: int) -> Span | None:
        """The literal that begins at `position`."""
        found = self.search(text, position)
        return found if found is not None and found.first == position else None


class Tokens:
    """Finds the next literal, comment or annotation of a text.

    One pattern finds all but the literals of the language's own module; its next match is kept until the position has
    passed it, so that the text is searched about once. Works on bytes: offsets are tree-sitter's, and no file has a
    wrong encoding.
    """

    def __init__(self, text: bytes, lexer: Lexer):
        self.text, self.lexer = text, lexer
        self.extents = Extents(text, lexer)
        self._pattern = _pattern(lexer)
        self._match: re.Match[bytes] | None = None
        self._searched = len(text) + 1  # from where on `_match` is the next one

    def after(self, position: int) -> Token | None:
        """The first token at or after `position`; of two at one place, that of the earlier pattern."""
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
            at = self.text.find(end, position)
            return len(self.text) if at < 0 else at + len(end)
        depth = 1
        for match in re.compile(re.escape(end) + rb"|" + re.escape(begin)).finditer(self.text, position):
            depth += -1 if match[0] == end else 1
            if depth == 0:
                return match.end()
        return len(self.text)


@cache
def _pattern(lexer: Lexer) -> re.Pattern[bytes]:
    """A token of the language, its kind as the last group's name; of two at one place the earlier one is meant."""
    line = re.escape(lexer.line_comment.encode())
    rest = rb"(?:\\\r?\n|[^\r\n])*" if lexer.line_splices else rb"[^\r\n]*"
    kinds = [(b"marked", _marked(lexer)), (b"comment", line + rest)]
    if lexer.block_comment:
        kinds.append((b"block", re.escape(lexer.block_comment[0].encode())))
    if lexer.literals:
        kinds.append((b"literal", b"|".join(b"(?:" + literal.encode() + b")" for literal in lexer.literals)))
    kinds.append((b"plain", PLAIN))
    return re.compile(b"|".join(b"(?P<" + kind + b">" + pattern + b")" for kind, pattern in kinds))


def _marked(lexer: Lexer) -> bytes:
    """A mark and its name; behind a blank only where nothing but its arguments follows, since prose begins so too."""
    line = re.escape(lexer.line_comment.encode())
    marked = line + rb"@@" + NAME
    if lexer.spaced_marks:
        return rb"(?:" + marked + rb"|" + line + rb"[ \t]@@" + NAME + rb"(?=[ \t]*(?:\(|@@|" + line + rb"|\r?\n|\Z)))"
    return marked


@cache
def _skipping(lexer: Lexer) -> re.Pattern[bytes]:
    """All that is no annotation, in one go (a loop over 200,000 tokens takes a second), and the annotation behind it."""
    line = re.escape(lexer.line_comment.encode())
    marked = _marked(lexer)
    rest = rb"(?:\\\r?\n|[^\r\n])*+" if lexer.line_splices else rb"[^\r\n]*+"
    skipped = [rb"\s++", rb"(?!" + marked + rb")" + line + rest]
    if lexer.block_comment:
        begin, end = (re.escape(part.encode()) for part in lexer.block_comment)
        skipped.append(begin + rb"(?s:.*?)(?:" + end + rb"|\Z)")
    skipped += [rb"(?:" + literal.encode() + rb")" for literal in lexer.literals]
    skipped += [rb"(?!" + marked + rb")[^@]", rb"(?!" + PLAIN + rb")@"]
    return re.compile(rb"(?>" + b"|".join(skipped) + rb")*+(?:(?P<marked>" + marked + rb")|(?P<plain>" + PLAIN + rb"))")


def spaces(text: bytes) -> bytes:
    """As many spaces as `text` has bytes, its line ends kept."""
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
