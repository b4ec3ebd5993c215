"""Errors of annotated declarations by the rules of Go, reported before its compiler does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from clamh.languages.frontends import CALLED, rule_error
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration, Parameter

BASIC = re.compile(r"bool|string|u?int(?:8|16|32|64)?|uintptr|byte|rune|float(?:32|64)")
PLAIN = re.compile(
    r"bool|u?int(?:8|16|32|64)?|uintptr|byte|rune|float(?:32|64)|complex(?:64|128)")  # types without pointers


def find_constructors(type: Declaration, declarations: Iterable[Declaration]) -> list[Declaration]:
    """The functions that may create an object of a type: called NewInput or newInput, and callable without arguments.
    """
    capital = type.name[:1].upper() + type.name[1:]
    names = (f"New{type.name}", f"New{capital}", f"new{capital}")
    found = [function for function in declarations if function.kind == "function" and function.name in names
             and function.scope == type.scope and all(parameter.default for parameter in function.parameters)]
    return sorted(found, key=lambda function: names.index(function.name))


def find_object(constructor: Declaration, type: Declaration) -> str:
    """The first result of a constructor, the type or a pointer to it; "" unless only an error may follow."""
    object, *others = [*constructor.facts["results"], ""]
    fits = object in (type.name, f"*{type.name}") and others in ([""], ["error", ""])
    return object if fits and not constructor.facts.get("generic") else ""


def find_errors(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """The errors of these declarations, as far as they are annotated, and warnings of constructors that CLAMH does not
    call.
    """
    types = {declaration.name: declaration for declaration in declarations if declaration.kind in ("class", "enum")}
    for declaration in declarations:
        names = {annotation.name for annotation in declaration.annotations}
        if declaration.kind == "field" and "Param" in names:
            yield from _param_errors(declaration, types)
        elif declaration.kind in ("function", "method") and names & CALLED:
            yield from [*_call_errors(declaration, types)] or _parameter_errors(declaration)
        elif declaration.kind == "class" and "State" in names:
            yield from [*_state_errors(declaration)] or _constructor_warnings(declaration, declarations)


def _param_errors(param: Declaration, types: dict[str, Declaration]) -> Iterator[Diagnostic]:
    if param.facts.get("embedded"):
        yield rule_error("go-param-embedded", param, f"param {param.name} is an embedded field, which CLAMH cannot set",
                         "give the field a name")
        return
    type = types.get(param.type)
    shown = type.type if type is not None and type.kind == "class" else param.type
    settable = type is not None and type.kind == "enum" or BASIC.fullmatch(shown)
    unknown = type is None and param.facts["of"] in ("type_identifier", "qualified_type"
                                                     )  # declared in another file: the worker checks it
    if param.name == "_":
        yield rule_error("go-param-unnamed", param, "a param without a name cannot be set", "give the field a name")
    elif not settable and not unknown:
        yield rule_error("go-param-type", param, f"param {param.name} has type {param.type}, which CLAMH cannot set",
                         "make it a number, bool, rune, string or a type of these, and build the rest in a @Setup "
                         "method")


def _call_errors(function: Declaration, types: dict[str, Declaration]) -> Iterator[Diagnostic]:
    home = types.get(function.owner[-1]) if function.owner else None
    if function.facts.get("generic") or home is not None and home.facts.get("generic"):
        yield rule_error("go-generic", function,
                         f"{function.name} is generic: it has no code until its type arguments are known",
                         "annotate a function that calls it with your type arguments")
    elif function.name == "_" or function.kind == "function" and function.name in ("init", "main"):
        yield rule_error("go-not-callable", function, f"{function.name} cannot be called", "give it another name")
    elif home is not None and "abstract" in home.modifiers:
        yield rule_error("go-interface", function, f"{function.name} belongs to an interface: it has no code to call",
                         "annotate the method of a type that implements it")


def _state_errors(state: Declaration) -> Iterator[Diagnostic]:
    if state.facts.get("generic"):
        yield rule_error("go-generic", state,
                         f"{state.name} is generic: CLAMH cannot create it until its type arguments are known",
                         "embed it with your type arguments in a struct, and annotate the struct")
    elif "abstract" in state.modifiers:
        yield rule_error("go-interface", state, f"{state.name} is an interface: CLAMH cannot create an object of it",
                         "annotate a type that has its methods")
    elif state.facts.get("alias"):
        yield rule_error("go-alias", state, f"{state.name} is another name of {state.facts['alias']}",
                         f"annotate that type, or write `type {state.name} {state.facts['alias']}`")


def _constructor_warnings(state: Declaration, declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    constructors = find_constructors(state, declarations)
    if constructors and not any(find_object(constructor, state) for constructor in constructors):
        yield Diagnostic(
            code="go-constructor", severity="warning", location=constructors[0].location,
            message=f"CLAMH does not call {constructors[0].name}, whose result is not of the type {state.name}",
            hint=f"return `{state.name}` or `*{state.name}`, with or without an error; or give it another name")


def _parameter_errors(function: Declaration) -> Iterator[Diagnostic]:
    """Errors of parameters that are not pointers: the copy would be measured, and a copied state would be another
    object.
    """
    for parameter in function.parameters:
        if parameter.default or parameter.passing == "pointer" or not _may_be_taken(parameter):
            continue
        yield rule_error("go-parameter-passing", function,
                         f"{function.name} takes {parameter.name or 'a parameter'} by value, but CLAMH passes states "
                         "and Blackhole as pointers", f"write `{parameter.name or '_'} *{parameter.type}`")


def _may_be_taken(parameter: Parameter) -> bool:
    """Whether the parameter could be a state; binding reports all other types."""
    return re.fullmatch(r"[\w.]+", parameter.type) is not None and not BASIC.fullmatch(parameter.type)
