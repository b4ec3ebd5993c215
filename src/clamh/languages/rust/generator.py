"""Converts a bound unit to the crate that registers it with the runtime."""

from __future__ import annotations

from typing import Any

from clamh.languages.catalog import Classes
from clamh.languages.frontends import parser
from clamh.languages.generators import (blank_annotations, controls_of, copy_paths, declared, enum_constants,
                                        find_enum, list_alternatives, list_checks, list_counters, list_functions,
                                        list_params, templates)
from clamh.languages.native import SCOPES, catalog_texts
from clamh.languages.rust.frontend import module_files
from clamh.languages.rust.injected import injected_names
from clamh.languages.rust.lookup import Names
from clamh.languages.rust.scopes import Module, candidates_of
from clamh.languages.rust.source_copy import copy_source, literal
from clamh.model.sources import Benchmark, Declaration, Fixture, Parameter, Parsed, Unit, Wrapper

ENTRY = "main.rs"
Place = tuple[str, int]  # a file, and the offset of the `}` of a module in it; -1 for the file itself
KINDS = ("functions", "classes", "params", "counters", "checks")


def generate(unit: Unit) -> Wrapper:
    """The wrapper of a unit: `main.rs`, and in `source/` the copies of the user's files, with stubs in their modules.

    Deterministic: equal units give equal bytes.
    """
    root: Place = (unit.source.path, -1)
    classes = Classes(unit)
    texts = catalog_texts(unit, classes, lambda field: enum_constants(field, unit))
    entries = _entries(unit, classes)
    tree = {}
    for parsed in unit.parsed:
        tree.update(_children(parsed, {file.source.path: file for file in unit.parsed}, parsed.source.path == root[0]))
    needed = [place for place in tree if _is_needed(place, tree, entries) or place == root]
    registers = {place: "__clamh_register" + (f"_{number}" if number else "")
                 for number, place in enumerate(sorted(needed, key=lambda place: place != root))}
    names = copy_paths(unit, r"[\x00-\x1f]")
    files = {}
    for parsed in unit.parsed:
        path = parsed.source.path
        stubs = {
            end: _module(unit, (file, end), entries, tree, registers, parsed, root) for file, end in needed
            if file == path
        }
        files[names[path]] = copy_source(
            parsed.text, path, parsed.annotations, stubs, controls_of(unit, path))
    main = templates("rust", literal).get_template(f"{ENTRY}.j2").render(
        **texts, files=[file.path for file in (unit.source, *unit.companions)])
    return Wrapper(unit=unit, files={ENTRY: main, **files}, entry=ENTRY,
                   names={copy: path for path, copy in names.items()})


def _module(
    unit: Unit, place: Place, entries: dict[Place, dict[str, list[Any]]], tree: dict[Place, list[tuple[Module, Place]]],
    registers: dict[Place, str], parsed: Parsed, root: Place,
) -> str:
    """The text inserted into one module: its stubs, and the function that registers them and those of its submodules.
    """
    children = [{"name": module.name, "conditions": _join_conditions(module.conditions), "register": registers[child]}
                for module, child in tree[place] if child in registers]
    return templates("rust", literal).get_template("module.rs.j2").render(
        **{kind: entries.get(place, {}).get(kind, []) for kind in KINDS}, children=children, register=registers[place],
        root=place == root, scopes=SCOPES, uses=injected_names(unit, parsed, place[1]))


def _children(parsed: Parsed, files: dict[str, Parsed], is_root: bool) -> dict[Place, list[tuple[Module, Place]]]:
    """Every module of a file with its submodules, inline or in files of this unit."""
    path, blanked = parsed.source.path, blank_annotations(parsed.text, parsed.annotations)
    tree: dict[Place, list[tuple[Module, Place]]] = {(path, -1): []}
    for scope, module in candidates_of(parser("rust").parse(blanked).root_node, Names())[2]:
        if module.end >= 0 and not scope.hidden:
            tree[(path, scope.modules[-1].end if scope.modules else -1)].append((module, (path, module.end)))
            tree[(path, module.end)] = []
    for scope, module, file in module_files(path, blanked, is_root):
        if file in files:
            tree[(path, scope.modules[-1].end if scope.modules else -1)].append((module, (file, -1)))
    return tree


