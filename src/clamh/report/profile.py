"""A profile as text: the functions with the largest shares."""

from __future__ import annotations

import os
import re

from clamh.model.folders import shorten_path
from clamh.model.profiles import CaseProfile, Frame, share_functions
from clamh.report.escape import convert_to_ascii, escape_unprintable
from clamh.report.look import Look
from clamh.report.screen import shorten
from clamh.report.units import format_count

FUNCTIONS = 12
SMALLEST = 0.001
NUMBERS = 18  # columns of the two shares
KINDS = {"nanoseconds": "CPU time", "none": "instructions"}


def render_profile(profile: CaseProfile, look: Look) -> str:
    """A line about the case, and a line for each function: its own share, its share with what it calls, its place."""
    shares = [share for share in share_functions(profile.stacks) if share.total >= SMALLEST]
    shown = shares[:FUNCTIONS]
    left = len(shares) - len(shown)
    place_width = look.width // 3
    places = [describe_place(share.frame, place_width) for share in shown]
    place_width = min(max(map(len, places), default=0), place_width)
    width = max(10, look.width - NUMBERS - place_width - 2)
    names = [shorten(spell(share.frame.name), width) for share in shown]
    name_width = max(map(len, names), default=0)
    lines = [f"{spell(profile.title)} {profile.platform}: {KINDS[profile.unit]} ({profile.tool})",
             f"{'self':>8}{'total':>8}  function"]
    lines += [f"{share.own:>8.1%}{share.total:>8.1%}  {name:<{name_width}}  {shorten(place, place_width)}".rstrip()
              for share, name, place in zip(shown, names, places, strict=True)]
    if left:
        lines.append(f"{'':>18}and {format_count(left, 'more function')}")
    if profile.outside >= SMALLEST:
        lines.append(f"{'':>18}(left out: {profile.outside:.0%} outside of the benchmark, such as start and clock)")
    text = "\n".join(lines)
    return text if look.unicode else convert_to_ascii(text)


def describe_place(frame: Frame, width: int) -> str:
    """FILE:LINE of a function whose place is known; without the folder, if that would be too wide."""
    if not (frame.file and frame.line):
        return ""
    texts = (escape_unprintable(f"{file}:{frame.line}") for file in (shorten_path(frame.file),
                                                                     os.path.basename(frame.file)))
    return next((text for text in texts if len(text) <= width), escape_unprintable(f"line {frame.line}"))


def spell(name: str) -> str:
    """A name for a terminal."""
    return escape_unprintable(re.sub(r"\s+", " ", name))
