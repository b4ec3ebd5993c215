"""Standard output and error that can take anything: letters the locale has not, and a reader that went away."""

from __future__ import annotations

import codecs
import io
import locale
import os
import stat
import sys


def prepare() -> None:
    """Make the standard streams so; what is closed becomes /dev/null."""
    codecs.register_error("spelled", _spelled)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us: nobody wants to read it
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))
        elif isinstance(stream, io.TextIOWrapper):
            # Names may hold what the locale has no letters for.
            stream.reconfigure(encoding=None if _has_letters() else "ascii", errors="spelled")
            raw = getattr(stream.buffer, "raw", stream.buffer)
            if isinstance(raw, io.FileIO) and _has_reader(raw.fileno()):
                buffer = io.BufferedWriter(_Pipe(raw.fileno(), "w", closefd=False))
                setattr(sys, name, io.TextIOWrapper(
                    buffer, stream.encoding, stream.errors, line_buffering=stream.line_buffering,
                    write_through=stream.write_through))


class _Pipe(io.FileIO):
    """A pipe whose reader may go (head, less): what comes after is for nobody, and what is under way goes on.

    A run is measured to its end, and every verb ends with the exit code that it has.
    """

    def write(self, data: bytes) -> int | None:  # type: ignore[override]
        try:
            return super().write(data)
        except BrokenPipeError:
            nobody = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nobody, self.fileno())
            os.close(nobody)
            return len(data)


def _has_reader(descriptor: int) -> bool:
    mode = os.fstat(descriptor).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _has_letters() -> bool:
    """Whether the locale has more than ASCII. Python writes UTF-8 in the locale C too (PEP 540): rubbish there."""
    ascii_only = locale.nl_langinfo(locale.CODESET) in ("ANSI_X3.4-1968", "US-ASCII")
    return bool(os.environ.get("PYTHONIOENCODING")) or not ascii_only


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """What a stream does with letters that it has not: our own signs are spelled in ASCII, the rest is escaped."""
    from clamh.report.escape import ascii_only

    if not isinstance(error, UnicodeEncodeError):
        raise error
    return ascii_only(error.object[error.start:error.end]), error.end
