"""Does the machine code of every stub do its work once per invocation, whatever the kind of state and of result?

Each line is also asserted to turn red when the fence or the sink is taken out of a copy of the runtime: what stays
green then proves nothing about them.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from machine_code import (
    X86_64, drop_addresses, find_between_readings, find_loop, folded, marked, once, one_flag, read_functions,
)
from made_rust import compiled

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
GUARD = "    OURS.with(|ours| ours.set(true));\n"

pytestmark = [pytest.mark.language("rust"), *X86_64]


def bare(code: list[str]) -> bool:
    """What a loop written by hand has: one step, one jump; at the beginning of a line."""
    body = find_loop(code)
    return len(body) == 2 and re.match(r"dec|add\s+\$0xf+|sub\s+\$0x1", drop_addresses(body)[0]) is not None and int(body[0].split(":")[0], 16) % 64 == 0


ADDED = once(r"(add|sub)\w*\s+\$(0x75|0xf{14}8b),.*\(")
FENCE, SINK = {"fence"}, {"sink"}
# name: (what must hold, whose removal must break it)
LINES: dict[str, tuple[Callable[[list[str]], bool], set[str]]] = {
    **{name: (marked(FACTOR[name]), FENCE | SINK) for name in ("plain", "global", "inner", "boxed", "small", "fallible", "consumed")},
    "atomic": (marked(FACTOR["atomic"]), SINK),  # the load of an atomic stays without a fence, once per invocation
    **{name: (marked(FACTOR[name]), SINK) for name in ("pair", "object", "perhaps", "consumed_reference")},  # by address: a fence itself
    "constant": (folded(FACTOR["constant"]), SINK),
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
        code = read_functions(compiled(HERE / "loops.rs", tmp_path / f"made_{mutation}", runtime))
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


@pytest.fixture(scope="module")
def teams(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The artifact of teams.rs with the runtime as it is."""
    return compiled(HERE / "teams.rs", tmp_path_factory.mktemp("teams"), toolchain.RUNTIME, toolchain.WORKER)


def way_to_stub(artifact: Path) -> list[str]:
    """The instructions that the core's call of a stub's edge passes before the stub: the core calls the edge between two readings of the clock."""
    code = drop_addresses(read_functions(artifact)["clamh_user::__clamh_b1_edge"])
    return code[:next(at for at, text in enumerate(code) if re.match(r"call.*<clamh_user::__clamh_b1>", text))]


def test_only_registers_and_a_flag_are_set_before_the_stub(teams: Path, tmp_path: Path) -> None:
    way = way_to_stub(teams)
    assert len(way) <= 12 and not any(re.match(r"call|j|lock", text) for text in way), way
    runtime = tmp_path / "runtime"
    shutil.copytree(toolchain.RUNTIME, runtime)
    text = (runtime / "failure.rs").read_text()
    assert text.count(GUARD) == 1
    more = "    static CALLS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);\n    CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);\n"
    (runtime / "failure.rs").write_text(text.replace(GUARD, more + GUARD))
    assert any(text.startswith("lock") for text in way_to_stub(compiled(HERE / "teams.rs", tmp_path / "more", runtime, toolchain.WORKER)))


def test_between_two_readings_the_core_calls_the_edge_and_does_nothing_else(teams: Path) -> None:
    code = read_functions(teams)["clamh_core_time_invocations"]
    between_readings = find_between_readings(drop_addresses(code))
    assert between_readings is not None and len(between_readings) <= 6 and all(text.startswith("mov") for text in between_readings), code
