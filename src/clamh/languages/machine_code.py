"""Machine code as objdump prints it: the symbols of an executable, the lines of its instructions, what each does."""

from __future__ import annotations

import bisect
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from clamh.languages.base import Captured, Run
from clamh.languages.instructions import UNKNOWN, describe_arm64, describe_x86_64
from clamh.model.code import Code, Function, Instruction, Target
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError

INSTALL_HINT = "apt-get install binutils"
MACHINES = {"i386:x86-64": ("x86-64", describe_x86_64), "aarch64": ("AArch64", describe_arm64)}  # as objdump -f names them
_NAMED = re.compile(r"^\s*([0-9a-f]+):\s+(.*)$")


class Symbol(NamedTuple):
    """A function in an executable; `name` is demangled."""

    address: int
    size: int
    name: str


def read_functions(path: str, target: Target, is_stub: Callable[[str], bool], run: Run) -> Code:
    """The code of the function whose name is accepted by `is_stub`, and of the user's functions that it calls directly.

    Raises InputError if objdump is missing, or the executable has no such function.
    """
    objdump = shutil.which("objdump")
    if objdump is None:
        raise InputError([Diagnostic(code="explain", message="cannot show machine code: objdump is missing",
                                     hint=INSTALL_HINT)])
    header = _checked(run((objdump, "-f", path)), path)
    machine = next((name for name in MACHINES if f"architecture: {name}" in header), "")
    if not machine:
        raise InputError([Diagnostic(code="explain", message=f"cannot explain the machine code of {path}: objdump "
                                     "does not name a machine that CLAMH knows", hint="only x86-64 and AArch64")])
    kind, describe = MACHINES[machine]
    symbols = parse_symbols(_checked(run((objdump, "-t", "-C", "-w", path)), path))
    stub = next((symbol for symbol in symbols if is_stub(symbol.name)), None)
    if stub is None:
        raise InputError([
            Diagnostic(code="explain", message=f"the artifact {path} has no function with the measured loop of "
                       f"{target.name}", location=target.location,
                       hint="a linker may have merged it with an equal function, or a flag removed the symbols (-s)")])
    lines = Lines(_checked(run((objdump, "--dwarf=decodedline", "-w", path)), path), target.files)

    def read(symbol: Symbol) -> Function:
        listed = _checked(run((objdump, "-d", "-C", "-w", "--no-show-raw-insn", f"--start-address={symbol.address}",
                               f"--stop-address={symbol.address + symbol.size}", path)), path)
        return Function(name=symbol.name, instructions=tuple(
            lines.add_line(describe(address, text)) for address, text in parse_instructions(listed)))

    function = read(stub)
    called = {address for instruction in function.instructions if instruction.calls
              for address in _find_addresses(instruction.text)}
    functions = [read(symbol) for symbol in symbols
                 if symbol.address in called and symbol != stub and lines.has_own(symbol)]
    notes = [] if any(instruction.own for instruction in function.instructions) else [
        "the artifact has no line numbers of this function: flags of yours may have removed them (-g0)"]
    if any(instruction.calls == UNKNOWN for instruction in function.instructions if instruction.ends):
        notes.append("an indirect jump (a table of a switch) hides loops that go through it")
    return Code(kind=f"{kind} machine code", functions=(function, *functions), notes=tuple(notes))


def _checked(captured: Captured, path: str) -> str:
    if captured.code != 0:
        reason = captured.output.strip().splitlines()[-1:] or [f"exit code {captured.code}"]
        raise InputError([Diagnostic(code="explain", message=f"objdump cannot read {path}: {reason[0]}",
                                     hint="try that command by hand: objdump -d FILE")])
    return captured.output


def parse_symbols(printed: str) -> list[Symbol]:
    """The functions with a size that `objdump -t -C` lists, by address; each address and name once."""
    pattern = re.compile(r"^([0-9a-f]+) .{7} \.text\S*\t([0-9a-f]+) +(?:\.hidden |\.internal |\.protected )?(.+)$")
    found = (pattern.match(line) for line in printed.splitlines())
    return sorted({Symbol(int(match[1], 16), int(match[2], 16), match[3]) for match in found
                   if match and int(match[2], 16)})


def parse_instructions(printed: str) -> Iterator[tuple[int, str]]:
    """The address and the text of each instruction that `objdump -d` lists."""
    for match in map(_NAMED.match, printed.splitlines()):
        if match:
            yield int(match[1], 16), match[2].strip()


def parse_functions(printed: str) -> dict[str, list[str]]:
    """The lines of each function that `objdump -d` lists, by its name."""
    functions: dict[str, list[str]] = {}
    for block in printed.split("\n\n"):
        head, _, body = block.strip().partition("\n")
        if match := re.match(r"[0-9a-f]+ <(.*)>:", head):
            functions[match[1]] = body.splitlines()
    return functions


def _find_addresses(text: str) -> list[int]:
    return [int(address, 16) for address in re.findall(r"^\S+\s+([0-9a-f]+) <", text)]


class Lines:
    """The source line of each address, from `objdump --dwarf=decodedline`, which has names of files without folders.

    (`objdump -l` names the wrong file where the compiler numbers files as DWARF 5 does.)
    """

    def __init__(self, printed: str, files: Mapping[str, int]):
        own = {Path(file).name: lines for file, lines in files.items()}
        pattern = re.compile(r"^(\S.*?)\s+(\d+|-)\s+0x([0-9a-f]+)\b")
        places: dict[int, tuple[str, int, bool]] = {}
        for match in map(pattern.match, printed.splitlines()):
            if match:
                line = 0 if match[2] == "-" else int(match[2])
                if line or int(match[3], 16) not in places:  # the end of a sequence may be the start of the next
                    places[int(match[3], 16)] = (match[1], line, 0 < line <= own.get(match[1], 0))
        self._addresses = sorted(places)
        self._places = [places[address] for address in self._addresses]

    def add_line(self, instruction: Instruction) -> Instruction:
        """The instruction with its file and line, as far as known."""
        file, line, own = self._find(instruction.address)
        return replace(instruction, file=file if line else "", line=line, own=own)

    def has_own(self, symbol: Symbol) -> bool:
        """Whether the function has a line of the user."""
        first = bisect.bisect_left(self._addresses, symbol.address)
        last = bisect.bisect_left(self._addresses, symbol.address + symbol.size)
        return any(own for _, _, own in self._places[first:last])

    def _find(self, address: int) -> tuple[str, int, bool]:
        at = bisect.bisect_right(self._addresses, address) - 1
        return self._places[at] if at >= 0 else ("", 0, False)
