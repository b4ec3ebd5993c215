"""A comparison as `clamh run` makes it: plan, execute, read, summarise, of two sides that are two platforms of one row."""

from __future__ import annotations

import math
import os
import random
import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from clamh.building.build import find_platforms
from clamh.judging.statistics import forks
from clamh.model.artifacts import Platform
from clamh.model.cases import Case, Catalog, Plan
from clamh.model.errors import ClamhError, Interrupted, WorkerError
from clamh.model.noun import Noun
from clamh.model.options import Options
from clamh.model.results import WorkRecord
from clamh.model.sources import Settings
from clamh.model.summary import Row
from clamh.pipeline import artifacts, describe_artifacts, forecast, generate_wrappers, judge, measure
from clamh.running.context import Context
from clamh.running.execute import block_seed
from clamh.running.plan import plan
from clamh.running.starting import case_command
from clamh.running.worker import commands
from clamh.running.worker.answers import OpenCase
from clamh.running.worker.conversation import ask
from clamh.running.worker.process import LIMITS, Worker
from clamh.running.worker.trial import Place

from evaluate.kernels import LANGUAGES, SOURCES

CONFIDENCE, DELTA = 0.95, 0.01
FORKS = 5  # the default; the times are shorter than by default, since a thousand comparisons are to fit into an hour
# Iterations of 20 ms. What a JIT compiles late, such as a library's sort, is not steady before 100 ms.
WARMUPS = {"cpp": 2, "javascript": 3, "java": 6}
MEASURED, ITERATION_NS = 3, 20_000_000
PAIRS, PAIR_NS = 150, 250_000
PADDED = "-DPADDED"  # another build of the same source


class Side(Noun):
    """One side of a comparison: a benchmark of an artifact, and how many steps it does."""

    catalog: Catalog
    benchmark: str
    steps: int


