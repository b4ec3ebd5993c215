"""Stacks of a profiler → stacks that begin with the benchmark, with the places of the user's functions."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from clamh.model.profiles import Frame, Stack
from clamh.model.sources import Unit

# What a compiler adds to a name: copies of a function, arguments, an implemented trait, and arguments of a template.
_COPY = re.compile(r"\.(?:constprop|isra|part|cold|lto_priv|llvm)\b.*$")
_ADDED = ((_COPY, ""), (re.compile(r"<([^<>]*) as [^<>]*>"), r"\1"), (re.compile(r"(?<=\w)<[^<>]*>"), ""),
          (re.compile(r"\(.*"), ""))


class Function(NamedTuple):
    """A function that the user's files declare; `scope` has its namespaces, packages and classes."""

    name: str
    scope: tuple[str, ...]
    file: str
    line: int


class Places:
    """The functions of the user's files, by their names and by their lines; `folder` has copies of the files."""

    def __init__(self, functions: Iterable[Function], folder: str = ""):
        self.copies = os.path.join(folder, "") if folder else ""
        self.by_name: dict[str, list[Function]] = {}
        self.by_file: dict[str, list[Function]] = {}
        for function in functions:
            self.by_name.setdefault(function.name, []).append(function)
            self.by_file.setdefault(function.file, []).append(function)

    def locate(self, frame: Frame) -> Frame:
        """The frame, at the declaration of the user's function that it names or whose line it has."""
        frame = self._with_original(frame)
        if not frame.name:
            return self._name_place(frame)
        if frame.file:
            return frame
        *owners, name = split_frame_name(frame.name)
        functions = [function for function in self.by_name.get(name, ())
                     if function.scope[-1:] in ((), tuple(owners[-1:]))
                     and set(owners) <= {*function.scope, Path(function.file).stem}]
        return Frame(frame.name, functions[0].file, functions[0].line) if len(functions) == 1 else frame

    def _with_original(self, frame: Frame) -> Frame:
        """The frame in the user's file, if its file is the copy of it: lines are the same."""
        if not self.copies or not frame.file.startswith(self.copies):
            return frame
        name = os.path.basename(frame.file)
        originals = [file for file in self.by_file if os.path.basename(file) == name]
        return frame._replace(file=originals[0]) if len(originals) == 1 else frame

    def _name_place(self, frame: Frame) -> Frame:
        """The function that a line of the user's file belongs to: the last that begins before it."""
        before = [function for function in self.by_file.get(frame.file, ()) if function.line <= frame.line]
        last = max(before, key=lambda function: function.line, default=None)
        return Frame(last.name, last.file, last.line) if last else frame

    def is_of_user(self, frame: Frame) -> bool:
        """Whether the frame is a function of the user's files."""
        return frame.file in self.by_file and bool(frame.line)


def find_places(unit: Unit, folder: str) -> Places:
    """The functions of the files of an artifact, which was built in `folder`."""
    functions = (Function(declared.name, tuple(filter(None, declared.scope)), declared.location.path,
                          declared.location.line)
                 for parsed in unit.parsed for declared in parsed.declarations
                 if declared.kind in ("function", "method"))
    return Places(functions, folder)


def split_frame_name(name: str) -> list[str]:
    """The identifiers of a function's name in a profile, without arguments."""
    plain = name
    for added, rest in _ADDED:
        plain = added.sub(rest, plain)
    parts = (part.strip("<>") for part in re.split(r"::|[.$/#]", plain))
    return [part for part in parts if part and part != "(anonymous namespace)"] or [name]


def arrange_stacks(stacks: Sequence[Stack], profiler: Any, places: Places) -> tuple[list[Stack], float]:
    """The stacks from the measured loop inwards, equal ones joined; and the share of what is outside of it.

    A stack without the loop counts if a function of the user is on it, from that function on: a fixture, or a deep
    recursion of which the profiler kept only the end. `profiler` is the language's (languages/base.py).
    """
    joined: dict[tuple[Frame, ...], float] = {}
    outside = 0.0
    for stack in stacks:
        frames = _cut_outside(stack.frames, profiler, places)
        if frames:
            joined[frames] = joined.get(frames, 0) + stack.weight
        else:
            outside += stack.weight
    whole = sum(joined.values()) + outside
    return [Stack(frames, weight) for frames, weight in joined.items() if weight], outside / whole if whole else 0.0


def _cut_outside(frames: Sequence[Frame], profiler: Any, places: Places) -> tuple[Frame, ...]:
    """The frames from the benchmark or fixture inwards, with their places and without what the harness adds to names.
    """
    in_loop = [bool(profiler.LOOP.search(_describe(frame))) for frame in frames]
    inner = [frame for number, frame in enumerate(frames) if any(in_loop[:number]) and not in_loop[number]]
    while inner and profiler.HARNESS.search(_describe(inner[0])):
        del inner[0]
    named = [frame._replace(name=profiler.PREFIX.sub("", frame.name)) for frame in (inner if any(in_loop) else frames)]
    located = _locate_all(named, places)
    first = 0 if any(in_loop) else next(
        (number for number, frame in enumerate(located) if places.is_of_user(frame)), len(located))
    return tuple(located[first:])


def _describe(frame: Frame) -> str:
    return f"{frame.name} {frame.file}"


def _locate_all(frames: Sequence[Frame], places: Places) -> list[Frame]:
    """The frames with their places. A frame that is only a place is left out if it is within the function around it, or
    in no function of the user.
    """
    located: list[Frame] = []
    for frame in frames:
        named = places.locate(frame)
        if not named.name or not frame.name and located and located[-1][1:] == named[1:]:
            continue
        located.append(named)
    return located
