"""The version; separate from the options, since `clamh -v` and `clamh -h` must not load them."""

from __future__ import annotations

from clamh import __version__


class VersionRequested(Exception):
    """The command line is `-v` alone, which asks for the version."""


def version() -> str:
    """What `-v` alone prints."""
    return f"CLAMH version: {__version__}"
