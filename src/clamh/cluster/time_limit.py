"""Time limits in Slurm's notation: minutes, M:S, H:M:S, D-H, D-H:M and D-H:M:S."""

from __future__ import annotations

import re

TIME = re.compile(r"(?:(?P<days>\d{1,4})-(?P<day_hours>\d{1,4})(?::(?P<day_minutes>\d\d?))?(?::(?P<day_seconds>\d\d?))?"
                  r"|(?:(?P<hours>\d{1,4}):(?=\d+:))?(?P<minutes>\d{1,6})(?::(?P<seconds>\d\d?))?)")


def parse_time_limit(text: str) -> int:
    """The limit in seconds. Raises ValueError for another text, and for no time at all."""
    match = TIME.fullmatch(text)
    if not match:
        raise ValueError(text)
    part = {name: int(value or 0) for name, value in match.groupdict().items()}
    hours, minutes = 24 * part["days"] + part["day_hours"] + part["hours"], part["day_minutes"] + part["minutes"]
    seconds = 3600 * hours + 60 * minutes + part["day_seconds"] + part["seconds"]
    if not seconds:
        raise ValueError(text)
    return seconds
