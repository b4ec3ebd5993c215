"""The time as files have it."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> str:
    """The time now: ISO 8601 with microseconds and a Z."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
