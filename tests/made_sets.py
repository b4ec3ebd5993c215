"""Contests of made-up workers (miniatures/sliced.py), measured in sets."""

from __future__ import annotations

import sys
from pathlib import Path

from made_plans import IMPATIENT, MINIATURES, benchmark, catalog
from msgspec.structs import replace

from clamh.judging.results_file import read
from clamh.model.artifacts import Command
from clamh.model.cases import Case, Catalog, Plan
from clamh.model.options import Options
from clamh.model.results import Run, WorkRecord
from clamh.model.settings import merged
from clamh.model.sources import Settings
from clamh.running.context import Context, Places, Workers
from clamh.running.execute import execute
from clamh.running.plan import plan

FORKS = 3
SETTINGS = Settings(forks=FORKS, warmup_iterations=1, measurement_iterations=2, warmup_time_ns=1, measurement_time_ns=200_000, timeout_ns=30_000_000_000)  # a busy machine may be slow to answer


def sliceable(platform: str, annotated: Settings = Settings()) -> Catalog:
    """A side that can be sliced."""
    one = catalog(platform, benchmark(settings=annotated))
    return replace(one, hello={"capabilities": {**one.hello["capabilities"], "commands": ["slice"], "modes": ["avgt", "thrpt", "sample", "ss", "wall"]}},
                   artifact=replace(one.artifact, source="suite/x.src", sources={}))


def measured(tmp_path: Path, sides: dict[str, tuple[str, ...]], live: bool = True, settings: Settings = Settings()) -> Run:
    """A run of sides by their platform: what an invocation takes, and the fault. All are known to do the same work."""
    options = Options(seed=1, settings=merged([settings, SETTINGS]), live=live, results=str(tmp_path / "r.ndjson"))
    made = plan([sliceable(platform) for platform in sides], options)

    def command(_: Plan, case: Case) -> Command:
        return Command(argv=(sys.executable, "-S", "-E", str(MINIATURES / "sliced.py"), *sides[case.platform]))

    works = tuple(WorkRecord(case_id=case.case_id, returned="i:1") for case in made.cases)
    path = execute(made, options, Context(facts=works), places=Places(lock=tmp_path / "lock", runs=tmp_path / "runs"), workers=Workers(command=command, limits=IMPATIENT))
    return read(path)


def ok(run: Run, platform: str) -> int:
    """How many forks of a side came to their end."""
    return sum(fork.end is not None and fork.end.status == "ok" for one in run.cases if one.case.platform == platform for fork in one.forks)
