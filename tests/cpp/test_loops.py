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

from clamh.languages.c_family.compilers import SHARED
from clamh.languages.c_family.flags import link_time_flags
from clamh.languages.cpp import toolchain
from clamh.languages.native import CORE
from clamh.model.artifacts import Platform

HERE = Path(__file__).parent
LEVELS = {"O2": ("-O2",), "O3": ("-O3",), "flto": ("-O3", "-flto"), "aarch64": ("-O3",)}
MUTATED = ("O3", "aarch64")  # the default level, and the other machine; whether a line can turn red does not depend on the level
FENCE = 'CLAMH_INLINE void fence() { asm volatile("" ::: "memory"); }'
# What a mutation changes, each in its header: (the line, what stands there instead). The two sinks are taken out together,
# since no benchmark uses both: what a benchmark returns goes through one, what it gives to Blackhole through the other.
MUTATIONS = {
    "fence": {"blackhole.hpp": (FENCE, "CLAMH_INLINE void fence() {}")},
    "sinks": {
        "loop.hpp": ("    sink(value);\n", "    static_cast<void>(value);\n"),
        "blackhole.hpp": ("        clamh::sink(value);\n", "        static_cast<void>(value);\n"),
    },
}

pytestmark = [pytest.mark.language("cpp"), *X86_64]


def stubs(executable: Path, objdump: str) -> dict[str, list[str]]:
    """The lines of each benchmark's stub."""
    found = ((re.search(r"Stub<.*?Bench::(\w+).*::repeat\(", name), lines) for name, lines in read_functions(executable, objdump).items())
    return {match[1]: lines for match, lines in found if match}


def counts(code: list[str]) -> bool:
    """A loop of its own, one step per invocation."""
    body = read_loop(code)
    return len(body) in (2, 3) and any(re.match(r"(dec|inc)\b|(sub|add)\s+\$0x(1|f{16}),|(sub|add)\s+\$-?1,", text) for text in body)


FACTOR = {match[1]: int(match[2]) for match in re.finditer(
    r"(?m)^    static .*?(\w+)\(const State.*?(1000\d+)", (HERE / "loops.cpp").read_text().replace("Text text;", ""))}
FACTOR["object"] = 1000229

# name: (what must hold, whose removal must break it). LLVM takes every volatile assembly, so also a sink, for one that may
# write memory: where there is a sink, clang needs no fence, and only lines without one show that it is there.
LINES: dict[str, tuple[Callable[[list[str]], bool], set[str]]] = {
    "plain": (marked(FACTOR["plain"]), {"fence of g++", "sinks"}),
    "vol": (marked(FACTOR["vol"]), {"sinks"}),
    "shared": (marked(FACTOR["shared"]), {"fence of g++", "sinks"}),
    "shared_vol": (marked(FACTOR["shared_vol"]), {"sinks"}),
    "inner": (marked(FACTOR["inner"]), {"fence of g++", "sinks"}),
    "global": (marked(FACTOR["global"]), {"fence of g++", "sinks"}),
    "file": (marked(FACTOR["file"]), {"fence of g++", "sinks"}),
    "global_vol": (marked(FACTOR["global_vol"]), {"sinks"}),
    "constant": (folded(FACTOR["constant"]), {"sinks"}),
    "real": (once(r"mulsd"), {"fence of g++", "sinks"}),
    "single": (once(r"mulss"), {"fence of g++", "sinks"}),
    "boolean": (once(r"cmp\w*\s+\$0x12d68[78],.*\("), {"fence of g++", "sinks"}),
    "pair": (marked(FACTOR["pair"]), {"fence of g++", "sinks"}),
    "object": (marked(FACTOR["object"]), {"sinks"}),  # its sink takes an address, and so is a fence itself
    "consumed": (marked(FACTOR["consumed"]), {"fence of g++", "sinks"}),
    "consumed_array": (marked(FACTOR["consumed_array"]), {"fence of g++", "sinks"}),
    "stored": (once(r"mov\w*\s+\$0x74,.*\("), {"fence"}),
    **{name: (once(r"(add|sub)\w*\s+\$(0x75|0xf{14}8b),.*\("), {"fence"})
       for name in ("added", "added_shared", "added_inner", "added_global", "added_file", "added_member")},
    "counted": (once(r"lock (add|sub)\w*\s+\$(0x75|0xf{14}8b|-0x8b),.*\("), set()),  # neither is what makes an atomic instruction stay
    "stopped": (one_flag, set()),
    "empty": (counts, {"fence"}),
}


@pytest.fixture(scope="module", params=LEVELS)
def red(request: pytest.FixtureRequest, platform: Platform, compile_cpp, tmp_path_factory: pytest.TempPathFactory):
    """red(mutation): the lines that fail with it (none: the runtime as it is), and the code that was looked at."""
    arm = request.param == "aarch64"
    platform = compile_for_aarch64(platform) if arm else platform
    checks = {name: check_aarch64(name, FACTOR.get(name, 0)) if arm else holds for name, (holds, _) in LINES.items()}
    level = platform.flags + LEVELS[request.param]
    optimised = msgspec.structs.replace(platform, flags=level)
    optimised = msgspec.structs.replace(optimised, flags=level + link_time_flags(optimised))
    folder = tmp_path_factory.mktemp(request.param)
    code: dict[str, dict[str, list[str]]] = {}

    def compiled(runtime: Path) -> Path:
        """The benchmarks' machine code; under LTO it is made at the link, together with the code that calls the stubs."""
        path = runtime / "loops"
        if request.param != "flto":
            compile_cpp(optimised, [HERE / "loops.cpp"], path, "-c", "-g0", runtime=runtime)
            return path
        compile_cpp(optimised, [HERE / "loops.cpp", HERE / "loops_main.cpp"], path, "-g0", runtime=runtime)
        return path

    def red(mutation: str) -> dict[str, str]:
        if mutation not in code:
            runtime = folder / (mutation or "none") / "languages" / "cpp" / "runtime"
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
        return {name: "\n".join(found[name]) for name, holds in checks.items() if not holds(found[name])}

    return red


def test_every_kind_of_state_and_result_is_read_and_kept_once_per_invocation(red) -> None:
    broken = red("")
    assert not broken, "\n\n".join(f"{name}:\n{code}" for name, code in broken.items())


@pytest.mark.parametrize("mutation", MUTATIONS)
@pytest.mark.parametrize("red", MUTATED, indirect=True)
def test_without_the_fence_or_the_sink_every_line_that_is_about_it_turns_red(red, platform: Platform, mutation: str) -> None:
    removed = {mutation, f"{mutation} of {platform.facts['name']}"}
    assert set(red(mutation)) == {name for name, (_, breaks) in LINES.items() if removed & breaks}
