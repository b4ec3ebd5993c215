"""Converts a bound unit to the files of the module that registers it with the runtime."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from clamh.languages.generators import (
    declared,
    enum_constants,
    list_checks,
    list_counters,
    member_benchmark,
    row_values,
    templates,
    to_json,
    unused_prefix,
)
from clamh.languages.go.checks import BASIC, PLAIN
from clamh.languages.go.source_copy import copy_source, line_directive, literal
from clamh.model.sources import Benchmark, Declaration, Fixture, Param, State, Unit, Wrapper

ENTRY = "main.go"
FOLDER = "user"  # of the copies of the user's files


def generate(unit: Unit) -> Wrapper:
    """The wrapper of one unit: `main.go`, and in `user/` the copies of its files, with registration code at their ends.

    Deterministic: equal units give equal bytes.
    """
    prefix = unused_prefix(unit, "_")
    registered = _Registered(unit, prefix)
    files, names = {}, {}
    for number, parsed in enumerate(unit.parsed):
        path = parsed.source.path
        text = templates("go", literal).get_template("registration.go.j2").render(
            p=prefix, entries=registered.of(path), line=line_directive, sources=[unit.source, *unit.companions] if number == 0 else [],
            absolute=os.path.abspath)
        files[f"{FOLDER}/file{number}.go"] = copy_source(parsed.text, path, parsed.annotations, prefix, text.strip() and text)
        names |= {f"{FOLDER}/file{number}.go": path, os.path.abspath(path): path}  # line directives contain the second
    files[ENTRY] = templates("go", literal).get_template("main.go.j2").render(source=unit.source.path, folder=FOLDER)
    return Wrapper(unit=unit, files=files, entry=ENTRY, names={copy: path for copy, path in names.items() if copy != path})


class _Registered:
    """The entries that each file registers. The number of a class is its state's index; other classes follow all states."""

    def __init__(self, unit: Unit, prefix: str):
        self.unit, self.prefix = unit, prefix
        self.classes = {state.name: state.index for state in unit.states}
        self.entries: list[dict[str, Any]] = [self._state(state) for state in unit.states]
        for state in unit.states:
            self.entries += [self._param(state, param) for param in state.params]
        self.entries += [self._member("counter", number, state, declared(counter), name=counter.name, method=counter.method)
                         for number, (state, counter) in enumerate(list_counters(unit))]
        self.entries += [self._member("check", number, state, check, name=f"{state.name}.{check.name}", method=True)
                         for number, (state, check) in enumerate(list_checks(unit))]
        for fixture in unit.fixtures:
            self.entries.append(self._entry("fixture", fixture.index, fixture) | self._called(fixture))
        for benchmark in unit.benchmarks:
            self.entries += self._benchmark(benchmark)

    def of(self, path: str) -> list[dict[str, Any]]:
        """The entries that the file registers, in the order of the catalog."""
        return [entry for entry in self.entries if entry["path"] == path]

    def _entry(self, kind: str, index: int, noun: Any, declaration: Declaration | None = None) -> dict[str, Any]:
        declaration = declaration or declared(noun)
        return {
            "kind": kind, "id": f"{kind}{index}", "index": index, "noun": noun, "path": declaration.location.path,
            "location": declaration.location,
            "settings": to_json(noun.settings) if isinstance(noun, Benchmark) else "",
            "forecast": to_json(noun.forecast) if isinstance(noun, Benchmark | State) else "",
        }

    def _state(self, state: State) -> dict[str, Any]:
        declaration = declared(state)
        name = f"New{declaration.name}"
        constructor = next((function for parsed in self.unit.parsed for function in parsed.declarations if function.kind == "function"
                            and function.name == name and not function.parameters and function.scope == declaration.scope), None)
        construct = "nil"
        if constructor is not None and constructor.facts["results"] == [declaration.name]:
            construct = name
        elif constructor is not None and constructor.facts["results"] == [f"*{declaration.name}"]:
            construct = f"func() {declaration.name} {{ return *{name}() }}"
        return self._entry("state", state.index, state) | {"type": declaration.name, "construct": construct}

    def _param(self, state: State, param: Param) -> dict[str, Any]:
        field = declared(param)
        return self._entry("param", param.index, param) | {
            "owner": state.index, "type": declared(state).name, "field": field.name, "of": field.type,
            "constants": () if BASIC.fullmatch(field.type) else enum_constants(field, self.unit, lambda enum: enum.name == field.type),
            "column": row_values(state, field),
        }

    def _member(self, kind: str, number: int, state: State, declaration: Declaration, name: str, method: bool) -> dict[str, Any]:
        return self._entry(kind, number, None, declaration) | {
            "name": name, "owner": state.index, "type": declared(state).name, "method": method, "member": declaration.name,
            "of": declaration.type,
        }

    def _benchmark(self, benchmark: Benchmark) -> Iterator[dict[str, Any]]:
        """A benchmark; or a group, which nothing calls, and its members, each with its own stub."""
        if not benchmark.members:
            yield self._entry("benchmark", benchmark.index, benchmark) | self._called(benchmark)
            return
        yield self._entry("group", benchmark.index, benchmark, benchmark.members[0].declaration) | {"location": benchmark.location}
        for number, member in enumerate(benchmark.members):
            noun = member_benchmark(benchmark, member, ".")
            yield self._entry("member", number, noun) | self._called(noun) | {
                "id": f"member{benchmark.index}x{number}", "group": benchmark.name, "member": member}

    def _called(self, noun: Benchmark | Fixture) -> dict[str, Any]:
        """The arguments of a function, its receiver first; its call; and what is done with each of its results."""
        declaration = declared(noun)
        method = declaration.kind == "method"
        takes: list[str] = []
        spelled: list[str] = []
        if method:
            home = (*noun.home.scope, noun.home.name) if noun.home else declaration.scope  # the type is in no file that was read
            takes.append(str(self._number(home, noun.home or declaration)))
            spelled.append(home[-1])
        for parameter in declaration.parameters:
            if not parameter.takes:
                continue  # a variadic parameter gets no arguments
            is_state = parameter.takes in self.classes
            takes.append(str(self.classes[parameter.takes]) if is_state else f"{self.prefix}.Takes{parameter.takes}")
            spelled.append(parameter.type)
        names = [f"a{number}" for number in range(len(takes))]
        callee = f"a0.{declaration.name}" if method else declaration.name
        results = declaration.facts["results"]
        fails = bool(results) and results[-1] == "error"
        values = [{"name": f"r{number}", "plain": PLAIN.fullmatch(type) is not None}
                  for number, type in enumerate(results[:-1] if fails else results)]
        return {
            "takes": takes, "types": spelled, "names": names, "method": method, "owner": takes[0] if method else "-1",
            "call": f"{callee}({', '.join(names[method:])})", "results": values, "fails": fails,
        }

    def _number(self, home: tuple[str, ...], place: Declaration) -> int:
        """The class number of a method's object; a class that is not a state gets its number at first use."""
        name = ".".join(home)
        if name not in self.classes:
            self.classes[name] = len(self.classes)
            self.entries.append(self._entry("holder", self.classes[name], None, place) | {"type": home[-1]})
        return self.classes[name]
