"""`python -m conformance.hangs [--language L …] [--runs N] [--trials K]`: does any group or set ever hang?

Every group of the scenarios below is run N times on all CPUs of this process and N times on one of them, by the worker protocol
and by the real clock: open, a warmup and a measurement iteration of 10 ms, close. So is a set of two processes of one benchmark, each
stopped while it has no turn: open, a warmup iteration, an iteration of slices in turn, close. K runs share their processes. A run
that has not come to its end after 10 s is counted as hung, and its processes are killed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from clamh import pipeline
from clamh.languages import languages
from clamh.model.artifacts import Command
from clamh.model.cases import Case, Plan
from clamh.model.errors import WorkerError
from clamh.model.options import Options
from clamh.running.planning.contests import slices_by_time
from clamh.running.worker import commands
from clamh.running.worker.conversation import ask
from clamh.running.worker.process import Worker
from conformance.observe import CACHE, default_platform
from conformance.written import find_source

GROUPS = ("group_waiting", "group_failing_member")
SET = "slice_trial"
LAPS = 5  # of a set
SLICE_NS, SLICE_INVOCATIONS = 1_000_000, 1000
KILL_S = 10.0
START_S = 60.0  # of a process on a busy machine, which is no run yet
ITERATION_NS = 10_000_000
MEANT = "out of paper"  # how a scenario says that it is meant to fail
RUNS, TRIALS = 1000, 100


# How each run in its processes went, of a case and its command: so many runs, a folder, and after how many seconds one hangs; a failure is the last.
Process = Callable[[Case, Command, int, Path, float], Iterator[str]]


def planned(language: str) -> list[tuple[Case, Command, Process]]:
    """Every group of the scenarios in one language, and the set, with the command of a worker that runs it."""
    groups = _planned(language, *GROUPS)
    plan = _planned(language, SET)
    slices = SLICE_NS if slices_by_time(plan.catalogs[plan.cases[0].artifact]) else SLICE_INVOCATIONS
    found = [(case, _command(groups, case), grouped) for case in groups.cases]
    return [*found, (plan.cases[0], _command(plan, plan.cases[0]), partial(set_of_two, slices))]


def _planned(language: str, *names: str) -> Plan:
    paths = tuple(str(find_source(name, language)) for name in names)
    options = Options(paths=paths, platforms=(default_platform(language),))
    return pipeline.make_plan(options, warn=lambda problems: None, measured=False)


def _command(plan: Plan, case: Case) -> Command:
    artifact = plan.catalogs[case.artifact].artifact
    return languages()[artifact.platform.language].toolchain.run_command(artifact, case.launch)


def repeated(case: Case, command: Command, process: Process, runs: int, trials: int, kill_s: float = KILL_S) -> Counter[str]:
    """How many of the runs of a case `ended`, `hung`, or broke, by what the worker said of it."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="clamh-hangs-") as folder:
        while (left := runs - counts.total()) > 0:
            counts.update(process(case, command, min(left, trials), Path(folder), kill_s))
    return counts


def grouped(case: Case, command: Command, trials: int, folder: Path, kill_s: float) -> Iterator[str]:
    """Runs of a group in one process."""
    try:
        with Worker(command, folder / "out", folder / "err") as worker:
            for number in range(trials):
                opened = ask(worker, case, commands.open_case(case, seed=1), kill_s if number else START_S)
                until = time.monotonic() + kill_s
                for phase, first, last in (("warmup", 1, 0), ("measurement", 0, 1)):
                    ask(worker, case, commands.iterate(case, opened, phase, ITERATION_NS, first, last), until - time.monotonic())
                ask(worker, case, commands.close(case), until - time.monotonic())
                yield "ended"
    except WorkerError as error:
        yield _ending(error)


def set_of_two(slices: int, case: Case, command: Command, trials: int, folder: Path, kill_s: float) -> Iterator[str]:
    """Sets of two processes, each stopped while it waits for its turn; `slices` is their length in the worker's unit."""
    try:
        with ExitStack() as living:
            sides = [living.enter_context(Worker(command, folder / f"out{number}", folder / f"err{number}")) for number in range(2)]
            for number in range(trials):
                until = time.monotonic() + (kill_s if number else START_S)
                for worker in sides:
                    with _turn(worker, until):
                        opened = ask(worker, case, commands.open_case(case, seed=1), until - time.monotonic())
                        ask(worker, case, commands.iterate(case, opened, "warmup", ITERATION_NS, 1, 0), until - time.monotonic())
                for lap in range(LAPS):
                    command = commands.take_slice(case, opened, "measurement", slices, slices, int(lap == 0), 2 * (lap == LAPS - 1))
                    for worker in sides:
                        with _turn(worker, until):
                            ask(worker, case, command, until - time.monotonic())
                for worker in sides:
                    with _turn(worker, until):
                        ask(worker, case, commands.close(case), until - time.monotonic())
                yield "ended"
    except WorkerError as error:
        yield _ending(error)


@contextmanager
def _turn(worker: Worker, until: float) -> Iterator[None]:
    worker.resume()
    yield
    worker.pause(until)


def _ending(error: WorkerError) -> str:
    if error.reason == "timeout":
        return "hung"
    return "ended" if MEANT in str(error) else f"broke: {error}"


@contextmanager
def on(cpus: set[int]) -> Iterator[None]:
    """This process, and so what it starts, on some CPUs only."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cpus)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def hangs(language: str, runs: int, trials: int, say: Callable[[str], None] = print, kill_s: float = KILL_S) -> bool:
    """Runs every group of one language, and its set, on all CPUs and on one, says the counts, and whether each run came to its end."""
    every = os.sched_getaffinity(0)
    whole = True
    for case, command, process in planned(language):
        for cpus in dict.fromkeys((frozenset(every), frozenset([min(every)]))):
            began = time.monotonic()
            with on(set(cpus)):
                counts = repeated(case, command, process, runs, trials, kill_s)
            broke = counts.total() - counts["ended"] - counts["hung"]
            what = case.benchmark if process is grouped else f"set of two × {case.benchmark}"
            say(f"{case.platform} {what}, {len(cpus)} CPU{'s' * (len(cpus) > 1)}: {runs:,} runs, {counts['hung']:,} hung, "
                f"{broke:,} broke, {time.monotonic() - began:.0f} s")
            for how in sorted(how for how in counts if how not in ("ended", "hung")):
                say(f"  {counts[how]:,} × {how}")
            whole &= counts["ended"] == runs
    return whole


def main(arguments: Sequence[str]) -> int:
    """Prints a line for each group and set of CPUs; exit code 1 when one run did not come to its end."""
    item = argparse.ArgumentParser(prog="python -m conformance.hangs", description="Run each group of the scenarios, and a set of two sides, many times.")
    item.add_argument("--language", action="append", choices=list(languages()), help="by default all")
    item.add_argument("--runs", type=int, default=RUNS, help=f"of each group and set, on all CPUs and on one (default {RUNS:,})")
    item.add_argument("--trials", type=int, default=TRIALS, help=f"how many of them share a process (default {TRIALS})")
    args = item.parse_args(arguments)
    os.environ.setdefault("CLAMH_CACHE", str(CACHE))
    # All of them, whatever the first one gives.
    return int(not all([hangs(language, args.runs, args.trials) for language in args.language or languages()]))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
