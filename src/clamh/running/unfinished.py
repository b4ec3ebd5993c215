"""Unfinished runs of a project, which `clamh run --resume` can continue."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from clamh.model.results import DECODER, End, Header, PlatformRecord
from clamh.running.context import RUNS

TAIL = 1 << 16  # bytes at the end of a file, which contain its last line


def find_resumable(root: str) -> frozenset[str]:
    """The hashes of the artifacts that unfinished runs of the project measured; --resume needs the same artifacts."""
    files = (file for file in Path(root, RUNS).glob("*.ndjson") if not _finished(file))
    return frozenset(digest for file in files for digest in _artifacts(file))


def _finished(file: Path) -> bool:
    try:
        with file.open("rb") as lines:
            lines.seek(max(0, os.fstat(lines.fileno()).st_size - TAIL))
            last = lines.read().rstrip(b"\n").rpartition(b"\n")[2]
    except OSError:  # a folder, or of another user: it cannot be resumed
        return True
    try:
        record = DECODER.decode(last)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return isinstance(record, End) and record.status in ("complete", "stopped")


def _artifacts(file: Path) -> list[str]:
    """The hashes of the artifacts in the first records of a results file."""
    digests = []
    with file.open("rb") as lines:
        for line in lines:
            try:
                record = DECODER.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                break
            if isinstance(record, PlatformRecord):
                digests.append(record.artifact_sha256)
            elif not isinstance(record, Header):
                break
    return digests
