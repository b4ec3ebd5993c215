"""Is the native core right by itself, clean under sanitizers and warnings of both compilers, and safe against any command line?"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from clamh.languages.native import CORE, UNTIMED, core_steps, join_core
from made_locales import build_german_locale

HERE = Path(__file__).parent
SOURCES = sorted(CORE.glob("*.c"))
STRICT = ("-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror")
LIBRARIES = ("-lm", "-lpthread")


def build(compiler: str, output: Path, *arguments: str | Path) -> Path:
    """A program of these sources and the core, which is one unit, as in artifacts: that takes half as long as its files."""
    core, names = output.with_suffix(".core.c"), output.with_suffix(".names.h")
    core.write_text(join_core(), encoding="utf-8")
    names.write_text(join_core().partition("#include")[0], encoding="utf-8")  # tests know the core's functions by their own names
    return compile_with(compiler, output, "-include", names, *arguments, core)


def compile_with(compiler: str, output: Path, *arguments: str | Path) -> Path:
    process = subprocess.run([compiler, *STRICT, "-g", "-O1", f"-I{CORE}", f"-I{HERE}", *arguments, "-o", output, *LIBRARIES],
                             capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    return output


def find_clang() -> str:
    found = next((path for name in ("clang", "clang-19", "clang-18", "clang-16", "clang-15", "clang-14") if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("clang is not installed: set-up installs it where it can")
    return found


@pytest.mark.parametrize("sanitizers", ["address,undefined", "thread"])
def test_commands_are_answered_as_the_protocol_says(sanitizers: str, tmp_path: Path) -> None:
    program = build("gcc", tmp_path / "core", f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all", HERE / "core_test.c", HERE / "table.c")
    process = subprocess.run([program], capture_output=True, text=True, timeout=600, check=False)
    assert (process.returncode, process.stderr) == (0, ""), process.stdout + process.stderr


def test_commands_are_answered_where_the_system_is_not_linux(tmp_path: Path) -> None:
    """As on macOS: no futex, no thread ids, no sets of CPUs, no counted allocations."""
    program = build("gcc", tmp_path / "core", "-U__linux__", HERE / "core_test.c", HERE / "table.c")
    process = subprocess.run([program], capture_output=True, text=True, timeout=600, check=False)
    assert (process.returncode, process.stderr) == (0, ""), process.stdout + process.stderr


@pytest.fixture(scope="module")
def solo(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs --solo of the benchmarks of table.c."""
    program = build("gcc", tmp_path_factory.mktemp("solo") / "core", "-fsanitize=undefined", HERE / "core_test.c", HERE / "table.c")

    def run(*words: str, output: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
        with open(output, "w") if output else nullcontext(subprocess.PIPE) as stdout:
            return subprocess.run([program, "--solo", *words], stdout=stdout, stderr=subprocess.PIPE, text=True, check=False,
                                  env={**os.environ, **environ})

    return run


@pytest.mark.parametrize(("given", "params"), [
    ((), "Shop.number = 1, Old.Shop.number = 0.5"),
    (("-p", "Shop.number=2"), "Shop.number = 2, Old.Shop.number = 1.5"),  # also the end of the other's full name
    (("-p", "Old.Shop.number=1.5"), "Shop.number = 2, Old.Shop.number = 1.5"),
])
def test_solo_leaves_out_what_is_not_compiled_in(solo, given: tuple[str, ...], params: str) -> None:
    process = solo("stock", *given)
    assert (process.returncode, process.stderr) == (0, "") and f"Parameters: ({params})\n" in process.stdout


@pytest.mark.parametrize(("given", "threads"), [
    ((), '2 threads (1 group; 1x "sell", 1x "also" in each group)'), (("-t", "3"), '4 threads (2 groups; 1x "sell", 1x "also" in each group)'),
    (("-tg", "0,2,0,1"), '3 threads (1 group; 2x "sell", 1x "also" in each group)'),
])
def test_solo_runs_the_functions_of_a_group_that_are_compiled_in(solo, given: tuple[str, ...], threads: str) -> None:
    process = solo("partly", *given)
    assert (process.returncode, process.stderr) == (0, "") and f"Threads: {threads}\n" in process.stdout


def test_solo_refuses_operations_in_mode_sample(solo) -> None:
    process = solo("many", "-i", "1")
    assert process.returncode == 2 and "unsupported in many: it takes Operations" in process.stderr
    assert solo("many", "-bm", "avgt", "-wi", "0", "-i", "1", "-r", "1ms").returncode == 0


@pytest.mark.parametrize(("words", "complaint"), [
    (("stock", "-p", "number"), "-p number: not PARAM=VALUE\n"), (("stock", "--help"), "--solo does not know --help\n"),
    (("stock", "more"), "--solo does not know more\n"), (("stock", "-i"), "-i needs a value\n"), (("stock", "-p"), "-p needs a value\n"),
    (("stock", "-bm", "none"), "\nnot possible here: -bm none\n"), (("partly", "-tg", "1"), "\nnot possible here: -bm ss or -tg\n"),
    (("partly", "-bm", "none"), "\nnot possible here: -bm none or -tg\n"),
])
def test_solo_names_the_word_that_is_wrong(solo, words: tuple[str, ...], complaint: str) -> None:
    process = solo(*words)
    assert process.returncode == 2 and complaint in process.stderr


def test_solo_lists_what_is_compiled_in(solo) -> None:
    process = solo("gone")
    assert process.returncode == 2 and "\n  partly\n" in process.stderr and "\n  gone" not in process.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_solo_fails_if_its_result_cannot_be_written(solo) -> None:
    process = solo("many", "-bm", "avgt", "-wi", "0", "-i", "1", "-r", "1ms", output="/dev/full")
    assert process.returncode == 1 and "results are missing: standard output cannot be written" in process.stderr


def test_solo_prints_decimal_points_whatever_locale_the_benchmark_has(solo, tmp_path: Path) -> None:
    process = solo("sell", "-p", "number=49", "-bm", "thrpt", "-bs", "3", "-wi", "0", "-i", "2", "-r", "3ms", **build_german_locale(tmp_path))
    assert (process.returncode, process.stderr) == (0, "") and process.stdout.count("333.333") == 6, process.stdout


def test_clang_has_nothing_to_say_about_each_file(tmp_path: Path) -> None:
    compile_with(find_clang(), tmp_path / "core", HERE / "core_test.c", HERE / "table.c", *SOURCES)


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="allocations are counted on Linux only, and these flags are of its linkers")


