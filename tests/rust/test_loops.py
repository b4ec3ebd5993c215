"""Does the machine code of every stub do its work once per invocation, whatever the kind of state and of result?

Each line is also asserted to turn red when the fence or the sink is taken out of a copy of the runtime: what stays
green then proves nothing about them.
"""

from __future__ import annotations

import platform as host
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from made_rust import compiled, functions

from clamh.languages.rust import toolchain

HERE = Path(__file__).parent
SOURCE = (HERE / "loops.rs").read_text()
NAMES = re.findall(r"(?m)^//@@Benchmark\nfn (\w+)", SOURCE)
FACTOR = {name: int(factor) for name, factor in re.findall(r"(?s)fn (\w+)\((?:(?!\nfn).)*?(1000\d{3})", SOURCE)}
# What a mutation changes: the file, the line, what stands there instead.
MUTATIONS = {
    "fence": ("loop.rs", 'pub fn fence() {\n    unsafe { asm!("", options(nostack, preserves_flags)) }\n}', "pub fn fence() {}"),
    "sink": ("blackhole.rs", "pub fn sink<T>(value: &T) {", "pub fn sink<T>(_: &T) {}\nfn none<T>(value: &T) {"),
}
STUB = "    repeat(objects, invocations);\n"

pytestmark = [
    pytest.mark.language("rust"),
    pytest.mark.skipif(not shutil.which("objdump"), reason="objdump is missing: apt-get install binutils"),
    pytest.mark.skipif("x86_64" not in host.machine(), reason="the lines are x86-64's"),
]


def loop(instructions: list[str]) -> list[str]:
    """The instructions from the target of the backward jump to the jump, `address: text`; empty when there is no loop."""
    lines = [(int(address, 16), text.strip()) for address, _, text in (line.partition(":") for line in instructions)
             if re.fullmatch(r"\s*[0-9a-f]+", address)]
    for at, text in lines:
        jump = re.match(r"j\w+\s+([0-9a-f]+)", text)
        if jump and int(jump[1], 16) <= at:
            return [f"{place:x}: {body}" for place, body in lines
                    if int(jump[1], 16) <= place <= at and not re.search(r"\bnop|\bdata16", body)]
    return []


def words(body: list[str]) -> list[str]:
    return [one.partition(": ")[2] for one in body]


def memory_reads(body: list[str]) -> list[str]:
    """Instructions that read memory: a memory operand that is not the destination, or read, changed and written."""
    return [one for one in words(body) if re.search(r"\(%\w+", one) and not re.match(r"lea|mov\w*\s+[$%][^,(]*,\S*\(|vmov\w+\s+%\w+,\S*\(", one)]


def marked(factor: int) -> Callable[[list[str]], bool]:
    """Once per invocation: one load, one multiplication by the factor."""
    def check(code: list[str]) -> bool:
        body = loop(code)
        return sum(f"$0x{factor:x}," in one for one in body) == 1 and len(memory_reads(body)) >= 1
    return check


def once(pattern: str) -> Callable[[list[str]], bool]:
    return lambda code: sum(re.search(pattern, one) is not None for one in words(loop(code))) == 1


def one_flag(code: list[str]) -> bool:
    """Control costs what a bool does: one load, and nothing that waits for other CPUs."""
    body = words(loop(code))
    return len(memory_reads(loop(code))) == 1 and not any(re.match(r"lock|mfence|call|xchg", one) for one in body)


def folded(code: list[str]) -> bool:
    """The product is a constant, made before the loop or in it, and nothing is loaded."""
    return any(f"$0x{625 * FACTOR['constant']:x}," in one for one in code) and not memory_reads(loop(code))


def bare(code: list[str]) -> bool:
    """What a loop written by hand has: one step, one jump; at the beginning of a line."""
    body = loop(code)
    return len(body) == 2 and re.match(r"dec|add\s+\$0xf+|sub\s+\$0x1", words(body)[0]) is not None and int(body[0].split(":")[0], 16) % 64 == 0


