"""The text of `clamh explain`: for each platform a table of facts about the loops, the newest score, and the code."""

from __future__ import annotations

import linecache
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from clamh.model.artifacts import Artifact
from clamh.model.cases import CatalogBenchmark
from clamh.model.code import Code, Function, Instruction, Loop, Target
from clamh.model.folders import shorten_path
from clamh.model.identity import is_param_name
from clamh.model.loops import count_function, find_loops
from clamh.model.options import Options
from clamh.model.summary import Judgement, Row
from clamh.report.columns import wrap_text
from clamh.report.escape import escape_unprintable
from clamh.report.formatting import format_margin, format_params, format_secondary
from clamh.report.scores import format_score
from clamh.report.secondary import COUNTED, convert_secondary
from clamh.report.units import format_count

COLUMNS = ("instructions", " packed SIMD", "branches", "loads", "stores")
LABEL = "loop and its lines"
WHOLE = 24  # instructions of a loop that is printed whole without --full; of a longer one the loops inside it
SHOWN = 48  # of any other loop
UNKNOWN = "-"


class Explained(NamedTuple):
    """A function of the benchmark on a platform: its code, its rows of the newest run, and a sentence about that run.
    """

    platform: str
    target: Target
    code: Code
    rows: tuple[Row, ...] = ()
    run: str = ""


def find_rows(newest: Judgement | None, artifact: Artifact, benchmark: CatalogBenchmark, options: Options
              ) -> tuple[tuple[Row, ...], str]:
    """The rows of the benchmark on this platform in the newest run, with the params of -p, and where they come from."""
    if newest is None:
        return (), ""
    wanted = (artifact.platform.id, benchmark.key, benchmark.name)
    rows = tuple(row for row in newest.summary.rows if (row.platform, row.key, row.benchmark) == wanted and all(
        value in values for param, value in row.params.items() for name, values in options.params.items()
        if is_param_name(name, param)))
    measured = {record.artifact_sha256 for record in newest.run.platforms if record.id == artifact.platform.id}
    other = "" if artifact.sha256 in measured else " of another build"
    return rows, f"run {newest.run.header.started[:16]}Z{other}"


def render_explained(explained: Sequence[Explained], full: bool, width: int) -> list[str]:
    """The lines about all platforms: first the facts of each, then its code."""
    label = max((len(name) for each in explained for name, _ in _list_counted(each.code)), default=0) + 2
    label = max(label, len(LABEL))
    label = min(label, width - sum(len(column) + 2 for column in COLUMNS))
    lines = [f"{LABEL:<{label}}" + "".join(f"  {column}" for column in COLUMNS)]
    for each in explained:
        lines += [*wrap_text(_title(each), width, "", "  "), *_describe_facts(each, label, width)]
    for each in explained:
        for name, listed, left in _choose_code(each.code, full):
            lines += ["", *wrap_text(f"{each.platform}, {name} ({each.code.kind})", width, "", "  "),
                      *_list_code(listed, each, width)]
            lines += [f"    … {format_count(left, 'more instruction')}: --full"] if left else []
    return [escape_unprintable(line) for line in lines]


def _title(each: Explained) -> str:
    location = each.target.location
    member = "" if each.target.place is None else f"{each.target.name}: "
    return f"{each.platform}: {member}{each.code.kind} ({shorten_path(location.path)}:{location.line})"


def _list_counted(code: Code) -> Iterator[tuple[str, Loop]]:
    """What has a line in the table, with its name: the measured loop, called functions, and the loops inside them."""
    for number, function in enumerate(code.functions):
        base = 0
        if number or not code.measured:
            yield _name_function(function), count_function(function)
            base = 1
        for loop in find_loops(function):
            name = "loop inside" if base + loop.depth else "measured loop"
            yield "  " * (base + loop.depth) + name + _name_lines(loop), loop


def _name_function(function: Function) -> str:
    name = function.name.partition("(")[0] if not function.name.startswith("(") else function.name
    return f"function {name if len(name) < 60 else name[:28] + '…' + name[-28:]}"


def _name_lines(loop: Loop) -> str:
    if not loop.lines:
        return ""
    first, last = loop.lines
    return f" {first}" if first == last else f" {first}-{last}"


def _describe_facts(each: Explained, label: int, width: int) -> Iterator[str]:
    counted = list(_list_counted(each.code))
    for name, loop in counted:
        packed = f"{loop.packed}, {format_count(loop.packed_moves, 'move')}" if loop.packed_moves else f"{loop.packed}"
        machine = (packed, loop.loads, loop.stores) if each.code.machine else (UNKNOWN,) * 3
        cells = (len(loop.instructions), machine[0], loop.branches, *machine[1:])
        lead = f"  {name}"
        if cell_len(lead) > label:
            yield lead
            lead = ""
        yield lead + " " * (label - cell_len(lead)) + "".join(
            f"  {cell:>{len(column)}}" for cell, column in zip(cells, COLUMNS, strict=True))
    if not counted:
        yield "  no loop found"
    calls = dict.fromkeys(call for _, loop in counted for call in loop.calls)
    yield from wrap_text(f"calls: {', '.join(calls) or 'none'}", width, "  ", "    ")
    for row in each.rows:
        yield from wrap_text(f"{each.run}: {_describe_row(row)}", width, "  ", "    ")
    for note in each.code.notes:
        yield from wrap_text(f"note: {note}", width, "  ", "    ")


def _describe_row(row: Row) -> str:
    """The score with its margin and what was counted beside it."""
    params = f"{format_params(row)}: " if row.params else ""
    if row.score is None:
        return f"{params}no score ({row.status})"
    counts = [" ".join(filter(None, (result.label, *format_secondary(convert_secondary(row, result)))))
              for result in row.secondary if result.kind in COUNTED]
    score = f"{format_score(row.score, row.unit)} {format_margin(row.score, row.interval)}"
    return "; ".join([f"{params}{score}", *counts])


def _choose_code(code: Code, full: bool) -> Iterator[tuple[str, Sequence[Instruction], int]]:
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
                name = f"{'measured loop' if measured and not loop.depth else 'loop'}{_name_lines(loop)}"
                name += f" of {_name_function(function)}" if number else ""
            yield name, loop.instructions[:SHOWN], max(0, len(loop.instructions) - SHOWN)


def _list_code(instructions: Sequence[Instruction], each: Explained, width: int) -> Iterator[str]:
    """The instructions, below each source line that they come from."""
    paths = {path.rpartition("/")[2]: path for path in each.target.files}
    form = "x" if each.code.machine else "d"
    size = max((len(f"{instruction.address:{form}}") for instruction in instructions), default=0)
    at: tuple[str, int] = ("", 0)
    for instruction in instructions:
        place = (instruction.file, instruction.line)
        if instruction.file and place != at:
            at = place
            path = paths.get(instruction.file) if instruction.own else None
            text = linecache.getline(path, instruction.line).strip() if path else ""
            where = f"{instruction.file}:{instruction.line}" if instruction.line else instruction.file
            yield _cut(f"  {where}  {text}".rstrip(), width)
        yield _cut(f"    {instruction.address:>{size}{form}}  {' '.join(instruction.text.split())}", width)


def _cut(line: str, width: int) -> str:
    return line if cell_len(line) <= width else f"{line[:width - 1]}…"
