"""Converts a bound unit to the translation unit that registers it with the runtime."""

from __future__ import annotations

import re
from typing import Any

from clamh.languages.cpp.injected import bare_names
from clamh.languages.cpp.macros import code_only
from clamh.languages.cpp.source_copy import MACRO, copy_source, literal
from clamh.languages.cpp.standalone import standalone
from clamh.languages.generators import (
    copy_paths,
    declared,
    enum_constants,
    list_checks,
    member_benchmark,
    row_values,
    templates,
    to_json,
)
from clamh.model.sources import Benchmark, Counter, Declaration, Fixture, Param, State, Unit, Wrapper

__all__ = ["generate", "standalone"]

ENTRY = "wrapper.cpp"


def generate(unit: Unit) -> Wrapper:
    """The wrapper of one unit: `wrapper.cpp`, and in `source/` the copies of the files that it includes.

    Deterministic: equal units give equal bytes.
    """
    entries = _numbered(unit)
    marks: dict[str, dict[int, tuple[str, ...]]] = {}
    for entry in entries:
        if entry["declaration"] is None:
            continue
        for mark, declaration in zip(entry["marks"], (entry["declaration"], entry["heir"]), strict=False):
            if declaration is None:  # another noun sets this mark
                continue
            marks_of_file = marks.setdefault(declaration.location.path, {})
            start = declaration.annotations[0].start if declaration.annotations else declaration.start
            marks_of_file[start] = marks_of_file.get(start, ()) + (mark,)
    names = copy_paths(unit, r'["\\\x00-\x1f]')  # the quotes of an #include cannot contain these characters, not even escaped
    files = {
        names[parsed.source.path]: copy_source(
            parsed.text, parsed.source.path, parsed.annotations, marks.get(parsed.source.path, {}),
            [control for control in unit.compiler_controls if control.declaration.location.path == parsed.source.path],
        )
        for parsed in unit.parsed
    }
    main = unit.parsed[0]
    wrapper = templates("cpp", literal).get_template("wrapper.cpp.j2").render(
        source=unit.source.path,
        included=names[unit.source.path],
        bare=bare_names(unit),
        has_main=re.search(rb"\bmain\s*\(", code_only(main.text, b" ")) is not None,
        macro=MACRO,
        entries=entries,
        sources=[unit.source, *unit.companions],
    )
    return Wrapper(unit=unit, files={ENTRY: wrapper, **files}, entry=ENTRY)


def _numbered(unit: Unit) -> list[dict[str, Any]]:
    """The registered entries, in the order of the catalog; each has the id that its tag and its `#ifdef` contain."""
    entries: list[dict[str, Any]] = []
    for state in unit.states:
        entries.append(_entry("s", state.index, state, state.declaration))
        for param in state.params:
            entry = _entry("p", param.index, param, param.declaration)
            field = declared(param)
            constants = enum_constants(field, unit, lambda enum: bool(enum.name)
                                       and f"::{enum.facts['spelling']}".endswith(f"::{field.type}"))
            entries.append({**entry, "state": _registered(state.declaration), "constants": constants, "column": row_values(state, field)})
        entries += _counters(state)
    entries += _checks(unit)
    for kind, nouns in (("f", unit.fixtures), ("b", unit.benchmarks)):
        for noun in nouns:
            if isinstance(noun, Benchmark) and noun.members:
                entries += _group(noun)
                continue
            entry = _entry(kind, noun.index, noun, noun.declaration)
            entries.append({**entry, **_called(entry["id"], noun)})
    return entries


def _group(group: Benchmark) -> list[dict[str, Any]]:
    """A group, which exists if any member exists, and its members; each is called through its own stub."""
    entries = []
    for number, member in enumerate(group.members):
        noun = member_benchmark(group, member, "::")
        entry = {**_entry("m", number, noun, member.declaration), "id": f"b{group.index}m{number}", "group": group.name, "member": member}
        marks = tuple(mark.replace(f"m{number}", entry["id"], 1) for mark in entry["marks"])
        entries.append({**entry, "marks": marks, **_called(entry["id"], noun)})
    entry_of_group = {"id": f"b{group.index}", "marks": (), "heir": None, "location": group.location, "index": group.index, "kind": "g",
                      "noun": group, "declaration": None, "registered": "",
                      "settings": to_json(group.settings), "forecast": to_json(group.forecast)}
    return [entry_of_group, *entries]


def _counters(state: State) -> list[dict[str, Any]]:
    """The counters of a state; they have no annotation of their own, and exist if the state does."""
    if state.aux is None:
        return []
    home = _registered(state.declaration)
    entries = []
    for number, counter in enumerate(state.aux.counters):
        assert counter.declaration is not None
        member = f"&{home}::{counter.declaration.name}"
        entries.append({
            "id": f"s{state.index}c{number}", "marks": (f"s{state.index}",), "kind": "c", "noun": counter, "index": number,
            "location": counter.declaration.location, "declaration": None, "state": home, "forecast": "",
            "registered": f"clamh::pick<0>({member})" if counter.method else member,
        })
    return entries


def _checks(unit: Unit) -> list[dict[str, Any]]:
    """The checks of all states; an inherited check counts for each state."""
    entries = []
    for number, (state, check) in enumerate(list_checks(unit)):
        home, choice = _registered(state.declaration), check.facts["choice"]
        chosen = "pick<0>" if choice in ("pick", "forward") else f"{choice}<>"
        entries.append({
            "id": f"k{number}", "marks": (f"k{number}", f"s{state.index}"), "kind": "k", "index": number,
            "noun": Counter(name=f"{state.name}::{check.name}", method=True), "location": check.location, "declaration": check,
            "heir": None, "state": home, "forecast": "", "registered": f"clamh::{chosen}(&{home}::{check.name})",
        })
    return entries


def _entry(
    kind: str, index: int, noun: State | Param | Fixture | Benchmark, declaration: Declaration | None
) -> dict[str, Any]:
    assert declaration is not None, f"{noun.name} was bound without a declaration"
    name = f"{kind}{index}"
    # A class and a member that it inherits may be under different #if.
    home = noun.home if isinstance(noun, Benchmark | Fixture) else None
    heir = home if home is not None and home.conditional and not (home.start <= declaration.start < home.end) else None
    return {
        "id": name,
        "marks": (name, f"{name}_heir") if heir else (name,),
        "heir": heir,
        "location": noun.location,
        "index": index,
        "kind": kind,
        "noun": noun,
        "declaration": declaration,
        "registered": _registered(declaration),
        "settings": to_json(noun.settings) if isinstance(noun, Benchmark) else "",
        "forecast": to_json(noun.forecast) if isinstance(noun, Benchmark | State) else "",
    }


def _registered(declaration: Declaration | None) -> str:
    return "" if declaration is None else "::" + declaration.facts["spelling"]


def _called(tag: str, noun: Fixture | Benchmark) -> dict[str, Any]:
    """The function pointer, the class and the forecast types of a benchmark or fixture, and its forwarder if it needs one.

    A function pointer has no default arguments, C variadic arguments or `&&` after a method, and a template
    among the overloads hides the function. A forwarder in the function's namespace calls it with the remaining arguments.
    """
    declaration = noun.declaration
    assert declaration is not None
    own_class = _registered(noun.home) if noun.home else "void"
    parameters = declaration.parameters
    required = [parameter for parameter in parameters if not parameter.default and parameter.type != "..."]
    takes = [f"::{name}" if name else "" for name, _ in zip(declaration.facts["takes"], parameters)][: len(required)]
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
    return {"function": f"&{path}", "class": "void" if object_needed else own_class, "takes": known_types, "forwarder": forwarder}
