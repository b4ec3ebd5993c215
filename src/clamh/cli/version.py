"""The version; apart from the options, since `clamh -v` and `clamh -h` must start without what reads those."""

from __future__ import annotations

from clamh import __version__


class VersionAsked(Exception):
    """`-v` alone: the version is all that is wanted."""


def version() -> str:
    """What `-v` alone prints."""
    return f"CLAMH version: {__version__}"
