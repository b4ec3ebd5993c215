"""An artifact in several code layouts: the same objects, linked in other orders of their functions."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from clamh.languages.base import Step
from clamh.languages.toolchains import contents
from clamh.model.artifacts import Platform

ORDERING = Path(__file__).parent.parent / "ordering.py"
MOST = 16


def means(platform: Platform) -> tuple[str, str]:
    """How the linker is told the order of functions (see ordering.py), or "" and why it cannot be."""
    if any(re.fullmatch(r"-C(?:linker-plugin-)?lto(?:=(?!off|no|n).*)?", flag) for flag in platform.flags):
        return "", "with -Clto the linker makes the code"
    if not re.search(r"linux|bsd", platform.facts.get("host", "")):
        return "", f"the linker of {platform.facts.get('host') or 'this system'} is not known to take an order of functions"
    return "script", ""


def ordered(source: str, means: str, output: str, of: str, *, beside: bool) -> Step:
    """Writes the orders of the functions of an object, or of a linked program, for all layouts of `output`."""
    return Step(
        title=f"order the functions of {source}",
        argv=(sys.executable, "-I", "-S", str(ORDERING), means, output, str(MOST), of),
        outputs=(f"{output}.1.order",), beside=beside, env={"CLAMH_MADE_WITH": contents([ORDERING])})


def linked(output: str) -> list[tuple[str, str]]:
    """The artifact of each further layout, and the flag that links it so."""
    return [(f"{output}.{number}", f"-Clink-arg=-Wl,-T,{output}.{number}.order") for number in range(1, MOST)]
