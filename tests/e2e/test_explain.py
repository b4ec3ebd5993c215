"""Does `clamh explain` show the code that is measured, and are its facts those of that code?"""

from __future__ import annotations

import platform
import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

WORK = Path(__file__).parent / "explain"
X86_64 = pytest.mark.skipif("x86_64" not in platform.machine(), reason="the instructions are x86-64's")
NATIVE = [pytest.param(suffix, marks=[pytest.mark.language(language), X86_64])
          for language, suffix in (("c", "c"), ("cpp", "cpp"), ("rust", "rs"))]
GO = pytest.param("go", marks=[pytest.mark.language("go"), X86_64])
ALLOCATES = {"c": "malloc", "cpp": "operator new", "rs": "__rust_alloc", "go": "runtime.newobject"}


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return shutil.copytree(WORK, tmp_path / "work")


def count_packed(text: str) -> list[int]:
    """The packed instructions of each line of the table."""
    return [int(packed) for packed in re.findall(r"^ +(?:measured loop|loop inside|function).*? +\d+ +(\d+)(?:, \d+ moves?)? +\d+ +\d+ +\d+$", text, re.MULTILINE)]


def read_calls(text: str) -> str:
    return re.search(r"^  calls: (.*(?:\n    .*)*)", text, re.MULTILINE)[1]


@pytest.mark.parametrize("suffix", NATIVE)
def test_only_a_vectorised_loop_has_packed_instructions(suffix: str, clamh, work: Path) -> None:
    vectorised, scalar = clamh("explain", "add", f"work/work.{suffix}"), clamh("explain", "chain", f"work/work.{suffix}")
    assert (vectorised.returncode, scalar.returncode) == (0, 0), vectorised.stderr + scalar.stderr
    assert max(count_packed(vectorised.stdout)) > 0 and max(count_packed(scalar.stdout)) == 0
    assert "x86-64 machine code" in vectorised.stdout and f"work/work.{suffix}:" in vectorised.stdout
    assert read_calls(vectorised.stdout) == read_calls(scalar.stdout) == "none"
    assert re.search(r"v?paddd .*[xyz]mm", vectorised.stdout) and not re.search("[xyz]mm", scalar.stdout)


@pytest.mark.language("go")
@X86_64
def test_loop_of_go_has_one_load_and_no_packed_instruction(clamh, work: Path) -> None:
    done = clamh("explain", "add", "work/work.go")
    assert set(count_packed(done.stdout)) == {0} and read_calls(done.stdout) == "none"
    assert re.search(r"loop inside 11-12 +4 +0 +1 +1 +0$", done.stdout, re.MULTILINE), done.stdout
    assert re.search(r"  work.go:12  total \+= value\n +[0-9a-f]+  ADDL ", done.stdout)


@pytest.mark.language("go")
@X86_64
def test_objdump_and_the_disassembler_of_go_agree(clamh, work: Path, monkeypatch) -> None:
    own = clamh("explain", "chain", "work/work.go").stdout
    monkeypatch.setattr("clamh.languages.go.explain.platform", SimpleNamespace(machine=lambda: "aarch64"))  # there objdump reads it
    done = clamh("explain", "chain", "work/work.go")
    assert own.partition("\n\n")[0] == done.stdout.partition("\n\n")[0] and "loop inside 20-21" in own, done.stdout + done.stderr
    assert "SHRL" in own and "SHRL" not in done.stdout


@pytest.mark.parametrize("suffix", [*NATIVE, GO])
def test_calls_that_allocate_are_named(suffix: str, clamh, work: Path) -> None:
    done = clamh("explain", "allocate", f"work/work.{suffix}", "--full")
    assert done.returncode == 0 and ALLOCATES[suffix] in read_calls(done.stdout), done.stdout + done.stderr
    assert "abort" not in read_calls(done.stdout), "a call that never returns is not in the loop"


SAME_NAMES = """//@@State(Scope.Thread)
struct Input { int values[16] = {}; };
//@@Benchmark
int sum(const Input &input) { return input.values[0] * 1000003; }
namespace ns {
//@@Benchmark
int sum(const Input &input) { return input.values[0] * 1000033; }
struct Box {
    //@@Benchmark
    static int sum(const Input &input) { return input.values[0] * 1000037; }
};
}
namespace {
//@@Benchmark
int hidden(const Input &input) { return input.values[0] * 1000039; }
}
//@@Benchmark
int with_default(const Input &input, int factor = 1000081) { return input.values[0] * factor; }
//@@Benchmark
int overloaded(const Input &input, Blackhole &) { return input.values[0] * 1000099; }
//@@Benchmark(name = "other")
int overloaded(const Input &input) { return input.values[0] * 1000117; }
struct Base {
    //@@Benchmark
    int inherited(const Input &input) { return input.values[0] * 1000121; }
};
struct Derived : Base {};
"""


@pytest.mark.language("cpp")
@X86_64
def test_code_is_that_of_the_full_name_among_functions_of_a_name(clamh, tmp_path: Path) -> None:
    (tmp_path / "names.cpp").write_text(SAME_NAMES)
    for name, factor in (("sum", 1000003), ("ns::sum", 1000033), ("ns::Box::sum", 1000037), ("hidden", 1000039), ("with_default", 1000081),
                         ("overloaded", 1000099), ("other", 1000117), ("Base::inherited", 1000121), ("Derived::inherited", 1000121)):
        code = clamh("explain", name, "names.cpp").stdout
        assert re.findall(r"imul \$0x(\w+)", code) == [f"{factor:x}"], name


