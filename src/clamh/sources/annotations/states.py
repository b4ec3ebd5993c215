"""State and Param: classes whose objects the harness owns, and the fields that it sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import msgspec

from clamh.model.folders import shorten_path
from clamh.model.identity import param_key
from clamh.model.sources import Declaration, Param, State
from clamh.sources.annotations.arguments import Checked, is_foreign, not_built
from clamh.sources.annotations.checks import checks_of
from clamh.sources.annotations.counters import aux_counters
from clamh.sources.annotations.param_values import param_values
from clamh.sources.annotations.rows import param_rows
from clamh.sources.annotations.sources import Sources, locate_argument

SETTINGS = ("State", "AuxCounters", "ParamRows", "StateLabel")  # of a class, which is registered once
UNSETTABLE = ("const", "constexpr", "constinit", "final", "readonly")


def bind_states(sources: Sources) -> None:
    """Fill `sources.states` with every state and its params, and report params outside of states."""
    indices = count()
    for declaration in sources.annotated:
        if (state := sources.annotation(declaration, "State")) is None:
            continue
        scope = state.values.get("value", "Benchmark")
        if scope not in sources.language.scopes:
            sources.problems.append(not_built(f"Scope.{scope}", sources.language, locate_argument(state)))
        _add_state(sources, declaration, scope, indices)
    _inherit(sources, indices)
    owned = {id(param.declaration) for state in sources.states.values() for param in state.params}
    for declaration in sources.annotated:
        param = sources.annotation(declaration, "Param")
        if param is None or id(declaration) in owned:
            continue
        owner = sources.owner(declaration)
        around = sources.classes.declaration(owner) if owner is not None else None
        if around is not None and sources.has(around, "State"):
            continue  # an abstract state, whose subclasses may be in files that are not read
        if owner is None or (owner not in sources.states and not sources.may_be_state(owner)):
            sources.report("param-outside-state", f"Param {declaration.name} is outside of a state",
                           param.annotation.location, "put @State(Scope.Benchmark) on its class")


def _inherit(sources: Sources, indices: Iterator[int]) -> None:
    """Make each subclass of a state a state with the scope of its nearest base: JMH's State is inherited too."""
    for path in list(sources.classes.all()):
        declaration = sources.classes.declaration(path)
        if declaration is None or sources.annotation(declaration, "State") is not None:
            continue
        scopes = (state.values.get("value", "Benchmark") for base in sources.classes.bases(path)
                  if (base_declaration := sources.classes.declaration(base)) is not None
                  and (state := sources.annotation(base_declaration, "State")) is not None)
        scope = next(scopes, None)
        if scope is not None:
            _add_state(sources, declaration, scope, indices)


def drop_unused(sources: Sources, used: set[str]) -> None:
    """Remove inherited states that no benchmark or fixture uses: it may be impossible to create an object of them."""
    sources.states = {
        path: state for path, state in sources.states.items()
        if state.name in used or state.declaration is not None and sources.has(state.declaration, "State")
    }
    params = count()
    for index, (path, state) in enumerate(sources.states.items()):
        renumbered = tuple(msgspec.structs.replace(param, index=next(params)) for param in state.params)
        sources.states[path] = msgspec.structs.replace(state, index=index, params=renumbered)


def _settings(sources: Sources, declaration: Declaration) -> dict[str, Any]:
    return {name: sources.arguments(declaration, name) for name in SETTINGS if sources.has(declaration, name)}


