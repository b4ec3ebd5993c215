"""`python -m conformance.hangs [--language L …] [--runs N] [--trials K]`: does any group ever hang?

Every group of the scenarios below is run N times on all CPUs of this process and N times on one of them, by the worker protocol
and by the real clock: open, a warmup and a measurement iteration of 10 ms, close. K of them share a process. A run that has not
come to its end after 10 s is counted as hung, and its process is killed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from clamh import pipeline
from clamh.languages import languages
from clamh.model.artifacts import Command
from clamh.model.cases import Case
from clamh.model.errors import WorkerError
from clamh.model.options import Options
from clamh.running.worker import messages
from clamh.running.worker.conversation import ask, iterate, opening
from clamh.running.worker.messages import encode
from clamh.running.worker.process import Worker
from conformance.observe import CACHE, default_platform
from conformance.written import find_source

GROUPS = ("group_waiting", "group_failing_member")
KILL_S = 10.0
START_S = 60.0  # of a process on a busy machine, which is no run yet
ITERATION_NS = 10_000_000
MEANT = "out of paper"  # how a scenario says that it is meant to fail
RUNS, TRIALS = 1000, 100


def planned(language: str) -> list[tuple[Case, Command]]:
    """Every group of the scenarios in one language, with the command of a worker that runs it."""
    paths = tuple(str(find_source(name, language)) for name in GROUPS)
    plan = pipeline.planned(Options(paths=paths, platforms=(default_platform(language),)), warn=lambda problems: None)
    found = []
    for case in plan.cases:
        artifact = plan.catalogs[case.artifact].artifact
        found.append((case, languages()[language].toolchain.run_command(artifact, case.launch)))
    return found


def repeated(case: Case, command: Command, runs: int, trials: int, kill_s: float = KILL_S) -> Counter[str]:
    """How many of the runs of a case `ended`, `hung`, or broke, by what the worker said of it."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="clamh-hangs-") as folder:
        while (left := runs - counts.total()) > 0:
            counts.update(_process(case, command, min(left, trials), Path(folder), kill_s))
    return counts


def _process(case: Case, command: Command, trials: int, folder: Path, kill_s: float) -> Iterator[str]:
    """How each run in one process went; a failure is the last of it."""
    try:
        with Worker(command, folder / "out", folder / "err") as worker:
            for number in range(trials):
                ask(worker, case, messages.Opened, kill_s if number else START_S, opening(case, seed=1))
                until = time.monotonic() + kill_s
                for phase, first, last in (("warmup", 1, 0), ("measurement", 0, 1)):
                    ask(worker, case, messages.Iteration, until - time.monotonic(), iterate(case, phase, ITERATION_NS, first, last))
                ask(worker, case, messages.Closed, until - time.monotonic(), encode("close", case.case_id))
                yield "ended"
    except WorkerError as error:
        if error.reason == "timeout":
            yield "hung"
        else:
            yield "ended" if MEANT in str(error) else f"broke: {error}"


@contextmanager
def on(cpus: set[int]) -> Iterator[None]:
    """This process, and so what it starts, on some CPUs only."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cpus)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def hangs(language: str, runs: int, trials: int, say: Callable[[str], None] = print) -> bool:
    """Runs every group of one language on all CPUs and on one, says the counts, and whether each run came to its end."""
    every = os.sched_getaffinity(0)
    whole = True
    for case, command in planned(language):
        for cpus in dict.fromkeys((frozenset(every), frozenset([min(every)]))):
            began = time.monotonic()
            with on(set(cpus)):
                counts = repeated(case, command, runs, trials)
            broke = counts.total() - counts["ended"] - counts["hung"]
            say(f"{case.platform} {case.benchmark}, {len(cpus)} CPU{'s' * (len(cpus) > 1)}: {runs:,} runs, {counts['hung']:,} hung, "
                f"{broke:,} broke, {time.monotonic() - began:.0f} s")
            for how in sorted(how for how in counts if how not in ("ended", "hung")):
                say(f"  {counts[how]:,} × {how}")
            whole &= counts["ended"] == runs
    return whole


def main(arguments: Sequence[str]) -> int:
    """Prints a line for each group and set of CPUs; exit code 1 when one run did not come to its end."""
    one = argparse.ArgumentParser(prog="python -m conformance.hangs", description="Run each group of the scenarios many times.")
    one.add_argument("--language", action="append", choices=list(languages()), help="by default all")
    one.add_argument("--runs", type=int, default=RUNS, help=f"of each group, on all CPUs and on one (default {RUNS:,})")
    one.add_argument("--trials", type=int, default=TRIALS, help=f"how many of them share a process (default {TRIALS})")
    asked = one.parse_args(arguments)
    os.environ.setdefault("CLAMH_CACHE", str(CACHE))
    # All of them, whatever the first one gives.
    return int(not all([hangs(language, asked.runs, asked.trials) for language in asked.language or languages()]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
