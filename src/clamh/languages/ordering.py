"""Writes what makes a linker put the functions of some objects in another order, with gaps between them.

Run as a program by a build: `ordering.py MEANS OUTPUT LAYOUTS OBJECT…` writes OUTPUT.1.order … OUTPUT.<LAYOUTS - 1>.order, and
for MEANS "sections" OUTPUT.<n>.s beside each, which has the gaps. The number of a layout is its seed. Objects are ELF,
compiled with -ffunction-sections: a function is a section. Loops keep their alignment, since a section keeps its own.
"""

from __future__ import annotations

import random
import re
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

PROGBITS, EXECINSTR = 1, 4
# What the linker's own script puts in places of their own stays there: code that runs once, or never.
FUNCTION = re.compile(r"\.text\.(?!(?:startup|unlikely|exit|hot|split|unknown|sorted)(?:\.|$))[A-Za-z0-9_.]+")
STEP = 16  # bytes, as functions are aligned
MOST = 1024  # of a gap
PAGE = 4096  # the gap before the first


def functions(objects: Iterable[bytes]) -> list[str]:
    """The sections of functions, each name once, in the order of the objects."""
    return list(dict.fromkeys(name for one in objects for name in _sections(one) if FUNCTION.fullmatch(name)))


def _sections(elf: bytes) -> Iterator[str]:
    """The names of an ELF object's sections that hold code. Raises ValueError for any other file."""
    if elf[:4] != b"\x7fELF":
        raise ValueError("no ELF object")
    wide, order = elf[4] == 2, "<" if elf[5] == 1 else ">"
    (at,) = struct.unpack_from(f"{order}{'Q' if wide else 'I'}", elf, 40 if wide else 32)
    size, count, names = struct.unpack_from(f"{order}HHH", elf, 58 if wide else 46)
    form = f"{order}IIQQQQ" if wide else f"{order}IIIIII"
    first = struct.unpack_from(form, elf, at)
    count = count or first[5]  # more than 65,279 are told in the first one
    names = struct.unpack_from(f"{order}I", elf, at + (40 if wide else 24))[0] if names == 0xFFFF else names
    table = struct.unpack_from(form, elf, at + names * size)[4]
    for number in range(count):
        name, kind, flags, *_ = struct.unpack_from(form, elf, at + number * size)
        if kind == PROGBITS and flags & EXECINSTR:
            start = table + name
            yield elf[start:elf.index(b"\0", start)].decode("utf-8", "replace")


def layout(names: Sequence[str], seed: int) -> list[tuple[int, str]]:
    """The functions in the order of that layout, each with the gap before it, in bytes."""
    drawn = random.Random(seed)
    ordered = drawn.sample(list(names), len(names))
    gaps = [drawn.randrange(0, MOST if at else PAGE, STEP) for at in range(len(ordered))]
    return list(zip(gaps, ordered, strict=True))


def script(placed: Iterable[tuple[int, str]]) -> str:
    """For GNU ld and lld: a piece of a linker script, which goes before what the linker does by itself."""
    lines = "".join(f"    . += {gap};\n    *({name})\n" for gap, name in placed)
    return f"SECTIONS\n{{\n  .text.clamh :\n  {{\n{lines}  }}\n}}\nINSERT BEFORE .text;\n"


def sections(placed: Sequence[tuple[int, str]]) -> tuple[str, str]:
    """For gold: the order of sections, and a source in assembler that has the gaps among them."""
    order = "".join(f".text.clamh_gap_{at}\n{name}\n" for at, (_, name) in enumerate(placed))
    gaps = "".join(f'.section .text.clamh_gap_{at},"ax",@progbits\n.skip {gap}\n' for at, (gap, _) in enumerate(placed) if gap)
    return order, f'{gaps}.section .note.GNU-stack,"",@progbits\n'


def main(means: str, output: str, layouts: str, *objects: str) -> None:
    """Write the files of every layout but 0, which is the linker's own."""
    names = functions(Path(one).read_bytes() for one in objects)
    for number in range(1, int(layouts)):
        placed = layout(names, number)
        order, gaps = (script(placed), "") if means == "script" else sections(placed)
        Path(f"{output}.{number}.order").write_text(order, encoding="ascii")
        if gaps:
            Path(f"{output}.{number}.s").write_text(gaps, encoding="ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
