"""Errors of annotated declarations by the rules of C++, reported before a compiler does."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clamh.languages.c_family.checks import find_param_errors, find_union_error
from clamh.languages.frontends import CALLED, rule_error
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration

UNSETTABLE = ("const", "constexpr", "constinit", "thread_local")
NUMBER = re.compile(r"(?:(?:un)?signed|char|short|int|long|float|double|bool)(?: .*)?|(?:std::)?(?:u?int\d+_t|size_t)")
_SHAPE_HINTS = {
    "reference": "delete the `&`",
    "bit-field": "delete its bit width",
    "array": "make it one value, and fill the array in a @Setup method",
}
_HIDDEN = {
    "function": "is inside a function, where other code cannot name it",
    "unnamed": "is in a class without a name",
    "friend": "is a friend, which only argument lookup can find",
}


def find_errors(declaration: Declaration) -> Iterator[Diagnostic]:
    """The errors of an annotated declaration."""
    names = {annotation.name for annotation in declaration.annotations}
    if declaration.kind == "field" and "Param" in names:
        yield from find_param_errors("cpp", declaration, _SHAPE_HINTS)
        yield from _reachability_errors(declaration)
    elif declaration.kind in ("function", "method") and names & CALLED:
        yield from [*_reachability_errors(declaration), *_call_errors(declaration)] or _parameter_errors(declaration)
    elif declaration.kind == "class" and "State" in names:
        yield from _reachability_errors(declaration)
        yield from find_union_error("cpp", declaration)


def _reachability_errors(declaration: Declaration) -> Iterator[Diagnostic]:
    if hidden := declaration.facts.get("hidden"):
        yield rule_error("cpp-unreachable", declaration, f"{declaration.name or 'the class'} {_HIDDEN[hidden]}",
                         "give it a name in a namespace or a class")
    elif templates := declaration.facts.get("templates"):
        hint = ("write and annotate a function that calls it with the arguments you want"
                if declaration.kind == "function" else
                "derive a struct from the template with the arguments you want, and move the annotated members there")
        yield rule_error(
            "cpp-template", declaration,
            f"{declaration.name} is a template {templates[0]}: it has no code until its arguments are known", hint)


def _call_errors(function: Declaration) -> Iterator[Diagnostic]:
    own_class = function.owner[-1].split("<")[0] if function.owner else None
    if function.name.startswith("~") or function.name == own_class:
        kind = "destructor" if function.name.startswith("~") else "constructor"
        yield rule_error("cpp-not-callable", function, f"{function.name} is a {kind}, which has no address",
                         "write and annotate a function that creates and destroys the object")
    elif not function.type and not function.name.startswith("operator"):
        yield rule_error(
            "cpp-not-a-function", function,
            f"{function.name}(…) has no return type: it looks like a macro, which CLAMH does not expand",
            "write the function out, or call it from a function that you annotate")


def _parameter_errors(function: Declaration) -> Iterator[Diagnostic]:
    """Errors of parameters that are not plain references: the copy would be measured."""
    for parameter in function.parameters:
        if parameter.default or parameter.passing in ("reference", "const reference") or parameter.type == "...":
            continue
        if NUMBER.fullmatch(parameter.type):  # not a state, however it is passed: binding reports it
            continue
        how = {"value": "value", "pointer": "pointer"}.get(parameter.passing, "something other than a plain reference")
        name = parameter.name or "a parameter"
        yield rule_error(
            "cpp-parameter-passing", function,
            f"{function.name} takes {name} by {how}, but CLAMH passes states and Blackhole by reference",
            f"write `{parameter.type} &{parameter.name}`")
