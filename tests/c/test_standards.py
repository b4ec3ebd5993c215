"""Do wrapper and headers compile without a warning, in every standard and with every compiler, whatever the user's names?"""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from made_cpp import bound, made

from clamh.building.generate import generate
from clamh.languages.c.toolchain import OUTSIDE, RUNTIME

HERE = Path(__file__).parent
STRICT = ("-Wall", "-Wextra", "-Werror")
STANDARDS = ("c99", "gnu99", "c11", "gnu11", "c17", "gnu17", "c2x")
pytestmark = pytest.mark.language("c")


def compile_with(platform, path: Path, *flags: str) -> str:
    command = [platform.executable, *STRICT, *flags, str(path)]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    return process.stderr if process.returncode else ""


def test_the_wrapper_of_hostile_names_is_free_of_warnings_in_every_standard(platform, write_wrapper) -> None:
    wrapper = write_wrapper("hostile_names")
    flags = ("-O1", "-DCLAMH=1", "-DLATH=1", "-fsyntax-only", "-isystem", str(RUNTIME), "-isystem", str(OUTSIDE))
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda standard: compile_with(platform, wrapper, f"-std={standard}", *flags), STANDARDS)) == [""] * len(STANDARDS)


@pytest.mark.parametrize("standard", STANDARDS)
def test_a_plain_main_uses_every_name_through_the_header(platform, standard: str, tmp_path: Path) -> None:
    flags = (f"-std={standard}", "-Wpedantic", "-O1", "-I", str(OUTSIDE), "-o", str(tmp_path / "outside"))
    assert compile_with(platform, HERE / "outside.c", *flags) == ""
    assert subprocess.run([tmp_path / "outside"], capture_output=True, text=True, check=True).stdout == "3 3\n"


def test_result_may_be_const(platform, tmp_path: Path) -> None:
    (tmp_path / "own.c").write_text("//@@State(Scope.Thread)\nstruct S { int n; };\n//@@Benchmark\nstatic const int f(const struct S *s) { return s->n; }\n")
    wrapper = generate(bound(tmp_path / "own.c"))
    for name, text in wrapper.files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    flags = ("-std=gnu11", "-fsyntax-only", "-Wno-ignored-qualifiers", "-isystem", str(RUNTIME), "-isystem", str(OUTSIDE))
    assert compile_with(platform, tmp_path / wrapper.entry, *flags) == ""


def test_a_second_value_for_blackhole_is_an_error(platform, tmp_path: Path) -> None:
    path = tmp_path / "two.c"
    for value, errors in (("x, y", True), ("x, z = y", True), ("(x, y)", False)):
        path.write_text(f'#include "clamh.h"\nint z;\nvoid f(Blackhole *hole, int x, int y) {{ clamh_consume(hole, {value}); }}\n')
        assert bool(compile_with(platform, path, "-Wno-unused", "-fsyntax-only", "-I", str(OUTSIDE))) == errors


@pytest.mark.parametrize("standard", ["gnu11", "gnu17"])
def test_the_worker_is_free_of_warnings(platform, standard: str) -> None:
    assert compile_with(platform, RUNTIME / "main.c", f"-std={standard}", "-fsyntax-only") == ""


@pytest.mark.parametrize("flags", [(), ("-std=c99",), ("-std=c11", "-Wpedantic")])
def test_every_hostile_name_runs(tmp_path: Path, flags: tuple[str, ...]) -> None:
    artifact = made(HERE / "hostile_names.c", tmp_path, *STRICT, *flags)
    for name in ("repeat", "run", "serve", "fail", "answer", "b0", "floor_", "meet", "pointer"):
        process = subprocess.run([artifact.path, "--solo", name, "-wi", "0", "-i", "1", "-r", "1ms"], capture_output=True, text=True, check=False)
        assert process.returncode == 0, process.stderr
