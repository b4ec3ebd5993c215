"""Errors in benchmarks, fixtures and state classes that JMH rejects too, for languages without a harness of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from clamh.model.sources import Benchmark, Declaration, Fixture
from clamh.sources.annotations.sources import Sources


def check_misuse(sources: Sources, benchmarks: Sequence[Benchmark], fixtures: Sequence[Fixture]) -> None:
    """Report every misuse. If the language has another harness (not claims_plain), that harness reports its own."""
    if not sources.language.claims_plain:
        return
    for declaration in sources.annotated:
        for name in ("Benchmark", "Setup", "Teardown"):
            if sources.has(declaration, name):
                _check_callable(sources, declaration, name)
    for fixture in fixtures:
        if fixture.declaration is not None and _takes(fixture.declaration, "Operations"):
            sources.report(
                "operations-in-fixture",
                f"{fixture.kind} {fixture.declaration.name} takes Operations, which only a benchmark "
                "can set", fixture.location, "take it in the benchmark")
        if fixture.declaration is not None and _takes(fixture.declaration, "Suspend"):
            sources.report("suspend-in-fixture",
                           f"{fixture.kind} {fixture.declaration.name} takes Suspend, but no clock runs in a fixture",
                           fixture.location, "delete the parameter: the time of fixtures never counts")
    for benchmark in benchmarks:
        for function in benchmark.functions:
            if _takes(function, "Operations"):
                _check_operations(sources, function)
    _check_objects(sources, benchmarks, fixtures)


def _check_callable(sources: Sources, declaration: Declaration, name: str) -> None:
    """Report a function that cannot be called, and a fixture that returns a value."""
    if "abstract" in declaration.modifiers:
        sources.report("abstract-function", f"{name} {declaration.name} is abstract: it has no code to call",
                       declaration.location, "annotate the method of a subclass", declaration.conditional)
    if "deleted" in declaration.modifiers:
        sources.report("deleted-function", f"{name} {declaration.name} is deleted: it has no code to call",
                       declaration.location, "give it a body, or delete it", declaration.conditional)
    if name == "Benchmark":
        return
    if not sources.language.untyped and declaration.type not in ("void", "auto", "") \
            and not _may_be_macro(sources, declaration):
        sources.report("fixture-returns", f"{name} {declaration.name} returns {declaration.type}, which is not used",
                       declaration.location, "make it void", declaration.conditional)


def _may_be_macro(sources: Sources, function: Declaration) -> bool:
    """Whether a macro may stand where the type of what a function returns is read; then the wrapper checks it."""
    language, type_text = sources.language, function.type
    if not language.macros or not type_text.isidentifier() or re.fullmatch(language.numeric, type_text):
        return False
    return sources.classes.resolve(type_text, function.scope) is None and sources.classes.enum(
        type_text, function.scope) is None


def _check_operations(sources: Sources, declaration: Declaration) -> None:
    setting = next(
        (annotation for annotation in declaration.annotations if annotation.name == "OperationsPerInvocation"), None)
    if setting is not None:
        sources.report(
            "operations-twice", f"{declaration.name} sets its number of operations through Operations, so "
            "OperationsPerInvocation has no effect", setting.location, "delete one of them", conditional=True)
    names = [parameter.name for parameter in declaration.parameters if parameter.takes == "Operations"]
    if len(names) > 1:
        sources.report("operations-repeated", f"{declaration.name} takes Operations twice, as {' and '.join(names)}",
                       declaration.location, "take it once")


def _check_objects(sources: Sources, benchmarks: Sequence[Benchmark], fixtures: Sequence[Fixture]) -> None:
    """Report classes that the harness creates objects of, but that have no usable constructor."""
    classes = {id(state.declaration): state.declaration for state in sources.states.values()}
    functions = [(benchmark.home, function) for benchmark in benchmarks for function in benchmark.functions]
    functions += [(fixture.home, fixture.declaration) for fixture in fixtures if fixture.declaration is not None]
    classes |= {id(home): home for home, function in functions if "static" not in function.modifiers}
    for declaration in filter(None, classes.values()):
        constructors = list(_constructors(sources, declaration))
        usable = [constructor for constructor in constructors if _takes_no_arguments(constructor)
                  and not {"private", "protected", "deleted"}.intersection(constructor.modifiers)]
        if constructors and not usable:
            sources.report(
                "no-constructor",
                f"CLAMH creates {declaration.name} without arguments, but it has no public constructor "
                "without parameters", constructors[0].location,
                "add one, or give all parameters of a constructor defaults", declaration.conditional)
        _check_inherited_constructor(sources, declaration)


def _check_inherited_constructor(sources: Sources, declaration: Declaration) -> None:
    """Report a JavaScript class whose inherited constructor would get `undefined` for its parameters.

    The front-end reports a class's own constructor. In Python, the call raises an error.
    """
    path = sources.classes.path(declaration)
    constructors = ((owner, member) for owner in (path, *sources.classes.bases(path))
                    for member in sources.members.get(owner, ())
                    if member.name == "constructor" and member.facts.get("hidden") == "constructor")
    owner, constructor = next(constructors, (path, None))
    if constructor is not None and owner != path and not _takes_no_arguments(constructor):
        sources.report(
            f"{sources.language.id}-constructor-parameters",
            f"{declaration.name} inherits the constructor of {owner[-1]}, which requires arguments, but CLAMH calls it "
            "without arguments", declaration.location,
            f"write `constructor() {{ super(…); }}` in {declaration.name}, or give the parameters defaults")


def _constructors(sources: Sources, declaration: Declaration) -> Iterator[Declaration]:
    """A class's own constructors, in languages that name them like the class, without deleted copy or move
    constructors.
    """
    name = declaration.name.partition("<")[0]
    for member in sources.members.get(sources.classes.path(declaration), ()):
        parameters = member.parameters
        copies = len(parameters) == 1 and parameters[0].type.rpartition("::")[2].partition("<")[0] == name
        deleted_copy = copies and "deleted" in member.modifiers
        if member.kind == "method" and member.name == name and not member.type and not deleted_copy:
            yield member


def _takes(function: Declaration, name: str) -> bool:
    return any(parameter.takes == name for parameter in function.parameters)


def _takes_no_arguments(constructor: Declaration) -> bool:
    return all(parameter.default or parameter.type == "..." for parameter in constructor.parameters)
