"""Find the annotations of a source file, in both spellings, outside of strings and ordinary comments."""

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
# The parentheses of most annotations: no brackets inside except lists, and nothing that could begin a comment or
# another literal. Only single characters are repeated possessively. Python 3.11.2 (Debian 12) continues after a
# possessive group that did not match (gh-106052): with such a group `({")x\""})` ended at its first `)`.
PARENTHESIS = re.compile(
    rb'\((?:[^"\'`()\[\]{}/#\r\n]++|"(?:\\[^\r\n"]|[^"\\\r\n])*"|\{(?:[^"\'`()\[\]{}/#\r\n]++|"[^"\\\r\n]*+")*\})*\)')
CLOSERS = {"(": ")", "[": "]", "{": "}"}


def scan(text: bytes, lexer: Lexer, path: str) -> tuple[list[Annotation], list[Diagnostic]]:
    """Every annotation of `text` in order, and the problems of unreadable ones.

    Never raises, whatever the bytes are. If `@` belongs to the host language, `@Name` is read only if Name is in the
    table.
    """
    if b"@" not in text:
        return [], []
    reader = Reader(text, lexer, path)
    token = reader.tokens.annotation_after(0)
    while token is not None:
        end = reader.read_plain(token) if token.kind == "plain" else reader.read_marked(token)
        token = reader.tokens.annotation_after(end)
    reader.warn_of_spaced_marks()
    return reader.annotations, reader.diagnostics