def _add_state(sources: Sources, declaration: Declaration, scope: Any, indices: Iterator[int]) -> None:
    path = sources.classes.path(declaration)
    name = sources.classes.full_name(declaration)
    label = sources.annotation(declaration, "StateLabel")
    if sources.is_abstract(path):
        return  # its concrete subclasses are states
    namesake = sources.states.get(path)
    if namesake is not None and namesake.location.path != declaration.location.path and not declaration.conditional:
        sources.report("two-states", f"another state has the name {name}, in '{shorten_path(namesake.location.path)}'",
                       declaration.location, "rename one of them: CLAMH tells states apart by name")
    elif namesake is not None and namesake.declaration is not None and declaration.conditional \
            and _settings(sources, namesake.declaration) != _settings(sources, declaration):
        sources.report("state-alternatives", f"the alternatives of {name} have different annotations",
                       declaration.location, f"give each the same {', '.join(SETTINGS[:-1])} and {SETTINGS[-1]}")
    sources.states[path] = State(
        name=name, scope=scope, params=(), location=declaration.location, index=next(indices),
        label=str(label.values.get("value", declaration.name)) if label else declaration.name, declaration=declaration,
    )
    label_text = sources.states[path].label
    if label is not None and sources.language.untyped and not label_text.replace("$", "_").isidentifier():
        sources.report("state-label", f'the label "{label_text}" cannot be the name of a parameter',
                       label.annotation.location, "use letters, digits and underscores, a letter first")
    first = sum(len(state.params) for state in sources.states.values())
    owners = [path, *sources.classes.bases(path)]
    fields = [
        field for owner in reversed(owners) for field in sources.members.get(owner, ())
        if field.kind == "field" and sources.has(field, "Param")
    ]
    _check_repeated(sources, name, fields)
    classes = (class_ for owner in owners if (class_ := sources.classes.declaration(owner)) is not None)
    before = len(sources.problems)
    with_rows = next((class_ for class_ in classes if sources.has(class_, "ParamRows")), declaration)
    rows, row_names = param_rows(sources, with_rows, fields)
    rows_wrong = len(sources.problems) > before  # already reported, so missing values of its params are not
    params = [_bind_param(sources, field, name, bool(rows) and field.name in rows[0], rows_wrong) for field in fields]
    sources.states[path] = msgspec.structs.replace(
        sources.states[path],
        rows=rows,
        row_names=row_names,
        aux=aux_counters(sources, path, sources.states[path]),
        checks=checks_of(sources, path),
        params=tuple(msgspec.structs.replace(param, index=first + position) for position, param in enumerate(params)),
    )


def _check_repeated(sources: Sources, state: str, params: Sequence[Declaration]) -> None:
    """Report two params of a state that have the same key, unless the second is an alternative under #if.

    A param that a class declares again, or that a state has from two bases, is another field in most languages.
    """
    again_is_same = sources.language.untyped or not sources.language.claims_plain
    first: dict[str, Declaration] = {}
    for param in params:
        namesake = first.setdefault(param_key(param.name), param)
        owner, namesake_owner = (sources.owner(field) or () for field in (param, namesake))
        if param.name != namesake.name:
            if not (param.conditional and namesake.conditional):
                sources.report("repeated-param", f"{state} has the params {namesake.name} and {param.name}, which "
                               "are spellings of the same name", param.location,
                               "rename it: CLAMH tells params apart by name, without case, `_` and a leading `m`",
                               param.conditional or namesake.conditional)
        elif owner != namesake_owner and not again_is_same:
            classes = " and ".join(map(sources.classes.separator.join, (namesake_owner, owner)))
            sources.report("repeated-param", f"{state} has two params {param.name}: fields of {classes}",
                           param.location, "rename it, or delete it: CLAMH tells params apart by name",
                           param.conditional)


def _bind_param(sources: Sources, field: Declaration, state: str, in_rows: bool, rows_wrong: bool) -> Param:
    checked = _param_with_values(sources, field)
    place = locate_argument(checked)
    values, problems = param_values(checked.values.get("value", ()), place)
    sources.problems += problems
    if in_rows and values and not is_foreign(checked.annotation,
                                             sources.language):  # another harness needs values even with rows
        sources.report("param-and-rows", f"Param {field.name} has values, but ParamRows sets it too", place,
                       "delete the values of one of them")
    if "value" not in checked.values and not checked.unread and not in_rows:
        enum = sources.classes.enum(field.type, field.scope, field.location.path)
        values = field.constants or (enum.constants if enum else ())
    left_to_host = checked.unread or (is_foreign(checked.annotation, sources.language)
                                      and "value" not in checked.values)
    if not values and not problems and not left_to_host and not in_rows and not rows_wrong:
        sources.report("param-without-values", f"Param {field.name} has no values", place,
                       'write them as strings: @Param({"1", "2"})')
    for word in field.modifiers:
        if word in UNSETTABLE and not _frontend_reports(field):
            sources.report("param-unsettable", f"param {field.name} is {word}: CLAMH cannot set it",
                           field.location, f"delete the word `{word}`")
    return Param(name=sources.language.separator.join((state, field.name)), type=field.type, values=values,
                 location=field.location, index=0, declaration=field,
                 units=sources.arguments(field, "Param").get("units", 0))


def _param_with_values(sources: Sources, field: Declaration) -> Checked:
    """The Param annotation with the values; a comment may add a range to another harness's annotation."""
    ours = (checked for checked in sources.check_class[id(field)] if checked.annotation.name == "Param"
            and "value" in checked.values and not is_foreign(checked.annotation, sources.language))
    first = sources.annotation(field, "Param")
    assert first is not None
    return next(ours, first)


def _frontend_reports(field: Declaration) -> bool:
    """Whether the front-end reports forbidden words itself, because it knows their places."""
    return "words" in field.facts or "pointer" in field.modifiers
