"""What a worker printed: the file that keeps it, and the lines that a report shows."""

from __future__ import annotations

import os
from pathlib import Path

TAIL_LINES = 20
TAIL_BYTES = 1 << 14
TAIL_COLUMNS = 200
FAILED_LINES = (16, 10)  # first and last lines; Go's stack overflow names the user's function in line 14


def keep_file(path: Path, most: int) -> str:
    """`path` relative to the folder of the results file; "" (and no file) if nothing was printed.

    A file of more than `most` bytes is cut to that size.
    """
    if not path.exists():
        return ""
    if path.stat().st_size == 0:
        path.unlink()
        return ""
    if path.stat().st_size > most:
        os.truncate(path, most)
    return f"{path.parent.name}/{path.name}"


def read_tail(*paths: Path, failed: bool = False) -> tuple[str, ...]:
    """The last lines of the files, cut to a length that a report can show; if the process failed, the first lines too.

    Crashes of Go, Node and sanitizers begin with the reason, and hundreds of lines follow.
    """
    lines: list[str] = []
    for path in paths:
        if path.exists():
            with path.open("rb") as file:
                text = file.read(TAIL_BYTES)
                if (size := path.stat().st_size) > 2 * TAIL_BYTES:
                    text += b"\n\xe2\x80\xa6\n"
                    file.seek(size - TAIL_BYTES)
                lines += (text + file.read()).decode("utf-8", "backslashreplace").splitlines()
    first, last = FAILED_LINES if failed else (0, TAIL_LINES)
    if len(lines) > first + last:
        lines[:-last] = [*lines[:first], *(["…"] if first else [])]
    return tuple(line if len(line) <= TAIL_COLUMNS else line[:TAIL_COLUMNS] + "…" for line in lines)
