from __future__ import annotations

import pytest

from clamh.languages import language_of_file
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Parsed, SourceFile, Suite
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text


def parsed(text: str, path: str = "x.cpp") -> Parsed:
    language = language_of_file(path)
    assert language is not None
    source = SourceFile(path=path, language=language.id, sha256="", benchmarks=True)
    file, problems = parse_text(source, text.encode(), language)
    assert problems == []
    return file


def bound(*texts: str) -> tuple[Suite, list[Diagnostic]]:
    return bind([[parsed(text) for text in texts]])


BENCHMARK = "@Benchmark int f() { return 1; }\n"


def test_binding_no_sources_gives_an_empty_suite() -> None:
    assert bind([]) == (Suite(units=()), [])


def test_a_source_without_benchmarks_is_an_error_only_alone() -> None:
    empty, full = parsed("int x;", "empty.cpp"), parsed(BENCHMARK)
    suite, (problem,) = bind([[empty], [full]])
    assert [unit.source.path for unit in suite.units] == ["x.cpp"]
    assert (problem.code, problem.severity, problem.location.path) == ("no-benchmark", "warning", "empty.cpp")
    _, (problem,) = bind([[empty]])
    assert (problem.code, problem.severity) == ("no-benchmark", "error")


def test_benchmarks_of_a_companion_do_not_count() -> None:
    suite, problems = bound(BENCHMARK, BENCHMARK.replace("f()", "g()"))
    assert problems == []
    assert [benchmark.name for benchmark in suite.units[0].benchmarks] == ["f"]
    assert len(suite.units[0].companions) == 1


@pytest.mark.parametrize("path", ["own.c", "own.cpp"])
def test_an_included_file_with_benchmarks_is_reported_unless_it_is_named(path: str) -> None:
    source, other = (parsed("//@@Benchmark\nint f(void) { return 1; }\n", name) for name in (path, f"other.{path}"))
    header = parsed("//@@Benchmark\nint g(void) { return 1; }\n", "bench.h")
    _, (problem,) = bind([[source, header], [other, header]])
    assert (problem.code, problem.severity, problem.location.path, problem.location.line) == ("unmeasured-file", "warning", "bench.h", 2)
    assert problem.message.startswith("'bench.h' has benchmarks that are not measured") and problem.hint == f"name both: {path} bench.h"
    assert bind([[source, header], [header]])[1] == []


@pytest.mark.parametrize(("condition", "severity"), [
    ("#ifdef HAVE_IT\n{}\n#endif\n", "warning"),
    ("#if A\n#else\n{}\n#endif\n", "warning"),
    ("#if A\n#endif\n{}\n", "error"),
    ("#ifndef GUARD\n#define GUARD\n{}\n#endif\n", "error"),
    ("{}\n", "error"),
])
def test_problems_under_a_preprocessor_condition_are_warnings(condition: str, severity: str) -> None:
    _, (problem,) = bound(condition.replace("{}", "@Benchmark int g(Missing &x) { return 1; }") + BENCHMARK)
    assert (problem.code, problem.severity) == ("unknown-state", severity)


def test_a_state_is_looked_up_from_its_scope_outward() -> None:
    state = "@State(Scope.Thread) struct S {{ @Param(\"{}\") int n; }};"
    suite, problems = bound(f"""
        {state.format("outer")}
        namespace a {{ {state.format("a")} namespace b {{ @Benchmark int inner(S &s) {{ return 1; }} }} }}
        @Benchmark int outer(S &s) {{ return 1; }}
        @Benchmark int named(const a::S &s, ::S &t) {{ return 1; }}
    """)
    assert problems == []
    assert {benchmark.name: benchmark.states for benchmark in suite.units[0].benchmarks} == {
        "a::b::inner": ("a::S",), "outer": ("S",), "named": ("a::S", "S")}


def test_static_and_other_methods_of_a_state_use_it() -> None:
    suite, _ = bound("""
        @State(Scope.Thread) struct S {
            @Benchmark int own() { return 1; }
            @Benchmark static int shared() { return 1; }
            @Benchmark int both(S &other) { return 1; }
        };
    """)
    assert [benchmark.states for benchmark in suite.units[0].benchmarks] == [("S",), ("S",), ("S",)]


