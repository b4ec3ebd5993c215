"""State and Param: classes that the harness owns, and the fields that it sets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec

from clamh.model.folders import shorten_path
from clamh.model.sources import Declaration, Param, State
from clamh.sources.annotations.check import Checked, foreign, not_built
from clamh.sources.annotations.checks import checks_of
from clamh.sources.annotations.counters import aux_counters
from clamh.sources.annotations.params import param_values
from clamh.sources.annotations.rows import param_rows
from clamh.sources.annotations.sources import Sources, where

UNSETTABLE = ("const", "constexpr", "constinit", "final", "readonly")


def bind_states(sources: Sources) -> None:
    """Fill `sources.states` with every state and its params, and report params outside of states."""
    indices = count()
    for declaration in sources.annotated:
        if (state := sources.one(declaration, "State")) is None:
            continue
        scope = state.values.get("value", "Benchmark")
        if scope not in sources.language.scopes:
            sources.problems.append(not_built(f"Scope.{scope}", sources.language, where(state)))
        _add_state(sources, declaration, scope, indices)
    _inherit(sources, indices)
    owned = {id(param.declaration) for state in sources.states.values() for param in state.params}
    for declaration in sources.annotated:
        param = sources.one(declaration, "Param")
        if param is None or id(declaration) in owned:
            continue
        owner = sources.owner(declaration)
        around = sources.classes.declaration(owner) if owner is not None else None
        if around is not None and sources.has(around, "State"):
            continue  # an abstract one, whose heirs may stand in files that are not read
        if owner is None or (owner not in sources.states and not sources.may_be_state(owner)):
            sources.report("param-outside-state", f"Param {declaration.name} is outside of a state",
                           param.annotation.location, "put @State(Scope.Benchmark) on its class")


def _inherit(sources: Sources, indices: Iterator[int]) -> None:
    """A class is the state that its nearest base is, as JMH's State is inherited."""
    for path in list(sources.classes.all()):
        declaration = sources.classes.declaration(path)
        if declaration is None or sources.one(declaration, "State") is not None:
            continue
        scopes = (state.values.get("value", "Benchmark") for base in sources.classes.bases(path)
                  if (one := sources.classes.declaration(base)) is not None
                  and (state := sources.one(one, "State")) is not None)
        scope = next(scopes, None)
        if scope is not None:
            _add_state(sources, declaration, scope, indices)


def drop_unused(sources: Sources, used: set[str]) -> None:
    """Forget the states that are some only by inheritance and that nobody uses: no object of them may be possible."""
    sources.states = {
        path: state for path, state in sources.states.items()
        if state.name in used or state.declaration is not None and sources.has(state.declaration, "State")
    }
    params = count()
    for index, (path, state) in enumerate(sources.states.items()):
        own = tuple(msgspec.structs.replace(one, index=next(params)) for one in state.params)
        sources.states[path] = msgspec.structs.replace(state, index=index, params=own)


def _add_state(sources: Sources, declaration: Declaration, scope: Any, indices: Iterator[int]) -> None:
    path = sources.classes.path(declaration)
    name = sources.classes.full_name(declaration)
    label = sources.one(declaration, "StateLabel")
    if sources.abstract(path):
        return  # its heirs are the states
    other = sources.states.get(path)
    if other is not None and other.location.path != declaration.location.path and not declaration.conditional:
        sources.report("two-states", f"another state is called {name}, in '{shorten_path(other.location.path)}'",
                       declaration.location, "rename one of them: states are told apart by their names")
    sources.states[path] = State(
        name=name, scope=scope, params=(), location=declaration.location, index=next(indices),
        label=str(label.values.get("value", declaration.name)) if label else declaration.name, declaration=declaration,
    )
    written = sources.states[path].label
    if label is not None and sources.language.untyped and not written.replace("$", "_").isidentifier():
        sources.report("state-label", f"the label \"{written}\" is no name that a parameter can have",
                       label.annotation.location, "use letters, digits and underscores, a letter first")
    first = sum(len(state.params) for state in sources.states.values())
    owners = [path, *sources.classes.bases(path)]
    fields = [
        field for owner in reversed(owners) for field in sources.members.get(owner, ())
        if field.kind == "field" and sources.has(field, "Param")
    ]
    classes = (one for owner in owners if (one := sources.classes.declaration(owner)) is not None)
    before = len(sources.problems)
    rows = param_rows(sources, next((one for one in classes if sources.has(one, "ParamRows")), declaration), fields)
    wrong = len(sources.problems) > before  # said already: nothing more of what its params lack
    params = [_param(sources, field, name, bool(rows) and field.name in rows[0], wrong) for field in fields]
    sources.states[path] = msgspec.structs.replace(
        sources.states[path], rows=rows, aux=aux_counters(sources, path, sources.states[path]), checks=checks_of(sources, path),
        params=tuple(msgspec.structs.replace(one, index=first + place) for place, one in enumerate(params)),
    )


def _param(sources: Sources, field: Declaration, state: str, in_rows: bool, rows_wrong: bool) -> Param:
    one = _giving(sources, field)
    place = where(one)
    values, problems = param_values(one.values.get("value", ()), place)
    sources.problems += problems
    if in_rows and values and not foreign(one.annotation, sources.language):  # another harness wants some all the same
        sources.report("param-and-rows", f"Param {field.name} has values, and ParamRows gives it others", place,
                       "delete the values of one of them")
    if "value" not in one.values and not one.unread and not in_rows:
        enum = sources.classes.enum(field.type, field.scope)
        values = field.constants or (enum.constants if enum else ())
    left_to_host = one.unread or (foreign(one.annotation, sources.language) and "value" not in one.values)
    if not values and not problems and not left_to_host and not in_rows and not rows_wrong:
        sources.report("param-without-values", f"Param {field.name} has no values", place,
                       'write them as quoted texts: @Param({"1", "2"})')
    for word in field.modifiers:
        if word in UNSETTABLE and not _said_by_language(field):
            sources.report("param-unsettable", f"param {field.name} is {word}: it cannot be given its values",
                           field.location, f"delete the word `{word}`")
    return Param(name=sources.language.separator.join((state, field.name)), type=field.type, values=values,
                 location=field.location, index=0, declaration=field,
                 units=sources.said(field, "Param").get("units", 0))


def _giving(sources: Sources, field: Declaration) -> Checked:
    """The Param that gives the values: in a comment, where that adds a range to another harness's annotation."""
    ours = (one for one in sources.checked[id(field)] if one.annotation.name == "Param" and "value" in one.values
            and not foreign(one.annotation, sources.language))
    own = sources.one(field, "Param")
    assert own is not None
    return next(ours, own)


def _said_by_language(field: Declaration) -> bool:
    """Whether the front-end knows where its forbidden words stand, and so reports them itself."""
    return "words" in field.facts or "pointer" in field.modifiers
