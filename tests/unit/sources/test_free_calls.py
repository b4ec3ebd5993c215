"""Is a call of consumeCPU by itself found, and only where nothing can define it?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh import pipeline


def found(folder: Path, name: str, text: str) -> list[tuple[int, int]]:
    (folder / name).write_text(text)
    calls = [one for one in pipeline.checked([str(folder / name)]) if one.code == "free-consume"]
    assert all(one.severity == "warning" and "take a Blackhole as a parameter" in one.mend for one in calls)
    return [(one.location.line, one.location.column) for one in calls if one.location]


@pytest.mark.parametrize(("name", "before", "function"), [
    ("a.py", "#@@Benchmark\n", "def f(hole: Blackhole):\n    {}\n    return 1\n"),
    ("a.mjs", "//@@Benchmark\n", "function f(blackhole) {{\n    {}\n    return 1;\n}}\n"),
    ("a.mts", "//@@Benchmark\n", "function f(hole: Blackhole) {{\n    {}\n    return 1;\n}}\n"),
])
def test_a_call_that_nothing_defines_is_a_warning_at_its_place(tmp_path: Path, name: str, before: str, function: str) -> None:
    assert found(tmp_path, name, before + function.format("consumeCPU(5)")) == [(3, 5)]
    assert found(tmp_path, name, before + function.format("hole.consumeCPU(5)")) == []
    assert found(tmp_path, name, function.format("consumeCPU(5)") + before + "def g(): return 1\n" * name.endswith("py")
                 + "function g() { return 1; }\n" * (not name.endswith("py"))) == [(2, 5)]  # in what a benchmark may call


@pytest.mark.parametrize(("name", "text"), [
    ("a.py", "from mine import consumeCPU\n#@@Benchmark\ndef f(): return consumeCPU(5)\n"),
    ("a.py", "from mine import *\n#@@Benchmark\ndef f(): return consumeCPU(5)\n"),
    ("a.py", "#@@Benchmark\ndef f(hole: Blackhole):\n    consumeCPU = hole.consumeCPU\n    return consumeCPU(5)\n"),
    ("a.mjs", "function consumeCPU(n) { return n; }\n//@@Benchmark\nfunction f() { return consumeCPU(5); }\n"),
    ("a.mjs", "//@@Benchmark\nfunction f() { return 'consumeCPU(5)'; }\n"),
])
def test_what_may_be_defined_is_no_warning(tmp_path: Path, name: str, text: str) -> None:
    assert found(tmp_path, name, text) == []
