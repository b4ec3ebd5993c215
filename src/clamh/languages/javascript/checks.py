"""Errors of annotated declarations by the rules of JavaScript, with location and hint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clamh.languages.frontends import CALLED
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
            yield _error("unreachable", declaration, f"{declaration.name or 'this'} {HIDDEN[hidden][0]}",
                         HIDDEN[hidden][1])
        elif declaration.kind in ("function", "method") and names & CALLED:
            yield from filter(None, (_argument_error(declaration, parameter) for parameter in declaration.parameters))
            path = (*declaration.scope, declaration.name)
            if path in known_paths:
                yield _error("declared-twice", declaration, f"{'.'.join(path)} is declared twice in this file",
                             "rename one of the two declarations")
            known_paths.add(path)
        elif declaration.kind == "field" and "Param" in names:
            yield from _param_errors(declaration)
    yield from _constructor_errors(declarations)


def _param_errors(param: Declaration) -> Iterator[Diagnostic]:
    if param.type not in TYPES:
        yield _error("param-type", param, f"param {param.name} has type {param.type}, but values are given as strings",
                     "make it number, bigint, boolean or string, and build from it in a @Setup method")
        return
    if param.facts.get("type_only"):
        enum = param.facts["enum"]
        yield _error("param-type", param,
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
            yield Diagnostic(code="javascript-param-value", location=location,
                             message=f"{param.facts['enum']} has no constant \"{value}\"",
                             hint=f"constants: {', '.join(param.constants)}")
        elif (literals := param.facts.get("literals", ())) and not is_among(value, literals, param.type):
            yield Diagnostic(code="javascript-param-value", location=location,
                             message=f"the type of param {param.name} has no value \"{value}\"",
                             hint=f"values: {', '.join(literals)}")
        elif not is_of(value, param.type):
            yield Diagnostic(code="javascript-param-value", location=location,
                             message=f'param {param.name} is a {param.type}, but "{value}" is not',
                             hint=f"change the value, or the field's type (`{param.name} = ''` is a string)")
        elif type == "number" and is_rounded(value):
            yield Diagnostic(code="javascript-param-value", location=location,
                             message=f'param {param.name} is a number, which rounds "{value}"',
                             hint=f"make {param.name} a bigint: `{param.name} = 0n`")


def _constructor_errors(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """Errors of states, and of classes whose methods are called, that `new Name()` cannot create."""
    instantiated = {(*declaration.scope, declaration.name) for declaration in declarations
                    if any(annotation.name == "State" for annotation in declaration.annotations)}
    instantiated |= {declaration.scope for declaration in declarations
                     if declaration.kind == "method" and "static" not in declaration.modifiers
                     and any(annotation.name in CALLED for annotation in declaration.annotations)}
    instantiated -= {(*declaration.scope, declaration.name) for declaration in declarations
                     if declaration.kind == "class" and "abstract" in declaration.modifiers}
    for constructor in declarations:
        if constructor.facts.get("hidden") == "constructor" and constructor.scope in instantiated:
            required = [parameter.name or "a pattern" for parameter in constructor.parameters
                        if not parameter.default and parameter.type != "..."]
            if required:
                yield _error(
                    "constructor-parameters", constructor, f"the constructor of {constructor.scope[-1]} requires "
                    f"{', '.join(required)}, but CLAMH calls it without arguments",
                    "give the parameters defaults, or set the values in a @Setup method")


def _argument_error(function: Declaration, parameter: Parameter) -> Diagnostic | None:
    """The error of a parameter whose argument CLAMH cannot pass unchanged, or None."""
    if parameter.type == "...":
        return _error("rest-parameter", function, f"{function.name} has the rest parameter {parameter.name}",
                      "write one parameter for each state")
    if parameter.passing == "other":
        return _error(
            "destructured-parameter", function,
            f"{function.name} takes a state apart in its parameters: it would measure a "
            "copy, and the state has no name", "take the state itself, and its fields in the body")
    if parameter.default:
        return _error("default-parameter", function,
                      f"{function.name} has a default for {parameter.name}, but CLAMH passes "
                      "every argument", f"delete the default of {parameter.name}")
    return None


def _error(code: str, declaration: Declaration, message: str, hint: str) -> Diagnostic:
    return Diagnostic(code=f"javascript-{code}", message=message, hint=hint, location=declaration.location)
