"""How long from a source to its runnable artifact, and until the quick verbs answer? Wall time of whole commands.

Each command is a fresh process on a copy of fac_tests: cold has an empty cache, the others have the worker (or JMH's
jars and the launcher) in it and an edited source. All runs stand in one random order; figures are medians with the
interval of the median (order statistics). CPU seconds, children included, are told beside them: they depend less on
what else the machine does.
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
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from clamh import pipeline
from clamh.building.build import find_platforms
from clamh.model.noun import Noun
from clamh.model.options import Options

from bench.aims import Finding, median, median_interval, table
from bench.command import Took, clamh

SUITE = Path(__file__).parent.parent / "benchmarks" / "fac_tests"
CPP, ZIG, JAVA = "factorial.cpp", "factorial.zig", "Factorial.java"


class Task(Noun):
    """One kind of command: what it is, its aim in seconds, and how to run it once."""

    what: str
    aim_s: float | None  # None: only told
    run: Callable[[], Took]


def edit(source: Path, edition: Iterator[int]) -> None:
    """Another content, with the same meaning, so that the cache has no artifact of it."""
    with source.open("a", encoding="utf-8") as file:
        file.write(f"// edition {next(edition)}\n")


def tasks(folder: Path, cache: Path, languages: Sequence[str]) -> list[Task]:
    """The commands to be timed; what they need in the cache is put there now."""
    editions = iter(range(1_000_000))

    def cold(source: str) -> Callable[[], Took]:
        def run() -> Took:
            with tempfile.TemporaryDirectory(dir=folder.parent) as fresh:
                return clamh(folder, Path(fresh), "build", source)

        return run

    def edited(source: str) -> Callable[[], Took]:
        def run() -> Took:
            edit(folder / source, editions)
            return clamh(folder, cache, "build", source)

        run()
        return run

    def linked(layouts: int) -> Callable[[], Took]:
        """An edited source to its artifact in so many code layouts, in this process."""
        def run() -> Took:
            edit(folder / CPP, editions)
            os.environ["CLAMH_CACHE"] = str(cache)
            before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
            options = Options(paths=(str(folder / CPP),))
            suite = pipeline.select_suite(options, lambda diagnostics: None)
            platforms, _ = pipeline.platforms(suite, options)
            pipeline.artifacts(pipeline.generate_wrappers(suite), platforms, layouts=lambda unit: layouts)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return Took(wall_s=time.monotonic() - start,
                        cpu_s=after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)

        return run

    result = [
        Task(what="clamh --help", aim_s=0.15, run=lambda: clamh(folder, cache, "--help")),
        Task(what="clamh list, of two sources", aim_s=0.3, run=lambda: clamh(folder, cache, "list", CPP, JAVA)),
        Task(what="clamh list, of all suites", aim_s=0.3, run=lambda: clamh(folder, cache, "list", str(SUITE.parent))),
        Task(what="clamh check, of all suites", aim_s=0.3,
             run=lambda: clamh(folder, cache, "check", str(SUITE.parent))),
    ]
    if "cpp" in languages:
        result.append(Task(what="C++ build, cold: worker and artifact", aim_s=1.5, run=cold(CPP)))
        result.append(Task(what="C++ build, worker cached, source edited", aim_s=0.8, run=edited(CPP)))
        for layouts in (1, 4):
            result.append(Task(what=f"the same within clamh, code layouts: {layouts}", aim_s=None, run=linked(layouts)))
    if "zig" in languages:
        result.append(Task(what="Zig build, cold: worker and artifact", aim_s=None, run=cold(ZIG)))
        result.append(Task(what="Zig build, worker cached, source edited", aim_s=None, run=edited(ZIG)))
    if "java" in languages:
        result.append(Task(what="Java rebuild, source edited", aim_s=2.5, run=edited(JAVA)))
    return result


def findings(result: Sequence[Task], runs: int, order: random.Random) -> Iterator[Finding]:
    """Every task `runs` times in one random order; its median wall time, and its median CPU time to be told."""
    took: dict[str, list[Took]] = {task.what: [] for task in result}
    for task in order.sample([task for task in result for _ in range(runs)], runs * len(result)):
        took[task.what].append(task.run())
    for task in result:
        wall = [item.wall_s for item in took[task.what]]
        cpu = [item.cpu_s for item in took[task.what]]
        yield Finding(task.what, median(wall), *median_interval(wall), unit="s", aim=task.aim_s)
        yield Finding(f"{task.what}: CPU", median(cpu), *median_interval(cpu), unit="s")


def main(argv: Sequence[str]) -> int:
    """Print the table; 1 when a time is above its aim by more than its interval, 0 otherwise."""
    parser = argparse.ArgumentParser(prog="bench.build", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="each once: does it run?")
    parser.add_argument("--seed", type=int, default=random.randrange(2**31))
    arguments = parser.parse_args(argv)
    languages = []
    for language in ("cpp", "zig", "java"):
        there, skipped = find_platforms(language, os.environ)
        if there:
            languages.append(language)
            print(f"{language}: {there[0].id}")
        for skip in [] if there else skipped:
            print(f"build: {language} skipped, {skip.reason}: {skip.hint}")
    runs = 1 if arguments.quick else 9
    with tempfile.TemporaryDirectory(prefix="clamh-bench-") as temporary:
        folder, cache = Path(temporary, "suite"), Path(temporary, "cache")
        shutil.copytree(SUITE, folder, ignore=shutil.ignore_patterns("run_*", ".clamh"))
        print(f"{runs} runs of each command in random order, seed {arguments.seed}; load {os.getloadavg()[0]:.1f} "
              f"on {os.cpu_count()} CPUs")
        found = findings(tasks(folder, cache, languages), runs, random.Random(arguments.seed))
        return table(found, not arguments.quick)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
