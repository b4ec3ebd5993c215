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
from clamh.sources.baselines import add_baselines, check_requested_baseline


def unit(path: str, language: str = "cpp", **marks: str) -> Unit:
    """A source with these benchmarks, each marked as a reference, a bound or neither ("")."""
    file = SourceFile(path=path, language=language, sha256="", benchmarks=True)
    benchmarks = tuple(Benchmark(key=name, name=f"ns::{name}", index=n, settings=Settings(), states=(), baseline=mark,
                                 location=Location(path=path, line=n + 1)) for n, (name, mark) in enumerate(marks.items()))
    return Unit(source=file, companions=(), parsed=(), benchmarks=benchmarks, states=(), fixtures=())


def set_baselines(
    *units: Unit, configured: str = "", file: str = "clamh.toml", paths: tuple[str, ...] = ()
) -> tuple[Suite, list[Diagnostic]]:
    """The result of with_baselines; `configured` is the baseline in clamh.toml."""
    configuration = Configuration(path=file if configured else "", baseline=configured, baseline_at=Location(path=file, line=3))
    return add_baselines(Suite(units=units), {unit.source.path: configuration for unit in units}, paths)


def test_annotations_set_the_baseline_of_each_folder() -> None:
    suite, problems = set_baselines(unit("a/x.cpp", f="", g="reference"), unit("b/y.cpp", h="reference"), unit("c/z.cpp", f="bound"))
    assert problems == []
    assert suite.baselines == (SuiteBaseline(suite="a", name="ns::g", origin="annotation"),
                               SuiteBaseline(suite="b", name="ns::h", origin="annotation"),
                               SuiteBaseline(suite="c", name="ns::f", origin="bound"))


def test_a_benchmark_may_be_marked_in_several_languages() -> None:
    suite, problems = set_baselines(unit("a/x.cpp", g="reference", f="bound"), unit("a/X.java", "java", g="reference", f="bound"))
    assert problems == [] and [baseline.name for baseline in suite.baselines] == ["ns::g", "ns::f"]


@pytest.mark.parametrize(("mark", "title"), [("reference", "baseline"), ("bound", "bound")])
def test_a_folder_has_only_one_baseline_and_one_bound(mark: str, title: str) -> None:
    _, (problem,) = set_baselines(unit("a/x.cpp", f=mark), unit("a/y.cpp", g=mark))
    assert (problem.code, problem.location.path) == ("two-baselines", "a/y.cpp")
    assert problem.message == f"ns::g and ns::f (a/x.cpp) are both the {title} of the suite in this folder"


@pytest.mark.parametrize(("name", "folders"), [
    ("g", ["a"]), ("ns.g", ["a"]), ("ns::F", ["a", "b"]), ("cpp/*", ["a", "b"]), ("*/x", ["a", "b"])])
def test_a_configured_baseline_is_for_folders_that_have_it(name: str, folders: list[str]) -> None:
    suite, problems = set_baselines(unit("a/x.cpp", f="", g=""), unit("b/y.cpp", f=""), configured=name)
    assert problems == [] and [(baseline.suite, baseline.name, baseline.origin) for baseline in suite.baselines] == [
        (folder, name, "clamh.toml") for folder in folders]


def test_an_unknown_name_is_reported_only_for_the_whole_folder(tmp_path: Path) -> None:
    file = str(tmp_path / "clamh.toml")
    _, (problem,) = set_baselines(unit("a/x.cpp", recursive=""), configured="recursiv", file=file, paths=(str(tmp_path),))
    assert (problem.code, problem.location, problem.hint) == (
        "no-baseline", Location(path=file, line=3), "did you mean recursive?")
    assert "'recursiv' is neither a benchmark of its sources nor a platform of a language" in problem.message
    assert set_baselines(unit("a/x.cpp", f=""), configured="g", file=file, paths=(str(tmp_path / "x.cpp"),))[1] == []
    assert set_baselines(unit("a/x.cpp", f=""), configured="fortran/*", file=file, paths=(str(tmp_path),))[1] != []


def test_a_suite_without_a_baseline_is_unchanged() -> None:
    source = unit("x.cpp", f="")
    assert set_baselines(source) == (Suite(units=(source,)), [])
    assert set_baselines(replace(source, benchmarks=())) == (Suite(units=(replace(source, benchmarks=()),)), [])


def check_option(baseline: str, language: str = "javascript", **options: object) -> list[tuple[str, str, str]]:
    """Check --baseline before building a source with `quick` and `slow`, on the platforms `one` and `two` of this language."""
    source = unit("a/x.src", language, quick="", slow="")
    platforms = [Platform(id=f"{language}/{name}", language=language, executable="", version="") for name in ("one", "two")]
    problems = check_requested_baseline(Suite(units=(source,)), {"a/x.src": platforms}, Options(baseline=baseline, **options))
    return [(problem.severity, problem.message, problem.hint) for problem in problems]


@pytest.mark.parametrize("language", ["javascript", "cpp"])
def test_the_option_baseline_is_checked_before_building(language: str) -> None:
    for baseline in ("", "slow", "ns.slow", "ns::Quick", f"{language}/*", "*/two"):
        assert check_option(baseline, language) == []
    wrong = "--baseline: '{}' is not a measured benchmark or platform"
    assert check_option("slow", language, only=("quick",))[0][:2] == ("error", wrong.format("slow"))
    assert check_option("rust/*", language)[0][:2] == ("error", wrong.format("rust/*"))


def test_an_unknown_name_is_a_warning_in_a_language_with_macros() -> None:
    wrong = "--baseline: 'slov' is not a measured benchmark or platform"
    assert check_option("slov") == [("error", wrong, "did you mean slow?")]
    assert check_option("slov", "cpp") == [
        ("warning", f"{wrong} in the sources; a benchmark from a macro is known only after building", "did you mean slow?")]


def test_the_option_baseline_is_not_checked_without_platforms() -> None:
    assert check_requested_baseline(Suite(units=(unit("a/x.js", "javascript", f=""),)), {"a/x.js": []}, Options(baseline="g")) == []
