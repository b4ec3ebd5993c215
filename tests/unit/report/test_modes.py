"""Is each mode's report the approved one: sampled times, shots, counters, short params, the clock's cost?"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from approved_json import approved_json
from made_runs import case, fork, iteration, run, sampled, thread

from clamh.judging.compare_runs import compare_runs
from clamh.judging.summarise import summarise
from clamh.model.cases import CounterMeaning
from clamh.model.results import CaseResult, ForkResult, Run
from clamh.model.worker import ThreadIteration
from clamh.report import COMPARISON_FORMATS, FORMATS, render, render_comparison
from clamh.report.look import Look

Golden = Callable[[str, str], None]
TITLES = {"cpp": "C++", "java": "Java", "javascript": "JavaScript"}
JAVASCRIPT = {"platform": "javascript/node-20", "source": "copy_tests/copy.js", "benchmark": "Copy.copy"}
CPP = {"source": "copy_tests/copy.cpp", "benchmark": "Copy::copy"}
BYTES = {"bytes": CounterMeaning(type="OPERATIONS", unit="B", scale=1024), "faults": CounterMeaning(type="EVENTS")}


def forks(iterations: Callable[[int, int], ThreadIteration], count: int = 3, iterations_per_fork: int = 2) -> list[ForkResult]:
    results = []
    for n in range(count):
        empty = fork(n, [])
        results.append(ForkResult(start=empty.start, warmup=(), end=empty.end, measurement=tuple(
            iteration(1.0, k, threads=(iterations(n, k),)) for k in range(iterations_per_fork))))
    return results


def samples(base: int, cost: float) -> Callable[[int, int], ThreadIteration]:
    def build_thread(n: int, k: int) -> ThreadIteration:
        drawn = random.Random(10 * n + k)
        values: dict[int, int] = {}
        for _ in range(400):
            value = base + round(drawn.expovariate(1 / 8)) + (5_000 if drawn.random() < 0.01 else 0)
            values[value] = values.get(value, 0) + 1
        return sampled(sorted(values.items()), clock_cost_ns=cost)

    return build_thread


def sampled_times() -> Run:
    """Two languages in mode sample: a bare minimum of microseconds, and a benchmark too short for the clock."""
    named = {"mode": "sample", "key": "copy", "params": {"size": "65536"}, "units": {"size": 1024}}
    return run([
        case(forks(samples(52_000, 22.0)), "a", **CPP | named),
        case(forks(samples(310, 31.0)), "b", **JAVASCRIPT | named),
    ])


def shots() -> Run:
    """Single shots of a batch, with what a cold start does to them, and one that the clock swallows."""
    named = {"mode": "ss", "key": "copy", "params": {}, "options": {"measurement_batch_size": 5000, "measurement_time_ns": 0}}
    tiny = named | {"key": "nothing", "benchmark": "Copy::nothing", "source": CPP["source"],
                    "options": {"measurement_time_ns": 0}}

    def shot(ns: int) -> Callable[[int, int], ThreadIteration]:
        return lambda n, k: ThreadIteration(operations=1, all_operations=1, elapsed_ns=ns + 1000 * (n * 7 % 5), timings=1,
                                            clock_cost_ns=22.0)

    return run([
        case(forks(shot(73_000), 10, 1), "a", **CPP | named), case(forks(shot(140_000), 10, 1), "b", **JAVASCRIPT | named),
        case(forks(lambda n, k: ThreadIteration(operations=1, all_operations=1, elapsed_ns=20, timings=1, clock_cost_ns=22.0), 10, 1),
             "c", **tiny),
    ])


def counted(mode: str, speed: float = 1.0) -> Sequence[CaseResult]:
    """Counters of both kinds, the bytes as GiB/s; benchmarks that say their own operations; Invocation fixtures."""
    def counting(size: int, ns: float) -> Callable[[int, int], ThreadIteration]:
        def build_thread(n: int, k: int) -> ThreadIteration:
            elapsed = 200_000_000
            done = elapsed / (ns * speed * (1 + 0.003 * n + 0.001 * k))
            given = {"operations": done, "elapsed_ns": elapsed, "counters": {"Copy::Rates::m_bytes": done * size, "faults": 3.0}}
            return thread(1.0, **given, timings=round(done) if size == 512 else 0, clock_cost_ns=22.0)
        return build_thread

    named = {"mode": mode, "key": "copy", "units": {"size": 1000}, "counters": BYTES}
    if mode == "thrpt":
        named["unit"] = "s"
    return [
        case(forks(counting(size, ns)), f"{platform.get('platform', 'cpp')}-{size}", params={"size": str(size)},
             operations=size == 512, **platform | named)
        for size, ns in ((512, 120.0), (1_000_000, 40_000.0)) for platform in (CPP, JAVASCRIPT)
    ]


RUNS = {
    "sample": sampled_times,
    "single_shot": shots,
    "counters_avgt": lambda: run(counted("avgt")),
    "counters_thrpt": lambda: run(counted("thrpt")),
    "wall": lambda: run([case([fork(n, [12.0 + n / 50]) for n in range(3)], mode="wall", unit="us", threads=2)]),
}
# What each format has that no other run shows.
WANTED = [(name, format) for name in ("sample", "counters_avgt") for format in FORMATS]
WANTED += [(name, format) for name in ("single_shot", "counters_thrpt") for format in ("terminal", "log", "text")]
WANTED += [("wall", "terminal")]


@pytest.mark.parametrize(("name", "format"), WANTED)
def test_a_modes_report_is_the_approved_one(golden: Golden, name: str, format: str) -> None:
    result = RUNS[name]()
    text = render(summarise(result, 0.95), result, format, Look(titles=TITLES))
    golden(f"report/modes/{name}.{format}", approved_json(text) if format == "json" else text)


@pytest.mark.parametrize("name", RUNS)
def test_tables_keep_to_80_columns(name: str) -> None:
    result = RUNS[name]()
    assert all(len(line) <= 80 for line in render(summarise(result, 0.95), result, "terminal").splitlines())


@pytest.mark.parametrize("format", COMPARISON_FORMATS)
def test_counters_of_two_runs_stand_side_by_side(golden: Golden, format: str) -> None:
    runs = [(result, summarise(result, 0.95)) for result in (run(counted("avgt")), run(counted("avgt", 1.2)))]
    text = render_comparison(compare_runs(*runs), *runs, format, Look(titles=TITLES))
    golden(f"report/modes/side_by_side.{format}", approved_json(text) if format == "json" else text)
