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
def test_a_fixture_is_for_the_benchmarks_whose_name_has_the_pattern(pattern: str, only: tuple[str, ...]) -> None:
    found = sources(TEXT.format(pattern))
    (fixture,) = bind_fixtures(found, bind_benchmarks(found))
    assert codes(found) == []
    assert fixture.only == only


@pytest.mark.parametrize(("pattern", "code"), [("nothing", "fixture-of-none"), ("(", "fixture-pattern")])
def test_a_pattern_that_is_none_or_matches_none(pattern: str, code: str) -> None:
    found = sources(TEXT.format(pattern))
    bind_fixtures(found, bind_benchmarks(found))
    assert codes(found) == [code]


def test_without_a_pattern_it_is_for_all() -> None:
    found = sources("@State(Scope.Thread) struct S { @Setup void fill() {} };")
    (fixture,) = bind_fixtures(found, [])
    assert fixture.only is None