def test_binding_resolves_each_parameter() -> None:
    suite, problems = bound("""
        @State(Scope.Thread) struct S { @Setup void fill(Blackhole &b, S &s) {} };
        @Benchmark int f(const S &s, harness_utils::Blackhole &b, int n = 1, const S &t = S()) { return 1; }
    """)
    assert problems == []
    (unit,) = suite.units
    takes = {function.name: [parameter.takes for parameter in function.declaration.parameters]
             for function in (*unit.benchmarks, *unit.fixtures)}
    assert takes == {"f": ["S", "Blackhole", "", "S"], "S::fill": ["Blackhole", "S"]}


def test_two_states_of_one_name_are_reported() -> None:
    texts = ["@Benchmark function f(data) {}\n@State(Scope.Thread) class Data {}", "//@@State(Scope.Thread)\nclass Data {}"]
    _, (problem,) = bind([[parsed(text, f"{number}.js") for number, text in enumerate(texts)]])
    assert (problem.code, problem.location.path) == ("two-states", "1.js")
    assert "'0.js'" in problem.message


SPELLED = {
    "x.cpp": "//@@Benchmark{}\nint f() {{ return 1; }}\n",
    "x.js": "//@@Benchmark{}\nfunction f() {{ return 1; }}\n",
    "x.ts": "//@@Benchmark{}\nfunction f(): number {{ return 1; }}\n",
    "X.java": "import org.openjdk.jmh.annotations.*;\npublic class X {{\n    //@@Benchmark{}\n"
              "    @Benchmark public int f() {{ return 1; }}\n}}\n",
}


@pytest.mark.parametrize(("arguments", "baseline"), [
    ("", ""), ("(baseline = false)", ""), ("(baseline = true)", "reference"), ("(baseline = Baseline.BOUND)", "bound"),
    ("(baseline = bound)", "bound"),
])
@pytest.mark.parametrize("path", SPELLED)
def test_a_benchmark_is_a_baseline_or_a_bound_in_every_language(path: str, arguments: str, baseline: str) -> None:
    suite, problems = bind([[parsed(SPELLED[path].format(arguments), path)]])
    assert problems == [] and [benchmark.baseline for benchmark in suite.units[0].benchmarks] == [baseline]


STATE = "@State(Scope.Thread) struct Numbers {{ int n; {0} }};\n"
USES = "@Benchmark int f(Numbers &numbers) { return numbers.n; }\n"


@pytest.mark.parametrize(("text", "random"), [
    ("@Benchmark int f(Random &random) { return 1; }\n", True),
    (STATE.format("@Setup void fill(Random &random) {}") + USES, True),
    (STATE.format("@Setup(Level.Invocation) void fill(Random &random) {}") + USES, True),
    ("@State(Scope.Thread) struct Source { @Setup void fill(Random &random) {} };\n"
     + STATE.format("@Setup void fill(Source &source) {}") + USES, True),
    (STATE.format("@Teardown void end(Random &random) {}") + USES, False),
    (STATE.format("@Setup(benchmarks = \"other\") void fill(Random &random) {}") + USES
     + "@Benchmark int other(Numbers &n) { return 2; }\n", False),
    (STATE.format("@Setup void fill(Random &random) {}")
     + "@Benchmark int f() { return 1; }\n@Benchmark int g(Numbers &n) { return 1; }\n", False),
    (STATE.format("@Setup void fill() {}") + USES, False),
])
def test_a_benchmark_is_random_if_it_or_its_setup_takes_Random(text: str, random: bool) -> None:
    suite, problems = bound(text)
    assert [problem.message for problem in problems if problem.severity == "error"] == []
    assert next(benchmark.random for benchmark in suite.units[0].benchmarks if benchmark.name == "f") is random


