"""What a worker printed: where it is kept, and what of it a report shows."""

from __future__ import annotations

import os
from pathlib import Path

TAIL_LINES = 20
TAIL_BYTES = 1 << 14
TAIL_COLUMNS = 200
FAILED_LINES = (16, 10)  # the first and the last; a stack overflow of Go's comes to the user's own function in line 14


def kept_file(path: Path, most: int) -> str:
    """`path` as the results file names it, relative to its own folder; "" (and no file) when nothing was printed.

    Of a file of more than `most` bytes the rest is deleted.
    """
    if not path.exists():
        return ""
    if path.stat().st_size == 0:
        path.unlink()
        return ""
    if path.stat().st_size > most:
        os.truncate(path, most)
    return f"{path.parent.name}/{path.name}"


def tail(*paths: Path, failed: bool = False) -> tuple[str, ...]:
    """The last lines of the files, each cut to a length that a report can show; of a process that failed the first ones too.

    The reason stands at the beginning of a crash of Go's, of Node's and of a sanitizer, with hundreds of lines behind it.
    """
    lines: list[str] = []
    for path in paths:
        if path.exists():
            with path.open("rb") as file:
                said = file.read(TAIL_BYTES)
                if (size := path.stat().st_size) > 2 * TAIL_BYTES:
                    said += b"\n\xe2\x80\xa6\n"
                    file.seek(size - TAIL_BYTES)
                lines += (said + file.read()).decode("utf-8", "backslashreplace").splitlines()
    first, last = FAILED_LINES if failed else (0, TAIL_LINES)
    if len(lines) > first + last:
        lines[:-last] = [*lines[:first], *(["…"] if first else [])]
    return tuple(line if len(line) <= TAIL_COLUMNS else line[:TAIL_COLUMNS] + "…" for line in lines)
