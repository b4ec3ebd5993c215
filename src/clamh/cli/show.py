"""Diagnostics and build errors as text for a terminal."""

from __future__ import annotations

import linecache
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TextIO

from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import BuildError, BuildErrors, InputError
from clamh.model.folders import shorten_path
from clamh.report.look import Look

if TYPE_CHECKING:
    from clamh.pipeline import Unbuilt

BUILD_LINES = 40
SOURCE_COLUMNS = 160


def printable_lines(text: str) -> str:
    """`text` without what could move the cursor or colour the terminal, as the report spells it; lines and tabs stay."""
    if text.replace("\n", "").replace("\t", "").isprintable():  # nearly always: a plan of 4,000 cases has 600,000 characters
        return text
    from clamh.report.escape import printable

    return "".join(c if c in "\n\t" else printable(c) for c in text)


def fitting(text: str, stream: TextIO) -> str:
    """`text` printable, and in ASCII where the stream's encoding has no Unicode."""
    text = printable_lines(text)
    if (stream.encoding or "").lower().replace("-", "") == "utf8":
        return text
    from clamh.report.escape import ascii_only

    return ascii_only(text)


def cut(text: str, width: int) -> str:
    """`text` in at most `width` columns: of a longer one the beginning and the end, which tell rows apart."""
    if len(text) <= width:
        return text
    end = max(0, (width - 1) // 2)
    return text[: max(0, width - 1 - end)] + "…" * (width > 0) + text[len(text) - end:]


def diagnostic(one: Diagnostic) -> str:
    """One diagnostic as compilers print theirs: place and message, the source line with a caret, how to mend it."""
    place = f"{shorten_path(one.location.path)}:{one.location.line}:{one.location.column}: " if one.location else ""
    lines = _wrapped(f"{place}{one.severity}: {one.message} [{one.code}]")
    if one.location:
        source = linecache.getline(one.location.path, one.location.line).rstrip("\r\n")
        if len(source) > SOURCE_COLUMNS >= one.location.column:  # a line of a results file may be a megabyte
            source = source[:SOURCE_COLUMNS] + "…"
        if source.strip():
            # Tabs stay in the caret's line, so that it stands under its column whatever the tab width.
            lead = "".join(c if c == "\t" else " " for c in source[: one.location.column - 1])
            lines += [f"    {source}", f"    {lead}^"]
    if one.mend:
        lines += _wrapped(f"    mend: {one.mend}")
    return printable_lines("\n".join(lines))


def _wrapped(text: str) -> list[str]:
    """The text as it is in a file or pipe, where a line is a message; on a terminal in lines that break no words."""
    if not sys.stderr.isatty():
        return [text]
    columns = shutil.get_terminal_size().columns
    return [part for line in text.split("\n") for part in textwrap.wrap(
        line, columns, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)]


def diagnostics(all_of_them: Iterable[Diagnostic]) -> str:
    """Several diagnostics, in the order of their files and lines."""
    return "\n".join(diagnostic(one) for one in sorted(all_of_them, key=place))


def place(one: Diagnostic) -> tuple[str, bool, int, int]:
    """Where it stands among others: its file, line and column; first what has no place, and in a file what others follow from."""
    follows = one.code != "does-not-parse" or one.severity != "error"
    return (one.location.path, follows, one.location.line, one.location.column) if one.location else ("", False, 0, 0)


def error(one: InputError | BuildError | BuildErrors) -> str:
    """All that is wrong, each problem once."""
    if isinstance(one, BuildErrors):
        return "\n\n".join(dict.fromkeys(map(error, one.errors)))
    return diagnostics(one.diagnostics) if isinstance(one, InputError) else build_error(one)


def build_error(error: BuildError) -> str:
    """What is wrong before any compiler, what the compiler said, its first lines, the command to try it again, and what may help."""
    lines = error.output.strip().splitlines()
    shown = lines[:BUILD_LINES]
    if len(lines) > BUILD_LINES:
        shown.append(f"… {len(lines) - BUILD_LINES} more lines")
    mend = _wrapped(f"    mend: {error.mend}") if error.mend else []
    causes = [diagnostics(error.causes)] if error.causes else []
    return printable_lines("\n".join([*causes, f"error: {error.title}", *shown, f"    command: {error.command}", *mend]))


def unbuilt(failed: Sequence[Unbuilt]) -> None:
    """Print why something could not be built, where a run goes on without it."""
    if failed:
        print(error(BuildErrors(one.error for one in failed)), file=sys.stderr)


def warn(all_of_them: Iterable[Diagnostic]) -> None:
    """Print diagnostics that do not stop anything to standard error."""
    text = diagnostics(all_of_them)
    if text:
        print(text, file=sys.stderr)


def width() -> int:
    """The terminal's columns; in a file or pipe $COLUMNS, else 80: saved reports do not depend on a window."""
    columns = os.environ.get("COLUMNS", "")
    explicit = columns.isascii() and columns.isdecimal() and int(columns) > 0
    return shutil.get_terminal_size().columns if explicit or sys.stdout.isatty() else 80


def color() -> bool:
    """Colour on a terminal that can, unless NO_COLOR is set and not empty (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def look(by: str = "") -> Look:
    """How a report looks on this standard output."""
    return Look(width=width(), color=color(), unicode=unicode(), by=by)


def unicode() -> bool:
    """Whether standard output takes every letter; in a locale that has none but ASCII it does not."""
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
