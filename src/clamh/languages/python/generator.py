"""Converts a bound unit to what the artifact loads: the user's files with blanked annotations, and the facts."""

from __future__ import annotations

import ast
import json
import os
import textwrap
from itertools import chain
from pathlib import Path
from typing import Any

from clamh.languages.catalog import Classes, list_entries, list_settings
from clamh.languages.generators import (declared, dotted_name, languages, list_called, list_checks, list_counters,
                                        list_params)
from clamh.languages.python.imports import OURS, package_depth
from clamh.languages.python.source_copy import copy_source
from clamh.languages.python.values import WIRE, common_type
from clamh.model.catalog import BenchmarkEntry, Entries
from clamh.model.opening import find_opening
from clamh.model.sources import Benchmark, Declaration, Fixture, Param, Unit, Wrapper

FACTS = "facts.json"
RUNTIME = Path(__file__).parent / "runtime"
# The files of runtime/ whose classes outside() joins; each stands after those that it needs.
OUTSIDE = ("blackhole", "control", "operations", "benchmark_params", "random", "memory")


def generate(unit: Unit) -> Wrapper:
    """The wrapper of a unit: `source/<n>.py` for the user's files that it needs, `facts.json`.

    Deterministic: equal units give equal bytes.
    """
    top = os.path.dirname(os.path.abspath(unit.source.path))
    # A subclass of a state or of a class with benchmarks needs no annotation of its own.
    homes = (*map(declared, unit.states), *(noun.home for noun in (*unit.fixtures, *unit.benchmarks)))
    enums = (_enum_of(param, unit) for _, param in list_params(unit))
    used = {unit.source.path, *(home.location.path for home in (*homes, *enums) if home is not None)}
    files, places, names, numbers = {}, [], {}, {}
    for parsed in unit.parsed:
        path = parsed.source.path
        if path not in used and not parsed.annotations:
            continue
        numbers[path] = len(places)
        place = f"source/{len(places)}.py"
        files[place], names[place] = copy_source(parsed.text, parsed.annotations), path
        places.append({"name": os.path.relpath(os.path.abspath(path), top), "place": place,
                       "package": package_depth(path, parsed.text)})
    classes = Classes(unit)
    entries = list_entries(unit, classes, lambda param: _describe_param(param, unit))
    facts = {
        "files": places,
        "sources": {file.path: file.sha256 for file in (unit.source, *unit.companions)},
        "catalog": [json.loads(line) for line in entries.lines()],
        "solo": [_describe_solo(benchmark, entries) for benchmark in entries.benchmarks],
        "tables": _list_tables(unit, classes, numbers),
    }
    files[FACTS] = json.dumps(facts, indent=1) + "\n"
    return Wrapper(unit=unit, files=files, entry=FACTS, names=names)


def _describe_solo(benchmark: BenchmarkEntry, entries: Entries) -> dict[str, Any]:
    """The settings that --solo prints and sends for a benchmark unless its command line changes them."""
    opening = find_opening(benchmark, entries)
    states = [state for state in entries.states if state.number in opening.states]
    group = sum(function.threads for function in benchmark.functions) if benchmark.group else 1
    fixed = {"seed": 0, "layout": "static", "gc": "false", "forks": 0, "wforks": 0, "to": 0}
    return {
        "name": benchmark.name,
        "opening": opening.fields(),
        "fields": {**fixed, **list_settings(benchmark)},
        "group": group,
        "waits": benchmark.group or "Control" in opening.injected,
        "params": [{
            "number": param.number, "name": param.name, "type": param.type, "allowed": param.constants,
            "text": param.values[0] if param.values else None
        } for state in states for param in state.params],
        "rows": [state.rows for state in states if state.rows],
        "counters": [counter.name for state in states for counter in state.counters],
    }


def _list_tables(unit: Unit, classes: Classes, numbers: dict[str, int]) -> dict[str, list[dict[str, Any]]]:
    """The tables that the worker registers, in the order of the catalog's numbers. `numbers` has those of the files."""
    homes = [(fixture.home, declared(fixture)) for fixture in unit.fixtures]
    homes += [(benchmark.home, function) for benchmark in unit.benchmarks for function in benchmark.functions]
    static = {dotted_name(home) for home, function in homes if home is not None and "static" in function.modifiers}
    return {
        "classes": [{
            "name": state.name if state else "",
            "scope": state.scope if state else "Thread",
            "expression": dotted_name(declaration),
            "file": numbers[declaration.location.path],
            "conditional": declaration.conditional,
        } for state, declaration in zip(classes.states, classes.declarations, strict=True)],
        "params": [{
            "name": param.name,
            "type": _read_type(param, unit),
            "owner": classes.of_state(state.name),
            "attribute": declared(param).name,
            **_places(declared(param), state.name in static, numbers),
            **_enum(param, unit, numbers),
        } for state, param in list_params(unit)],
        "counters": [{
            "name": counter.name,
            "owner": classes.of_state(state.name),
            "attribute": declared(counter).name,
            "method": counter.method,
        } for state, counter in list_counters(unit)],
        "checks": [{
            "name": f"{state.name}.{check.name}",
            "owner": classes.of_state(state.name),
            "attribute": check.name,
        } for state, check in list_checks(unit)],
        "fixtures": [{
            "name": fixture.name,
            "conditional": declared(fixture).conditional or fixture.home is not None and fixture.home.conditional,
            **_describe_call(fixture, declared(fixture), classes, numbers)
        } for fixture in unit.fixtures],
        "benchmarks": [{
            "name": benchmark.name,
            "group": bool(benchmark.members),
            "functions": [{
                "name": name,
                "conditional": declaration.conditional or noun.home is not None and noun.home.conditional,
                **_describe_call(noun, declaration, classes, numbers)
            } for noun, declaration, name, _ in list_called(benchmark)],
        } for benchmark in unit.benchmarks],
    }


