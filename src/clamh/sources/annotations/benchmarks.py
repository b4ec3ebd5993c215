"""Benchmark: its name, key, settings and states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from clamh.languages.programs.libraries import LIBRARY, MAIN
from clamh.model.identity import assign_keys
from clamh.model.settings import merge_levels
from clamh.model.sources import Benchmark, Declaration, Settings
from clamh.sources.annotations.classes import Path
from clamh.sources.annotations.counters import check_counters
from clamh.sources.annotations.function_parameters import bind_parameters, state_parameters
from clamh.sources.annotations.groups import Named, bind_member, check_group, group_functions, group_of
from clamh.sources.annotations.sources import Sources


def bind_benchmarks(sources: Sources) -> list[Benchmark]:
    """Every benchmark of the source itself. Those of its companions belong to it only if the files form a program, or
    if its classes inherit them and another harness decides.
    """
    named_functions: list[Named] = []
    own_declarations = {id(declaration) for declaration in _own_declarations(sources)}
    for declaration in sources.annotated:
        if not sources.has(declaration, "Benchmark"):
            continue
        owners = _benchmark_owners(sources, declaration)
        if id(declaration) not in own_declarations:
            # Another harness compiles all files, and finds what classes of the source inherit.
            owners = [] if sources.language.claims_plain else [
                owner for owner in owners if owner and id(sources.classes.declaration(owner)) in own_declarations]
            if not owners:
                continue
        check_group(sources, declaration, state_parameters(sources, declaration), owners)
        for owner in owners:
            named_functions.append((declaration, owner, sources.member_name(declaration, owner)))
    groups = group_functions(sources, _separate_overloads(sources, named_functions))
    written_keys = {name: _written_key(sources, functions) for name, functions in groups}
    keys_by_name = dict(zip(written_keys, assign_keys(list(written_keys.items()), sources.language.id), strict=True))
    benchmarks: list[Benchmark] = []
    for name, functions in groups:
        declaration, owner, _ = functions[0]
        key = keys_by_name[name]
        if key is None:
            sources.report("ambiguous-key",
                           f"another benchmark of this source has the same key as {name}; keys ignore case and _",
                           declaration.location,
                           f'give it another key with {sources.language.lexer.mark}Benchmark(name = "…")')
        benchmark = Benchmark(
            key=key or name, name=name, index=len(benchmarks), settings=_settings(sources, functions),
            states=_states(sources, functions), location=declaration.location,
            baseline=next(filter(None, (_baseline(sources, function) for function, _, _ in functions)), ""),
            home=sources.classes.declaration(owner) if owner else None,
        )
        if group_of(sources, declaration) is None:
            function = bind_parameters(sources, declaration)
            takes_operations = any(parameter.takes == "Operations" for parameter in function.parameters)
            benchmark = replace(benchmark, declaration=function, operations=takes_operations)
        else:
            members = tuple(bind_member(sources, named, _states(sources, [named])) for named in functions)
            benchmark = replace(benchmark, members=members, operations=any(member.operations for member in members))
        benchmarks.append(benchmark)
    check_counters(sources, benchmarks)
    _check_baselines(sources, benchmarks)
    return benchmarks


def _own_declarations(sources: Sources) -> Iterator[Declaration]:
    """The declarations that may be benchmarks: those of the source, and those of a program's other files, unless a file
    is a program of its own.
    """
    yield from sources.first.declarations
    if any(LIBRARY in declaration.facts for declaration in sources.first.declarations):
        yield from (declaration for declaration in sources.annotated
                    if LIBRARY in declaration.facts and not declaration.facts.get(MAIN))


def _written_key(sources: Sources, functions: Sequence[Named]) -> str | None:
    """The `name` argument of Benchmark, which sets the key; in a group, that of the first function with one."""
    names = (sources.arguments(declaration, "Benchmark").get("name") for declaration, _, _ in functions)
    return next((name for name in names if name is not None), None)


def _settings(sources: Sources, functions: Sequence[Named]) -> Settings:
    """The settings of a function and the classes around it; a group joins those of its functions as JMH does."""
    levels, modes = [sources.settings[id(declaration)] for declaration, _, _ in functions], []
    around = [sources.settings.get(id(sources.classes.declaration(path)), Settings())
              for path in sources.classes.outward(functions[0][1] or ())]
    for level in levels:
        modes += merge_levels([level, *around]).modes or ()
    return replace(merge_levels([*levels, *around]),
                   modes=tuple(dict.fromkeys(modes)) if modes else merge_levels([*levels, *around]).modes)


def _states(sources: Sources, functions: Sequence[Named]) -> tuple[str, ...]:
    """The full names of the states of some functions, each once: their own class first, then their parameters."""
    paths: list[Path] = []
    for declaration, owner, _ in functions:
        if owner in sources.states:  # also for a static function, as in JMH
            paths.append(owner)
        paths += state_parameters(sources, declaration)
    return tuple(sources.states[path].name for path in dict.fromkeys(paths))


def _benchmark_owners(sources: Sources, declaration: Declaration) -> list[Path | None]:
    """The classes that have the benchmark, as in JMH: its own class and the subclasses, without abstract ones."""
    owner = sources.owner(declaration)
    return [None] if owner is None else [*sources.concrete_subclasses(owner)]


def _baseline(sources: Sources, declaration: Declaration) -> Any:
    baseline = sources.arguments(declaration, "Benchmark").get("baseline", False)
    return "bound" if baseline == "BOUND" else "reference" if baseline else ""


def _check_baselines(sources: Sources, benchmarks: list[Benchmark]) -> None:
    def is_conditional(benchmark: Benchmark) -> bool:
        return any(function.conditional for function in benchmark.functions)

    for kind, title, written in (("reference", "baseline", "true"), ("bound", "bound", "Baseline.BOUND")):
        marked = sorted((benchmark for benchmark in benchmarks if benchmark.baseline == kind), key=is_conditional)
        for benchmark in marked[1:]:
            if benchmark.name != marked[0].name:
                facts = benchmark.declaration.facts if benchmark.declaration else {}
                hint = "make one of them a plain B63_BENCHMARK" if facts.get(LIBRARY) == "B63" else (
                    f"keep baseline = {written} on one of them")
                sources.report("two-baselines", f"{benchmark.name} and {marked[0].name} are both the {title}",
                               benchmark.location, hint, is_conditional(benchmark))  # those of every build are first


def _separate_overloads(sources: Sources, functions: list[Named]) -> list[Named]:
    """Add the parameters to the names of overloads, as in `f(Data &)`. Equal signatures are alternatives under #if."""
    signatures: dict[str, set[str]] = {}
    for declaration, _, name in functions:
        signatures.setdefault(name, set()).add(_signature(declaration))
    if not sources.language.claims_plain:  # JMH refuses overloads, except in different groups
        first: dict[tuple[str, str | None], Named] = {}
        for named in functions:
            declaration, _, name = named
            if first.setdefault((name, group_of(sources, declaration)), named) is not named:
                sources.report("overloaded-benchmark", f"another benchmark has the name {name} too",
                               declaration.location, "rename one of them")
        return list(first.values())
    return [(declaration, owner, name + _signature(declaration) if len(signatures[name]) > 1 else name)
            for declaration, owner, name in functions]


def _signature(declaration: Declaration) -> str:
    """The parameters of a function, in the form that distinguishes its overloads."""
    marks = {"const reference": ("const ", " &"), "reference": ("", " &"), "pointer": ("", " *")}
    parameters = (f"{before}{parameter.type}{after}" for parameter in declaration.parameters
                  for before, after in (marks.get(parameter.passing, ("", "")),))
    return f"({', '.join(parameters)})" + (" const" if "const" in declaration.modifiers else "")
