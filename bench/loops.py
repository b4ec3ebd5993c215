"""Does CLAMH's measured loop cost what the same loop written by hand costs? Ratios per benchmark and platform.

Both loops are in one artifact and are timed in turn by one worker (`samples`): N invocations through CLAMH's stub, and
one call of a function that goes round N times, in a file that knows nothing of CLAMH. Pairs of about 2 × 250 µs in
random order, so that a change of the machine's speed hits both alike; a fork's ratio is the median over its pairs, and
forks give the interval (t on log ratios). Each fork has another layout of the states and, in C, C++, Rust, Zig and Go,
another code layout: within one code layout all forks read the same ratio, of the same instructions.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path

from msgspec.structs import replace

from clamh.building.build import find_platforms
from clamh.judging.statistics.forks import log_mean, log_mean_interval
from clamh.model.artifacts import Artifact
from clamh.model.cases import Catalog, CatalogBenchmark
from clamh.model.identity import camel_case
from clamh.model.noun import Noun
from clamh.model.options import Options
from clamh.pipeline import artifacts, describe_artifacts, forecast, generate_wrappers, platforms

from bench.aims import CONFIDENCE, Finding, median, table
from bench.worker import start_worker

CASES = Path(__file__).parent / "loop_cases"
HAND = "hand"
SAMPLE_NS = 250_000
WARMUP_NS = 100_000_000
ABOUT = """\
ratio of CLAMH's loop to the same loop by hand (bench/loop_cases/hand*). In C, C++, Rust and Zig that one has an empty assembly that takes the
result, and, for the empty loop and the additions, which compilers would delete or compute once, one compiler fence
a pass; the factorials have no fence there, since they read a volatile. In Go it gives the result's address to runtime.KeepAlive, and both sides
call one function for each factorial, since Go does not align loops. In JavaScript it calls, every 1,024 passes, a function that may
have changed everything, and fetches its state anew. In Python it is timeit's: the function a local
name, itertools.repeat, the result thrown away. On PyPy it fetches its state by an index that changes and stores its result"""


class Suite(Noun):
    """The files of one language, and its aim; a loop faster than by hand by more than `least` has lost some of its
    work.
    """

    language: str
    files: tuple[str, ...]
    aim: float
    least: float
    platforms: str = "*"  # as a pattern


SUITES = (
    Suite(language="c", files=("loops.c", "hand.c"), aim=1.05, least=0.95),
    Suite(language="cpp", files=("loops.cpp", "hand.cpp"), aim=1.05, least=0.95),
    Suite(language="rust", files=("loops.rs",), aim=1.05, least=0.95),
    Suite(language="zig", files=("loops.zig",), aim=1.05, least=0.95),
    Suite(language="go", files=("loops.go",), aim=1.05, least=0.95),
    Suite(language="javascript", files=("loops.mjs",), aim=1.10, least=0.8),
    Suite(language="python", files=("loops.py",), aim=1.05, least=0.95, platforms="python/cpython*"),
    Suite(language="python", files=("loops.py",), aim=1.10, least=0.85, platforms="python/pypy*"),
)


class Length(Noun):
    """How much is measured of each benchmark."""

    forks: int
    pairs: int


class Fork(Noun):
    """What one process found: the median ratio of its pairs, and each side's median ns per pass."""

    ratio: float
    own_ns: float
    hand_ns: float


def fork(artifact: Artifact, own: CatalogBenchmark, hand: CatalogBenchmark, pairs: int, order: random.Random,
         own_ns: float = 0.0) -> Fork:
    """One fresh process: both loops warmed up, then `pairs` pairs, the order within each at random.

    What a JIT compiler meets first often comes out faster, so that is at random too, where `own_ns`, what a pass
    through CLAMH's stub takes, is known from the fork before.
    """
    with start_worker(artifact) as worker:
        def start(side: str, catalog_benchmark: CatalogBenchmark, seed: int, passes: int) -> float:
            """Opens and warms up; ns per invocation."""
            worker.open(
                side, catalog_benchmark, seed,
                {param.name: str(passes) for param in catalog_benchmark.params if param.name.endswith("passes")})
            [thread] = worker.iterate(side, "warmup", WARMUP_NS, first=True).threads
            if not thread.operations or not thread.elapsed_ns:
                raise RuntimeError(f"{catalog_benchmark.name} took no time at all: its loop is not in the machine code")
            return thread.elapsed_ns / thread.operations

        seed = order.getrandbits(63)
        count = max(1, round(SAMPLE_NS / (own_ns or start("own", own, seed, 0))))
        sides = [("hand", hand, count), *([("own", own, 0)] if own_ns else [])]
        for side, item, passes in order.sample(sides, len(sides)):
            start(side, item, seed, passes)
        turns: dict[str, Callable[[], int]] = {
            "own": lambda: worker.take_sample("own", count),
            "hand": lambda: worker.take_sample("hand", 1),
        }
        found: dict[str, list[int]] = {side: [] for side in turns}
        for _ in range(pairs):
            for side in order.sample(list(turns), 2):
                found[side].append(turns[side]())
    ratio = median([o / h for o, h in zip(found["own"], found["hand"], strict=True)])
    return Fork(ratio=ratio, own_ns=median(found["own"]) / count, hand_ns=median(found["hand"]) / count)


