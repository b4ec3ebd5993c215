"""Fixtures that several kinds of tests share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from clamh.execute import execute
from clamh.model import Artifact, Catalog, CatalogBenchmark, CatalogParam, Command, Location, Plan, Platform, Settings
from clamh.options import Options
from clamh.plan import plan
from clamh.results import Run, read
from clamh.worker.process import Limits

MINIATURES = Path(__file__).parent / "miniatures"
IMPATIENT = Limits(tick_s=0.05, grace_s=0.3, exit_s=0.5, output_bytes=1 << 16)


def catalog(platform: str, *benchmarks: CatalogBenchmark, max_threads: int = 4) -> Catalog:
    """What an artifact of a made-up language would have answered."""
    language = platform.split("/")[0]
    return Catalog(
        artifact=Artifact(
            source=f"{language}.src",
            platform=Platform(id=platform, language=language, executable=sys.executable, version="1"),
            path="artifact",
            sha256="0" * 64,
            sources={f"{language}.src": "1" * 64},
        ),
        hello={"capabilities": {"modes": ["avgt", "thrpt"], "max_threads": max_threads}},
        benchmarks=benchmarks,
    )


def benchmark(name: str = "work", settings: Settings = Settings(), **params: tuple[str, ...]) -> CatalogBenchmark:
    """A benchmark of a catalog with integer params of a state S."""
    return CatalogBenchmark(
        name=name,
        key=name,
        settings=settings,
        location=Location(path="x.src", line=3),
        params=tuple(
            CatalogParam(name=f"S::{short}", state="S", type="integer", values=values, minimum=-(2**63), maximum=2**63 - 1,
                         location=Location(path="x.src", line=line))
            for line, (short, values) in enumerate(params.items(), start=5)
        ),
    )


@pytest.fixture
def tiny_plan() -> Plan:
    """One benchmark on the miniature platform: 2 forks of 1 warmup and 2 measurement iterations, Timeout 10 s."""
    settings = Settings(
        forks=2, warmup_iterations=1, measurement_iterations=2, warmup_time_ns=1, measurement_time_ns=1,
        timeout_ns=10_000_000_000,
    )
    return plan([catalog("miniature/1", benchmark(settings=settings, n=("1",)))], Options(seed=1))


@pytest.fixture
def measure(tmp_path: Path) -> Callable[..., Run]:
    """Executes a plan with a miniature as its worker; the results file, read again."""

    def measure(plan: Plan, miniature: str, options: Options = Options(), **more: object) -> Run:
        command = Command(argv=(sys.executable, "-S", "-E", str(MINIATURES / f"{miniature}.py")))
        arguments = {"limits": IMPATIENT, "lock": tmp_path / "lock", "runs": tmp_path / "runs", **more}
        return read(execute(plan, options, command=lambda plan, case: command, **arguments))

    return measure
