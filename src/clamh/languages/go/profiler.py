"""How `clamh profile` profiles Go: a build with runtime/pprof, which the measured build does not contain."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from clamh.languages.base import ProfilingTool
from clamh.languages.go.toolchain import INSTALL_HINT
from clamh.model.artifacts import Command, Platform
from clamh.model.profiles import Frame, Stack

LOOP = re.compile(r"\.clamh\d*_repeat_\w+ ")
PREFIX = re.compile(r"^\S*clamh\.artifact/user\.")
TAGS, TAG = "-tags=", "clamh_profile"  # runtime/profile.go is compiled with this tag only
VARIABLE = "CLAMH_PROFILE"  # where runtime/profile.go writes
PREEMPTION = "runtime.asyncPreempt"
_SAMPLE = re.compile(r"\s*\d+\s+(\d+): ([\d ]+)")
_LOCATION = re.compile(r"\s+(\d+): 0x[0-9a-f]+ (?:M=\d+ )?(.*)")
_LINE = re.compile(r"(\S+) (.*?):(\d+)(?::\d+)? s=(\d+)")


def profiled_platform(platform: Platform) -> Platform:
    """The platform with the build tag, added to the user's own tags."""
    tags = [flag.removeprefix(TAGS) for flag in platform.flags if flag.startswith(TAGS)][-1:]
    others = tuple(flag for flag in platform.flags if not flag.startswith(TAGS))
    return replace(platform, flags=(*others, TAGS + ",".join([*tags, TAG])))


def find_tools(command: Command, platform: Platform, folder: str) -> list[ProfilingTool]:
    """The runtime's own profiler, read by `go tool pprof`."""
    pprof = (platform.executable, "tool", "pprof")
    return [
        ProfilingTool(name="pprof", unit="nanoseconds", argv=command.argv, probe=(platform.executable, "version"),
                      install_hint=INSTALL_HINT, refused_hint="", pattern="cpu.pprof",
                      reading=(*pprof, "-symbolize=none", "-raw"), env={VARIABLE: f"{folder}/cpu.pprof"})]


def read_stacks(tool: str, text: str) -> list[Stack]:
    """The stacks of `go tool pprof -raw`."""
    return list(_read_raw(text))


def _read_raw(text: str) -> Iterator[Stack]:
    """Samples name locations, the innermost first; a location has a line per function, inlined functions first."""
    before, _, after = text.partition("\nLocations\n")
    locations: dict[str, list[Frame]] = {}
    frames: list[Frame] = []
    for line in after.partition("\nMappings")[0].splitlines():
        if match := _LOCATION.fullmatch(line):
            frames = locations.setdefault(match[1], [])
        if described := _LINE.fullmatch((match[2] if match else line).strip()):
            frames.append(Frame(described[1], described[2], int(described[4])))
    for line in before.splitlines():
        if match := _SAMPLE.fullmatch(line):
            stack = [frame for number in match[2].split() for frame in locations.get(number, ())
                     if frame.name != PREEMPTION]  # the sample belongs to the function that was preempted
            if stack:
                yield Stack(tuple(reversed(stack)), float(match[1]))
