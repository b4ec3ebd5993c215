"""Errors by rules that C and C++ share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from clamh.languages.c_family.enums import find_constant_errors
from clamh.languages.c_family.symbols import find_library_names
from clamh.languages.frontends import rule_error
from clamh.languages.programs.b63 import find_macro_errors
from clamh.languages.programs.libraries import LIBRARY
from clamh.model.diagnostics import Diagnostic, select_errors
from clamh.model.sources import Declaration, Location


def find_family_errors(language: str, declarations: Sequence[Declaration],
                       find_errors: Callable[[Declaration], Iterator[Diagnostic]]) -> list[Diagnostic]:
    """The errors of a file's declarations; `find_errors` gives those of a declaration by the language's own rules."""
    problems = list(find_macro_errors(declarations))
    if select_errors(problems):  # they explain others
        return problems
    own = [declaration for declaration in declarations if LIBRARY not in declaration.facts]
    if len(own) == len(declarations):  # else the file has benchmarks of B63, whose programs have no core
        problems += find_library_names(language, own)
    return [*problems, *find_constant_errors(language, own),
            *(problem for declaration in own for problem in find_errors(declaration))]


def find_param_errors(language: str, param: Declaration, shape_hints: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Why CLAMH cannot set a param: a word before its type, or its shape; `shape_hints` are the hints by shape."""
    for word, (line, column) in param.facts.get("words", {}).items():
        if word == "const" and "pointer" in param.modifiers:  # `const char *` is a pointer that can be set
            continue
        yield rule_error(f"{language}-param-{word.strip('_').lower().replace('_', '-')}", param,
                         f"param {param.name} is {word}: CLAMH cannot set it", f"delete the word `{word}`",
                         Location(path=param.location.path, line=line, column=column))
    for shape, hint in shape_hints.items():
        if shape in param.modifiers:
            article = "an" if shape == "array" else "a"
            yield rule_error(f"{language}-param-{shape}", param,
                             f"param {param.name} is {article} {shape}: it cannot be set", hint)


def find_union_error(language: str, state: Declaration) -> Iterator[Diagnostic]:
    """The error of a state that is a union."""
    if "union" in state.modifiers:
        yield rule_error(f"{language}-union-state", state,
                         f"{state.name} is a union: CLAMH cannot know which member to keep",
                         "make it a struct that holds the union")
