"""Does the machine code of every stub do its work once per invocation, whatever the kind of state and of result?

Each line is also asserted to turn red when the fence or the sink is taken out of a copy of the runtime: what stays
green then proves nothing about them.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from machine_code import (
    ARM, X86_64, check_aarch64, compile_for_aarch64, folded, marked, once, one_flag, read_functions, read_loop,
)

from clamh.languages.c import toolchain
from clamh.languages.c_family.compilers import SHARED
from clamh.languages.c_family.flags import link_time_flags
from clamh.languages.native import CORE
from clamh.model.artifacts import Platform

HERE = Path(__file__).parent
LEVELS = {"O2": ("-O2",), "O3": ("-O3",), "flto": ("-O3", "-flto"), "aarch64": ("-O3",)}
MUTATED = ("O3", "aarch64")  # the default level, and the other machine; whether a line can turn red does not depend on the level
# What a mutation changes, each in its header: (the line, what stands there instead). The two sinks are taken out together,
# since no benchmark uses both: what a benchmark returns goes through one, what it gives to Blackhole through the other.
MUTATIONS = {
    "fence": {"blackhole.h": ('#define CLAMH_FENCE() __asm__ __volatile__("" ::: "memory")', "#define CLAMH_FENCE()")},
    "sinks": {
        "loop.h": ("CLAMH_WITH_RESULT(call, clamh_result, CLAMH_SINK_OF(clamh_result))", "CLAMH_WITH_RESULT(call, clamh_result, (void)clamh_result)"),
        "blackhole.h": ("        CLAMH_SINK_OF(used);    ", "        (void)used;    "),
    },
}

pytestmark = [pytest.mark.language("c"), *X86_64]


def stubs(executable: Path, objdump: str) -> dict[str, list[str]]:
    """The lines of each benchmark's stub; they are numbered in the order of loops.c."""
    names = re.findall(r"//@@Benchmark\n.*?(\w+)\(", (HERE / "loops.c").read_text())
    found = ((re.fullmatch(r"(?:\.text\.)?clamh_b(\d+)_repeat(?:\.\w+\.\d+)?", name), lines) for name, lines in read_functions(executable, objdump).items())
    return {names[int(match[1])]: lines for match, lines in found if match}


def counts(code: list[str]) -> bool:
    """A loop of its own, one step per invocation."""
    body = read_loop(code)
    return len(body) in (2, 3) and any(re.match(r"(dec|inc)\b|(sub|add)\s+\$0x(1|f{16}),|(sub|add)\s+\$-?1,", text) for text in body)


FACTOR = {match[1]: int(match[2]) for match in re.finditer(r"(?m)^static .*?(\w+)\((?:const State|void).*?(1000\d+)", (HERE / "loops.c").read_text())}
IN_MEMORY = {"pair", "wide", "longer", "consumed_array"}  # the results of the others are in a register, and nothing is stored
BOTH = {"fence of gcc", "sinks"}

# name: (what must hold, whose removal must break it). LLVM takes every volatile assembly, so also a sink, for one that may
# write memory: where there is a sink, clang needs no fence, and only lines without one show that it is there.
LINES: dict[str, tuple[Callable[[list[str]], bool], set[str]]] = {
    **{name: (marked(FACTOR[name]), BOTH) for name in (
        "plain", "inner", "global", "file", "narrow", "colour", "pointer", "pair", "longer", "consumed", "consumed_array")},
    "pointed": (marked(FACTOR["pointed"]), BOTH),
    "vol": (marked(FACTOR["vol"]), {"sinks"}),
    "global_vol": (marked(FACTOR["global_vol"]), {"sinks"}),
    "constant": (folded(FACTOR["constant"]), {"sinks"}),
    "real": (once(r"mulsd"), BOTH),
    "single": (once(r"mulss"), BOTH),
    "consumed_real": (once(r"mulsd"), BOTH),
    "boolean": (once(r"cmp\w*\s+\$0x12d68[78],.*\("), BOTH),
    "wide": (marked(FACTOR["wide"]), {"sinks"}),  # its sink takes an address, and so is a fence itself
    "stored": (once(r"mov\w*\s+\$0x74,.*\("), {"fence"}),
    **{name: (once(r"(add|sub)\w*\s+\$(0x75|0xf{14}8b),.*\("), {"fence"}) for name in ("added", "added_inner", "added_global", "added_file")},
    "counted": (once(r"lock (add|sub)\w*\s+\$(0x75|0xf{14}8b|-0x8b),.*\("), set()),  # neither is what makes an atomic instruction stay
    "stopped": (one_flag, set()),
    "empty": (counts, {"fence"}),
}


