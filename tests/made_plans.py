"""Catalogs and plans of made-up languages, and executing them with a miniature as the worker."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from clamh.model.artifacts import Artifact, Command, Platform
from clamh.model.cases import Case, Catalog, CatalogBenchmark, CatalogParam, Plan
from clamh.model.opening import Opening, WireParam
from clamh.model.options import Options
from clamh.model.sources import Location, Member, Settings
from clamh.running.plan import plan
from clamh.running.worker.process import Limits

MINIATURES = Path(__file__).parent / "miniatures"
# Impatient with what is printed alone: only a fault uses the times up, and a busy machine may be slow to end a process.
IMPATIENT = Limits(tick_s=0.05, grace_s=5.0, exit_s=30.0, output_bytes=1 << 16)
TINY = Settings(
    forks=2, warmup_iterations=1, measurement_iterations=2, warmup_time_ns=1, measurement_time_ns=1,
    timeout_ns=10_000_000_000,
)


def catalog(platform: str, *benchmarks: CatalogBenchmark, max_threads: int = 4, aside: Sequence[str] = []) -> Catalog:
    """What an artifact of a made-up language would have answered; its benchmarks are numbered in their order."""
    language = platform.split("/")[0]
    return Catalog(
        artifact=Artifact(
            source=f"{language}.src",
            platform=Platform(id=platform, language=language, executable=sys.executable, version="1"),
            path="artifact",
            sha256="0" * 64,
            sources={f"{language}.src": "1" * 64},
        ),
        hello={"capabilities": {"modes": ["avgt", "thrpt"], "max_threads": max_threads, "aside": aside}},
        benchmarks=tuple(
            msgspec.structs.replace(catalog_benchmark, opening=msgspec.structs.replace(catalog_benchmark.opening, benchmark=number))
            for number, catalog_benchmark in enumerate(benchmarks)),
    )


def benchmark(name: str = "work", settings: Settings = Settings(), **params: tuple[str, ...]) -> CatalogBenchmark:
    """A benchmark of a catalog with integer params of a state S.

    It takes Control, so that nothing follows its last iteration: most miniatures answer neither `samples` nor `invoke` then.
    """
    return CatalogBenchmark(
        name=name,
        key=name,
        settings=settings,
        location=Location(path="x.src", line=3),
        params=tuple(
            CatalogParam(name=f"S::{short}", state="S", type="integer", values=values, minimum=-(2**63),
                         maximum=2**63 - 1, location=Location(path="x.src", line=line))
            for line, (short, values) in enumerate(params.items(), start=5)
        ),
        opening=Opening(
            benchmark=0, states={0: "S"}, injected=("Control",),
            params={f"S::{short}": WireParam(number=number, type="integer") for number, short in enumerate(params)}),
    )


def grouped(catalog_benchmark: CatalogBenchmark, *members: Member) -> CatalogBenchmark:
    """The same benchmark as a group of functions that all take S."""
    opening = msgspec.structs.replace(
        catalog_benchmark.opening, functions=tuple(member.name for member in members), uses=((0,),) * len(members))
    return msgspec.structs.replace(catalog_benchmark, members=members, opening=opening)


def tiny_plan(*names: str, timeout_s: float = 10) -> Plan:
    """Benchmarks on the miniature platform: 2 forks each, of 1 warmup and 2 measurement iterations of no time."""
    settings = Settings(timeout_ns=round(timeout_s * 1e9))
    catalog_benchmarks = [benchmark(name, TINY, n=("1",)) for name in names or ("work",)]
    return plan([catalog("miniature/1", *catalog_benchmarks)], Options(seed=1, settings=settings))


def miniature(name: str) -> Command:
    """The command that starts a miniature."""
    return Command(argv=(sys.executable, "-S", "-E", str(MINIATURES / f"{name}.py")))


def only_work(name: str):
    """Commands for `execute`: the benchmark `work` gets this miniature, every other one that does everything right."""

    def command(plan: Plan, case: Case) -> Command:
        return miniature(name if case.benchmark == "work" else "well_behaved")

    return command


def able(item: Catalog, *modes: str, gc: tuple[str, ...] = ()) -> Catalog:
    """The same artifact, whose worker has these modes and can do this with garbage."""
    return msgspec.structs.replace(item, hello={"capabilities": {**item.hello["capabilities"], "modes": list(modes), "gc": gc}})
