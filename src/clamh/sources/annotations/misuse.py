"""What JMH refuses of benchmarks, fixtures and the classes of which objects are made, for languages that we build."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clamh.model.sources import Benchmark, Declaration, Fixture
from clamh.sources.annotations.sources import Sources


def check_misuse(sources: Sources, benchmarks: Sequence[Benchmark], fixtures: Sequence[Fixture]) -> None:
    """Report them all; where another harness has its own list (not claims_plain), it says what it refuses."""
    if not sources.language.claims_plain:
        return
    for declaration in sources.annotated:
        for name in ("Benchmark", "Setup", "Teardown"):
            if sources.has(declaration, name):
                _check_called(sources, declaration, name)
    for fixture in fixtures:
        if fixture.declaration is not None and any(one.takes == "Operations" for one in fixture.declaration.parameters):
            sources.report("operations-in-fixture", f"{fixture.kind} {fixture.declaration.name} takes Operations, which says "
                           "what one invocation of a benchmark did", fixture.location, "take it in the benchmark")
    for benchmark in benchmarks:
        for called in benchmark.functions:
            if any(one.takes == "Operations" for one in called.parameters):
                _check_operations(sources, called)
    _check_objects(sources, benchmarks, fixtures)


def _check_called(sources: Sources, declaration: Declaration, name: str) -> None:
    """What keeps a function from being called, and a fixture whose value nobody takes."""
    if "abstract" in declaration.modifiers:
        sources.report("abstract-function", f"{name} {declaration.name} is abstract: there is nothing to call",
                       declaration.location, "annotate the method that an heir writes", declaration.conditional)
    if "deleted" in declaration.modifiers:
        sources.report("deleted-function", f"{name} {declaration.name} is deleted: there is nothing to call",
                       declaration.location, "give it a body, or delete it", declaration.conditional)
    if name == "Benchmark":
        return
    if not sources.language.untyped and declaration.type not in ("void", "auto", ""):
        sources.report("fixture-returns", f"{name} {declaration.name} returns {declaration.type}, and nobody takes it",
                       declaration.location, "make it void", declaration.conditional)


def _check_operations(sources: Sources, declaration: Declaration) -> None:
    said = next((one for one in declaration.annotations if one.name == "OperationsPerInvocation"), None)
    if said is not None:
        sources.report("operations-twice", f"{declaration.name} takes Operations, which says how many there were: its "
                       "OperationsPerInvocation has no effect", said.location, "delete one of them", conditional=True)
    taking = [one.name for one in declaration.parameters if one.takes == "Operations"]
    if len(taking) > 1:
        sources.report("operations-repeated", f"{declaration.name} takes Operations as {' and '.join(taking)}",
                       declaration.location, "take it once")


def _check_objects(sources: Sources, benchmarks: Sequence[Benchmark], fixtures: Sequence[Fixture]) -> None:
    """Classes of which an object is made, and that have no constructor for it."""
    made = {id(state.declaration): state.declaration for state in sources.states.values()}
    homes = [(one.home, called) for one in benchmarks for called in one.functions]
    homes += [(one.home, one.declaration) for one in fixtures if one.declaration is not None]
    made |= {id(home): home for home, called in homes if "static" not in called.modifiers}
    for declaration in filter(None, made.values()):
        constructors = list(_constructors(sources, declaration))
        usable = [one for one in constructors if _takes_nothing(one)
                  and not {"private", "protected", "deleted"}.intersection(one.modifiers)]
        if constructors and not usable:
            sources.report("no-constructor", f"an object of {declaration.name} is made with no arguments, and it has no public "
                           "constructor that takes none", constructors[0].location,
                           "write one, or give all its parameters defaults", declaration.conditional)


def _constructors(sources: Sources, declaration: Declaration) -> Iterator[Declaration]:
    """A class's own constructors, where the language names them as the class, but not those that copy or move."""
    name = declaration.name.partition("<")[0]
    for one in sources.members.get(sources.classes.path(declaration), ()):
        copies = len(one.parameters) == 1 and one.parameters[0].type.rpartition("::")[2].partition("<")[0] == name
        if one.kind == "method" and one.name == name and not one.type and not (copies and "deleted" in one.modifiers):
            yield one


def _takes_nothing(one: Declaration) -> bool:
    return all(parameter.default or parameter.type == "..." for parameter in one.parameters)
