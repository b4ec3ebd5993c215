"""Links to lines of sources for terminals that show them (OSC 8: gist "Hyperlinks in terminal emulators" of Egmont
Koblinger).
"""

from __future__ import annotations

import os
from functools import cache
from urllib.parse import quote

from clamh.model.results import Run
from clamh.model.sources import Location


def link_sources(run: Run) -> dict[str, str]:
    """The URL of each case's source by case_id, as far as the file is still there."""
    links = {}
    exists = cache(os.path.isfile)
    for result in run.cases:
        case = result.case
        path = os.path.join(run.header.root, case.location.path if case.location else case.source)
        if os.path.isabs(path) and exists(path):
            links[case.case_id] = make_url(path, case.location.line if case.location else 0)
    return links


def make_url(path: str, line: int = 0) -> str:
    """The URL of a file on this machine. Terminals that cannot jump to a line open the file."""
    return f"file://{os.uname().nodename}{quote(os.path.abspath(path))}{f'#{line}' * bool(line)}"


def link_location(text: str, place: str, location: Location) -> str:
    """The text with its first occurrence of `place` as a link to a line."""
    return text.replace(place, f"\x1b]8;;{make_url(location.path, location.line)}\x1b\\{place}\x1b]8;;\x1b\\", 1)
