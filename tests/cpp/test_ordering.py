"""Do code layouts of one object differ in order and place of functions, and in nothing else, with each linker that is here?"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest
from machine_code import X86_64

from clamh.languages import ordering
from clamh.languages.c_family.flags import compile_flags, link_time_flags
from clamh.languages.c_family.layouts import layout_flags, ordering_method
from clamh.model.artifacts import Platform

SOURCE = Path(__file__).parent / "ordered.cpp"
LINKERS = {"bfd": "ld.bfd", "gold": "ld.gold", "lld": "ld.lld", "mold": "ld.mold"}
FUNCTIONS = ("plain(", "(anonymous namespace)::unnamed(", "calling<7>(", "calling<9>(", "named_in_c")

pytestmark = [pytest.mark.language("cpp"), *X86_64]


@pytest.fixture(scope="module")
def compiled(platform: Platform, tmp_path_factory: pytest.TempPathFactory) -> tuple[Platform, Path]:
    """The platform, and a folder with the object, and lto.o of the same, in which is no code yet."""
    folder = tmp_path_factory.mktemp("ordered")
    for name, more in (("o.o", ()), ("lto.o", ("-flto",))):
        subprocess.run([platform.executable, *compile_flags(platform.flags), *more, "-c", SOURCE, "-o", folder / name], check=True)
    return platform, folder


def code(program: Path) -> dict[str, tuple[int, list[tuple[int, str]]]]:
    """Address of each function, and its instructions with their places in it; targets are places in it or names of others."""
    sized = subprocess.run(["nm", "-SC", program], capture_output=True, text=True, check=True).stdout
    printed = subprocess.run(["objdump", "-d", "-C", "-w", "--no-show-raw-insn", program], capture_output=True, text=True, check=True).stdout
    moving = re.compile(r"\b[0-9a-f]+ (?=<.*>)|-?0x[0-9a-f]+(?=\(%rip\))")
    lines = [(int(at, 16), moving.sub("", re.sub(r"# <.*>$", "", moving.sub("", text)).strip()))
             for at, text in re.findall(r"^ *([0-9a-f]+):\t(.*)$", printed, re.MULTILINE)]
    found = {}
    for address, size, name in re.findall(r"^([0-9a-f]+) ([0-9a-f]+) \w (.*)$", sized, re.MULTILINE):
        if any(function in name for function in FUNCTIONS):
            start, end = int(address, 16), int(address, 16) + int(size, 16)
            found[name] = start, [(at - start, text) for at, text in lines if start <= at < end]
    return found


def loops(body: list[tuple[int, str]]) -> set[int]:
    """Where in its function each loop begins: what a later instruction jumps back to."""
    jumps = [(at, re.match(r"j\w+\s.*\+0x([0-9a-f]+)>$", text)) for at, text in body]
    return {int(to[1], 16) for at, to in jumps if to and int(to[1], 16) <= at}


@pytest.mark.parametrize("lto", [False, True], ids=["", "lto"])
@pytest.mark.parametrize("linker", LINKERS)
def test_layouts_differ_in_order_and_place_of_functions_alone(compiled: tuple[Platform, Path], linker: str, lto: bool) -> None:
    platform, folder = compiled
    if lto and (linker == "lld") != (platform.facts["name"] == "clang++"):
        pytest.skip("g++ and lld do not know each other's LTO, and clang's is linked by lld")
    if not shutil.which(LINKERS[linker]):
        pytest.skip(f"{LINKERS[linker]} is missing: apt-get install binutils lld mold")
    line = subprocess.run([LINKERS[linker], "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    own = msgspec.structs.replace(platform, flags=(*platform.flags, *(("-flto",) if lto else ())), facts={**platform.facts, "linker": line})
    method, reason = ordering_method(own)
    assert reason == ""
    chosen = link_time_flags(own) or (f"-fuse-ld={linker}",)
    name, given = f"p-{linker}{'-lto' * lto}", "lto.o" if lto else "o.o"
    paths = [folder / f"{name}.{number}" for number in range(4)]
    for number, program in enumerate(paths):
        if number == 1:  # under LTO the first is what tells the functions
            ordering.main(method, str(folder / name), "4", str(paths[0] if lto else folder / given))
        more = layout_flags(method, f"{name}.{number}") if number else ()
        subprocess.run([platform.executable, *compile_flags(own.flags), *chosen, given, *more, "-o", program], check=True, cwd=folder)
    assert len({subprocess.run([path], capture_output=True, check=True).stdout for path in paths}) == 1
    layouts = [code(path) for path in paths]
    assert all(len(layout) == len(FUNCTIONS) for layout in layouts)
    orders = [sorted(layout, key=lambda function, of=layout: of[function][0]) for layout in layouts]
    assert len(set(map(tuple, orders))) >= 3  # of 120
    for layout in layouts:
        assert {name: body for name, (_, body) in layout.items()} == {name: body for name, (_, body) in layouts[0].items()}
        # What LTO knows of the counts it unrolls.
        heads = [start + head for start, body in layout.values() for head in loops(body)]
        assert len(heads) >= (2 if lto else 4) and all(head % 64 == 0 for head in heads)
    assert len({tuple(start % 4096 for start, _ in layout.values()) for layout in layouts}) == 4


def test_foreign_objects_are_refused_and_cold_code_stays(tmp_path: Path) -> None:
    (tmp_path / "x.o").write_bytes(b"\xcf\xfa\xed\xfe")
    with pytest.raises(ValueError, match="not an ELF object"):
        ordering.main("script", str(tmp_path / "x"), "2", str(tmp_path / "x.o"))
    kept = (".text", ".text.unlikely._Z1fv", ".text.startup.main", ".text.hot.x", ".text.exit", ".text.we*ird", ".data.x")
    assert not any(ordering.FUNCTION.fullmatch(text) for text in kept)
    assert ordering.FUNCTION.fullmatch(".text._Z7hottestv") and ordering.FUNCTION.fullmatch(".text.startup2")