def in_code_layout(artifact: Artifact, number: int) -> Artifact:
    """The artifact for the fork of that number: forks take the code layouts in turn, and layout 0 is the artifact
    itself.
    """
    return replace(artifact, path=(artifact.path, *artifact.layouts)[number % (1 + len(artifact.layouts))])


def findings(suite: Suite, catalog: Catalog, length: Length, seed: int) -> Iterator[Finding]:
    """A ratio for each benchmark that has a hand-written twin, and the floor in ns from the empty one."""
    names = {camel_case(benchmark.name.rpartition(".")[2]): benchmark for benchmark in catalog.benchmarks}
    platform = catalog.artifact.platform.id
    for name, own in names.items():
        hand = names.get(HAND + name[0].upper() + name[1:])
        if hand is None:
            continue
        order = random.Random(f"{seed} {platform} {name}")
        forks: list[Fork] = []
        for number in range(length.forks):
            forks.append(
                fork(in_code_layout(catalog.artifact, number), own, hand, length.pairs, order,
                     forks[-1].own_ns if forks else 0.0))
        ratios = [item.ratio for item in forks]
        own_ns, hand_ns = log_mean([item.own_ns for item in forks]), log_mean([item.hand_ns for item in forks])
        what = f"{platform} {name} ({own_ns:.3g} / {hand_ns:.3g} ns)"
        yield Finding(what, log_mean(ratios), *log_mean_interval(ratios, CONFIDENCE), aim=suite.aim, least=suite.least)
        if name == "empty":
            times = [item.own_ns for item in forks]
            yield Finding(f"{platform} floor", own_ns, *log_mean_interval(times, CONFIDENCE), unit="ns")


def built(suites: Sequence[Suite], patterns: Sequence[str], layouts: int) -> list[tuple[Suite, Catalog]]:
    """Each language's loops on the platforms of this machine that the patterns mean, in that many code layouts where it
    can have several.
    """
    names = dict.fromkeys(name for suite in suites for name in suite.files)
    catalogs = build([CASES / name for name in names], patterns, layouts)
    return [(suite, catalog) for suite in suites for catalog in catalogs
            if catalog.artifact.platform.language == suite.language
            and fnmatch(catalog.artifact.platform.id, suite.platforms)]


def build(files: Sequence[Path], patterns: Sequence[str], layouts: int = 1) -> list[Catalog]:
    """The files, on each platform of this machine that the patterns mean."""
    suite = forecast(list(map(str, files)), lambda problems: None)
    chosen, _ = platforms(suite, Options(platforms=tuple(patterns)))
    return list(describe_artifacts(artifacts(generate_wrappers(suite), chosen, layouts=lambda unit: layouts)))


def main(argv: Sequence[str]) -> int:
    """Print the table; 1 when a ratio is beyond its aim by more than its interval, 0 otherwise."""
    parser = argparse.ArgumentParser(prog="bench.loops", description=__doc__)
    parser.add_argument("--quick", action="store_true",
                        help="two short forks each: does it run? Its ratios say nothing")
    parser.add_argument("--platform", action="append", metavar="PATTERN", help="as of `clamh run` (default: all)")
    parser.add_argument("--seed", type=int, default=random.randrange(2**31))
    arguments = parser.parse_args(argv)
    length = Length(forks=2, pairs=4) if arguments.quick else Length(forks=16, pairs=60)
    there = []
    for suite in SUITES:
        found, skipped = find_platforms(suite.language, os.environ)
        if found:
            there.append(suite)
        for skip in [] if found else skipped:
            print(f"loops: {suite.language} skipped, {skip.reason}: {skip.hint}")
    print(f"{ABOUT}\n{length.forks} forks of {length.pairs} pairs, seed {arguments.seed}")
    lines = (line for suite, catalog in built(there, arguments.platform or ["all"], length.forks)
             for line in findings(suite, catalog, length, arguments.seed))
    return table(lines, not arguments.quick)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
