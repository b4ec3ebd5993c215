"""The catalog of a unit, which the generators write into the artifact as constant text, and what `--solo` opens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import msgspec

from clamh.languages import languages
from clamh.languages.generators import declared, list_called, list_checks, list_counters, list_params
from clamh.model.catalog import (BenchmarkEntry, CheckEntry, CounterEntry, Entries, FixtureEntry, FunctionEntry,
                                 ParamEntry, StateEntry)
from clamh.model.opening import find_opening
from clamh.model.sources import Benchmark, Declaration, Fixture, Param, State, Unit


UNRESERVED = "-_.~:=,/+"  # characters of a field that commands do not encode, beside letters and digits


class Classes:
    """The classes that a worker instantiates, by number: all states, then other classes whose methods are called."""

    def __init__(self, unit: Unit):
        self.declarations = [declared(state) for state in unit.states]
        self.states: list[State | None] = list(unit.states)
        self._numbers = {state.name: number for number, state in enumerate(unit.states)}
        self._homes = {_home(declaration): number for number, declaration in enumerate(self.declarations)}

    def of_state(self, name: str) -> int:
        """The number of the state of that full name."""
        return self._numbers[name]

    def of_method(self, noun: Benchmark | Fixture, method: Declaration) -> int | None:
        """The class of a method: a state that has or inherits it, static or not; any class for a method of an object.
        """
        home = noun.home
        if home is None:
            return None
        number = self._homes.get(_home(home))
        if "static" in method.modifiers:
            return None if number is None or self.states[number] is None else number
        if number is None:
            number = self._homes[_home(home)] = len(self.declarations)
            self.declarations.append(home)
            self.states.append(None)
        return number

    def takes(self, noun: Any, declaration: Declaration) -> list[int | str]:
        """What a function takes besides its own object: numbers of states, and names of injected objects."""
        return [self._numbers[parameter.takes] if parameter.takes in noun.states else parameter.takes
                for parameter in declaration.parameters if parameter.takes]


def _home(declaration: Declaration) -> tuple[str, ...]:
    """The path of a class; languages join it in different ways."""
    return *declaration.scope, declaration.name


def list_entries(unit: Unit, classes: Classes, describe_param: Callable[[Param], dict[str, Any]]) -> Entries:
    """The catalog of a unit; `describe_param` gives a param's `type`, and its limits and constants where it has any."""
    fixtures = tuple(
        FixtureEntry(number=number, name=fixture.name, kind=fixture.kind, level=fixture.level,
                     **_used(fixture, declared(fixture), classes), benchmarks=msgspec.UNSET if fixture.only is
                     None else _numbers(unit, fixture.only)) for number, fixture in enumerate(unit.fixtures))
    benchmarks = tuple(
        BenchmarkEntry(number=number, name=benchmark.name, key=benchmark.key, group=bool(
            benchmark.members), functions=_functions(benchmark, classes), settings=benchmark.settings,
                       baseline=benchmark.baseline, path=benchmark.location.path, line=benchmark.location.line)
        for number, benchmark in enumerate(unit.benchmarks))
    params = {id(param): number for number, (_, param) in enumerate(list_params(unit))}
    counters = {counter.name: number for number, (_, counter) in enumerate(list_counters(unit))}
    checks = list_checks(unit)
    separator = languages()[unit.source.language].separator
    return Entries(
        states=tuple(
            StateEntry(
                number=number, name=state.name, scope=state.scope, rows=state.forecast.rows,
                row_names=state.row_names, params=tuple(
                    ParamEntry(number=params[id(param)], name=param.name, values=param.values, line=param.location.
                               line, units=param.units, same=param.same, **describe_param(param))
                    for param in state.params), counters=tuple(
                        CounterEntry(number=counters[name], name=name, type=meaning.type, unit=meaning.
                                     unit, scale=meaning.scale)
                        for name, meaning in state.forecast.counters.items()), checks=tuple(
                            CheckEntry(number=place, name=f"{state.name}{separator}{check.name}")
                            for place, (owner, check) in enumerate(checks)
                            if owner is state)) if state else StateEntry(number=number, name="", scope="Thread")
            for number, state in enumerate(classes.states)),
        fixtures=fixtures,
        benchmarks=benchmarks,
    )


