"""Converts a bound unit to the translation unit that registers it with the runtime."""

from __future__ import annotations

import re
from typing import Any

from clamh.languages.catalog import Classes
from clamh.languages.cpp.injected import SPACE, bare_names
from clamh.languages.c_family.enums import list_constants
from clamh.languages.c_family.macros import code_only
from clamh.languages.c_family.source_copy import MACRO, copy_files, literal, repeat_features
from clamh.languages.cpp.standalone import standalone
from clamh.languages.generators import (declared, list_checks, list_counters, list_functions, list_params,
                                        templates)
from clamh.languages.native import catalog_texts
from clamh.languages.programs import b63
from clamh.languages.programs.libraries import is_program
from clamh.model.sources import Benchmark, Declaration, Fixture, State, Unit, Wrapper

__all__ = ["generate", "standalone"]

ENTRY = "wrapper.cpp"


def generate(unit: Unit) -> Wrapper:
    """The wrapper of a unit: `wrapper.cpp`, and in `source/` the copies of the files that it includes.

    Deterministic: equal units give equal bytes.
    """
    if is_program(unit):
        return b63.generate_program(unit, ENTRY)
    classes = Classes(unit)
    texts = catalog_texts(unit, classes, lambda field: _constants(field, unit))
    entries = _entries(unit, classes)
    names, files = copy_files(unit, [
        (mark, declaration, entry["kind"] in ("state", "counter", "check") or declaration is entry["heir"])
        for entry in entries if entry["declaration"] is not None
        for mark, declaration in zip(entry["marks"], (entry["declaration"], entry["heir"]), strict=False)
        if declaration is not None  # another noun sets this mark
    ])
    main = unit.parsed[0]
    wrapper = templates("cpp", literal).get_template("wrapper.cpp.j2").render(
        source=unit.source.path,
        included=names[unit.source.path],
        bare=bare_names(unit),
        features=repeat_features(main.text),
        has_main=re.search(rb"\bmain\s*\(", code_only(main.text)) is not None,
        macro=MACRO,
        entries=entries,
        **texts,
    )
    return Wrapper(unit=unit, files={ENTRY: wrapper, **files}, entry=ENTRY)


def _constants(field: Declaration, unit: Unit) -> tuple[str, ...]:
    return list_constants(field, unit,
                          lambda enum: bool(enum.name) and f"::{enum.facts['spelling']}".endswith(f"::{field.type}"))


def _entries(unit: Unit, classes: Classes) -> list[dict[str, Any]]:
    """What is registered, by the numbers of the catalog; each entry has the id that its tag and its `#ifdef` contain.
    """
    entries: list[dict[str, Any]] = []
    for number, state in enumerate(unit.states):
        entries.append(_entry("state", f"s{number}", number, state.name, declared(state)) | {
            "scope": state.scope, "registered": _registered(declared(state))})
    for number, (state, param) in enumerate(list_params(unit)):
        entries.append(_entry("param", f"p{number}", number, param.name, declared(param)) | {
            "state": _registered(declared(state)), "constants": _constants(declared(param), unit),
            "registered": f"&{_registered(declared(param))}"})
    for number, (state, counter) in enumerate(list_counters(unit)):
        entries.append(
            _member("counter", f"c{number}", number, counter.name, state, classes, declared(counter), counter.method,
                    marks=(f"c{number}",) if declared(counter).conditional else ()))
    for number, (state, check) in enumerate(list_checks(unit)):
        entries.append(
            _member("check", f"k{number}", number, f"{state.name}::{check.name}", state, classes, check, True,
                    marks=(f"k{number}",)))
    for number, fixture in enumerate(unit.fixtures):
        entries.append(_function("fixture", f"f{number}", number, fixture, classes))
    for number, place, noun in list_functions(unit):
        id, group = (f"b{number}", "") if place is None else (f"b{number}m{place}", unit.benchmarks[number].name)
        entries.append(_function("bench", id, number, noun, classes) | {"place": place or 0, "group": group})
    return entries


