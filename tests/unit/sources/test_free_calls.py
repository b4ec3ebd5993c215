"""Is a call of consumeCPU as a free function found, but only if nothing can define it?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh import pipeline


def find_calls(folder: Path, name: str, text: str) -> list[tuple[int, int]]:
    (folder / name).write_text(text)
    warnings = [problem for problem in pipeline.check_sources([str(folder / name)]) if problem.code == "free-consume"]
    assert all(warning.severity == "warning" and "take a Blackhole as a parameter" in warning.hint for warning in warnings)
    return [(warning.location.line, warning.location.column) for warning in warnings if warning.location]


@pytest.mark.parametrize(("name", "before", "function"), [
    ("a.py", "#@@Benchmark\n", "def f(hole: Blackhole):\n    {}\n    return 1\n"),
    ("a.mjs", "//@@Benchmark\n", "function f(blackhole) {{\n    {}\n    return 1;\n}}\n"),
    ("a.mts", "//@@Benchmark\n", "function f(hole: Blackhole) {{\n    {}\n    return 1;\n}}\n"),
])
def test_an_undefined_call_is_a_warning_at_its_place(tmp_path: Path, name: str, before: str, function: str) -> None:
    assert find_calls(tmp_path, name, before + function.format("consumeCPU(5)")) == [(3, 5)]
    assert find_calls(tmp_path, name, before + function.format("hole.consumeCPU(5)")) == []
    assert find_calls(tmp_path, name, function.format("consumeCPU(5)") + before + "def g(): return 1\n" * name.endswith("py")
                 + "function g() { return 1; }\n" * (not name.endswith("py"))) == [(2, 5)]  # in a function that a benchmark may call


@pytest.mark.parametrize(("name", "text"), [
    ("a.py", "from mine import consumeCPU\n#@@Benchmark\ndef f(): return consumeCPU(5)\n"),
    ("a.py", "from mine import *\n#@@Benchmark\ndef f(): return consumeCPU(5)\n"),
    ("a.py", "#@@Benchmark\ndef f(hole: Blackhole):\n    consumeCPU = hole.consumeCPU\n    return consumeCPU(5)\n"),
    ("a.mjs", "function consumeCPU(n) { return n; }\n//@@Benchmark\nfunction f() { return consumeCPU(5); }\n"),
    ("a.mjs", "//@@Benchmark\nfunction f() { return 'consumeCPU(5)'; }\n"),
])
def test_a_call_that_may_be_defined_is_no_warning(tmp_path: Path, name: str, text: str) -> None:
    assert find_calls(tmp_path, name, text) == []