def list_openings(catalog: Entries) -> tuple[str, ...]:
    """For each benchmark the fields of `open` that the source decides, without params, for `--solo`; separated by tabs,
    percent-encoded nowhere.
    """
    return tuple("\t".join([
        *find_opening(benchmark, catalog).fields(),
        *(f"{name}={value}" for name, value in list_settings(benchmark).items())
    ]) for benchmark in catalog.benchmarks)


def list_settings(benchmark: BenchmarkEntry) -> dict[str, object]:
    """The fields of `open` that settings of the source decide; `auto` and `bounded` are only reported."""
    settings = benchmark.settings
    threads = ",".join(str(function.threads) for function in benchmark.functions)
    values = {
        "mode": (settings.modes or ("avgt",))[0],
        "threads": (settings.threads or (1,))[0],
        "tg": threads if benchmark.group else None,
        "opi": settings.operations_per_invocation or 1,
        "batch": settings.measurement_batch_size or 1,
        "wbatch": settings.warmup_batch_size or 1,
        "wi": settings.warmup_iterations,
        "w": 300_000_000 if settings.warmup_time_ns is None else settings.warmup_time_ns,
        "i": settings.measurement_iterations,
        "r": 200_000_000 if settings.measurement_time_ns is None else settings.measurement_time_ns,
        "tu": settings.time_unit,
        "auto": 1 if settings.auto_warmup else None,
        "bounded": 1 if settings.bounded else None,
    }
    return {name: value for name, value in values.items() if value is not None}


def list_solo(catalog: Entries) -> tuple[str, ...]:
    """For each benchmark what `--solo` opens by default: its name, then fields of `open`, percent-encoded and separated
    by tabs.

    clamh_abi.h (`openings`) says which fields there are. Values of params are those of the first row or combination.
    """
    return tuple("\t".join(quote(field, safe=UNRESERVED, errors="surrogateescape")
                           for field in _solo_fields(benchmark, catalog)) for benchmark in catalog.benchmarks)


def _solo_fields(benchmark: BenchmarkEntry, catalog: Entries) -> list[str]:
    opening = find_opening(benchmark, catalog)
    every = [param for state in catalog.states for param in state.params]
    params = [param for name in opening.params for param in every if param.name == name]
    rows = [state.rows for state in catalog.states if state.rows and state.rows[0][0] in opening.params]
    first_row = {name: value for header, first, *_ in rows for name, value in zip(header, first, strict=True)}
    values = {param.number: first_row.get(param.name, next(iter(param.values), "")) for param in params}
    return [
        benchmark.name,
        *opening.fields(),
        # Params of one name stand under conditions that exclude each other.
        *(f"p={number}:{value}" for number, value in values.items()),
        *("row=" + "\036".join(f"{param.number}:{value}" for name, value in zip(header, row, strict=True)
                               for param in params if param.name == name) for header, *body in rows
          for row in body),
        *(f"{name}={value}" for name, value in list_settings(benchmark).items()),
    ]


def _functions(benchmark: Benchmark, classes: Classes) -> tuple[FunctionEntry, ...]:
    return tuple(
        FunctionEntry(name=name, threads=threads, method=classes.of_method(noun, declaration) is not None,
                      path=declaration.location.path, line=declaration.location.line, **_used(
                          noun, declaration, classes)) for noun, declaration, name, threads in list_called(benchmark))


def _used(noun: Benchmark | Fixture, declaration: Declaration, classes: Classes) -> dict[str, Any]:
    """The states that a function uses, the class whose method it is first, and its injected objects."""
    home = classes.of_method(noun, declaration)
    taken = classes.takes(noun, declaration)
    own = () if home is None else (home,)
    return {"states": (*own, *(number for number in taken if isinstance(number, int))),
            "injected": tuple(dict.fromkeys(name for name in taken if isinstance(name, str)))}


def _numbers(unit: Unit, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(number for number, benchmark in enumerate(unit.benchmarks) if benchmark.name in names)
