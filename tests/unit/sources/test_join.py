"""Does [same] join the benchmarks and params that it names, and is each wrong line reported with its place?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.model.configuration import Configuration, Same
from clamh.model.identity import assign_keys
from clamh.model.sources import Benchmark, Location, Param, Settings, SourceFile, State, Suite, Unit
from clamh.sources.join import join

HERE = Location(path="x", line=1)


def unit(source: str, language: str, *benchmarks: str, **states: tuple[str, ...]) -> Unit:
    """A source with these benchmarks, each of which takes all the states; `states` are names of params by state."""
    file = SourceFile(path=source, language=language, sha256="", benchmarks=True)
    return Unit(
        source=file, companions=(), parsed=(), fixtures=(),
        benchmarks=tuple(
            Benchmark(key=key or name, name=name, index=0, settings=Settings(), states=tuple(states), location=HERE)
            for name, key in zip(benchmarks, assign_keys([(name, None) for name in benchmarks], language), strict=True)),
        states=tuple(State(name=state, scope="Benchmark", location=HERE, index=0, params=tuple(
            Param(name=f"{state}::{name}", type="int", values=("1",), location=HERE, index=0) for name in params))
            for state, params in states.items()),
    )


@pytest.fixture
def joined(tmp_path: Path):
    """joined(units, lines): the suite, and each problem as (line, message); `paths` are by default the whole folder."""

    def joined(units: list[Unit], lines: dict[str, str], paths: list[str] | None = None):
        path = str(tmp_path / "clamh.toml")
        same = tuple(Same(name=name, other_name=other, location=Location(path=path, line=line))
                     for line, (name, other) in enumerate(lines.items(), 2))
        configurations = {unit.source.path: Configuration(path=path, same=same) for unit in units}
        suite, problems = join(Suite(units=tuple(units)), configurations, [str(tmp_path)] if paths is None else paths)
        assert all(problem.location and problem.hint for problem in problems)
        return suite, [(problem.location.line, problem.message) for problem in problems]

    return joined


def list_keys(suite: Suite) -> list[str]:
    return [f"{benchmark.name}={benchmark.key}" for unit in suite.units for benchmark in unit.benchmarks]


def list_same_names(suite: Suite) -> dict[str, str]:
    return {param.name: param.same for unit in suite.units for state in unit.states for param in state.params}


CPP = unit("a.cpp", "cpp", "ns::quick_sort", "ns::CppHeap::run", "ns::Merge::run", Data=("m_size", "seed"))
JAVA = unit("A.java", "java", "p.JavaSorting", "p.Heaps.go", "p.Merge.run", State=("count", "seed"))


@pytest.mark.parametrize(("lines", "expected"), [
    ({"JavaSorting": "quick_sort"}, ["quicksort", "heap.run", "merge.run", "quicksort", "go", "run"]),
    ({"sorting": "ns::quick_sort"}, ["quicksort", "heap.run", "merge.run", "quicksort", "go", "run"]),
    ({"quick_sort": "sorting"}, ["sorting", "heap.run", "merge.run", "sorting", "go", "run"]),
    ({"p.Heaps.go": "Heap.run"}, ["quicksort", "heap.run", "merge.run", "sorting", "heap.run", "run"]),
    ({"go": "HEAP.RUN", "p.Merge.run": "Merge.run"},
     ["quicksort", "heap.run", "merge.run", "sorting", "heap.run", "merge.run"]),
    ({"JavaSorting": "by_size", "quickSort": "bySize"}, ["bysize", "heap.run", "merge.run", "bysize", "go", "run"]),
])
def test_a_benchmark_gets_the_key_of_the_other_name(
    joined, lines: dict[str, str], expected: list[str]
) -> None:
    suite, problems = joined([CPP, JAVA], lines)
    assert problems == []
    assert list_keys(suite) == [f"{benchmark.name}={key}" for benchmark, key in zip(
        [*CPP.benchmarks, *JAVA.benchmarks], expected, strict=True)]


def test_a_param_gets_the_other_name(joined) -> None:
    suite, problems = joined([CPP, JAVA], {"State.count": "size"})
    assert problems == []
    assert list_same_names(suite) == {"Data::m_size": "", "Data::seed": "", "State::count": "size", "State::seed": ""}


def test_the_longest_name_of_several_lines_counts(joined) -> None:
    units = [unit("a.js", "javascript", "A.sort", "B.sum"), unit("b.js", "javascript", "C.sort", "C.sorted", "C.total")]
    suite, problems = joined(units, {"sort": "sorted", "C.sort": "sum"}, paths=[])
    assert problems == []
    assert list_keys(suite) == ["A.sort=sorted", "B.sum=sum", "C.sort=sum", "C.sorted=sorted", "C.total=total"]


@pytest.mark.parametrize(("lines", "line", "message"), [
    ({"bubble": "quick_sort"}, 2, "'bubble' is neither a benchmark nor a param"),
    ({"JavaSorting": "quick_sort", "Heap.go": "Heap.run"}, 3, "'Heap.go' is neither a benchmark nor a param"),
    ({"JavaSorting": "slow_sort"}, 2, "no other benchmark has the name 'slow_sort'"),
    ({"count": "sizes"}, 2, "no other param has the name 'sizes'"),
    ({"count": "quick_sort"}, 2, "no other param has the name 'quick_sort'"),
    ({"JavaSorting": "heap"}, 2, "no other benchmark has the name 'heap'"),  # a class alone is none
    ({"JavaSorting": "go"}, 2, "p.JavaSorting would be 'go', which is already p.Heaps.go of A.java"),
    ({"m_size": "seed"}, 2, "Data::m_size would be 'seed', which is already Data::seed of a.cpp"),
    ({"JavaSorting": "quick_sort", "java_sorting": "go"}, 3,
     "'java_sorting' and 'JavaSorting' in line 2 both mean p.JavaSorting"),
    # The target has another name itself: nothing has this name any more.
    ({"JavaSorting": "quick_sort", "quick_sort": "Heap.run"}, 2, "no other benchmark has the name 'quick_sort'"),
])
def test_a_wrong_line_is_reported(joined, lines: dict[str, str], line: int, message: str) -> None:
    _, problems = joined([CPP, JAVA], lines)
    assert (line, f"[same] of clamh.toml: {message}") in problems, problems


def test_an_ambiguous_short_name_is_reported(joined) -> None:
    _, problems = joined([CPP, unit("b.js", "javascript", "go")], {"go": "run"})
    assert problems == [(2, "[same] of clamh.toml: 'run' can mean ns::CppHeap::run or ns::Merge::run")]


def test_a_name_of_a_benchmark_and_a_param_is_reported(joined) -> None:
    units = [unit("a.cpp", "cpp", "Box::size", Box=("n",)), unit("b.js", "javascript", "length", Box=("size",))]
    _, problems = joined(units, {"size": "n"})
    assert [line for line, message in problems if "means both the benchmark Box::size and the param Box::size" in message] == [2]


def test_names_of_sources_outside_of_the_command_are_no_error(joined, tmp_path: Path) -> None:
    lines = {"JavaSorting": "quick_sort", "bubble": "heap"}
    suite, problems = joined([JAVA], lines, paths=[str(tmp_path / "A.java")])
    assert problems == [] and list_keys(suite)[0] == "p.JavaSorting=quicksort"
    assert [line for line, _ in joined([JAVA], lines)[1]] == [2, 3]
