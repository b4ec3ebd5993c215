"""Profilers of native code, which several languages share: `perf`, and callgrind where `perf` does not work."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clamh.languages import Native
from clamh.languages.base import Profiler, ProfilingTool
from clamh.model.artifacts import Command, Platform
from clamh.model.profiles import Frame, Stack

PERF, CALLGRIND = "perf", "callgrind"
HERTZ = "499"  # no divisor of a timer's rate, so that samples do not fall into step with it
CALLERS = "24"  # names of callers that callgrind keeps of each call
PERF_REFUSED = "type: sudo sysctl kernel.perf_event_paranoid=2 (in a container, allow it: --cap-add PERFMON)"
UNKNOWN_INSTRUCTION = ("valgrind may not know an instruction of this CPU: compile for an older CPU, by the flags in "
                       "clamh.toml")
UNKNOWN_TO_VALGRIND = ("unhandled instruction", "Illegal opcode")  # its texts; after -q only the second
_PERF_FRAME = re.compile(r"\s+[0-9a-f]+ (.+?)( \(inlined\))?")
_INTERRUPT = re.compile(r"asm_(?:sysvec_\w+|common_interrupt)|el[01]\w*_irq\w*")
_HASH = re.compile(r"::h[0-9a-f]{16}\b")
_NAME = re.compile(r"(?:fn|fl|fi|fe|cfn|cfi|cfl)=\((\d+)\)(?: (.*))?")
_BRACKET = re.compile(r"->|operator *(?:<=>|<<=?|>>=?|[<>]=?|->\*?|\(\))|[(\[{<>}\])']")
_COST = re.compile(r"(\+|-)?(\d+|\*) (\d+)")


def find_native_tools(command: Command, platform: Platform, folder: str) -> list[ProfilingTool]:
    """`perf`, which samples time, then callgrind, which counts instructions and makes the process 50 times as slow."""
    event = (PERF, "record", "-q", "--no-buildid-cache", "-e", "cpu-clock")
    return [
        ProfilingTool(
            name=PERF, unit="nanoseconds",
            argv=(*event, "-F", HERTZ, "--call-graph", "dwarf", "-o", f"{folder}/perf.data", "--", *command.argv),
            probe=(*event, "-o", "/dev/null", "--", "true"), install_hint="apt-get install linux-perf",
            refused_hint=PERF_REFUSED, pattern="perf.data", reading=(PERF, "script", "-F", "tid,period,ip,sym", "-i")),
        ProfilingTool(
            name=CALLGRIND, unit="none", argv=(
                "valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind.out",
                f"--separate-callers={CALLERS}", "--compress-pos=no", *command.argv),
            probe=("valgrind", "--version"), install_hint="apt-get install valgrind", refused_hint="",
            pattern="callgrind.out", refusals=dict.fromkeys(UNKNOWN_TO_VALGRIND, UNKNOWN_INSTRUCTION))]


def read_native_stacks(tool: str, text: str) -> list[Stack]:
    """The stacks in the output of `perf script`, or in a file of callgrind."""
    return list((_read_perf if tool == PERF else _read_callgrind)(text))


class NativeProfiler(Profiler):
    """The profiler of a language whose language.toml names the functions that are measured loops."""

    find_tools = staticmethod(find_native_tools)
    read_stacks = staticmethod(read_native_stacks)

    def __init__(self, native: Native):
        self.LOOP, self.COUNTED = re.compile(native.loop), native.counted
        self.HARNESS, self.PREFIX = re.compile(native.harness), re.compile(native.prefix)


def _read_perf(text: str) -> Iterator[Stack]:
    """A paragraph per sample: a line with thread and period, then the frames from the innermost.

    The time of an interrupt belongs to the function that was interrupted: it would have come at any other place too.
    """
    for paragraph in re.split(r"\n\s*\n", text):
        head, *lines = paragraph.strip("\n").split("\n")
        names = [match[1] for line in lines if (match := _PERF_FRAME.fullmatch(line))]
        while (interrupt := next((name for name in names if _INTERRUPT.fullmatch(name)), None)) is not None:
            del names[:names.index(interrupt) + 1]
        if names and head.split():
            yield Stack(tuple(Frame(_HASH.sub("", name)) for name in reversed(names)), float(head.split()[-1]))


def _read_callgrind(text: str) -> Iterator[Stack]:
    """Each `fn` names a function and its callers; the costs below it are its own, except after `calls`.

    A line of an inlined function follows the `fi` of its file. It becomes a frame that is only a place.
    """
    names: dict[tuple[str, str], str] = {}
    stack: tuple[Frame, ...] = ()
    file, called = "", False
    for line in text.splitlines():
        kind, _, _ = line.partition("=")
        if (match := _NAME.fullmatch(line)):
            space = "fn" if kind in ("fn", "cfn") else "file"
            name = names.setdefault((space, match[1]), match[2] or "")
            if kind == "fn":
                stack = tuple(Frame(_HASH.sub("", part)) for part in reversed(split_callers(name)))
            elif space == "file" and not kind.startswith("c"):
                file = name
        elif kind == "calls":
            called = True
        elif (match := _COST.fullmatch(line)) and stack:
            if not called:
                yield Stack((*stack, Frame("", file, int(match[2]))), float(match[3]))
            called = False


def split_callers(name: str) -> list[str]:
    """The names in a function and its callers, separated by an apostrophe outside of all brackets of a name."""
    parts, begin, depth = [], 0, 0
    for match in _BRACKET.finditer(name):
        if match[0] == "'" and depth == 0:
            parts.append(name[begin:match.start()])
            begin = match.end()
        elif match[0] in ("(", "[", "{", "<"):
            depth += 1
        elif match[0] in (")", "]", "}", ">"):
            depth = max(0, depth - 1)
    return [*parts, name[begin:]]
