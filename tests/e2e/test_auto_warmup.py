"""Does AutoWarmup warm up until steady in every language, alone and in turns, and is what it did reported?"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

SETTINGS = """{0}@@AutoWarmup(max = "60ms", tolerance = 0.05)
{1}@@Warmup(iterations = 2, time = 5, timeUnit = TimeUnit.MILLISECONDS)
{1}@@Measurement(iterations = 2, time = 5, timeUnit = TimeUnit.MILLISECONDS)
"""
COMMENTS = f"//@@Benchmark\n{SETTINGS.format('//', '//')}"
SOURCES = {
    "c": ("sums.c", f"{COMMENTS}int work(void) {{ volatile int sum = 0; for (int i = 0; i < 100; ++i) sum = sum + i; return sum; }}\n"),
    "cpp": ("sums.cpp", f"{COMMENTS}int work() {{ volatile int sum = 0; for (int i = 0; i < 100; ++i) sum = sum + i; return sum; }}\n"),
    "go": ("sums.go", f"package sums\n\n{COMMENTS}func Work() int {{ sum := 0; for i := 0; i < 100; i++ {{ sum += i }}; return sum }}\n"),
    "java": ("Sums.java", "import java.util.concurrent.TimeUnit;\nimport org.openjdk.jmh.annotations.*;\npublic class Sums {\n@Benchmark\n"
             + SETTINGS.format("//", "").replace("\n@@", "\n@")
             + "public int work() { int sum = 0; for (int i = 0; i < 100; ++i) sum += i; return sum; }\n}\n"),
    "javascript": ("sums.js", f"{COMMENTS}function work() {{ let sum = 0; for (let i = 0; i < 100; ++i) sum += i; return sum; }}\n"),
    "python": ("sums.py", f"#@@Benchmark\n{SETTINGS.format('#', '#')}def work():\n    return sum(range(100))\n"),
    "rust": ("sums.rs", f"{COMMENTS}pub fn work() -> i32 {{ let mut sum = 0; for i in 0..100 {{ sum += i; }} sum }}\n"),
    "zig": ("sums.zig", f"{COMMENTS}fn work() i32 {{ var sum: i32 = 0; for (0..100) |i| sum += @intCast(i); return sum; }}\n"),
}
ARTIFACTS = {"c": "run_sums", "cpp": "run_sums", "go": "run_sums", "javascript": "run_sums.js", "python": "run_sums.pyz", "rust": "run_sums", "zig": "run_sums"}  # JMH's jar has no --solo
RUN = ("-f", "2", "--no-lock", "--results", "r.ndjson", "--full")


def check_warmups(path: Path, sides: int) -> None:
    """Each fork has warmed up for as many iterations as its record says: five at least, and not more than fit into the time."""
    records = [json.loads(line) for line in path.read_text().splitlines()]
    warmed = [record for record in records if record["event"] == "warmed"]
    assert len(warmed) == 2 * sides
    for item in warmed:
        count = sum(record["event"] == "iteration" and record["phase"] == "warmup" and (record["case_id"], record["fork"]) == (item["case_id"], item["fork"])
                    for record in records)
        assert 5 <= item["iterations"] == count <= 12 and item["max_ns"] == 60_000_000
        assert item["steady_after"] in (0, *range(5, count + 1))
        if sides == 1 and not item["steady_after"]:
            assert item["elapsed_ns"] > 55_000_000


def check_solo(clamh, folder: Path, language: str) -> None:
    """What runs by itself leaves AutoWarmup out, and says so."""
    if language not in ARTIFACTS:
        return
    assert clamh("build", SOURCES[language][0]).returncode == 0
    solo = subprocess.run([folder / ARTIFACTS[language], "--solo", "Work" if language == "go" else "work"], capture_output=True, text=True, check=False)
    assert solo.stdout.count("warmup iteration") == 2 and "\nAutoWarmup: left out; clamh run warms up until steady\n" in solo.stdout


@pytest.mark.parametrize("language", [pytest.param(source, marks=pytest.mark.language(source)) for source in SOURCES])
def test_each_language_warms_up_until_steady_and_says_so(clamh, tmp_path: Path, language: str) -> None:
    name, text = SOURCES[language]
    (tmp_path / name).write_text(text)
    done = clamh("run", name, *RUN)
    assert done.returncode == 0, done.stderr
    assert "2 × 5 ms warmup and on until steady (60 ms at most), then 2 × 5 ms" in done.stderr and "up to " in done.stderr
    check_warmups(tmp_path / "r.ndjson", 1)
    assert "AutoWarmup: warmed up for " in done.stdout.replace("\n  ", " ")
    log = clamh("report", "r.ndjson", "-v", "EXTRA").stdout
    check_solo(clamh, tmp_path, language)
    assert log.count("\nAutoWarmup: warmed up for ") == 2 and "then until steady within 5 % (AutoWarmup, 60 ms at most)" in log


@pytest.mark.language("javascript", "python")
def test_sides_that_take_turns_warm_up_as_often(clamh, tmp_path: Path) -> None:
    for language in ("javascript", "python"):
        name, text = SOURCES[language]
        (tmp_path / name).write_text(text)
    done = clamh("run", ".", *RUN)
    assert done.returncode == 0, done.stderr
    check_warmups(tmp_path / "r.ndjson", 2)
    records = [json.loads(line) for line in (tmp_path / "r.ndjson").read_text().splitlines()]
    for fork in (0, 1):
        assert len({record["iterations"] for record in records if record["event"] == "warmed" and record["fork"] == fork}) == 1


@pytest.mark.language("python")
def test_no_warmup_on_the_command_line_is_none(clamh, tmp_path: Path) -> None:
    name, text = SOURCES["python"]
    (tmp_path / name).write_text(text)
    done = clamh("run", name, "-wi", "0", *RUN)
    assert done.returncode == 0, done.stderr
    assert '"warmup","index"' not in (tmp_path / "r.ndjson").read_text() and "AutoWarmup" not in done.stdout


@pytest.mark.language("python")
@pytest.mark.parametrize(("old", "new", "message"), [
    ("def work", "#@@BenchmarkMode(Mode.SingleShotTime)\ndef work", "sums.py:6:5: error: work has AutoWarmup, but iterations of mode ss have no duration"),
    ("60ms", "24ms", "sums.py:5:5: error: AutoWarmup of work allows 24 ms, but 5 iterations of 5 ms take 25 ms"),
])
def test_an_auto_warmup_that_cannot_be_is_located(clamh, tmp_path: Path, old: str, new: str, message: str) -> None:
    name, text = SOURCES["python"]
    (tmp_path / name).write_text(text.replace(old, new))
    done = clamh("plan", name)
    assert done.returncode == 2 and message in done.stderr
