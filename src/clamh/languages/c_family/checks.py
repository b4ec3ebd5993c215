"""Errors by rules that C and C++ share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from clamh.languages.c_family.enums import find_constant_errors
from clamh.languages.c_family.symbols import find_library_names
from clamh.languages.programs.b63 import find_macro_errors
from clamh.languages.programs.libraries import LIBRARY
from clamh.model.diagnostics import Diagnostic, select_errors
from clamh.model.sources import Declaration


def find_family_errors(language: str, declarations: Sequence[Declaration],
                       find_errors: Callable[[Declaration], Iterator[Diagnostic]]) -> list[Diagnostic]:
    """The errors of a file's declarations; `find_errors` gives those of a declaration by the language's own rules."""
    problems = list(find_macro_errors(declarations))
    if select_errors(problems):  # they explain others
        return problems
    own = [declaration for declaration in declarations if LIBRARY not in declaration.facts]
    if len(own) == len(declarations):  # else it is a program of B63, which has no core
        problems += find_library_names(language, own)
    return [*problems, *find_constant_errors(language, own),
            *(problem for declaration in own for problem in find_errors(declaration))]
