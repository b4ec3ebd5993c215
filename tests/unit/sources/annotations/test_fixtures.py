from __future__ import annotations

import pytest
from made_sources import codes, sources

from clamh.sources.annotations.benchmarks import bind_benchmarks
from clamh.sources.annotations.fixtures import bind_fixtures

TEXT = """
    namespace N {{
    @State(Scope.Thread) struct S {{ @Setup(benchmarks = "{}") void fill() {{}} @Benchmark int find() {{ return 1; }} }};
    @Benchmark int find_all(S &s) {{ return 1; }}
    @Benchmark(name = "other") int sort(S &s) {{ return 1; }}
    }}
"""
FIND, FIND_ALL, SORT = "N::S::find", "N::find_all", "N::sort"


@pytest.mark.parametrize(("pattern", "only"), [
    ("find", (FIND, FIND_ALL)), ("^find$", (FIND,)), ("^find_all$|^sort$", (FIND_ALL, SORT)), ("S.find", (FIND,)),
    ("^N::S::", (FIND,)), ("^other$", (SORT,)), ("", (FIND, FIND_ALL, SORT)),
])
def test_a_fixture_runs_for_benchmarks_that_match_its_pattern(pattern: str, only: tuple[str, ...]) -> None:
    bound = sources(TEXT.format(pattern))
    (fixture,) = bind_fixtures(bound, bind_benchmarks(bound))
    assert codes(bound) == []
    assert fixture.only == only


@pytest.mark.parametrize(("pattern", "code"), [("nothing", "fixture-of-none"), ("(", "fixture-pattern")])
def test_a_wrong_or_unmatched_pattern_is_reported(pattern: str, code: str) -> None:
    bound = sources(TEXT.format(pattern))
    bind_fixtures(bound, bind_benchmarks(bound))
    assert codes(bound) == [code]


def test_a_fixture_without_a_pattern_runs_for_all() -> None:
    bound = sources("@State(Scope.Thread) struct S { @Setup void fill() {} };")
    (fixture,) = bind_fixtures(bound, [])
    assert fixture.only is None


BASE = "struct Base {{ @Setup {}void prepare({}) {{}} @Benchmark int run() {{ return 1; }} }};\n"


@pytest.mark.parametrize(("derived", "homes"), [
    ("@State(Scope.Thread) struct Derived : Base {};", ["Base", "Derived"]),
    ("@State(Scope.Thread) struct Derived : Base {}; struct Other : Base {};", ["Base", "Derived", "Other"]),
    ("struct Derived : Base {};", ["Base", "Derived"]),
])
def test_a_fixture_of_a_class_with_benchmarks_runs_beside_a_state_that_inherits_it(derived: str, homes: list[str]) -> None:
    bound = sources(BASE.format("", "") + derived)
    benchmarks = bind_benchmarks(bound)
    assert [fixture.home.name for fixture in bind_fixtures(bound, benchmarks)] == homes
    assert [benchmark.home.name for benchmark in benchmarks] == homes and codes(bound) == []


def test_a_static_fixture_of_a_base_belongs_to_the_state() -> None:
    bound = sources(BASE.format("static ", "") + "@State(Scope.Thread) struct Derived : Base {};")
    assert [fixture.home.name for fixture in bind_fixtures(bound, bind_benchmarks(bound))] == ["Derived"]


def test_a_fixture_outside_of_states_in_java_is_left_to_jmh() -> None:
    bound = sources("public class B { @Setup public void prepare() {} @Benchmark public int run() { return 1; }\n"
                    "@State(Scope.Thread) public static class D extends B {} }", path="B.java")
    assert [fixture.home.name for fixture in bind_fixtures(bound, bind_benchmarks(bound))] == ["D"]
