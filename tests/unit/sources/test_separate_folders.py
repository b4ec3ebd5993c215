"""Does CLAMH say that implementations in different folders are not compared?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.model.diagnostics import Diagnostic
from clamh.model.options import Options
from clamh.pipeline import check_sources, select_suite

TEXTS = {".py": "#@@Benchmark\ndef my_{0}(): return 1\n", ".js": "//@@Benchmark\nfunction my{0}() {{ return 1; }}\n"}


def write(folder: Path, *files: str) -> None:
    for file in files:
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(TEXTS[path.suffix].format(name) for name in path.stem.split("_")))


def test_languages_in_separate_folders_are_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a/Sum_Max.py", "b/Sum_Max.js")
    monkeypatch.chdir(tmp_path)
    warned: list[Diagnostic] = []
    select_suite(Options(paths=("a", "b")), warned.extend)
    for (problem,) in (warned, check_sources(["."])):
        assert (problem.code, problem.severity, problem.location and problem.location.line) == ("separate-folders", "warning", 2)
        assert problem.message == ("my_Sum (and 1 more) in a/Sum_Max.py is not compared with that in b/Sum_Max.js: "
                                   "CLAMH compares the sources of a folder")


@pytest.mark.parametrize("files", [
    ("Sum.py", "Sum.js"), ("a/Sum.py", "a/Sum.js", "b/Sum.py"), ("a/Sum.py", "b/Max.js"), ("a/Sum.py", "b/Sum.py")])
def test_other_folders_have_no_warning(tmp_path: Path, files: tuple[str, ...]) -> None:
    write(tmp_path, *files)
    assert check_sources([str(tmp_path)]) == []


@pytest.mark.parametrize(("platforms", "warnings"), [(("python/*",), 0), (("*/node*",), 1), (("python/*", "javascript/*"), 1), (("all",), 1)])
def test_a_language_that_is_not_measured_has_no_warning(tmp_path: Path, platforms: tuple[str, ...], warnings: int) -> None:
    write(tmp_path, "a/Sum.py", "b/Sum.js")
    warned: list[Diagnostic] = []
    select_suite(Options(paths=(str(tmp_path),), platforms=platforms), warned.extend)
    assert [problem.code for problem in warned] == ["separate-folders"] * warnings


def test_benchmarks_that_are_not_selected_have_no_warning(tmp_path: Path) -> None:
    write(tmp_path, "a/Sum_Max.py", "b/Sum.js")
    warned: list[Diagnostic] = []
    select_suite(Options(paths=(str(tmp_path),), only=("Max",)), warned.extend)
    assert warned == []
