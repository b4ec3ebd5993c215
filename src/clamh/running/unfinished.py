"""Unfinished runs of a project, which `clamh run --resume` can continue."""

from __future__ import annotations

from pathlib import Path

import msgspec

from clamh.model.results import DECODER, End, Header, PlatformRecord, read_last_record
from clamh.running.context import RUNS


def find_resumable(root: str) -> frozenset[str]:
    """The hashes of the artifacts that unfinished runs of the project measured; --resume needs the same artifacts."""
    files = (file for file in Path(root, RUNS).glob("*.ndjson") if not _finished(file))
    return frozenset(digest for file in files for digest in _artifacts(file))


def _finished(file: Path) -> bool:
    try:
        record = read_last_record(file)
    except OSError:  # a folder, or of another user: it cannot be resumed
        return True
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
