"""Does `--solo` end with the guide's Result block, name what it leaves out, and have the threads and batches of a run, in workers without
such tests of their own?"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TextIO

import pytest
from made_solo import check_result

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.slow, pytest.mark.parametrize(("source", "artifact", "name"), [
    pytest.param("factorial.c", "run_factorial_c", "factorial_iterative", marks=pytest.mark.language("c")),
    pytest.param("factorial.go", "run_factorial_go", "factorialIterative", marks=pytest.mark.language("go")),
    pytest.param("factorial.js", "run_factorial.js", "factorialIterative", marks=pytest.mark.language("javascript")),
    pytest.param("factorial.py", "run_factorial.pyz", "factorial_iterative", marks=pytest.mark.language("python"))])]


def build(clamh, folder: Path, source: str, *annotations: str) -> None:
    """Builds a copy of the suite whose first and second benchmark have these annotations too."""
    for file in (ROOT / "benchmarks" / "fac_tests").glob("factorial.*"):
        further = iter(annotations)
        text = re.sub("@@BenchmarkMode", lambda match: f"{next(further, '')} {match[0]}", file.read_text(encoding="utf-8"))
        (folder / file.name).write_text(text, encoding="utf-8")
    assert clamh("build", source).returncode == 0


def start_solo(program: Path, *words: str, output: int | TextIO = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    runtime = {".js": ["node"], ".pyz": [sys.executable]}.get(program.suffix, [])
    return subprocess.run([*runtime, program, "--solo", *words], stdout=output, stderr=subprocess.PIPE, text=True, check=False, timeout=300)


def run_solo(program: Path, *words: str) -> str:
    process = start_solo(program, *words)
    assert process.returncode == 0, process.stderr
    return process.stdout


def test_the_result_is_jmhs_of_the_measured_iterations(clamh, tmp_path: Path, source: str, artifact: str, name: str) -> None:
    build(clamh, tmp_path, source, *["@@Measurement(maxIterations = 1000)"] * 2)
    for iterations in (3, 6):
        # `clamh submit --solo` writes times in ns.
        printed = run_solo(tmp_path / artifact, name, "-wi", "1", "-w", "1000000ns", "-i", str(iterations), "-r", "1000000ns")
        check_result(printed, iterations)
        assert "\nBounds of calls: left out; each iteration takes its time\n" in printed
    if os.path.exists("/dev/full"):
        with open("/dev/full", "w") as full:
            process = start_solo(tmp_path / artifact, name, "-wi", "0", "-i", "1", "-r", "1ms", output=full)
        assert process.returncode == 1 and re.search("results are missing|[Nn]o space left", process.stderr), process.stderr
    printed = run_solo(tmp_path / artifact, name, "-bm", "ss", "-wi", "0", "-i", "1", "-bs", "1048576")
    assert "\nMeasurement: 1 iteration, single-shot each, 1048576 calls per op\n" in printed


def test_threads_and_batches_are_those_of_a_run(clamh, tmp_path: Path, source: str, artifact: str, name: str) -> None:
    build(clamh, tmp_path, source, "@@Threads(Threads.MAX) @@Warmup(batchSize = 2)", "@@Threads(Threads.HALF_MAX) @@Warmup(batchSize = 2)")
    allowed = os.sched_getaffinity(0)
    cpus = sorted(allowed)[:3]  # an odd number, where there are as many
    recursive = name.replace("iterative", "recursive").replace("Iterative", "Recursive")
    os.sched_setaffinity(0, cpus)
    try:
        for benchmark, threads in ((recursive, len(cpus)), (name, max(1, len(cpus) // 2))):
            printed = run_solo(tmp_path / artifact, benchmark, "-wi", "1", "-w", "1ms", "-i", "1", "-r", "1ms", "-bs", "3")
            assert printed.splitlines()[2:5] == [
                f"Threads: {threads} thread{'s' * (threads != 1)}", "Warmup: 1 iteration, 0.001 s each, 2 calls per op",
                "Measurement: 1 iteration, 0.001 s each, 3 calls per op"]
    finally:
        os.sched_setaffinity(0, allowed)
