"""The machine code of what is compiled ahead of time, as objdump shows it, and what the loop of a stub must hold in any language."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from clamh.languages.instructions import describe_x86_64
from clamh.languages.machine_code import parse_functions

X86_64 = (
    pytest.mark.skipif(not shutil.which("objdump"), reason="objdump is missing: apt-get install binutils"),
    pytest.mark.skipif("x86_64" not in platform.machine(), reason="the lines are x86-64's"),
)


def read_functions(path: Path) -> dict[str, list[str]]:
    """The lines of each function by its demangled name, `address: instruction`, relocations in their lines."""
    printed = subprocess.run(["objdump", "-dr", "-C", "--no-show-raw-insn", "-w", path], capture_output=True, text=True,
                             check=True).stdout
    return parse_functions(printed)


def drop_addresses(lines: Sequence[str]) -> list[str]:
    return [line.partition(":")[2].strip() for line in lines]


def find_between_readings(instructions: Sequence[str]) -> list[str] | None:
    """What stands between two readings of the clock, without the stub's call; None unless there are exactly these three calls."""
    calls = [at for at, text in enumerate(instructions) if re.match(r"call\s+\*", text)]
    if len(calls) != 3:
        return None
    return [text for at, text in enumerate(instructions) if calls[0] < at < calls[2] and at != calls[1]]


def find_loop(lines: Sequence[str]) -> list[str]:
    """The lines from the target of the backward jump to the jump; empty when there is no loop."""
    found = [(int(address, 16), text.strip()) for address, _, text in (line.partition(":") for line in lines)
             if re.fullmatch(r"\s*[0-9a-f]+", address)]
    for at, text in found:
        jump = re.match(r"j\w+\s+([0-9a-f]+)", text)
        if jump and int(jump[1], 16) <= at:
            return [f"{place:x}: {body}" for place, body in found
                    if int(jump[1], 16) <= place <= at and not re.search(r"\bnop|\bdata16", body)]
    return []


def read_loop(lines: Sequence[str]) -> list[str]:
    return drop_addresses(find_loop(lines))


def memory_reads(body: Sequence[str]) -> list[str]:
    """Instructions that read memory, but for calls."""
    return [text for text in body if describe_x86_64(0, text).loads and not text.startswith("call")]


def marked(factor: int) -> Callable[[list[str]], bool]:
    """Once per invocation: one load, one multiplication by the factor."""
    def check(code: list[str]) -> bool:
        body = read_loop(code)
        return sum(f"$0x{factor:x}," in text for text in body) == 1 and len(memory_reads(body)) >= 1
    return check


def once(pattern: str) -> Callable[[list[str]], bool]:
    return lambda code: sum(re.search(pattern, text) is not None for text in read_loop(code)) == 1


def one_flag(code: list[str]) -> bool:
    """Control costs what a bool does: one load, and nothing that waits for other CPUs."""
    body = read_loop(code)
    return len(memory_reads(body)) == 1 and not any(re.match(r"lock|mfence|call|xchg", text) for text in body)


def folded(factor: int) -> Callable[[list[str]], bool]:
    """The product is a constant, made before the loop or in it, and nothing is loaded."""
    return lambda code: any(f"$0x{625 * factor:x}," in line for line in code) and not memory_reads(read_loop(code))


def find_order(lines: Sequence[str], factors: Sequence[int]) -> list[str]:
    """Which of these factors are multiplied by, and where a function of the core is called, in the order of the code."""
    words = {f"$0x{factor:x},": str(factor) for factor in factors} | {"clamh_suspend": "call", "clamh_resume": "call", " *": "call"}
    return [word for text in drop_addresses(lines) for written, word in words.items() if written in text and re.match(r"i?mul|(addr32 )?call", text)]
