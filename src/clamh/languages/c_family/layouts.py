"""Code layouts: how a platform's linker is given an order of functions, with gaps between them."""

from __future__ import annotations

import re

from clamh.languages.c_family.flags import has_link_time_code, link_time_flags, makes_mach_o
from clamh.model.artifacts import Platform

ORDERED_BY = {"GNU ld": "script", r".*\bLLD \d": "script", "GNU gold": "sections", "mold": "shuffle"}
STRIPPED = r"-s|-Wl,(?:.*,)?(?:-s|--strip-all)(?:,.*)?"


def ordering_method(platform: Platform) -> tuple[str, str]:
    """The method of ordering.py that gives this platform's linker an order of functions; or "" and the reason why there
    is none.
    """
    if makes_mach_o(platform):
        return "", "CLAMH does not order functions for the linker of macOS"
    # Under -flto clang's linker is always lld.
    linker = "LLD 0" if link_time_flags(platform) else platform.facts.get("linker", "")
    if any(re.fullmatch(r"-T.*|-Wl,(?:.*,)?(?:-T|--script).*", flag) for flag in platform.flags):
        return "", "its flags name their own linker script"
    method = next((method for name, method in ORDERED_BY.items() if re.match(name, linker)), "")
    if not method:
        return "", f"CLAMH does not know how to give its linker ({linker or 'unknown'}) an order of functions"
    if has_link_time_code(platform) and any(re.fullmatch(STRIPPED, flag) for flag in platform.flags):
        return "", "with -flto the linker creates the functions, and its flags let it drop their names"
    return method, ""


def layout_flags(method: str, files: str) -> tuple[str, ...]:
    """The linker's flags for the layout whose files have names that begin like this, and that end in its number."""
    if method == "script":
        return (f"-Wl,-T,{files}.order",)
    if method == "shuffle":
        return f"{files}.s", f"-Wl,--shuffle-sections={files.rpartition('.')[2]}"
    return f"{files}.s", f"-Wl,--section-ordering-file,{files}.order"
