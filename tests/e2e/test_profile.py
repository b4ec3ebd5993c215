"""Does `clamh profile` show the user's functions of each language, with a flame graph, and say what is wrong?"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from clamh.languages import languages

ROOT = Path(__file__).parent.parent.parent
SAMPLES = {languages()[id].title: next((ROOT / "docs" / "tutorial" / "samples").glob(f"[sS]earch{languages()[id].extensions[0]}"))
           for id in languages()}


@pytest.mark.parametrize("id", [pytest.param(id, marks=pytest.mark.language(id)) for id in languages()])
def test_the_benchmark_takes_the_time_in_each_language(id: str, clamh, tmp_path: Path) -> None:
    source = shutil.copy(SAMPLES[languages()[id].title], tmp_path)
    ran = clamh("profile", "each_in_turn", source, "-p", "size=1024", "-r", "1s", "--no-lock")
    if ran.returncode == 2 and "is not installed" in ran.stderr:
        pytest.skip("needs a profiler")
    assert ran.returncode == 0, ran.stderr
    _, head, *rows = [line.split() for line in ran.stdout.strip().splitlines()]
    assert head == ["self", "total", "function"]
    [row] = [row for row in rows if Path(source).name in row[-1] and "eachinturn" in row[2].replace("_", "").lower()]
    assert float(row[1].rstrip("%")) > 50  # nothing but the harness runs beside it
    [file] = (tmp_path / ".clamh" / "profiles").glob("*.json")
    data = json.loads(file.read_text())
    assert file.name == "each_in_turn.speedscope.json" and f"npx speedscope .clamh/profiles/{file.name}" in ran.stderr
    page = (tmp_path / ".clamh" / "profiles" / "each_in_turn.html").read_text(encoding="utf-8")
    assert "flame graph: .clamh/profiles/each_in_turn.html" in ran.stderr and row[2] in page
    [profile] = data["profiles"]
    assert len(profile["samples"]) == len(profile["weights"]) > 0 and sum(profile["weights"]) == pytest.approx(profile["endValue"])
    assert any(frame.get("file") == str(source) for frame in data["shared"]["frames"])


@pytest.mark.language("c")
def test_without_perf_callgrind_counts_instructions(clamh, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not shutil.which("valgrind"):
        pytest.skip("needs valgrind")
    refused = tmp_path / "bin" / "perf"
    refused.parent.mkdir()
    refused.write_text("#!/bin/sh\necho no access\nexit 255\n")
    refused.chmod(0o755)
    (tmp_path / "sums.c").write_text(
        "static __attribute__((noinline)) int step(int x) { return x * 3 + 1; }\n//@@Benchmark\n"
        "int sums(void) { int x = 1; for (int i = 0; i < 1000; i++) x = step(x); return x; }\n")
    monkeypatch.setenv("PATH", f"{refused.parent}:/usr/bin:/bin")
    ran = clamh("profile", "sums", "-r", "200ms", "--no-lock")
    assert ran.returncode == 0, ran.stderr
    assert "is profiled by callgrind: perf does not work here: no access" in ran.stderr and "kernel.perf_event_paranoid" in ran.stderr
    assert "instructions (callgrind)" in ran.stdout and "sums.c:1" in ran.stdout and "sums.c:3" in ran.stdout


def test_an_unknown_name_is_an_error_with_a_suggestion(clamh, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("#@@Benchmark\ndef work():\n    return 1\n")
    ran = clamh("profile", "wrok")
    assert ran.returncode == 2 and "no benchmark is called 'wrok'" in ran.stderr and "did you mean work?" in ran.stderr
    ran = clamh("profile")
    assert ran.returncode == 2 and "name a benchmark" in ran.stderr


@pytest.mark.language("python")
def test_a_failing_benchmark_is_reported(clamh, tmp_path: Path) -> None:
    if not shutil.which("py-spy"):
        pytest.skip("needs py-spy")
    (tmp_path / "a.py").write_text("#@@Benchmark\ndef work():\n    raise ValueError('no')\n")
    ran = clamh("profile", "work", "--no-lock")
    assert ran.returncode == 1 and "ValueError: no" in ran.stdout and "a.py:3" in ran.stdout
    assert "flame graph" not in ran.stderr
