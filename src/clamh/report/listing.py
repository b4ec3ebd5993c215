"""Code → Listing: the facts about the loops of a function, and which of its code is shown."""

from __future__ import annotations

import linecache
import os
from collections.abc import Iterator, Sequence

from clamh.model.code import Code, Function, Instruction, Loop, Target
from clamh.model.folders import shorten_path
from clamh.model.listing import CountedLoop, ListedLine, ListedPart, Listing
from clamh.model.loops import count_function, find_loops
from clamh.report.units import format_count

COLUMNS = ("instructions", " packed SIMD", "branches", "loads", "stores")
LABEL = "loop and its lines"
WHOLE = 24  # instructions of a loop that is printed whole without --full; of a longer one the loops inside it
SHOWN = 48  # of any other loop
UNKNOWN = "-"


def build_listing(platform: str, target: Target, code: Code, full: bool = False) -> Listing:
    """What is shown of a function: with `full` all its code, else the hot loops."""
    counted = list(list_counted(code, target.location.path))
    return Listing(platform=platform, member="" if target.place is None else target.name, kind=code.kind,
                   place=f"{shorten_path(target.location.path)}:{target.location.line}",
                   loops=tuple(CountedLoop(name=name, cells=_list_cells(loop, code.machine)) for name, loop in counted),
                   calls=tuple(dict.fromkeys(call for _, loop in counted for call in loop.calls)), notes=code.notes,
                   parts=tuple(ListedPart(name=name, lines=tuple(_list_code(listed, code.machine)), left=left)
                               for name, listed, left in _choose_code(code, full, target.location.path)))


def list_counted(code: Code, source: str) -> Iterator[tuple[str, Loop]]:
    """What has a line in the table, with its name: the measured loop, called functions, and the loops inside them."""
    for number, function in enumerate(code.functions):
        base = 0
        if number or not code.measured:
            yield _name_function(function), count_function(function)
            base = 1
        for loop in find_loops(function):
            name = "loop inside" if base + loop.depth else "measured loop"
            yield "  " * (base + loop.depth) + name + _name_lines(loop, source), loop


def _list_cells(loop: Loop, machine: bool) -> tuple[str, ...]:
    """The cells of COLUMNS."""
    packed = f"{loop.packed}, {format_count(loop.packed_moves, 'move')}" if loop.packed_moves else f"{loop.packed}"
    known = (packed, f"{loop.loads}", f"{loop.stores}") if machine else (UNKNOWN,) * 3
    return (f"{len(loop.instructions)}", known[0], f"{loop.branches}", *known[1:])


def _name_function(function: Function) -> str:
    name = function.name.partition("(")[0] if not function.name.startswith("(") else function.name
    return f"function {name if len(name) < 60 else name[:28] + '…' + name[-28:]}"


def _name_lines(loop: Loop, source: str) -> str:
    """The lines of a loop, with their file where it is not the benchmark's `source`, such as a header."""
    if not loop.lines:
        return ""
    first, last = loop.lines
    name = os.path.basename(loop.file)
    if name == os.path.basename(source):  # distinguished by their folders
        name = "" if os.path.abspath(loop.file) == os.path.abspath(source) else shorten_path(loop.file)
    where = f"{name}:" if name else ""
    return f" {where}{first}" if first == last else f" {where}{first}-{last}"


def _choose_code(code: Code, full: bool, source: str) -> Iterator[tuple[str, Sequence[Instruction], int]]:
    """The code to print, with its name and the number of instructions that are left out.

    That is all of it, or of each function what is repeated: the whole loop if it is short, else the innermost loops.
    """
    for number, function in enumerate(code.functions):
        if full:
            yield _name_function(function), function.instructions, 0
            continue
        loops = find_loops(function)
        measured = not number and code.measured and bool(loops)
        whole = [loop for loop in loops if not loop.depth] if measured else [count_function(function)]
        if sum(len(loop.instructions) for loop in whole) > WHOLE and loops:
            whole = [loop for loop in loops if loop.innermost]
        for loop in whole:
            name = _name_function(function)
            if loop.depth >= 0:
                name = f"{'measured loop' if measured and not loop.depth else 'loop'}{_name_lines(loop, source)}"
                name += f" of {_name_function(function)}" if number else ""
            yield name, loop.instructions[:SHOWN], max(0, len(loop.instructions) - SHOWN)


def _list_code(instructions: Sequence[Instruction], machine: bool) -> Iterator[ListedLine]:
    """The instructions, below each source line that they come from."""
    at: tuple[str, int] = ("", 0)
    for instruction in instructions:
        place = (instruction.file, instruction.line)
        if instruction.file and place != at:
            at = place
            text = linecache.getline(instruction.file, instruction.line).strip() if instruction.own else ""
            file = os.path.basename(instruction.file) if os.path.isabs(instruction.file) else instruction.file
            where = f"{file}:{instruction.line}" if instruction.line else file
            yield ListedLine(text=f"{where}  {text}".rstrip())
        yield ListedLine(address=f"{instruction.address:{'x' if machine else 'd'}}",
                         text=" ".join(instruction.text.split()))
