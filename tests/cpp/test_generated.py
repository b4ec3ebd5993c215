"""Does what is generated for C++ compile, say where it does not, and hand every param and state over as it should?"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from made_cpp import bound, gcc, invoke_all, made
from made_talk import Talk

from clamh.building.generate import generate
from clamh.languages import languages
from clamh.languages.cpp.toolchain import OUTSIDE, RUNTIME
from clamh.model.errors import BuildError, InputError

HERE = Path(__file__).parent
HAZARDS = {path.stem: path for path in sorted((HERE.parent / "golden" / "cpp" / "hazards").glob("*.cpp"))}
# The parse believes what only the preprocessor could correct: the compiler says so, at the user's own line.
WRONG_BELIEFS = {"macro_namespace": (6, "invisible_scope")}
pytestmark = pytest.mark.language("cpp")


def compile_only(path: Path, folder: Path) -> subprocess.CompletedProcess[str] | None:
    """g++'s verdict on a file's wrapper; None when its errors were already found."""
    try:
        wrapper = generate(bound(path))
    except InputError:
        return None
    for name, text in wrapper.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", errors="surrogateescape", newline="")
    command = [gcc().executable, "-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-pedantic", "-iquote", str(path.parent),
               "-I", str(RUNTIME), "-I", str(OUTSIDE), str(folder / wrapper.entry)]
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, subprocess.CompletedProcess[str] | None]:
    folder = tmp_path_factory.mktemp("hazards")
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(HAZARDS, pool.map(lambda item: compile_only(HAZARDS[item], folder / item), HAZARDS), strict=True))


def test_most_hazards_are_valid(verdicts: dict[str, subprocess.CompletedProcess[str] | None]) -> None:
    assert sum(verdict is not None for verdict in verdicts.values()) >= 50


@pytest.mark.parametrize("name", HAZARDS)
def test_a_valid_hazard_compiles(name: str, verdicts: dict[str, subprocess.CompletedProcess[str] | None]) -> None:
    verdict = verdicts[name]
    if verdict is None:
        return  # refused with a located diagnostic, which tests/golden/test_hazards.py holds
    if name in WRONG_BELIEFS:
        line, word = WRONG_BELIEFS[name]
        assert verdict.returncode != 0
        first = next(text for text in verdict.stderr.splitlines() if "error:" in text)
        assert re.match(rf"{re.escape(str(HAZARDS[name]))}:{line}:\d+: error:", first) and word in first
        return
    assert verdict.returncode == 0, verdict.stderr


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for all, so that the worker is compiled once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def types(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str | None]:
    source = HERE / "param_types.cpp"
    return invoke_all(made(source, cache), bound(source), tmp_path_factory.mktemp("types"))


@pytest.fixture
def talk(cache: Path) -> Iterator[Callable[[Path], Talk]]:
    """talk(source): a worker of the source."""
    started: list[Talk] = []

    def talk(source: Path) -> Talk:
        started.append(Talk([made(source, cache).path], {}, ()))
        return started[-1]

    yield talk
    for worker in started:
        worker.end()


CANONICAL = {
    "signed_char": "i:-128", "unsigned_char": "i:200", "int8": "i:-5", "uint8": "i:65", "character": "s:A",
    "short": "i:-32768", "unsigned_short": "i:65535", "int": "i:-16", "unsigned": "i:4000000000",
    "long": "i:-9223372036854775808", "unsigned_long": "i:18446744073709551615", "long_long": "i:9223372036854775807",
    "unsigned_long_long": "i:18446744073709551615", "size": "i:7", "float": "f:3fe0000000000000", "double": "i:-1250",
    "long_double": "f:3fc0000000000000", "boolean": "b:true", "colour": "i:7", "plain": "i:-1",
    "string": "s:two words, and a comma\t%", "pointer": "s: spaced ", "view": "s:größe",
}


@pytest.mark.parametrize("name", CANONICAL)
def test_a_param_of_every_type_arrives(name: str, types: dict[str, str | None]) -> None:
    assert types[f"Types::get_{name}"] == CANONICAL[name]


def test_a_character_that_does_not_fit_its_field_is_refused(talk: Callable[[Path], Talk]) -> None:
    worker = talk(HERE / "param_types.cpp")
    params = {param.name: "1" for state in worker.catalog.states for param in state.params}
    names = {"colour": "GREEN", "plain": "LOW"}
    params |= {f"Types::{name}": text for name, text in names.items()}
    assert worker.open("c", "Types::get_character", params | {"Types::character": "ü"})["event"] == "opened"
    failed = worker.say("invoke", "c", 1)
    assert (failed["reason"], failed["where"]) == ("setup", "Types::character") and "none of the field's type" in failed["message"]


@pytest.mark.parametrize(("benchmark", "params", "expected"), [
    ("huge", {"Huge::fill": "9"}, f"i:{16 * 1024 * 1024 + 9}"),
    ("aligned", {}, "i:0"),
    ("not_copied", {}, "i:2"),
])
def test_huge_over_aligned_and_non_copyable_states(
    benchmark: str, params: dict[str, str], expected: str, talk: Callable[[Path], Talk]
) -> None:
    assert talk(HAZARDS["special_states"]).invoke(benchmark, params)["returned"] == expected


@pytest.mark.parametrize(("hazard", "expected"), [
    ("own_main", {"uses": "i:1"}),
    ("preprocessor_conditions", {"there": "i:1", "only_here": "i:3", "with_condition_inside": "i:5"}),
    ("condition_splits_a_function", {"split": "i:1", "behind": "i:1"}),
    ("overloads", {"twice": "i:6", "Bench::f": "i:3", "Bench::g": "i:12", "Bench::h": "i:23", "Bench::i": "i:5",
                   "Bench::j": "i:40"}),
    ("default_arguments", {"bench::with_default": "i:6", "bench::Own::method": "i:48"}),
    ("outside_definition", {"Bench::shared": "i:3", "Bench::own": "i:3"}),
    ("templates_with_defaults", {"Holder::get": "i:3", "Holder<long>::get_long": "i:4", "number": "i:5"}),
    ("several_on_one_line", {"f": "i:1", "g": "i:2"}),
    ("rvalue_method", {"Bench::moved": "i:4"}),
    ("fixtures", {"uses": "i:6"}),
])
def test_the_catalog_is_what_the_compiler_saw(hazard: str, expected: dict[str, str], talk: Callable[[Path], Talk]) -> None:
    worker = talk(HAZARDS[hazard])
    assert [benchmark.name for benchmark in worker.catalog.benchmarks] == list(expected)
    for name, value in expected.items():
        assert worker.invoke(name)["returned"] == value
        worker.say("close", "c")


def test_an_error_in_the_users_code_is_at_the_users_line(cache: Path, tmp_path: Path) -> None:
    source = tmp_path / "broken.cpp"
    source.write_text("// first\n@Benchmark int f() {\n    return undeclared;\n}\n")
    with pytest.raises(BuildError) as caught:
        made(source, cache)
    assert re.search(rf"{re.escape(str(source))}:3:12: error: .undeclared.", caught.value.output)


def test_headers_are_found_and_their_states_and_enums_are_known(talk: Callable[[Path], Talk], tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "data.hpp").write_text(
        "#pragma once\nenum class Kind { SMALL = 3, LARGE = 5 };\n"
        '@State(Scope.Benchmark) struct Data { @Param({"LARGE"}) Kind kind; };\n')
    (tmp_path / "plain.h").write_text("inline int offset() { return 100; }\n")
    source = tmp_path / "uses.cpp"
    source.write_text('#include "inc/data.hpp"\n#include "plain.h"\n'
                      "@Benchmark int f(Data &data) { return offset() + int(data.kind); }\n")
    assert talk(source).invoke("f", {"Data::kind": "LARGE"})["returned"] == "i:105"


def test_methods_of_a_headers_class_may_be_defined_in_the_source(talk: Callable[[Path], Talk], tmp_path: Path) -> None:
    (tmp_path / "input.hpp").write_text("#pragma once\nnamespace app { @State(Scope.Thread) struct Input { long n = 3; }; }\n")
    (tmp_path / "bench.hpp").write_text("""#pragma once
