"""Find the annotations of a source file, in both spellings, outside of its strings and ordinary comments."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clamh.languages import Lexer
from clamh.languages.frontends import Places
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Argument, Opaque
from clamh.sources.annotations.grammar import GrammarError, Written, parse_annotation
from clamh.sources.annotations.lexer import IDENTIFIER, JMH_PACKAGE, NAME, Extents, Span, Token, Tokens, spaces
from clamh.sources.annotations.table import TABLE, canonical, suggestion

DOTTED_NAME = re.compile(IDENTIFIER + rb"(?:\." + IDENTIFIER + rb")*")
SIMPLE_NAME = re.compile(NAME)
LETTER = re.compile(rb"\w")
OPENING = re.compile(rb"[ \t]*\(")
STRING = re.compile(rb'"(?:\\[^\r\n]|[^"\\\r\n])*"')
TEXT = re.compile(STRING.pattern.decode())
# What most annotations have: no bracket inside but lists, and nothing that could begin a comment or another literal.
# Only single characters are repeated possessively: Debian 12's Python (3.11.2) goes on behind a group that did not match
# (gh-106052), and `({")x\""})` ended at its first `)`.
PARENTHESIS = re.compile(
    rb'\((?:[^"\'`()\[\]{}/#\r\n]++|"(?:\\[^\r\n"]|[^"\\\r\n])*"|\{(?:[^"\'`()\[\]{}/#\r\n]++|"[^"\\\r\n]*+")*\})*\)')
CLOSERS = {"(": ")", "[": "]", "{": "}"}


def scan(text: bytes, lexer: Lexer, path: str) -> tuple[list[Annotation], list[Diagnostic]]:
    """Every annotation of `text` in order, and what is wrong with those that cannot be read.

    Never raises, whatever the bytes. Where `@` belongs to the host language, the plain spelling is read only with a
    name of the table; the rest is left alone.
    """
    if b"@" not in text:
        return [], []
    reader = Reader(text, lexer, path)
    token = reader.tokens.annotation_after(0)
    while token is not None:
        end = reader.plain(token) if token.kind == "plain" else reader.marked(token)
        token = reader.tokens.annotation_after(end)
    reader.almost_marked()
    return reader.found, reader.diagnostics


class Reader:
    """Reads the annotations of one text; what it found and what is wrong gather in it."""

    def __init__(self, text: bytes, lexer: Lexer, path: str):
        self.text, self.lexer = text, lexer
        self.places = Places(text, path)
        self.tokens = Tokens(text, lexer)
        self.comment = lexer.line_comment.encode()
        self.blank = rb"[ \t]?" if lexer.spaced_marks else b""
        self.found: list[Annotation] = []
        self.diagnostics: list[Diagnostic] = []
        line = re.compile(re.escape(self.comment) + rb"[^\r\n]*")
        go_on = re.compile(rb"\r?\n[ \t]*" + re.escape(self.comment) + self.blank + rb"(?:@@)?")
        literals: list[re.Pattern[bytes] | Extents] = [re.compile(literal.encode()) for literal in lexer.literals]
        literals.append(self.tokens.extents)
        blocks = []
        if lexer.block_comment:
            begin, end = (re.escape(part.encode()) for part in lexer.block_comment)
            blocks = [re.compile(begin + rb"[\s\S]*?" + end)]
        # What to step over inside of parentheses: kept as it is, or turned into spaces.
        self._kept = {"at": [STRING, *literals], "comment": [STRING]}
        self._unclosed: set[tuple[str, int]] = set()
        self._dropped = {"at": [line, *blocks], "comment": [go_on, line]}

    def plain(self, token: Token) -> int:
        """Read the annotation at an `@`; returns where to go on."""
        match = DOTTED_NAME.match(self.text, token.start + 1)
        assert match is not None
        if not self.lexer.host_at:
            match = SIMPLE_NAME.match(self.text, token.start + 1)
            assert match is not None
        written = _decode_name(match[0])
        name = canonical(written.rpartition(".")[2])
        touches = self.found and self.found[-1].end == token.start  # @Fork@Benchmark are two, a@b.com is none
        if name not in TABLE and not touches and LETTER.match(self.text[max(token.start - 1, 0):token.start]):
            return match.end()
        foreign = "." in written and not self.lexer.dotted
        if self.lexer.host_at and (name not in TABLE or foreign):
            near = None if foreign else suggestion(written, TABLE, 0.85)
            if near is not None:
                self._report("near-miss", f"@{written} is no annotation of CLAMH and is left alone", token.start,
                             f"did you mean @{near}?", "warning")
            return match.end()
        return self._read(name, "at", token.start, match.end())

    def marked(self, token: Token) -> int:
        """Read the annotations of a line comment that begins with `@@`; returns where to go on."""
        start = token.start
        more = re.compile(rb"[ \t]*(?:" + re.escape(self.comment) + self.blank + rb")?@@(?=" + IDENTIFIER + rb")")
        match = more.match(self.text, start)
        end = start
        while match is not None:
            name = SIMPLE_NAME.match(self.text, match.end())
            assert name is not None
            end = self._read(canonical(_decode_name(name[0])), "comment", start, name.end())
            start = end
            match = more.match(self.text, end)
        line_end = self._line_end(end)
        trailing = self.text[end:line_end].lstrip()
        if trailing.strip() and not trailing.startswith(self.comment):
            last = self.found[-1]
            self._report("trailing-text", f"text after the annotation {last.name}: "
                         f"'{trailing.decode('utf-8', 'replace').strip()}'", line_end - len(trailing),
                         f"arguments stand in parentheses, a remark behind {self.lexer.line_comment}")
            self.found[-1] = _replaced_end(last, line_end)
        return line_end

    def almost_marked(self) -> None:
        """Warn of `// @@Name`: an ordinary comment, which one may have meant, or a formatter have made of an annotation."""
        almost = re.compile(re.escape(self.comment) + rb"[ \t]+@@(" + NAME + rb")(?=[ \t]*(?:\(|@@|\r?$))", re.MULTILINE)
        names = {match.start(): match[1] for match in almost.finditer(self.text)}
        token = self.tokens.after(0) if names else None  # else no file is read twice
        while token is not None:
            name = canonical(_decode_name(names.get(token.start, b""))) if token.kind == "comment" else ""
            if name in TABLE:
                blanks = "  " if self.lexer.spaced_marks else " "
                self._report("near-miss", f"`{self.lexer.line_comment}{blanks}@@{name}` is an ordinary comment", token.start,
                             f"write {self.lexer.mark}{name} if it is meant", "warning")
            token = self.tokens.after(token.end)

    def _read(self, name: str, spelling: str, start: int, name_end: int) -> int:
        """Read one annotation whose name ends at `name_end`; returns its end."""
        opening = OPENING.match(self.text, name_end)
        if opening is None:
            self._add(name, spelling, start, name_end, ())
            return name_end
        extent = self._parenthesis(opening.end() - 1, spelling)
        if extent is None:
            end = self._line_end(start)
            self._report("unclosed", f"the parenthesis of {name} is not closed", opening.end() - 1,
                         "close it; strings in it must end on their line")
            self._add(name, spelling, start, end, ())
            return end
        end, inside = extent
        offset = opening.end() - 1  # of the parenthesis in the file
        try:
            _, arguments = parse_annotation("X" + inside)
        except GrammarError as error:
            if not (self.lexer.host_at and spelling == "at"):
                at = offset + _bytes(inside, error.offset - 1)
                self._report("syntax", f"{name}: {error.message}", at, f"write @{name}(value) or @{name}(key = value)")
                self._add(name, spelling, start, end, ())
                return end
            arguments = tuple(_opaque(inside))
        self._add(name, spelling, start, end, tuple(
            Argument(key=one.key, value=one.value,
                     location=self.places.at(offset + _bytes(inside, one.offset - 1)))
            for one in arguments
        ))
        return end

    def _parenthesis(self, opening: int, spelling: str) -> tuple[int, str] | None:
        """Its end and its text, comments turned into spaces; None when it is not closed.

        In the comment spelling it may go on over lines that begin with the line comment, with or without `@@`. What fails is
        remembered with all that was open then: a damaged file has a thousand parentheses that nothing closes.
        """
        if (spelling, opening) in self._unclosed:
            return None
        plain = PARENTHESIS.match(self.text, opening)
        if plain is not None:
            return plain.end(), plain[0].decode("utf-8", "surrogateescape")
        pieces: list[bytes] = []
        expected: list[tuple[str, int]] = []  # what closes each bracket that is open, and where that stands
        position = opening
        while position < len(self.text):
            if (match := _first(self._kept[spelling], self.text, position)) is not None:
                pieces.append(self.text[position:match.end()])
            elif (match := _first(self._dropped[spelling], self.text, position)) is not None:
                pieces.append(spaces(self.text[position:match.end()]))
            if match is not None:
                position = match.end()
                continue
            byte = self.text[position:position + 1]
            char = byte.decode("latin-1")
            if char == "\n" and spelling == "comment":
                break
            if char in CLOSERS:
                expected.append((CLOSERS[char], position))
            elif char in CLOSERS.values():
                if expected[-1][0] != char:
                    break
                expected.pop()
            pieces.append(byte)
            position += 1
            if not expected:
                return position, b"".join(pieces).decode("utf-8", "surrogateescape")
        self._unclosed |= {(spelling, start) for _, start in expected}
        return None

    def _add(self, name: str, spelling: str, start: int, end: int, arguments: tuple[Argument, ...]) -> None:
        start += len(self.text[start:end]) - len(self.text[start:end].lstrip())
        self.found.append(Annotation(name=name, arguments=arguments, spelling=spelling,
                                     location=self.places.at(start), start=start, end=end))

    def _report(self, code: str, message: str, offset: int, mend: str, severity: str = "error") -> None:
        self.diagnostics.append(Diagnostic(
            code=code, message=message, mend=mend, location=self.places.at(offset), severity=severity
        ))

    def _line_end(self, position: int) -> int:
        match = re.compile(rb"[^\r\n]*").match(self.text, position)
        assert match is not None
        return match.end()


def _decode_name(written: bytes) -> str:
    return written.removeprefix(JMH_PACKAGE).decode("utf-8", "replace")


def _first(
    patterns: Sequence[re.Pattern[bytes] | Extents], text: bytes, position: int
) -> re.Match[bytes] | Span | None:
    return next((m for p in patterns if (m := p.match(text, position)) is not None and m.end() > position), None)


def _bytes(text: str, characters: int) -> int:
    return len(text[:characters].encode("utf-8", "surrogateescape"))


def _replaced_end(annotation: Annotation, end: int) -> Annotation:
    return Annotation(name=annotation.name, arguments=annotation.arguments, spelling=annotation.spelling,
                      location=annotation.location, start=annotation.start, end=end)


def _opaque(inside: str) -> list[Written]:
    """Arguments of which some are expressions of the host language: those become Opaque, the rest is read."""
    arguments = []
    for begin, end in _parts(inside):
        part = inside[begin:end]
        offset = 1 + begin + len(part) - len(part.lstrip())
        try:
            _, read = parse_annotation(f"X({part})")
        except GrammarError:
            named = re.match(r"\s*([^\W\d]\w*)\s*=(?!=)", part)
            value = Opaque(text=part[named.end() if named else 0:].strip())
            read = [Written(named[1] if named else None, value, 0)]
        arguments += [Written(one.key, one.value, offset) for one in read]
    return arguments


def _parts(inside: str) -> list[tuple[int, int]]:
    """The extents between the commas at the top level of a text in parentheses."""
    parts, depth, begin, position = [], 0, 1, 0
    while position < len(inside) - 1:
        string = TEXT.match(inside, position)
        if string is not None:
            position = string.end()
            continue
        char = inside[position]
        depth += (char in CLOSERS) - (char in CLOSERS.values())
        if char == "," and depth == 1:
            parts.append((begin, position))
            begin = position + 1
        position += 1
    return [*parts, (begin, len(inside) - 1)]
