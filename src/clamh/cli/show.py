"""Diagnostics and build errors as text for a terminal."""

from __future__ import annotations

import linecache
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TextIO

from clamh.cli.source_links import link_location
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import BuildError, BuildErrors, InputError
from clamh.model.folders import shorten_path
from clamh.model.sources import Location
from clamh.report.look import Look

if TYPE_CHECKING:
    from clamh.pipeline import Unbuilt

BUILD_LINES = 40
SOURCE_COLUMNS = 160


def escape_lines(text: str) -> str:
    """`text` without characters that move the cursor or colour the terminal, escaped as in the report; lines and tabs
    stay.
    """
    if text.replace("\n", "").replace("\t",
                                      "").isprintable():  # fast path: a plan of 4,000 cases has 600,000 characters
        return text
    from clamh.report.escape import escape_unprintable

    return "".join(c if c in "\n\t" else escape_unprintable(c) for c in text)


def fit_encoding(text: str, stream: TextIO) -> str:
    """`text` printable, and in ASCII where the stream's encoding has no Unicode."""
    text = escape_lines(text)
    if (stream.encoding or "").lower().replace("-", "") == "utf8":
        return text
    from clamh.report.escape import convert_to_ascii

    return convert_to_ascii(text)


def format_place(location: Location) -> str:
    """`path:line:column`, as compilers print it and editors read it."""
    return f"{shorten_path(location.path)}:{location.line}:{location.column}"


def format_diagnostic(problem: Diagnostic) -> str:
    """A diagnostic in the form of compilers: place and message, the source line with a caret, the hint."""
    place = f"{format_place(problem.location)}: " if problem.location else ""
    lines = _wrap(f"{place}{problem.severity}: {problem.message} [{problem.code}]")
    if problem.location:
        source = linecache.getline(problem.location.path, problem.location.line).rstrip("\r\n")
        if len(source) > SOURCE_COLUMNS >= problem.location.column:  # a line of a results file may be a megabyte
            source = source[:SOURCE_COLUMNS] + "…"
        if source.strip():
            # Tabs stay in the caret's line, so that the caret is under its column with any tab width.
            lead = "".join(c if c == "\t" else " " for c in source[: problem.location.column - 1])
            lines += [f"    {source}", f"    {lead}^"]
    if problem.hint:
        lines += _wrap(f"    hint: {problem.hint}")
    text = escape_lines("\n".join(lines))
    return link_place(text, place.removesuffix(": "), problem.location, sys.stderr) if problem.location else text


def link_place(text: str, place: str, location: Location, stream: TextIO) -> str:
    """The text with its first `place` as a link to the line, where the stream shows links."""
    return link_location(text, place, location) if is_styled(stream) else text


def is_styled(stream: TextIO) -> bool:
    """Whether the stream is a terminal that gets colours and links."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _wrap(text: str) -> list[str]:
    """On a terminal, lines that break no words; in a file or pipe the text as it is, where a line is a message."""
    if not sys.stderr.isatty():
        return [text]
    columns = shutil.get_terminal_size().columns
    return [part for line in text.split("\n") for part in textwrap.wrap(
        line, columns, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)]


def format_diagnostics(problems: Iterable[Diagnostic]) -> str:
    """Several diagnostics, in the order of their files and lines."""
    return "\n".join(format_diagnostic(problem) for problem in sorted(problems, key=sort_key))


def sort_key(problem: Diagnostic) -> tuple[str, bool, int, int]:
    """The key that sorts diagnostics by file, line and column: those without a place first, then causes before what
    follows from them.
    """
    follows = problem.code != "does-not-parse" or problem.severity != "error"
    return (problem.location.path, follows, problem.location.line,
            problem.location.column) if problem.location else ("", False, 0, 0)


def format_error(problem: InputError | BuildError | BuildErrors) -> str:
    """The text of an error, each problem once."""
    if isinstance(problem, BuildErrors):
        return "\n\n".join(dict.fromkeys(map(format_error, problem.errors)))
    return format_diagnostics(problem.diagnostics) if isinstance(problem, InputError) else build_error(problem)


def build_error(error: BuildError) -> str:
    """The known causes, the compiler's first lines, the command to repeat it, and the hint."""
    lines = error.output.strip().splitlines()
    shown = lines[:BUILD_LINES]
    if len(lines) > BUILD_LINES:
        more = len(lines) - BUILD_LINES
        shown.append(f"… {more} more line{'s' * (more > 1)}")
    hint = _wrap(f"    hint: {error.hint}") if error.hint else []
    causes = [format_diagnostics(error.causes)] if error.causes else []
    return escape_lines("\n".join([*causes, f"error: {error.title}", *shown, f"    command: {error.command}", *hint]))


def print_unbuilt(failed: Sequence[Unbuilt]) -> None:
    """Print why something could not be built, when the run continues without it."""
    if failed:
        print(format_error(BuildErrors(unbuilt_artifact.error for unbuilt_artifact in failed)), file=sys.stderr)


def warn(problems: Iterable[Diagnostic]) -> None:
    """Print to standard error the diagnostics that do not stop the command."""
    text = format_diagnostics(problems)
    if text:
        print(text, file=sys.stderr)


def terminal_width() -> int:
    """The terminal's columns; in a file or pipe $COLUMNS, else 80, so that saved reports do not depend on a window."""
    columns = os.environ.get("COLUMNS", "")
    explicit = columns.isascii() and columns.isdecimal() and int(columns) > 0
    return shutil.get_terminal_size().columns if explicit or sys.stdout.isatty() else 80


def use_color() -> bool:
    """Whether to use colour: on a terminal that supports it, unless NO_COLOR is set and not empty (no-color.org)."""
    return is_styled(sys.stdout)


def look(by: str = "") -> Look:
    """How a report looks on this standard output."""
    return Look(width=terminal_width(), color=use_color(), unicode=use_unicode(), by=by)


def use_unicode() -> bool:
    """Whether standard output takes every letter, which an ASCII locale does not."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
