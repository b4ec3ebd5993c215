"""Errors of annotated declarations by the rules of JavaScript, with location and hint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clamh.languages.frontends import CALLED, list_required, rule_error
from clamh.languages.javascript.values import TYPES, common_type, is_among, is_of
from clamh.model.diagnostics import Diagnostic
from clamh.model.numbers import is_rounded
from clamh.model.sources import Declaration, Parameter

# By reason: why no code outside can name or call a declaration, and the hint.
HIDDEN = {
    "body": ("is inside a function or block, where the module cannot name it", "move it to the top level of the file"),
    "default": ("is a default export without a name", "give it a name: `export default function name…`"),
    "unnamed": ("is part of an expression and has no name", "declare it at the top of the file: `class Name {…}`"),
    "member": ("belongs to a class without a name", "declare the class at the top of the file: `class Name {…}`"),
    "instance": ("is a class that exists once per instance", "make it static, or move it to the top level of the file"),
    "object": ("belongs to an object literal", "write a function, or a static method of a class"),
    "value": ("is not bound to a function or class in this file", "write the function out: `function name(…) {…}`"),
    "assigned": ("is assigned, not declared", "declare `function name(…) {…}`, and assign that name"),
    "this": ("is set in code, not declared", "declare the field in the class: `name = value;`"),
    "private": ("is private: only its own class can use the name", "delete the `#`"),
    "computed": ("has no plain name", "give it one without quotes or brackets"),
    "word": ("could be a modifier of the next line", "write it and the name on one line"),
    "constructor": ("is a constructor", "annotate a function that creates the object"),
    "accessor": ("is a getter or setter, not a method", "make it a method: delete `get` or `set`"),
    "abstract": ("is abstract: it has no code to call", "annotate the method of a subclass"),
    "signature": ("is a signature without a body", "annotate the function itself, below its signatures"),
    "declared": ("is only declared: it has no code here", "annotate its definition"),
    "type": ("is a type, or belongs to one: it does not exist at run time", "write a class"),
    "namespace": ("is in a namespace, where the module cannot name it", "move it to the top level of the file"),
    "unset": ("is a field that its class only declares", "write it out: `name = value;`"),
    "generator": ("is a generator: a call runs none of its body",
                  "annotate a function that runs the generator to its end"),
}


def find_errors(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """The errors of these declarations, as far as they are annotated."""
    known_paths: set[tuple[str, ...]] = set()
    for declaration in declarations:
        names = {annotation.name for annotation in declaration.annotations}
        if not names:
            continue
        if (hidden := declaration.facts.get("hidden")) == "value" and not names & {*CALLED, "State"}:
            continue  # binding reports that the annotation has the wrong target
        if hidden:
            reason, hint = HIDDEN[hidden]
            yield rule_error("javascript-unreachable", declaration, f"{declaration.name or 'this'} {reason}", hint)
        elif declaration.kind in ("function", "method") and names & CALLED:
            yield from filter(None, (_argument_error(declaration, parameter) for parameter in declaration.parameters))
            path = (*declaration.scope, declaration.name)
            if path in known_paths:
                yield rule_error("javascript-declared-twice", declaration,
                                 f"{'.'.join(path)} is declared twice in this file",
                                 "rename one of the two declarations")
            known_paths.add(path)
        elif declaration.kind == "field" and "Param" in names:
            yield from _param_errors(declaration)
    for constructor, required in list_required(declarations):
        yield rule_error("javascript-constructor-parameters", constructor,
                         f"the constructor of {constructor.scope[-1]} requires {required}, but CLAMH calls it without "
                         "arguments", "give the parameters defaults, or set the values in a @Setup method")


def _param_errors(param: Declaration) -> Iterator[Diagnostic]:
    if param.type not in TYPES:
        yield rule_error("javascript-param-type", param,
                         f"param {param.name} has type {param.type}, but values are given as strings",
                         "make it number, bigint, boolean or string, and build from it in a @Setup method")
        return
    if param.facts.get("type_only"):
        enum = param.facts["enum"]
        yield rule_error("javascript-param-type", param,
                         f"param {param.name} takes the constants of {enum}, which is imported only as a type",
                         f"write `import {{ {enum} }}`, without `type`")
        return
    given = [(argument.location or param.location, str(value))
             for annotation in param.annotations for argument in annotation.arguments if argument.key in (None, "value")
             for value in (argument.value if isinstance(argument.value, tuple) else (argument.value,))
             if isinstance(value, str | int) and not isinstance(value, bool)]
    type = param.type or common_type([value for _, value in given])
    for location, value in given:
        if param.constants and value not in param.constants:
            yield rule_error("javascript-param-value", param, f"{param.facts['enum']} has no constant \"{value}\"",
                             f"constants: {', '.join(param.constants)}", location)
        elif (literals := param.facts.get("literals", ())) and not is_among(value, literals, param.type):
            yield rule_error("javascript-param-value", param,
                             f"the type of param {param.name} has no value \"{value}\"",
                             f"values: {', '.join(literals)}", location)
        elif not is_of(value, param.type):
            yield rule_error("javascript-param-value", param,
                             f'param {param.name} is a {param.type}, but "{value}" is not',
                             f"change the value, or the field's type (`{param.name} = ''` is a string)", location)
        elif type == "number" and is_rounded(value):
            yield rule_error("javascript-param-value", param,
                             f'param {param.name} is a number, which rounds "{value}"',
                             f"make {param.name} a bigint: `{param.name} = 0n`", location)


def _argument_error(function: Declaration, parameter: Parameter) -> Diagnostic | None:
    """The error of a parameter whose argument CLAMH cannot pass unchanged, or None."""
    if parameter.type == "...":
        return rule_error("javascript-rest-parameter", function,
                          f"{function.name} has the rest parameter {parameter.name}",
                          "write one parameter for each state")
    if parameter.passing == "other":
        return rule_error("javascript-destructured-parameter", function,
                          f"{function.name} takes a state apart in its parameters: it would measure a copy, and the "
                          "state has no name", "take the state itself, and its fields in the body")
    if parameter.default:
        return rule_error("javascript-default-parameter", function,
                          f"{function.name} has a default for {parameter.name}, but CLAMH passes every argument",
                          f"delete the default of {parameter.name}")
    return None
