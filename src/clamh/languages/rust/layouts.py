"""An artifact in several code layouts: the same objects, linked with their functions in other orders."""

from __future__ import annotations

import re

from clamh.model.artifacts import Platform


def ordering_method(platform: Platform) -> tuple[str, str]:
    """The method of ordering.py that gives this platform's linker an order of functions; or "" and the reason why there
    is none.
    """
    if any(re.fullmatch(r"-C(?:linker-plugin-)?lto(?:=(?!off|no|n|false).*)?", flag) for flag in platform.flags):
        return "", "with -Clto the linker creates the code"
    if not re.search(r"linux|bsd", platform.facts.get("host", "")):
        system = platform.facts.get("host") or "this system"
        return "", f"CLAMH does not know how to give the linker of {system} an order of functions"
    return "script", ""
