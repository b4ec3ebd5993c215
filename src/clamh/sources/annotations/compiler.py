"""CompilerControl: which functions the compiler must inline, and which it must not."""

from __future__ import annotations

from clamh.model.sources import CompilerControl, Declaration
from clamh.sources.annotations.sources import Sources


def bind_compiler_controls(sources: Sources) -> list[CompilerControl]:
    """Every function that has it, and every method of a class that has it, as JMH's `Class.*`; the function's own wins.

    Modes that only another harness has are left to it.
    """
    found: list[CompilerControl] = []
    for declaration in sources.annotated:
        one = sources.one(declaration, "CompilerControl")
        if one is None or "value" not in one.values:
            continue
        for function in _functions(sources, declaration):
            found.append(CompilerControl(mode=one.values["value"], declaration=function))
    return sorted(found, key=lambda one: (one.declaration.location.path, one.declaration.start))


def _functions(sources: Sources, declaration: Declaration) -> list[Declaration]:
    if declaration.kind != "class":
        return [declaration]
    members = sources.members.get(sources.classes.path(declaration), ())
    return [one for one in members if one.kind == "method" and not sources.has(one, "CompilerControl")]
