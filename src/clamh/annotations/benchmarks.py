"""Benchmark: its name, key, settings and states."""

from __future__ import annotations

from typing import Any

from clamh.annotations.classes import Path
from clamh.annotations.counters import check_counters
from clamh.annotations.sources import Sources
from clamh.annotations.taken import taken, with_takes
from clamh.identity import keys
from clamh.model import Benchmark, Declaration, Settings
from clamh.settings import merged


Named = tuple[Declaration, Path | None, str]  # a benchmark's declaration, the class that has it, its full name


def bind_benchmarks(sources: Sources) -> list[Benchmark]:
    """Every benchmark of the source itself; those of companions are theirs."""
    found: list[Named] = []
    first = {id(one) for one in sources.first.declarations}
    for declaration in sources.annotated:
        if id(declaration) not in first or not sources.has(declaration, "Benchmark"):
            continue
        _check_threads(sources, declaration)
        _check_groups(sources, declaration, taken(sources, declaration))
        for owner in _benchmark_owners(sources, declaration):
            found.append((declaration, owner, sources.member_name(declaration, owner)))
    found = _apart(sources, found)
    given = {name: sources.said(declaration, "Benchmark").get("name") for declaration, _, name in found}
    found_keys = dict(zip(given, keys(list(given.items()), sources.language.id), strict=True))
    benchmarks: list[Benchmark] = []
    for declaration, owner, name in found:
        key = found_keys[name]
        if key is None:
            sources.report("ambiguous-key", f"another benchmark of this source has the same key as {name}",
                           declaration.location, "give it another with "
                           f"{sources.language.lexer.line_comment}@@Benchmark(name = \"…\")")
        own = [owner] if owner in sources.states and "static" not in declaration.modifiers else []
        levels = [sources.settings[id(declaration)]]
        for path in sources.classes.outward(owner or ()):
            levels.append(sources.settings.get(id(sources.classes.declaration(path)), Settings()))
        benchmarks.append(Benchmark(
            key=key or name, name=name, index=len(benchmarks), settings=merged(levels),
            states=tuple(sources.states[path].name for path in dict.fromkeys([*own, *taken(sources, declaration)])),
            location=declaration.location, baseline=_baseline(sources, declaration),
            home=sources.classes.declaration(owner) if owner else None, declaration=(called := with_takes(sources, declaration)),
            operations=any(one.takes == "Operations" for one in called.parameters),
        ))
    check_counters(sources, benchmarks)
    _check_baselines(sources, benchmarks)
    return benchmarks


def _benchmark_owners(sources: Sources, declaration: Declaration) -> list[Path | None]:
    """The classes whose benchmark it is, as JMH: also those that inherit it, and no abstract one."""
    owner = sources.owner(declaration)
    return [None] if owner is None else [*sources.heirs(owner)]


def _baseline(sources: Sources, declaration: Declaration) -> Any:
    said = sources.said(declaration, "Benchmark").get("baseline", False)
    return "bound" if said == "BOUND" else "reference" if said else ""


def _check_baselines(sources: Sources, benchmarks: list[Benchmark]) -> None:
    for kind, called, written in (("reference", "baseline", "true"), ("bound", "bound", "Baseline.BOUND")):
        marked = [one for one in benchmarks if one.baseline == kind]
        for one in marked[1:]:
            if one.name != marked[0].name:
                sources.report("two-baselines", f"{one.name} and {marked[0].name} are both the {called}", one.location,
                               f"keep baseline = {written} on one of them")


def _apart(sources: Sources, found: list[Named]) -> list[Named]:
    """Names of overloads get their parameters, `f(Data &)`; with equal ones they are alternatives under #if."""
    signatures: dict[str, set[str]] = {}
    for declaration, _, name in found:
        signatures.setdefault(name, set()).add(_signature(declaration))
    if not sources.language.claims_plain:  # JMH refuses overloads
        first: dict[str, Named] = {}
        for one in found:
            if first.setdefault(one[2], one) is not one:
                sources.report("overloaded-benchmark", f"another benchmark is called {one[2]} too", one[0].location,
                               "rename one of them")
        return list(first.values())
    return [(d, o, name + _signature(d) if len(signatures[name]) > 1 else name) for d, o, name in found]


def _check_threads(sources: Sources, declaration: Declaration) -> None:
    written = {one.name: one for one in declaration.annotations}
    if "Group" in written and "Threads" in written:
        sources.report("threads-on-group", f"{declaration.name} is in a group, which has its own number of threads",
                       written["Threads"].location, "delete Threads, and use GroupThreads")


def _check_groups(sources: Sources, declaration: Declaration, states: list[Path]) -> None:
    group = next((one for one in declaration.annotations if one.name == "Group"), None)
    for path in states:
        if sources.states[path].scope == "Group" and group is None:
            state = sources.states[path].name
            sources.report("group-state-outside-group",
                           f"{declaration.name} takes {state}, a state of a group, and is in none",
                           declaration.location, "add @Group, or change the state's scope")
    if group is None:
        return
    written = next((one.value for one in group.arguments if one.key in (None, "value")), "group")
    if isinstance(written, str) and not written.isidentifier():
        sources.report("group-name", f"the group name \"{written}\" is no identifier", group.location,
                       "use letters, digits and underscores")


def _signature(declaration: Declaration) -> str:
    """Its parameters as they tell one overload from another."""
    marks = {"const reference": ("const ", " &"), "reference": ("", " &"), "pointer": ("", " *")}
    listed = (f"{before}{one.type}{after}" for one in declaration.parameters
              for before, after in (marks.get(one.passing, ("", "")),))
    return f"({', '.join(listed)})" + (" const" if "const" in declaration.modifiers else "")
