"""What Go itself forbids on an annotated declaration, said before its compiler would."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration, Parameter

BASIC = re.compile(r"bool|string|u?int(?:8|16|32|64)?|uintptr|byte|rune|float(?:32|64)")
PLAIN = re.compile(r"bool|u?int(?:8|16|32|64)?|uintptr|byte|rune|float(?:32|64)|complex(?:64|128)")  # hold no pointer
INJECTED = ("Blackhole", "Control", "BenchmarkParams", "IterationParams", "ThreadParams", "Random", "Memory", "Operations")
_CALLED = ("Benchmark", "Setup", "Teardown", "Check")


def refused(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """The errors of the annotated ones of these declarations."""
    types = {one.name: one for one in declarations if one.kind in ("class", "enum")}
    for one in declarations:
        names = {annotation.name for annotation in one.annotations}
        if one.kind == "field" and "Param" in names:
            yield from _param(one, types)
        elif one.kind in ("function", "method") and names & set(_CALLED):
            yield from [*_callable(one, types)] or _taken(one)
        elif one.kind == "class" and "State" in names:
            yield from _state(one)


def _param(one: Declaration, types: dict[str, Declaration]) -> Iterator[Diagnostic]:
    if one.facts.get("embedded"):
        yield _problem("go-param-embedded", f"param {one.name} is embedded, and has no value of its own", "give it a name", one)
        return
    named = types.get(one.type)
    shown = named.type if named is not None and named.kind == "class" else one.type
    settable = named is not None and named.kind == "enum" or BASIC.fullmatch(shown)
    unknown = named is None and one.facts["of"] in ("type_identifier", "qualified_type")  # of another file: the worker looks
    if one.name == "_":
        yield _problem("go-param-unnamed", "a param without a name cannot be set", "give it one", one)
    elif not settable and not unknown:
        yield _problem("go-param-type", f"param {one.name} is of type {one.type}: it cannot be set from a text",
                       "make it a number, bool, rune, string or a type of such, and make the rest of it in a @Setup method", one)


def _callable(one: Declaration, types: dict[str, Declaration]) -> Iterator[Diagnostic]:
    home = types.get(one.owner[-1]) if one.owner else None
    if one.facts.get("generic") or home is not None and home.facts.get("generic"):
        yield _problem("go-generic", f"{one.name} is generic: it has no code until its type arguments are known",
                       "write a function beside it that calls it with the arguments meant, and annotate that", one)
    elif one.name == "_" or one.kind == "function" and one.name in ("init", "main"):
        yield _problem("go-not-callable", f"{one.name} cannot be called", "give it another name", one)
    elif home is not None and "abstract" in home.modifiers:
        yield _problem("go-interface", f"{one.name} belongs to an interface: there is nothing to call",
                       "annotate the method of a type that has it", one)


def _state(one: Declaration) -> Iterator[Diagnostic]:
    if one.facts.get("generic"):
        yield _problem("go-generic", f"{one.name} is generic: no object of it can be made until its type arguments are known",
                       "embed it with the arguments meant in a struct, and annotate that", one)
    elif "abstract" in one.modifiers:
        yield _problem("go-interface", f"{one.name} is an interface, of which no object can be made",
                       "annotate a type that has its methods", one)
    elif one.facts.get("alias"):
        yield _problem("go-alias", f"{one.name} is another name of {one.facts['alias']}",
                       f"annotate that type, or write `type {one.name} {one.facts['alias']}`", one)


def _taken(one: Declaration) -> Iterator[Diagnostic]:
    """Parameters that are no pointer: a copy would be part of what is measured, and of a state it would be another one."""
    for parameter in one.parameters:
        if parameter.default or parameter.passing == "pointer" or not _may_be_taken(parameter):
            continue
        yield _problem("go-parameter-passing", f"{one.name} takes {parameter.name or 'a parameter'} by value: states and Blackhole are "
                       "handed over by pointers", f"write `{parameter.name or '_'} *{parameter.type}`", one)


def _may_be_taken(parameter: Parameter) -> bool:
    """Whether it could be a state: of anything else binding says what can be taken."""
    return re.fullmatch(r"[\w.]+", parameter.type) is not None and not BASIC.fullmatch(parameter.type)


def _problem(code: str, message: str, mend: str, one: Declaration) -> Diagnostic:
    return Diagnostic(code=code, message=message, mend=mend, location=one.location)
