"""What a benchmark or fixture takes: states, and what the harness injects besides."""

from __future__ import annotations

from clamh.annotations.check import not_built
from clamh.annotations.classes import Path
from clamh.annotations.sources import Sources
from clamh.annotations.table import INJECTED, suggestion
from clamh.model import Declaration, Parameter


def taken(sources: Sources, declaration: Declaration) -> list[Path]:
    """The states among its parameters; what else it cannot be given is a problem, said once."""
    found = []
    for one in declaration.parameters:
        if sources.language.untyped and not one.type:
            found += _by_name(sources, declaration, one)
            continue
        path = sources.classes.resolve(one.type, declaration.scope)
        last = one.type.replace("const", " ").strip(" &*").split(sources.language.separator)[-1].strip()
        if path is not None and path in sources.states:
            found.append(path)
        elif last in INJECTED:
            _check_injected(sources, declaration, last)
        elif not one.default and one.type != "...":
            _cannot_take(sources, declaration, one.type, path)
    return found


def _by_name(sources: Sources, declaration: Declaration, parameter: Parameter) -> list[Path]:
    """The state whose label a parameter without a type is called, both without case."""
    name = parameter.name.casefold()
    labelled = [path for path, state in sources.states.items() if state.label.casefold() == name]
    injected = next((one for one in INJECTED if one.casefold() == name), None)
    if len(labelled) > 1:
        names = " and ".join(sources.states[path].name for path in labelled)
        sources.report("ambiguous-state", f"{declaration.name} takes {parameter.name}, the label of {names}",
                       declaration.location, "give one of them another with @StateLabel(\"…\")")
    elif not labelled and injected is not None:
        _check_injected(sources, declaration, injected)
    elif not labelled and not parameter.default and parameter.passing != "other":  # those the front-end refuses
        known = [*(state.label for state in sources.states.values()), *sources.language.injected]
        near = suggestion(parameter.name, known)
        sources.report("unknown-state", f"{declaration.name} takes {parameter.name}, which is the label of no state",
                       declaration.location, f"did you mean {near}?" if near else
                       f"there are {', '.join(known)}; a label is the state's @StateLabel, else its class's name")
    return labelled


def _check_injected(sources: Sources, declaration: Declaration, name: str) -> None:
    if name not in sources.language.injected and sources.language.claims_plain:
        sources.problems.append(not_built(f"taking {name}", sources.language, declaration.location))


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