class Reader:
    """Reads the annotations of a text, and collects them and their problems."""

    def __init__(self, text: bytes, lexer: Lexer, path: str):
        self.text, self.lexer = text, lexer
        self.places = Places(text, path)
        self.tokens = Tokens(text, lexer)
        self.comment = lexer.line_comment.encode()
        self.blank = rb"[ \t]?" if lexer.spaced_marks else b""
        self.annotations: list[Annotation] = []
        self.diagnostics: list[Diagnostic] = []
        line = re.compile(re.escape(self.comment) + rb"[^\r\n]*")
        continuation = re.compile(rb"\r?\n[ \t]*" + re.escape(self.comment) + self.blank + rb"(?:@@)?")
        literals: list[re.Pattern[bytes] | Extents] = [re.compile(literal.encode()) for literal in lexer.literals]
        literals.append(self.tokens.extents)
        blocks = []
        if lexer.block_comment:
            begin, end = (re.escape(part.encode()) for part in lexer.block_comment)
            blocks = [re.compile(begin + rb"[\s\S]*?" + end)]
        # Text without brackets to count inside of parentheses: it is kept, or replaced by spaces.
        self._kept = {"at": [STRING, *literals], "comment": [STRING]}
        self._unclosed: set[tuple[str, int]] = set()
        self._dropped = {"at": [line, *blocks], "comment": [continuation, line]}

    def read_plain(self, token: Token) -> int:
        """Read the annotation at an `@`; return the position after it."""
        match = DOTTED_NAME.match(self.text, token.start + 1)
        assert match is not None
        if not self.lexer.host_at:
            match = SIMPLE_NAME.match(self.text, token.start + 1)
            assert match is not None
        written = _decode_name(match[0])
        name = canonical(written.rpartition(".")[2])
        # @Fork@Benchmark are two annotations, a@b.com has none.
        touches = self.annotations and self.annotations[-1].end == token.start
        if name not in TABLE and not touches and LETTER.match(self.text[max(token.start - 1, 0):token.start]):
            return match.end()
        foreign = "." in written and not self.lexer.dotted
        if self.lexer.host_at and (name not in TABLE or foreign):
            near = None if foreign else suggestion(written, TABLE, 0.85)
            if near is not None:
                self._report("near-miss", f"@{written} is not an annotation of CLAMH; CLAMH ignores it", token.start,
                             f"did you mean @{near}?", "warning")
            return match.end()
        return self._read(name, "at", token.start, match.end())

    def read_marked(self, token: Token) -> int:
        """Read the annotations of a line comment that begins with `@@`; return the position after it."""
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
            last = self.annotations[-1]
            self._report("trailing-text", f"unexpected text after the annotation {last.name}: '"
                         f"{trailing.decode('utf-8', 'replace').strip()}'", line_end - len(trailing),
                         f"put arguments in parentheses, and a remark after {self.lexer.line_comment}")
            self.annotations[-1] = _replace_end(last, line_end)
        return line_end

    def warn_of_spaced_marks(self) -> None:
        """Warn of `// @@Name` and `//@@ Name`, ordinary comments: the user may have meant an annotation, or a formatter
        added the blank.
        """
        comment = re.escape(self.comment)
        spaced = re.compile(
            comment + rb"(?:[ \t]+@@[ \t]*|@@[ \t]+)(" + NAME + rb")(?=[ \t]*(?:\(|@@|" + comment + rb"|\r?$))",
            re.MULTILINE)
        found = {match.start(): match for match in spaced.finditer(self.text)}
        names = {start: match[1] for start, match in found.items()}
        token = self.tokens.after(0) if names else None  # most files need no second pass
        while token is not None:
            name = canonical(_decode_name(names.get(token.start, b""))) if token.kind == "comment" else ""
            if name in TABLE:
                written = found[token.start][0].decode("utf-8", "replace")
                self._report("near-miss", f"`{written}` is an ordinary comment",
                             token.start, f"write {self.lexer.mark}{name} for an annotation", "warning")
            token = self.tokens.after(token.end)

    def _read(self, name: str, spelling: str, start: int, name_end: int) -> int:
        """Read an annotation whose name ends at `name_end`; return its end."""
        opening = OPENING.match(self.text, name_end)
        if opening is None:
            self._add(name, spelling, start, name_end, ())
            return name_end
        extent = self._parenthesis(opening.end() - 1, spelling)
        if extent is None:
            end = self._line_end(start)
            self._report("unclosed", f"the parenthesis of {name} is not closed", opening.end() - 1,
                         "close it; a string must end on its line")
            self._add(name, spelling, start, end, ())
            return end
        end, inside = extent
        offset = opening.end() - 1  # the parenthesis in the file
        try:
            _, arguments = parse_annotation("X" + inside)
        except GrammarError as error:
            if not (self.lexer.host_at and spelling == "at"):
                place = offset + _byte_length(inside, error.offset - 1)
                self._report("syntax", f"{name}: {error.message}", place,
                             f"write @{name}(value) or @{name}(key = value)")
                self._add(name, spelling, start, end, ())
                return end
            arguments = tuple(_read_opaque(inside))
        self._add(name, spelling, start, end, tuple(
            Argument(key=argument.key, value=argument.value,
                     location=self.places.at(offset + _byte_length(inside, argument.offset - 1)))
            for argument in arguments
        ))
        return end

    def _parenthesis(self, opening: int, spelling: str) -> tuple[int, str] | None:
        """The end and the text of a parenthesis, with spaces for comments; None if it is not closed.

        In the comment spelling it may continue on lines that begin with the line comment, with or without `@@`. An
        unclosed parenthesis is remembered, with all brackets that were open: a damaged file may have a thousand of
        them.
        """
        if (spelling, opening) in self._unclosed:
            return None
        plain = PARENTHESIS.match(self.text, opening)
        if plain is not None:
            return plain.end(), plain[0].decode("utf-8", "surrogateescape")
        pieces: list[bytes] = []
        expected: list[tuple[str, int]] = []  # for each open bracket: what closes it, and its position
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
        self.annotations.append(Annotation(name=name, arguments=arguments, spelling=spelling,
                                     location=self.places.at(start), start=start, end=end))

    def _report(self, code: str, message: str, offset: int, hint: str, severity: str = "error") -> None:
        self.diagnostics.append(Diagnostic(
            code=code, message=message, hint=hint, location=self.places.at(offset), severity=severity
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
    return next((match for pattern in patterns
                 if (match := pattern.match(text, position)) is not None and match.end() > position), None)


def _byte_length(text: str, characters: int) -> int:
    return len(text[:characters].encode("utf-8", "surrogateescape"))


def _replace_end(annotation: Annotation, end: int) -> Annotation:
    return Annotation(name=annotation.name, arguments=annotation.arguments, spelling=annotation.spelling,
                      location=annotation.location, start=annotation.start, end=end)


def _read_opaque(inside: str) -> list[Written]:
    """Arguments that contain expressions of the host language: each such argument becomes Opaque, the others are read.
    """
    arguments = []
    for begin, end in _split_arguments(inside):
        part = inside[begin:end]
        offset = 1 + begin + len(part) - len(part.lstrip())
        try:
            _, read = parse_annotation(f"X({part})")
        except GrammarError:
            named = re.match(r"\s*([^\W\d]\w*)\s*=(?!=)", part)
            value = Opaque(text=part[named.end() if named else 0:].strip())
            read = [Written(named[1] if named else None, value, 0)]
        arguments += [Written(argument.key, argument.value, offset) for argument in read]
    return arguments


def _split_arguments(inside: str) -> list[tuple[int, int]]:
    """The start and end of each text between top-level commas of a text in parentheses."""
    extents, depth, begin, position = [], 0, 1, 0
    while position < len(inside) - 1:
        string = TEXT.match(inside, position)
        if string is not None:
            position = string.end()
            continue
        char = inside[position]
        depth += (char in CLOSERS) - (char in CLOSERS.values())
        if char == "," and depth == 1:
            extents.append((begin, position))
            begin = position + 1
        position += 1
    return [*extents, (begin, len(inside) - 1)]
