"""Does a source with our names build where there is no CLAMH: by our headers, and as one generated source with all in it?"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from clamh.languages.cpp.toolchain import OUTSIDE

HERE = Path(__file__).parent
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
STANDARDS = ("c++11", "c++14", "c++17", "c++20", "c++2b")
pytestmark = pytest.mark.language("cpp")


def ran(*argv: object) -> str:
    process = subprocess.run([str(argument) for argument in argv], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_plain_main_uses_every_name_through_each_header(platform, standard: str, tmp_path: Path) -> None:
    source = (HERE / "outside.cpp").read_text()
    header = {"c++11": "clamh.hpp", "c++2b": "lath.h"}.get(standard, "clamh.h")
    path = tmp_path / "outside.cpp"
    path.write_text(source.replace('"clamh.h"', f'"{header}"'))
    ran(platform.executable, f"-std={standard}", *STRICT, "-I", OUTSIDE, path, "-o", tmp_path / "outside")
    assert ran(tmp_path / "outside") == "1 1 3\n"


def write_standalone(source: Path, output: Path) -> None:
    output.write_bytes(subprocess.run([sys.executable, "-m", "clamh.cli", "generate", "--standalone", source], capture_output=True, check=True).stdout)


@pytest.fixture(scope="module")
def alone_source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """outside.cpp as one source, with a header of its own that is included twice, away from both."""
    folder, away = tmp_path_factory.mktemp("user"), tmp_path_factory.mktemp("away")
    (folder / "own.h").write_text("#pragma once\ninline int own() { return 1; }\n")
    (folder / "outside.cpp").write_text(
        f'#include "own.h"\n{(HERE / "outside.cpp").read_text()}\n#include "own.h"\nstatic int once = own();\n'
        "//@@Benchmark\nint mine() { return once; }\n")
    write_standalone(folder / "outside.cpp", away / "all.cpp")
    (folder / "own.h").unlink()
    return away / "all.cpp"


@pytest.fixture(scope="module")
def alone(alone_source: Path) -> Path:
    program = alone_source.with_name("run")
    ran("g++", "-O3", "-pthread", alone_source, "-o", program)
    return program


@pytest.mark.parametrize(("standard", "flag"), [("c++17", "-O2"), ("c++20", "-fsyntax-only"), ("c++2b", "-fsyntax-only")])
def test_one_source_is_clean_for_every_compiler(platform, standard: str, flag: str, alone_source: Path) -> None:
    ran(platform.executable, f"-std={standard}", flag, *STRICT, "-pedantic-errors", "-c", alone_source, "-o", alone_source.with_suffix(".o"))


@pytest.mark.parametrize(("mode", "line"), [
    ("avgt", r"iteration 1: \S+ ns/op"), ("thrpt", r"iteration 1: \S+ ops/s"), ("wall", r"iteration 1: \S+ ns/op"),
    ("ss", r"iteration 1: \S+ ns/op"), ("sample", r"iteration 1: n = \d+, mean = \S+ ns/op, p\{0.00, .*\} = .* ns/op"),
])
def test_one_source_with_everything_in_it_runs_in_every_mode(alone: Path, mode: str, line: str) -> None:
    text = ran(alone, "--solo", "shown", "-bm", mode, "-wi", "0", "-i", "1", "-r", "1ms")
    assert re.fullmatch(f"Benchmark shown, {line}", text.splitlines()[-5])
    assert "Benchmark mine, iteration 2" in ran(alone, "--solo", "mine", "-bm", mode, "-wi", "0", "-i", "2", "-r", "1ms")


# Names of the core's types, functions, constants and variables; M_PI is the system's, and the core needs it.
NAMES_OF_THE_CORE = """#include <cmath>
#ifndef M_PI
#define M_PI 3
#endif
#define LINE 64
#define TRY(x) x
#define size 8
#pragma pack(1)
enum outcome { FAILED = 1 };
struct thread { char first; int second; };
namespace core { int fail() { return 2; } }
static int describe(long x) { return int(x); }
int close(long) { return 3; }
static int PARSE(int value) { return value; }
static int make_locale() { return 0; }
static int c_locale = 0;
//@@State(Scope.Benchmark)
struct meeting { int level = 4; };
//@@Benchmark
//@@Threads(2)
int measure(meeting &m) {
    if (TRY(LINE) + size + FAILED + sizeof(thread) + core::fail() + describe(5) + close(3) + PARSE(make_locale()) + c_locale + m.level != 92) throw "another value";
    return 0;
}
"""


def test_the_user_may_have_any_name_of_the_core(platform, tmp_path: Path) -> None:
    (tmp_path / "names.cpp").write_text(NAMES_OF_THE_CORE)
    write_standalone(tmp_path / "names.cpp", tmp_path / "all.cpp")
    with (tmp_path / "all.cpp").open("a") as file:
        file.write("static_assert(alignof(clamh::core::opening) == alignof(void *));  // not packed as the user's structs are\n")
    ran(platform.executable, "-std=c++17", "-O1", "-pthread", *STRICT, tmp_path / "all.cpp", "-o", tmp_path / "all")
    assert "Result for measure" in ran(tmp_path / "all", "--solo", "measure", "-wi", "0", "-i", "1", "-r", "1ms")


def test_the_head_says_how_to_build_a_c_file_beside_it(tmp_path: Path) -> None:
    user, away = tmp_path / "user", tmp_path / "away"
    user.mkdir()
    away.mkdir()
    (user / "clamh.toml").write_text('[cpp]\nsources = ["more.cpp", "old.c"]\n')
    (user / "more.cpp").write_text('extern "C" int old(int);\nint more(int x) { return old(x) + 1; }\n')
    (away / "old.c").write_text("int old(int class) { return class + 1; }\n")  # no C++
    (user / "old.c").write_bytes((away / "old.c").read_bytes())
    (user / "new.cpp").write_text("int more(int);\n//@@Benchmark\nint work() { return more(1); }\n")
    write_standalone(user / "new.cpp", away / "all.cpp")
    command = (away / "all.cpp").read_text().splitlines()[1].removeprefix("//").replace("THIS-FILE", "all")
    assert "old.c" in command and "more" not in command
    subprocess.run(["bash", "-c", command], cwd=away, check=True)
    assert "Result for work" in ran(away / "run", "--solo", "work", "-wi", "0", "-i", "1", "-r", "1ms")


def test_flags_may_define_names_of_template_parameters(tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("//@@Benchmark\nT f(Blackhole &hole) { hole.consume(N); return N + R; }\n")
    write_standalone(tmp_path / "a.cpp", tmp_path / "all.cpp")
    flags = [*(f"-D{name}=1" for name in "CFPRS"), "-DN=1000", "-DT=int"]
    subprocess.run(["g++", "-std=c++17", *flags, "-O1", "-pthread", "all.cpp", "-o", "run"], cwd=tmp_path, check=True)
    subprocess.run(["./run", "--solo", "f", "-wi", "0", "-i", "1", "-r", "1ms"], cwd=tmp_path, check=True, capture_output=True)
