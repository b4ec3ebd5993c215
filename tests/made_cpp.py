"""Takes C++ and C texts through the stages that the command line takes them through, up to an artifact and what it returns."""

from __future__ import annotations

import os
from pathlib import Path

from clamh.building.build import build, find_platforms
from clamh.building.generate import generate
from clamh.languages import languages
from clamh.model.artifacts import Artifact, Platform
from clamh.model.errors import WorkerError
from clamh.model.options import Options
from clamh.model.sources import Unit
from clamh.pipeline import forecast
from clamh.running.describe import describe
from clamh.running.plan import plan
from clamh.running.worker.invoke import invocations, together


def bound(path: Path) -> Unit:
    """The unit of one file and of what it includes. Raises InputError when they have errors."""
    return forecast([str(path)], lambda warnings: None).units[0]


def gcc(language: str = "cpp") -> Platform:
    """The first g++ of this machine, or gcc."""
    platforms, skipped = find_platforms(language, {"PATH": os.environ["PATH"]})
    return next(platform for platform in platforms if platform.facts["name"] in ("g++", "gcc"))


def made(path: Path, cache: Path, *flags: str) -> Artifact:
    """The artifact of a file. Raises InputError or BuildError."""
    platform = gcc("c" if path.suffix == ".c" else "cpp")
    quick = Platform(**{**{name: getattr(platform, name) for name in platform.__struct_fields__},
                        "flags": (*platform.flags, "-O1", *flags)})
    return build(generate(bound(path)), quick, {"PATH": os.environ["PATH"], "CLAMH_CACHE": str(cache)})


def invoke_all(artifact: Artifact, unit: Unit, folder: Path) -> dict[str, str | None]:
    """What each benchmark returns with the first value of each param, by full name, through the driver."""
    toolchain = languages()["cpp"].toolchain
    cases = {case.benchmark: case for case in reversed(plan([describe(artifact, unit)], Options(), []).cases)}
    (given,) = together([invocations(toolchain.run_command(toolchain.recorder(artifact), None), list(cases.values()), folder, calls=1)])
    failed = {case_id: answer for case_id, answer in given.items() if isinstance(answer, WorkerError)}
    assert not failed, failed
    return {name: given[case.case_id].calls[0].value.returned for name, case in cases.items()}
