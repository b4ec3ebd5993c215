"""Does the launcher measure what a plain JMH fork measures? Pairs of both in random order, per benchmark and JVM.

Each side of a pair is one fresh JVM with the same iterations. The figure is the geometric mean of launcher ÷ JMH over
the pairs, with its 95 % interval (t on log ratios: the two of a pair share the machine's mood).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from clamh.building.build import find_platforms
from clamh.judging.statistics.forks import log_mean, log_mean_interval
from clamh.model.artifacts import Artifact
from clamh.model.cases import Catalog, CatalogBenchmark
from clamh.model.noun import Noun
from clamh.model.options import Options
from clamh.pipeline import artifacts, describe_artifacts, forecast, generate_wrappers, platforms

from bench.worker import start_worker

ROOT = Path(__file__).parent.parent
SOURCES = (ROOT / "bench" / "launcher_cases" / "Stubs.java", ROOT / "benchmarks" / "fac_tests" / "Factorial.java")
LANGUAGE = "java"
NUMBER = "25"  # of the factorials
AIM = 0.05  # a number that is wrong by this much loses its readers
PATIENCE_S = 120


class Length(Noun):
    """How long each side measures."""

    warmup: int
    measurement: int
    time_ms: int


def by_launcher(artifact: Artifact, benchmark: CatalogBenchmark, length: Length) -> float:
    """ns per operation through the launcher: the mean over the measurement iterations, as JMH's score is."""
    scores = []
    with start_worker(artifact, benchmark.launch) as worker:
        worker.open("c", benchmark, params={param.name: str(NUMBER) for param in benchmark.params})
        count = length.warmup + length.measurement
        for i in range(count):
            phase = "warmup" if i < length.warmup else "measurement"
            [thread] = worker.iterate("c", phase, length.time_ms * 1_000_000, first=i == 0, last=i == count - 1).threads
            if phase == "measurement":
                scores.append(thread.elapsed_ns / thread.operations)
    return sum(scores) / len(scores)


def by_jmh(artifact: Artifact, benchmark: CatalogBenchmark, length: Length) -> float:
    """ns per operation as JMH's own command line gives it with one fork."""
    name = benchmark.name.replace(".", r"\.")
    with tempfile.TemporaryDirectory() as folder:
        argv = [
            artifact.platform.executable, "-jar", artifact.path, f"^{name}$", "-f", "1", "-bm", "avgt", "-tu", "ns",
            "-wi",
            str(length.warmup), "-w", f"{length.time_ms}ms", "-i",
            str(length.measurement), "-r", f"{length.time_ms}ms", "-rf", "json", "-rff", "result.json"
        ]
        for param in benchmark.params:
            argv += ["-p", f"{param.name.rpartition('.')[2]}={NUMBER}"]
        process = subprocess.run(argv, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                 timeout=PATIENCE_S)
        result = Path(folder, "result.json")
        if process.returncode != 0 or not result.exists():
            raise RuntimeError(f"JMH failed: {(process.stdout + process.stderr)[-2000:]}")
        return float(json.loads(result.read_text(encoding="utf-8"))[0]["primaryMetric"]["score"])


def pairs(artifact: Artifact, benchmark: CatalogBenchmark, length: Length, count: int,
          seed: int) -> list[tuple[float, float]]:
    """`count` pairs (launcher, JMH) in ns per operation, each in random order."""
    order = random.Random(f"{seed} {artifact.platform.id} {benchmark.name}")
    measured = []
    for _ in range(count):
        sides = [by_launcher, by_jmh]
        order.shuffle(sides)
        found = {side: side(artifact, benchmark, length) for side in sides}
        measured.append((found[by_launcher], found[by_jmh]))
    return measured


def row(platform: str, benchmark: str, measured: Sequence[tuple[float, float]], judged: bool) -> tuple[str, bool]:
    """One line of the table, and, when it is to be judged, whether the aim is missed by more than the interval."""
    ratios = [own / other for own, other in measured]
    low, high = log_mean_interval(ratios, 0.95)
    missed = judged and (low > 1 + AIM or high < 1 - AIM)
    own, other = log_mean([own for own, _ in measured]), log_mean([other for _, other in measured])
    return (f"{platform:20} {benchmark:20} {own:10.3f} {other:10.3f} {log_mean(ratios):8.3f}  [{low:.3f}, {high:.3f}]"
            f" {len(measured):5}{'  MISSED' if missed else ''}"), missed


def built() -> list[Catalog]:
    """The catalogs of both sources on every JVM that the environment names."""
    suite = forecast([str(path) for path in SOURCES], lambda problems: None)
    chosen, _ = platforms(suite, Options(platforms=("all",)))
    return describe_artifacts(artifacts(generate_wrappers(suite), chosen))


def main(argv: Sequence[str]) -> int:
    """Print the table; 1 when a ratio's whole interval is further than 5 % from 1, 0 otherwise."""
    parser = argparse.ArgumentParser(prog="bench.launcher", description=__doc__)
    parser.add_argument("--quick", action="store_true",
                        help="two short pairs each: does it run? Its ratios say nothing")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(2**31))
    arguments = parser.parse_args(argv)
    there, skipped = find_platforms(LANGUAGE, os.environ)
    if not there:
        print("\n".join(f"launcher: skipped, {skip.reason}: {skip.hint}" for skip in skipped))
        return 0
    length = Length(warmup=2, measurement=2, time_ms=50) if arguments.quick else Length(
        warmup=5, measurement=5, time_ms=300)
    count = 2 if arguments.quick else max(2, arguments.pairs)
    print(f"launcher ÷ plain JMH fork, {count} pairs in random order, seed {arguments.seed}")
    print(f"{'platform':20} {'benchmark':20} {'launcher':>10} {'JMH':>10} {'ratio':>8}  95 % interval    pairs")
    missed = False
    for catalog in built():
        for benchmark in catalog.benchmarks:
            measured = pairs(catalog.artifact, benchmark, length, count, arguments.seed)
            line, far = row(catalog.artifact.platform.id,
                            benchmark.name.rpartition(".")[2], measured, not arguments.quick)
            print(line, flush=True)
            missed = missed or far
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
