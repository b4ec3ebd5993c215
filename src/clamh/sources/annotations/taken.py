"""What a benchmark or fixture takes: states, and what the harness injects besides."""

from __future__ import annotations

import msgspec

from clamh.model.sources import Declaration, Parameter
from clamh.sources.annotations.check import not_built
from clamh.sources.annotations.classes import Path
from clamh.sources.annotations.sources import Sources
from clamh.sources.annotations.table import INJECTED, suggestion


def taken(sources: Sources, declaration: Declaration) -> list[Path]:
    """The states among its parameters; what else it cannot be given is a problem, said once."""
    return [path for one in declaration.parameters if (path := _given(sources, declaration, one)[0]) is not None]


def with_takes(sources: Sources, declaration: Declaration) -> Declaration:
    """The declaration, each of its parameters with the state or injected type that it stands for."""
    parameters = []
    for one in declaration.parameters:
        path, injected = _given(sources, declaration, one)
        takes = injected if path is None else sources.states[path].name
        parameters.append(msgspec.structs.replace(one, takes=takes))
    return msgspec.structs.replace(declaration, parameters=tuple(parameters))


Given = tuple[Path | None, str]  # a state, or the name of an injected type, or neither


def _given(sources: Sources, declaration: Declaration, parameter: Parameter) -> Given:
    if sources.language.untyped and not parameter.type:
        return _by_name(sources, declaration, parameter)
    path = sources.classes.resolve(parameter.type, declaration.scope)
    last = parameter.type.replace("const", " ").strip(" &*").split(sources.language.separator)[-1].strip()
    if path is not None and path in sources.states:
        return path, ""
    if last in INJECTED and not _own(sources, declaration, parameter.type, path):
        return None, _injected(sources, declaration, last)
    if not parameter.default and parameter.type != "...":
        _cannot_take(sources, declaration, parameter.type, path)
    return None, ""


def _own(sources: Sources, declaration: Declaration, written: str, path: Path | None) -> bool:
    """Whether a class that is called like an injected one is the user's own, as the host's compiler looks names up.

    One under a condition may be a stand-in for builds without CLAMH, as the guide advises; one of another scope is not meant.
    """
    found = None if path is None else sources.classes.declaration(path)
    if path is None or found is None or found.conditional:
        return False
    outside = path[:len(path) - 1 - written.count(sources.language.separator)]
    return outside == sources.classes.of_scope(declaration.scope)[:len(outside)]


def _by_name(sources: Sources, declaration: Declaration, parameter: Parameter) -> Given:
    """What a parameter without a type stands for: the state whose label it is, or an injected type.

    Without case and underscores: where names are written input_value, that is the parameter for InputValue.
    """
    name = _bare(parameter.name)
    labelled = [path for path, state in sources.states.items() if _bare(state.label) == name]
    injected = next((one for one in INJECTED if _bare(one) == name), None)
    if len(labelled) == 1:
        return labelled[0], ""
    if labelled:
        names = " and ".join(sources.states[path].name for path in labelled)
        sources.report("ambiguous-state", f"{declaration.name} takes {parameter.name}, the label of {names}",
                       declaration.location, "give one of them another with @StateLabel(\"…\")")
    elif injected is not None:
        return None, _injected(sources, declaration, injected)
    elif not parameter.default and parameter.passing != "other":  # those the front-end refuses
        known = [*(state.label for state in sources.states.values()), *sources.language.injected]
        near = suggestion(parameter.name, known)
        sources.report("unknown-state", f"{declaration.name} takes {parameter.name}, which is the label of no state",
                       declaration.location, f"did you mean {near}?" if near else
                       f"there are {', '.join(known)}; a label is the state's @StateLabel, else its class's name")
    return None, ""


def _bare(name: str) -> str:
    return name.casefold().replace("_", "")


def _injected(sources: Sources, declaration: Declaration, name: str) -> str:
    if name not in sources.language.injected and sources.language.claims_plain:
        sources.problems.append(not_built(f"taking {name}", sources.language, declaration.location))
    return name


def _cannot_take(sources: Sources, declaration: Declaration, written: str, path: Path | None) -> None:
    if not sources.language.claims_plain and (path is None or sources.may_be_state(path)):
        return  # from another package or a library: the other harness says whether it is a state
    if path is not None and sources.abstract(path):
        sources.report("abstract-state", f"{declaration.name} takes {written}, which is abstract: no object can be made of it",
                       declaration.location, "take a class that inherits from it", declaration.conditional)
    elif path is not None:
        # Where `@` is the host language's, it is ours in files that have benchmarks only: the comment is right in all.
        lexer = sources.language.lexer
        mark = lexer.mark if (lexer.host_at or lexer.spaced_marks) and sources.language.claims_plain else "@"
        sources.report("not-a-state", f"{declaration.name} takes {written}, which is no state", declaration.location,
                       f"put {mark}State(Scope.Benchmark) on {sources.language.separator.join(path)}",
                       declaration.conditional)
    else:
        sources.report("unknown-state",
                       f"{declaration.name} takes {written}, which none of these files defines as a state",
                       declaration.location, "a benchmark or fixture may take states and "
                       f"{', '.join(sources.language.injected)}; a state must be in this file, or in one that "
                       "it includes, imports by a relative path, or shares a package or crate with",
                       declaration.conditional)
