"""Makes functions the methods of their states, for languages whose classes have no methods."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from clamh.model.sources import Declaration
from clamh.sources.annotations.classes import Classes

ROLES = ("Setup", "Teardown", "Check")


def adopt_functions(declarations: Iterable[Declaration], classes: Classes) -> list[Declaration]:
    """The declarations, in which each fixture and check is a method of the first state that it takes.

    A function without annotations that takes only a pointer to a state with AuxCounters is its method too, and a
    counter if it returns a number. `facts["own"]` is the place of the state among the function's parameters, which no
    longer has it.
    """
    return [
        _adopt(declaration, classes) if declaration.kind == "function" else declaration for declaration in declarations
    ]


def _adopt(function: Declaration, classes: Classes) -> Declaration:
    names = {annotation.name for annotation in function.annotations}
    counter = (not names and [parameter.passing for parameter in function.parameters] == ["pointer"]
               and function.type != "void" and function.body is not None)
    if not (names & set(ROLES) or counter) or "Benchmark" in names:
        return function
    needed = "AuxCounters" if counter else "State"
    for place, parameter in enumerate(function.parameters):
        path = classes.resolve(parameter.type, function.scope)
        state = None if path is None else classes.declaration(path)
        if path is None or state is None or all(annotation.name != needed for annotation in state.annotations):
            continue
        return msgspec.structs.replace(
            function, kind="method", scope=path, owner=path, facts={**function.facts, "own": place},
            parameters=(*function.parameters[:place], *function.parameters[place + 1:]),
            modifiers=tuple(word for word in function.modifiers if word != "static"))
    return function
