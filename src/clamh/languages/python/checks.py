"""Python's own rules for annotated declarations: each error has a location and a hint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clamh.languages.frontends import CALLED
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


def check_declarations(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """The errors of the annotated declarations."""
    seen: set[tuple[str, ...]] = set()
    for declaration in declarations:
        names = {annotation.name for annotation in declaration.annotations}
        if not names:
            continue
        if hidden := declaration.facts.get("hidden"):
            yield _problem("unreachable", declaration, f"{declaration.name} {HIDDEN[hidden][0]}", HIDDEN[hidden][1])
        elif declaration.kind in ("function", "method") and names & CALLED:
            yield from filter(None, (_argument(declaration, parameter) for parameter in declaration.parameters))
            path = (*declaration.scope, declaration.name)
            if path in seen and not declaration.conditional:
                yield _problem("declared-twice", declaration, f"{'.'.join(path)} is declared twice in this file",
                               "rename one of the two declarations")
            seen.add(path)
        elif declaration.kind == "field" and "Param" in names:
            yield from _param(declaration, declarations)
    yield from _constructors(declarations)


def _param(declaration: Declaration, declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    last = declaration.type.rpartition(".")[2]
    enum = any(candidate.kind == "enum" and candidate.name == last for candidate in declarations)
    if declaration.type not in TYPES and not enum and not last[:1].isupper():  # an enum may be another file's
        yield _problem("param-type", declaration,
                       f"param {declaration.name} has type {declaration.type}, but values are given as strings",
                       "make it int, float, bool, str or an Enum, and build from it in a @Setup method")
        return
    for argument in (argument for annotation in declaration.annotations for argument in annotation.arguments):
        for value in argument.value if isinstance(argument.value, tuple) else (argument.value,):
            if argument.key in (None, "value") and isinstance(value, str) and not is_of(value, declaration.type):
                yield Diagnostic(
                    code="python-param-value", location=argument.location or declaration.location,
                    message=f'"{value}" is not a value of param {declaration.name}, whose type is {declaration.type}',
                    hint=f"{'write true or false' if declaration.type == 'bool' else 'change the value'}, or change "
                    f'the type of the field (`{declaration.name}: str = ""` is a string)')


def _constructors(declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """Errors of states, and of other classes with called methods, that `Name()` cannot create."""
    created = {(*declaration.scope, declaration.name) for declaration in declarations
               if any(annotation.name == "State" for annotation in declaration.annotations)}
    created |= {declaration.scope for declaration in declarations
                if declaration.kind == "method" and "static" not in declaration.modifiers
                and any(annotation.name in CALLED for annotation in declaration.annotations)}
    for declaration in declarations:
        if declaration.facts.get("hidden") == "constructor" and declaration.scope in created:
            required = [parameter.name for parameter in declaration.parameters if not parameter.default
                        and parameter.type != "..."]
            if required:
                yield _problem("constructor-parameters", declaration, f"__init__ of {declaration.scope[-1]} requires "
                               f"{', '.join(required)}, but CLAMH calls it without arguments",
                               "give the parameters defaults, or set the values in a @Setup method")


def _argument(declaration: Declaration, parameter: Parameter) -> Diagnostic | None:
    """The error of a parameter that CLAMH cannot pass an argument for."""
    if parameter.passing == "other":
        return _problem("rest-parameter", declaration, f"{declaration.name} has the rest parameter {parameter.name}",
                        "write one parameter for each state")
    if parameter.default:
        return _problem("default-parameter", declaration,
                        f"{declaration.name} has a default for {parameter.name}, but CLAMH passes every "
                        "argument", f"delete the default of {parameter.name}")
    return None


def _problem(code: str, declaration: Declaration, message: str, hint: str) -> Diagnostic:
    return Diagnostic(code=f"python-{code}", message=message, hint=hint, location=declaration.location)
