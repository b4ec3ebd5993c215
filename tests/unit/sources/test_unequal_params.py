"""Are different values of a param in the languages of a benchmark reported, and equal ones not?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh.pipeline import check_sources

ROOT = Path(__file__).parent.parent.parent.parent


def warnings(folder: Path, cpp: str, python: str) -> list[str]:
    (folder / "a.cpp").write_text(f"//@@State(Scope.Benchmark)\nstruct In {{\n{cpp}\n}};\n//@@Benchmark\n"
                                  "long add(In &in) { return in.n; }\n")
    (folder / "a.py").write_text(f"#@@State(Scope.Benchmark)\nclass In:\n{python}\n#@@Benchmark\ndef add(given: In): return given.n\n")
    return [problem.message for problem in check_sources([str(folder)]) if problem.code == "unequal-params"]


def test_the_warning_has_both_lists_with_their_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    messages = warnings(tmp_path, '//@@Param({"1", "2"})\nint n;', '    #@@Param({"1", "3"})\n    n = 0')
    assert messages == ["the param n of add has different values: 1, 2 (a.cpp:4); 1, 3 (a.py:4)"]
    messages = warnings(tmp_path, '//@@Param({"1", "2"})\nint m_n;\n//@@Param("7")\nint k;', '    #@@Param({"1", "2"})\n    n = 0')
    assert messages == ["the param k of add has different values: 7 (a.cpp:6); none (a.py:6)"]


@pytest.mark.parametrize(("cpp", "python"), [
    ('//@@Param({"0x10", "1e3"})\ndouble n;', '    #@@Param({"16", "1000"})\n    n = 0.0'),
    ('//@@Param({"0x1.8p3", "007", "inf"})\ndouble n;', '    #@@Param({"12", "+7", "Infinity"})\n    n = 0.0'),
    ('//@@Param\nbool n;', '    #@@Param({"true", "false"})\n    n = False'),  # only the compiler knows the values of a type
])
def test_equal_values_in_other_spellings_are_no_difference(tmp_path: Path, cpp: str, python: str) -> None:
    assert warnings(tmp_path, cpp, python) == []


@pytest.mark.parametrize("folder", ["benchmarks", "docs/tutorial/samples"])
def test_our_own_suites_have_equal_params(folder: str) -> None:
    assert [problem for problem in check_sources([str(ROOT / folder)]) if problem.code == "unequal-params"] == []
