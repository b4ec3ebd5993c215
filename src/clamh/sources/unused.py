"""Suite → warnings about params, fixtures and counters without effect: no benchmark uses their state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clamh.languages import languages
from clamh.model.diagnostics import Diagnostic
from clamh.model.selection import find_states
from clamh.model.sources import Declaration, Suite, Unit
from clamh.sources.annotations.classes import Classes

LISTED = b"clamh_benchmarks"  # a list of benchmarks that only the compiler knows: they may use any state
WITHOUT_EFFECT = ("Param", "Setup", "Teardown", "AuxCounters")
Place = tuple[str, int, str]


def find_unused(suite: Suite) -> list[Diagnostic]:
    """A warning for each state with params, fixtures or counters that no benchmark of the suite uses.

    Only states in files with benchmarks: a state in a companion may belong to another suite.
    """
    used = {_place(declaration) for unit in suite.units for declaration in _used(unit)}
    return [diagnostic for unit in suite.units if LISTED not in unit.parsed[0].text
            for diagnostic in _check_unit(unit, used)]


def _used(unit: Unit) -> Iterator[Declaration | None]:
    names = {state.name for benchmark in unit.benchmarks for state in find_states(unit, benchmark)}
    for state in unit.states:
        if state.name in names:
            yield state.declaration
            yield from (param.declaration for param in state.params)
    yield from (fixture.declaration for fixture in unit.fixtures if not fixture.states or fixture.states[0] in names)


def _check_unit(unit: Unit, used: set[Place]) -> Iterator[Diagnostic]:
    language = languages()[unit.source.language]
    fixture_states = {_place(fixture.declaration): fixture.states[0] for fixture in unit.fixtures if fixture.states}
    unused: dict[str, list[Declaration]] = {}
    for declaration in unit.parsed[0].declarations:
        # A conditional declaration may be one of several alternatives, of which only one is bound.
        if declaration.conditional or _place(declaration) in used or not _effects(declaration):
            continue
        around = (*declaration.scope, declaration.name) if declaration.kind == "class" else declaration.owner or ()
        state = fixture_states.get(_place(declaration)) or language.separator.join(filter(None, around))
        unused.setdefault(state, []).append(declaration)
    classes = Classes([declaration for parsed in unit.parsed for declaration in parsed.declarations],
                      language.separator)
    for state, members in unused.items():
        path = tuple(state.split(language.separator))
        if not language.claims_plain and not classes.knows_bases(path):
            continue  # another harness may find benchmarks in a base class of a file that is not read
        class_ = classes.declaration(path)
        yield Diagnostic(
            code="unused-state",
            severity="warning",
            location=(class_ if class_ and class_.location.path == unit.source.path else members[0]).location,
            message=f"no benchmark uses {path[-1]}: {_list(members)} {'has' if len(members) == 1 else 'have'} no "
                    "effect",
            hint=f"let a benchmark take {path[-1]} as a parameter, or delete the unused annotations",
        )


def _effects(declaration: Declaration) -> list[str]:
    return [name for name in WITHOUT_EFFECT if any(annotation.name == name for annotation in declaration.annotations)]


def _list(members: Sequence[Declaration]) -> str:
    texts = [
        " and ".join(_effects(member)) + ("" if member.kind == "class" else f" {member.name}") for member in members
    ]
    return " and ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


def _place(declaration: Declaration | None) -> Place:
    return (declaration.location.path, declaration.start, declaration.name) if declaration is not None else ("", -1, "")
