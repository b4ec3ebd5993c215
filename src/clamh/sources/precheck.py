"""Suite → doubts: what makes a benchmark's numbers doubtful before any of them is measured.

Each is a warning with a code of `advice.ADVICE`; it goes with the results into every report.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from tree_sitter import Node

from clamh.languages import Language, languages
from clamh.languages.frontends import parser
from clamh.model.advice import ADVICE
from clamh.model.cases import Doubt
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Benchmark, Fixture, Location, Parsed, Suite, Unit
from clamh.sources.annotations.bodies import Body, read
from clamh.sources.annotations.lexer import blank

TAKEN = ("Blackhole", "Operations")  # what makes use of a result


def precheck(suite: Suite) -> list[Doubt]:
    """The doubts about every benchmark of the suite, in the order of its units."""
    return [one for unit in suite.units for one in _of_unit(unit)]


def _of_unit(unit: Unit) -> Iterator[Doubt]:
    paths = {one.declaration.location.path for one in unit.fixtures if one.declaration}
    paths |= {called.location.path for one in unit.benchmarks for called in one.functions}
    trees = {one.source.path: source_tree(one, languages()[one.source.language]) for one in unit.parsed if one.source.path in paths}
    bodies = languages()[unit.source.language].bodies

    def body(one: Benchmark | Fixture) -> Body | None:
        declared = one.declaration
        if declared is None or declared.body is None or declared.location.path not in trees:
            return None
        node = _function(trees[declared.location.path], declared.body)
        return read(node, bodies) if node else None

    around = [(one, found) for one in unit.fixtures if one.level == "Invocation" and (found := body(one))]
    for whole in unit.benchmarks:
        for benchmark in _functions(whole):
            if (found := body(benchmark)) is not None:
                fixtures = [one for one in around if _around(one[0], whole)]
                for told in (*_of_body(benchmark, found), *_of_fixtures(benchmark, found, fixtures)):
                    yield Doubt(source=unit.source.path, benchmark=whole.name, told=told)


def _functions(whole: Benchmark) -> Iterator[Benchmark]:
    """The benchmark, or each function of a group as if it were one by itself."""
    if not whole.members:
        yield whole
    for one in whole.members:
        yield msgspec.structs.replace(whole, name=f"{one.name} of {whole.name}", members=(), location=one.location, states=one.states,
                                      declaration=one.declaration, operations=one.operations)


def _of_body(benchmark: Benchmark, body: Body) -> Iterator[Diagnostic]:
    where = benchmark.location
    taken = [one.takes for one in benchmark.declaration.parameters] if benchmark.declaration else []
    if body.discarded and not body.returns and not any(one in TAKEN for one in taken):
        yield _told("result-unused", f"`{benchmark.name}` computes `{body.discarded[0]}` and nobody uses it", where)
    repeats = benchmark.settings.operations_per_invocation or 1
    if body.loops and repeats == 1 and not benchmark.operations:
        yield _told("own-loop", f"`{benchmark.name}` repeats its work itself: `{body.loops[0]}`", where)
    # A function by itself may be a method of the benchmark's own object, and read its fields.
    constant = [one for one in body.constant if not benchmark.states or set(".:") & set(one.partition("(")[0])]
    if constant:
        yield _told("constant-input", f"`{benchmark.name}` always computes `{constant[0]}`", where)


def _of_fixtures(benchmark: Benchmark, body: Body, fixtures: Sequence[tuple[Fixture, Body]]) -> Iterator[Diagnostic]:
    """Loops are what a tree can count of work: a fixture that has more of them within each other does more."""
    deeper = [one.name for one, its in fixtures if its.depth > body.depth]
    if deeper:
        yield _told("fixture-dominates", f"`{deeper[0]}`, which runs around each invocation of `{benchmark.name}`, has a loop "
                    f"{'within a loop ' if body.depth else ''}and the benchmark has none{' so deep' if body.depth else ''}: most of "
                    "the time goes by unmeasured, and caches are as the fixture leaves them", benchmark.location)


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


def source_tree(parsed: Parsed, language: Language) -> Node:
    """The tree that the language's front-end reads the file by."""
    blanked = blank(parsed.text, [(one.start, one.end) for one in parsed.annotations])
    tree = parser(language.id).parse(blanked)
    return language.frontend.declarations(parsed.source, parsed.text, blanked, tree, parsed.annotations)[1].root_node


def _told(code: str, message: str, where: Location | None = None) -> Diagnostic:
    return Diagnostic(code=code, message=message, mend=ADVICE[code], location=where, severity="warning")
