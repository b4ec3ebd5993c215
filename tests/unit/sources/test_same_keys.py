"""Does `clamh check` find two benchmarks that `clamh run` refuses because they would share a row?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.model.options import Options
from clamh.model.sources import Settings
from clamh.pipeline import check_sources, select_suite

PLAIN = "#@@Benchmark\ndef total(): return 1\n"
MODE = "#@@Benchmark\n#@@BenchmarkMode(Mode.%s)\ndef total(): return 1\n"
PARAM = "#@@State(Scope.Benchmark)\nclass In:\n    #@@Param({%s})\n    n = 0\n#@@Benchmark\ndef total(given: In): return given.n\n"


def find_warnings(folder: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> list[tuple[str, str, str]]:
    monkeypatch.chdir(folder)
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return [(problem.severity, problem.message, f"{Path(problem.location.path).name}:{problem.location.line}")
            for problem in check_sources([str(folder)]) if problem.code == "same-key" and problem.location]


@pytest.mark.parametrize(("first", "second", "line"), [
    (PLAIN, PLAIN, 2), (PARAM % '"1", "2"', PARAM % '"2"', 6), (MODE % "Throughput", MODE % "Throughput", 3)])
def test_two_files_with_a_key_are_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str, second: str, line: int
) -> None:
    message = "total (a.py) and total (b.py) have the same key 'total' on python"
    assert find_warnings(tmp_path, monkeypatch, a=first, b=second) == [("warning", message, f"b.py:{line}")]
    (problem,) = [problem for problem in check_sources([str(tmp_path)]) if problem.code == "same-key"]
    assert problem.hint == 'give one benchmark its own key, #@@Benchmark(name = "…"), or run them in two commands'


@pytest.mark.parametrize("files", [
    {"a": PLAIN, "b": PLAIN.replace("total", "product")},
    {"a": PLAIN, "suite__b": PLAIN},
    {"a": PLAIN, "b": PARAM % '"1"'},
    {"a": PARAM % '"1"', "b": PARAM % '"2"'},
    {"a": MODE % "Throughput", "b": MODE % "AverageTime"},
    {"a": MODE % "Throughput", "b": PLAIN},  # measured as average time
])
def test_files_without_a_common_row_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str]) -> None:
    assert find_warnings(tmp_path, monkeypatch, **files) == []


@pytest.mark.parametrize(("texts", "options", "warned"), [
    ((PLAIN, PLAIN), Options(), True),
    ((PLAIN + PLAIN.replace("total", "product"), PLAIN), Options(only=("product",)), False),
    ((PARAM % '"1"', PARAM % '"2"'), Options(params={"n": ("3",)}), True),
    ((MODE % "Throughput", PLAIN), Options(settings=Settings(modes=("ss",))), True),
])
def test_a_run_warns_of_its_selection_before_it_builds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, texts: tuple[str, str], options: Options, warned: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in zip("ab", texts, strict=True):
        (tmp_path / f"{name}.py").write_text(text)
    found: list[str] = []
    select_suite(options, lambda diagnostics: found.extend(diagnostic.code for diagnostic in diagnostics))
    assert ("same-key" in found) == warned


@pytest.mark.parametrize(("text", "lines"), [
    ("#if FAST\n//@@Benchmark\nint work(void) { return 1; }\n#else\n//@@Benchmark\nint work(void) { return 2; }\n#endif\n", []),
    ("#if FAST\n//@@Benchmark\nint work(void) { return 1; }\n#endif\n//@@Benchmark\nint work(void) { return 2; }\n", [6]),
])
def test_alternatives_of_the_preprocessor_are_not(tmp_path: Path, text: str, lines: list[int]) -> None:
    (tmp_path / "work.c").write_text(text)
    assert [problem.location and problem.location.line for problem in check_sources([str(tmp_path)])
            if problem.code == "same-key"] == lines
