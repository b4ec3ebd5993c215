"""The format of times in files."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> str:
    """The current time in ISO 8601, with microseconds and a Z."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
