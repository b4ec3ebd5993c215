"""What binding makes of C: fixtures, checks and counters of structs, names across headers, and C++ in a .c file."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from clamh.building.generate import generate
from clamh.languages.c.checks import find_cpp
from clamh.languages.c_family.symbols import LIBRARY
from clamh.languages.native import core_steps
from clamh.model.errors import InputError
from clamh.model.sources import Unit
from clamh.pipeline import check_sources, forecast


def bind(tmp_path: Path, text: str, **headers: str) -> Unit:
    for name, header in headers.items():
        (tmp_path / f"{name}.h").write_text(header)
    (tmp_path / "suite.c").write_text(text)
    return forecast([str(tmp_path / "suite.c")], lambda _: None).units[0]


STATE = "//@@State(Scope.Thread)\n//@@AuxCounters\nstruct S { long n; double _hidden; char *text; long many[4]; unsigned few : 3; };\n//@@Benchmark\nint b(struct S *s) { return 1; }\n"


def test_functions_with_a_pointer_to_a_state_are_its_methods(tmp_path: Path) -> None:
    unit = bind(tmp_path, STATE + """
//@@Setup
static void fill(Random *random, struct S *s) { s->n = 1; }
//@@Check
long kept(const struct S *s) { return s->n; }
//@@Setup
void everywhere(void) {}
""")
    fixtures = {fixture.name: fixture for fixture in unit.fixtures}
    assert set(fixtures) == {"S.fill", "everywhere"}
    assert fixtures["S.fill"].states == ("S",) and fixtures["S.fill"].declaration.facts["own"] == 1
    assert [parameter.takes for parameter in fixtures["S.fill"].declaration.parameters] == ["Random"]
    assert [check.name for check in unit.states[0].checks] == ["kept"]


def test_counters_are_numbers_and_functions_without_underscore(tmp_path: Path) -> None:
    unit = bind(tmp_path, STATE + """
