"""The nouns of profiles: stacks of a profiled case, and the shares of its functions."""

from __future__ import annotations

from typing import NamedTuple

from clamh.model.noun import Noun


class Frame(NamedTuple):
    """A function on a stack, with its place if the profiler knows it. Without a name it is only a place."""

    name: str
    file: str = ""
    line: int = 0


class Stack(NamedTuple):
    """A stack, the outermost frame first, and how much was spent in its innermost frame."""

    frames: tuple[Frame, ...]
    weight: float


class CaseProfile(Noun):
    """What a profiler recorded of a case.

    `unit` is that of weights: nanoseconds, or "none" for instructions. The `stacks` begin with the benchmark. `outside`
    is the share of the process that is not in them: its start, the clock, and the harness.
    """

    title: str
    platform: str
    tool: str
    unit: str
    stacks: tuple[Stack, ...]
    outside: float


class FunctionShare(NamedTuple):
    """A function, and its share of the profile: alone, and with everything that it calls."""

    frame: Frame
    own: float
    total: float


def share_functions(stacks: tuple[Stack, ...]) -> list[FunctionShare]:
    """The shares of all functions, the largest own share first. A recursive function counts once per stack."""
    whole = sum(stack.weight for stack in stacks)
    own: dict[Frame, float] = {}
    total: dict[Frame, float] = {}
    for stack in stacks:
        for frame in dict.fromkeys(stack.frames):
            total[frame] = total.get(frame, 0) + stack.weight
        own[stack.frames[-1]] = own.get(stack.frames[-1], 0) + stack.weight
    shares = [FunctionShare(frame, own.get(frame, 0) / whole, weight / whole) for frame, weight in total.items()]
    return sorted(shares, key=lambda share: (-share.own, -share.total, share.frame))