def _is_needed(place: Place, tree: dict[Place, list[tuple[Module, Place]]], entries: dict[Place, Any]) -> bool:
    return place in entries or any(
        _is_needed(child, tree, entries) for _, child in tree.get(place, ()) if child != place)


def _entries(unit: Unit, classes: Classes) -> dict[Place, dict[str, list[Any]]]:
    """What is registered, by the numbers of the catalog, and by the module of its stub, where the struct or function is
    accessible.
    """
    entries: dict[Place, dict[str, list[Any]]] = {}

    def add(kind: str, declaration: Declaration, entry: dict[str, Any]) -> None:
        place = entry.pop("at", None) or (declaration.location.path, declaration.facts["module"])
        entries.setdefault(place, {}).setdefault(kind, []).append(entry)

    for number, (declaration, state) in enumerate(zip(classes.declarations, classes.states, strict=True)):
        for struct in list_alternatives(unit, declaration):
            add(
                "classes", struct, {
                    "id": f"c{number}", "number": number, "type": _name(struct), "conditions": _conditions(struct),
                    "made": _construction(struct), "state": state
                })
    for number, (state, param) in enumerate(list_params(unit)):
        add(
            "params", declared(param), {
                "id": f"p{number}", "number": number, "name": param.name,
                "type": _name(declared(state)), "conditions": _conditions(declared(param)), "field": _name(
                    declared(param)), "field_type": declared(param).facts["type"], "constants": enum_constants(
                    declared(param), unit), "variant_conditions": _variant_conditions(declared(param), unit)
            })
    for number, (state, counter) in enumerate(list_counters(unit)):
        add(
            "counters", declared(counter), {
                "id": f"t{number}", "number": number, "name": counter.name,
                "method": counter.method, "conditions": _conditions(declared(counter)), **_read(
                    declared(counter), declared(state), counter.method)
            })
    for number, (state, check) in enumerate(list_checks(unit)):
        for method in list_alternatives(unit, check):
            add(
                "checks", method, {
                    "id": f"k{number}", "number": number, "name": f"{state.name}::{check.name}", **_read(
                        method, declared(state), True)
                })
    for number, fixture in enumerate(unit.fixtures):
        add("functions", declared(fixture),
            {"kind": "fixture", "place": 0, "group": "", **_called(f"f{number}", number, fixture, unit)})
    for number, place, noun in list_functions(unit):
        tag, group = (f"b{number}", "") if place is None else (f"b{number}m{place}", unit.benchmarks[number].name)
        add("functions", declared(noun),
            {"kind": "benchmark", "place": place or 0, "group": group, **_called(tag, number, noun, unit)})
    return entries


def _variant_conditions(field: Declaration, unit: Unit) -> dict[str, str]:
    """The #[cfg(…)] of the variants of a param's enum, by variant."""
    enum = find_enum(field, unit)
    return enum.facts.get("variant_conditions", {}) if enum else {}


def _construction(declaration: Declaration) -> str:
    name = _name(declaration)
    return f"<{name}>::new()" if declaration.facts[
        "made"] == "new" else f"<{name} as ::core::default::Default>::default()"


def _read(declaration: Declaration, home: Declaration, method: bool) -> dict[str, Any]:
    """The expression that reads a field, or the result of a method without arguments, of the object at __clamh_o0."""
    if not method:
        return {"type": _name(home), "value": f"(*(__clamh_o0 as *mut {_name(home)})).{_name(declaration)}"}
    access = _access(declaration, home)
    of = access.pop("of")
    object_ = ("" if "static" in declaration.modifiers
               else f"{_reference(declaration.facts['own'])}*(__clamh_o0 as *mut {of})")
    callee = access.pop("callee")
    return {**access, "type": of, "value": f"{callee}({object_})"}


