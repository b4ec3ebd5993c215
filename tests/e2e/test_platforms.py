"""Are several platforms of several languages, one of them twice with other flags, one report with its flags recorded?

Are benchmarks and params that clamh.toml says are one in one contest of it, whatever they are called?
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from clamh.building.build import find_platforms
from clamh.judging.results_file import read_results
from clamh.judging.summarise import summarise

pytestmark = [pytest.mark.language("cpp", "javascript")]
SHORT = ("-f", "1", "-wi", "1", "-i", "1", "-w", "10ms", "-r", "10ms", "--no-lock", "--results", "results.ndjson")


def clamh(folder: Path, *argv: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "CLAMH_CACHE": str(folder / "cache")}
    return subprocess.run([sys.executable, "-m", "clamh.cli", *argv], cwd=folder, env=environ, text=True, check=False,
                          capture_output=True, stdin=subprocess.DEVNULL, timeout=900)


@pytest.fixture
def suite(tmp_path: Path, own_cache: Path) -> Path:
    (tmp_path / "a.cpp").write_text(
        "//@@State(Scope.Benchmark)\nstruct Data {\n    //@@Param({\"1\", \"2\"})\n    long m_size;\n};\n"
        "//@@Benchmark\nlong add(Data &data) { return __cplusplus + data.m_size; }\n")
    (tmp_path / "a.js").write_text(
        "//@@State(Scope.Benchmark)\nclass Data {\n    //@@Param({\"1\", \"2\"})\n    count = 0;\n}\n"
        "//@@Benchmark\n//@@Timeout(time = 88)\nfunction plus(data) { return 202002 + data.count; }\n")
    return tmp_path


def test_one_run_has_every_platform_that_clamh_toml_names(suite: Path) -> None:
    cpp = find_platforms("cpp", os.environ)[0][0].id
    nodes = [platform.id for platform in find_platforms("javascript", os.environ)[0]]
    (suite / "clamh.toml").write_text(
        f'platforms = ["cpp/plain", "{cpp}", "javascript/*", "cpp/none-*"]\n[cpp]\nstd = "c++20"\n'
        f'[platform."cpp/plain"]\nof = "{cpp}"\nflags = ["-O1"]\n[same]\nplus = "add"\n"Data.count" = "size"\n'
        '[defaults]\nf = 7\nto = "77s"\n')
    process = clamh(suite, "run", *SHORT, ".")
    assert process.returncode == 0, process.stdout + process.stderr
    run = read_results(suite / "results.ndjson")
    flags = {platform.id: platform.flags for platform in run.platforms}
    assert list(flags)[:1] == ["cpp/plain"] and set(flags) == {"cpp/plain", cpp, *nodes}
    assert flags["cpp/plain"][-2:] == ("-std=c++20", "-O1") and flags[cpp][-1] == "-std=c++20"
    assert all(flag in process.stdout for flag in flags) and "cpp/none-*" in process.stdout + process.stderr
    # The command line wins over annotations, these over [defaults].
    assert {(case.case.platform[:3], case.case.options.forks, case.case.options.timeout_ns) for case in run.cases} == {
        ("cpp", 1, 77_000_000_000), ("jav", 1, 88_000_000_000)}
    summary = summarise(run, 0.95)
    doubts = [{w.message for w in row.warnings if w.code == "different-flags"} for row in summary.rows
              if row.platform == cpp]
    assert doubts == [{f"the compiled code differs in optimisation: {cpp} as by default, cpp/plain with -O1"}] * 2
    contests = [(contest.key, contest.params, {row.benchmark for row in contest.rows}, len(contest.rows))
                for contest in summary.contests]
    assert contests == [("add", {"m_size": value}, {"add", "plus"}, len(flags)) for value in ("1", "2")]


def test_errors_in_clamh_toml_name_their_lines_and_nothing_runs(suite: Path) -> None:
    (suite / "clamh.toml").write_text('[cpp]\nstd = "c++99"\nwarn = "all"\n')
    process = clamh(suite, "run", *SHORT, "a.cpp")
    assert process.returncode == 2 and "clamh.toml:3" in process.stderr and "Traceback" not in process.stderr
    (suite / "clamh.toml").write_text('\n[cpp]\nstd = "c++99"\n')
    process = clamh(suite, "run", *SHORT, "a.cpp")
    assert process.returncode == 2 and "clamh.toml:2" in process.stderr and "-std=c++99" in process.stderr
    assert not (suite / "results.ndjson").exists()


@pytest.mark.parametrize("place", ["clamh.toml", "clamh.toml, joined", "NODE", "NODE_OPTIONS"])
def test_relative_paths_in_flags_of_a_runtime_are_found_by_the_build_and_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                                               place: str) -> None:
    """They are relative to clamh.toml, or to the folder in which the benchmark runs, and not to that of the command."""
    node = next(platform for platform in find_platforms("javascript", os.environ)[0] if "node" in platform.id)
    suite = tmp_path / "suite"
    suite.mkdir()
    (suite / "hook.cjs").write_text("globalThis.hooked = 7;\n")
    (suite / "a.js").write_text("//@@Benchmark\nfunction read() { if (hooked !== 7) throw new Error('no'); return hooked; }\n")
    if place.startswith("clamh.toml"):
        flags = '"--require=./hook.cjs"' if "joined" in place else '"--require", "./hook.cjs"'
        (suite / "clamh.toml").write_text(f"[javascript]\nflags = [{flags}]\n")
    else:
        monkeypatch.setenv(place, f"{shlex.quote(node.executable) if place == 'NODE' else ''} --require ./hook.cjs")
    process = clamh(tmp_path, "run", *SHORT, "--platform", node.id, "suite/a.js")
    assert process.returncode == 0, process.stdout + process.stderr