#include "input.hpp"
namespace app {
@State(Scope.Thread) @Measurement(iterations = 3) struct Bench {
    long base = 100;
    long sum(const Input &input);
    long sum(long n) { return n; }
    static long shared(Input &input);
};
}
""")
    source = tmp_path / "uses.cpp"
    source.write_text("""#include "bench.hpp"
namespace app {
@Benchmark long Bench::sum(const Input &input) { return base + input.n; }
}
@Benchmark long app::Bench::shared(Input &input) { return input.n; }
""")
    benchmarks = {benchmark.name: benchmark for benchmark in bound(source).benchmarks}
    worker = talk(source)
    for name, returned in (("app::Bench::sum", "i:103"), ("app::Bench::shared", "i:3")):
        assert (benchmarks[name].states, benchmarks[name].settings.measurement_iterations) == (("app::Bench", "app::Input"), 3)
        assert worker.invoke(name)["returned"] == returned
        worker.say("close", "c")


def test_a_benchmark_with_a_state_of_a_headers_namespace_may_have_the_name_of_a_helper(
    talk: Callable[[Path], Talk], tmp_path: Path
) -> None:
    (tmp_path / "input.hpp").write_text("#pragma once\nnamespace app { @State(Scope.Thread) struct Input { long n = 3; }; }\n")
    source = tmp_path / "uses.cpp"
    source.write_text('#include "input.hpp"\nnamespace app {\nlong sum(long n) { return n; }\n'
                      "@Benchmark long sum(Input &input) { return sum(input.n); }\n}\n")
    assert talk(source).invoke("app::sum")["returned"] == "i:3"


@pytest.mark.parametrize("space", ["", "n"])
def test_a_state_of_a_header_may_have_the_name_of_an_injected_class(
    space: str, talk: Callable[[Path], Talk], tmp_path: Path
) -> None:
    state = "@State(Scope.Thread) struct Memory { int n = 3; };"
    (tmp_path / "memory.hpp").write_text(f"#pragma once\n{f'namespace {space} {{ {state} }}' if space else state}\n")
    source = tmp_path / "uses.cpp"
    source.write_text('#include "memory.hpp"\n' + f"{f'using namespace {space};' if space else ''}\n"
                      "int f(int n) { return n; }\n@Benchmark int f(const Memory &memory) { return f(memory.n); }\n")
    assert talk(source).invoke("f")["returned"] == "i:3"


def test_a_header_may_have_a_stand_in_under_a_condition(talk: Callable[[Path], Talk], tmp_path: Path) -> None:
    (tmp_path / "compat.hpp").write_text("#ifdef STANDALONE\nstruct Blackhole { void consume(int) {} };\n#endif\n")
    source = tmp_path / "uses.cpp"
    source.write_text('#include "compat.hpp"\n@Benchmark void f(Blackhole &hole) { hole.consume(3); }\n')
    assert talk(source).invoke("f")["event"] == "invoked"


def test_what_a_companion_gives_to_blackhole_is_recorded(cache: Path, tmp_path: Path) -> None:
    (tmp_path / "clamh.toml").write_text('[cpp]\nsources = ["kernels.cpp"]\n')
    (tmp_path / "kernels.cpp").write_text('#include "clamh.h"\nvoid work(const Blackhole &hole) { hole.consume(42); }\n')
    source = tmp_path / "uses.cpp"
    source.write_text("void work(const Blackhole &hole);\n@Benchmark void f(Blackhole &hole) { work(hole); }\n")
    worker = Talk([languages()["cpp"].toolchain.recorder(made(source, cache)).path], {}, ())
    assert worker.invoke("f")["consumed"] == ["i:42"]
    worker.end()


ALTERNATIVES = """
#ifdef BIG
@AuxCounters @State(Scope.Thread) struct S {
    long hits; @Check int kept() { return 8; }
    @Setup void fill() { hits = 1; }
};
#else
@AuxCounters @State(Scope.Thread) struct S {
    int hits; @Check int kept() { return 4; }
    @Setup void fill() { hits = 2; }
};
#endif
@AuxCounters @State(Scope.Thread) struct T {
#ifdef BIG
    long misses, evictions;
    @Check int left() { return 18; }
#else
    int misses;
    @Check int left() { return 14; }
#endif
};
@Benchmark int f(S &s, T &t) { return 100 * s.hits + sizeof t.misses; }
"""


@pytest.mark.parametrize(("flags", "returned", "checks", "counters"), [
    ((), "i:204", {"S::kept": "i:4", "T::left": "i:14"}, ["S::hits", "T::misses"]),
    (("-DBIG",), "i:108", {"S::kept": "i:8", "T::left": "i:18"}, ["S::hits", "T::misses", "T::evictions"]),
])
def test_alternatives_under_conditions_are_the_same_state_check_and_counter(
    flags: tuple[str, ...], returned: str, checks: dict[str, str], counters: list[str], cache: Path, tmp_path: Path
) -> None:
    source = tmp_path / "uses.cpp"
    source.write_text(ALTERNATIVES)
    worker = Talk([made(source, cache, *flags).path], {}, ())
    values = worker.invoke("f")
    assert (values["returned"], values["checks"]) == (returned, checks)
    assert [counter.name for state in worker.catalog.states for counter in state.counters] == counters
    worker.end()


def test_macros_that_the_library_reads_come_before_its_headers(cache: Path, tmp_path: Path) -> None:
    source = tmp_path / "uses.cpp"
    source.write_text("""/*
#define _GLIBCXX_ASSERTIONS 3
*/
#define _GLIBCXX_USE_CXX11_ABI 0  // as an old library
#ifdef CAREFUL
#define _GLIBCXX_DEBUG
#ifndef _GLIBCXX_ASSERTIONS
#define _GLIBCXX_ASSERTIONS
#endif
#endif
#include <string>
#ifdef _GLIBCXX_ASSERTIONS
#error not without CAREFUL
#endif
#ifdef _GLIBCXX_DEBUG
#error not without CAREFUL
#endif
@Benchmark int f() { return sizeof(std::string); }
""")
    worker = Talk([made(source, cache).path], {}, ())
    assert worker.invoke("f")["returned"] == "i:8"  # a pointer
    worker.end()


@pytest.mark.parametrize("guarded", [False, True])
@pytest.mark.parametrize("folder", ["", "include/"])
def test_header_that_another_header_includes_from_the_root_is_read_once(
    guarded: bool, folder: str, cache: Path, tmp_path: Path
) -> None:
    for name, text in {"core/y.hpp": "@State(Scope.Thread) struct Y { int n = 3; };",
                       "util/x.hpp": '#include "core/y.hpp"\nstruct X { Y y; };'}.items():
        guard = re.sub(r"\W", "_", name)
        head, end = (f"#ifndef {guard}\n#define {guard}\n", "#endif\n") if guarded else ("#pragma once\n", "")
        (tmp_path / folder / name).parent.mkdir(parents=True)
        (tmp_path / folder / name).write_text(f"{head}{text}\n{end}")
    source = tmp_path / "uses.cpp"
    source.write_text(f'#include "{folder}util/x.hpp"\n#include "{folder}core/y.hpp"\n@Benchmark int f(Y &y) {{ return X{{y}}.y.n; }}\n')
    worker = Talk([made(source, cache, *([f"-I{tmp_path / folder}"] if folder else [])).path], {}, ())
    assert worker.invoke("f")["returned"] == "i:3"
    worker.end()


@pytest.mark.parametrize(("flags", "returned"), [((), "i:4"), (("-DSOA",), "i:8")])
def test_alternatives_in_two_headers_are_the_same_state(flags: tuple[str, ...], returned: str, cache: Path, tmp_path: Path) -> None:
    for name, size in (("soa", 8), ("aos", 4)):
        (tmp_path / f"{name}.hpp").write_text(f"#pragma once\n//@@State(Scope.Thread)\nstruct Points {{ int size = {size}; }};\n")
    source = tmp_path / "uses.cpp"
    source.write_text('#ifdef SOA\n#include "soa.hpp"\n#else\n#include "aos.hpp"\n#endif\n'
                      "//@@Benchmark\nint f(Points &points) { return points.size; }\n")
    worker = Talk([made(source, cache, *flags).path], {}, ())
    assert worker.invoke("f")["returned"] == returned
    worker.end()


def test_flags_may_define_names_of_template_parameters(cache: Path, tmp_path: Path) -> None:
    source = tmp_path / "uses.cpp"
    source.write_text("#include <clamh.h>\n//@@State(Scope.Thread)\nstruct Input { T n = N; };\n"
                      "//@@Benchmark\nint f(Input &input, Blackhole &hole) { hole.consume(input.n); return input.n + R; }\n")
    flags = (*(f"-D{name}=1" for name in "CFPRS"), "-DN=1000", "-DT=int")
    worker = Talk([made(source, cache, *flags).path], {}, ())
    assert worker.invoke("f")["returned"] == "i:1001"
    worker.end()
    lines = "int main() { Blackhole hole; Random random(1); T bytes[3] = {N}; hole.consume(bytes); return R != 1; }\n"
    (tmp_path / "outside.cpp").write_text(f"#include <clamh.h>\n{lines}")
    subprocess.run(["c++", *flags, "-I", OUTSIDE, "outside.cpp", "-o", "outside"], cwd=tmp_path, check=True)
    subprocess.run(["./outside"], cwd=tmp_path, check=True)


def test_constant_of_an_enum_under_a_condition_is_a_value_if_the_param_names_it(cache: Path, tmp_path: Path) -> None:
    source = tmp_path / "uses.cpp"
    source.write_text("enum class Kind {\n    plain,\n#ifdef X\n    wide,\n#endif\n    last\n};\n@State(Scope.Thread) struct S {\n"
                      '    @Param({"wide", "last"})\n    Kind kind;\n};\n@Benchmark int f(S &s) { return int(s.kind); }\n')
    worker = Talk([made(source, cache, "-DX").path], {}, ())
    assert worker.invoke("f", {"S::kind": "wide"})["returned"] == "i:1"
    worker.end()
    with pytest.raises(BuildError) as caught:
        made(source, cache)
    assert re.search(rf"{re.escape(str(source))}:10:.*error: .wide. is not a member of .Kind.", caught.value.output)


@pytest.mark.parametrize(("text", "line", "cause"), [
    ("#define STATUS int\n@State(Scope.Thread) struct S { int n;\n@Setup\nSTATUS fill() { return n; } };\n", 4, "a fixture returns a value"),
    ("#include <atomic>\n@State(Scope.Thread) struct S {\n@Param(\"1\")\nstd::memory_order n; };\n", 4, "the constants of this enum are not known"),
])
def test_what_only_the_compiler_knows_is_an_error_at_the_users_line(
    text: str, line: int, cause: str, cache: Path, tmp_path: Path
) -> None:
    source = tmp_path / "uses.cpp"
    source.write_text(f"{text}@Benchmark int f(S &s) {{ return int(s.n); }}\n")
    with pytest.raises(BuildError) as caught:
        made(source, cache)
    assert f"CLAMH: {cause}" in caught.value.output and f"{source}:{line}:" in caught.value.output
    assert caught.value.output.count("error:") == 1


def test_c_file_beside_cpp_that_includes_our_header_gets_a_hint(cache: Path, tmp_path: Path) -> None:
    (tmp_path / "clamh.toml").write_text('[cpp]\nsources = ["part.c"]\n')
    (tmp_path / "part.c").write_text('#include "clamh.h"\nint part(void) { return 1; }\n')
    (tmp_path / "uses.cpp").write_text('extern "C" int part();\n//@@Benchmark\nint f() { return part(); }\n')
    with pytest.raises(BuildError) as caught:
        made(tmp_path / "uses.cpp", cache)
    assert caught.value.hint.startswith("a C file beside a C++ source has no Blackhole")
