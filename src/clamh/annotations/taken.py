"""What a benchmark or fixture takes: states, and what the harness injects besides."""

from __future__ import annotations

from clamh.annotations.check import not_built
from clamh.annotations.classes import Path
from clamh.annotations.sources import Sources
from clamh.annotations.table import INJECTED
from clamh.model import Declaration


def taken(sources: Sources, declaration: Declaration) -> list[Path]:
    """The states among its parameters; what else it cannot be given is a problem, said once."""
    found = []
    for one in declaration.parameters:
        path = sources.classes.resolve(one.type, declaration.scope)
        last = one.type.replace("const", " ").strip(" &*").split(sources.language.separator)[-1].strip()
        if path is not None and path in sources.states:
            found.append(path)
        elif last in INJECTED:
            if last not in sources.language.injected and sources.language.claims_plain:
                sources.problems.append(not_built(f"taking {last}", sources.language, declaration.location))
        elif not one.default and one.type != "...":
            _cannot_take(sources, declaration, one.type, path)
    return found


def _cannot_take(sources: Sources, declaration: Declaration, written: str, path: Path | None) -> None:
    if not sources.language.claims_plain and (path is None or sources.may_be_state(path)):
        return  # from another package or a library: the other harness says whether it is a state
    if path is not None:
        sources.report("not-a-state", f"{declaration.name} takes {written}, which is no state", declaration.location,
                       f"put @State(Scope.Benchmark) on {sources.language.separator.join(path)}",
                       declaration.conditional)
    else:
        sources.report("unknown-state",
                       f"{declaration.name} takes {written}, which none of these files defines as a state",
                       declaration.location, "a benchmark or fixture may take states and "
                       f"{', '.join(sources.language.injected)}; a state must be in this file or one that it includes",
                       declaration.conditional)
