"""`python -m evaluate live`: goes on with the campaign for so many hours; each run is in its file before the next begins."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from clamh.machine.environment import read_environment, read_machine
from clamh.model.cases import Catalog
from clamh.running.worker.trial import utc_now

from evaluate.live import selftest
from evaluate.live.bias import measure_bias
from evaluate.live.kernels import LANGUAGES
from evaluate.live.measured import Measured, Passed, read
from evaluate.live.schedule import Run, cells, schedule
from evaluate.live.sides import build, compare, groups, printed, waited, warnings
from evaluate.own import Failure
from evaluate.records import Writer, writing
from evaluate.trials import missing

ROOT = Path(__file__).parent.parent.parent
MEASURING = ("src", "evaluate", ":!evaluate/measured")  # what a change of is another commit of what measures

LOOP = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    for _ in range(1_000_000): pass"

Perform = Callable[[Run], Measured]


def go_on(path: Path, hours: float, most: int | None, tell: Callable[[str], None]) -> None:
    """Measures what is left, for so many hours or runs. Raises Refused, or Failure when nothing can be measured."""
    until = time.monotonic() + hours * 3600
    missing({"clamh"}, ROOT)
    with writing(path) as writer:
        runs, tested = read(path, {cell.name for cell in cells()})
        done = {(run.cell, run.number) for run in runs}
        left = [run for run in schedule() if (run.cell.name, run.number) not in done]
        whole = sum(run.cell.seconds for run in schedule())
        tell(f"{len(left)} of {len(schedule())} runs are left, about {sum(run.cell.seconds for run in left) / 3600:.1f} of {whole / 3600:.1f} h"
             + ("" if math.isinf(hours) else f"; this part takes {hours:g} h at most"))
        if not left:
            return
        with tempfile.TemporaryDirectory(prefix="clamh-evaluate-") as folder:
            built = build(LANGUAGES)
            check(writer, tested, built, Path(folder))
            measure(writer, left[:most], until, lambda run: perform(run, built, Path(folder)), tell)


def check(writer: Writer, tested: Sequence[Passed], built: dict[str, Catalog], folder: Path) -> None:
    """The self-test, unless it passed here before, for these sources and compilers. Raises Failure."""
    found = Passed(sources=selftest.sources_digest(), host=read_machine(), checks=0,
                   platforms={language: f"{catalog.artifact.platform.id} {catalog.artifact.platform.version}" for language, catalog in built.items()})
    if any((passed.sources, passed.host, passed.platforms) == (found.sources, found.host, found.platforms) for passed in tested):
        return
    checks = [*selftest.values(built, folder), *selftest.instructions(built, folder)]
    if wrong := [f"{line.language} {line.what}: {line.found:g} instead of {line.right:g}" for line in checks if not line.passed]:
        raise Failure("the self-test failed, and nothing was measured: " + "; ".join(wrong))
    writer.append(Passed(sources=found.sources, host=found.host, platforms=found.platforms, checks=len(checks)))


def measure(writer: Writer, left: Sequence[Run], until: float, perform: Perform, tell: Callable[[str], None]) -> None:
    """Each run that is expected to end before `until` (time.monotonic), in their order. A run of which nothing came is not tried again.

    Where the runs of this part took longer than planned, so will the next.
    """
    number, took_s, planned_s = 0, 0.0, 0.0
    for run in left:
        pace = max(1.0, took_s / planned_s) if number else 1.0
        if time.monotonic() + pace * run.cell.seconds > until:
            continue
        measured = perform(run)
        writer.append(measured)
        number, took_s, planned_s = number + 1, took_s + measured.seconds, planned_s + run.cell.seconds
        tell(f"{number}: {run.cell.name}, {measured.seconds:.0f} s" + (f", FAILED: {measured.failure}" if measured.failure else ""))
    tell(f"{len(left) - number} runs are left for the next part")


def perform(run: Run, built: dict[str, Catalog], folder: Path) -> Measured:
    """One run, with when and where it was made."""
    load, began, stamp = os.getloadavg()[0], time.monotonic(), utc_now()
    result = {}
    try:
        with tempfile.TemporaryDirectory(dir=folder) as place, busy(run.cell.busy):
            result = _result(run, built, Path(place))
    except Failure as error:
        result["failure"] = " ".join(str(error).split())[:200] or "no reason was given"
    return Measured(cell=run.cell.name, number=run.number, host=host(), time=stamp, commit=commit(), load=round(load, 1),
                    seconds=round(time.monotonic() - began, 1), **result)


def _result(run: Run, built: dict[str, Catalog], folder: Path) -> dict:
    if run.cell.what == "bias":
        biases, waiting = measure_bias(run, built, folder)
        return {"bias": biases, "waited": waiting}
    judged = compare(run, built, folder)
    [contest] = judged.summary.contests
    return {"groups": groups(contest.rows, len(contest.rows[0].fork_means), run.cell.what == "turns"), "printed": printed(judged),
            "waited": waited(contest.rows), "warnings": warnings(judged)}


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many processes use a CPU each, for as long as this one lives."""
    running = [subprocess.Popen([sys.executable, "-S", "-c", LOOP], stdin=subprocess.DEVNULL) for _ in range(processes)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
        for process in running:
            process.wait()


def host() -> str:
    """The machine, without its name: CPU, number of CPUs, and digits that are the same from boot to boot."""
    known = read_environment()
    return f"{known['cpu']}, {known['cpus']} CPUs, {read_machine()[:8]}"


def commit() -> str:
    """The last commit that changed what measures, with -dirty where something of it is not committed; "" outside a repository."""
    def git(*words: str) -> str:
        process = subprocess.run(["git", *words, "--", *MEASURING], cwd=ROOT, capture_output=True, text=True, check=False,
                                 env={**os.environ, "GIT_OPTIONAL_LOCKS": "0"})
        return process.stdout.strip()

    return git("log", "-1", "--format=%h") + "-dirty" * bool(git("status", "--porcelain"))
