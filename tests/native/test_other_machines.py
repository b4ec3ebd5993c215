"""Do the core, the native runtimes and b63.h run on AArch64, and compile with musl and for macOS?

Programs for AArch64 run in QEMU. Zig has the headers of the others, and what C and Zig link with on macOS; to link C++ or for musl it would compile
libraries, which takes minutes.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from machine_code import ARM, drop_addresses, find_between_readings, read_functions
from made_b63 import HEADERS, MAIN
from made_cpp import bound

from clamh.building.build import build
from clamh.building.generate import generate
from clamh.building.steps import capture
from clamh.languages import languages
from clamh.languages.native import CORE, join_core
from clamh.model.artifacts import Platform

HERE = Path(__file__).parent
RUST = HERE.parents[1] / ".venv" / "rust-aarch64"
STRICT = ("-Wall", "-Wextra", "-Werror")
OTHERS = ("aarch64-macos", "x86_64-macos", "aarch64-linux-musl")
LOOP = "for (uint64_t i = 0; i < n; i++) { calls += 2; B63_SUSPEND { calls += 5; } }"
PROGRAM = ('#include "b63.h"\n#include "counters/perf_events.h"\nstatic int64_t calls;\nB63_COUNTER(calls) { return calls; }\n'
           f"B63_BASELINE(base, n) {{ {LOOP} }}\nB63_BENCHMARK(other, n) {{ {LOOP} B63_ASSERT(n > 0); }}\n" + MAIN)
DEEP = "static int go_down(volatile char *above, int left) { volatile char here[4096]; here[0] = above[0]; return left ? go_down(here, left - 1) + here[0] : here[0]; }\n"
TEXTS = {
    "c": """
//@@State(Scope.Thread)
typedef struct {
    //@@Param({"3", "5"})
    long n;
    char first;
} Input;
""" + DEEP + """
//@@Benchmark
static long sum(const Input *input, Suspend *suspend) {
    long sum = 0;
    for (long at = 0; at < input->n; ++at) clamh_pause(suspend) { sum += at; }
    return sum;
}
//@@Benchmark
static int deep(Input *input) { return go_down(&input->first, 1000); }
//@@Benchmark
static double fails(const Input *input) {
    if (input->n > 0) clamh_fail("no luck with %ld", input->n);
    return 1.5;
}
""",
    "cpp": """
#include <stdexcept>
//@@State(Scope.Thread)
struct Input {
    //@@Param({"3", "5"})
    long n;
    char first = 0;
};
""" + DEEP + """
//@@Benchmark
static long sum(const Input &input, harness_utils::Suspend &suspend) {
    long sum = 0;
    for (long at = 0; at < input.n; ++at) suspend.run([&] { sum += at; });
    return sum;
}
//@@Benchmark
static int deep(Input &input) { return go_down(&input.first, 1000); }
//@@Benchmark
static double fails(const Input &input) {
    if (input.n > 0) throw std::runtime_error(input.n == 5 ? "no luck with 5" : "no luck");
    return 1.5;
}
""",
    "rust": """
//@@State(Scope.Thread)
#[derive(Default)]
struct Input {
    //@@Param({"3", "5"})
    n: i64,
    first: u8,
}
fn go_down(above: &u8, left: u32) -> u8 {
    let here = std::hint::black_box([*above; 4096]);
    if left > 0 { go_down(&here[1], left - 1).wrapping_add(here[0]) } else { here[0] }
}
//@@Benchmark
fn sum(input: &Input, suspend: &mut Suspend) -> i64 {
    let mut sum = 0;
    for at in 0..input.n {
        suspend.run(|| sum += at);
    }
    sum
}
//@@Benchmark
fn deep(input: &Input) -> u8 { go_down(&input.first, 1000) }
//@@Benchmark
fn fails(input: &Input) -> f64 {
    assert!(input.n != 5, "no luck with {}", input.n);
    1.5
}
""",
    "zig": """
