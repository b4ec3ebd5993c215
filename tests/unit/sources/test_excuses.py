"""Does a line of [differs] name its benchmark in every language, and is an unknown or unneeded line reported?"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from made_plans import benchmark, catalog

from clamh.model.configuration import Configuration, Excuse
from clamh.model.identity import assign_keys
from clamh.model.options import Options
from clamh.model.sources import Benchmark, Location, Settings, SourceFile, Suite, Unit
from clamh.running.plan import plan
from clamh.sources.excuses import excuses, find_unknown, find_unneeded

HERE = Location(path="x", line=1)


def unit(source: str, language: str, *names: str) -> Unit:
    benchmarks = tuple(
        Benchmark(key=key or name, name=name, index=0, settings=Settings(), states=(), location=HERE)
        for name, key in zip(names, assign_keys([(name, None) for name in names], language), strict=True))
    file = SourceFile(path=source, language=language, sha256="", benchmarks=True)
    return Unit(source=file, companions=(), parsed=(), benchmarks=benchmarks, states=(), fixtures=())


CPP = unit("a.cpp", "cpp", "ns::quick_sort", "ns::CppHeap::run", "ns::Merge::run")
JAVA = unit("A.java", "java", "p.JavaSorting", "p.Heaps.go", "p.Merge.run")


def configuration(file: Path, *lines: str) -> Configuration:
    differs = (Excuse(name=name, reason="rounds", location=Location(path=str(file), line=line))
               for line, name in enumerate(lines, 2))
    return Configuration(path=str(file), differs=tuple(differs))


@pytest.mark.parametrize(("line", "problems"), [
    ("quick_sort", []), ("QuickSort", []), ("ns::quick_sort", []), ("Sorting", []), ("CppHeap.run", []), ("Heap::run", []), ("run", []),
    ("quick_sorts", [("'quick_sorts' is not a benchmark", "did you mean quick_sort?")]),
    ("Heap.walk", [("'Heap.walk' is not a benchmark", "benchmarks: quick_sort, run, JavaSorting, go")]),
])
def test_a_line_has_a_short_class_qualified_or_full_name(tmp_path: Path, line: str, problems: list) -> None:
    differs = configuration(tmp_path / "clamh.toml", line)
    diagnostics = find_unknown(Suite(units=(CPP, JAVA)), {"a.cpp": differs, "A.java": differs}, [str(tmp_path)])
    assert [(problem.message.removeprefix("[differs] of clamh.toml: "), problem.hint) for problem in diagnostics] == problems
    assert all(problem.location.line == 2 for problem in diagnostics)


def test_names_are_not_checked_for_one_source_of_a_folder(tmp_path: Path) -> None:
    differs = configuration(tmp_path / "clamh.toml", "missing")
    assert find_unknown(Suite(units=(CPP,)), {"a.cpp": differs}, [str(tmp_path / "a.cpp")]) == []


def test_excuses_has_the_line_of_each_benchmark_of_a_plan(tmp_path: Path) -> None:
    differs = configuration(tmp_path / "clamh.toml", "Quick", "work")
    names = [msgspec.structs.replace(benchmark(name), key=key) for name, key in (("A::quick", "quick"), ("other", "other"))]
    catalogs = [msgspec.structs.replace(item, artifact=msgspec.structs.replace(item.artifact, source="x.src", folder=folder))
                for item, folder in ((catalog("a/1", *names), "old"), (catalog("b/1", names[0]), "new"))]
    assert excuses(plan(catalogs, Options(seed=1)), {"old": differs, "new": Configuration()}) == {(0, "quick"): differs.differs[0]}


def test_unneeded_lines_are_reported_only_for_the_whole_folder(tmp_path: Path) -> None:
    unused, used = configuration(tmp_path / "clamh.toml", "unused", "used").differs
    (problem,) = find_unneeded([unused, unused, used], {used}, [str(tmp_path)])
    assert problem.severity == "warning" and problem.location == unused.location and "'unused'" in problem.message
    assert not list(find_unneeded([unused], set(), [str(tmp_path / "a.src")]))
