"""Errors of annotated declarations by the rules of Python, with location and hint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clamh.languages.python.values import TYPES, is_of
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration, Parameter

_CALLED = ("Benchmark", "Setup", "Teardown", "Check")
# Why no code outside can name or call it, and what to do.
HIDDEN = {
    "body": ("is inside a function, where the module cannot name it", "move it to the top of the file"),
    "private": ("begins with two underscores: only its own class can name it", "use one underscore or none"),
    "constructor": ("is a constructor", "write and annotate a function that makes the object"),
    "accessor": ("is a property, not a method", "make it a method: delete its decorator"),
    "generator": ("is a generator: calling it runs none of its body", "write and annotate a function that runs it to its end"),
}


def refused(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """The errors of the annotated ones of these declarations."""
    seen: set[tuple[str, ...]] = set()
    for one in declarations:
        names = {annotation.name for annotation in one.annotations}
        if not names:
            continue
        if hidden := one.facts.get("hidden"):
            yield _problem("unreachable", one, f"{one.name} {HIDDEN[hidden][0]}", HIDDEN[hidden][1])
        elif one.kind in ("function", "method") and names & set(_CALLED):
            yield from filter(None, (_argument(one, parameter) for parameter in one.parameters))
            path = (*one.scope, one.name)
            if path in seen and not one.conditional:
                yield _problem("declared-twice", one, f"{'.'.join(path)} is declared twice in this file",
                               "rename one of them")
            seen.add(path)
        elif one.kind == "field" and "Param" in names:
            yield from _param(one, declarations)
    yield from _constructors(declarations)


def _param(one: Declaration, declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    last = one.type.rpartition(".")[2]
    enum = any(other.kind == "enum" and other.name == last for other in declarations)
    if one.type not in TYPES and not enum and not last[:1].isupper():  # an enum may be another file's
        yield _problem("param-type", one, f"param {one.name} has type {one.type}, but values are given as strings",
                       "make it int, float, bool, str or an Enum, and build from it in a @Setup method")
        return
    for argument in (argument for annotation in one.annotations for argument in annotation.arguments):
        for value in argument.value if isinstance(argument.value, tuple) else (argument.value,):
            if argument.key in (None, "value") and isinstance(value, str) and not is_of(value, one.type):
                yield Diagnostic(code="python-param-value", location=argument.location or one.location,
                                 message=f'param {one.name} has type {one.type}, but "{value}" does not',
                                 hint=f"{'write true or false, or change' if one.type == 'bool' else 'change the value, or'} the field's "
                                 f'type (`{one.name}: str = ""` is a string)')


def _constructors(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """States, and classes whose methods are called, that cannot be made with `Name()`."""
    made = {(*one.scope, one.name) for one in declarations if any(a.name == "State" for a in one.annotations)}
    made |= {one.scope for one in declarations if one.kind == "method" and "static" not in one.modifiers
             and any(annotation.name in _CALLED for annotation in one.annotations)}
    for one in declarations:
        if one.facts.get("hidden") == "constructor" and one.scope in made:
            wanted = [p.name for p in one.parameters if not p.default and p.type != "..."]
            if wanted:
                yield _problem("constructor-parameters", one, f"__init__ of {one.scope[-1]} requires {', '.join(wanted)}, but CLAMH calls "
                               "it without arguments",
                               "give them defaults, or take them in a @Setup method")


def _argument(one: Declaration, parameter: Parameter) -> Diagnostic | None:
    """What keeps CLAMH from handing over an argument as it is."""
    if parameter.passing == "other":
        return _problem("rest-parameter", one, f"{one.name} has the rest parameter {parameter.name}",
                        "list its states as separate parameters")
    if parameter.default:
        return _problem("default-parameter", one, f"{one.name} has a default for {parameter.name}, but CLAMH passes every "
                        "argument", "delete the default")
    return None


def _problem(code: str, one: Declaration, message: str, hint: str) -> Diagnostic:
    return Diagnostic(code=f"python-{code}", message=message, hint=hint, location=one.location)
