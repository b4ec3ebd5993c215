"""Does b63.h compile everywhere without a warning, and link from several files of C and C++ in the order of the sources?"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from machine_code import X86_64, drop_addresses, read_functions
from made_b63 import HEADERS, MAIN, PROGRAMS, STRICT, compile_program, compile_text, start

pytestmark = [pytest.mark.language("c", "cpp")]

C = [("c11", "gcc"), ("c17", "gcc"), ("gnu17", "gcc"), ("c11", "clang"), ("c17", "clang")]
CPP = [("c++11", "g++"), ("c++20", "g++"), ("c++11", "clang++"), ("c++20", "clang++")]
EVERYTHING = r"""
#include "b63.h"
#include "counters/perf_events.h"
static int64_t calls;
static void *make(const char *name) { return name[0] == 'f' ? &calls : NULL; }
static void drop(void *impl) { (void)impl; }
B63_COUNTER(calls) { return calls; }
B63_COUNTER(f_two, make) { return *(int64_t *)impl; }
B63_COUNTER(f_three, make, drop) { return *(int64_t *)impl; }
B63_COUNTER(f_four, make, drop, drop) { return *(int64_t *)impl; }
struct big { double d; int numbers[9]; };
B63_BASELINE(first, n) {
    struct big object = {1.5, {0}};
    int array[10] = {0};
    long double wide = 1;
    for (uint64_t i = 0; i < n; i++) {
        B63_SUSPEND {
            calls += 1;
            B63_SUSPEND { calls += (int64_t)(b63_seed & 1); }
        }
        B63_KEEP(object); B63_KEEP(array); B63_KEEP(wide); B63_KEEP(wide + 1); B63_KEEP(i + 1); B63_KEEP(1.5); B63_KEEP("text");
        B63_KEEP(&object); B63_KEEP(3); B63_KEEP(object.d * 2); B63_KEEP(1.5f); B63_KEEP(array[1]); B63_KEEP(array + 1);
    }
    B63_ASSERT(calls >= 0);
}
B63_BENCHMARK(second, n) { for (uint64_t i = 0; i < n; i++) B63_KEEP(i); }
int main(int argc, char **argv) { B63_RUN_WITH("time,calls,f_two,f_three,f_four", argc, argv); return 0; }
"""


@pytest.mark.parametrize(("standard", "compiler"), C + CPP)
def test_no_warning_in_any_standard(tmp_path: Path, standard: str, compiler: str) -> None:
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is missing")
    suffix = ".cpp" if "+" in compiler else ".c"
    for level in ("-O0", "-O3"):
        program = compile_text(EVERYTHING, tmp_path / "program", *STRICT, f"-std={standard}", level, suffix=suffix, compiler=compiler)
    ended = start(program, "-e", "2", "-i", CLAMH_CLOCK="counted:1000")
    assert ended.code == 0 and len(ended.out.splitlines()) == 10, ended


@pytest.mark.parametrize("compiler", ["gcc", "g++", "clang", "clang++"])
def test_variable_that_only_a_suspended_block_sets_has_no_warning(tmp_path: Path, compiler: str) -> None:
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is missing")
    text = """#include "b63.h"
        B63_BENCHMARK(fill, n) {
            int *numbers;
            B63_SUSPEND { numbers = (int *)calloc(8, sizeof *numbers); }
            for (uint64_t i = 0; i < n; i++) { numbers[i % 8]++; B63_KEEP(numbers); }
            B63_SUSPEND { free(numbers); }
        }""" + MAIN
    for level in ("-O1", "-O2", "-O3"):
        compile_text(text, tmp_path / "program", *STRICT, level, suffix=".cpp" if "+" in compiler else ".c", compiler=compiler)


@pytest.mark.parametrize("define", ["_POSIX_C_SOURCE=199309L", "_POSIX_C_SOURCE=200809L", "_XOPEN_SOURCE=700"])
def test_program_may_limit_the_system_headers(tmp_path: Path, define: str) -> None:
    for standard in ("c11", "gnu17"):
        compile_text(EVERYTHING, tmp_path / "program", *STRICT, f"-std={standard}", f"-D{define}")


def test_hardened_build_has_no_warning(tmp_path: Path) -> None:
    compile_text(EVERYTHING, tmp_path / "program", *STRICT, "-D_FORTIFY_SOURCE=2")


@pytest.mark.parametrize("written", ['"b63.h"', "<b63.h>", '"../src/b63.h"', '"../include/b63/b63.h"', '"include/b63/b63.h"', "<b63/b63.h>"])
def test_header_is_where_programs_look_for_it(tmp_path: Path, written: str) -> None:
    counters = re.sub(r"b63\.h", "counters/perf_events.h", written)
    jemalloc = re.sub(r"b63\.h", "counters/jemalloc.h", written)
    text = f"#include {written}\n#include {counters}\nB63_BENCHMARK(one, n) {{ B63_KEEP(n); }}{MAIN}"
    assert start(compile_text(text, tmp_path / "program"), "-c", "lpe:page-faults", "-e", "1", CLAMH_CLOCK="counted:9").code == 0
    preprocessed = subprocess.run(["cc", "-E", f"-I{HEADERS}", "-x", "c", "-"], input=f"#include {jemalloc}\n", text=True, capture_output=True, check=False)
    assert "jemalloc" in preprocessed.stdout or "jemalloc/jemalloc.h: No such file" in preprocessed.stderr


@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2", "-O3", "-Os", "-flto"])
def test_benchmarks_run_in_the_order_of_the_sources(tmp_path: Path, level: str) -> None:
    """A compiler reorders constructors within a file, and with -flto among files."""
    names = [f"b{number}" for number in (5, 1, 4, 2, 3)]
    bodies = "".join(f"B63_BENCHMARK({name}_FILE, n) {{ B63_KEEP(n); }}\n" for name in names)
    files = []
    for name, suffix, more in (("first", ".c", MAIN), ("second", ".cpp", ""), ("third", ".c", "")):
        (tmp_path / f"{name}{suffix}").write_text('#include "b63.h"\n' + bodies.replace("FILE", name) + more)
        compiler = "cc" if suffix == ".c" else "c++"
        compiled = tmp_path / f"{name}.o"
        subprocess.run([compiler, level, f"-I{HEADERS}", "-c", tmp_path / f"{name}{suffix}", "-o", compiled], check=True)
        files.append(compiled)
    program = tmp_path / "program"
    subprocess.run(["c++", level, *files, "-o", program], check=True)
    out = start(program, "-i", "-e", "1", CLAMH_CLOCK="counted:1000").out
    assert [line.split()[0] for line in out.splitlines()] == [f"{name}_{file}" for file in ("first", "second", "third") for name in names]


def test_global_names_begin_with_b63(tmp_path: Path) -> None:
    for suffix, compiler in ((".c", "cc"), (".cpp", "c++")):
        (tmp_path / f"names{suffix}").write_text(EVERYTHING)
        compiled = tmp_path / "names.o"
        subprocess.run([compiler, "-O0", f"-I{HEADERS}", "-c", tmp_path / f"names{suffix}", "-o", compiled], check=True)
        listed = subprocess.run(["nm", "-C", "--defined-only", "--extern-only", compiled], capture_output=True, text=True, check=True).stdout
        names = [line.split(" ", 2)[2] for line in listed.splitlines()]
        ours = [name for name in names if name != "main" and not name.startswith(("DW.ref", "__", "void b63_"))]
        assert ours and all(re.match(r"(?:void )?b63_", name) for name in ours), names
    macros = subprocess.run(["cc", "-E", "-dM", f"-I{HEADERS}", "-x", "c", "-"], input='#include "b63.h"\n', text=True, capture_output=True, check=True).stdout
    without = subprocess.run(["cc", "-E", "-dM", f"-I{HEADERS}", "-x", "c", "-"], text=True, capture_output=True, check=True,
                             input=re.sub(r"#include [\"<](?!.*sys|.*\.h>).*", "", "".join(sorted(_system_includes())))).stdout
    ours = set(re.findall(r"#define (\w+)", macros)) - set(re.findall(r"#define (\w+)", without))
    assert ours and all(name.startswith("B63_") for name in ours), sorted(name for name in ours if not name.startswith("B63_"))


def _system_includes() -> set[str]:
    lines = "\n".join(file.read_text() for file in (HEADERS / "b63").glob("*.h"))
    return {f"{line}\n" for line in re.findall(r"^#include <(?!exception).*>$", lines, re.MULTILINE)}


@X86_64[0]
@X86_64[1]
def test_only_the_body_stands_between_two_clock_readings(tmp_path: Path) -> None:
    compiled = tmp_path / "code.o"
    for compiler in filter(shutil.which, ("gcc", "clang")):
        subprocess.run([compiler, "-O3", "-fno-inline-functions", f"-I{HEADERS}", "-c", PROGRAMS / "time.c", "-o", compiled], check=True)
        (lines,) = [lines for name, lines in read_functions(compiled).items() if name.startswith("b63_run_body")]
        code = [text for text in drop_addresses(lines) if text and not text.startswith("R_X86_64")]
        calls = [at for at, text in enumerate(code) if re.match(r"call", text)]
        readings = [(first, body, last) for first, body, last in zip(calls, calls[1:], calls[2:], strict=False) if code[first] == code[last] != code[body]]
        between = [[text for at, text in enumerate(code) if first < at < last and at != body] for first, body, last in readings]
        assert sum(len(texts) <= 6 and all(text.startswith("mov") for text in texts) for texts in between) >= 1, code


def test_no_allocation_in_an_epoch(tmp_path: Path) -> None:
    """As many allocations with 4 epochs as with 400."""
    text = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
static long allocations;
static char heap[1 << 22];
static size_t used;
void *malloc(size_t size) { allocations++; used = (used + 15) / 16 * 16; void *at = heap + used; used += size; return at; }
void *calloc(size_t count, size_t size) { return malloc(count * size); }
void *realloc(void *old, size_t size) { (void)old; return malloc(size); }
void free(void *block) { (void)block; }
#include "b63.h"
static int64_t reads;
B63_COUNTER(reads) { return ++reads; }
B63_BASELINE(one, n) { B63_SUSPEND { B63_KEEP(n); } }
B63_BENCHMARK(two, n) { B63_KEEP(n); }
static void report(void) { fprintf(stderr, "allocations: %ld\n", allocations); }
int main(int argc, char **argv) { atexit(report); B63_RUN_WITH("time,reads", argc, argv); return 0; }
"""
    program = compile_text(text, tmp_path / "program", "-Wno-unused-function")
    counts = {re.search(r"allocations: (\d+)", start(program, "-e", epochs, "-s", "1", CLAMH_CLOCK="counted:1000").err)[1] for epochs in ("4", "400")}
    assert len(counts) == 1 and counts != {"0"}


def test_several_files_share_the_clock_that_stands_still(tmp_path: Path) -> None:
    (tmp_path / "shared.c").write_text('#include "b63.h"\nvoid wait_suspended(void (*wait)(void)) { B63_SUSPEND { wait(); } }\n')
    text = (PROGRAMS / "custom.c").read_text().replace("int main", "void wait_suspended(void (*wait)(void));\n"
                                                       "B63_BENCHMARK(apart, n) { for (uint64_t i = 0; i < n; i++) wait_suspended(touch); }\nint main")
    (tmp_path / "main.c").write_text(text)
    ended = start(compile_program([tmp_path / "main.c", tmp_path / "shared.c"], tmp_path / "program"), "-t", "0.1", "-e", "2")
    assert {epoch.rate for epoch in ended.of("apart", "calls")} == {0}
