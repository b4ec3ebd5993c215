"""Suite → doubts: what makes a benchmark's numbers doubtful before any of them is measured.

Each is a warning with a code of `summary.ADVICE`; it goes with the results into every report.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec
import tree_sitter
from tree_sitter import Node

from clamh.annotations.bodies import Body, read
from clamh.annotations.lexer import blank
from clamh.cases import Catalog, Doubt
from clamh.diagnostics import Diagnostic
from clamh.judging.flags import optimised, of_pair
from clamh.languages import Language, languages
from clamh.model import Benchmark, Fixture, Location, Parsed, Suite, Unit
from clamh.results import PlatformRecord
from clamh.summary import ADVICE

UNOPTIMISED = "unoptimised"  # different flags are told again by the ratio that they spoil
TAKEN = ("Blackhole", "Operations")  # what makes use of a result


def precheck(suite: Suite) -> list[Doubt]:
    """The doubts about every benchmark of the suite, in the order of its units."""
    return [one for unit in suite.units for one in _of_unit(unit)]


def _of_unit(unit: Unit) -> Iterator[Doubt]:
    paths = {one.declaration.location.path for one in unit.benchmarks if one.declaration}
    trees = {one.source.path: _tree(one, languages()[one.source.language]) for one in unit.parsed if one.source.path in paths}
    bodies = languages()[unit.source.language].bodies
    for benchmark in unit.benchmarks:
        declaration = benchmark.declaration
        node = None
        if declaration is not None and declaration.body is not None and declaration.location.path in trees:
            node = _function(trees[declaration.location.path], declaration.body)
        for told in _of(benchmark, read(node, bodies) if node else None, unit.fixtures):
            yield Doubt(source=unit.source.path, benchmark=benchmark.name, told=told)


def compiled(catalogs: Sequence[Catalog]) -> list[Doubt]:
    """Those about the platforms: what is not optimised, and what was compiled otherwise than the first."""
    found = []
    for catalog in catalogs:
        artifact = catalog.artifact
        if optimised(catalog.hello) is False:
            message = f"{artifact.platform.id} compiles {artifact.source} without optimisation"
            found.append(Doubt(source=artifact.source, platform=artifact.platform.id, told=_told(UNOPTIMISED, message)))
    platforms = {catalog.artifact.platform.id: _record(catalog) for catalog in catalogs}
    first = next(iter(platforms.values()), None)
    for one in platforms.values():
        found += [Doubt(platform=one.id, told=_told(doubt.code, doubt.message)) for doubt in of_pair(first, one, (first.id, one.id))]
    return found


def _record(catalog: Catalog) -> PlatformRecord:
    platform = catalog.artifact.platform
    return PlatformRecord(
        id=platform.id, language=platform.language, source=catalog.artifact.source, version=platform.version, flags=platform.flags,
        artifact_sha256="", build_s=0.0, hello=catalog.hello, optimisation=platform.optimisation, target=platform.target)


def _of(benchmark: Benchmark, body: Body | None, fixtures: Sequence[Fixture]) -> Iterator[Diagnostic]:
    where = benchmark.location
    if body is not None:
        yield from _of_body(benchmark, body, where)
    fixture = next((one for one in fixtures if one.level == "Invocation" and _around(one, benchmark)), None)
    if fixture is not None and benchmark.settings.modes != ("ss",):
        yield _told("fixture-dominates", f"{fixture.name} runs around each invocation of {benchmark.name}, which is timed by itself",
                    where)


def _of_body(benchmark: Benchmark, body: Body, where: Location) -> Iterator[Diagnostic]:
    taken = [one.takes for one in benchmark.declaration.parameters] if benchmark.declaration else []
    if body.discarded and not body.returns and not any(one in TAKEN for one in taken):
        yield _told("result-unused", f"{benchmark.name} computes `{body.discarded[0]}` and nobody uses it", where)
    repeats = benchmark.settings.operations_per_invocation or 1
    if body.loops and repeats == 1 and not benchmark.operations:
        yield _told("own-loop", f"{benchmark.name} repeats its work itself: `{body.loops[0]}`", where)
    if body.constant and not benchmark.states:
        yield _told("constant-input", f"{benchmark.name} always computes `{body.constant[0]}`", where)


def _around(fixture: Fixture, benchmark: Benchmark) -> bool:
    if fixture.only is not None:
        return benchmark.name in fixture.only
    return not fixture.states or any(one in benchmark.states for one in fixture.states)


def _function(root: Node, body: int) -> Node | None:
    """The function whose body begins at this byte."""
    node = root.descendant_for_byte_range(body, body + 1)
    while node is not None:
        block = node.child_by_field_name("body")
        if block is not None and block.start_byte == body:
            return node
        node = node.parent
    return None


@cache
def _parser(grammar: str) -> tree_sitter.Parser:
    return tree_sitter.Parser(tree_sitter.Language(importlib.import_module(grammar).language()))


def _tree(parsed: Parsed, language: Language) -> Node:
    """The tree that the language's front-end reads the file by."""
    blanked = blank(parsed.text, [(one.start, one.end) for one in parsed.annotations])
    tree = _parser(language.grammar).parse(blanked)
    return language.frontend.declarations(parsed.source, parsed.text, blanked, tree, parsed.annotations)[1].root_node


def _told(code: str, message: str, where: Location | None = None) -> Diagnostic:
    return Diagnostic(code=code, message=message, mend=ADVICE[code], location=where, severity="warning")
