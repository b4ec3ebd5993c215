"""Suite → doubts: suspicious benchmark bodies, found before anything is measured.

Each doubt is a warning with a code of `advice.HINTS`. It is stored with the results and appears in every report.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec
from tree_sitter import Node

from clamh.languages import Language, languages
from clamh.languages.frontends import parser
from clamh.model.advice import HINTS
from clamh.model.cases import Doubt
from clamh.model.diagnostics import Diagnostic
from clamh.model.options import Options
from clamh.model.selection import is_selected
from clamh.model.sources import Benchmark, Fixture, Location, Parsed, Suite, Unit
from clamh.sources.annotations.bodies import Body, read_body
from clamh.sources.annotations.lexer import blank

CONSUMERS = ("Blackhole", "Operations")  # parameters that use a result
# of a Suspend, or a mutex: the result acts when its block ends
_GUARD = re.compile(r"(?:\.|->)(?:pause|lock)\(\)(?:\s*\.\s*(?:unwrap\(\)|expect\([^()]*\)))*\??;?$")


def precheck(suite: Suite) -> list[Doubt]:
    """The doubts about every benchmark of the suite, in the order of its units."""
    return [doubt for unit in suite.units for doubt in _check_unit(unit)]


def find_doubts(suite: Suite, options: Options) -> list[Doubt]:
    """The doubts about the selected benchmarks of the suite."""
    keys = {(unit.source.path, benchmark.name): benchmark.key for unit in suite.units for benchmark in unit.benchmarks}
    return [doubt for doubt in precheck(suite)
            if is_selected(options, doubt.source, doubt.benchmark, keys[doubt.source, doubt.benchmark])]


def _check_unit(unit: Unit) -> Iterator[Doubt]:
    paths = {fixture.declaration.location.path for fixture in unit.fixtures if fixture.declaration}
    paths |= {function.location.path for benchmark in unit.benchmarks for function in benchmark.functions}
    trees = {parsed.source.path: source_tree(parsed, languages()[parsed.source.language])
             for parsed in unit.parsed if parsed.source.path in paths}
    bodies = languages()[unit.source.language].bodies

    def body_of(function: Benchmark | Fixture) -> Body | None:
        declaration = function.declaration
        if declaration is None or declaration.body is None or declaration.location.path not in trees:
            return None
        node = _function_node(trees[declaration.location.path], declaration.body)
        return read_body(node, bodies) if node else None

    invocation_fixtures = [(fixture, body) for fixture in unit.fixtures
                           if fixture.level == "Invocation" and (body := body_of(fixture))]
    for benchmark in unit.benchmarks:
        for function in _functions(benchmark):
            if (body := body_of(function)) is not None:
                fixtures = [pair for pair in invocation_fixtures if _runs_around(pair[0], benchmark)]
                for warning in (*_check_body(function, body), *_check_fixtures(function, body, fixtures)):
                    yield Doubt(source=unit.source.path, benchmark=benchmark.name, warning=warning)


def _functions(benchmark: Benchmark) -> Iterator[Benchmark]:
    """The benchmark itself, or each member of a group as a benchmark of its own."""
    if not benchmark.members:
        yield benchmark
    for member in benchmark.members:
        yield msgspec.structs.replace(benchmark, name=f"{member.name} of {benchmark.name}", members=(),
                                      location=member.location, states=member.states, declaration=member.declaration,
                                      operations=member.operations)


def _check_body(benchmark: Benchmark, body: Body) -> Iterator[Diagnostic]:
    location = benchmark.location
    takes = [parameter.takes for parameter in benchmark.declaration.parameters] if benchmark.declaration else []
    discarded = [code for code in body.discarded if not _GUARD.search(code)]
    if discarded and not body.returns and not any(type_ in CONSUMERS for type_ in takes):
        yield _diagnostic("result-unused", f"`{benchmark.name}` computes `{discarded[0]}` but does not use it",
                          location)
    repeats = benchmark.settings.operations_per_invocation or 1
    if body.loops and repeats == 1 and not benchmark.operations:
        yield _diagnostic("own-loop", f"`{benchmark.name}` repeats its own work: `{body.loops[0]}`", location)
    if body.waits and repeats == 1 and not benchmark.operations:
        yield _diagnostic("locked-thread", f"`{benchmark.name}` may wait for another goroutine: `{body.waits[0]}`",
                          location)
    # A call without an object may be a method of the benchmark's own state, which reads its fields.
    constant = [call for call in body.constant if not benchmark.states or set(".:") & set(call.partition("(")[0])]
    if constant:
        yield _diagnostic("constant-input", f"`{benchmark.name}` always computes `{constant[0]}`", location)


def _check_fixtures(benchmark: Benchmark, body: Body, fixtures: Sequence[tuple[Fixture, Body]]) -> Iterator[Diagnostic]:
    """Report a fixture with more nested loops than the benchmark: a tree shows the amount of work only by loops."""
    deeper = [fixture.name for fixture, fixture_body in fixtures if fixture_body.depth > body.depth]
    if deeper:
        yield _diagnostic(
            "fixture-dominates", f"`{deeper[0]}` runs around each invocation of `{benchmark.name}` and has "
            f"{'more nested loops' if body.depth else 'a loop, the benchmark none'}: most of the time is not measured, "
            "and the fixture fills the caches", benchmark.location)


def _runs_around(fixture: Fixture, benchmark: Benchmark) -> bool:
    if fixture.only is not None:
        return benchmark.name in fixture.only
    return not fixture.states or any(state in benchmark.states for state in fixture.states)


def _function_node(root: Node, body: int) -> Node | None:
    """The node of the function whose body begins at the byte `body`."""
    node = root.descendant_for_byte_range(body, body + 1)
    if node is not None and node.type == ":":  # in Python; the block itself begins after any comments
        return node.parent
    while node is not None:
        block = node.child_by_field_name("body")
        if block is not None and block.start_byte == body:
            return node
        node = node.parent
    return None


def source_tree(parsed: Parsed, language: Language) -> Node:
    """The tree that the language's front-end uses for the file."""
    blanked = blank(parsed.text, [(annotation.start, annotation.end) for annotation in parsed.annotations])
    tree = parser(language.id).parse(blanked)
    return language.frontend.declarations(parsed.source, parsed.text, blanked, tree, parsed.annotations)[1].root_node


def _diagnostic(code: str, message: str, location: Location) -> Diagnostic:
    return Diagnostic(code=code, message=message, hint=HINTS[code], location=location, severity="warning")
