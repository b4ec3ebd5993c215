"""Is the machine code of what surrounds a benchmark as it must be, with every compiler?

Every mode measures with `time_invocations` of the core, which calls the stub of a benchmark; test_loops.py reads the stubs. So what is
read here and there holds for a batch of mode sample, a single shot and an invocation between its fixtures too.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from machine_code import X86_64, drop_addresses, find_between_readings, read_functions
from made_cpp import bound

from clamh.building.generate import generate
from clamh.languages.cpp import toolchain
from clamh.languages.native import CORE, core_steps
from clamh.model.artifacts import Platform

HERE = Path(__file__).parent
STUB = "    const int thrown = function->repeat(objects, invocations);\n"
pytestmark = [pytest.mark.language("cpp"), *X86_64]


def between_readings(core: Path, platform: Platform, folder: Path) -> list[str] | None:
    """The instructions of `time_invocations` from the first clock reading to the second, without the stub's call between them.

    None when there are not exactly these three calls.
    """
    step, _ = core_steps((platform.executable, "-x", "c"), (), platform.flags)
    path = folder / "clock.o"
    argv = [*step.argv[:step.argv.index("-I")], "-I", core, "-c", core / "clock.c", "-o", path]
    subprocess.run(argv, check=True)
    code = read_functions(path)["time_invocations"]
    between = find_between_readings(drop_addresses(code))
    return None if between is None or any(text.startswith("call") for text in between) else between


def only_moves(code: list[str] | None) -> bool:
    return code is not None and len(code) <= 6 and all(re.match(r"mov", text) for text in code)


def test_between_two_readings_stands_the_stub_and_nothing_else(platform, tmp_path: Path) -> None:
    code = between_readings(CORE, platform, tmp_path)
    assert only_moves(code), code


@pytest.mark.parametrize("work", ["interval->stop += 1;", 'unsetenv("CLAMH_NONE");'])
def test_work_between_two_readings_would_be_seen(platform, tmp_path: Path, work: str) -> None:
    core = tmp_path / "core"
    shutil.copytree(CORE, core)
    text = (core / "clock.c").read_text()
    assert text.count(STUB) == 1
    (core / "clock.c").write_text(text.replace(STUB, f"{STUB}    {work}\n" + "    __asm__ volatile(\"\" ::: \"memory\");\n"))
    assert not only_moves(between_readings(core, platform, tmp_path))


@pytest.fixture(scope="module")
def controlled(platform, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The functions of controls.cpp's wrapper at -O2."""
    folder = tmp_path_factory.mktemp("controls")
    written = generate(bound(HERE / "controls.cpp"))
    for name, text in written.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    # In sections of their own, static functions would be called by the name of a section, which objdump does not demangle.
    process = subprocess.run([platform.executable, *platform.flags, "-std=c++20", "-fno-function-sections", "-O2", "-g0", "-Wall", "-Wextra", "-Werror", "-I",
                              str(toolchain.RUNTIME), "-c", str(folder / written.entry), "-o", str(folder / "made.o")],
                             capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    return {name: drop_addresses(lines) for name, lines in read_functions(folder / "made.o").items()}


def called(controlled: dict[str, list[str]], benchmark: str) -> set[str]:
    """The user's functions that a benchmark's code calls, its own included when it is not inlined into its stub."""
    bodies = [body for name, body in controlled.items() if re.search(rf"Stub<.*\b{benchmark}\b.*::repeat\(", name)
              or re.match(rf"{benchmark}\(", name)]
    assert bodies
    return {match[0] for body in bodies for line in body if re.match(r"(call|jmp)", line)
            for match in re.finditer(r"\b(apart_\w+|into_\w+|nobody_said|small|clamh_consume_cpu)", line)}


def test_what_must_not_be_inlined_is_called(controlled) -> None:
    assert called(controlled, "calls") == {f"apart_{kind}" for kind in (
        "static", "template", "constrained", "attributed", "constexpr", "method", "member", "outside")}


def test_what_must_be_inlined_is_not_called(controlled) -> None:
    # nobody_said has the same long body: without the annotation it is called.
    assert called(controlled, "once") | called(controlled, "again") == {"nobody_said"}


def test_consumeCPU_is_a_call_whose_loop_multiplies_once_a_token(controlled) -> None:
    assert called(controlled, "burns") == {"clamh_consume_cpu"}
    (code,) = (body for name, body in controlled.items() if name.startswith("clamh_consume_cpu("))
    assert any("0x5deece66d" in item for item in code)
    assert sum(item.startswith("imul") for item in code) >= 1 and any(re.match(r"j\w+", item) for item in code)