@LINUX
@pytest.mark.parametrize("flags", [(), ("-O3",), ("-no-pie", "-fno-pie"), ("-Wl,-z,now,-z,relro",), ("-Wl,-z,lazy,-z,norelro",), ("-fno-plt",)], ids=str)
def test_every_allocation_is_counted_once(flags: tuple[str, ...], tmp_path: Path) -> None:
    program = link_allocations(tmp_path, *flags)
    process = subprocess.run([program], capture_output=True, text=True, timeout=600, check=False)
    assert (process.returncode, process.stdout, process.stderr) == (0, "0 failures\n", "")


@LINUX
@pytest.mark.parametrize("flags", [("-static",), ("-fsanitize=address", "-static-libasan")], ids=str)
def test_allocations_inside_of_the_executable_are_not_counted(flags: tuple[str, ...], tmp_path: Path) -> None:
    process = subprocess.run([link_allocations(tmp_path, *flags)], capture_output=True, text=True, timeout=600, check=False)
    assert (process.returncode, process.stdout) == (3, "impossible\n"), process.stderr


def link_allocations(folder: Path, *flags: str) -> Path:
    subprocess.run(["gcc", "-std=gnu11", "-O1", *flags, "-w", f"-I{CORE}", HERE / "allocations_test.c", CORE / "allocations.c", "-o", folder / "program",
                    "-lpthread"], check=True)
    return folder / "program"


