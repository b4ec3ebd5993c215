"""How long does `clamh report` take, and how much memory? How large is its page, and how soon is it drawn? Wall and CPU
of whole commands, on results files of many cases.

The cases are those of default runs: 5 forks of 5 + 5 iterations, 6 platforms a contest, 4 sets of params, 10 benchmarks
a suite, 50 samples an iteration (which iterations of 15 ms have; those of 300 ms have 1,000). Forks and iterations
differ as measured ones do, every third platform warms up, and every thirtieth sample was interrupted.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from clamh.model.cases import CaseOptions
from clamh.model.results import (ENCODER, CaseRecord, End, FloorRecord, ForkEnd, ForkStart, Header, IterationRecord,
                                 PlatformRecord, Record)
from clamh.model.worker import ThreadIteration

from bench.aims import Finding, median, median_interval, table
from bench.command import Took, clamh

FEW, MANY = 2_000, 10_000
AIM_S, AIM_MIB = 10.0, 1024.0  # of MANY cases
USUAL = 36  # cases of a usual page
USUAL_MB, FEW_MB, FEW_DRAWN_S = 2.0, 10.0, 3.0  # of pages
FORKS, ITERATIONS, SAMPLES, INVOCATIONS = 5, 5, 50, 1_000
PLATFORMS = ("cpp/g++-12", "java/openjdk-17", "javascript/node-20", "rust/rustc-1.85", "go/go-1.22",
             "python/cpython-3.11")
WARMING = 3  # every third platform has a first iteration that is slower
OPTIONS = CaseOptions(warmup_iterations=ITERATIONS, warmup_time_ns=15_000_000, warmup_batch_size=1,
                      measurement_iterations=ITERATIONS, measurement_time_ns=15_000_000, measurement_batch_size=1,
                      forks=FORKS, warmup_forks=0, operations_per_invocation=1, time_unit="ns",
                      timeout_ns=600_000_000_000)


def records(count: int, chance: random.Random) -> Iterator[Record]:
    """A run of so many cases, each round in random order, as the results file has it."""
    yield Header(schema_version=1, run_id="large", clamh_version="0.1.0", command=("clamh", "run"),
                 started="2026-01-02T03:04:05Z", seed=1, confidence=0.95, environment={"cpus": 8}, fingerprint="f",
                 sources={})
    cases = [_case(number) for number in range(count)]
    for platform, source in dict.fromkeys((case.platform, case.source) for case in cases):
        yield PlatformRecord(id=platform, language=platform.partition("/")[0], source=source, version="1",
                             flags=("-O3",), artifact_sha256="", build_s=1.0,
                             hello={"clocks": [{"name": "c", "step_ns": 20, "cost_ns": 20, "taken": True}]})
    yield from cases
    for platform in PLATFORMS:
        yield FloorRecord(platform=platform, mode="avgt", threads=1, operations=1e8, elapsed_ns=10_000_000)
    for fork in range(FORKS):
        for position, number in enumerate(chance.sample(range(count), count)):
            where = {"case_id": cases[number].case_id, "fork": fork}
            yield ForkStart(**where, block=fork, position=position, time="2026-01-02T03:04:05Z", pid=100)
            level = 250 * (1 + number % len(PLATFORMS)) * chance.gauss(1, 0.01)
            for phase in ("warmup", "measurement"):
                for index in range(ITERATIONS):
                    slow = 1.2 if phase == "warmup" and not index and number % WARMING == 1 else 1.0
                    yield IterationRecord(**where, phase=phase, index=index, threads=(_thread(level * slow, chance),),
                                          speed_ns=(1000, 1001, 1000))
            yield ForkEnd(**where, status="ok", exit_code=0, stdout_bytes=0, stderr_bytes=0, took_s=0.3)
    yield End(status="complete", time="2026-01-03T03:04:05Z", measuring_s=0.15 * FORKS * count, driver_cpu_s=1.0)


def _case(number: int) -> CaseRecord:
    contest, platform = divmod(number, len(PLATFORMS))
    suite, name = contest // 40, f"work{contest // 4 % 10}"
    return CaseRecord(case_id=f"{number:012x}", key=name, benchmark=f"suite{suite}::{name}",
                      platform=PLATFORMS[platform], source=f"suite{suite}/source.{platform}", mode="avgt", threads=1,
                      params={"size": str(contest % 4)}, options=OPTIONS)


def _thread(level: float, chance: random.Random) -> ThreadIteration:
    samples = tuple(
        round(level * INVOCATIONS * chance.gauss(1, 0.003) * (1 if chance.random() > 1 / 30 else 1.1))
        for _ in range(SAMPLES))
    operations = float(SAMPLES * INVOCATIONS)
    return ThreadIteration(operations=operations, all_operations=operations, elapsed_ns=sum(samples),
                           sample_invocations=INVOCATIONS, sample_ns=samples, involuntary_switches=0)


def measure_page(path: Path, times: int) -> list[float]:
    """Seconds until Chromium shows the page with its first chart. Each time has a fresh browser."""
    from playwright.sync_api import sync_playwright

    took = []
    with sync_playwright() as playwright:
        for _ in range(times):
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
            page = browser.new_page(viewport={"width": 1200, "height": 900})
            start = time.monotonic()
            page.goto(path.as_uri())
            page.locator("figure.chart").first.scroll_into_view_if_needed()
            page.locator("figure.chart svg").first.wait_for()
            took.append(time.monotonic() - start)
            browser.close()
    return took


def find_pages(folder: Path, few: int, times: int) -> Iterator[Finding]:
    """The sizes of two pages, how long `clamh report --html` takes, and how long the browser."""
    for count, most_mb, most_s in ((USUAL, USUAL_MB, None), (few, FEW_MB, FEW_DRAWN_S)):
        page = folder / f"{count}.html"
        took = [clamh(folder, folder / "cache", "report", f"{count}.ndjson", "--html", page.name) for _ in range(times)]
        size = page.stat().st_size / 1e6
        name = f"page of {count} cases"
        yield Finding(name, size, size, size, unit="MB", aim=most_mb)
        wall = [each.wall_s for each in took]
        yield Finding(f"{name}: clamh report --html", median(wall), *median_interval(wall), unit="s")
        drawn = measure_page(page, times)
        yield Finding(f"{name}: drawn in Chromium", median(drawn), *median_interval(drawn), unit="s",
                      aim=most_s)


def main(argv: Sequence[str]) -> int:
    """Print the table; 1 when a report takes more than its aim by more than its interval, 0 otherwise."""
    parser = argparse.ArgumentParser(prog="bench.report", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small runs, each once: does it run?")
    arguments = parser.parse_args(argv)
    few, many, times = (60, 300, 1) if arguments.quick else (FEW, MANY, 5)
    ways = {"": (), " -rf json": ("-rf", "json", "-rff", os.devnull), " -rf csv": ("-rf", "csv", "-rff", os.devnull)}
    with tempfile.TemporaryDirectory(prefix="clamh-bench-") as temporary:
        folder = Path(temporary)
        for count in (USUAL, few, many):
            with open(folder / f"{count}.ndjson", "wb") as file:
                file.writelines(ENCODER.encode(record) + b"\n" for record in records(count, random.Random(count)))
        print(f"{times} runs of each command in turn; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} CPUs")
        took: dict[tuple[int, str], list[Took]] = {(count, way): [] for count in (few, many) for way in ways}
        for _ in range(times):
            for count, way in took:
                took[count, way].append(clamh(folder, folder / "cache", "report", f"{count}.ndjson", *ways[way]))
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        pages = list(find_pages(folder, few, times)) if shutil.which("chromium") else []
    if not pages:
        print("no chromium on PATH, so no page is drawn; type: apt-get install chromium")
    findings = pages
    for (count, way), all_runs in took.items():
        cpu, wall = [all_run.cpu_s for all_run in all_runs], [all_run.wall_s for all_run in all_runs]
        aim = AIM_S if count == many and not way else None
        findings.append(
            Finding(f"clamh report{way} of {count} cases", median(wall), *median_interval(wall), unit="s", aim=aim))
        findings.append(
            Finding(f"clamh report{way} of {count} cases: CPU", median(cpu), *median_interval(cpu), unit="s"))
    findings.append(Finding("memory of the largest of these", memory, memory, memory, unit="MiB", aim=AIM_MIB))
    return table(findings, not arguments.quick)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
