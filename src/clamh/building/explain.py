"""Catalog → Code: the emitted code of a benchmark of an artifact."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Sequence
from functools import partial

from clamh.building.steps import capture
from clamh.languages import languages
from clamh.languages.programs.libraries import find_library
from clamh.model.cases import Catalog, CatalogBenchmark
from clamh.model.code import Code, Target
from clamh.model.diagnostics import Diagnostic
from clamh.model.errors import InputError
from clamh.model.folders import shorten_path
from clamh.model.identity import is_param_name
from clamh.model.options import Options
from clamh.model.selection import describe_unknown_param
from clamh.model.sources import Location, Unit


def list_targets(unit: Unit, benchmark: CatalogBenchmark, options: Options = Options()) -> Iterator[Target]:
    """The functions of a benchmark: the members of a group, else the benchmark alone."""
    chosen = {param.name: values[0] for param in benchmark.params  # a single combination, which is quick
              if (values := next((values for name, values in options.params.items() if is_param_name(name, param.name)),
                                 param.values))}
    arguments = (benchmark.name, *(word for name, value in chosen.items() for word in ("-p", f"{name}={value}")))
    files = {parsed.source.path: parsed.text.count(b"\n") + 1 for parsed in unit.parsed}
    function = 0
    for own in unit.benchmarks:
        if own.name == benchmark.name:
            for place, member in enumerate(own.members):
                yield Target(number=benchmark.opening.benchmark, function=function + place, place=place,
                             name=f"{benchmark.name}, {member.name}", callee=member.name, location=member.location,
                             files=files, arguments=arguments)
            if own.members:
                return
            break
        function += len(own.members) or 1
    yield Target(number=benchmark.opening.benchmark, function=function, name=benchmark.name, callee=benchmark.name,
                 location=benchmark.location or Location(path=unit.source.path, line=1), files=files,
                 arguments=arguments)


def find_unknown_params(catalogs: Sequence[Catalog], keys: Collection[str], options: Options) -> list[Diagnostic]:
    """The problem of each -p whose param none of the benchmarks with these keys has."""
    names = {param.name for catalog in catalogs for benchmark in catalog.benchmarks if benchmark.key in keys
             for param in benchmark.params}
    return [describe_unknown_param(name, names) for name in options.params
            if not any(is_param_name(name, own) for own in names)]


def read_codes(unit: Unit, catalog: Catalog, keys: Collection[str], options: Options
               ) -> tuple[list[tuple[CatalogBenchmark, Target, Code]], list[Diagnostic]]:
    """The code of each function of the benchmarks with these keys, and the problems of what cannot be read."""
    if library := find_library(unit):
        path = shlex.quote(shorten_path(catalog.artifact.path))
        return [], [Diagnostic(code="explain", message=f"clamh explain does not know programs of {library}",
                               hint=f"read all code of the program: objdump -d {path}",
                               location=Location(path=unit.source.path, line=1))]
    codes, problems = [], []
    run = partial(capture, folder=catalog.artifact.folder or None)
    read_code = languages()[catalog.artifact.platform.language].explainer.read_code
    for benchmark in catalog.benchmarks:
        if benchmark.key in keys:
            for target in list_targets(unit, benchmark, options):
                try:
                    codes.append((benchmark, target, read_code(catalog.artifact, target, run)))
                except InputError as error:
                    problems += error.diagnostics
    return codes, problems