@pytest.fixture(scope="module", params=LEVELS)
def red(request: pytest.FixtureRequest, platform: Platform, compile_c, write_wrapper, tmp_path_factory: pytest.TempPathFactory):
    """red(mutation): the lines that fail with it (none: the runtime as it is), and the code that was looked at."""
    arm = request.param == "aarch64"
    platform = compile_for_aarch64(platform) if arm else platform
    checks = {name: check_aarch64(name, FACTOR.get(name, 0)) if arm else holds for name, (holds, _) in LINES.items()}
    level = platform.flags + LEVELS[request.param]
    optimised = msgspec.structs.replace(platform, flags=level)
    optimised = msgspec.structs.replace(optimised, flags=level + link_time_flags(optimised))
    folder, wrapper = tmp_path_factory.mktemp(request.param), write_wrapper("loops")
    code: dict[str, dict[str, list[str]]] = {}

    def compiled(runtime: Path) -> Path:
        """The benchmarks' machine code; under LTO it is made at the link, together with the code that calls the stubs."""
        path = runtime / "loops"
        if request.param != "flto":
            compile_c(optimised, [wrapper], path, "-c", "-g0", "-fno-function-sections", runtime=runtime)
            return path
        core = folder / "core.c"
        core.write_text("".join(f'#include "{file}"\n' for file in sorted(CORE.glob("*.c"))))
        compile_c(optimised, [wrapper, runtime / "main.c", core], path, "-g0", "-w", "-std=gnu11", runtime=runtime)
        return path

    def red(mutation: str) -> dict[str, str]:
        if mutation not in code:
            runtime = folder / (mutation or "none") / "languages" / "c" / "runtime"
            shutil.copytree(toolchain.RUNTIME, runtime)
            shutil.copytree(toolchain.OUTSIDE, runtime.parent / "outside")
            shutil.copytree(CORE, folder / (mutation or "none") / "native")  # its header is included by the path to it
            shutil.copytree(SHARED, folder / (mutation or "none") / "languages" / "c_family" / "runtime")
            for header, (old, new) in MUTATIONS.get(mutation, {}).items():
                text = (runtime / header).read_text()
                assert text.count(old) == 1, f"the mutation {mutation} has nothing to change in {header}"
                (runtime / header).write_text(text.replace(old, new))
            code[mutation] = stubs(compiled(runtime), f"{ARM}-objdump" if arm else "objdump")
        found = code[mutation]
        assert found.keys() == LINES.keys()
        return {name: "\n".join(found[name]) for name, holds in checks.items()
                if not holds(found[name]) or not mutation and name not in IN_MEMORY and any(
                    re.search(r"\(%rsp\)|\[sp", line) for line in read_loop(found[name]))}

    return red


def test_every_kind_of_state_and_result_is_read_and_kept_once_per_invocation(red) -> None:
    broken = red("")
    assert not broken, "\n\n".join(f"{name}:\n{code}" for name, code in broken.items())


@pytest.mark.parametrize("mutation", MUTATIONS)
@pytest.mark.parametrize("red", MUTATED, indirect=True)
def test_without_the_fence_or_the_sink_every_line_that_is_about_it_turns_red(red, platform: Platform, mutation: str) -> None:
    removed = {mutation, f"{mutation} of {platform.facts['name']}"}
    assert set(red(mutation)) == {name for name, (_, breaks) in LINES.items() if removed & breaks}
