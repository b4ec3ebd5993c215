"""Does the machine code of every loop do its work once per invocation, whatever the kind of state and of result?

Each line is also asserted to turn red when the fence or the sink is taken out of a copy of the runtime: what stays
green then proves nothing about them.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from machine_code import X86_64, drop_addresses, find_loop, folded, marked, once, one_flag, read_functions
from made_zig import compiled

from clamh.languages.zig import toolchain

HERE = Path(__file__).parent
SOURCE = (HERE / "loops.zig").read_text()
NAMES = re.findall(r"(?m)^//@@Benchmark\nfn (\w+)", SOURCE)
FACTOR = {name: int(factor) for name, factor in re.findall(r"(?s)fn (\w+)\((?:(?!\nfn).)*?(1000\d{3})", SOURCE)}
# What a mutation changes: the file, the line, what stands there instead.
MUTATIONS = {
    "fence": ("loop.zig", 'asm volatile ("" ::: .{ .memory = true });', ""),
    "sink": ("blackhole.zig", "pub inline fn sink(value: anytype) void {", "pub inline fn sink(_: anytype) void {}\ninline fn none(value: anytype) void {"),
}

pytestmark = [pytest.mark.language("zig"), *X86_64]


def bare(code: list[str]) -> bool:
    """What a loop written by hand has: one step, one jump; at the beginning of a line."""
    body = find_loop(code)
    return len(body) == 2 and re.match(r"dec|add\s+\$0xf+|sub\s+\$0x1", drop_addresses(body)[0]) is not None and int(body[0].split(":")[0], 16) % 64 == 0


ADDED = once(r"(add|sub)\w*\s+\$(0x75|0xf{14}8b),.*\(")
FENCE, SINK = {"fence"}, {"sink"}
# name: (what must hold, whose removal must break it). To LLVM a sink is a fence, too: Zig does not tell it that this assembly leaves memory
# alone. So the fence decides where nothing is returned or consumed.
LINES: dict[str, tuple[Callable[[list[str]], bool], set[str]]] = {
    **{name: (marked(FACTOR[name]), SINK) for name in (
        "plain", "global", "inner", "boxed", "small", "fallible", "consumed", "in_container", "by_value", "atomic", "through_volatile", "pair",
        "perhaps", "wide", "consumed_pointer", "consumed_slice")},
    "constant": (folded(FACTOR["constant"]), SINK),
    "real": (once(r"v?mulsd"), SINK),
    "consumed_real": (once(r"v?mulsd"), SINK),
    "single": (once(r"v?mulss"), SINK),
    "boolean": (once(r"cmp\w*\s+\$0x12d68[78],.*\("), SINK),
    "stored": (once(r"mov\w*\s+\$0x74,.*\("), FENCE),
    **{name: (ADDED, FENCE) for name in ("added", "added_inner", "added_global")},
    "counted": (once(r"lock (add|sub)\w*\s+\$(0x75|0xf{14}8b|-0x8b),.*\("), set()),  # neither is what makes an atomic instruction stay
    "stopped": (one_flag, set()),
    "burns": (once(r"call"), set()),
    "empty": (bare, FENCE),
}


@pytest.fixture
def red(tmp_path: Path):
    """red(mutation, *flags): the lines that fail with it ("": the runtime as it is), and the code that was looked at."""

    def red(mutation: str, *flags: str) -> dict[str, str]:
        runtime = tmp_path / f"runtime_{mutation}"
        shutil.copytree(toolchain.RUNTIME, runtime)
        if mutation:
            file, old, new = MUTATIONS[mutation]
            text = (runtime / file).read_text()
            assert text.count(old) == 1, f"the mutation {mutation} has nothing to change in {file}"
            (runtime / file).write_text(text.replace(old, new))
        code = read_functions(compiled(HERE / "loops.zig", tmp_path / f"made_{mutation}", runtime, *flags))
        assert LINES.keys() == set(NAMES)
        loops = {match[1]: lines for head, lines in code.items() if (match := re.search(r'"benchmark_(\d+)_0".*\.repeat$', head)) and "Loop(" in head}
        found = {name: loops.get(str(number), []) for number, name in enumerate(NAMES)}
        return {name: "\n".join(found[name]) for name, (holds, _) in LINES.items() if not holds(found[name])}

    return red


@pytest.mark.parametrize("mode", ["-OReleaseFast", "-OReleaseSafe"])
def test_every_kind_of_state_and_result_is_read_and_kept_once_per_invocation(red, mode: str) -> None:
    broken = red("", mode)
    assert not broken, "\n\n".join(f"{name}:\n{code}" for name, code in broken.items())


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_without_the_fence_or_the_sink_every_line_that_is_about_it_turns_red(red, mutation: str) -> None:
    found = red(mutation)
    assert set(found) == {name for name, (_, breaks) in LINES.items() if mutation in breaks}, "\n\n".join(
        f"{name}:\n{code}" for name, code in found.items())