class Compared(Noun):
    """What two sides came to: their fork means in ns, and ln(time of B ÷ time of A) with its interval; None without one."""

    a: tuple[float, ...]
    b: tuple[float, ...]
    estimate: float
    low: float | None
    high: float | None
    verdict: str = ""
    iterations_a: tuple[tuple[float, ...], ...] = ()
    iterations_b: tuple[tuple[float, ...], ...] = ()

    @property
    def excludes_equal(self) -> bool:
        """Whether the interval of the ratio does not have 1 in it."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high


class Failure(Exception):
    """A comparison of which nothing came; the message says why."""


def built(languages: Iterable[str], padded: bool) -> dict[str, list[Catalog]]:
    """The kernels of each language on its first platform; of C++ also another build, where `padded` asks for it.

    Raises Failure where a toolchain is missing: a table without a language would look like a whole one.
    """
    result = {}
    for language in languages:
        platforms, skipped = find_platforms(language, os.environ)
        if not platforms:
            raise Failure("; ".join(f"{skip.reason}: {skip.hint}" for skip in skipped))
        on = [platforms[0], *([_padded(platforms[0])] if padded and language == "cpp" else [])]
        suite = forecast([str(SOURCES / LANGUAGES[language])], lambda problems: None)
        path = suite.units[0].source.path
        result[language] = describe_artifacts(artifacts(generate_wrappers(suite), {path: on}))
    return result


def _padded(platform: Platform) -> Platform:
    return msgspec.structs.replace(platform, id=f"{platform.id}-padded", flags=(*platform.flags, PADDED),
                                   extra=(*platform.extra, PADDED))


def options(side: Side, seed: int, folder: Path) -> Options:
    """What `clamh run -f 5 -wi … -w 20ms -i 3 -r 20ms --seed … --results …` says."""
    settings = Settings(modes=("avgt",), forks=FORKS, warmup_iterations=WARMUPS[side.catalog.artifact.platform.language],
                        warmup_time_ns=ITERATION_NS, measurement_iterations=MEASURED, measurement_time_ns=ITERATION_NS)
    return Options(settings=settings, seed=seed, results=str(folder / "run.ndjson"))


def compared(a: Side, b: Side, seed: int, folder: Path) -> Compared:
    """One run of the two sides in `folder`, judged as its report would judge it. Raises Failure."""
    requested = options(a, seed, folder)
    try:
        result = planned(a, b, requested)
        judged = judge(measure(result, requested, Context(facts=equal_work(result))), CONFIDENCE, DELTA)
    except Interrupted:
        raise KeyboardInterrupt from None
    except ClamhError as error:
        raise Failure(str(error)) from None
    [contest] = judged.summary.contests
    first, second = contest.rows
    if second.ratio is None or second.ratio.interval is None:
        raise Failure("; ".join(dict.fromkeys(warning.message for row in contest.rows for warning in row.warnings)))
    ratio = second.ratio
    return Compared(
        a=first.fork_means, b=second.fork_means, estimate=-math.log(ratio.value), low=-math.log(ratio.interval.high),
        high=-math.log(ratio.interval.low), verdict=ratio.verdict or "", iterations_a=_iterations(first),
        iterations_b=_iterations(second))


def equal_work(plan: Plan) -> tuple[WorkRecord, ...]:
    """Records that let all cases be compared: kernels that differ in steps return other values, which a suite would excuse in clamh.toml.

    The records declare that values depend on the seed, so values after measuring, which have another seed, are not compared with them.
    """
    return tuple(WorkRecord(case_id=case.case_id, returned="i:1", inputs=("Random",), distinct=2) for case in plan.cases)


def _iterations(row: Row) -> tuple[tuple[float, ...], ...]:
    return tuple(fork.measurement for fork in row.fork_scores if fork.counts)


def planned(a: Side, b: Side, requested: Options) -> Plan:
    """The plan of the two sides as platforms A and B of one case; that they may differ in steps is in no record."""
    result = plan([as_platform(side.catalog, side.benchmark, f"{side.catalog.artifact.platform.language}/{name}", str(side.steps))
                   for name, side in zip("AB", (a, b), strict=True)], requested)
    return msgspec.structs.replace(result, cases=tuple(msgspec.structs.replace(case, params={}) for case in result.cases))


def as_platform(catalog: Catalog, benchmark: str, name: str, value: str = "0") -> Catalog:
    """That benchmark alone, as a platform of that name; key and params, which have this value, are those of every side.

    Without the empty benchmark: the harness's own floor is not part of any ratio.
    """
    [catalog_benchmark] = [known for known in catalog.benchmarks if _plain(known.name) == benchmark.lower()]
    params = tuple(msgspec.structs.replace(param, values=(value,)) for param in catalog_benchmark.params)
    artifact = catalog.artifact
    capabilities = {name: text for name, text in catalog.hello["capabilities"].items() if name != "floor"}
    return msgspec.structs.replace(
        catalog, artifact=msgspec.structs.replace(artifact, platform=msgspec.structs.replace(artifact.platform, id=name)),
        benchmarks=(msgspec.structs.replace(catalog_benchmark, key="kernel", params=params),),
        hello={**catalog.hello, "capabilities": capabilities})


def _plain(benchmark: str) -> str:
    """The name of a function without what languages write differently."""
    return benchmark.replace("::", ".").split(".")[-1].replace("_", "").lower()


def paired(a: Side, b: Side, seed: int, folder: Path) -> Compared:
    """Both sides open in one worker that takes a slice of each in turn, in random order (`slice` of the protocol).

    The process is the unit here too: the median log ratio of its pairs is one figure, and t over processes the interval.
    No verb of clamh does this yet. Raises Failure.
    """
    cases = planned(a, b, options(a, seed, folder))
    try:
        found = [_pairs(cases, Place(fork=fork, block=fork, position=0, seed=block_seed(seed, fork)), folder)
                 for fork in range(FORKS)]
    except WorkerError as error:
        raise Failure(str(error)) from None
    logs = [statistics.median(math.log(second / first) for first, second in item) for item in found]
    low, high = forks.log_mean_interval([math.exp(log) for log in logs], CONFIDENCE)
    return Compared(a=tuple(statistics.median(first for first, _ in item) for item in found),
                    b=tuple(statistics.median(second for _, second in item) for item in found),
                    estimate=statistics.fmean(logs), low=math.log(low), high=math.log(high))


def _pairs(planned: Plan, place: Place, folder: Path) -> list[tuple[float, float]]:
    first, second = planned.cases
    with Worker(case_command(planned, first), folder / "out", folder / "err") as worker:
        opened, cost = zip(*(_warmed(worker, case, place.seed) for case in planned.cases), strict=True)
        answers = dict(zip((case.case_id for case in planned.cases), opened, strict=True))
        count = max(1, round(PAIR_NS / max(cost)))
        draw = random.Random(place.seed)
        took = []
        for turn in range(PAIRS):
            last = 2 * (turn == PAIRS - 1)
            pair = {}
            for case in draw.sample(planned.cases, 2):
                command = commands.take_slice(case, answers[case.case_id], "measurement", 0, count, int(turn == 0), last)
                [thread] = ask(worker, case, command, case.options.timeout_ns / 1e9).threads
                pair[case.case_id] = thread.elapsed_ns / count
            took.append((pair[first.case_id], pair[second.case_id]))
        ask(worker, first, commands.leave(), LIMITS.exit_s)
        worker.finish()
    return took


def _warmed(worker: Worker, case: Case, seed: int) -> tuple[OpenCase, float]:
    """Opens and warms up; the open case, and ns per invocation."""
    patience_s = case.options.timeout_ns / 1e9
    opened = ask(worker, case, commands.open_case(case, seed), patience_s)
    for turn in range(case.options.warmup_iterations):
        command = commands.iterate(case, opened, "warmup", case.options.warmup_time_ns, int(turn == 0), 0)
        [thread] = ask(worker, case, command, patience_s).threads
    return opened, thread.elapsed_ns / thread.operations


def sides(result: Sequence[Catalog], track: str, kernel: str, steps: tuple[int, int]) -> tuple[Side, Side]:
    """The two sides of a track, A and B with that many steps each."""
    other_catalog = result[1] if track == "T3" else result[0]
    clone = f"{kernel}Clone" if track == "T2" else kernel
    return (Side(catalog=result[0], benchmark=kernel, steps=steps[0]), Side(catalog=other_catalog, benchmark=clone, steps=steps[1]))