@pytest.mark.parametrize("standard", ["c++17", "c++20"])
@pytest.mark.parametrize("find_compiler", [lambda: "g++", find_clang], ids=["g++", "clang"])
def test_core_is_cpp_as_well(find_compiler: Callable[[], str], standard: str, tmp_path: Path) -> None:
    """`clamh generate --standalone` puts it into a C++ source. In C++ alone, {0} is a warning."""
    (tmp_path / "core.c").write_text(join_core(), encoding="utf-8")
    process = subprocess.run([find_compiler(), "-x", "c++", f"-std={standard}", "-Wall", "-Wextra", "-Wno-missing-field-initializers", "-Werror",
                              "-fsyntax-only", f"-I{CORE}", tmp_path / "core.c"], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr


def test_no_command_line_breaks_the_worker(tmp_path: Path) -> None:
    """A few seconds of libFuzzer; `-max_total_time=600` by hand after a change to opening.c, channel.c or worker.c."""
    if sys.platform != "linux":  # Xcode's clang comes without libFuzzer
        (tmp_path / "empty.c").write_text("int LLVMFuzzerTestOneInput(void) { return 0; }\n")
        if subprocess.run([find_clang(), "-fsanitize=fuzzer", tmp_path / "empty.c", "-o", tmp_path / "empty"], capture_output=True, check=False).returncode:
            pytest.skip("this clang comes without libFuzzer")
    program = build(find_clang(), tmp_path / "fuzz", "-fsanitize=fuzzer,address,undefined", HERE / "fuzz_commands.c", HERE / "table.c")
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    (corpus / "open").write_text(
        "open\tc\tbenchmark=0\tmode=avgt\tthreads=1\twaits=0\tstates=0,1\tp=0:1\tstep=trial:0:0:1\tstep=iteration:1:2:3\tcounters=0\tchecks=0\t"
        "injected=Control\tbatch=1\ttu=ns\nclose\tc\ndescribe\n", encoding="ascii")
    process = subprocess.run([program, "-seed=1", "-max_total_time=3", "-rss_limit_mb=2048", "-print_final_stats=0", corpus], capture_output=True, text=True,
                             timeout=600, cwd=tmp_path, check=False)
    assert process.returncode == 0, process.stderr[-3000:]


def test_no_name_of_the_core_can_clash_with_a_users(tmp_path: Path) -> None:
    (tmp_path / "core.c").write_text(join_core(), encoding="utf-8")
    subprocess.run(["gcc", "-std=gnu11", "-O1", f"-I{CORE}", "-c", "core.c"], cwd=tmp_path, check=True)
    listed = subprocess.run(["nm", "-g", "--defined-only", tmp_path / "core.o"], capture_output=True, text=True, check=True).stdout
    assert {name for line in listed.splitlines() if not (name := line.split()[-1]).startswith("clamh_")} == set()


@pytest.mark.parametrize("find_compiler", [lambda: "gcc", find_clang], ids=["gcc", "clang"])
def test_compiler_without_headers_of_c_gets_a_hint(find_compiler: Callable[[], str], tmp_path: Path) -> None:
    for step in core_steps([find_compiler(), "-nostdinc"], (), ()):
        for name, text in step.files.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        process = subprocess.run(step.argv, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert process.returncode != 0 and any(words in process.stderr for words in step.failure_hints), process.stderr
        assert {hint.partition(",")[0] for hint in step.failure_hints.values()} == {"apt-get install libc6-dev"}


def test_each_file_of_the_core_is_in_one_of_its_two_objects() -> None:
    parts = [name for step in core_steps(["cc"], (), ()) for text in step.files.values() for name in re.findall(r'#include "(.*)"', text)]
    assert sorted(parts) == [path.name for path in SOURCES] and {*UNTIMED} < {*parts}