def _member(kind: str, id: str, number: int, name: str, state: State, classes: Classes, declaration: Declaration,
            method: bool, marks: tuple[str, ...]) -> dict[str, Any]:
    """A counter or check. It exists if its state does, under `#if` by a mark of its own; an inherited check counts for
    each state.
    """
    home = _registered(declared(state))
    choice = declaration.facts.get("choice", "pick") if kind == "check" else "pick"
    chosen = "pick<0>" if choice in ("pick", "forward") else f"{choice}<>"
    member = f"&{home}::{declaration.name}"
    return {
        "kind": kind, "id": id, "number": number, "name": name, "marks": (*marks, f"s{classes.of_state(state.name)}"),
        "heir": None, "declaration": declaration if marks else None, "location": declaration.location, "state": home,
        "registered": f"clamh::{chosen}({member})" if method else member
    }


def _function(kind: str, id: str, number: int, noun: Fixture | Benchmark, classes: Classes) -> dict[str, Any]:
    """A benchmark, a function of a group, or a fixture; `home` is the number of its method's class where that is no
    state.
    """
    declaration = declared(noun)
    home = classes.of_method(noun, declaration)
    is_state = home is None or classes.states[home] is not None
    return _entry(kind, id, number, noun.name, declaration, noun.home) | _called(
        id, noun) | {"home": -1 if is_state else home}


def _entry(kind: str, id: str, number: int, name: str, declaration: Declaration,
           home: Declaration | None = None) -> dict[str, Any]:
    # A class and a member that it inherits may be under different #if.
    heir = home if home is not None and home.conditional and not (home.start <= declaration.start < home.end) else None
    return {
        "kind": kind, "id": id, "number": number, "name": name, "marks": (id, f"{id}_heir") if heir else (id,),
        "heir": heir, "declaration": declaration, "location": declaration.location
    }


def _registered(declaration: Declaration) -> str:
    return f"::{declaration.facts['spelling']}"


def _spell_types(noun: Fixture | Benchmark, declaration: Declaration) -> list[str]:
    """The types of the parameters at global scope as far as known: a header's state may have the name of our class."""
    return ["" if name.startswith(SPACE) and parameter.takes in noun.states else name
            for name, parameter in zip(declaration.facts["takes"], declaration.parameters)]


def _called(tag: str, noun: Fixture | Benchmark) -> dict[str, Any]:
    """The function pointer, the class and the forecast types of a benchmark or fixture, and its forwarder if it needs
    one.

    A function pointer has no default arguments, C variadic arguments or `&&` after a method, and a template among the
    overloads hides the function. A forwarder in the function's namespace calls it with the remaining arguments.
    """
    declaration = declared(noun)
    own_class = _registered(noun.home) if noun.home else "void"
    parameters = declaration.parameters
    required = [parameter for parameter in parameters if not parameter.default and parameter.type != "..."]
    takes = [f"::{name}" if name else "" for name in _spell_types(noun, declaration)][: len(required)]
    types = [
        ("const " if parameter.passing == "const reference" else "") + (spelled or parameter.type) + " &"
        for parameter, spelled in zip(required, takes)
    ]
    known_types = ", ".join(takes) if all(takes) else None
    choice = declaration.facts["choice"]
    if len(required) == len(parameters) and "&&" not in declaration.modifiers and choice != "forward":
        chosen = f"clamh::pick<{len(required)}>" if choice == "pick" else f"clamh::{choice}<{', '.join(types)}>"
        return {"function": f"{chosen}(&::{declaration.facts['spelling']})", "class": own_class, "takes": known_types,
                "forwarder": None}
    object_needed = declaration.kind == "method" and "static" not in declaration.modifiers
    arguments = [(type_, f"a{number}") for number, type_ in enumerate(types)]
    callee = f"::{declaration.facts['spelling']}"
    if object_needed:
        const = "const " if "const" in declaration.modifiers else ""
        arguments.insert(0, (f"{const}{own_class} &", "self"))
        this = f"static_cast<{own_class} &&>(self)" if "&&" in declaration.modifiers else "self"
        callee = f"{this}.{declaration.name}"
        known_types = None if known_types is None else ", ".join([own_class, *takes])
    spaces = declaration.facts.get("namespaces", [])
    forwarder = {
        "open": "".join(f"namespace {space} {{ ".replace("  ", " ") for space in spaces),
        "close": " }" * len(spaces),
        "parameters": ", ".join(f"{type_}{name}" for type_, name in arguments),
        "call": f"{callee}({', '.join(name for _, name in arguments[1 if object_needed else 0:])})",
    }
    path = "::".join(["", *(space for space in spaces if space), "clamh_w", tag])
    return {
        "function": f"&{path}", "class": "void" if object_needed else own_class, "takes": known_types,
        "forwarder": forwarder
    }