def _places(field: Declaration, read_without_object: bool, numbers: dict[str, int]) -> dict[str, Any]:
    """Where a param is set: in the object, or in the class for a ClassVar or for functions without an object."""
    own = "static" not in field.modifiers
    return {"own": own, "shared": read_without_object or not own, "declared_in": ".".join(field.scope),
            "class_file": numbers[field.location.path]}


def _describe_call(noun: Fixture | Benchmark, declaration: Declaration, classes: Classes,
                   numbers: dict[str, int]) -> dict[str, Any]:
    """The callee (`f`, or a method of `{0}`) and its arguments: numbers of classes and names of injected objects."""
    takes = classes.takes(noun, declaration)
    method = declaration.kind == "method" and noun.home is not None
    on_object = method and "static" not in declaration.modifiers
    function = ""
    if on_object:
        home = classes.of_method(noun, declaration)
        assert home is not None, f"{noun.name} is a method of no class"
        takes.insert(0, home)
    else:
        function = f"{dotted_name(noun.home)}.{declaration.name}" if method else dotted_name(declaration)
    by_name = declaration.facts.get("by_name", ())  # after a `*`
    parameters = [parameter.name for parameter in declaration.parameters if parameter.takes]
    arguments = ", ".join((f"{name}=" if name in by_name else "") + f"{{{place}}}"
                          for place, name in enumerate(parameters, int(on_object)))
    callee = f"{{0}}.{declaration.name}" if on_object else "f"
    return {
        "takes": takes, "function": function, "code": f"{callee}({arguments})", "is_async": "async"
        in declaration.modifiers, "file": numbers[(noun.home if method else declaration).location.path]
    }


def _enum_of(param: Param, unit: Unit) -> Declaration | None:
    """The enum that a param's type names: as its class sees it, best in its own file; else any of that last name."""
    field, names = declared(param), tuple(param.type.split("."))
    enums = sorted((declaration for parsed in unit.parsed for declaration in parsed.declarations
                    if declaration.kind == "enum"), key=lambda enum: enum.location.path != field.location.path)
    by_path = {(*enum.scope, enum.name): enum for enum in reversed(enums)}
    seen = (by_path.get((*field.scope[:end], *names)) for end in range(len(field.scope), -1, -1))
    alike = (enum for enum in enums if enum.name == names[-1])
    return next(chain(filter(None, seen), alike), None)


def _enum(param: Param, unit: Unit, numbers: dict[str, int]) -> dict[str, Any]:
    enum = _enum_of(param, unit)
    if enum is None:
        return {"enum": "", "enum_file": 0}
    return {"enum": dotted_name(enum), "enum_file": numbers[enum.location.path]}


def _read_type(param: Param, unit: Unit) -> str:
    """The type in which the worker reads a param; "" for a string whose default may be of an enum of other files."""
    type_: str = _describe_param(param, unit)["type"]
    return "" if type_ == "string" and param.type != "str" else type_


def _describe_param(param: Param, unit: Unit) -> dict[str, Any]:
    """The param's type in the protocol, and the constants of an enum."""
    enum = _enum_of(param, unit)
    if enum is not None:
        return {"type": "enum", "constants": enum.constants}
    return {"type": WIRE.get(param.type or common_type(param.values), "string")}


def outside() -> dict[str, str]:
    """The generated file of outside/, by name: one module with the classes that a source imports without CLAMH."""
    imports: set[str] = set()
    bodies = []
    for name in OUTSIDE:
        text = (RUNTIME / f"{name}.py").read_text(encoding="utf-8")
        title, *rest = ast.parse(text).body
        heads = [node for node in rest if isinstance(node, (ast.Import, ast.ImportFrom))]
        imports |= {ast.unparse(node) for node in heads
                    if not (isinstance(node, ast.ImportFrom) and (node.level or node.module == "__future__"))}
        lines = text.splitlines()
        bodies.append("\n".join([f"# --- {name}",
                                 *lines[max(node.end_lineno or 0 for node in (title, *heads)):]]).rstrip("\n"))
    head = ('"""Generated by CLAMH from runtime/*.py. Do not edit; it is for sources that run without CLAMH."""\n\n'
            "from __future__ import annotations\n\n")
    names = json.dumps(sorted(languages()["python"].injected))
    listed = textwrap.fill(f"__all__ = {names}", 120, subsequent_indent=" " * 11)
    return {f"{OURS}.py": head + "\n".join(sorted(imports)) + "\n\n" + "\n\n\n".join([listed, *bodies]) + "\n"}
