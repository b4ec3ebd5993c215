"""What do counters cost? Time of an operation with ten counters and resource usage ÷ without, iterations of 200 ms, in
each language.

Two processes of one artifact take turns, a counted and an uncounted one, in random order. A pair's ratio is that of the
medians of its iterations, without waiting for a CPU; pairs give the interval. Both have the same layout, so only
reading the counters and having them open differs.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from clamh.building.build import find_platforms
from clamh.judging.statistics.forks import log_mean, log_mean_interval
from clamh.machine.perf_access import list_working
from clamh.model.cases import Catalog
from clamh.model.counting import Counting, choose_reader
from clamh.model.identity import camel_case
from clamh.running.counting import prepare_counting
from msgspec.structs import replace

from bench.aims import CONFIDENCE, Finding, median, table
from bench.loops import SUITES, built
from bench.worker import start_worker

AIM = 0.02
ITERATION_NS, WARMUP_NS = 200_000_000, 300_000_000
BENCHMARK = "factorialIterative"


def pair_ratio(catalog: Catalog, counting: Counting, iterations: int, time_ns: int, order: random.Random) -> float:
    """Time of an operation with counters ÷ without, of two fresh processes."""
    benchmark = next(found for found in catalog.benchmarks if camel_case(found.name.rpartition(".")[2]) == BENCHMARK)
    seed = order.getrandbits(63)
    costs: dict[bool, list[float]] = {True: [], False: []}
    with ExitStack() as living:
        workers = {
            counted: living.enter_context(start_worker(catalog.artifact, counting=counting if counted else Counting()))
            for counted in order.sample([True, False], 2)
        }
        for worker in workers.values():
            worker.open("case", benchmark, seed)
            worker.iterate("case", "warmup", min(WARMUP_NS, 2 * time_ns), first=True)
        for _ in range(iterations):
            for counted in order.sample([True, False], 2):
                measured = workers[counted].iterate("case", "measurement", time_ns, first=False)
                if bool(measured.counters) is not counted:
                    raise RuntimeError(
                        f"{catalog.artifact.platform.id} sent {len(measured.counters)} numbers of counters")
                [thread] = measured.threads
                costs[counted].append((thread.elapsed_ns - max(thread.waited_ns, 0)) / thread.operations)
    return median(costs[True]) / median(costs[False])


def findings(pairs: int, iterations: int, time_ns: int, patterns: Sequence[str], seed: int) -> Iterator[Finding]:
    """A ratio for each platform whose worker reads counters itself."""
    counting, _ = prepare_counting({"perf": list_working(), "rusage": ()})
    there = [suite for suite in SUITES if find_platforms(suite.language, os.environ)[0]]
    for _, catalog in built(there, patterns, 1):
        if not choose_reader(catalog.hello, counting.counters)[1]:
            continue
        order = random.Random(f"{seed} {catalog.artifact.platform.id}")
        ratios = [
            pair_ratio(catalog, replace(counting, by_worker=True), iterations, time_ns, order) for _ in range(pairs)
        ]
        yield Finding(f"{catalog.artifact.platform.id}, {len(counting.counters) - 1} counters", log_mean(ratios),
                      *log_mean_interval(ratios, CONFIDENCE), aim=1 + AIM, least=1 - AIM)


def main(argv: Sequence[str]) -> int:
    """Print the table; 1 when a ratio is beyond its aim by more than its interval, 0 otherwise."""
    parser = argparse.ArgumentParser(prog="bench.counters", description=__doc__)
    parser.add_argument("--quick", action="store_true",
                        help="two short pairs each: does it run? Its ratios say nothing")
    parser.add_argument("--platform", action="append", metavar="PATTERN", help="as of `clamh run` (default: all)")
    parser.add_argument("--seed", type=int, default=random.randrange(2**31))
    arguments = parser.parse_args(argv)
    pairs, iterations, time_ns = (2, 2, 10_000_000) if arguments.quick else (8, 8, ITERATION_NS)
    print(
        f"{pairs} pairs of processes, each of {iterations} iterations of {time_ns // 1_000_000} ms in turn, seed "
        f"{arguments.seed}"
    )
    return table(findings(pairs, iterations, time_ns, arguments.platform or ["all"], arguments.seed),
                 not arguments.quick)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