ADDED = once(r"(add|sub)\w*\s+\$(0x75|0xf{14}8b),.*\(")
FENCE, SINK = {"fence"}, {"sink"}
# name: (what must hold, whose removal must break it)
LINES: dict[str, tuple[Callable[[list[str]], bool], set[str]]] = {
    **{name: (marked(FACTOR[name]), FENCE | SINK) for name in ("plain", "global", "inner", "boxed", "small", "fallible", "consumed")},
    "atomic": (marked(FACTOR["atomic"]), SINK),  # the load of an atomic stays without a fence, once per invocation
    **{name: (marked(FACTOR[name]), SINK) for name in ("pair", "object", "perhaps", "consumed_reference")},  # by address: a fence itself
    "constant": (folded, SINK),
    "real": (once(r"v?mulsd"), FENCE | SINK),
    "consumed_real": (once(r"v?mulsd"), FENCE | SINK),
    "single": (once(r"v?mulss"), FENCE | SINK),
    "boolean": (once(r"cmp\w*\s+\$0x12d68[78],.*\("), FENCE | SINK),
    "stored": (once(r"mov\w*\s+\$0x74,.*\("), FENCE),
    **{name: (ADDED, FENCE) for name in ("added", "added_inner", "added_global")},
    "counted": (once(r"lock (add|sub)\w*\s+\$(0x75|0xf{14}8b|-0x8b),.*\("), set()),  # neither is what makes an atomic instruction stay
    "stopped": (one_flag, set()),
    "burns": (once(r"call.*consume_cpu|call"), set()),
    "empty": (bare, FENCE),
}


@pytest.fixture
def red(tmp_path: Path):
    """red(mutation): the lines that fail with it (none: the runtime as it is), and the code that was looked at."""

    def red(mutation: str) -> dict[str, str]:
        runtime = tmp_path / f"runtime_{mutation}"
        shutil.copytree(toolchain.RUNTIME, runtime)
        if mutation:
            file, old, new = MUTATIONS[mutation]
            text = (runtime / file).read_text()
            assert text.count(old) == 1, f"the mutation {mutation} has nothing to change in {file}"
            (runtime / file).write_text(text.replace(old, new))
        code = functions(compiled(HERE / "loops.rs", tmp_path / f"made_{mutation}", runtime=runtime))
        assert LINES.keys() == set(NAMES)
        # What becomes the same without a sink LLVM merges: one of them keeps its name.
        found = {name: code.get(f"clamh_user::__clamh_b{at}", []) for at, name in enumerate(NAMES)}
        return {name: "\n".join(found[name]) for name, (holds, _) in LINES.items() if not holds(found[name])}

    return red


def test_every_kind_of_state_and_result_is_read_and_kept_once_per_invocation(red) -> None:
    broken = red("")
    assert not broken, "\n\n".join(f"{name}:\n{code}" for name, code in broken.items())


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_without_the_fence_or_the_sink_every_line_that_is_about_it_turns_red(red, mutation: str) -> None:
    found = red(mutation)
    assert set(found) == {name for name, (_, breaks) in LINES.items() if mutation in breaks}, "\n\n".join(
        f"{name}:\n{code}" for name, code in found.items())


def between_readings(runtime: Path, folder: Path) -> list[str]:
    """The instructions from the first reading of the clock to the second, the stub's call left out."""
    (code,) = (body for name, body in functions(compiled(HERE / "teams.rs", folder, runtime=runtime, worker=toolchain.WORKER)).items()
               if name.startswith("clamh::clock::readings"))
    code = [line.partition(":")[2].strip() for line in code]
    calls = [at for at, one in enumerate(code) if re.match(r"call\s+\*", one)]
    assert len(calls) == 3, code
    return [one for at, one in enumerate(code) if calls[0] < at < calls[2] and at != calls[1]]


def test_between_two_readings_stands_the_stub_and_nothing_else_and_work_there_would_be_seen(tmp_path: Path) -> None:
    code = between_readings(toolchain.RUNTIME, tmp_path / "own")
    assert len(code) <= 6 and all(one.startswith("mov") for one in code), code
    runtime = tmp_path / "runtime"
    shutil.copytree(toolchain.RUNTIME, runtime)
    text = (runtime / "clock.rs").read_text()
    assert text.count(STUB) == 1
    (runtime / "clock.rs").write_text(text.replace(STUB, f"{STUB}    COUNTED_STEP.fetch_add(1, Relaxed);\n"))
    assert not all(one.startswith("mov") for one in between_readings(runtime, tmp_path / "more"))
