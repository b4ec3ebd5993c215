"""Does each folder of sources get the baseline that its annotations and its clamh.toml give it?"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from clamh.model.artifacts import Platform
from clamh.model.configuration import Configuration
from clamh.model.diagnostics import Diagnostic
from clamh.model.options import Options
from clamh.model.sources import Benchmark, Location, Settings, SourceFile, Suite, SuiteBaseline, Unit
from clamh.sources.baselines import asked_baseline, with_baselines


def unit(path: str, language: str = "cpp", **marks: str) -> Unit:
    """A source with these benchmarks, each marked as a reference, a bound or neither ("")."""
    file = SourceFile(path=path, language=language, sha256="", benchmarks=True)
    made = tuple(Benchmark(key=name, name=f"ns::{name}", index=n, settings=Settings(), states=(), baseline=mark,
                           location=Location(path=path, line=n + 1)) for n, (name, mark) in enumerate(marks.items()))
    return Unit(source=file, companions=(), parsed=(), benchmarks=made, states=(), fixtures=())


def given(*units: Unit, said: str = "", file: str = "clamh.toml", paths: tuple[str, ...] = ()) -> tuple[Suite, list[Diagnostic]]:
    told = Configuration(path=file if said else "", baseline=said, baseline_at=Location(path=file, line=3))
    return with_baselines(Suite(units=units), {one.source.path: told for one in units}, paths)


def test_annotations_give_each_folder_its_own() -> None:
    suite, problems = given(unit("a/x.cpp", f="", g="reference"), unit("b/y.cpp", h="reference"), unit("c/z.cpp", f="bound"))
    assert problems == []
    assert suite.baselines == (SuiteBaseline(suite="a", said="ns::g", origin="annotation"),
                               SuiteBaseline(suite="b", said="ns::h", origin="annotation"),
                               SuiteBaseline(suite="c", said="ns::f", origin="bound"))


def test_one_benchmark_may_be_marked_in_each_of_its_languages() -> None:
    suite, problems = given(unit("a/x.cpp", g="reference", f="bound"), unit("a/X.java", "java", g="reference", f="bound"))
    assert problems == [] and [one.said for one in suite.baselines] == ["ns::g", "ns::f"]


@pytest.mark.parametrize(("mark", "called"), [("reference", "baseline"), ("bound", "bound")])
def test_two_benchmarks_of_two_sources_cannot_both_be_it(mark: str, called: str) -> None:
    _, (problem,) = given(unit("a/x.cpp", f=mark), unit("a/y.cpp", g=mark))
    assert (problem.code, problem.location.path) == ("two-baselines", "a/y.cpp")
    assert problem.message == f"ns::g and ns::f (a/x.cpp) are both the {called} of the suite in this folder"


@pytest.mark.parametrize(("said", "folders"), [("g", ["a"]), ("ns.g", ["a"]), ("ns::F", ["a", "b"]), ("cpp/*", ["a", "b"]), ("*/x", ["a", "b"])])
def test_a_configuration_speaks_to_the_folders_that_have_what_it_names(said: str, folders: list[str]) -> None:
    suite, problems = given(unit("a/x.cpp", f="", g=""), unit("b/y.cpp", f=""), said=said)
    assert problems == [] and [(one.suite, one.said, one.origin) for one in suite.baselines] == [
        (folder, said, "clamh.toml") for folder in folders]


def test_a_name_that_nothing_has_is_said_with_its_line_where_everything_is_there(tmp_path: Path) -> None:
    file = str(tmp_path / "clamh.toml")
    _, (problem,) = given(unit("a/x.cpp", recursive=""), said="recursiv", file=file, paths=(str(tmp_path),))
    assert (problem.code, problem.location, problem.mend) == (
        "no-baseline", Location(path=file, line=3), "did you mean recursive?")
    assert "'recursiv' is no benchmark of its sources and no language's platforms" in problem.message
    assert given(unit("a/x.cpp", f=""), said="g", file=file, paths=(str(tmp_path / "x.cpp"),))[1] == []
    assert given(unit("a/x.cpp", f=""), said="fortran/*", file=file, paths=(str(tmp_path),))[1] != []


def test_a_suite_without_any_stays_as_it_is() -> None:
    one = unit("x.cpp", f="")
    assert given(one) == (Suite(units=(one,)), [])
    assert given(replace(one, benchmarks=())) == (Suite(units=(replace(one, benchmarks=()),)), [])


def asked(said: str, language: str = "javascript", **options: object) -> list[tuple[str, str, str]]:
    """What is said of --baseline before building a source with `quick` and `slow`, on two platforms of this language."""
    one = unit("a/x.src", language, quick="", slow="")
    there = [Platform(id=f"{language}/{name}", language=language, executable="", version="") for name in ("one", "two")]
    found = asked_baseline(Suite(units=(one,)), {"a/x.src": there}, Options(baseline=said, **options))
    return [(each.severity, each.message, each.mend) for each in found]


@pytest.mark.parametrize("language", ["javascript", "cpp"])
def test_a_baseline_of_the_command_line_is_looked_up_before_anything_is_built(language: str) -> None:
    for said in ("", "slow", "ns.slow", "ns::Quick", f"{language}/*", "*/two"):
        assert asked(said, language) == []
    wrong = "--baseline: '{}' is no benchmark and no platform of what is measured"
    assert asked("slow", language, only=("quick",))[0][:2] == ("error", wrong.format("slow"))
    assert asked("rust/*", language)[0][:2] == ("error", wrong.format("rust/*"))


def test_a_name_that_only_an_artifact_may_know_is_a_warning_where_macros_may_make_it() -> None:
    wrong = "--baseline: 'slov' is no benchmark and no platform of what is measured"
    assert asked("slov") == [("error", wrong, "did you mean slow?")]
    assert asked("slov", "cpp") == [
        ("warning", f"{wrong}, as far as the sources tell; what a macro makes is known after building", "did you mean slow?")]


def test_where_every_platform_is_missing_nothing_is_said_of_the_baseline() -> None:
    assert asked_baseline(Suite(units=(unit("a/x.js", "javascript", f=""),)), {"a/x.js": []}, Options(baseline="g")) == []
