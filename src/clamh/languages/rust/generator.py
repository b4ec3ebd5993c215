"""Converts a bound unit to the crate that registers it with the runtime."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clamh.languages.frontends import parser
from clamh.languages.generators import copy_paths, enum_constants, list_checks, member_benchmark, row_values, templates, to_json
from clamh.languages.rust.frontend import module_files
from clamh.languages.rust.injected import injected_names
from clamh.languages.rust.lookup import Names
from clamh.languages.rust.scopes import Module, candidates_of
from clamh.languages.rust.source_copy import copy_source, literal
from clamh.model.sources import Benchmark, Counter, Declaration, Fixture, Parsed, State, Unit, Wrapper

ENTRY = "main.rs"
Place = tuple[str, int]  # a file, and the offset of the `}` of a module in it; -1 for the file itself
KINDS = ("functions", "classes", "states", "params", "counters", "checks", "groups")


def generate(unit: Unit) -> Wrapper:
    """The wrapper of one unit: `main.rs`, and in `source/` the copies of the user's files, with stubs in their modules.

    Deterministic: equal units give equal bytes.
    """
    root: Place = (unit.source.path, -1)
    entries = _entries(unit, root)
    tree = {}
    for parsed in unit.parsed:
        tree.update(_children(parsed, {file.source.path: file for file in unit.parsed}))
    needed = [place for place in tree if _is_needed(place, tree, entries) or place == root]
    registers = {place: "__clamh_register" + (f"_{number}" if number else "")
                 for number, place in enumerate(sorted(needed, key=lambda place: place != root))}
    names = copy_paths(unit, r"[\x00-\x1f]")
    files = {}
    for parsed in unit.parsed:
        path = parsed.source.path
        stubs = {end: _module(unit, (file, end), entries, tree, registers, parsed, root) for file, end in needed if file == path}
        files[names[path]] = copy_source(parsed.text, path, parsed.annotations, stubs,
                                         [control for control in unit.compiler_controls if control.declaration.location.path == path])
    main = (Path(__file__).parent / "templates" / ENTRY).read_text(encoding="utf-8")
    return Wrapper(unit=unit, files={ENTRY: main, **files}, entry=ENTRY, names={copy: path for path, copy in names.items()})


def _module(
    unit: Unit, place: Place, entries: dict[Place, dict[str, list[Any]]], tree: dict[Place, list[tuple[Module, Place]]],
    registers: dict[Place, str], parsed: Parsed, root: Place,
) -> str:
    """The text inserted into one module: its stubs, and the function that registers them and those of its submodules."""
    children = [{"name": module.name, "conditions": _join_conditions(module.conditions), "register": registers[child]}
                for module, child in tree[place] if child in registers]
    return templates("rust", literal).get_template("module.rs.j2").render(
        **{kind: entries.get(place, {}).get(kind, []) for kind in KINDS}, children=children, register=registers[place],
        root=place == root, sources=[unit.source, *unit.companions], uses=injected_names(unit, parsed, place[1]))


def _children(parsed: Parsed, files: dict[str, Parsed]) -> dict[Place, list[tuple[Module, Place]]]:
    """Every module of one file with its submodules, inline or in files of this unit."""
    path = parsed.source.path
    tree: dict[Place, list[tuple[Module, Place]]] = {(path, -1): []}
    for scope, module in candidates_of(parser("rust").parse(_blanked(parsed)).root_node, Names())[2]:
        if module.end >= 0 and not scope.hidden:
            tree[(path, scope.modules[-1].end if scope.modules else -1)].append((module, (path, module.end)))
            tree[(path, module.end)] = []
    for scope, module, file in module_files(path, _blanked(parsed)):
        if file in files:
            tree[(path, scope.modules[-1].end if scope.modules else -1)].append((module, (file, -1)))
    return tree


def _blanked(parsed: Parsed) -> bytes:
    text = bytearray(parsed.text)
    for annotation in parsed.annotations:
        text[annotation.start:annotation.end] = re.sub(rb"[^\r\n]", b" ", text[annotation.start:annotation.end])
    return bytes(text)


def _is_needed(place: Place, tree: dict[Place, list[tuple[Module, Place]]], entries: dict[Place, Any]) -> bool:
    return place in entries or any(_is_needed(child, tree, entries) for _, child in tree.get(place, ()) if child != place)


def _entries(unit: Unit, root: Place) -> dict[Place, dict[str, list[Any]]]:
    """The registered entries, by the module of their stub, where the struct or function is accessible."""
    entries: dict[Place, dict[str, list[Any]]] = {}

    def add(kind: str, declaration: Declaration | None, entry: dict[str, Any]) -> None:
        place = entry.pop("at", None) or (root if declaration is None else (declaration.location.path, declaration.facts["module"]))
        entries.setdefault(place, {}).setdefault(kind, []).append(entry)

    for number, declaration in enumerate(_objects(unit)):
        add("classes", declaration, {"id": f"c{number}", "type": _name(declaration), "conditions": _conditions(declaration),
                                     "made": _construction(declaration)})
    for state in unit.states:
        assert state.declaration is not None
        home = {"type": _name(state.declaration), "conditions": _conditions(state.declaration)}
        add("states", state.declaration, {**home, "noun": state, "forecast": to_json(state.forecast)})
        for param in state.params:
            field = param.declaration
            assert field is not None
            add("params", field, {
                **home, "id": f"p{param.index}", "noun": param, "field": _name(field), "field_type": field.facts["type"],
                "column": row_values(state, field),
                "constants": enum_constants(field, unit, lambda enum: "::".join((*enum.scope, enum.name)) == field.type)})
        for entry in _counters(state):
            add("counters", entry.pop("declaration"), entry)
    for entry in _checks(unit):
        add("checks", entry.pop("declaration"), entry)
    for fixture in unit.fixtures:
        add("functions", fixture.declaration, {"kind": "fixture", "returned": False, "index": fixture.index,
                                               **_called(f"f{fixture.index}", fixture)})
    for benchmark in unit.benchmarks:
        shared = {"settings": to_json(benchmark.settings), "forecast": to_json(benchmark.forecast), "index": benchmark.index}
        if not benchmark.members:
            add("functions", benchmark.declaration, {"kind": "benchmark", "returned": True, **shared,
                                                     **_called(f"b{benchmark.index}", benchmark)})
            continue
        add("groups", None, {"noun": benchmark, **shared})
        for number, member in enumerate(benchmark.members):
            noun = member_benchmark(benchmark, member, "::")
            add("functions", member.declaration, {"kind": "member", "returned": True, "index": number, "group": benchmark.name,
                                                  "member": member,
                                                  **_called(f"b{benchmark.index}m{number}", noun)})
    return entries


def _objects(unit: Unit) -> list[Declaration]:
    """The structs that the harness instantiates: states, and structs whose methods it calls; each once."""
    by_id = {id(state.declaration): state.declaration for state in unit.states if state.declaration is not None}
    called: list[tuple[Declaration | None, Declaration]] = [
        (benchmark.home, function) for benchmark in unit.benchmarks for function in benchmark.functions]
    called += [(fixture.home, fixture.declaration) for fixture in unit.fixtures if fixture.declaration is not None]
    by_id |= {id(home): home for home, declaration in called if home is not None and "static" not in declaration.modifiers}
    return list(by_id.values())


def _construction(declaration: Declaration) -> str:
    name = _name(declaration)
    return f"<{name}>::new()" if declaration.facts["made"] == "new" else f"<{name} as ::core::default::Default>::default()"


def _counters(state: State) -> Iterator[dict[str, Any]]:
    """The counters of a state, which have no annotation of their own."""
    for number, counter in enumerate(state.aux.counters if state.aux else ()):
        declaration = counter.declaration
        assert declaration is not None and state.declaration is not None
        yield {"id": f"s{state.index}c{number}", "name": counter.name, "index": number, "method": counter.method,
               "conditions": _conditions(declaration), "declaration": declaration,
               **_read(declaration, state.declaration, counter.method)}


def _checks(unit: Unit) -> Iterator[dict[str, Any]]:
    """The checks of all states; a check of a trait that several states have counts for each of them."""
    for number, (state, check) in enumerate(list_checks(unit)):
        assert state.declaration is not None
        yield {"id": f"k{number}", "name": Counter(name=f"{state.name}::{check.name}", method=True).name, "index": number,
               "declaration": check, **_read(check, state.declaration, True)}


def _read(declaration: Declaration, home: Declaration, method: bool) -> dict[str, Any]:
    """The expression that reads a field, or the result of a method without arguments, of the object at __clamh_o0."""
    if not method:
        return {"type": _name(home), "value": f"(*(__clamh_o0 as *mut {_name(home)})).{_name(declaration)}"}
    access = _access(declaration, home)
    of = access.pop("of")
    object_ = "" if "static" in declaration.modifiers else f"{_reference(declaration.facts['own'])}*(__clamh_o0 as *mut {of})"
    callee = access.pop("callee")
    return {**access, "type": of, "value": f"{callee}({object_})"}


def _called(tag: str, noun: Fixture | Benchmark) -> dict[str, Any]:
    """The call of a benchmark or fixture with the objects of its stub, and their types; a method's own object comes first."""
    declaration = noun.declaration
    assert declaration is not None
    access = _access(declaration, noun.home)
    receiver = [] if "static" in declaration.modifiers or not noun.home else [(access["of"], declaration.facts["own"])]
    references = ["&mut " if parameter.passing == "reference" else "&" for parameter in declaration.parameters]
    arguments_taken = [*receiver, *zip(declaration.facts["takes"], references, strict=True)]
    arguments = ", ".join(f"{_reference(how)}*__clamh_o{number}" for number, (_, how) in enumerate(arguments_taken))
    callee, of = access.pop("callee"), access.pop("of")
    return {**access, "id": tag, "noun": noun, "types": [name for name, _ in arguments_taken],
            "mutable": ["mut" in how for _, how in arguments_taken],
            "method": bool(receiver), "owner": of, "call": f"{callee}({arguments})", "sunk": declaration.type != "void"}


