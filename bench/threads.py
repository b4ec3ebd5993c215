"""What do threads cost, beside threads written by hand, and beside Google Benchmark's?

Two programs that measure the same live side by side and take turns: many short repetitions, each of ours beside one of
theirs, in random order, so that a change of the machine's speed hits both alike. The ratio of such a pair of processes
is the median over its repetitions; the figure is the geometric mean over pairs, with the t interval of their log
ratios. bench/README.md says what each side counts.
"""

from __future__ import annotations

import argparse
import os
import random
import select
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from statistics import fmean, median

from clamh.building.build import find_platforms
from clamh.judging.statistics.forks import log_mean, log_mean_interval
from clamh.model.artifacts import Platform
from clamh.model.cases import Catalog
from clamh.model.noun import Noun
from clamh.model.options import Options
from clamh.pipeline import artifacts, describe_artifacts, forecast, generate_wrappers, platforms
from clamh.running.worker.answers import Measured

from bench.aims import CONFIDENCE, LEAST_NS, Finding, table, wide
from bench.worker import start_worker

CASES = Path(__file__).parent / "thread_cases"
PATIENCE_S = 60
# Not Python: of its threads one computes at a time.
SOURCES = {
    "c": "threads.c", "cpp": "threads.cpp", "rust": "threads.rs", "zig": "threads.zig", "go": "threads.go",
    "javascript": "threads.mjs"
}
BY_HAND = {
    "c": (0.95, 1.05), "cpp": (0.95, 1.05), "rust": (0.95, 1.05), "zig": (0.95, 1.05), "go": (0.95, 1.05),
    "javascript": (0.80, 1.10)
}  # as bench/loops.py
SAME = (0.95, 1.05)
# There is no fair empty loop by hand in JavaScript, and a turn of ours, with its fence inside, is a third to half of a
# nanosecond longer than the plainest that counts: README.
ONLY_TOLD = {("javascript", "empty"), ("javascript", "own")}
HINT = "apt-get install libbenchmark-dev"

Turn = Callable[[], float]  # one repetition: ns per invocation, the mean over the threads
Side = Callable[[], AbstractContextManager[Turn]]  # a process that is started, warmed up, and ended with the block


class Length(Noun):
    """How many pairs of processes, at least and until the interval is `narrow` at most, repetitions in each, ms of
    each.
    """

    pairs: int
    most: int
    repetitions: int
    ms: int
    narrow: float = 0.02


class Pair(Noun):
    """What two processes found: the median ratio of their repetitions, and each side's median in ns."""

    ratio: float
    left_ns: float
    right_ns: float


def own(catalog: Catalog, name: str, threads: int, ms: int, order: random.Random, count: int = 0,
        params: Mapping[str, str] = {}) -> Side:
    """A benchmark of ours by time, in repetitions of so many ms, or by a count of invocations in each thread (mode ss).

    Each process has a layout of its own.
    """
    [benchmark] = [
        catalog_benchmark for catalog_benchmark in catalog.benchmarks
        if catalog_benchmark.name.rpartition(".")[2] == name
    ]  # Go has a package before it

    @contextmanager
    def side() -> Iterator[Turn]:
        with start_worker(catalog.artifact) as worker:
            def repetition(phase: str, times: int = 1) -> float:
                return each(
                    worker.iterate("own", phase, 0 if count else times * ms * 1_000_000, first=phase == "warmup"), count
                    or 1)

            worker.open("own", benchmark, order.getrandbits(63), params, "ss" if count else "avgt", threads, count or 1)
            repetition("warmup", 10)
            yield lambda: repetition("measurement")

    return side


def each(iteration: Measured, batch: int) -> float:
    """ns per invocation of one iteration: the mean over its threads, each of its own time, as avgt's score."""
    return fmean(thread.elapsed_ns / thread.operations / batch for thread in iteration.threads)