@pytest.mark.parametrize(("file", "kind", "line"), [
    pytest.param("work.zig", r"x86-64 machine code", r"add[lq]? ", marks=[pytest.mark.language("zig"), X86_64]),
    pytest.param("work.py", r"bytecode of cpython-3\.\d+", r"FOR_ITER|JUMP_BACKWARD", marks=pytest.mark.language("python")),
    pytest.param("Work.java", r"(?:x86-64 machine code of the JVM's C2|bytecode \(javap -c\))", r"iaload|add 0x10\(", marks=pytest.mark.language("java")),
    pytest.param("work.js", r"x86-64 machine code of V8's TurboFan", r"addl|REX", marks=[pytest.mark.language("javascript"), X86_64]),
])
def test_listing_is_of_the_benchmark_and_names_its_kind(file: str, kind: str, line: str, clamh, work: Path) -> None:
    for _ in range(5):  # a busy machine may have no time for V8's last compiler
        done = clamh("explain", "add", f"work/{file}", "--full")
        assert done.returncode == 0, done.stderr
        table, _, listing = done.stdout.partition("\n\n")
        if re.search(kind, table):
            break
    assert re.search(rf": {kind} \(work/{file}:\d+\)$", table, re.MULTILINE), table
    assert re.search(line, listing), listing
    if "C2" in table:  # a busy machine may give the bytecode, see tests/unit/languages/java/test_explain.py
        assert re.search(r"loop inside +\d+ ", table) and read_calls(table) == "none"
        return
    assert re.search(r"loop inside \d+(-\d+)? +\d+ ", table), "the loop of the benchmark with its lines"
    assert re.search(r"total \+%?=? ?(value|input\.values\[i\])", listing), listing
    if not file.endswith(("js", "zig")):
        assert read_calls(table) in ("max", "java.lang.Math.max")


PLAIN = """@State(Scope.Benchmark)
class Data:
    @Param({"1"})
    size: int = 0

@Benchmark
def add(data: Data):
    return data.size + 1
"""


@pytest.mark.language("python")
def test_code_of_a_source_with_plain_annotations_is_listed(clamh, tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text(PLAIN)
    done = clamh("explain", "add", "plain.py", "--full")
    assert done.returncode == 0 and re.search(r"plain\.py:8  return data\.size \+ 1\n.*LOAD", done.stdout), done.stdout + done.stderr


@pytest.mark.language("c")
def test_newest_run_is_beside_the_code_and_says_whether_it_is_of_this_build(clamh, work: Path, monkeypatch) -> None:
    monkeypatch.setenv("CLAMH_CLOCK", "counted:1000000")
    assert clamh("run", "work/work.c", "--only", "^add$", "--no-lock", "-f", "3", "-i", "1", "-wi", "1").returncode == 0
    done = clamh("explain", "add", "work/work.c")
    assert re.search(r"^  run \d{4}-\d\d-\d\dT\d\d:\d\dZ: \S+ \S?s ±", done.stdout, re.MULTILINE)
    assert "the page of the newest run shows this code too: clamh report work/.clamh/runs/latest --html FILE" in done.stderr
    assert clamh("report", "work/.clamh/runs/latest", "--html", "page.html").returncode == 0
    page = (work.parent / "page.html").read_text(encoding="utf-8")
    assert "Code of the loops" in page and "work.c:13" in page and "paddd" in page
    source = work / "work.c"
    source.write_text(source.read_text().replace("int32_t total = 0", "int32_t total = 2"))
    assert re.search(r"^  run \S+ of another build: \S+ \S?s ±", clamh("explain", "add", "work/work.c").stdout, re.MULTILINE)


@pytest.mark.language("c")
def test_what_cannot_be_explained_is_an_error_with_a_hint(clamh, work: Path, monkeypatch) -> None:
    unknown = clamh("explain", "ad", "work/work.c")
    assert (unknown.returncode, unknown.stdout) == (2, "") and "did you mean add?" in unknown.stderr
    param = clamh("explain", "add", "work/work.c", "-p", "size=1")
    assert param.returncode == 2 and "-p size: no selected benchmark has a param of this name" in param.stderr
    absent = clamh("explain", "add", "work/work.c", "-jvmArgs", "-Xint")
    assert absent.returncode == 2 and "-jvmArgs: no selected benchmark is in Java (JMH)" in absent.stderr
    which = shutil.which
    monkeypatch.setattr("shutil.which", lambda name, **more: None if name == "objdump" else which(name, **more))
    missing = clamh("explain", "add", "work/work.c")
    assert missing.returncode == 2 and "objdump is missing" in missing.stderr and "apt-get install binutils" in missing.stderr
    (work / "work.c").write_text("//@@Benchmark\nint add(void) { return wrong; }\n")
    broken = clamh("explain", "add", "work/work.c")
    assert broken.returncode == 2 and "wrong" in broken.stderr and "work.c:2" in broken.stderr
    assert not any("Traceback" in done.stderr for done in (unknown, param, missing, broken))
