"""Converts a bound unit to the files of the module that registers it with the runtime."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from clamh.languages.catalog import Classes, list_entries, list_openings
from clamh.languages.generators import (
    declared,
    enum_constants,
    list_checks,
    list_counters,
    list_functions,
    list_params,
    templates,
    unused_prefix,
)
from clamh.languages.go.checks import BASIC, PLAIN, find_constructors, find_object
from clamh.languages.go.source_copy import FOLDER, copy_source, find_debug_lines, line_directive, literal
from clamh.model.catalog import StateEntry
from clamh.model.sources import Benchmark, Declaration, Fixture, Param, State, Unit, Wrapper

ENTRY = "main.go"


def generate(unit: Unit) -> Wrapper:
    """The wrapper of a unit: `main.go` with the catalog, and in `user/` the copies of its files, with registration code
    at their ends.

    Deterministic: equal units give equal bytes.
    """
    prefix = unused_prefix(unit, "_")
    registered = _Registered(unit, prefix)
    files, names = {}, {}
    for number, parsed in enumerate(unit.parsed):
        path = parsed.source.path
        template = templates("go", literal).get_template("registration.go.j2")
        text = template.render(p=prefix, entries=registered.of(path), line=line_directive)
        files[f"{FOLDER}/file{number}.go"] = copy_source(parsed.text, path, parsed.annotations, prefix,
                                                         text.strip() and text)
        names |= {f"{FOLDER}/file{number}.go": path, os.path.abspath(path): path}  # line directives contain the second
    files[ENTRY] = templates("go", literal).get_template("main.go.j2").render(
        source=unit.source.path, folder=FOLDER, entries=registered.catalog.lines(), openings=registered.openings(),
        sources=[unit.source, *unit.companions], absolute=os.path.abspath,
        debug=list(dict.fromkeys(line for parsed in unit.parsed for line in find_debug_lines(parsed.text))))
    return Wrapper(unit=unit, files=files, entry=ENTRY,
                   names={copy: path for copy, path in names.items() if copy != path})


class _Registered:
    """The catalog, and the entries that each file registers under the catalog's numbers."""

    def __init__(self, unit: Unit, prefix: str):
        self.unit, self.prefix = unit, prefix
        self.classes = Classes(unit)
        self.params = {id(param): number for number, (_, param) in enumerate(list_params(unit))}
        self.catalog = list_entries(unit, self.classes, self._describe_param)
        self.entries = [self._state(number) for number in range(len(self.classes.states))]
        for owner, state in enumerate(unit.states):
            self.entries += [self._param(owner, state, param) for param in state.params]
        self.entries += [
            self._member("counter", number, state, declared(counter), name=counter.name, method=counter.method)
            for number, (state, counter) in enumerate(list_counters(unit))
        ]
        self.entries += [self._check(number, state, check) for number, (state, check) in enumerate(list_checks(unit))]
        self.entries += [
            self._function("fixture", f"fixture{number}", number, fixture)
            for number, fixture in enumerate(unit.fixtures)
        ]
        for number, place, noun in list_functions(unit):
            tag = f"benchmark{number}" if place is None else f"member{number}x{place}"
            self.entries.append(self._function("benchmark", tag, number, noun)
                                | {"benchmark": unit.benchmarks[number].name, "place": place or 0})

    def of(self, path: str) -> list[dict[str, Any]]:
        """The entries that the file registers, in the order of the catalog."""
        return [entry for entry in self.entries if entry["location"].path == path]

    def openings(self) -> Iterator[tuple[str, list[list[list[tuple[int, str]]]]]]:
        """For --solo, of each benchmark the fields of `open` as the source has them, and the rows of values that its
        params may have.
        """
        for fields in list_openings(self.catalog):
            used = {
                int(number) for field in fields.split("\t") if field.startswith("states=")
                for number in field[7:].split(",")
            }
            rows = [choices for state in self.catalog.states if state.number in used for choices in _rows(state)]
            yield fields, rows

    def _constants(self, field: Declaration) -> tuple[str, ...]:
        if BASIC.fullmatch(field.type):
            return ()
        return enum_constants(field, self.unit, lambda enum: enum.name == field.type)

    def _describe_param(self, param: Param) -> dict[str, Any]:
        """The type, where the text of the source says it; else the mark that the worker replaces by what the compiler
        says.
        """
        field = declared(param)
        if constants := self._constants(field):
            return {"type": "enum", "constants": constants}
        return {"type": "character" if field.type == "rune" else f"@{self.params[id(param)]}"}

    def _state(self, number: int) -> dict[str, Any]:
        declaration, entry = self.classes.declarations[number], self.catalog.states[number]
        return {
            "kind": "state", "number": number, "location": declaration.location, "type": declaration.name,
            "name": entry.name, "scope": entry.scope, "construct": self._construct(declaration)
        }

    def _construct(self, type: Declaration) -> str:
        """The function that creates an object of a type, nil for its zero value."""
        functions = [function for parsed in self.unit.parsed for function in parsed.declarations]
        for constructor in find_constructors(type, functions):
            if object := find_object(constructor, type):
                name, star = constructor.name, object.removesuffix(type.name)
                if constructor.facts["results"][1:]:
                    return f"func() {type.name} {{ r, e := {name}(); if e != nil {{ panic(e) }}; return {star}r }}"
                is_plain = not star and not constructor.parameters
                return name if is_plain else f"func() {type.name} {{ return {star}{name}() }}"
        return "nil"

    def _param(self, owner: int, state: State, param: Param) -> dict[str, Any]:
        field = declared(param)
        return {
            "kind": "param", "number": self.params[id(param)], "location": field.location, "owner": owner,
            "name": param.name, "type": declared(state).name, "field": self._member_path(declared(state), field),
            "of": field.type, "constants": self._constants(field)
        }

    def _member(self, kind: str, number: int, state: State, declaration: Declaration, name: str,
                method: bool) -> dict[str, Any]:
        return {
            "kind": kind, "number": number, "location": declaration.location, "name": name,
            "owner": self.classes.of_state(state.name), "type": declared(state).name, "method": method,
            "member": self._member_path(declared(state), declaration), "of": declaration.type
        }

    def _member_path(self, home: Declaration | None, member: Declaration) -> str:
        """A field or method as a member of `home`. The path to it names every embedded struct, because members of
        `home` and of the structs between would hide what has the same name.
        """
        types = {type.name: type for parsed in self.unit.parsed for type in parsed.declarations if type.kind == "class"}
        paths = [] if home is None else [(home.name,)]
        for path in paths:  # the list grows during the loop
            if path[-1] == member.scope[-1]:
                return ".".join([*path[1:], member.name])
            bases = types[path[-1]].bases if path[-1] in types else ()
            paths += [(*path, base) for base in bases if base not in path]
        return member.name if home is None else f"{member.scope[-1]}.{member.name}"

    def _check(self, number: int, state: State, check: Declaration) -> dict[str, Any]:
        member = self._member("check", number, state, check, name=f"{state.name}.{check.name}", method=True)
        return {**member, **_results(check), "call": f"(*{member['type']})(o).{member['member']}()"}

    def _function(self, kind: str, id: str, number: int, noun: Benchmark | Fixture) -> dict[str, Any]:
        """The arguments of a function, its receiver first; its call; and what is done with each of its results."""
        declaration = declared(noun)
        method = declaration.kind == "method"
        called = declaration.name
        takes: list[str] = []
        types: list[str] = []
        if method:
            takes.append(str(self.classes.of_method(noun, declaration)
                             or 0))  # without a home, the compiler does not know the type
            types.append(noun.home.name if noun.home else declaration.scope[-1])
            called = f"a0.{self._member_path(noun.home, declaration)}"
        # The types are not as they are written: `*cache.Memory` may be another, and the stub converts the address.
        for taken in self.classes.takes(noun, declaration):
            if isinstance(taken, str):
                takes.append(f"{self.prefix}.Takes{taken}")
                types.append(f"{self.prefix}.{taken}")
            else:
                takes.append(str(taken))
                types.append(self.classes.declarations[taken].name)
        names = [f"a{place}" for place in range(len(takes))]
        return {
            "kind": kind, "id": id, "number": number, "name": noun.name, "location": declaration.location,
            "takes": takes, "types": types, "names": names, **_results(declaration),
            "call": f"{called}({', '.join(names[method:])})",
        }


def _results(function: Declaration) -> dict[str, Any]:
    """The results that are values, and whether an error follows them."""
    results = function.facts["results"]
    fails = bool(results) and results[-1] == "error"
    return {"fails": fails, "results": [{"name": f"r{place}", "plain": PLAIN.fullmatch(type) is not None}
                                        for place, type in enumerate(results[:-1] if fails else results)]}


def _rows(state: StateEntry) -> Iterator[list[list[tuple[int, str]]]]:
    """The rows of ParamRows; for every other param one row of its first value."""
    numbers = {param.name: param.number for param in state.params}
    names, *rows = state.rows or ((),)
    if rows:
        yield [[(numbers[name], text) for name, text in zip(names, row, strict=True)] for row in rows]
    yield from ([[(param.number, param.values[0])]] for param in state.params if param.name not in names)
