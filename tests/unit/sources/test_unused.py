"""Which states are reported as unused, with several files and with a selection?"""

from __future__ import annotations

from pathlib import Path

import pytest

from clamh import pipeline
from clamh.model.diagnostics import Diagnostic
from clamh.model.options import Options

STATE = "//@@State(Scope.Thread)\n{}class Idle {{\n//@@Param({{\"1\"}})\nsize = 0;\n}}\n"
BENCHMARK = "//@@Benchmark\nfunction {}({}) {{ return 1; }}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def find_unused(*names: str) -> list[str]:
    return [problem.message for problem in pipeline.check_sources(names) if problem.code == "unused-state"]


def test_an_unused_state_of_a_companion_is_not_reported(folder: Path) -> None:
    (folder / "library.mjs").write_text(STATE.format("export "))
    (folder / "suite.mjs").write_text("import { Idle } from './library.mjs';\n" + BENCHMARK.format("run", ""))
    assert find_unused(".") == []


def test_a_state_that_another_source_uses_is_used(folder: Path) -> None:
    (folder / "one.mjs").write_text(STATE.format("export ") + BENCHMARK.format("run", ""))
    assert find_unused(".") == ["no benchmark uses Idle: Param size has no effect"]
    (folder / "two.mjs").write_text("import { Idle } from './one.mjs';\n" + BENCHMARK.format("walk", "idle"))
    assert find_unused(".") == []


def test_a_list_of_benchmarks_that_only_the_compiler_knows_may_use_any_state(tmp_path: Path) -> None:
    text = "//@@State(Scope.Thread)\nconst Input = struct {\n//@@Param({\"1\"})\nsize: usize = 0,\n};\n//@@Benchmark\nfn f() void {}\n"
    found = []
    for listed in ("", "const clamh_benchmarks = .{ .{ \"sum\", sumOf(u8) } };\n"):
        (tmp_path / "a.zig").write_text(text + listed)
        found.append(find_unused(str(tmp_path / "a.zig")))
    assert found == [["no benchmark uses Input: Param size has no effect"], []]


def test_a_selection_makes_no_state_unused(folder: Path) -> None:
    (folder / "suite.mjs").write_text(STATE.format("") + BENCHMARK.format("run", "idle") + BENCHMARK.format("walk", ""))
    warned: list[Diagnostic] = []
    pipeline.select_suite(Options(paths=("suite.mjs",), only=("walk",)), warned.extend)
    assert warned == []


def test_a_run_warns_of_an_unused_state(folder: Path) -> None:
    (folder / "suite.mjs").write_text(STATE.format("") + BENCHMARK.format("walk", ""))
    warned: list[Diagnostic] = []
    pipeline.select_suite(Options(paths=("suite.mjs",)), warned.extend)
    assert [(problem.code, problem.severity, problem.location and problem.location.line) for problem in warned] == [
        ("unused-state", "warning", 2)]
