"""From a bound unit to what the artifact loads: the user's files with the annotations blanked, and the facts."""

from __future__ import annotations

import ast
import json
import os
from pathlib import Path
from typing import Any

import msgspec

from clamh.languages.generators import declared
from clamh.languages.python.imports import OURS
from clamh.languages.python.source_copy import emitted
from clamh.languages.python.values import WIRE, type_by
from clamh.model.sources import Benchmark, Declaration, Fixture, Param, Unit, Wrapper

FACTS = "facts.json"
RUNTIME = Path(__file__).parent / "runtime"
# Where the classes of outside/ stand, what needs another behind it.
OUTSIDE = ("blackhole", "control", "operations", "params", "random", "memory")
# The objects besides states that a function may take (runtime/injected.py).
INJECTED = ("Blackhole", "Control", "BenchmarkParams", "IterationParams", "ThreadParams", "Random", "Memory", "Operations")


def generate(unit: Unit) -> Wrapper:
    """The wrapper of one unit: `source/<n>.py` for the user's files that it needs, `facts.json`.

    Deterministic: equal units give equal bytes.
    """
    top = os.path.dirname(os.path.abspath(unit.source.path))
    files, places, names, numbers = {}, [], {}, {}
    for parsed in unit.parsed:
        path = parsed.source.path
        if path != unit.source.path and not parsed.annotations:
            continue
        numbers[path] = len(places)
        place = f"source/{len(places)}.py"
        files[place], names[place] = emitted(parsed.text, parsed.annotations), path
        places.append({"name": os.path.relpath(os.path.abspath(path), top), "place": place})
    files[FACTS] = json.dumps({"files": places, "facts": _facts(unit, numbers)}, indent=1) + "\n"
    return Wrapper(unit=unit, files=files, entry=FACTS, names=names)


def _facts(unit: Unit, numbers: dict[str, int]) -> dict[str, Any]:
    """What the worker is told; the lists are numbered by their order."""
    classes = _Classes(unit)
    fixtures = [{
        "name": one.name, "kind": one.kind, "level": one.level, "home": classes.home(one), "only": one.only,
        **_called(one, declared(one), one.states, classes, numbers),
    } for one in unit.fixtures]
    benchmarks = [{
        "name": one.name, "group": bool(one.members), "settings": msgspec.to_builtins(one.settings), "baseline": one.baseline,
        "path": one.location.path, "line": one.location.line, "forecast": msgspec.to_builtins(one.forecast),
        "functions": [_function(one, member.declaration, member.states, member.name, member.threads, classes, numbers)
                      for member in one.members] or [_function(one, declared(one), one.states, one.name, 1, classes, numbers)],
    } for one in unit.benchmarks]
    homes = [(one.home, declared(one)) for one in unit.fixtures]
    homes += [(one.home, called) for one in unit.benchmarks for called in one.functions]
    static = {_expression(home) for home, called in homes if home is not None and "static" in called.modifiers}
    return {
        "params": [{
            "name": param.name, "type": _wire_type(param, unit), "constants": _constants(param, unit), "values": param.values,
            "line": param.location.line, "owner": classes.of_state(state.name), "attribute": declared(param).name,
            **_places(declared(param), state.name in static, numbers), **_enum(param, unit, numbers),
        } for state in unit.states for param in state.params],
        "counters": [{
            "name": counter.name, "owner": classes.of_state(state.name), "attribute": declared(counter).name,
            "method": counter.method,
        } for state in unit.states if state.aux for counter in state.aux.counters],
        "checks": [{
            "name": f"{state.name}.{check.name}", "owner": classes.of_state(state.name), "attribute": check.name,
        } for state in unit.states for check in state.checks],
        "fixtures": fixtures,
        "benchmarks": benchmarks,
        "classes": [{
            "name": state.name if state else "", "scope": state.scope if state else "", "expression": _expression(one),
            "forecast": msgspec.to_builtins(state.forecast) if state else {}, "file": numbers[one.location.path],
        } for state, one in zip(classes.states, classes.declarations, strict=True)],
        "sources": {one.path: one.sha256 for one in (unit.source, *unit.companions)},
    }


def _places(field: Declaration, read_without_object: bool, numbers: dict[str, int]) -> dict[str, Any]:
    """Where a param is set: in the object unless it is a ClassVar, and in the class for functions that have no object."""
    own = "static" not in field.modifiers
    return {"own": own, "shared": read_without_object or not own, "declared_in": ".".join(field.scope),
            "class_file": numbers[field.location.path]}


