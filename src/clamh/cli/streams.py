"""Standard output and error that accept everything: letters that the locale lacks, and a reader that has closed the
pipe.
"""

from __future__ import annotations

import codecs
import io
import locale
import os
import stat
import sys

STDERR = 2


def prepare_streams() -> None:
    """Prepare the standard streams; a closed stream becomes /dev/null."""
    codecs.register_error("spelled", _spell_letters)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # the starter closed it, so there is no reader
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))
        elif isinstance(stream, io.TextIOWrapper):
            # File names may have letters that the locale lacks.
            stream.reconfigure(encoding=None if _has_letters() else "ascii", errors="spelled")
            raw = getattr(stream.buffer, "raw", stream.buffer)
            if isinstance(raw, io.FileIO) and (name == "stderr" or _has_reader(raw.fileno())):
                buffer = io.BufferedWriter(_Pipe(raw.fileno(), "w", closefd=False))
                setattr(sys, name, io.TextIOWrapper(
                    buffer, stream.encoding, stream.errors, line_buffering=stream.line_buffering,
                    write_through=stream.write_through))


class _Pipe(io.FileIO):
    """A pipe whose reader may close it early (head, less), or standard error, whose disk may be full or terminal gone:
    later output is discarded, and the work continues.

    A run is measured to its end, and every verb ends with its own exit code.
    """

    def write(self, data: bytes) -> int | None:  # type: ignore[override]
        try:
            return super().write(data)
        except OSError as error:
            if self.fileno() != STDERR and not isinstance(error, BrokenPipeError):
                raise
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, self.fileno())
            os.close(null)
            return len(data)


class OutputFile(_Pipe):
    """The file of -o: the first `error` of writing is kept and later output discarded, so that the other files of the
    command are written too.
    """

    error: OSError | None = None

    def write(self, data: bytes) -> int | None:  # type: ignore[override]
        try:
            return len(data) if self.error else super().write(data)
        except OSError as error:
            self.error = error
            return len(data)


def _has_reader(descriptor: int) -> bool:
    mode = os.fstat(descriptor).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _has_letters() -> bool:
    """Whether the locale has more than ASCII. In the locale C Python writes UTF-8 too (PEP 540), which is unreadable
    there.
    """
    ascii_only = locale.nl_langinfo(locale.CODESET) in ("ANSI_X3.4-1968", "US-ASCII")
    return bool(os.environ.get("PYTHONIOENCODING")) or not ascii_only


def _spell_letters(error: UnicodeError) -> tuple[str, int]:
    """The replacement for letters that a stream lacks: our own signs are spelled in ASCII, others are escaped."""
    from clamh.report.escape import convert_to_ascii

    if not isinstance(error, UnicodeEncodeError):
        raise error
    return convert_to_ascii(error.object[error.start:error.end]), error.end
