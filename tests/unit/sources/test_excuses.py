"""Does a line of [differs] mean its benchmark in every language, and is one that means nothing, or is not needed, said?"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from made_plans import benchmark, catalog

from clamh.model.configuration import Configuration, Excuse
from clamh.model.identity import keys
from clamh.model.options import Options
from clamh.model.sources import Benchmark, Location, Settings, SourceFile, Suite, Unit
from clamh.running.plan import plan
from clamh.sources.excuses import excuses, unknown, unneeded


HERE = Location(path="x", line=1)


def unit(source: str, language: str, *names: str) -> Unit:
    benchmarks = tuple(
        Benchmark(key=key or name, name=name, index=0, settings=Settings(), states=(), location=HERE)
        for name, key in zip(names, keys([(name, None) for name in names], language), strict=True))
    file = SourceFile(path=source, language=language, sha256="", benchmarks=True)
    return Unit(source=file, companions=(), parsed=(), benchmarks=benchmarks, states=(), fixtures=())


CPP = unit("a.cpp", "cpp", "ns::quick_sort", "ns::CppHeap::run", "ns::Merge::run")
JAVA = unit("A.java", "java", "p.JavaSorting", "p.Heaps.go", "p.Merge.run")


def told(file: Path, *lines: str) -> Configuration:
    made = (Excuse(name=name, reason="rounds", location=Location(path=str(file), line=line)) for line, name in enumerate(lines, 2))
    return Configuration(path=str(file), differs=tuple(made))


@pytest.mark.parametrize(("line", "problems"), [
    ("quick_sort", []), ("QuickSort", []), ("ns::quick_sort", []), ("Sorting", []), ("CppHeap.run", []), ("Heap::run", []), ("run", []),
    ("quick_sorts", [("'quick_sorts' is no benchmark", "did you mean quick_sort?")]),
    ("Heap.walk", [("'Heap.walk' is no benchmark", "there are: quick_sort, run, JavaSorting, go")]),
])
def test_a_line_means_a_benchmark_by_its_short_class_qualified_or_full_name(tmp_path: Path, line: str, problems: list) -> None:
    one = told(tmp_path / "clamh.toml", line)
    found = unknown(Suite(units=(CPP, JAVA)), {"a.cpp": one, "A.java": one}, [str(tmp_path)])
    assert [(p.message.removeprefix("[differs] of clamh.toml: "), p.mend) for p in found] == problems
    assert all(p.location.line == 2 for p in found)


def test_of_one_source_alone_nothing_is_said_since_another_may_have_the_benchmark(tmp_path: Path) -> None:
    one = told(tmp_path / "clamh.toml", "missing")
    assert unknown(Suite(units=(CPP,)), {"a.cpp": one}, [str(tmp_path / "a.cpp")]) == []


def test_a_plan_knows_the_line_of_each_of_its_benchmarks(tmp_path: Path) -> None:
    one = told(tmp_path / "clamh.toml", "Quick", "work")
    names = [msgspec.structs.replace(benchmark(name), key=key) for name, key in (("A::quick", "quick"), ("other", "other"))]
    made = plan([catalog("a/1", *names), catalog("b/1", names[0])], Options(seed=1))
    assert excuses(made, {"a.src": one}) == {(0, "quick"): one.differs[0]}


def test_lines_that_nothing_needs_are_told_where_all_that_the_file_speaks_of_was_compared(tmp_path: Path) -> None:
    one, other = told(tmp_path / "clamh.toml", "one", "other").differs
    (found,) = unneeded([one, one, other], {other}, [str(tmp_path)])
    assert found.severity == "warning" and found.location == one.location and "'one'" in found.message
    assert not list(unneeded([one], set(), [str(tmp_path / "a.src")]))