def _access(declaration: Declaration, home: Declaration | None) -> dict[str, Any]:
    """How the stub calls a function: `callee`; `of`, the struct as written there; and the `conditions` under which the function exists.
    For a method provided by a trait, `at` is the place of the stub, which differs from that of the function."""
    conditions = _conditions(declaration)
    if home is None:
        return {"callee": _name(declaration), "of": "", "conditions": conditions}
    impl = home.facts["impls"].get("::".join(declaration.owner or ()))
    if impl is not None:
        joined_conditions = _join_conditions([*home.facts.get("conditions", []), *impl["conditions"]])
        return {"callee": f"<{impl['self']} as {impl['trait']}>::{_name(declaration)}", "of": impl["self"], "conditions": joined_conditions,
                "at": (home.location.path, impl["module"])}
    of, trait = declaration.facts["self"], declaration.facts["trait"]
    callee = f"<{of} as {trait}>::{_name(declaration)}" if trait else f"<{of}>::{_name(declaration)}"
    return {"callee": callee, "of": of, "conditions": conditions}


def _name(declaration: Declaration) -> str:
    """A name as written in source: `r#loop` for the name loop."""
    return str(declaration.facts.get("raw", declaration.name))


def _reference(how: str) -> str:
    return "&mut " if "mut" in how else "&"


def _conditions(declaration: Declaration) -> str:
    return _join_conditions(declaration.facts.get("conditions", []))


def _join_conditions(conditions: list[str] | tuple[str, ...]) -> str:
    return "".join(f"{condition} " for condition in conditions)