const clamh = @import("clamh");
//@@State(Scope.Thread)
const Input = struct {
    //@@Param({"3", "5"})
    n: i64 = 0,
    first: u8 = 0,
};
fn goDown(above: *const volatile u8, left: u32) u8 {
    var here: [4096]u8 = @splat(0);
    const first: *volatile u8 = &here[0];
    first.* = above.*;
    return if (left > 0) goDown(first, left - 1) +% first.* else first.*;
}
//@@Benchmark
fn sum(input: *const Input, clock: *clamh.Suspend) i64 {
    var total: i64 = 0;
    for (0..@intCast(input.n)) |at| {
        const paused = clock.pause();
        defer paused.end();
        total += @intCast(at);
    }
    return total;
}
//@@Benchmark
fn deep(input: *Input) u8 {
    return goDown(&input.first, 1000);
}
//@@Benchmark
fn fails(input: *const Input) f64 {
    if (input.n == 5) @panic("no luck with 5");
    return 1.5;
}
""",
}
Compile = Callable[..., Path]


def run(*argv: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(list(map(str, argv)), capture_output=True, text=True, timeout=600, check=False)


def compile_with(compiler: tuple[str, ...], program: Path, *arguments: str | Path) -> Path:
    ended = run(*compiler, *arguments, "-o", program)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stderr
    return program


def find_zig() -> tuple[str, ...]:
    if zig := shutil.which("zig"):
        return (zig,)
    if importlib.util.find_spec("ziglang") is None:
        pytest.skip("zig is missing: pip install ziglang")
    return (sys.executable, "-m", "ziglang")


def write_standalone(language: str, folder: Path) -> Path:
    """One source with the benchmarks, the runtime and the core."""
    suffix = {"c": "c", "cpp": "cpp"}[language]
    (folder / f"own.{suffix}").write_text(TEXTS[language])
    text = languages()[language].generator.standalone(generate(bound(folder / f"own.{suffix}")))
    assert text is not None
    (folder / f"all.{suffix}").write_text(text)
    return folder / f"all.{suffix}"


def write_core(folder: Path) -> Path:
    """The core as a build compiles it."""
    (folder / "core.c").write_text(join_core())
    return folder / "core.c"


def check_solo(start: tuple[str, ...], program: Path) -> None:
    """Several threads, a clock that stands still, a recursion that needs a stack of MiBs, and a failure."""
    short = ("-wi", "0", "-i", "2", "-r", "2ms", "-t", "2", "-p", "n=5")
    for name in ("sum", "deep"):
        ended = run(*start, program, "--solo", name, *short)
        assert (ended.returncode, ended.stderr) == (0, ""), ended
        assert ended.stdout.count(" ns/op\n") >= 3 and "Parameters: (Input::n = 5)" in ended.stdout.replace("Input.n", "Input::n")
    ended = run(*start, program, "--solo", "fails", *short)
    assert ended.returncode == 1 and "no luck with 5" in ended.stderr


@pytest.fixture(scope="module")
def qemu() -> tuple[str, ...]:
    """Starts a program of AArch64."""
    program = shutil.which("qemu-aarch64") or shutil.which("qemu-aarch64-static")
    if program is None or not shutil.which(f"{ARM}-g++"):
        pytest.skip("type: apt-get install qemu-user g++-aarch64-linux-gnu")
    return program, "-L", f"/usr/{ARM}"


def test_core_answers_commands_on_aarch64(qemu: tuple[str, ...], tmp_path: Path) -> None:
    compiler = (f"{ARM}-gcc", "-std=c11", "-D_GNU_SOURCE", *STRICT, "-O1", f"-I{CORE}", f"-I{HERE}")
    ended = run(*qemu, compile_with(compiler, tmp_path / "core", HERE / "core_test.c", HERE / "table.c",
                                    *sorted(CORE.glob("*.c")), "-lm", "-lpthread"))
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout


def test_between_two_readings_stands_the_stub_on_aarch64(qemu: tuple[str, ...], tmp_path: Path) -> None:
    compile_with((f"{ARM}-gcc", "-std=gnu11", "-O1", "-w", f"-I{CORE}", "-c"), tmp_path / "core.o", write_core(tmp_path))
    code = drop_addresses(read_functions(tmp_path / "core.o", f"{ARM}-objdump")["clamh_core_time_invocations"])
    between = find_between_readings(code)
    assert between is not None and len(between) <= 6 and all(text.startswith(("mov", "ldr")) for text in between), code


def test_allocations_are_counted_on_aarch64(qemu: tuple[str, ...], tmp_path: Path) -> None:
    ended = run(*qemu, compile_with((f"{ARM}-gcc", "-std=gnu11", "-O1", "-w", f"-I{CORE}"), tmp_path / "program", HERE / "allocations_test.c",
                                    CORE / "allocations.c", "-lpthread"))
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "0 failures\n", "")


@pytest.mark.parametrize(("language", "compiler"), [("c", "gcc"), ("cpp", "g++")])
def test_benchmarks_run_on_aarch64(qemu: tuple[str, ...], language: str, compiler: str, tmp_path: Path) -> None:
    program = compile_with((f"{ARM}-{compiler}", "-O1", "-pthread"), tmp_path / "own", write_standalone(language, tmp_path), "-lm")
    check_solo(qemu, program)


def probe_rust(monkeypatch: pytest.MonkeyPatch) -> Platform | str:
    if not (RUST / ".installed").exists():
        pytest.skip(f"{RUST} is missing: scripts/rust_for_aarch64.sh says why")
    monkeypatch.setenv("LD_LIBRARY_PATH", str(RUST / "usr" / "lib" / "x86_64-linux-gnu"))
    flags = ("--target=aarch64-unknown-linux-gnu", f"-Clinker={ARM}-gcc", "-Ctarget-cpu=generic")
    return languages()["rust"].toolchain.probe(str(RUST / "usr" / "bin" / "rustc"), flags, os.environ, capture)


def probe_zig(monkeypatch: pytest.MonkeyPatch, target: str = "aarch64-linux-gnu") -> Platform | str:
    toolchain = languages()["zig"].toolchain
    platforms, skipped = toolchain.find(os.environ, capture)
    if not platforms:
        pytest.skip(f"{skipped[0].reason}: {skipped[0].hint}")
    return toolchain.probe(platforms[0].executable, ("-target", target, "-mcpu=generic"), os.environ, capture)


@pytest.mark.parametrize(("language", "suffix", "probe"), [("rust", "rs", probe_rust), ("zig", "zig", probe_zig)])
def test_builds_run_on_aarch64(qemu: tuple[str, ...], language: str, suffix: str, probe: Callable[[pytest.MonkeyPatch], Platform | str],
                               cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a user builds them: Rust's core needs libgcc there, and Zig's panics leave through the C library."""
    monkeypatch.setenv("CLAMH_CACHE", str(cache))
    platform = probe(monkeypatch)
    assert isinstance(platform, Platform), platform
    (tmp_path / f"own.{suffix}").write_text(TEXTS[language])
    check_solo(qemu, Path(build(generate(bound(tmp_path / f"own.{suffix}")), platform, os.environ).path))


