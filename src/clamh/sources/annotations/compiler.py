"""CompilerControl: which functions the compiler must inline, and which it must not."""

from __future__ import annotations

from clamh.model.sources import CompilerControl, Declaration
from clamh.sources.annotations.sources import Sources


def bind_compiler_controls(sources: Sources) -> list[CompilerControl]:
    """The mode of each function with CompilerControl and of each method of a class with it, as JMH's `Class.*`.

    The annotation of a function takes precedence over that of its class. Modes of another harness are left to that
    harness.
    """
    controls: list[CompilerControl] = []
    for declaration in sources.annotated:
        checked = sources.annotation(declaration, "CompilerControl")
        if checked is None or "value" not in checked.values:
            continue
        for function in _functions(sources, declaration):
            controls.append(CompilerControl(mode=checked.values["value"], declaration=function))
    return sorted(controls, key=lambda control: (control.declaration.location.path, control.declaration.start))


def _functions(sources: Sources, declaration: Declaration) -> list[Declaration]:
    if declaration.kind != "class":
        return [declaration]
    members = sources.members.get(sources.classes.path(declaration), ())
    return [member for member in members if member.kind == "method" and not sources.has(member, "CompilerControl")]
