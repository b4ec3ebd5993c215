"""How `clamh profile` profiles C++: by the tools of native code."""

from __future__ import annotations

import re

from clamh.languages.profilers import find_native_tools as find_tools, read_native_stacks as read_stacks

__all__ = ["COUNTED", "LOOP", "find_tools", "read_stacks"]

LOOP = re.compile(r"^clamh::Stub<.*::repeat\b")
COUNTED = ("clamh::Stub<*>::repeat(*",)
HARNESS = re.compile(r"^clamh::Stub<|^clamh::(?:sink|fence|launder)")
