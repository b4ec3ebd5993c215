"""Does `-prof callgrind` count the instructions of the loop exactly, in each native language, and say what it cannot count?"""

from __future__ import annotations

import json
import platform
from pathlib import Path

import pytest

SHORT = ("-f", "2", "-i", "1", "-wi", "0", "-r", "1ms", "--no-lock")
NATIVE = ("c", "cpp", "rust", "zig")
OF_C = """\
//@@Benchmark
void few({0}) {{ __asm__ volatile(".rept 100\\n nop\\n .endr"); }}
//@@Benchmark
//@@OperationsPerInvocation(2)
void many({0}) {{ __asm__ volatile(".rept 300\\n nop\\n .endr"); }}
"""
OF_RUST = """\
//@@Benchmark
pub fn few() { unsafe { core::arch::asm!(".rept 100", "nop", ".endr") } }
//@@Benchmark
//@@OperationsPerInvocation(2)
pub fn many() { unsafe { core::arch::asm!(".rept 300", "nop", ".endr") } }
"""
OF_ZIG = """\
//@@Benchmark
pub fn few() void { asm volatile (".rept 100\\nnop\\n.endr"); }
//@@Benchmark
//@@OperationsPerInvocation(2)
pub fn many() void { asm volatile (".rept 300\\nnop\\n.endr"); }
"""
AROUND = """\
//@@State(Scope.Thread)
typedef struct { int n; } Three;
//@@Setup(Level.Invocation)
void fill(Three *three) { three->n = 3; }
//@@Benchmark
int around(Three *three) { return three->n * 2; }
"""
BATCHES = """\
//@@State(Scope.Thread)
typedef struct { int n; } Four;
//@@Setup(Level.Iteration)
void fill(Four *four) { four->n = 4; }
//@@TearDown(Level.Iteration)
void empty(Four *four) { four->n = 0; }
//@@Benchmark
//@@Measurement(batchSize = 3)
void batches(Four *four) { __asm__ volatile(".rept 100\\n nop\\n .endr"); }
"""


@pytest.mark.language(*NATIVE)
def test_each_instruction_of_the_loop_is_counted(clamh, tmp_path: Path) -> None:
    sources = {"nops.c": OF_C.format("void"), "nops.cpp": OF_C.format(""), "nops.rs": OF_RUST, "nops.zig": OF_ZIG, "around.c": AROUND,
               "batches.c": BATCHES}
    for name, text in sources.items():
        (tmp_path / name).write_text(text)
    if platform.machine() == "x86_64":  # Zig's own memcpy has AVX-512 on a CPU that has it, and valgrind does not know it
        (tmp_path / "clamh.toml").write_text('[zig]\nflags = ["-mcpu=x86_64_v3"]\n')
    done = clamh("run", ".", "-prof", "callgrind", *SHORT, "-rff", "out.json")
    assert done.returncode == 0, done.stderr
    counted = {}
    for row in json.loads((tmp_path / "out.json").read_text()):
        language, benchmark = row["clamh"]["platform"].split("/")[0], row["benchmark"].rpartition(".")[2].rpartition("::")[2]
        counted[language, benchmark] = row["secondaryMetrics"].get("callgrind.instructions", {}).get("score")
    # The loop adds its counter and its jump: 2 instructions per invocation; `many` has two operations in each.
    assert counted == {**{(language, "few"): 102.0 for language in NATIVE}, **{(language, "many"): 151.0 for language in NATIVE},
                       ("c", "around"): None, ("c", "batches"): 306.0}
    assert "callgrind counted nothing of around on c/" in done.stderr and "its fixtures run around each invocation" in done.stderr
    assert "callgrind.instructions (#/op)" in done.stdout
