"""How `clamh profile` profiles C: by the tools of native code."""

from __future__ import annotations

import re

from clamh.languages.base import ProfilingTool
from clamh.languages.profilers import find_native_tools, read_native_stacks
from clamh.model.artifacts import Command, Platform
from clamh.model.profiles import Stack

LOOP = re.compile(r"^clamh_\w+_repeat\b")
COUNTED = ("clamh_b*_repeat*",)


def find_tools(command: Command, platform: Platform, folder: str) -> list[ProfilingTool]:
    """`perf`, then callgrind."""
    return find_native_tools(command, folder)


def read_stacks(tool: str, text: str) -> list[Stack]:
    """The stacks in the output of a tool."""
    return read_native_stacks(tool, text)
