"""Contests of made-up workers (miniatures/sliced.py), measured in sets."""

from __future__ import annotations

import sys
from pathlib import Path

from made_plans import IMPATIENT, MINIATURES, benchmark, catalog
from msgspec.structs import replace

from clamh.judging.results_file import read_results
from clamh.model.artifacts import Command
from clamh.model.cases import Case, Catalog, Plan
from clamh.model.options import Options
from clamh.model.results import Run, WorkRecord
from clamh.model.settings import merge_levels
from clamh.model.sources import Settings
from clamh.running.context import Context, Places, Workers
from clamh.running.execute import execute
from clamh.running.plan import plan
from clamh.running.resume import resume

FORKS = 3
SETTINGS = Settings(forks=FORKS, warmup_iterations=1, measurement_iterations=2, warmup_time_ns=1, measurement_time_ns=200_000, timeout_ns=30_000_000_000)  # a busy machine may be slow to answer


def sliceable(platform: str, annotated: Settings = Settings()) -> Catalog:
    """A side that can be sliced."""
    item = catalog(platform, benchmark(settings=annotated))
    return replace(item, hello={"capabilities": {**item.hello["capabilities"], "commands": ["slice"], "modes": ["avgt", "thrpt", "sample", "ss", "wall"]}},
                   artifact=replace(item.artifact, source="suite/x.src", sources={}))


def measured(tmp_path: Path, sides: dict[str, tuple[str, ...]], live: bool = True, settings: Settings = Settings(), resumed: Run | None = None) -> Run:
    """A run of sides by their platform: what an invocation takes, and the fault. All are known to do the same work.

    `resumed` is an earlier part of the run, which is continued.
    """
    options = Options(seed=1, settings=merge_levels([settings, SETTINGS]), live=live, results=str(tmp_path / "r.ndjson"))
    result = plan([sliceable(platform) for platform in sides], options)

    def command(_: Plan, case: Case) -> Command:
        return Command(argv=(sys.executable, "-S", "-E", str(MINIATURES / "sliced.py"), *sides[case.platform]))

    works = tuple(WorkRecord(case_id=case.case_id, returned="i:1") for case in result.cases)
    path = execute(resume(resumed, result) if resumed else result, options, Context(facts=works, resumed=resumed),
                   places=Places(lock=tmp_path / "lock", runs=tmp_path / "runs"), workers=Workers(command=command, limits=IMPATIENT))
    return read_results(path)


def ok(run: Run, platform: str) -> int:
    """How many forks of a side came to their end."""
    return sum(fork.end is not None and fork.end.status == "ok" for case in run.cases if case.case.platform == platform for fork in case.forks)


def platform(run: Run, case_id: str) -> str:
    """The first letter of the case's platform."""
    return next(case.case.platform for case in run.cases if case.case.case_id == case_id)[0]
