"""How long does `clamh report` take on sides that took turns, and how large is their file? 10,000 laps of six sides.

Twelve sets of five iterations, as a default run has them, but of 167 laps each. Slices vary as measured ones do, one in
a hundred waits, and each side is a little slower in each process. Slices of Java have a length in ns, so the file has
the operations of each turn.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from clamh.model.cases import CaseOptions
from clamh.model.results import (ENCODER, CaseRecord, End, FloorRecord, ForkEnd, ForkStart, Header, IterationRecord,
                                 PlatformRecord, Record, SetRecord, WorkRecord)
from clamh.model.worker import ThreadIteration
from clamh.running.planning.turns import turns

from bench.aims import Finding, median, median_interval, table
from bench.command import clamh

AIM_S, AIM_MB = 3.0, 20.0
SETS, ITERATIONS, LAPS = 12, 5, 10_000
PLATFORMS = ("cpp/g++-12", "java/openjdk-17", "javascript/node-20", "rust/rustc-1.85", "go/go-1.22",
             "python/cpython-3.11")
JAVA = PLATFORMS.index("java/openjdk-17")
SLICE_NS = 5_000_000
OPTIONS = CaseOptions(warmup_iterations=1, warmup_time_ns=300_000_000, warmup_batch_size=1,
                      measurement_iterations=ITERATIONS, measurement_time_ns=SLICE_NS * LAPS // (SETS * ITERATIONS),
                      measurement_batch_size=1, forks=SETS, warmup_forks=0, operations_per_invocation=1, time_unit="ns",
                      timeout_ns=600_000_000_000)


def records(laps: int, chance: random.Random) -> Iterator[Record]:
    """A run of one contest with so many laps in all, as the results file has it."""
    yield Header(schema_version=2, run_id="turns", clamh_version="0.1.0", command=("clamh", "run"),
                 started="2026-01-02T03:04:05Z", seed=1, confidence=0.95, environment={"cpus": 8}, fingerprint="f",
                 sources={})
    for platform in PLATFORMS:
        yield PlatformRecord(id=platform, language=platform.partition("/")[0], source=f"suite/source.{platform[:2]}",
                             version="1", flags=("-O3",), artifact_sha256="", build_s=1.0,
                             hello={"clocks": [{"name": "c", "step_ns": 20, "cost_ns": 20, "taken": True}]})
    for number, platform in enumerate(PLATFORMS):
        yield CaseRecord(case_id=f"{number:012x}", key="work", benchmark="suite::work", platform=platform,
                         source=f"suite/source.{platform[:2]}", mode="avgt", threads=1, params={}, options=OPTIONS)
        yield WorkRecord(case_id=f"{number:012x}", returned="i:1")
        yield FloorRecord(platform=platform, mode="avgt", threads=1, operations=1e8, elapsed_ns=10_000_000)
    each = -(-laps // (SETS * ITERATIONS))
    for fork in range(SETS):
        yield from _set(fork, each, chance)
    yield End(status="complete", time="2026-01-03T03:04:05Z", measuring_s=300.0, driver_cpu_s=1.0)


def _set(fork: int, laps: int, chance: random.Random) -> Iterator[Record]:
    sides = range(len(PLATFORMS))
    invocations = [SLICE_NS // (250 * (1 + side)) for side in sides]  # of a slice
    counts = [SLICE_NS if side == JAVA else invocations[side] for side in sides]
    levels = [chance.gauss(1, 0.01) for _ in sides]
    cases = [f"{side:012x}" for side in sides]
    for side in sides:
        yield ForkStart(case_id=cases[side], fork=fork, block=fork, position=side, time="2026-01-02T03:04:05Z", pid=100)
    for index in range(ITERATIONS):
        order = turns(len(sides), laps, 0, chance)
        waited = [1_000_000 if chance.random() > 0.99 else 0 for _ in order]
        took = [
            round(SLICE_NS * levels[who] * chance.gauss(1, 0.02)) + wait
            for who, wait in zip(order, waited, strict=True)
        ]
        operations = [float(round(invocations[who] * chance.gauss(1, 0.02)) if who == JAVA else invocations[who])
                      for who in order]
        yield SetRecord(cases=tuple(cases), forks=(fork,) * len(sides), index=index, order=tuple(order),
                        counts=tuple(counts), warmin=tuple(counts), elapsed_ns=tuple(took), waited_ns=tuple(waited),
                        operations=tuple(operations), idle_ns=(0,) * len(sides), slice_ns=SLICE_NS,
                        collections=(0,) * len(sides), major_faults=(0,) * len(sides),
                        others_ns=(2_000_000,) * len(sides))
        for side in sides:
            own = tuple(ns for who, ns in zip(order, took, strict=True) if who == side)
            done = math.fsum(count for who, count in zip(order, operations, strict=True) if who == side)
            thread = ThreadIteration(operations=done, all_operations=done, elapsed_ns=sum(own),
                                     sample_invocations=0 if side == JAVA else counts[side],
                                     sample_ns=() if side == JAVA else own, waited_ns=sum(waited) // len(sides),
                                     involuntary_switches=0)
            yield IterationRecord(case_id=cases[side], fork=fork, phase="measurement", index=index, threads=(thread,),
                                  speed_ns=(1000, 1001, 1000))
    for side in sides:
        yield ForkEnd(case_id=cases[side], fork=fork, status="ok", exit_code=0, stdout_bytes=0, stderr_bytes=0,
                      took_s=3.0)


def write(path: Path, laps: int, chance: random.Random) -> None:
    """The results file of such a run."""
    with path.open("wb") as file:
        file.writelines(ENCODER.encode(record) + b"\n" for record in records(laps, chance))


def main(argv: Sequence[str]) -> int:
    """Print the table; 1 when the file or its report is beyond its aim, 0 otherwise."""
    parser = argparse.ArgumentParser(prog="bench.laps", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run, once: does it work?")
    parser.add_argument("--seed", type=int, default=random.randrange(2**31))
    arguments = parser.parse_args(argv)
    laps, runs = (600, 1) if arguments.quick else (LAPS, 5)
    with tempfile.TemporaryDirectory(prefix="clamh-bench-") as temporary:
        path = Path(temporary) / "turns.ndjson"
        write(path, laps, random.Random(arguments.seed))
        size_mb = path.stat().st_size / 1e6
        print(
            f"{laps:,} laps of {len(PLATFORMS)} sides, {runs} runs, seed {arguments.seed}; load "
            f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} CPUs"
        )
        took = [clamh(Path(temporary), Path(temporary) / "cache", "report", path.name) for _ in range(runs)]
    cpu, wall = [item.cpu_s for item in took], [item.wall_s for item in took]
    findings = [Finding("size of the results file", size_mb, size_mb, size_mb, unit="MB", aim=AIM_MB),
                Finding("clamh report", median(wall), *median_interval(wall), unit="s", aim=AIM_S),
                Finding("clamh report: CPU", median(cpu), *median_interval(cpu), unit="s")]
    return table(findings, not arguments.quick)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
