"""Catalog → Code: the emitted code of a benchmark of an artifact."""

from __future__ import annotations

from collections.abc import Iterator

from clamh.building.steps import capture
from clamh.languages import languages
from clamh.model.artifacts import Artifact
from clamh.model.cases import CatalogBenchmark
from clamh.model.code import Code, Target
from clamh.model.sources import Location, Unit


def list_targets(unit: Unit, benchmark: CatalogBenchmark, arguments: tuple[str, ...]) -> Iterator[Target]:
    """The functions of a benchmark: the members of a group, else the benchmark alone."""
    files = (unit.source.path, *(companion.path for companion in unit.companions))
    known = next((own for own in unit.benchmarks if own.name == benchmark.name), None)
    for place, member in enumerate(known.members if known else ()):
        yield Target(number=benchmark.opening.benchmark, place=place, name=f"{benchmark.name} ({member.name})",
                     location=member.location, files=files, arguments=arguments)
    if known is None or not known.members:
        location = benchmark.location or Location(path=unit.source.path, line=1)
        yield Target(number=benchmark.opening.benchmark, name=benchmark.name, location=location, files=files,
                     arguments=arguments)


def explain(artifact: Artifact, target: Target) -> Code:
    """The code of a target. Raises InputError."""
    return languages()[artifact.platform.language].explainer.read_code(artifact, target, capture)
