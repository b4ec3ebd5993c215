"""The machine code of a method by a JVM's last compiler, as a JVM without hsdis prints it: bytes."""

from __future__ import annotations

import re
import shutil
import tempfile
from itertools import pairwise
from pathlib import Path

from msgspec.structs import replace

from clamh.languages.base import Run
from clamh.languages.instructions import UNKNOWN, describe_x86_64
from clamh.languages.java.flags import fork_options, jmh_words
from clamh.languages.machine_code import parse_instructions
from clamh.model.artifacts import Artifact
from clamh.model.code import Function, Instruction, Target

# Short, but long enough for C2; -foe: a benchmark that fails ends the run.
LENGTH = ("-bm", "avgt", "-f", "1", "-wi", "3", "-w", "200ms", "-i", "1", "-r", "50ms", "-foe", "true")
_BYTES = re.compile(r"^\s+0x([0-9a-f]+): ((?:[0-9a-f]{2,4}[ |]*)+)$", re.MULTILINE)
# A line about the bytes below it.
_COMMENT = re.compile(r"^ +(?:0x[0-9a-f]+: )?;.*\{(?:runtime_call )?([\w:() ]+)\}$")
_RUNTIME = re.compile(r"UncommonTrapBlob|DeoptimizationBlob|rethrow_stub")  # they do not return to the code


def read_compiled(artifact: Artifact, target: Target, home: str, method: str, run: Run) -> Function | None:
    """The code of a method by C2, from a short run; None where it prints none: a benchmark that is too slow, another
    compiler, hsdis (whose syntax depends on its build), or no objdump.
    """
    objdump = shutil.which("objdump")
    if objdump is None:
        return None
    options = fork_options(artifact)
    options["jvmArgsPrepend"] = (*options.get("jvmArgsPrepend", ()), "-XX:+UnlockDiagnosticVMOptions",
                                 "-XX:CompileCommand=quiet", f"-XX:CompileCommand=print,{home}::{method}")
    values = [value for name, value in pairwise(target.arguments) if name == "-p"]
    if any("," in value for value in values):
        return None  # JMH would read several values
    params = [word for value in values for word in ("-p", re.sub(r"^[^=]*\.", "", value))]  # JMH knows short names
    printed = run((artifact.platform.executable, "-jar", artifact.path, f"{re.escape(target.arguments[0])}$", *LENGTH,
                   *params, *jmh_words(options)))
    blocks = find_blocks(printed.output)
    if printed.code != 0 or not blocks:
        return None
    start, code = join_bytes(blocks[-1])
    with tempfile.TemporaryDirectory(prefix="clamh-") as folder:
        path = Path(folder, "code")
        path.write_bytes(code)
        listed = run((objdump, "-D", "-b", "binary", "-m", "i386:x86-64", "-w", "--no-show-raw-insn",
                      str(path)))
    calls = {address - start: name for address, name in read_comments(blocks[-1]).items()}
    return Function(name=method, instructions=tuple(
        name_call(describe_x86_64(address, text), calls) for address, text in parse_instructions(listed.output)))


def find_blocks(printed: str) -> list[str]:
    """The code of each time that C2 compiled the method; what it compiled while a loop ran comes first."""
    blocks = [block for block in re.split(r"^Compiled method ", printed, flags=re.MULTILINE)
              if block.startswith("(c2)") and "[MachCode]" in block]
    return sorted((block.partition("[MachCode]")[2].partition("[Exception Handler]")[0] for block in blocks),
                  key=lambda block: "[Entry Point]" in block)


def join_bytes(block: str) -> tuple[int, bytes]:
    """The address of the first byte, and all bytes, which the JVM prints in lines with comments between them."""
    lines = [(int(address, 16), bytes.fromhex(re.sub(r"[ |]", "", text))) for address, text in _BYTES.findall(block)]
    start = lines[0][0]
    code = bytearray()
    for address, part in lines:
        code[address - start:] = part
    return start, bytes(code)


def read_comments(block: str) -> dict[int, str]:
    """What the JVM says of the bytes at an address: the name of the function that they call."""
    names: dict[int, str] = {}
    address = 0
    for line in block.splitlines():
        if at := re.match(r" +0x([0-9a-f]+): ;", line):
            address = int(at[1], 16)
        if comment := _COMMENT.match(line):
            names[address] = comment[1]
    return names


def name_call(instruction: Instruction, calls: dict[int, str]) -> Instruction:
    """A call with the name that the JVM prints above the four bytes in which it begins."""
    if instruction.calls != UNKNOWN or not instruction.text.startswith("call"):
        return instruction
    name = calls.get(instruction.address & ~3, UNKNOWN)
    ends = _RUNTIME.search(name) is not None
    return replace(instruction, text=f"{instruction.text} # <{name}>", calls="" if ends else name, ends=ends)