@pytest.mark.parametrize(("suffix", "compiler"), [("c", "gcc"), ("cpp", "g++")])
def test_b63_runs_on_aarch64(qemu: tuple[str, ...], suffix: str, compiler: str, tmp_path: Path) -> None:
    (tmp_path / f"own.{suffix}").write_text(PROGRAM)
    program = compile_with((f"{ARM}-{compiler}", "-O3", *STRICT, f"-I{HEADERS}"), tmp_path / "own", tmp_path / f"own.{suffix}")
    ended = run(*qemu, program, "-c", "time,calls,lpe:cycles", "-e", "2", "-t", "0.01")
    rates = {line.split(",")[0]: int(line.split(",")[3]) / int(line.split(",")[2]) for line in ended.stdout.splitlines() if ",calls," in line}
    assert rates == {"base": 2, "other": 2} and len(ended.stdout.splitlines()) == 8, ended
    assert ended.returncode == 1 and "lpe:cycles: " in ended.stderr


@pytest.mark.parametrize("target", OTHERS)
def test_core_and_programs_compile_elsewhere(target: str, tmp_path: Path) -> None:
    target_flags = ("-target", target, *STRICT, "-c")
    zig = (*find_zig(), "cc", "-std=c11", *target_flags)
    compile_with((*zig, "-D_GNU_SOURCE", f"-I{CORE}"), tmp_path / "core.o", write_core(tmp_path))
    objects = (tmp_path / "core.o").read_bytes()
    assert (b"__NSGetExecutablePath" in objects) == target.endswith("macos"), "macOS has no /proc, where Linux says which file runs"
    (tmp_path / "b63.c").write_text(PROGRAM)
    compile_with((*zig, "-Wpedantic", "-Wconversion", f"-I{HEADERS}"), tmp_path / "b63.o", tmp_path / "b63.c")
    compile_with((*find_zig(), "c++", "-std=c++11", *target_flags, f"-I{HEADERS}", "-x", "c++"), tmp_path / "b63.o", tmp_path / "b63.c")


