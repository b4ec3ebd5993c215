"""Does the machine code of every stub do its work once per invocation, without allocation and conversion of ours?

Each line that needs a sink is also asserted to turn red when the sinks are taken out of a copy of the runtime: what stays green
then proves nothing about them.
"""

from __future__ import annotations

import platform as host
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from clamh.languages.go import toolchain

pytestmark = [
    pytest.mark.language("go"),
    pytest.mark.skipif("x86_64" not in host.machine(), reason="the lines are x86-64's"),
]
Lines = list[str]


def disassembled(executable: str, go: str) -> dict[str, Lines]:
    """The instructions of every function of ours and of the user's, `address: text`, by the name's last part."""
    printed = subprocess.run([go, "tool", "objdump", "-s", r"clamh_repeat|loops\.blackhole|user\.blackhole|user\.hand|clamh\.repeatNothing", executable],
                             capture_output=True, text=True, check=True).stdout
    found: dict[str, Lines] = {}
    for line in printed.splitlines():
        if head := re.match(r"TEXT (?:\S+[./])?(\w+)\(SB\) ", line):
            current = found.setdefault(head[1], [])
        elif parts := re.match(r"\s+\S+\s+0x([0-9a-f]+)\s+[0-9a-f]+\s+(.*)", line):
            current.append(f"{parts[1]}: {' '.join(parts[2].split())}")
    return found


def addressed(code: Lines) -> list[tuple[int, str]]:
    return [(int(address, 16), text) for address, _, text in (line.partition(": ") for line in code)]


def extent(code: Lines) -> tuple[int, int]:
    """The addresses of the first target of a backward jump and of the last such jump."""
    back = [(int(jump[1], 16), at) for at, text in addressed(code)
            if (jump := re.match(r"J\w+ 0x([0-9a-f]+)", text)) and int(jump[1], 16) <= at]
    assert back, "there is no loop"
    return min(target for target, _ in back), max(at for _, at in back)


def loop(code: Lines) -> Lines:
    """The instructions of its loop, without padding."""
    lines, (first, last) = addressed(code), extent(code)
    return [text for at, text in lines if first <= at <= last and not re.match(r"NOP|XCHGL AX, AX|DATA16", text)]


def once(*patterns: str) -> Callable[[Lines], bool]:
    return lambda body: all(sum(re.search(pattern, text) is not None for text in body) == 1 for pattern in patterns)


MARK = r"IMULQ \$0x4d5"
STORED = r"MOV\w+ \w+, (?:0x\w+)?0?\(SP\)$"
CHECKS: dict[str, tuple[bool, Callable[[Lines], bool]]] = {  # whether it needs a sink, and what its loop has
    "integer": (True, once(MARK, STORED)),
    "method": (True, once(MARK, STORED)),
    "boolean": (True, once(MARK, r"SET\w+")),
    "float": (True, once("MULSD", STORED)),
    "several": (True, lambda body: once(MARK)(body) and sum(re.search(STORED, text) is not None for text in body) == 2),
    "fallible": (True, once(MARK, STORED)),
    "pointer": (True, once(r"CALL runtime\.(newobject|mallocgc)")),
    "slice": (True, once(r"CALL runtime\.(newobject|mallocgc)")),
    "structure": (True, once(MARK)),
    "blackhole": (True, once(MARK)),
    "nothing": (False, once(r"INCQ")),
    "called": (False, once(r"CALL \S*\.far\(SB\)")),
}
ALLOCATES = r"CALL runtime\.(conv|newobject|mallocgc|growslice|makeslice)"


@pytest.fixture(scope="module")
def stubs(made) -> dict[str, Lines]:
    return named(made)


def named(result) -> dict[str, Lines]:
    """Each benchmark's stub, of `blackhole`, which Go does not inline, the function itself."""
    artifact = result("loops.go")
    code = disassembled(artifact.path, artifact.platform.executable)
    found = {name: code[f"clamh_repeat_benchmark{at}"] for at, name in enumerate(
        ("integer", "method", "boolean", "float", "several", "fallible", "pointer", "slice", "structure", "nothing", "blackhole", "called"))}
    return {**found, **{"floor": code["repeatNothing"]}, **({"body": code["blackhole"]} if "blackhole" in code else {})}


def asked(stubs: dict[str, Lines], name: str) -> Lines:
    body = loop(stubs[name])
    inlined = not any("CALL" in text and "user.blackhole" in text for text in body)
    return body if name != "blackhole" or inlined else stubs["body"]


@pytest.mark.parametrize("name", CHECKS)
def test_a_loop_does_its_work_once_per_invocation(stubs, name: str) -> None:
    body = asked(stubs, name)
    assert CHECKS[name][1](body), "\n".join(body)
    if name not in ("pointer", "slice"):
        assert not any(re.search(ALLOCATES, text) for text in body), "\n".join(body)


