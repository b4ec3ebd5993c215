"""The machine code of a benchmark's stub, as Go's own disassembler prints it."""

from __future__ import annotations

import platform
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from clamh.languages.base import Run
from clamh.languages.instructions import UNKNOWN, Packed, find_memory, find_packed, is_endless, split_operands
from clamh.languages.machine_code import read_functions
from clamh.model.artifacts import Artifact
from clamh.model.code import Code, Function, Instruction, Target
from clamh.model.diagnostics import input_error

_HEAD = re.compile(r"TEXT (\S+)\(SB\) ")
_LINE = re.compile(r"\s+(\S+):(\d+)\s+0x([0-9a-f]+)\s+[0-9a-f]+\s+(.*)")
_BELOW_TEXT = re.compile(r"^(?!  0x|TEXT ).*\n  0x([0-9a-f]+)\t", re.MULTILINE)
_OURS = re.compile(r"(?:\S+/)?clamh(?:\.artifact)?[/.]")  # packages of the artifact, with `modules` inside that module


def read_code(artifact: Artifact, target: Target, run: Run) -> Code:
    """The code of the function that repeats the benchmark, and of the user's functions that it calls."""
    id = f"benchmark{target.number}" if target.place is None else f"member{target.number}x{target.place}"
    if platform.machine() != "x86_64":  # the table below has Go's syntax of x86-64 only
        return read_functions(artifact.path, target, lambda name: name.endswith(f"repeat_{id}"), run)
    stub = _disassemble(artifact, rf"repeat_{id}$", target, run)[:1]
    if not stub:
        raise input_error("explain", f"the artifact {artifact.path} has no function with the measured loop "
                          f"of {target.name}", "a flag may have removed the symbols (-s)", location=target.location)
    calls = {instruction.calls for instruction in stub[0].instructions} - {"", UNKNOWN, stub[0].name}
    names = "|".join(re.escape(name) for name in sorted(calls) if _OURS.match(name))
    called = _disassemble(artifact, f"^({names})$", target, run) if names else []
    functions = (*stub, *(function for function in called if any(line.own for line in function.instructions)))
    return Code(kind="x86-64 machine code", functions=functions)


def _disassemble(artifact: Artifact, pattern: str, target: Target, run: Run) -> list[Function]:
    printed = []
    for words in ((), ("-S",)):
        captured = run((artifact.platform.executable, "tool", "objdump", *words, "-s", pattern, artifact.path))
        if captured.code != 0:
            last = captured.output.strip().splitlines()[-1:]
            raise input_error("explain", f"go tool objdump fails: {' '.join(last)}",
                              f"try it by hand: go tool objdump {artifact.path}")
        printed.append(captured.output)
    return parse_functions(*printed, target.files)


def parse_functions(printed: str, with_texts: str, files: Mapping[str, int]) -> list[Function]:
    """The functions that `go tool objdump` prints without and with -S.

    It names files without their folders. With -S it prints the text of a line before the code, if it can read the file:
    an artifact has a path that exists only for the user's files.
    """
    texts = {int(address, 16) for address in _BELOW_TEXT.findall(with_texts)}
    own = {Path(file).name: file for file in files}
    functions: list[tuple[str, list[Instruction]]] = []
    place, readable = ("", ""), False
    for line in printed.splitlines():
        if head := _HEAD.match(line):
            functions.append((head[1], []))
        elif functions and (parts := _LINE.match(line)):
            address = int(parts[3], 16)
            readable = address in texts or readable and place == (parts[1], parts[2])
            place = (parts[1], parts[2])
            file = own.get(parts[1], parts[1]) if readable else parts[1]
            functions[-1][1].append(describe(address, " ".join(parts[4].split()), file, int(parts[2]),
                                             files.get(file, 0)))
    return [Function(name=name, instructions=tuple(instructions)) for name, instructions in functions]


def describe(address: int, text: str, file: str, line: int, lines: int) -> Instruction:
    """An instruction of x86-64 in Go's syntax, in which the destination is the last operand too."""
    name, _, rest = re.sub(r"^(?:LOCK|REP\w*;?) ", "", text).partition(" ")
    operands: Sequence[str] = split_operands(rest)
    calls, jumps_to, ends = "", None, name in ("RET", "INT", "UD2", "HLT")
    loads = stores = False
    packed: Packed = ""
    if name == "CALL":
        calls = rest.removesuffix("(SB)") if rest.endswith("(SB)") else UNKNOWN
        ends = is_endless(calls)
        calls = "" if ends else calls
    elif name.startswith("J"):
        target = re.fullmatch(r"0x([0-9a-f]+)", rest)
        jumps_to, ends = int(target[1], 16) if target else None, name == "JMP"
        calls = "" if target else rest.removesuffix("(SB)") if rest.endswith("(SB)") else UNKNOWN
    else:
        memory = [re.search(r"\(\w+\)", operand) is not None for operand in operands]
        loads, stores = find_memory(name.lower(), operands, memory)
        if re.search(r"\b[XYZ]\d+\b", rest):
            packed = find_packed(name.lower().partition("_")[0], any(memory), "(SP)" in rest)
    return Instruction(address=address, text=text, file=file, line=line, own=0 < line <= lines, jumps_to=jumps_to,
                       ends=ends, calls=calls, packed=packed, loads=loads, stores=stores,
                       padding=re.match(r"NOP|XCHGL AX, AX|DATA16", text) is not None)
