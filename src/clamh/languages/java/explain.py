"""The code of a benchmark's method: that of C2 where the JVM prints it, else its bytecode."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from pathlib import Path

from clamh.languages.base import Run
from clamh.languages.java.compiled import read_compiled
from clamh.languages.java.toolchain import INSTALL_HINT
from clamh.model.artifacts import Artifact
from clamh.model.code import Code, Function, Instruction, Target
from clamh.model.diagnostics import input_error

_INSTRUCTION = re.compile(r"^\s+(\d+): (\w+)\s*(.*)$")
_LINE = re.compile(r"^\s+line (\d+): (\d+)$")


def read_code(artifact: Artifact, target: Target, run: Run) -> Code:
    """The machine code of the method, which a short run makes C2 compile; else its bytecode by the javap beside the
    compiler. The loop that repeats it is JMH's.
    """
    name, method = target.name.partition(",")[0].rpartition(".")[0], target.callee.rpartition(".")[2]
    home = re.sub(r"\b([A-Z]\w*)\.(?=[A-Z])", r"\1$", name)  # JMH joins the names of nested classes by dots
    compiled = read_compiled(artifact, target, home, method, run) if platform.machine() == "x86_64" else None
    if compiled is not None:
        return Code(kind="x86-64 machine code of the JVM's C2", functions=(compiled,), measured=False, notes=(
            "C2 compiled it in a short run, without line numbers; another run may compile it differently",))
    javap = Path(artifact.platform.facts["javac"]).with_name("javap")
    printed = run((str(javap), "-c", "-l", "-p", "-cp", artifact.path, home))
    if printed.code == 127:
        raise input_error("explain", f"cannot show Java's bytecode: {javap} is missing", INSTALL_HINT)
    instructions = tuple(parse_method(printed.output, method, target.location.path))
    if not instructions:
        raise input_error("explain", f"javap lists no method {method} of the class {home}", location=target.location)
    return Code(kind="bytecode (javap -c)", machine=False, measured=False,
                functions=(Function(name=method, instructions=instructions),),
                notes=("the JVM compiles it while it runs; it printed no such code that CLAMH can read",))


def parse_method(printed: str, method: str, file: str) -> Iterator[Instruction]:
    """The instructions of a method that `javap -c -l` lists, with their lines."""
    block = next((block for block in re.split(r"\n\s*\n", printed)
                  if re.search(rf"^  \S.*\b{re.escape(method)}\(.*\).*;$", block, re.MULTILINE)), "")
    lines = {int(match[2]): int(match[1]) for match in map(_LINE.match, block.splitlines()) if match}
    line = 0
    for match in map(_INSTRUCTION.match, block.partition("LineNumberTable:")[0].splitlines()):
        if match:
            address, name, rest = int(match[1]), match[2], match[3]
            line = lines.get(address, line)
            jumps = re.fullmatch(r"\d+", rest) if name.startswith(("if", "goto")) else None
            called = re.search(r"// (?:Interface)?Method ([^:]+):", rest)
            calls = called[1].replace("/", ".") if called else UNNAMED if name == "invokedynamic" else ""
            yield Instruction(address=address, text=f"{name} {rest}".strip(), file=file, line=line, own=line > 0,
                              jumps_to=int(rest) if jumps else None, calls=calls,
                              ends=name.startswith(("goto", "athrow", "return")) or name.endswith("return"))


UNNAMED = "(invokedynamic)"
