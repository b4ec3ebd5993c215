from __future__ import annotations

import pytest
from made_sources import codes, sources

from clamh.model.sources import AuxCounters
from clamh.sources.annotations.benchmarks import bind_benchmarks
from clamh.sources.annotations.sources import Sources


def aux(bound: Sources) -> AuxCounters:
    (state,) = bound.states.values()
    assert state.aux is not None
    return state.aux


def counters(bound: Sources) -> dict[str, bool]:
    """Whether each counter is a method, by its name."""
    return {counter.name: counter.method for counter in aux(bound).counters}


def test_public_numeric_fields_and_methods_are_counters() -> None:
    bound = sources("""
        @AuxCounters(value = AuxCounters.Type.EVENTS, unit = "B", scale = 1024) @State(Scope.Thread) class S {
            int hidden; std::string text() { return ""; }
        protected: int inherited;
        public:
            using Bytes = std::uint64_t;
            long long hits, misses; Bytes bytes; const int fixed = 1; static const int shared = 1;
            S() {} ~S() {} S &operator=(const S &) = default;
            union { struct { long deep; }; float shallow; };
            long unsigned int missed; auto kept() const -> const long & { return hits; } auto at() -> int * { return nullptr; }
            double rate() { return 1; } int with(int n) { return n; } void nothing() {}
            @Setup void setup() {} @Param("1") int n;
        private: int again;
        };
    """)
    assert codes(bound) == ["aux-type"]  # a pointer
    assert counters(bound) == {"S::hits": False, "S::misses": False, "S::bytes": False, "S::deep": False, "S::shallow": False,
                               "S::missed": False, "S::kept": True, "S::rate": True}
    assert (aux(bound).type, aux(bound).unit, aux(bound).scale) == ("EVENTS", "B", 1024)


def test_fields_with_a_numeric_value_count_in_an_untyped_language() -> None:
    bound = sources("""
        // @Benchmark
        // @@Benchmark is elsewhere
        //@@AuxCounters
        //@@State(Scope.Thread)
        class S {
            hits = 0; big = 1n; items = []; #hidden = 0; text = ""; static shared = 0;
            total() { return this.hits + 1; }
            /** @returns {string} */ name() { return "s"; }
            reset() { this.hits = 0; }
            async later() { return 1; }
            add(n) { return n; }
            static of() { return 1; }
        }
    """, path="x.js")
    assert codes(bound) == []
    assert counters(bound) == {"S.hits": False, "S.big": False, "S.total": True}
    assert aux(bound).type == "OPERATIONS"


def test_typescript_counts_public_members_with_a_number() -> None:
    bound = sources("""
        type Bytes = number;
        //@@AuxCounters
        //@@State(Scope.Thread)
        class S {
            hits = 0; public misses: Bytes = 0; private next = 0; protected static base = 1; readonly limit: number = 9;
            private readonly seed = 1; total(): number { return this.hits; } private twice(): number { return 2 * this.hits; }
            name(): string { return "s"; } reset(): void { this.hits = 0; }
            items: readonly number[]
            calls = 0
        }
    """, path="x.ts")
    assert codes(bound) == []
    assert counters(bound) == {"S.hits": False, "S.misses": False, "S.total": True, "S.calls": False}


def test_java_keeps_jmhs_annotation_and_takes_units_from_a_comment() -> None:
    bound = sources("""
        package p; public class X {
            //@@AuxCounters(unit = "B", scale = 1000)
            @AuxCounters(AuxCounters.Type.EVENTS) @State(Scope.Thread) public static class S {
                public int hits; int hidden; public Long boxed; public long total() { return 1; }
            }
        }
    """, path="X.java")
    assert codes(bound) == []
    assert counters(bound) == {"p.X.S.hits": False, "p.X.S.boxed": False, "p.X.S.total": True}
    assert (aux(bound).type, aux(bound).unit, aux(bound).scale) == ("EVENTS", "B", 1000)


@pytest.mark.parametrize(("text", "code"), [
    ("@AuxCounters @State(Scope.Benchmark) struct S { int n; };", "aux-scope"),
    ("@AuxCounters @State(Scope.Thread) struct S {};", "aux-empty"),
    ("@AuxCounters @State(Scope.Thread) class S { int n; };", "aux-empty"),
    ("@AuxCounters @State(Scope.Thread) struct S { int n; char *text; };", "aux-type"),
    ("@AuxCounters @State(Scope.Thread) struct S { int n; bool on() { return true; } };", "aux-type"),
    ("@AuxCounters @State(Scope.Thread) struct S { static long n; };", "aux-static"),
    ("@AuxCounters @State(Scope.Thread) struct S { int n; long all[4]; };", "aux-type"),
    ("@AuxCounters @State(Scope.Thread) struct S { int n; unsigned few : 3; };", "aux-type"),
    ("@AuxCounters @State(Scope.Thread) struct S { int n; int &other; };", "aux-type"),
])
def test_a_wrong_counter_is_reported_as_in_jmh(text: str, code: str) -> None:
    assert codes(sources(text)) == [code]


def test_two_counters_of_one_name_in_a_benchmark_clash() -> None:
    state = "@AuxCounters @State(Scope.Thread) struct {} {{ int n; }};\n"
    text = state.format("A") + state.format("B") + "@Benchmark int f(A &a) { return 1; }\n"
    alone = sources(text)
    bind_benchmarks(alone)
    assert codes(alone) == []
    both = sources(text + "@Benchmark int g(A &a, B &b) { return 1; }")
    bind_benchmarks(both)
    (problem,) = both.problems
    assert problem.code == "aux-clash"
    assert (problem.message, problem.location.line) == ("g has two counters named n, A::n and B::n", 2)


def test_a_method_that_is_defined_outside_of_its_class_is_one_counter() -> None:
    bound = sources("@AuxCounters @State(Scope.Thread) struct S { int n; long hits() const; };\n"
                    "long S::hits() const { return n; }\n@Benchmark int f(S &s) { return 1; }\n")
    bind_benchmarks(bound)
    assert codes(bound) == [] and counters(bound) == {"S::n": False, "S::hits": True}
