"""What programs have in common that are written for another library. `headers/include` has CLAMH's own version of such
a library, which is the worker of its programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from clamh.languages.generators import functions_of
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Argument, Declaration, Location, Unit

HEADERS = Path(__file__).parent.parent.parent / "headers" / "include"
LIBRARY = "library"  # the fact of a benchmark of a program written for another library: the name of that library
MAIN = "main"  # the fact whether the file of a benchmark has the main function of a program
# What to do about a benchmark in the source that the program does not list.
UNLISTED = {
    "B63": "check the #if around it; if its name is a macro, such as linux, the program has the macro's value instead",
    "Metron": "name its struct in the call of metron.run, as in metron.run(.{ First, Second })",
}
# What annotations may say of such a benchmark; the program decides everything else itself.
ALLOWED = ("Benchmark", "Warmup", "Measurement", "AutoWarmup", "Fork", "OperationsPerInvocation", "OutputTimeUnit",
           "Timeout", "Layout")


def imply_benchmark(library: str, name: str, location: Location, extent: tuple[int, int],
                    implied: Mapping[str, Mapping[str | None, Any]], facts: Mapping[str, Any],
                    **members: Any) -> Declaration:
    """The declaration of a benchmark that a program declares as its library wants it.

    `implied` are the arguments of the annotations that this means; these have no text in the file.
    """
    start, end = extent
    annotations = tuple(
        Annotation(name=annotation, spelling="at", location=location, start=start, end=start, arguments=tuple(
            Argument(key=key, value=value, location=location) for key, value in arguments.items()))
        for annotation, arguments in implied.items())
    return Declaration(kind="function", name=name, location=location, start=start, end=end, type="void",
                       annotations=annotations, facts={LIBRARY: library, **facts}, **members)


def find_refused(declarations: Iterable[Declaration], hint: str, *allowed: str) -> Iterator[Diagnostic]:
    """The annotations in the source that a program written for another library cannot follow."""
    for declaration in declarations:
        library = declaration.facts.get(LIBRARY, "")
        for annotation in declaration.annotations if library else ():
            if annotation.name not in (*ALLOWED, *allowed) and annotation.start < annotation.end:
                message = f"{annotation.name} on {declaration.name}: a benchmark of {library} cannot have it"
                yield Diagnostic(code=f"{library.lower()}-annotation", message=message, hint=hint,
                                 location=annotation.location)


def find_library(unit: Unit) -> str:
    """The library for which the unit is written as a program with a main function of its own; "" if there is none."""
    return next((function.facts[LIBRARY] for function in functions_of(unit) if LIBRARY in function.facts), "")


def is_program(unit: Unit) -> bool:
    """Whether the unit is a program written for another library, with a main function of its own."""
    return bool(find_library(unit))
