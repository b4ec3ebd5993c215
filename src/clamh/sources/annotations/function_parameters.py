"""The parameters of a benchmark or fixture: states and types that the harness injects."""

from __future__ import annotations

import msgspec

from clamh.languages import INJECTED
from clamh.model.sources import Declaration, Parameter
from clamh.sources.annotations.arguments import not_built
from clamh.sources.annotations.classes import Path
from clamh.sources.annotations.sources import Sources
from clamh.sources.annotations.table import suggestion


def state_parameters(sources: Sources, declaration: Declaration) -> list[Path]:
    """The states among the parameters of a function. Reports each parameter that the harness cannot supply."""
    return [
        path for parameter in declaration.parameters
        if (path := _resolve(sources, declaration, parameter)[0]) is not None
    ]


def bind_parameters(sources: Sources, declaration: Declaration) -> Declaration:
    """The declaration with the state or injected type of each parameter."""
    parameters = []
    for parameter in declaration.parameters:
        path, injected = _resolve(sources, declaration, parameter)
        takes = injected if path is None else sources.states[path].name
        parameters.append(msgspec.structs.replace(parameter, takes=takes))
    return msgspec.structs.replace(declaration, parameters=tuple(parameters))


# What a benchmark can do where the harness cannot supply a type, by the type's name.
INSTEAD = {
    "Suspend": "prepare in a Setup of Level.Invocation, which is not timed; or measure the part that should not count "
               "as a benchmark of its own, and compare the two",
}

Resolved = tuple[Path | None, str]  # a state, or the name of an injected type, or neither


def _resolve(sources: Sources, declaration: Declaration, parameter: Parameter) -> Resolved:
    if sources.language.untyped and not parameter.type:
        return _resolve_by_name(sources, declaration, parameter)
    path = sources.classes.resolve(parameter.type, declaration.scope)
    last = parameter.type.replace("const", " ").strip(" &*").split(sources.language.separator)[-1].strip()
    if path is not None and path in sources.states:
        return path, ""
    if last in INJECTED and not _is_users_class(sources, declaration, parameter.type, path):
        return None, _check_injected(sources, declaration, last, parameter.type)
    if not parameter.default and parameter.type != "...":
        _report_parameter(sources, declaration, parameter.type, path)
    return None, ""


def _is_users_class(sources: Sources, declaration: Declaration, written: str, path: Path | None) -> bool:
    """Whether a class with the name of an injected type is the user's own, by the host compiler's lookup rules.

    A conditional class may be a stand-in for builds without CLAMH, as the guide advises. A class of another scope does
    not count.
    """
    class_ = None if path is None else sources.classes.declaration(path)
    if path is None or class_ is None or class_.conditional:
        return False
    outside = path[:len(path) - 1 - written.count(sources.language.separator)]
    return outside == sources.classes.of_scope(declaration.scope)[:len(outside)]


def _resolve_by_name(sources: Sources, declaration: Declaration, parameter: Parameter) -> Resolved:
    """Resolve a parameter without a type: it has the label of a state, or the name of an injected type.

    Case and underscores do not count: `input_value` is the parameter for InputValue.
    """
    name = _bare(parameter.name)
    labelled = [path for path, state in sources.states.items() if _bare(state.label) == name]
    injected = next((type_ for type_ in INJECTED if _bare(type_) == name), None)
    if len(labelled) == 1:
        return labelled[0], ""
    if labelled:
        names = " and ".join(sources.states[path].name for path in labelled)
        sources.report("ambiguous-state",
                       f"{declaration.name} takes {parameter.name}, the label of several states: {names}",
                       declaration.location, 'give one of them another label with @StateLabel("…")')
    elif injected is not None:
        return None, _check_injected(sources, declaration, injected, injected)
    elif not parameter.default and parameter.passing != "other":  # the front-end rejects those
        known = [*(state.label for state in sources.states.values()), *sources.language.injected]
        near = suggestion(parameter.name, known)
        sources.report("unknown-state", f"{declaration.name} takes {parameter.name}, which is not the label of a state",
                       declaration.location, f"did you mean {near}?" if near else
                       f"labels: {', '.join(known)}; a label is the state's @StateLabel, or else its class name")
    return None, ""


def _bare(name: str) -> str:
    return name.casefold().replace("_", "")


def _check_injected(sources: Sources, declaration: Declaration, name: str, written: str) -> str:
    language = sources.language
    if name in language.injected:
        return name
    if not language.claims_plain and language.separator in written:
        return ""  # a class of a library, which the other harness knows
    if name in language.unsupported_reasons:
        sources.report(
            "cannot", f"{declaration.name} takes {name}, which CLAMH does not support in {language.title}: "
            f"{language.unsupported_reasons[name]}", declaration.location, INSTEAD[name], declaration.conditional)
    elif language.claims_plain:
        sources.problems.append(not_built(f"taking {name}", language, declaration.location))
    return name


def _report_parameter(sources: Sources, declaration: Declaration, written: str, path: Path | None) -> None:
    if not sources.language.claims_plain and (path is None or sources.may_be_state(path)):
        return  # the class may be in a library: the other harness checks whether it is a state
    if path is not None and sources.is_abstract(path):
        sources.report("abstract-state",
                       f"{declaration.name} takes {written}, which is abstract: CLAMH cannot create it",
                       declaration.location, "take a concrete subclass", declaration.conditional)
    elif path is not None:
        # Where `@` belongs to the host language, `@State` counts only in files with benchmarks. The comment counts in
        # all.
        lexer = sources.language.lexer
        mark = lexer.mark if (lexer.host_at or lexer.spaced_marks) and sources.language.claims_plain else "@"
        sources.report("not-a-state", f"{declaration.name} takes {written}, which is not a state", declaration.location,
                       f"put {mark}State(Scope.Benchmark) on {sources.language.separator.join(path)}",
                       declaration.conditional)
    else:
        sources.report(
            "unknown-state", f"{declaration.name} takes {written}, which no searched file defines as a state",
            declaration.location,
            f"take a state or one of {', '.join(sources.language.injected)}; define the state in this "
            "file, in a file that it includes or imports by a relative path, or in its package or crate",
            declaration.conditional)
