"""Does a source with our names build where there is no CLAMH: by our headers, and as one generated source with all in it?"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from clamh.languages.cpp.toolchain import RUNTIME

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
    ran(platform.executable, f"-std={standard}", *STRICT, "-I", RUNTIME / "include", path, "-o", tmp_path / "outside")
    assert ran(tmp_path / "outside") == "1 1 3\n"


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """outside.cpp as one source, with a header of its own that is included twice, built away from both."""
    folder, away = tmp_path_factory.mktemp("user"), tmp_path_factory.mktemp("away")
    (folder / "own.h").write_text("#pragma once\ninline int own() { return 1; }\n")
    (folder / "outside.cpp").write_text(
        f'#include "own.h"\n{(HERE / "outside.cpp").read_text()}\n#include "own.h"\nstatic int once = own();\n'
        "//@@Benchmark\nint mine() { return once; }\n")
    text = subprocess.run([sys.executable, "-m", "clamh.cli", "generate", "--standalone", folder / "outside.cpp"],
                          capture_output=True, check=True).stdout
    (away / "all.cpp").write_bytes(text)
    (folder / "own.h").unlink()
    ran("g++", "-O3", "-pthread", "-Wall", "-Wextra", "-Werror", away / "all.cpp", "-x", "c", away / "all.cpp", "-o", away / "run")
    return away / "run"


@pytest.mark.parametrize(("mode", "line"), [
    ("avgt", r"iteration 1: \S+ ns/op"), ("thrpt", r"iteration 1: \S+ ops/s"), ("wall", r"iteration 1: \S+ ns/op"),
    ("ss", r"iteration 1: \S+ ns/op"), ("sample", r"iteration 1: n = \d+, mean = \S+ ns/op, p\{0.00, .*\} = .* ns/op"),
])
def test_one_source_with_everything_in_it_runs_in_every_mode(alone: Path, mode: str, line: str) -> None:
    text = ran(alone, "--solo", "told", "-bm", mode, "-wi", "0", "-i", "1", "-r", "1ms")
    assert re.fullmatch(f"Benchmark told, {line}", text.splitlines()[-5])
    assert "Benchmark mine, iteration 2" in ran(alone, "--solo", "mine", "-bm", mode, "-wi", "0", "-i", "2", "-r", "1ms")
