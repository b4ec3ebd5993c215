"""Does `--solo` end with the guide's Result block, and name what it leaves out, in workers without such tests of their own?"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from made_solo import check_result

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize(("source", "artifact", "name"), [
    pytest.param("factorial.c", "run_factorial_c", "factorial_iterative", marks=pytest.mark.language("c")),
    pytest.param("factorial.go", "run_factorial_go", "factorialIterative", marks=pytest.mark.language("go")),
    pytest.param("factorial.js", "run_factorial.js", "factorialIterative", marks=pytest.mark.language("javascript")),
    pytest.param("factorial.py", "run_factorial.pyz", "factorial_iterative", marks=pytest.mark.language("python"))])
def test_the_result_is_jmhs_of_the_measured_iterations(clamh, tmp_path: Path, source: str, artifact: str, name: str) -> None:
    for file in (ROOT / "benchmarks" / "fac_tests").glob("factorial.*"):
        text = file.read_text(encoding="utf-8")
        (tmp_path / file.name).write_text(text.replace("@@BenchmarkMode", "@@Measurement(maxIterations = 1000) @@BenchmarkMode"), encoding="utf-8")
    assert clamh("build", source).returncode == 0
    runtime = {".js": ["node"], ".pyz": [sys.executable]}.get(Path(artifact).suffix, [])
    for iterations in (3, 6):
        process = subprocess.run([*runtime, tmp_path / artifact, "--solo", name, "-wi", "1", "-w", "1ms", "-i", str(iterations), "-r", "1ms"],
                                 capture_output=True, text=True, check=False, timeout=300)
        assert process.returncode == 0, process.stderr
        check_result(process.stdout, iterations)
        assert "\nBounds of calls: left out; each iteration takes its time\n" in process.stdout
