"""How `clamh profile` profiles Rust: by the tools of native code."""

from __future__ import annotations

import re

from clamh.languages.profilers import find_native_tools as find_tools, read_native_stacks as read_stacks

__all__ = ["COUNTED", "LOOP", "find_tools", "read_stacks"]

LOOP = re.compile(r"\b__clamh_\w+?(?<!_edge) $")
COUNTED = tuple(f"*__clamh_b{'?' * digits}" for digits in (1, 2, 3, 4))  # and not what calls them, `_edge`
PREFIX = re.compile(r"\bclamh_user::")
