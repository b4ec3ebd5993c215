"""How `clamh profile` profiles Python: py-spy, which samples the interpreter from another process."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

from clamh.languages.base import ProfilingTool
from clamh.model.artifacts import Command, Platform
from clamh.model.profiles import Frame, Stack

LOOP = re.compile(r" <clamh stub of ")
HERTZ = "500"
REFUSED = {
    "Permission Denied": "type: sudo sysctl kernel.yama.ptrace_scope=1 "
                         "(in a container, allow it: --cap-add SYS_PTRACE)",
    "Operation not permitted": "in a container, allow it: --cap-add SYS_PTRACE",
}


def find_tools(command: Command, platform: Platform, folder: str) -> list[ProfilingTool]:
    """py-spy, which reads only CPython."""
    if platform.facts.get("implementation") != "cpython":
        return []
    beside = Path(sys.executable).with_name("py-spy")
    program = str(beside) if beside.is_file() else shutil.which("py-spy") or "py-spy"
    return [
        ProfilingTool(
            name="py-spy", unit="nanoseconds", argv=(
                program, "record", "--format", "speedscope", "--function", "--threads", "--rate", HERTZ, "--output",
                f"{folder}/py-spy.json", "--", *command.argv),
            probe=(program, "--version"), install_hint="pip install py-spy", refused_hint="", pattern="py-spy.json",
            refusals=REFUSED)]


def read_stacks(tool: str, text: str) -> list[Stack]:
    """The stacks of a speedscope file; its weights are seconds."""
    data = json.loads(text)
    frames = [Frame(frame["name"], frame.get("file") or "", frame.get("line") or 0)
              for frame in data["shared"]["frames"]]
    return [Stack(tuple(frames[number] for number in numbers), 1e9 * weight) for profile in data["profiles"]
            for numbers, weight in zip(profile["samples"], profile["weights"], strict=True) if numbers]
