"""Benchmark: its name, key, settings and states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from clamh.model.identity import keys
from clamh.model.settings import merged
from clamh.model.sources import Benchmark, Declaration, Settings
from clamh.sources.annotations.classes import Path
from clamh.sources.annotations.counters import check_counters
from clamh.sources.annotations.groups import Named, check_group, group_of, grouped, member
from clamh.sources.annotations.sources import Sources
from clamh.sources.annotations.taken import taken, with_takes


def bind_benchmarks(sources: Sources) -> list[Benchmark]:
    """Every benchmark of the source itself; those of companions are theirs."""
    found: list[Named] = []
    first = {id(one) for one in sources.first.declarations}
    for declaration in sources.annotated:
        if id(declaration) not in first or not sources.has(declaration, "Benchmark"):
            continue
        check_group(sources, declaration, taken(sources, declaration))
        for owner in _benchmark_owners(sources, declaration):
            found.append((declaration, owner, sources.member_name(declaration, owner)))
    apart = _apart(sources, found)
    together = grouped(sources, apart)
    given = {name: _given_name(sources, several) for name, several in together}
    found_keys = dict(zip(given, keys(list(given.items()), sources.language.id), strict=True))
    benchmarks: list[Benchmark] = []
    for name, several in together:
        declaration, owner, _ = several[0]
        key = found_keys[name]
        if key is None:
            sources.report("ambiguous-key", f"another benchmark of this source has the same key as {name}",
                           declaration.location, "give it another with "
                           f"{sources.language.lexer.mark}Benchmark(name = \"…\")")
        made = Benchmark(
            key=key or name, name=name, index=len(benchmarks), settings=_settings(sources, several),
            states=_states(sources, several), location=declaration.location,
            baseline=next(filter(None, (_baseline(sources, one) for one, _, _ in several)), ""),
            home=sources.classes.declaration(owner) if owner else None,
        )
        if group_of(sources, declaration) is None:
            called = with_takes(sources, declaration)
            made = replace(made, declaration=called, operations=any(one.takes == "Operations" for one in called.parameters))
        else:
            members = tuple(member(sources, one, _states(sources, [one])) for one in several)
            made = replace(made, members=members, operations=any(one.operations for one in members))
        benchmarks.append(made)
    check_counters(sources, benchmarks)
    _check_baselines(sources, benchmarks)
    return benchmarks


def _given_name(sources: Sources, several: Sequence[Named]) -> str | None:
    """The name that gives the key; of a group, that of the first of its functions that gives one."""
    names = (sources.said(declaration, "Benchmark").get("name") for declaration, _, _ in several)
    return next((one for one in names if one is not None), None)


def _settings(sources: Sources, several: Sequence[Named]) -> Settings:
    """The settings of a function and the classes around it; of a group as JMH joins those of its functions."""
    levels, modes = [sources.settings[id(declaration)] for declaration, _, _ in several], []
    around = [sources.settings.get(id(sources.classes.declaration(path)), Settings())
              for path in sources.classes.outward(several[0][1] or ())]
    for one in levels:
        modes += merged([one, *around]).modes or ()
    return replace(merged([*levels, *around]), modes=tuple(dict.fromkeys(modes)) if modes else merged([*levels, *around]).modes)


def _states(sources: Sources, several: Sequence[Named]) -> tuple[str, ...]:
    """The full names of the states of some functions: their own class first, then those taken, each once."""
    paths: list[Path] = []
    for declaration, owner, _ in several:
        if owner in sources.states:  # also for a static function, as JMH
            paths.append(owner)
        paths += taken(sources, declaration)
    return tuple(sources.states[path].name for path in dict.fromkeys(paths))


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


def _signature(declaration: Declaration) -> str:
    """Its parameters as they tell one overload from another."""
    marks = {"const reference": ("const ", " &"), "reference": ("", " &"), "pointer": ("", " *")}
    listed = (f"{before}{one.type}{after}" for one in declaration.parameters
              for before, after in (marks.get(one.passing, ("", "")),))
    return f"({', '.join(listed)})" + (" const" if "const" in declaration.modifiers else "")