def program(argv: Sequence[str], length: int, warmup: int) -> Side:
    """A program that answers each line, the length of a repetition in its own measure, with ns per invocation."""

    @contextmanager
    def side() -> Iterator[Turn]:
        with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None and process.stdout is not None

            def repetition(length: int) -> float:
                process.stdin.write(f"{length}\n".encode())
                process.stdin.flush()
                ready, _, _ = select.select([process.stdout], [], [], PATIENCE_S)
                answer = process.stdout.readline() if ready else b""
                if not answer:
                    raise RuntimeError(f"{' '.join(map(str, argv))} gave no figure")
                return float(answer)

            try:
                repetition(warmup)
                yield lambda: repetition(length)
            finally:
                process.kill()  # nothing is lost: its threads only wait for a turn

    return side


def pair(left: Side, right: Side, repetitions: int, order: random.Random) -> Pair:
    """Two fresh processes that take turns, the order within each repetition at random."""
    with left() as ours, right() as theirs:
        found: tuple[list[float], list[float]] = ([], [])
        for _ in range(repetitions):
            for turn, figures in order.sample([(ours, found[0]), (theirs, found[1])], 2):
                figures.append(turn())
    return Pair(ratio=median(a / b for a, b in zip(*found, strict=True)), left_ns=median(found[0]),
                right_ns=median(found[1]))


def compared(what: str, left: Side, right: Side, length: Length, order: random.Random,
             aim: tuple[float, float] | None) -> Finding:
    """left ÷ right over as many pairs as it takes; without an aim it is only told, and of the fewest."""
    pairs: list[Pair] = []
    most = length.pairs if aim is None else length.most
    while len(pairs) < length.pairs or len(pairs) < most and wide([item.ratio for item in pairs], length.narrow):
        pairs.append(pair(left, right, length.repetitions, order))
    for side, least in (("CLAMH", min(item.left_ns
                                      for item in pairs)), ("the other side", min(item.right_ns for item in pairs))):
        if least < LEAST_NS:
            raise RuntimeError(f"{what}: {side} says {least:.2g} ns: its loop is not in the machine code")
    ratios = [item.ratio for item in pairs]
    ns = f"{log_mean([item.left_ns for item in pairs]):.3g} / {log_mean([item.right_ns for item in pairs]):.3g} ns"
    finding = Finding(f"{what} ({ns}, {len(pairs)} pairs)", log_mean(ratios), *log_mean_interval(ratios, CONFIDENCE))
    return finding if aim is None else finding._replace(least=aim[0], aim=aim[1])


def findings(catalog: Catalog, folder: Path, length: Length, seed: int) -> Iterator[Finding]:
    """The ratios of one platform: against loops by hand, one late thread against two, and, in C++, against Google
    Benchmark.
    """
    platform = catalog.artifact.platform
    language, ns = platform.language, length.ms * 1_000_000
    order = random.Random(f"{seed} {platform.id}")
    by_hand = written_by_hand(platform, folder)
    for name in ("empty", "own", "shared"):
        aim = None if (language, name) in ONLY_TOLD else BY_HAND[language]
        for threads in (1, 2):
            what = f"{platform.id} {name}, {threads} thread{'s' * (threads > 1)} ÷ by hand"
            hand = program((*by_hand, name, str(threads)), ns, 10 * ns)
            yield compared(what, own(catalog, name, threads, length.ms, order), hand, length, order, aim)
    [from_thread] = [param.name for benchmark in catalog.benchmarks for param in benchmark.params]
    # Of one benchmark: the code of two of the same text may lie otherwise, which was 4 % in C++. Both sides pause for
    # 100 ms: after that, a CPU may be slower for 15 ms.
    one_late, both_late = (own(catalog, "late", 2, length.ms, order, params={from_thread: first}) for first in ("1", "0"))
    yield compared(f"{platform.id} thread 1 is 100 ms late ÷ both are", one_late, both_late, length, order, SAME)
    if language != "cpp":
        return
    google = compiled(platform, folder, "google.cpp", "-lbenchmark")
    if google is None:
        print(f"threads: Google Benchmark cannot be used with {platform.id}: {HINT}")
        return
    with own(catalog, "shared", 2, length.ms, order)() as turn:
        count = max(1, round(5 * ns / turn()))  # its two ends, where one thread is alone, are to be small beside it
    theirs = program((str(google), "2"), count, count)
    for way, side, aim in (("by count", own(catalog, "shared", 2, length.ms, order, count), SAME),
                           ("by time", own(catalog, "shared", 2, 5 * length.ms, order), None)):
        yield compared(f"{platform.id} shared, 2 threads {way} ÷ Google's", side, theirs, length, order, aim)


