"""Catalog → Code: the emitted code of a benchmark of an artifact."""

from __future__ import annotations

from collections.abc import Iterator

from clamh.building.steps import capture
from clamh.languages import languages
from clamh.model.artifacts import Artifact
from clamh.model.cases import CatalogBenchmark
from clamh.model.code import Code, Target
from clamh.model.diagnostics import Diagnostic
from clamh.model.identity import is_param_name
from clamh.model.options import Options
from clamh.model.selection import describe_unknown_param
from clamh.model.sources import Location, Unit


def list_targets(unit: Unit, benchmark: CatalogBenchmark, options: Options = Options()) -> Iterator[Target]:
    """The functions of a benchmark: the members of a group, else the benchmark alone."""
    chosen = {name: values[0] for name, values in options.params.items()
              if any(is_param_name(name, param.name) for param in benchmark.params)}
    arguments = (benchmark.name, *(word for name, value in chosen.items() for word in ("-p", f"{name}={value}")))
    files = {parsed.source.path: parsed.text.count(b"\n") + 1 for parsed in unit.parsed}
    function = 0
    for own in unit.benchmarks:
        if own.name == benchmark.name:
            for place, member in enumerate(own.members):
                yield Target(number=benchmark.opening.benchmark, function=function + place, place=place,
                             name=f"{benchmark.name}, {member.name}", location=member.location, files=files,
                             arguments=arguments)
            if own.members:
                return
            break
        function += len(own.members) or 1
    yield Target(number=benchmark.opening.benchmark, function=function, name=benchmark.name, files=files,
                 location=benchmark.location or Location(path=unit.source.path, line=1), arguments=arguments)


def find_unknown_params(benchmark: CatalogBenchmark, options: Options) -> list[Diagnostic]:
    """The problem of each -p whose param the benchmark does not have."""
    names = [param.name for param in benchmark.params]
    return [describe_unknown_param(name, names) for name in options.params
            if not any(is_param_name(name, own) for own in names)]


def read_code(artifact: Artifact, target: Target) -> Code:
    """The code of a target. Raises InputError."""
    return languages()[artifact.platform.language].explainer.read_code(artifact, target, capture)