def write_older_sdk(folder: Path) -> Path:
    """Headers of macOS in which only <xlocale.h> declares newlocale, as those before its <locale.h> followed POSIX 2008."""
    zig = importlib.util.find_spec("ziglang")
    if zig is None or zig.origin is None:
        pytest.skip("the headers of ziglang are missing: pip install ziglang")
    name = "_locale_posix2008.h"
    text = (Path(zig.origin).parent / "lib" / "libc" / "include" / "any-darwin-any" / name).read_text()
    (folder / name).write_text("")
    (folder / "_xlocale.h").write_text(text)
    return folder


def test_a_companion_of_a_source_suspends_the_clock_on_macos(tmp_path: Path) -> None:
    headers = languages()["cpp"].toolchain.OUTSIDE
    (tmp_path / "helper.cpp").write_text('#include "clamh.h"\nvoid prepare(Suspend &suspend) { suspend.run([] {}); }\n')
    for flags, calls in (((), False), (("-DCLAMH_LINKED",), True)):
        compile_with((*find_zig(), "c++", "-target", "aarch64-macos", "-std=c++17", *STRICT, f"-I{headers}", *flags, "-c"), tmp_path / "helper.o",
                     tmp_path / "helper.cpp")
        assert (b"_clamh_suspend\0" in (tmp_path / "helper.o").read_bytes()) == calls


@pytest.mark.parametrize("older", [False, True])
@pytest.mark.parametrize(("language", "command", "standard"), [("c", "cc", "gnu11"), ("cpp", "c++", "c++17")])
def test_benchmarks_compile_for_macos(language: str, command: str, standard: str, older: bool, tmp_path: Path) -> None:
    (tmp_path / "sdk").mkdir()
    sdk = (f"-I{write_older_sdk(tmp_path / 'sdk')}",) if older else ()
    compile_with((*find_zig(), command, "-target", "aarch64-macos", *sdk, f"-std={standard}", *STRICT, "-Wno-unused-function", "-c"), tmp_path / "own.o",
                 write_standalone(language, tmp_path))


@pytest.mark.parametrize("target", [other for other in OTHERS if other.endswith("macos")])
def test_c_is_linked_for_macos(target: str, tmp_path: Path) -> None:
    program = compile_with((*find_zig(), "cc", "-target", target, "-O1", "-w"), tmp_path / "own", write_standalone("c", tmp_path))
    assert program.read_bytes()[:4] == b"\xcf\xfa\xed\xfe"


def test_zig_is_built_for_macos(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAMH_CACHE", str(cache))
    platform = probe_zig(monkeypatch, "aarch64-macos")
    assert isinstance(platform, Platform), platform
    (tmp_path / "own.zig").write_text(TEXTS["zig"])
    artifact = build(generate(bound(tmp_path / "own.zig")), platform, os.environ)
    assert Path(artifact.path).read_bytes()[:4] == b"\xcf\xfa\xed\xfe" and not artifact.layouts