def written_by_hand(platform: Platform, folder: Path) -> tuple[str, ...]:
    """The command of the loops by hand, compiled with the platform's own flags. Raises RuntimeError where that fails.
    """
    if platform.language == "javascript":
        return (platform.executable, *platform.flags, str(CASES / "hand.mjs"))
    source = Path(SOURCES[platform.language]).with_stem("hand").name
    path = compiled(platform, folder, source)
    if path is None:
        raise RuntimeError(f"{platform.id} does not compile {CASES / source}")
    return (str(path),)


def compiled(platform: Platform, folder: Path, source: str, *libraries: str) -> Path | None:
    """A program of thread_cases with the platform's own flags; None where it cannot be made."""
    path = folder / f"{Path(source).stem}-{platform.id.replace('/', '-')}"
    flags = [flag for flag in platform.flags if not flag.startswith("GO")]
    settings = dict(flag.split("=", 1) for flag in platform.flags
                    if flag.startswith("GO"))  # go reads them in the environment
    before = {"go": ["build"], "zig": ["build-exe", "-lc"]}.get(platform.language, [])
    behind = [*libraries, "-lpthread"] if platform.language in ("c", "cpp") else []
    output = [f"-femit-bin={path}"] if platform.language == "zig" else ["-o", str(path)]
    process = subprocess.run([platform.executable, *before, *flags, *output, str(CASES / source), *behind],
                             capture_output=True, text=True, check=False,
                             env={**os.environ, **settings, "GOTOOLCHAIN": "local", "GOFLAGS": "", "GOWORK": "off"})
    return path if process.returncode == 0 else None


def built(patterns: Sequence[str]) -> list[Catalog]:
    """The catalogs of thread_cases on the platforms of this machine that the patterns mean."""
    there = []
    for language, source in SOURCES.items():
        found, skipped = find_platforms(language, os.environ)
        there += [str(CASES / source)] if found else []
        for skip in [] if found else skipped:
            print(f"threads: {language} skipped, {skip.reason}: {skip.hint}")
    suite = forecast(there, lambda problems: None)
    chosen, _ = platforms(suite, Options(platforms=tuple(patterns)))
    return describe_artifacts(artifacts(generate_wrappers(suite), chosen))


def main(argv: Sequence[str]) -> int:
    """Print the table; 1 when a ratio is beyond its aim by more than its interval, 0 otherwise."""
    parser = argparse.ArgumentParser(prog="bench.threads", description=__doc__)
    parser.add_argument("--quick", action="store_true",
                        help="two short pairs each: does it run? Its ratios say nothing")
    parser.add_argument("--platform", action="append", metavar="PATTERN", help="as of `clamh run` (default: all)")
    parser.add_argument("--seed", type=int, default=random.randrange(2**31))
    arguments = parser.parse_args(argv)
    if len(os.sched_getaffinity(0)) < 2:
        print("threads: skipped, this process may use one CPU only: two threads would take turns on it")
        return 0
    length = (Length(pairs=2, most=2, repetitions=2, ms=5) if arguments.quick
              else Length(pairs=12, most=24, repetitions=25, ms=10))
    print(
        f"{length.pairs} to {length.most} pairs of processes, {length.repetitions} repetitions of {length.ms} ms in "
        f"each (beside Google Benchmark {5 * length.ms} ms), seed {arguments.seed}")
    with tempfile.TemporaryDirectory(prefix="clamh-threads-") as folder:
        lines = (line for catalog in built(arguments.platform or ["all"])
                 for line in findings(catalog, Path(folder), length, arguments.seed))
        return table(lines, not arguments.quick)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