def test_an_empty_invocation_is_three_instructions(stubs) -> None:
    assert [text.split()[0] for text in loop(stubs["floor"])] == ["DECQ", "TESTQ", "JA"]


def test_a_short_loop_stands_in_one_line_of_the_cache(made) -> None:
    """Across two lines an addition took twice as long, in one build and not in the next."""
    artifact = made("../../bench/loop_cases/loops.go")
    if toolchain.ALIGN not in artifact.platform.flags:
        pytest.skip("before Go 1.26 the linker is not told an alignment")
    code = disassembled(artifact.path, artifact.platform.executable)
    for name in ("repeatNothing", "clamh_repeat_benchmark0", "clamh_repeat_benchmark1", "handEmptyLoop", "handPlain"):
        first, last = extent(code[name])
        assert first // 64 == (last + 1) // 64, f"{name}: {first:x} to {last:x}"


def test_empty_loops_that_bench_compares_lie_alike(made) -> None:
    """Of three instructions: where they stand in a line of the cache is all that could make one of them the slower one."""
    artifact = made("../../bench/loop_cases/loops.go")
    if toolchain.ALIGN not in artifact.platform.flags:
        pytest.skip("before Go 1.26 the linker is not told an alignment")
    code = disassembled(artifact.path, artifact.platform.executable)
    assert len({tuple(at % 64 for at in extent(code[name])) for name in ("repeatNothing", "clamh_repeat_benchmark0", "handEmptyLoop")}) == 1


def test_the_loops_that_bench_compares_are_of_the_same_instructions(made) -> None:
    artifact = made("../../bench/loop_cases/loops.go")
    code = disassembled(artifact.path, artifact.platform.executable)
    for stub, hand in (("clamh_repeat_benchmark0", "handEmptyLoop"), ("clamh_repeat_benchmark1", "handPlain"),
                       ("clamh_repeat_benchmark3", "handIterative")):
        ours, by_hand = ([text.split()[0] for text in loop(code[name])] for name in (stub, hand))
        assert ours == by_hand
    for name in ("clamh_repeat_benchmark1", "handPlain"):  # a store to a variable of the package takes longer than one to the stack
        assert once(STORED)(loop(code[name])), name
    assert once(r"CALL \S*user\.iterative\(SB\)")(loop(code["clamh_repeat_benchmark3"]))  # both run the same loop in it


def test_without_the_sinks_nothing_of_it_is_done(made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = shutil.copytree(toolchain.RUNTIME, tmp_path / "runtime")
    source = copy / "blackhole.go"
    text = re.sub(r"(?m)^(func (?:SinkPlain|Sink|Consume)\[.*?\{)(?: .*\}$|\n(?:.*\n)*?\}$)", r"\1 }", source.read_text())
    assert text.count("KeepAlive") == source.read_text().count("KeepAlive") - 3
    source.write_text(text)
    monkeypatch.setattr(toolchain, "RUNTIME", copy)
    stubs = named(made)
    for name, (needs_sink, check) in CHECKS.items():
        assert check(asked(stubs, name)) is not needs_sink, name


def between_readings(artifact) -> Lines:
    """What stands in `timed` between the first reading of the clock and the second, without the stub's call."""
    printed = subprocess.run([artifact.platform.executable, "tool", "objdump", "-s", r"\.timed$", artifact.path], capture_output=True, text=True, check=True).stdout
    code = [" ".join(line.split()[3:]) for line in printed.splitlines() if not line.startswith("TEXT")]
    first, stub, second = [at for at, text in enumerate(code) if text.startswith("CALL ") and "(SB)" not in text]
    return [text for at, text in enumerate(code) if first < at < second and at != stub]


def test_between_two_readings_stands_the_stub_and_nothing_else(made) -> None:
    code = between_readings(made("loops.go"))
    assert code and all(text.startswith("MOVQ ") for text in code), "\n".join(code)


def test_work_between_two_readings_would_be_seen(made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = shutil.copytree(toolchain.RUNTIME, tmp_path / "runtime")
    source, stub = copy / "clock.go", "\trepeat(objects, invocations)\n"
    assert source.read_text().count(stub) == 1
    source.write_text(source.read_text().replace(stub, f"{stub}\tworkDone.Add(1)\n").replace("type stretch struct", "var workDone atomic.Int64\n\ntype stretch struct")
                      .replace("import (\n", 'import (\n\t"sync/atomic"\n'))
    monkeypatch.setattr(toolchain, "RUNTIME", copy)
    assert not all(between_reading.startswith("MOVQ ") for between_reading in between_readings(made("loops.go")))
