"""Programs written for B63, measured by the driver beside other languages."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made_b63 import HEADERS, PROGRAMS, compile_program

ROOT = Path(__file__).parents[2]
SHORT = ("-f", "1", "-wi", "0", "-i", "2", "-r", "2ms", "--no-lock")
COUNTED = {"CLAMH_CLOCK": "counted:100000"}
MAIN = "int main(int argc, char **argv) { B63_RUN(argc, argv); return 0; }\n"
LOOP = "for (uint64_t i = 0; i < n; i++) B63_KEEP(i);"
Clamh = Callable[..., "subprocess.CompletedProcess[str]"]

pytestmark = [pytest.mark.language("c", "cpp")]


def write(folder: Path, name: str, *lines: str, main: str = MAIN) -> Path:
    path = folder / name
    path.write_text("\n".join(['#include "b63.h"', *lines, main]))
    return path


def read_cases(folder: Path) -> dict[str, dict[str, Any]]:
    """The cases of the newest run, by benchmark."""
    (results,) = (folder / ".clamh" / "runs").glob("*.ndjson")
    events = [json.loads(line) for line in results.read_text().splitlines()]
    cases = {event["case_id"]: event for event in events if event["event"] == "case"}
    for event in events:
        if event["event"] == "iteration":
            cases[event["case_id"]].setdefault("iterations", []).append(event)
    return {case["benchmark"]: case for case in cases.values() if case["platform"].startswith(("c/", "cpp/"))}


def test_list_shows_benchmarks_with_their_lines_without_a_build(tmp_path: Path, clamh: Clamh) -> None:
    write(tmp_path, "work.c", "B63_BASELINE(base, n) { B63_KEEP(n); }", "// B63_BENCHMARK(in_comment, n) { }", "/*", "B63_BENCHMARK(in_block, n) { }", "*/",
          'static const char *text = "\\', 'B63_BENCHMARK(in_text, n) { }";', "#define OTHER \\", "B63_BENCHMARK(in_macro, n) { }",
          "B63_BENCHMARK (", "    spread, n)", "{ B63_KEEP(text); }")
    write(tmp_path, "other.cpp", "namespace inner {", "B63_BENCHMARK(base, n) { B63_KEEP(n); }", "}")
    ended = clamh("list")
    assert ended.returncode == 0, ended.stderr
    assert [line.split() for line in ended.stdout.splitlines()] == [
        ["base"], ["cpp", "base", "other.cpp:3"], ["c", "base", "work.c:2"], ["spread"], ["c", "spread", "work.c:11"]]
    assert not (tmp_path / ".clamh").exists()


def test_check_has_no_complaint_about_the_programs_of_the_page(clamh: Clamh) -> None:
    for source in sorted(PROGRAMS.glob("*.c*")):
        ended = clamh("check", source)
        assert ended.returncode == 0 and not ended.stdout.strip(), ended.stdout + ended.stderr


def test_program_is_measured_beside_another_language(tmp_path: Path, clamh: Clamh) -> None:
    write(tmp_path, "work.c", "static int64_t calls;", "B63_COUNTER(calls) { return calls; }",
          "B63_BASELINE(base, n) { for (uint64_t i = 0; i < n; i++) { calls += 2; B63_KEEP(i); } }",
          "B63_BENCHMARK(other, n) { B63_SUSPEND { B63_KEEP(n); } for (uint64_t i = 0; i < n; i++) { calls += 3; B63_KEEP(i); } }",
          main='int main(int argc, char **argv) { B63_RUN_WITH("calls", argc, argv); return 0; }')
    (tmp_path / "work.py").write_text("#@@Benchmark\ndef base():\n    return 1\n")
    ended = clamh("run", "--full", "-f", "3", *SHORT[2:], env=COUNTED)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    cases = read_cases(tmp_path)
    assert {name: case["baseline"] for name, case in cases.items()} == {"base": "reference", "other": ""}
    for name, calls in (("base", 2), ("other", 3)):
        thread = cases[name]["iterations"][0]["threads"][0]
        assert thread["counters"] == {"calls": calls * thread["operations"]}
    lines = [line.split() for line in ended.stdout.splitlines()]
    assert ["calls", "2.0000", "#/op", "±0.00", "%"] in lines and ["calls", "3.0000", "#/op", "±0.00", "%"] in lines
    assert "the baseline on the same platform" in " ".join(ended.stdout.split())
    assert "gives no value to compare" in " ".join(ended.stdout.split()) and "failed" not in ended.stdout


def test_sides_take_turns_in_slices(tmp_path: Path, clamh: Clamh) -> None:
    write(tmp_path, "work.c", "static int64_t calls;", "B63_COUNTER(calls) { return calls; }",
          "B63_BENCHMARK(base, n) { for (uint64_t i = 0; i < n; i++) { calls += 2; B63_KEEP(i); } }",
          main='int main(int argc, char **argv) { B63_RUN_WITH("calls", argc, argv); return 0; }')
    (tmp_path / "work.cpp").write_text("//@@Benchmark\nint base() { return 1; }\n")
    ended = clamh("run", "-f", "1", "-wi", "1", "-w", "20ms", "-i", "1", "-r", "60ms", "--no-lock", env={})
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "turns; a turn is a slice of" in ended.stderr, ended.stderr
    (results,) = (tmp_path / ".clamh" / "runs").glob("*.ndjson")
    iterations = [event for line in results.read_text().splitlines() if (event := json.loads(line))["event"] == "iteration"]
    threads = [event["threads"][0] for event in iterations if event["threads"][0]["counters"]]
    assert threads and all(thread["counters"]["calls"] == 2 * thread["operations"] for thread in threads)


def test_system_counters_are_exact(tmp_path: Path, clamh: Clamh) -> None:
    """The driver reads them around whole commands, so what the search for n touches belongs to operations too."""
    write(tmp_path, "work.c", "#include <sys/mman.h>", "B63_BENCHMARK(touch, n) {", "    for (uint64_t i = 0; i < n; i++) {",
          "        volatile char *pages = (volatile char *)mmap(NULL, 10 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);",
          "        for (int page = 0; page < 10; page++) pages[page * 4096] = 1;", "        munmap((void *)(uintptr_t)pages, 10 * 4096);", "    }", "}")
    ended = clamh("run", "-f", "2", "-wi", "1", "-w", "20ms", "-i", "2", "-r", "100ms", "--no-lock", "-prof", "rusage", "-rf", "json", "-rff", "out.json")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    (entry,) = json.loads((tmp_path / "out.json").read_text())
    assert abs(entry["secondaryMetrics"]["rusage.minor-faults"]["score"] - 10) <= 0.01


def test_annotations_set_what_they_can(tmp_path: Path, clamh: Clamh) -> None:
    write(tmp_path, "work.c", "//@@Warmup(iterations = 0) //@@Measurement(iterations = 3, time = 1, timeUnit = TimeUnit.MILLISECONDS)",
          "//@@Fork(2) //@@OutputTimeUnit(TimeUnit.MICROSECONDS)", f"B63_BENCHMARK(one, n) {{ {LOOP} }}", '//@@Benchmark(name = "named")',
          f"B63_BENCHMARK(two, n) {{ {LOOP} }}")
    ended = clamh("run", "--only", "one", "--no-lock", env=COUNTED)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    case = read_cases(tmp_path)["one"]
    assert (case["options"]["forks"], case["options"]["measurement_iterations"], case["options"]["time_unit"]) == (2, 3, "us")
    assert len(case["iterations"]) == 6
    assert "named" in clamh("list").stdout


@pytest.mark.parametrize(("lines", "argv", "expected"), [
    (["//@@Threads(2)", f"B63_BENCHMARK(one, n) {{ {LOOP} }}"], [], "work.c:2:1: error: Threads on one: a benchmark of B63 cannot have it"),
    (["//@@Group(\"g\")", f"B63_BENCHMARK(one, n) {{ {LOOP} }}"], [], "work.c:2:1: error: Group on one: a benchmark of B63 cannot have it"),
    ([f"B63_BENCHMARK(one, n) {{ {LOOP} }}", "//@@Benchmark", "int two(void) { return 1; }"], [],
     "work.c:3:1: error: Benchmark on two: a file with benchmarks of B63 has no other benchmarks, states or fixtures"),
    (["//@@BenchmarkMode(Mode.Throughput)", f"B63_BENCHMARK(one, n) {{ {LOOP} }}"], [], "work.c:3:1: error: one: c/"),
    ([f"B63_BENCHMARK(one, n) {{ {LOOP} }}"], ["-t", "2"], "supports 1 to 1"),
    ([f"B63_BENCHMARK(one, n) {{ {LOOP} }}"], ["-bm", "thrpt"], "has no mode thrpt"),
    ([f"B63_BENCHMARK(one, n) {{ {LOOP} }}"], ["-p", "size=3"], "no selected benchmark has a param of this name"),
    ([f"B63_BENCHMARK(one, n) {{ {LOOP} }}", f"B63_BENCHMARK(one, n) {{ {LOOP} }}"], [], "line 2 has another benchmark with the name one"),
    ([f"B63_BASELINE(one, n) {{ {LOOP} }}", f"B63_BASELINE(two, n) {{ {LOOP} }}"], [], "work.c:3:1: error: two and one are both the baseline"),
    (["//@@Frok(2)", f"B63_BENCHMARK(one, n) {{ {LOOP} }}"], [], "there is no annotation Frok"),
])
def test_what_it_cannot_do_is_an_error_before_measuring(tmp_path: Path, clamh: Clamh, lines: list[str], argv: list[str], expected: str) -> None:
    write(tmp_path, "work.c", *lines)
    ended = clamh("run", *SHORT, *argv)
    assert ended.returncode == 2 and expected in ended.stderr, ended.stderr
    assert not list(tmp_path.glob(".clamh/runs/*"))


@pytest.mark.parametrize(("main", "expected"), [
    ("int main(void) { return 0; }", "main ended before it reached B63_RUN"),
    ('int main(int argc, char **argv) { B63_RUN_WITH("time,typo", argc, argv); }', "unknown counter 'typo'; this program has the counters time"),
    ("", "a program of B63 brings its own main function: int main(int argc, char **argv) { B63_RUN(argc, argv); }"),
])
def test_program_that_does_not_run_is_an_error(tmp_path: Path, clamh: Clamh, main: str, expected: str) -> None:
    write(tmp_path, "work.c", f"B63_BENCHMARK(one, n) {{ {LOOP} }}", main=main)
    ended = clamh("run", *SHORT)
    assert ended.returncode == 2 and expected in ended.stderr, ended.stderr


def test_false_assertion_fails_the_case_with_its_line(tmp_path: Path, clamh: Clamh) -> None:
    write(tmp_path, "work.c", f"B63_BENCHMARK(good, n) {{ {LOOP} }}", f"B63_BENCHMARK(bad, n) {{ {LOOP} B63_ASSERT(n == 0); }}",
          "#define MAKE(name) B63_BENCHMARK(name, n) { B63_KEEP(n); }", "MAKE(from_macro)")
    ended = clamh("run", "--full", *SHORT, env=COUNTED)
    assert ended.returncode == 1 and "work.c:3: B63_ASSERT(n == 0) is false" in " ".join(ended.stdout.split())
    assert {name: len(case.get("iterations", ())) for name, case in read_cases(tmp_path).items()} == {"good": 2, "bad": 0, "from_macro": 2}


@pytest.mark.parametrize("source", ["work.c", "work.cpp"])
def test_companion_has_the_main_function(tmp_path: Path, clamh: Clamh, source: str) -> None:
    write(tmp_path, source, f"B63_BENCHMARK(one, n) {{ {LOOP} }}", main="")
    write(tmp_path, "main.c")
    ended = clamh("run", source, "main.c", *SHORT, env=COUNTED)
    assert ended.returncode == 0 and len(read_cases(tmp_path)["one"]["iterations"]) == 2, ended.stderr


def test_configured_companion_with_benchmarks_is_part_of_the_program(tmp_path: Path, clamh: Clamh) -> None:
    write(tmp_path, "work.c", f"B63_BENCHMARK(first, n) {{ {LOOP} }}")
    write(tmp_path, "more.c", f"B63_BENCHMARK(2way, n) {{ {LOOP} }}", main="")
    (tmp_path / "clamh.toml").write_text('[c]\nsources = ["more.c"]\n')
    listed = clamh("list").stdout.splitlines()
    assert [line.split() for line in listed] == [["first"], ["c", "first", "work.c:2"], ["2way"], ["c", "2way", "more.c:2"]]
    ended = clamh("run", *SHORT, env=COUNTED)
    assert ended.returncode == 0 and set(read_cases(tmp_path)) == {"first", "2way"}, ended.stderr


def test_artifact_started_by_hand_is_the_program_itself(tmp_path: Path, clamh: Clamh) -> None:
    write(tmp_path, "work.c", f"B63_BENCHMARK(one, n) {{ {LOOP} }}")
    assert clamh("build").returncode == 0
    done = subprocess.run([tmp_path / "run_work", "-e", "1"], capture_output=True, text=True, check=True, env={**os.environ, **COUNTED})
    assert done.stdout == "one,time,1,100000\n"


def test_artifact_knows_its_annotations_without_the_sources(tmp_path: Path, clamh: Clamh) -> None:
    source = write(tmp_path, "work.c", '//@@Fork(2) //@@Benchmark(name = "named", baseline = true)', f"B63_BENCHMARK(one, n) {{ {LOOP} }}",
                   "//@@Benchmark(baseline = Baseline.BOUND)", f"B63_BENCHMARK(two, n) {{ {LOOP} }}")
    assert clamh("build").returncode == 0
    source.unlink()
    ended = clamh("run", "--artifact", f"c:{tmp_path / 'run_work'}", *SHORT[2:], env=COUNTED)
    assert ended.returncode == 0, ended.stderr
    cases = read_cases(tmp_path)
    case = cases["one"]
    assert (case["key"], case["options"]["forks"], case["platform"].partition("-")[0]) == ("named", 2, "c/gcc")
    assert {name: case["baseline"] for name, case in cases.items()} == {"one": "reference", "two": "bound"}


def test_program_that_was_compiled_by_hand_is_measured(tmp_path: Path, clamh: Clamh) -> None:
    compile_program(PROGRAMS / "baseline.c", tmp_path / "by_hand")
    ended = clamh("run", "--full", "--artifact", f"c:{tmp_path / 'by_hand'}", *SHORT, env=COUNTED)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    cases = read_cases(tmp_path)
    assert {name: (case["baseline"], len(case["iterations"])) for name, case in cases.items()} == {"basic": ("reference", 2), "basic_half": ("", 2)}
    refused = clamh("run", "--artifact", "rust:by_hand", "-l")
    assert refused.returncode == 2 and "'by_hand' is of c, not rust" in refused.stderr and "--artifact c:by_hand" in refused.stderr


def test_jemalloc_is_linked_for_its_counter(tmp_path: Path, clamh: Clamh) -> None:
    if not Path("/usr/include/jemalloc/jemalloc.h").exists():
        pytest.skip("jemalloc is missing: apt-get install libjemalloc-dev")
    shutil.copy(PROGRAMS / "jemalloc.cpp", tmp_path)
    ended = clamh("run", *SHORT, env=COUNTED)
    assert ended.returncode == 0, ended.stderr
    thread = read_cases(tmp_path)["bytes_64"]["iterations"][0]["threads"][0]
    assert thread["counters"]["jemalloc_thread_allocated"] == 64 * thread["operations"]


@pytest.mark.parametrize("lines", [
    ("#error jemalloc/jemalloc.h: No such file", f"B63_BENCHMARK(one, n) {{ {LOOP} }}"),
    ('void missing(void) __asm__("\\"-ljemalloc\\"");', f"B63_BENCHMARK(one, n) {{ {LOOP} missing(); }}"),
])
def test_missing_jemalloc_has_a_hint(tmp_path: Path, clamh: Clamh, lines: tuple[str, ...]) -> None:
    write(tmp_path, "work.c", *lines)
    ended = clamh("build")
    assert ended.returncode != 0 and "apt-get install libjemalloc-dev" in ended.stderr, ended.stderr


def test_include_prints_the_folder_for_a_compiler(tmp_path: Path, clamh: Clamh) -> None:
    folder = clamh("include").stdout.strip()
    assert folder == str(HEADERS)
    write(tmp_path, "work.c", "#include \"clamh.h\"", f"B63_BENCHMARK(one, n) {{ {LOOP} }}")
    for compiler, mode in (("cc", "c"), ("c++", "c++")):
        subprocess.run([compiler, "-O3", f"-I{folder}", "-x", mode, "work.c", "-o", "work", "-lm"], check=True, cwd=tmp_path)
    assert clamh("include", "more").returncode == 2


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("pkg-config"), reason="pkg-config is missing: apt-get install pkgconf")
def test_pkg_config_finds_the_installed_headers(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", tmp_path, "-t", "wheel"], check=True, cwd=ROOT, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=False)
    subprocess.run([sys.executable, "-m", "pip", "--python", tmp_path / "venv", "install", "-q", "--no-deps", "--no-index", wheel], check=True)
    flags = subprocess.run(["pkg-config", "--cflags", "clamh"], capture_output=True, text=True, check=True,
                           env={**os.environ, "PKG_CONFIG_PATH": str(tmp_path / "venv/share/pkgconfig")}).stdout.split()
    version = subprocess.run(["pkg-config", "--modversion", "clamh"], capture_output=True, text=True, check=True,
                             env={**os.environ, "PKG_CONFIG_PATH": str(tmp_path / "venv/share/pkgconfig")}).stdout.strip()
    assert wheel.name.startswith(f"clamh-{version}-")
    for written in ('"b63.h"', '"../src/counters/perf_events.h"', '"include/b63/b63.h"', '"clamh.h"'):
        (tmp_path / "work.c").write_text(f"#include {written}\nint main(void) {{ return 0; }}\n")
        subprocess.run(["cc", *flags, "work.c", "-o", "work", "-lm"], check=True, cwd=tmp_path)
    for header in ("clamh.h", "Blackhole.hpp"):
        (tmp_path / "work.cpp").write_text(f"#include <{header}>\nint main() {{ return 0; }}\n")
        subprocess.run(["c++", *flags, "work.cpp", "-o", "work"], check=True, cwd=tmp_path)
