"""Stacks as a profiler recorded them → stacks that begin with the benchmark, with the places of the user's functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from clamh.model.profiles import Frame, Stack
from clamh.model.sources import Suite

_ARGUMENTS = re.compile(r"\(.*|<.*>$|\[.*")


class Function(NamedTuple):
    """A function that the user's files declare."""

    name: str
    owner: str
    file: str
    line: int


class Places:
    """The functions of the user's files, by their names and by their lines."""

    def __init__(self, functions: Iterable[Function]):
        self.by_name: dict[str, list[Function]] = {}
        self.by_file: dict[str, list[Function]] = {}
        for function in functions:
            self.by_name.setdefault(function.name, []).append(function)
            self.by_file.setdefault(function.file, []).append(function)

    def locate(self, frame: Frame) -> Frame:
        """The frame, at the declaration of the user's function that it names or whose line it has."""
        if not frame.name:
            return self._name_place(frame)
        if frame.file in self.by_file:
            return frame
        *owners, name = split_frame_name(frame.name)
        functions = self.by_name.get(name, [])
        owned = [function for function in functions if function.owner in owners or function.owner in ("", *owners[-1:])]
        if len(found := owned if len(functions) > 1 else [f for f in functions if not f.owner or f in owned]) == 1:
            return Frame(frame.name, found[0].file, found[0].line)
        return frame._replace(line=0)

    def _name_place(self, frame: Frame) -> Frame:
        """The function that a line of the user's file belongs to: the last that begins before it."""
        before = [function for function in self.by_file.get(frame.file, ()) if function.line <= frame.line]
        last = max(before, key=lambda function: function.line, default=None)
        return Frame(last.name, last.file, last.line) if last else frame

    def is_ours(self, frame: Frame) -> bool:
        """Whether the frame is a function of the user's files."""
        return frame.file in self.by_file and bool(frame.line)


def find_places(suite: Suite) -> Places:
    """The functions of a suite's files."""
    return Places(
        Function(declared.name, (declared.owner or ("",))[-1], declared.location.path, declared.location.line)
        for unit in suite.units for parsed in unit.parsed for declared in parsed.declarations
        if declared.kind in ("function", "method"))


def split_frame_name(name: str) -> list[str]:
    """The identifiers of a function's name in a profile, without arguments."""
    return [part for part in re.split(r"::|[.$/#]", _ARGUMENTS.sub("", name)) if part] or [name]


def arrange_stacks(stacks: Sequence[Stack], profiler: Any, places: Places) -> tuple[list[Stack], float]:
    """The stacks from the measured loop inwards, equal ones joined; and the share of what is outside of it.

    A stack without the loop counts if a function of the user is on it, from that function on: a fixture, or a deep
    recursion of which the profiler kept only the end.
    """
    joined: dict[tuple[Frame, ...], float] = {}
    outside = 0.0
    for stack in stacks:
        frames = _cut(stack.frames, profiler.LOOP, profiler.HARNESS, places)
        if frames:
            joined[frames] = joined.get(frames, 0) + stack.weight
        else:
            outside += stack.weight
    whole = sum(joined.values()) + outside
    return [Stack(frames, weight) for frames, weight in joined.items() if weight], outside / whole if whole else 0.0


def _cut(frames: Sequence[Frame], loop: re.Pattern[str], harness: re.Pattern[str],
         places: Places) -> tuple[Frame, ...]:
    def matches(pattern: re.Pattern[str], frame: Frame) -> bool:
        return bool(pattern.search(f"{frame.name} {frame.file}"))

    begins = next((number for number, frame in enumerate(frames) if matches(loop, frame)), None)
    inner = list(frames if begins is None else frames[begins + 1:])
    if begins is not None:
        while inner and (matches(harness, inner[0]) or matches(loop, inner[0])):
            del inner[0]
    located = [frame for frame in _name_frames(inner, places.locate)]
    if begins is None:
        first = next((number for number, frame in enumerate(located) if places.is_ours(frame)), len(located))
        return tuple(located[first:])
    return tuple(located)


def _name_frames(frames: Sequence[Frame], locate: Callable[[Frame], Frame]) -> Iterable[Frame]:
    """The frames with their places. A place at the end that is within the function around it, or that no function of
    the user has, is left out.
    """
    located: list[Frame] = []
    for frame in frames:
        named = locate(frame)
        if not frame.name and (not named.name or located and located[-1][1:] == named[1:]):
            continue
        located.append(named)
    return located