double mean(const struct S *s) { return s->n; }
double _helper(const struct S *s) { return s->n; }
double declared(const struct S *s);
void nothing(struct S *s) {}
double two(struct S *s, int n) { return n; }
double by_value(struct S s) { return s.n; }
""")
    assert [(counter.name, counter.method) for counter in unit.states[0].aux.counters] == [("S.n", False), ("S.mean", True)]


def test_typedefs_of_headers_lead_to_their_structs(tmp_path: Path) -> None:
    unit = bind(tmp_path, '#include "state.h"\n//@@Setup\nvoid fill(Input *in) { in->n = 1; }\n//@@Benchmark\nint b(InputRef in) { return in->n; }\n',
                state='#include "more.h"\ntypedef struct input Input;\n', more="//@@State(Scope.Thread)\nstruct input { int n; };\ntypedef struct input *InputRef;\n")
    assert [state.name for state in unit.states] == ["input"] and unit.benchmarks[0].states == ("input",)
    assert [fixture.name for fixture in unit.fixtures] == ["input.fill"]


@pytest.mark.parametrize("text", [
    "//@@Benchmark\nint f(const int &x) { return x; }\n", "namespace n {\n//@@Benchmark\nint f() { return 1; }\n}\n",
    "template <class T> T g(T x) { return x; }\n//@@Benchmark\nint f(void) { return g(1); }\n",
    "#include <vector>\nstatic std::vector<int> all;\n//@@Benchmark\nint f(void) { return 1; }\n",
    "class A { int n; };\n//@@Benchmark\nint f(void) { return 1; }\n", "//@@State(Scope.Thread)\nstruct S { int n;\n//@@Setup\nvoid f() { n = 1; } };\n//@@Benchmark\nint b(struct S *s) { return 1; }\n",
    "//@@Benchmark\nint f(void) { return static_cast<int>(1.5); }\n",
    "struct S { int n; };\nint operator+(struct S a, struct S b) { return a.n + b.n; }\n//@@Benchmark\nint f(void) { return 1; }\n",
    "template <typename... T> int g(T... x) { return 1; }\n//@@Benchmark\nint f(void) { return g(1); }\n",
    "template <class T> struct S { T n; };\n//@@State(Scope.Thread)\nclass Input { public: int n = 1; };\n//@@Benchmark\nint f(Input &i) { return i.n; }\n",
    '#include "b63.h"\n#include <vector>\nB63_BENCHMARK(fill, n) { std::vector<int> all(n); B63_KEEP(all); }\n',
])
def test_cpp_in_a_c_file_is_reported_with_what_to_do(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.c").write_text(text)
    with pytest.raises(InputError) as raised:
        forecast([str(tmp_path / "x.c")], lambda _: None)
    (problem,) = raised.value.diagnostics
    assert "a file that ends in .c is C" in problem.message and "ends in .cpp" in problem.hint and problem.location


@pytest.mark.parametrize("text", [
    "struct new { int class; };\n//@@Benchmark\nint f(void) { struct new template = {1}; int operator = 2; return template.class < operator; }\n",
    "#ifdef __cplusplus\nnamespace n {}\n#endif\n//@@Benchmark\nint f(void) { return 1; }\n",
    "#ifdef __cplusplus\n#if 1\n#endif\nnamespace n {}\n#endif\n//@@Benchmark\nint f(void) { return 1; }\n",
    "#include <stdio.h>\nstruct namespace { int id; };\n//@@Benchmark\nint f(void) { char operator = (char) getchar(); return operator; }\n",
    "union\nnamespace { int id; };\n//@@Benchmark\nint f(void) { int classes = 9, n = 0; for (int template = 0; template < classes; ++template) ++n; return n; }\n",
    "/* std::vector, template <class T> */ const char *s = \"namespace x {\";\n//@@Benchmark\nint f(void) { return 1; }\n",
    "//@@Benchmark\nint f(void) { int a = 1, b = 2; return a & b ? a : b; }\n",
])
def test_c_that_looks_like_cpp_is_c(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.c").write_text(text)
    assert [problem.message for problem in check_sources([str(tmp_path / "x.c")])] == []


@pytest.mark.language("c")
def test_functions_that_the_worker_calls_are_known(tmp_path: Path) -> None:
    for step in (steps := core_steps(("gcc",), (), ())):
        for name, text in step.files.items():
            (tmp_path / name).write_text(text)
        subprocess.run(step.argv, cwd=tmp_path, check=True)
    objects = [name for step in steps for name in step.outputs]
    subprocess.run(["ld", "-r", *objects, "-o", "both.o"], cwd=tmp_path, check=True)  # each calls the other's functions
    printed = subprocess.run(["nm", "-u", tmp_path / "both.o"], capture_output=True, text=True, check=True).stdout
    called = {line.split()[-1] for line in printed.splitlines()}
    assert called and {name for name in called if not name.startswith("_")} <= LIBRARY
    (tmp_path / "x.c").write_text("//@@Benchmark\nint f(void) { return 1; }\nint read(void) { return 1; }\nstatic int write(void) { return 2; }\nint open(void);\n")
    with pytest.raises(InputError, match="read is a function of the C library"):
        forecast([str(tmp_path / "x.c")], lambda _: None)


@pytest.mark.parametrize(("text", "typedefs"), [
    ("static long helper(Random *random);\n//@@Benchmark\nint f(Random *random) { return 1; }\n", ["Random"]),
    ("typedef struct { struct { int n; } inner; } Random;\n//@@State(Scope.Thread)\nstruct S { Random *random; };\n"
     "//@@Benchmark\nint f(struct S *s, clamh_random *random) { return 1; }\n", []),
    ("typedef struct { int n; } Random, *RandomRef;\n//@@Benchmark\nint f(clamh_random *random) { return Random *twice != 0; }\n", []),
    ("#include <random_of_a_library.h>\n//@@State(Scope.Thread)\nstruct S { Random *random; };\n"
     "//@@Benchmark\nint f(struct S *s) { return 1; }\n", []),
    ("typedef Random *RandomRef;\n//@@Benchmark\nint f(Random *random) { return 1; }\n", ["Random"]),
    ("static void use(Blackhole *hole);\n//@@Benchmark\nint f(void) { return 1; }\n", ["Blackhole"]),
])
def test_short_names_are_ours_only_if_the_source_means_them(tmp_path: Path, text: str, typedefs: list[str]) -> None:
    wrapper = generate(bind(tmp_path, text))
    assert re.findall(r"^typedef \w+ (\w+);", wrapper.files[wrapper.entry], re.MULTILINE) == typedefs


@pytest.mark.parametrize(("text", "found"), [
    ('extern "C" int g(void);', 'extern "C"'), ("int *p = new int(3);", "= new int"), ("auto l = [&](int y) { return y; };", "= [&]("), ("using I = int;", "using I ="),
    ("static int g(const Foo &x) { return x; }", "const Foo &x)"), ("void h(int & x, int y);", "int & x,"),
    ("int g(int x, const int *y) { return (const int) x &*y, (int)&x, sizeof(int) & x, f(x & *y) && f(x &x); }", None),
    ("#if !defined(__cplusplus)\n#if X\n#else\n#endif\n#else\n#if Y\n#include <atomic>\n#endif\n#endif\n#include <new>\n", "#include <new>"),
    ('int new, x = new, a[] = {[2] = 5}; /* #include <new> */ char t[] = "extern \\"C\\""; void f(void) { __asm__("" : [out] "=r"(x) : [in] "r"(new)); }', None),
    ("/*\n#include <vector>\n*/\nint p[] = {\n#ifdef A\n new\n#endif\n};\n", None), ("#if 0\n#include <vector>\n#endif\n", None),
    ('#if defined(FOO) && defined(__cplusplus)\nextern "C" {\n#endif\n', None), ('#if !__cplusplus\n#else\nextern "C" {\n#endif\n', None),
    ('#if A\n#elif defined(__cplusplus)\nextern "C" {\n#endif\n', None),
])
def test_only_what_is_cpp_makes_a_file_one_of_cpp(text: str, found: str | None) -> None:
    place = find_cpp(text.encode())
    assert (place and place[1]) == found and (place is None or text.find(found) == place[0])


A = "//@@Benchmark\n"
SPLIT = "#if ( 0 )\nint {0}(int a) {{\n#elif X\nint {0}(long a) {{\n#else\nint {0}(void) {{\n#endif\nreturn 1; }}\n"


@pytest.mark.parametrize(("text", "keys"), [
    (f"{A}#if 0\nIt isn't code.\n#endif\nint a(void) {{ return 1; }}\n", ["a"]),
    (f"{A}#if 0\nprose about a\n#endif\nint a(void) {{ return 1; }}\n", ["a"]),
    (f'#if 0\nIt "is\n#if X\n{{\n#else\n#endif\n#endif\n{A}int a(void) {{ return 1; }}\n', ["a"]),
    (f"#if 0 // (\nOne }} and one {{, /* #endif */ (\n#endif\n{A}int a(void) {{ return 1; }}\n", ["a"]),
    (A + SPLIT.format("a") + SPLIT.format("no") + f"{A}int c(void) {{ return 1; }}\n", ["a", "c"]),  # the first branch shares the brace
    (f"#if 0\n{A}int a(void) {{ return '\\''; }}\n#endif\n", ["a"]),  # its entry does not exist
])
def test_what_if_0_skips_need_not_be_code(tmp_path: Path, text: str, keys: list[str]) -> None:
    assert [benchmark.key for benchmark in bind(tmp_path, text).benchmarks] == keys
    assert not [problem for problem in check_sources([str(tmp_path / "suite.c")]) if problem.severity == "error"]
