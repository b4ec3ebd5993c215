"""The machine code of what is compiled ahead of time, as objdump shows it, and what the loop of a stub must hold in any language."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from msgspec.structs import replace

from clamh.languages.c_family.flags import NATIVE, PADDED
from clamh.languages.instructions import describe_arm64, describe_x86_64
from clamh.model.artifacts import Platform
from clamh.model.code import Instruction

ARM = "aarch64-linux-gnu"
X86_64 = (
    pytest.mark.skipif(not shutil.which("objdump"), reason="objdump is missing: apt-get install binutils"),
    pytest.mark.skipif("x86_64" not in platform.machine(), reason="the lines are x86-64's"),
)


def compile_for_aarch64(platform: Platform) -> Platform:
    """The same compiler for AArch64, as far as it is installed; it may use the atomic instructions of version 8.1."""
    name, clang = str(platform.facts["name"]), str(platform.facts["name"]).startswith("clang")
    program = platform.executable if clang else f"{ARM}-{name}-{platform.version.partition('.')[0]}"
    if not shutil.which(program) or not shutil.which(f"{ARM}-gcc") or not shutil.which(f"{ARM}-objdump"):
        pytest.skip(f"{program} is missing: apt-get install g++-aarch64-linux-gnu")
    flags = tuple(flag for flag in platform.flags if flag != NATIVE)
    more = (f"--target={ARM}", *PADDED) if clang else ()
    return replace(platform, executable=program, flags=(*more, "-march=armv8.1-a", *flags))


def read_functions(path: Path, objdump: str = "objdump") -> dict[str, list[str]]:
    """The lines of each function by its demangled name, `address: instruction`, relocations in their lines."""
    printed = subprocess.run([objdump, "-dr", "-C", "--no-show-raw-insn", "-w", path], capture_output=True, text=True,
                             check=True).stdout
    return parse_functions(printed)


def parse_functions(printed: str) -> dict[str, list[str]]:
    """The lines of each function that `objdump -d` lists, by its name."""
    functions: dict[str, list[str]] = {}
    for block in printed.split("\n\n"):
        head, _, body = block.strip().partition("\n")
        if match := re.match(r"[0-9a-f]+ <(.*)>:", head):
            functions[match[1]] = body.splitlines()
    return functions


def drop_addresses(lines: Sequence[str]) -> list[str]:
    return [line.partition(":")[2].strip() for line in lines]


def find_between_readings(instructions: Sequence[str]) -> list[str] | None:
    """What stands between two readings of the clock, without the stub's call; None unless there are exactly these three calls."""
    calls = [at for at, text in enumerate(instructions) if re.match(r"call\s+\*|blr\b", text)]
    if len(calls) != 3:
        return None
    return [text for at, text in enumerate(instructions) if calls[0] < at < calls[2] and at != calls[1]]


def describe_all(texts: Sequence[tuple[int, str]]) -> list[Instruction]:
    """The instructions of either machine: only x86-64's registers are written with %."""
    describe = describe_x86_64 if any("%" in text for _, text in texts) else describe_arm64
    return [describe(address, text) for address, text in texts]


def find_loop(lines: Sequence[str]) -> list[str]:
    """The lines from the target of the backward jump to the jump; empty when there is no loop."""
    found = describe_all([(int(address, 16), text.strip()) for address, _, text in (line.partition(":") for line in lines)
                          if re.fullmatch(r"\s*[0-9a-f]+", address)])
    for jump in found:
        if jump.jumps_to is not None and jump.jumps_to <= jump.address:
            return [f"{instruction.address:x}: {instruction.text}" for instruction in found
                    if jump.jumps_to <= instruction.address <= jump.address and not instruction.padding]
    return []


def read_loop(lines: Sequence[str]) -> list[str]:
    return drop_addresses(find_loop(lines))


def memory_reads(body: Sequence[str]) -> list[str]:
    """Instructions that read memory, but for calls."""
    return [instruction.text for instruction in describe_all([(0, text) for text in body])
            if instruction.loads and not instruction.text.startswith("call")]


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
    return len(memory_reads(body)) == 1 and not any(re.match(r"lock|mfence|call|xchg|dmb|bl\b", text) for text in body)


def folded(factor: int) -> Callable[[list[str]], bool]:
    """The product is a constant, made before the loop or in it, and nothing is loaded."""
    return lambda code: any(f"$0x{625 * factor:x}," in line for line in code) and not memory_reads(read_loop(code))


def step_by_step(code: list[str]) -> bool:
    """What a loop written by hand has on AArch64: one step, one jump; at the beginning of a line."""
    body = find_loop(code)
    return len(body) == 2 and re.match(r"subs?\b", drop_addresses(body)[0]) is not None and int(body[0].split(":")[0], 16) % 64 == 0


def check_aarch64(name: str, factor: int) -> Callable[[list[str]], bool]:
    """What the loop of a benchmark of loops.* must have on AArch64, whose multiplications have no constants."""
    low = f"#0x{625 * factor & 0xffff:x}"
    multiplied, added = once(r"^(mul|madd|smull|mneg)\b"), once(r"^add\b.*, #0x75$")
    checks = {
        "constant": lambda code: any(low in text for text in code) and len(read_loop(code)) > 1 and not memory_reads(read_loop(code)),
        **dict.fromkeys(("real", "consumed_real"), once(r"^fmul\s+d")),
        "single": once(r"^fmul\s+s"),
        "boolean": lambda code: once(r"^cmp\b")(code) and len(memory_reads(read_loop(code))) == 1,
        "stored": once(r"^str\b"),
        "counted": once(r"^(ldadd|stadd)\b"),
        "stopped": one_flag,
        "empty": step_by_step,
    }
    if name.startswith("added"):
        return lambda code: added(code) and once(r"^ldr\b")(code) and once(r"^str\b")(code)
    return checks.get(name, lambda code: multiplied(code) and bool(memory_reads(read_loop(code))))


def find_order(lines: Sequence[str], factors: Sequence[int]) -> list[str]:
    """Which of these factors are multiplied by, and where a function of the core is called, in the order of the code."""
    words = {f"$0x{factor:x},": str(factor) for factor in factors} | {"clamh_suspend": "call", "clamh_resume": "call", " *": "call"}
    return [word for text in drop_addresses(lines) for written, word in words.items() if written in text and re.match(r"i?mul|(addr32 )?call", text)]
