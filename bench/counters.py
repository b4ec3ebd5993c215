"""What do counters cost? In each language, with iterations of 200 ms: time of an operation with all events and resource
usage counted ÷ without, and the time for counting an allocation, or a collection where allocations are not counted.

Two processes of one artifact take turns, a counted and an uncounted one, in random order. A pair compares the medians
of their iterations, without waiting for a CPU; pairs give the interval. Both have the same layout, so only reading the
counters and having them open differs.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from clamh.building.build import find_platforms
from clamh.judging.statistics.forks import log_mean, log_mean_interval, mean, mean_interval
from clamh.languages import languages
from clamh.machine.perf_access import list_working
from clamh.model.cases import Catalog
from clamh.model.counting import Counting, choose_reader, split_numbers
from clamh.model.identity import camel_case
from clamh.running.counting import prepare_counting
from msgspec.structs import replace

from bench.aims import CONFIDENCE, Finding, median, table, wide
from bench.loops import SUITES, build, built
from bench.worker import start_worker

AIM = 0.02
ALLOCATING = Path(__file__).parent / "counter_cases"
COUNTS = ("gc.allocations", "gc.count")  # the first of these that a platform has is what counting is divided by


class Length(NamedTuple):
    """How much is measured: pairs of processes, and at most so many until the interval is `AIM` at most; iterations of
    each process, and their length.
    """

    pairs: int
    most: int
    iterations: int
    time_ns: int
    warmup_ns: int


class Pair(NamedTuple):
    """The median ns of an operation in either process, and the counts of an operation, by name."""

    counted_ns: float
    uncounted_ns: float
    counts: dict[str, float]

    @property
    def ratio(self) -> float:
        """Time with counters ÷ without."""
        return self.counted_ns / self.uncounted_ns


def measure_pair(catalog: Catalog, name: str, counting: Counting, length: Length, order: random.Random) -> Pair:
    """A benchmark in two fresh processes."""
    benchmark = next(found for found in catalog.benchmarks if camel_case(found.name.rpartition(".")[2]) == name)
    seed = order.getrandbits(63)
    costs: dict[bool, list[float]] = {True: [], False: []}
    sums = dict.fromkeys((counter.name for counter in counting.of_worker), 0.0)
    operations = 0.0
    with ExitStack() as living:
        workers = {
            counted: living.enter_context(start_worker(catalog.artifact, counting=counting if counted else Counting()))
            for counted in order.sample([True, False], 2)
        }
        for worker in workers.values():
            worker.open("case", benchmark, seed)
            worker.iterate("case", "warmup", length.warmup_ns, first=True)
        for _ in range(length.iterations):
            for counted in order.sample([True, False], 2):
                measured = workers[counted].iterate("case", "measurement", length.time_ns, first=False)
                numbers = split_numbers(counting.of_worker if counted else (), measured.counters)
                [thread] = measured.threads
                costs[counted].append((thread.elapsed_ns - max(thread.waited_ns, 0)) / thread.operations)
                for counter, (count, *_) in numbers.items():
                    sums[counter] += count
                operations += thread.operations * counted
    return Pair(median(costs[True]), median(costs[False]), {name: count / operations for name, count in sums.items()})


def find_ratios(patterns: Sequence[str], length: Length, seed: int) -> Iterator[Finding]:
    """The ratio for each platform whose worker reads events and usage itself."""
    counting, _ = prepare_counting({"perf": list_working(), "rusage": ()})
    there = [suite for suite in SUITES if find_platforms(suite.language, os.environ)[0]]
    for _, catalog in built(there, patterns, 1):
        if not choose_reader(catalog.hello, counting.counters)[1]:
            continue
        order = random.Random(f"{seed} {catalog.artifact.platform.id}")
        ratios: list[float] = []
        while len(ratios) < length.pairs or len(ratios) < length.most and wide(ratios, AIM):
            ratios.append(measure_pair(catalog, "factorialIterative", counting, length, order).ratio)
        yield Finding(f"{catalog.artifact.platform.id}, {len(counting.counters) - 1} counters, {len(ratios)} pairs",
                      log_mean(ratios), *log_mean_interval(ratios, CONFIDENCE), aim=1 + AIM, least=1 - AIM)


def find_costs(patterns: Sequence[str], length: Length, seed: int) -> Iterator[Finding]:
    """The ns for each count of `-prof gc`. The aim is what the language's language.toml says, within a factor of two."""
    asked, _ = prepare_counting({"gc": ()})
    sources = [path for path in sorted(ALLOCATING.iterdir())
               for language in languages().values() if path.suffix in language.extensions]
    for catalog in build(sources, patterns):
        platform = catalog.artifact.platform
        readable, by_worker = choose_reader(catalog.hello, asked.counters)
        name = next((name for name in COUNTS if name in [counter.name for counter in readable]), "")
        if not name or not by_worker:
            continue
        counting = replace(asked, counters=readable, by_worker=True)
        order = random.Random(f"{seed} {platform.id}")
        pairs = [measure_pair(catalog, "allocate", counting, length, order) for _ in range(length.pairs)]
        costs = [(pair.counted_ns - pair.uncounted_ns) / pair.counts[name] for pair in pairs]
        stated = languages()[platform.language].count_costs_ns.get(name)
        what = f"{platform.id}, each of {mean([pair.counts[name] for pair in pairs]):.3g} {name}"
        yield Finding(what, mean(costs), *mean_interval(costs, CONFIDENCE), "ns",
                      **({} if stated is None else {"aim": 2 * stated, "least": stated / 2}))


def main(argv: Sequence[str]) -> int:
    """Print the table; 1 when a ratio is beyond its aim by more than its interval, 0 otherwise."""
    parser = argparse.ArgumentParser(prog="bench.counters", description=__doc__)
    parser.add_argument("--quick", action="store_true",
                        help="two short pairs each: does it run? Its ratios say nothing")
    parser.add_argument("--platform", action="append", metavar="PATTERN", help="as of `clamh run` (default: all)")
    parser.add_argument("--seed", type=int, default=random.randrange(2**31))
    arguments = parser.parse_args(argv)
    length = (Length(2, 2, 2, 10_000_000, 20_000_000) if arguments.quick
              else Length(8, 32, 8, 200_000_000, 300_000_000))
    print(f"{length.pairs} to {length.most} pairs of processes, each of {length.iterations} iterations of "
          f"{length.time_ns // 1_000_000} ms in turn, seed {arguments.seed}")
    asked = arguments.platform or ["all"], length, arguments.seed
    return table(chain(find_ratios(*asked), find_costs(*asked)), not arguments.quick)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
