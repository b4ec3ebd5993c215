"""How `clamh profile` profiles JavaScript: the runtime's own `--cpu-prof`."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urlsplit

from clamh.languages.base import ProfilingTool
from clamh.languages.javascript.toolchain import INSTALL_HINT
from clamh.languages.javascript.typescript import SUFFIXES as TYPESCRIPT
from clamh.model.artifacts import Command, Platform
from clamh.model.profiles import Frame, Stack

LOOP = re.compile(r"^clamh\d*\$repeat_")
IDLE = ("(root)", "(idle)")
INLINED = "(inlined TypeScript)"


def find_tools(command: Command, platform: Platform, folder: str) -> list[ProfilingTool]:
    """The runtime's sampling profiler; each thread writes a file when it ends."""
    program, *words = command.argv
    return [
        ProfilingTool(name="--cpu-prof", unit="nanoseconds",
                      argv=(program, "--cpu-prof", f"--cpu-prof-dir={folder}", *words), probe=(program, "--version"),
                      install_hint=INSTALL_HINT, refused_hint="", pattern="*.cpuprofile",
                      refusals={"--cpu-prof": "use a newer version: Node has --cpu-prof since 12, Bun since 1.3.2"})]


def read_stacks(tool: str, text: str) -> list[Stack]:
    """The stacks of a .cpuprofile."""
    return list(_read_nodes(json.loads(text)))


def _read_nodes(profile: dict[str, Any]) -> Iterator[Stack]:
    """The time of each node of the call tree. Times are in µs.

    V8 gives the time of inlined functions to the caller, but knows the line of each sample: in the measured loop such a
    line becomes a frame that is only a place. The loop's own lines follow the user's, and get no such frame. Lines of
    TypeScript are those of its translation: they only distinguish the loop from the user's functions.
    """
    spent: Counter[int] = Counter()
    for number, microseconds in zip(profile["samples"], profile["timeDeltas"], strict=True):
        spent[number] += max(0, microseconds)
    nodes = {node["id"]: node for node in profile["nodes"]}
    parents = {child: node["id"] for node in profile["nodes"] for child in node.get("children", ())}
    parents |= {node["id"]: node["parent"] for node in profile["nodes"] if "parent" in node}
    for number, microseconds in spent.items():
        path = [number]
        while path[-1] in parents:
            path.append(parents[path[-1]])
        frames = [_make_frame(nodes[place]["callFrame"]) for place in reversed(path)]
        stack = tuple(frame for frame in frames if frame.name not in IDLE)
        ticks = nodes[number].get("positionTicks") or ()
        whole = sum(tick["ticks"] for tick in ticks)
        if stack and whole and LOOP.search(stack[-1].name):
            first = nodes[number]["callFrame"]["lineNumber"] + 1
            for tick in ticks:
                place = Frame("", stack[-1].file, tick["line"]) if stack[-1].file else Frame(INLINED)
                inner = (place,) if tick["line"] < first else ()
                yield Stack((*stack, *inner), 1e3 * microseconds * tick["ticks"] / whole)
        elif stack:
            yield Stack(stack, 1e3 * microseconds)


def _make_frame(call: dict[str, Any]) -> Frame:
    """A function; its line counts from 0 in the profile. Of TypeScript only the name is known: lines are those of its
    translation.
    """
    url, name = call["url"], call["functionName"] or "(anonymous)"
    file = unquote(urlsplit(url).path) if url.startswith("file:") else url
    return Frame(name) if file.endswith(TYPESCRIPT) else Frame(name, file, max(0, call["lineNumber"] + 1))