def _called(tag: str, number: int, noun: Fixture | Benchmark, unit: Unit) -> dict[str, Any]:
    """The call of a benchmark or fixture with the objects of its stub, and their types; a method's own object comes
    first.
    """
    declaration = declared(noun)
    access = _access(declaration, noun.home)
    receiver = [] if "static" in declaration.modifiers or not noun.home else [(access["of"], declaration.facts["own"])]
    references = ["&mut " if parameter.passing == "reference" else "&" for parameter in declaration.parameters]
    types = declaration.facts["takes"]
    place = declaration.location.path, declaration.facts["module"]
    if access.get("at", place) != place:
        types = [_spell_elsewhere(*pair, unit) for pair in zip(declaration.parameters, types, strict=True)]
    arguments_taken = [*receiver, *zip(types, references, strict=True)]
    arguments = ", ".join(f"{_reference(how)}*__clamh_o{number}" for number, (_, how) in enumerate(arguments_taken))
    callee = access.pop("callee")
    access.pop("of")
    return {**access, "id": tag, "number": number, "name": noun.name, "types": [name for name, _ in arguments_taken],
            "refusals": _refusals(noun, unit, [how for _, how in arguments_taken]),
            "call": f"{callee}({arguments})", "sunk": declaration.type != "void"}


def _spell_elsewhere(parameter: Parameter, spelled: str, unit: Unit) -> str:
    """The type of a parameter for a stub in another module than the function; as `spelled` beside the function if it is
    a state of a module with its own file, whose path in the crate this does not know.
    """
    state = next((declared(state) for state in unit.states if state.name == parameter.takes), None)
    if state is None:
        return f"::clamh::{parameter.takes}" if parameter.takes else spelled
    return "::".join(("crate", *state.scope, _name(state))) if state.location.path == unit.source.path else spelled


def _refusals(noun: Fixture | Benchmark, unit: Unit, references: list[str]) -> list[dict[str, str]]:
    """For each object that a function takes why several threads cannot have it: `always` if the function takes it by
    `&mut`; else `not_sync` and `not_send`, in case the compiler finds that the type is not Sync or Send. Empty if each
    thread has its own object.

    Trial and Iteration fixtures of a shared state's own run while all other threads wait: these alone may take it by
    `&mut`.
    """
    declaration = declared(noun)
    by_name = {state.name: state for state in unit.states}
    by_home = {id(state.declaration): state for state in unit.states}
    own = by_home.get(id(noun.home)) if noun.home else None
    taken = [by_name.get(parameter.takes) for parameter in declaration.parameters]
    first = own or next((state for state in taken if state), None)
    alone = first if isinstance(noun, Fixture) and noun.level in ("Trial", "Iteration") else None
    states = taken if len(taken) == len(references) else [own, *taken]
    refusals = []
    for state, how in zip(states, references, strict=True):
        if state is None or state.scope == "Thread":
            refusals.append({})
            continue
        short = state.name.rpartition("::")[2]
        if "mut" in how and state is not alone:
            refusals.append({
                "always": f"{noun.location.path}:{noun.location.line}: {noun.name} takes &mut {short}, but several "
                f"threads share it (Scope.{state.scope}): take &{short}, or make it Scope.Thread"
            })
            continue
        refusals.append({
            key: f"{state.location.path}:{state.location.line}: several threads share {short} (Scope.{state.scope}), "
            f"which is not {trait}: use atomics or a Mutex in it, or make it Scope.Thread"
            for key, trait in (("not_sync", "Sync"), ("not_send", "Send"))
        })
    return refusals


def _access(declaration: Declaration, home: Declaration | None) -> dict[str, Any]:
    """How the stub calls a function: `callee`; `of`, the struct as written there; and the `conditions` under which the
    function exists. For a method provided by a trait, `at` is the place of the stub, which differs from that of the
    function."""
    conditions = _conditions(declaration)
    if home is None:
        return {"callee": _name(declaration), "of": "", "conditions": conditions}
    impl = home.facts["impls"].get("::".join(declaration.owner or ()))
    if impl is not None:
        return {
            "callee": f"<{impl['self']} as {impl['trait']}>::{_name(declaration)}", "of": impl["self"],
            "conditions": conditions + _join_conditions(impl["conditions"]),
            "at": (home.location.path, impl["module"])
        }
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