class _Classes:
    """The classes of which objects are made, by number: the states, then those whose methods are called."""

    def __init__(self, unit: Unit):
        self.states: list[Any] = list(unit.states)
        self.declarations = [declared(state) for state in unit.states]
        self._numbers = {state.name: number for number, state in enumerate(unit.states)}

    def of_state(self, name: str) -> int:
        return self._numbers[name]

    def home(self, noun: Fixture | Benchmark, method: Declaration | None = None) -> int | None:
        """The class whose method it is: the state that has or inherited it, static or not; any class for an instance method."""
        method = method or declared(noun)
        if noun.home is None:
            return None
        own = _expression(noun.home)
        number = self._numbers.get(own)
        if "static" in method.modifiers:
            return None if number is None or self.states[number] is None else number
        if number is None:
            number = self._numbers[own] = len(self.declarations)
            self.declarations.append(noun.home)
            self.states.append(None)
        return number


def _function(
    noun: Benchmark, declaration: Declaration, states: tuple[str, ...], name: str, threads: int, classes: _Classes,
    numbers: dict[str, int],
) -> dict[str, Any]:
    """One function of a benchmark; a group has several."""
    return {
        "name": name, "threads": threads, "path": declaration.location.path, "line": declaration.location.line,
        "conditional": declaration.conditional, "home": classes.home(noun, declaration), **_called(noun, declaration, states, classes, numbers),
    }


def _called(
    noun: Fixture | Benchmark, declaration: Declaration, states: tuple[str, ...], classes: _Classes, numbers: dict[str, int]
) -> dict[str, Any]:
    """What a function takes, its own object first; what is called (`f` or a method of `{0}`), with which of them."""
    takes: list[int | str] = []
    function = ""
    on_object = declaration.kind == "method" and "static" not in declaration.modifiers
    if on_object:
        home = classes.home(noun, declaration)
        assert home is not None, f"{noun.name} is a method of no class"
        takes.append(home)
        callee = f"{{0}}.{declaration.name}"
    else:
        callee = "f"
        function = (f"{_expression(noun.home)}.{declaration.name}" if declaration.kind == "method" and noun.home is not None
                    else _expression(declaration))
    for parameter in declaration.parameters:
        if parameter.takes:
            injected = parameter.takes in INJECTED and parameter.takes not in states
            takes.append(parameter.takes if injected else classes.of_state(parameter.takes))
    arguments = ", ".join(f"{{{at}}}" for at in range(1 if on_object else 0, len(takes)))
    where = (noun.home if declaration.kind == "method" and noun.home is not None else declaration).location.path
    return {"takes": takes, "function": function, "code": f"{callee}({arguments})", "method": on_object,
            "is_async": "async" in declaration.modifiers, "file": numbers[where]}


def _enum_of(param: Param, unit: Unit) -> Declaration | None:
    """The enum that a param's type names, in one of the unit's files."""
    last = param.type.rpartition(".")[2]
    every = (one for parsed in unit.parsed for one in parsed.declarations)
    return next((one for one in every if one.kind == "enum" and one.name == last), None) if last else None


def _enum(param: Param, unit: Unit, numbers: dict[str, int]) -> dict[str, Any]:
    enum = _enum_of(param, unit)
    if enum is None:
        return {"enum": "", "enum_file": 0}
    if enum.location.path in numbers:
        return {"enum": _expression(enum), "enum_file": numbers[enum.location.path]}
    return {"enum": param.type, "enum_file": numbers[declared(param).location.path]}  # as its own file imported it


def _constants(param: Param, unit: Unit) -> tuple[str, ...]:
    enum = _enum_of(param, unit)
    return enum.constants if enum is not None else ()


def _wire_type(param: Param, unit: Unit) -> str:
    return "enum" if _enum_of(param, unit) is not None else WIRE.get(param.type or type_by(param.values), "string")


def _expression(declaration: Declaration) -> str:
    return ".".join((*declaration.scope, declaration.name))


def outside() -> dict[str, str]:
    """The file of outside/, by name: the classes that a source imports where it runs without CLAMH, in one module."""
    imports: set[str] = set()
    bodies = []
    for name in OUTSIDE:
        text = (RUNTIME / f"{name}.py").read_text(encoding="utf-8")
        title, *rest = ast.parse(text).body
        heads = [one for one in rest if isinstance(one, (ast.Import, ast.ImportFrom))]
        imports |= {ast.unparse(one) for one in heads if not (isinstance(one, ast.ImportFrom) and (one.level or one.module == "__future__"))}
        lines = text.splitlines()
        bodies.append("\n".join([f"# --- {name}", *lines[max(one.end_lineno or 0 for one in (title, *heads)):]]).rstrip("\n"))
    head = ('"""Generated by CLAMH from runtime/*.py. Do not edit; it is for sources that run without CLAMH."""\n\n'
            "from __future__ import annotations\n\n")
    listed = f"__all__ = {json.dumps(sorted(INJECTED))}"
    return {f"{OURS}.py": head + "\n".join(sorted(imports)) + "\n\n" + "\n\n\n".join([listed, *bodies]) + "\n"}
