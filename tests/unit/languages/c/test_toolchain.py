"""Are C compilers found in the right order, and built with? The compilers are fake."""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.languages.base import Captured
from clamh.languages.c import toolchain
from clamh.languages.c_family.flags import NATIVE
from clamh.model.artifacts import Platform
from clamh.model.sources import Parsed, SourceFile, Unit, Wrapper

GCC = "#define __STDC__ 1\n#define __STDC_VERSION__ {}L\n#define __GNUC__ {}\n#define __GNUC_MINOR__ 2\n#define __GNUC_PATCHLEVEL__ 0\n"
CLANG = GCC + "#define __clang__ 1\n#define __clang_major__ {}\n#define __clang_minor__ 1\n#define __clang_patchlevel__ 7\n"


@pytest.fixture
def machine(tmp_path: Path):
    """A PATH with fake compilers, and the `run` that answers for them."""
    answers: dict[str, Captured] = {}

    def add(name: str, output: str) -> str:
        file = tmp_path / name
        file.write_text("")
        file.chmod(0o755)
        answers[str(file)] = Captured(code=0, output=output)
        return str(file)

    return add, lambda argv: answers[argv[0]], {"PATH": str(tmp_path)}


def test_compilers_come_in_order_and_others_are_left_alone(machine) -> None:
    add, run, environ = machine
    add("clang-16", CLANG.format(201710, 4, 16))
    add("gcc-11", GCC.format(201710, 11))
    add("gcc", GCC.format(201710, 12))
    for other in ("gcc-ar-12", "gcc-nm", "clang++", "g++", "cc"):
        add(other, "never run")
    platforms, skipped = toolchain.find(environ, run)
    assert [platform.id for platform in platforms] == ["c/gcc-12", "c/clang-16", "c/gcc-11"] and skipped == []
    assert platforms[0].flags == ("-std=gnu17", "-O3", NATIVE, "-ffp-contract=off", "-falign-loops=64", "-ffunction-sections", "-g")
    clang = add("clang-19", CLANG.format(201710, 4, 19))
    platforms, _ = toolchain.find({**environ, "CC": f"{clang} -DX"}, run)
    assert (platforms[0].id, platforms[0].extra) == ("c/clang-19", ("-DX",))


def test_an_unusable_compiler_is_skipped_with_its_reason(machine) -> None:
    add, run, environ = machine
    platforms, (skip,) = toolchain.find(environ, run)
    assert not platforms and (skip.platform, skip.reason) == ("c", "no C compiler is on PATH (gcc or clang)")
    old = add("gcc", GCC.format(199409, 12))
    assert toolchain.probe(old, ("-std=iso9899:199409",), environ, run) == "its flags select a standard older than C99"
    _, skipped = toolchain.find({**environ, "CC": "tcc"}, run)
    assert skipped[0].reason == "CC=tcc is not a C99 compiler: there is no such program"


def test_companions_are_compiled_like_the_wrapper_and_libm_is_linked(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("x.c", "part.c", "own.h")]
    for file in files:
        file.write_text('#include "own.h"\n')
    sources = [SourceFile(path=str(file), language="c", sha256="", benchmarks=False) for file in files]
    unit = Unit(source=sources[0], companions=tuple(sources[1:]), benchmarks=(), states=(), fixtures=(),
                parsed=tuple(Parsed(source=source, text=Path(source.path).read_bytes(), annotations=(), declarations=()) for source in sources))
    platform = Platform(id="c/gcc-12", language="c", executable="/usr/bin/gcc", version="12.2.0", flags=(*toolchain.DIALECT.default_flags, "-lz"), facts={"name": "gcc"})
    for text, count in (("int f(void);", 2), ("clamh_consume(hole, 1);", 4)):
        build = toolchain.build(Wrapper(unit=unit, files={"wrapper.c": text}, entry="wrapper.c"), platform, tmp_path / "shared")
        compiled = [step for step in build.steps if "-MD" in step.argv]
        assert len(compiled) == count and all({"-DCLAMH=1", "-std=gnu17"} <= set(step.argv) for step in compiled)
        link = next(step for step in build.steps if step.title.startswith("link"))
        assert link.argv[-3:] == ("-lz", "-lpthread", "-lm") and link.argv[0] == "/usr/bin/gcc"
        assert any("[c] flags" in hint for hint in link.failure_hints.values())
