from __future__ import annotations

import pytest

from clamh.languages import by_extension
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Parsed, SourceFile, Suite
from clamh.sources.bind import bind
from clamh.sources.parse import parse_text


def parsed(text: str, path: str = "x.cpp") -> Parsed:
    language = by_extension(path)
    assert language is not None
    one, problems = parse_text(SourceFile(path=path, language=language.id, sha256="", benchmarks=True), text.encode(),
                               language)
    assert problems == []
    return one


def bound(*texts: str) -> tuple[Suite, list[Diagnostic]]:
    return bind([[parsed(text) for text in texts]])


BENCHMARK = "@Benchmark int f() { return 1; }\n"


def test_nothing_is_bound_to_nothing() -> None:
    assert bind([]) == (Suite(units=()), [])


def test_a_source_without_benchmarks_is_a_warning_beside_others_and_an_error_alone() -> None:
    empty, full = parsed("int x;", "empty.cpp"), parsed(BENCHMARK)
    suite, (problem,) = bind([[empty], [full]])
    assert [unit.source.path for unit in suite.units] == ["x.cpp"]
    assert (problem.code, problem.severity, problem.location.path) == ("no-benchmark", "warning", "empty.cpp")
    _, (problem,) = bind([[empty]])
    assert (problem.code, problem.severity) == ("no-benchmark", "error")


def test_benchmarks_of_a_companion_are_not_the_sources() -> None:
    suite, problems = bound(BENCHMARK, BENCHMARK.replace("f()", "g()"))
    assert problems == []
    assert [one.name for one in suite.units[0].benchmarks] == ["f"]
    assert len(suite.units[0].companions) == 1


@pytest.mark.parametrize(("condition", "severity"), [
    ("#ifdef HAVE_IT\n{}\n#endif\n", "warning"),
    ("#if A\n#else\n{}\n#endif\n", "warning"),
    ("#if A\n#endif\n{}\n", "error"),
    ("#ifndef GUARD\n#define GUARD\n{}\n#endif\n", "error"),
    ("{}\n", "error"),
])
def test_what_the_preprocessor_may_remove_is_left_to_the_compiler(condition: str, severity: str) -> None:
    _, (problem,) = bound(condition.replace("{}", "@Benchmark int g(Missing &x) { return 1; }") + BENCHMARK)
    assert (problem.code, problem.severity) == ("unknown-state", severity)


def test_a_state_is_found_where_it_is_meant() -> None:
    state = "@State(Scope.Thread) struct S {{ @Param(\"{}\") int n; }};"
    suite, problems = bound(f"""
        {state.format("outer")}
        namespace a {{ {state.format("a")} namespace b {{ @Benchmark int inner(S &s) {{ return 1; }} }} }}
        @Benchmark int outer(S &s) {{ return 1; }}
        @Benchmark int named(const a::S &s, ::S &t) {{ return 1; }}
    """)
    assert problems == []
    assert {one.name: one.states for one in suite.units[0].benchmarks} == {
        "a::b::inner": ("a::S",), "outer": ("S",), "named": ("a::S", "S")}


def test_a_benchmark_of_a_state_uses_it_static_or_not() -> None:
    suite, _ = bound("""
        @State(Scope.Thread) struct S {
            @Benchmark int own() { return 1; }
            @Benchmark static int shared() { return 1; }
            @Benchmark int both(S &other) { return 1; }
        };
    """)
    assert [one.states for one in suite.units[0].benchmarks] == [("S",), ("S",), ("S",)]


def test_binding_says_what_each_parameter_takes() -> None:
    suite, problems = bound("""
        @State(Scope.Thread) struct S { @Setup void fill(Blackhole &b, S &s) {} };
        @Benchmark int f(const S &s, harness_utils::Blackhole &b, int n = 1, const S &t = S()) { return 1; }
    """)
    assert problems == []
    (unit,) = suite.units
    takes = {one.name: [p.takes for p in one.declaration.parameters] for one in (*unit.benchmarks, *unit.fixtures)}
    assert takes == {"f": ["S", "Blackhole", "", "S"], "S::fill": ["Blackhole", "S"]}


def test_states_of_two_files_are_told_apart_by_their_names() -> None:
    texts = ["@Benchmark function f(data) {}\n@State(Scope.Thread) class Data {}", "//@@State(Scope.Thread)\nclass Data {}"]
    _, (problem,) = bind([[parsed(text, f"{at}.js") for at, text in enumerate(texts)]])
    assert (problem.code, problem.location.path) == ("two-states", "1.js")
    assert "'0.js'" in problem.message


SPELLED = {
    "x.cpp": "//@@Benchmark{}\nint f() {{ return 1; }}\n",
    "x.js": "//@@Benchmark{}\nfunction f() {{ return 1; }}\n",
    "x.ts": "//@@Benchmark{}\nfunction f(): number {{ return 1; }}\n",
    "X.java": "import org.openjdk.jmh.annotations.*;\npublic class X {{\n    //@@Benchmark{}\n    @Benchmark public int f() {{ return 1; }}\n}}\n",
}


@pytest.mark.parametrize(("said", "baseline"), [
    ("", ""), ("(baseline = false)", ""), ("(baseline = true)", "reference"), ("(baseline = Baseline.BOUND)", "bound"),
    ("(baseline = bound)", "bound"),
])
@pytest.mark.parametrize("path", SPELLED)
def test_a_benchmark_is_a_baseline_or_a_bound_in_every_language(path: str, said: str, baseline: str) -> None:
    suite, problems = bind([[parsed(SPELLED[path].format(said), path)]])
    assert problems == [] and [one.baseline for one in suite.units[0].benchmarks] == [baseline]


STATE = "@State(Scope.Thread) struct Numbers {{ int n; {0} }};\n"
USES = "@Benchmark int f(Numbers &numbers) { return numbers.n; }\n"


@pytest.mark.parametrize(("text", "random"), [
    ("@Benchmark int f(Random &random) { return 1; }\n", True),
    (STATE.format("@Setup void fill(Random &random) {}") + USES, True),
    (STATE.format("@Setup(Level.Invocation) void fill(Random &random) {}") + USES, True),
    ("@State(Scope.Thread) struct Source { @Setup void fill(Random &random) {} };\n"
     + STATE.format("@Setup void fill(Source &source) {}") + USES, True),
    (STATE.format("@Teardown void end(Random &random) {}") + USES, False),
    (STATE.format("@Setup(benchmarks = \"other\") void fill(Random &random) {}") + USES + "@Benchmark int other(Numbers &n) { return 2; }\n", False),
    (STATE.format("@Setup void fill(Random &random) {}") + "@Benchmark int f() { return 1; }\n@Benchmark int g(Numbers &n) { return 1; }\n", False),
    (STATE.format("@Setup void fill() {}") + USES, False),
])
def test_a_benchmark_is_random_where_it_or_a_setup_that_it_needs_takes_Random(text: str, random: bool) -> None:
    suite, problems = bound(text)
    assert [one.message for one in problems if one.severity == "error"] == []
    assert next(one.random for one in suite.units[0].benchmarks if one.name == "f") is random
