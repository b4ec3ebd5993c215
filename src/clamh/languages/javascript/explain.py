"""The code of a benchmark: the stub as V8's last compiler translates it where Node prints that, else V8's bytecode."""

from __future__ import annotations

import bisect
import platform
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from clamh.languages.base import Run
from clamh.languages.instructions import UNKNOWN, find_memory, find_packed, split_operands
from clamh.languages.javascript.typescript import SUFFIXES as TYPESCRIPT
from clamh.model.artifacts import Artifact
from clamh.model.code import Code, Function, Instruction, Target
from clamh.model.diagnostics import input_error

STUB = "repeat_b"
# Short, but long enough for V8 to compile the stub with its last compiler.
LENGTH = ("-wi", "5", "-w", "100ms", "-i", "1", "-r", "50ms")
_BLOCK = re.compile(r"^--- (?:Raw source|(?:Optimized )?[Cc]ode) ---", re.MULTILINE)
_DEFINED = r"\bfunction\s+{0}\b|^\s*(?:(?:static|async)\s+)*{0}\s*\(.*\)\s*\{{"
Line = Callable[[int], int]  # the line of the user's file at an offset of the code, 0 if unknown


def read_code(artifact: Artifact, target: Target, run: Run) -> Code:
    """The code of the stub, which a short run makes V8 compile; without a disassembler in Node the bytecode."""
    if artifact.platform.facts["runtime"] != "node":
        raise input_error("explain", f"{artifact.platform.id} prints no code of its compiler",
                          "--platform 'javascript/node*' shows V8's code")
    name = f"{STUB}{target.function}"
    printed = _print("opt-code", f"*{name}", artifact, target, run) if platform.machine() == "x86_64" else ""
    blocks = [block for block in _BLOCK.split(printed)
              if re.search(rf"^name = \S*{name}$", block, re.MULTILINE) and "compiler = turbofan" in block
              and "Instructions" in block]
    if not blocks:
        return _read_bytecode(artifact, target, run)
    block, file = blocks[-1], Path(target.location.path)
    typed = file.suffix in TYPESCRIPT
    line_of = None if typed else find_lines(block, target, Path(artifact.path).parent / "source")
    instructions = tuple(parse_optimised(block, str(file), line_of or (lambda offset: 0)))
    notes = ["V8 compiled it in a short run; another run may compile it differently"]
    if line_of is None:
        notes.append("without line numbers: " + (
            "V8 gives those of the translation by esbuild" if typed
            else "V8 numbers those of inlined functions of other files alike"))
    return Code(kind="x86-64 machine code of V8's TurboFan", notes=tuple(notes),
                functions=(Function(name=name, instructions=instructions),))


def _print(what: str, function: str, artifact: Artifact, target: Target, run: Run) -> str:
    flags = (f"--print-{what}", f"--print-{what}-filter={function}")
    printed = run((artifact.platform.executable, *artifact.platform.flags, *flags, artifact.path, "--solo",
                   *target.arguments, *LENGTH))
    if printed.code != 0:
        last = printed.output.strip().splitlines()[-1:]
        raise input_error("explain", f"the run for V8's code failed: {' '.join(last)}",
                          "clamh run --dry shows the error", location=target.location)
    return printed.output


def parse_optimised(block: str, file: str, line_of: Line) -> Iterator[Instruction]:
    """The instructions that Node prints of a function; V8's disassembler writes the destination first."""
    for offset, text in re.findall(r"^0x[0-9a-f]+ +([0-9a-f]+) +[0-9a-f]+ +(.*)$", block[block.index("Instructions"):],
                                   re.MULTILINE):
        address, text = int(offset, 16), " ".join(text.split())
        code = re.sub(r"\s*(?:;;|\().*|^(?:(?:lock|rep\w*|REX\.W) )+", "", text)
        name, _, rest = code.partition(" ")
        line = line_of(address)
        inside = re.search(r"<\+0x([0-9a-f]+)>", text)
        operands = split_operands(rest)[::-1]
        memory = [operand.startswith("[") for operand in operands]
        jump, call = name.startswith("j"), name == "call"
        loads, stores = (False, False) if jump or call else find_memory(name, operands, memory)
        named = re.search(r"\((\w+)\)", text)
        yield Instruction(
            address=address, text=text, file=file if line else "", line=line, own=line > 0, loads=loads, stores=stores,
            jumps_to=int(inside[1], 16) if jump and inside else None, ends=name in ("jmp", "ret", "retl", "int3l"),
            calls=(named[1] if named else UNKNOWN) if call else "",
            padding=name.startswith("nop"), packed=find_packed(
                name, any(memory), "[rsp" in rest or "[rbp" in rest) if re.search(r"\b[xyz]mm\d", rest) else "")


def find_lines(block: str, target: Target, folder: Path) -> Line | None:
    """The lines of the code's offsets; None if they are not those of the user's file.

    V8 gives positions in the text that it compiled, of inlined functions without their file.
    """
    text = next((candidate for path in sorted(folder.glob("0.*")) if STUB in (candidate := path.read_text(
        encoding="utf-8", errors="surrogateescape"))), "")
    inlined = re.findall(r"<SharedFunctionInfo ([\w$]+)>", block.partition("Inlined functions")[2].partition("\n\n")[0])
    defined = all(re.search(_DEFINED.format(re.escape(name)), text, re.MULTILINE) for name in inlined)
    start = re.search(r"^source_position = (\d+)", block, re.MULTILINE)
    if not defined or start is None or not text[int(start[1]):].startswith("("):
        return None
    table = sorted((int(offset, 16), int(position)) for offset, position in re.findall(
        r"^ +([0-9a-f]+) +(\d+)$", block.partition("pc offset  position")[2].partition("\n\n")[0], re.MULTILINE))
    last = target.files.get(target.location.path, 0)

    def line_of(offset: int) -> int:
        at = bisect.bisect_right(table, (offset, len(text))) - 1
        line = text.count("\n", 0, table[at][1]) + 1 if at >= 0 else 0
        return line if line <= last else 0

    return line_of


def _read_bytecode(artifact: Artifact, target: Target, run: Run) -> Code:
    name = target.callee.rpartition(".")[2]
    printed = _print("bytecode", name, artifact, target, run)
    instructions = tuple(parse_bytecode(printed, name))
    if not instructions:
        raise input_error("explain", f"{artifact.platform.id} prints no code of {target.name}",
                          location=target.location)
    return Code(kind="V8's bytecode", machine=False, measured=False, functions=(Function(
        name=name, instructions=instructions),), notes=("this Node prints no code of V8's compilers",))


def parse_bytecode(printed: str, name: str) -> Iterator[Instruction]:
    """The instructions of the function that `node --print-bytecode` prints."""
    block = next((block for block in printed.split("[generated bytecode for function: ")
                  if re.match(rf"{re.escape(name)}\s", block)), "")
    for offset, text in re.findall(r"@ +(\d+) : (?:[0-9a-f]{2} )+ +(.*)$", block, re.MULTILINE):
        target = re.search(r"@ (\d+)\)$", text) if text.startswith("Jump") else None
        always = re.match(r"Jump(?:Loop)?\b|Return|Throw|ReThrow", text)
        yield Instruction(address=int(offset), text=text, jumps_to=int(target[1]) if target else None,
                          ends=always is not None, calls=UNKNOWN if text.startswith(("Call", "Construct")) else "")