@pytest.mark.parametrize(("text", "path", "messages"), [
    ("@State(Scope.Group) struct Queue { @Benchmark int run() { return 1; } };", "x.cpp",
     ["run is a method of Queue, a state of a group, but is in no group"]),
    ("@State(Scope.Group) struct Queue { @Benchmark @Group int run() { return 1; } };", "x.cpp", []),
    ("@State(Scope.Group) public class X { @Benchmark public int run() { return 1; } }", "X.java", []),  # JMH checks it
])
def test_a_group_state_as_own_class_needs_a_group(text: str, path: str, messages: list[str]) -> None:
    assert [problem.message for problem in bind([[parsed(text, path)]])[1]] == messages


FREE = "@Benchmark int f() { return 1; }\n"


@pytest.mark.parametrize(("text", "severities"), [
    ("@Layout(Layout.static) int helper() { return 1; }\n", ["error"]),
    ("@AutoWarmup int helper() { return 1; }\n", ["error"]),
    ("@Fork(2) @State(Scope.Thread) struct Data { int n; };\n@Benchmark int g(Data &data) { return data.n; }\n", ["warning"]),
    ("@Fork(2) @Layout(static) struct Data { int n; };\n", ["warning", "warning"]),
    ("@Fork(2) struct Data { @Benchmark int g() { return 1; } };\n", []),
    ("@Fork(2) struct Data { struct Inner { @Benchmark int g() { return 1; } }; };\n", []),
    ("@Fork(2) struct Data { int n; };\nstruct Derived : Data { @Benchmark int g() { return 1; } };\n", []),
    ("struct Data { @Benchmark int g() { return 1; } };\n@Fork(2) struct Derived : Data {};\n", []),
])
def test_settings_without_a_benchmark_are_reported(text: str, severities: list[str]) -> None:
    problems = bound(text + FREE)[1]
    assert [problem.severity for problem in problems] == severities
    assert {problem.code for problem in problems} <= {"without-company"}


def test_settings_of_a_companions_class_are_not_reported() -> None:
    assert bound(FREE, "@Fork(2) struct Data { int n; };\n")[1] == []


def test_functions_of_different_groups_in_java_may_have_one_name() -> None:
    text = """
public class X {{
    @State(Scope.Group) public static class Data {{}}
    @State(Scope.Group) public static class Padded {{}}
    @Benchmark @Group("plain") public int read(Data data) {{ return 1; }}
    @Benchmark @Group("{}") public int read(Padded data) {{ return 1; }}
}}"""  # as in JMHSample_22_FalseSharing
    suite, problems = bind([[parsed(text.format("padded"), "X.java")]])
    assert problems == [] and [benchmark.name for benchmark in suite.units[0].benchmarks] == ["clamh.X.plain", "clamh.X.padded"]
    assert [problem.code for problem in bind([[parsed(text.format("plain"), "X.java")]])[1]] == ["overloaded-benchmark"]


def test_members_of_a_group_cannot_have_different_layouts() -> None:
    members = "@Benchmark @Group {} void a() {{}}\n@Benchmark @Group {} void b() {{}}\n"
    _, problems = bound(members.format("@Layout(static)", "@Layout(random, seed = 3)"))
    assert [problem.code for problem in problems] == ["colliding-settings"]


AGAIN = {
    "x.cpp": "@State(Scope.Thread) struct Base { @Param({\"1\"}) int n; };\n"
             "struct Derived : Base { @Param({\"2\"}) int n; @Benchmark int f() { return n; } };\n",
    "x.go": "package p\n// @@State(Scope.Thread)\ntype Base struct {\n// @@Param(1)\nN int\n}\n"
            "// @@State(Scope.Thread)\ntype Derived struct {\nBase\n// @@Param(2)\nN int\n}\n"
            "// @@Benchmark\nfunc (d *Derived) F() int { return d.N }\n",
    "x.js": "//@@State(Scope.Thread)\nclass Base {\n//@@Param(1)\nn = 0;\n}\n"
            "class Derived extends Base {\n//@@Param(2)\nn = 0;\n//@@Benchmark\nf() { return this.n; }\n}\n",
}


