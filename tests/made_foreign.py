"""Where the files are that other tools wrote, and what made them (tests/foreign/README.md)."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
FILES = HERE / "foreign"
JMH = HERE / "golden" / "jmh"
OURS = HERE / "golden" / "report"  # what CLAMH itself writes with -rf json
# Every file and folder of other tools, with the tool that it is of.
TOOLS = {
    "hyperfine_*.json": "hyperfine", "pyperf_*.json": "pyperf", "google_benchmark_*.json": "Google Benchmark", "pytest_benchmark_*.json": "pytest-benchmark",
    "criterion_*": "criterion", "criterion_before/**/*.json": "criterion", "benchmarkdotnet*.json": "BenchmarkDotNet", "nanobench.json": "nanobench",
    "go_test*": "go test", "divan_*.txt": "divan", "catch2*": "Catch2",
}
SAMPLES = {**{path: tool for pattern, tool in TOOLS.items() for path in FILES.glob(pattern)}, **dict.fromkeys(sorted(JMH.rglob("*.json")), "JMH")}
