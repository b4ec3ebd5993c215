"""Writes the files that make a linker place the functions of some objects in another order, with gaps between them.

A build step runs it: `ordering.py METHOD OUTPUT LAYOUTS OBJECT…`. For each layout n from 1 to LAYOUTS - 1 it writes
what METHOD needs. "script": OUTPUT.<n>.order. "sections": also OUTPUT.<n>.s with the gaps. "shuffle": only
OUTPUT.<n>.s, since the linker chooses the order itself. The number of a layout is its seed. Objects are ELF, compiled
with -ffunction-sections: each function has its own section. Loops keep their alignment, since a section keeps its own.
Under -flto objects contain no code yet: then OBJECT is the artifact in the linker's own layout; its functions were such
sections.
"""

from __future__ import annotations

import random
import re
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

PROGBITS, SYMTAB, EXECINSTR = 1, 2, 4  # of sections
RELOCATABLE, FUNC = 1, 2  # of a file, of a symbol
# Sections that the linker's own script places separately stay there: code that runs once, or never.
FUNCTION = re.compile(r"\.text\.(?!(?:startup|unlikely|exit|hot|split|unknown|sorted)(?:\.|$))[A-Za-z0-9_.]+")
STEP = 16  # bytes, as functions are aligned
MAX_GAP = 1024  # of a gap
PAGE = 4096  # the gap before the first


def functions(objects: Iterable[bytes]) -> list[str]:
    """The names of function sections, each once, in the order of the objects. Raises ValueError if a file is not ELF.
    """
    return list(dict.fromkeys(name for elf in objects for name in _function_sections(elf) if FUNCTION.fullmatch(name)))


class Section(NamedTuple):
    """A section header of ELF; `link` is the number of the section with the names of this section's symbols."""

    name: str
    kind: int
    flags: int
    start: int
    size: int
    link: int


def _function_sections(elf: bytes) -> Iterator[str]:
    """The names of an object's code sections; in a linked program, those that its functions came from."""
    if elf[:4] != b"\x7fELF":
        raise ValueError("not an ELF object")
    wide, order = elf[4] == 2, "<" if elf[5] == 1 else ">"
    sections = _sections(elf, wide, order)
    (kind,) = struct.unpack_from(f"{order}H", elf, 16)
    if kind == RELOCATABLE:
        yield from (section.name for section in sections if section.kind == PROGBITS and section.flags & EXECINSTR)
        return
    form, size = (f"{order}IBBHQQ", 24) if wide else (f"{order}IIIBBH", 16)
    for table in (section for section in sections if section.kind == SYMTAB):
        for offset in range(table.start, table.start + table.size, size):
            symbol = struct.unpack_from(form, elf, offset)
            name, info, within = (symbol[0], symbol[1], symbol[3]) if wide else (symbol[0], symbol[3], symbol[5])
            if info & 0xF == FUNC and within:
                yield f".text.{_text(elf, sections[table.link].start + name)}"


def _sections(elf: bytes, wide: bool, order: str) -> list[Section]:
    (start,) = struct.unpack_from(f"{order}{'Q' if wide else 'I'}", elf, 40 if wide else 32)
    size, count, names = struct.unpack_from(f"{order}HHH", elf, 58 if wide else 46)
    form = f"{order}IIQQQQI" if wide else f"{order}IIIIIII"
    first = struct.unpack_from(form, elf, start)
    count = count or first[5]  # the first header holds a count above 65,279
    names = first[6] if names == 0xFFFF else names
    table = struct.unpack_from(form, elf, start + names * size)[4]
    headers = [struct.unpack_from(form, elf, start + number * size) for number in range(count)]
    return [
        Section(_text(elf, table + name), kind, flags, start, length, link)
        for name, kind, flags, _, start, length, link in headers
    ]


def _text(elf: bytes, start: int) -> str:
    return elf[start:elf.index(b"\0", start)].decode("utf-8", "replace")


def layout(names: Sequence[str], seed: int) -> list[tuple[int, str]]:
    """The functions in the order of this layout, each with the gap before it, in bytes."""
    generator = random.Random(seed)
    ordered = generator.sample(list(names), len(names))
    gaps = [generator.randrange(0, MAX_GAP if index else PAGE, STEP) for index in range(len(ordered))]
    return list(zip(gaps, ordered, strict=True))


def script(functions_with_gaps: Iterable[tuple[int, str]]) -> str:
    """For GNU ld and lld: a part of a linker script, which is inserted before the linker's default placement."""
    lines = "".join(f"    . += {gap};\n    *({name})\n" for gap, name in functions_with_gaps)
    return f"SECTIONS\n{{\n  .text.clamh :\n  {{\n{lines}  }}\n}}\nINSERT BEFORE .text;\n"


def order(functions_with_gaps: Iterable[tuple[int, str]]) -> str:
    """For gold: the order of sections, gaps among them."""
    return "".join(f".text.clamh_gap_{index}\n{name}\n" for index, (_, name) in enumerate(functions_with_gaps))


def gaps(functions_with_gaps: Iterable[tuple[int, str]]) -> str:
    """An assembler source with the gaps, each in its own section."""
    sections = "".join(f'.section .text.clamh_gap_{index},"ax",@progbits\n.skip {gap}\n'
                       for index, (gap, _) in enumerate(functions_with_gaps) if gap)
    return f'{sections}.section .note.GNU-stack,"",@progbits\n'


# By method: the files to write, as suffix and the function that makes the text.
WRITTEN: dict[str, dict[str, Callable[[Sequence[tuple[int, str]]], str]]] = {
    "script": {"order": script}, "sections": {"order": order, "s": gaps}, "shuffle": {"s": gaps}}


def main(means: str, output: str, layouts: str, *objects: str) -> None:
    """Write the files of every layout except 0, the linker's own."""
    names = functions(Path(path).read_bytes() for path in objects)
    for number in range(1, int(layouts)):
        functions_with_gaps = layout(names, number)
        for ending, text in WRITTEN[means].items():
            Path(f"{output}.{number}.{ending}").write_text(text(functions_with_gaps), encoding="ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