@pytest.mark.parametrize(("path", "messages"), [
    ("x.cpp", ["Derived has two params n: fields of Base and Derived"]),
    ("x.go", ["p.Derived has two params N: fields of p.Base and p.Derived"]), ("x.js", []),
])
def test_a_param_that_a_subclass_declares_again_is_an_error(path: str, messages: list[str]) -> None:
    problems = bind([[parsed(AGAIN[path], path)]])[1]
    assert [problem.message for problem in problems if problem.severity == "error"] == messages
    assert [(problem.code, problem.location.line > 1) for problem in problems if problem.message in messages] == [
        ("repeated-param", True)] * len(messages)


@pytest.mark.parametrize(("path", "text", "names"), [
    ("x.cpp", "@State(Scope.Thread) struct S { @Param({\"1\"}) int n; @Param({\"2\"}) int m_n; @Benchmark int f() { return n; } };\n",
     "S has the params n and m_n"),
    ("x.js", "//@@State(Scope.Thread)\nclass S {\n//@@Param(1)\n_size = 0;\n//@@Param(2)\nSIZE = 0;\n//@@Benchmark\nf() { return this._size; }\n}\n",
     "S has the params _size and SIZE"),
    ("X.java", "import org.openjdk.jmh.annotations.*;\n@State(Scope.Thread) public class X {\n@Param({\"1\"}) int n;\n@Param({\"2\"}) int N;\n"
               "@Benchmark public int f() { return n; } }\n", "clamh.X has the params n and N"),
])
def test_two_params_with_the_same_key_are_an_error(path: str, text: str, names: str) -> None:
    errors = [problem for problem in bind([[parsed(text, path)]])[1] if problem.severity == "error"]
    assert [(problem.code, problem.message) for problem in errors] == [
        ("repeated-param", f"{names}, which are spellings of the same name")]


def test_spellings_of_one_param_under_a_condition_are_no_error() -> None:
    text = "@State(Scope.Thread) struct S {\n#ifdef WIDE\n@Param({\"1\"}) long m_n;\n#else\n@Param({\"1\"}) int n;\n#endif\n};\n"
    assert bound(text + "@Benchmark int f(S &s) { return 1; }\n")[1] == []


def test_alternatives_of_one_param_under_a_condition_are_no_error() -> None:
    text = "@State(Scope.Thread) struct S {\n#ifdef WIDE\n@Param({\"1\"}) long n;\n#else\n@Param({\"1\"}) int n;\n#endif\n};\n"
    assert bound(text + "@Benchmark int f(S &s) { return s.n; }\n")[1] == []


@pytest.mark.parametrize(("first", "found"), [
    ("@State(Scope.Thread)", []), ("@State(Scope.Benchmark)", ["state-alternatives"]),
    ("@AuxCounters @State(Scope.Thread)", ["state-alternatives"]),
])
def test_alternatives_of_a_state_have_equal_annotations(first: str, found: list[str]) -> None:
    """The class is registered once, with one scope."""
    text = f"#ifdef BIG\n{first} struct S {{ long n; }};\n#else\n@State(Scope.Thread) struct S {{ long n; }};\n#endif\n"
    problems = bound(text + "@Benchmark long f(S &s) { return s.n; }\n")[1]
    assert [problem.code for problem in problems if problem.severity == "error"] == found


@pytest.mark.parametrize(("definition", "found"), [
    ("@Setup void S::fill() {}\n", ["annotated-twice"]),
    ("void S::fill() {}\n", []),
    ("@Setup void S::fill(Blackhole &hole) {}\n", []),
    ("@Teardown void S::fill() {}\n", []),
])
def test_a_fixture_annotated_at_its_declaration_and_definition_is_an_error(definition: str, found: list[str]) -> None:
    text = "@State(Scope.Thread) struct S { @Setup void fill(); void fill(Blackhole &hole); };\n"
    assert [problem.code for problem in bound(text + definition + BENCHMARK)[1]] == found


def test_fixtures_annotated_twice_under_conditions_are_no_error() -> None:
    text = "@State(Scope.Thread) struct S {\n#ifdef A\n@Setup void fill();\n#endif\n};\n#ifndef A\n@Setup void S::fill() {}\n#endif\n"
    assert bound(text + BENCHMARK)[1] == []
