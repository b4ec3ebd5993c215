"""Python's own rules for annotated declarations: each error has a location and a hint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clamh.languages.frontends import CALLED, list_required, rule_error
from clamh.languages.python.values import TYPES, is_of
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration, Parameter

# Why no code outside can name or call a declaration, and what to do.
HIDDEN = {
    "body": ("is inside a function, where the module cannot name it", "move it to the top level of the file"),
    "private": ("begins with two underscores: only its own class can use the name", "use one underscore or none"),
    "constructor": ("is a constructor", "annotate a function that creates the object"),
    "accessor": ("is a property, not a method", "make it a method: delete its decorator"),
    "generator": ("is a generator: a call runs none of its body",
                  "annotate a function that runs the generator to its end"),
}


def find_errors(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """The errors of the annotated declarations."""
    seen: set[tuple[str, ...]] = set()
    for declaration in declarations:
        names = {annotation.name for annotation in declaration.annotations}
        if not names:
            continue
        if hidden := declaration.facts.get("hidden"):
            reason, hint = HIDDEN[hidden]
            yield rule_error("python-unreachable", declaration, f"{declaration.name} {reason}", hint)
        elif declaration.kind in ("function", "method") and names & CALLED:
            yield from filter(None, (_argument(declaration, parameter) for parameter in declaration.parameters))
            path = (*declaration.scope, declaration.name)
            if path in seen and not declaration.conditional:
                yield rule_error("python-declared-twice", declaration,
                                 f"{'.'.join(path)} is declared twice in this file",
                                 "rename one of the two declarations")
            seen.add(path)
        elif declaration.kind == "field" and "Param" in names:
            yield from _param(declaration, declarations)
    for constructor, required in list_required(declarations):
        yield rule_error("python-constructor-parameters", constructor,
                         f"__init__ of {constructor.scope[-1]} requires {required}, but CLAMH calls it without "
                         "arguments", "give the parameters defaults, or set the values in a @Setup method")


def _param(declaration: Declaration, declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    last = declaration.type.rpartition(".")[2]
    enum = any(candidate.kind == "enum" and candidate.name == last for candidate in declarations)
    if declaration.type not in TYPES and not enum and not last[:1].isupper():  # an enum may be another file's
        yield rule_error("python-param-type", declaration,
                         f"param {declaration.name} has type {declaration.type}, but values are given as strings",
                         "make it int, float, bool, str or an Enum, and build from it in a @Setup method")
        return
    for argument in (argument for annotation in declaration.annotations for argument in annotation.arguments):
        for value in argument.value if isinstance(argument.value, tuple) else (argument.value,):
            if argument.key in (None, "value") and isinstance(value, str) and not is_of(value, declaration.type):
                yield rule_error(
                    "python-param-value", declaration,
                    f'"{value}" is not a value of param {declaration.name}, whose type is {declaration.type}',
                    f"{'write true or false' if declaration.type == 'bool' else 'change the value'}, or change "
                    f'the type of the field (`{declaration.name}: str = ""` is a string)', argument.location)


def _argument(declaration: Declaration, parameter: Parameter) -> Diagnostic | None:
    """The error of a parameter that CLAMH cannot pass an argument for."""
    if parameter.passing == "other":
        return rule_error("python-rest-parameter", declaration,
                          f"{declaration.name} has the rest parameter {parameter.name}",
                          "write one parameter for each state")
    if parameter.default:
        return rule_error("python-default-parameter", declaration,
                          f"{declaration.name} has a default for {parameter.name}, but CLAMH passes every argument",
                          f"delete the default of {parameter.name}")
    return None
