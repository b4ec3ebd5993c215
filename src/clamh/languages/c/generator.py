"""Converts a bound unit to the translation unit that registers it with the runtime."""

from __future__ import annotations

import re
from typing import Any

from clamh.languages.c.names import INJECTED
from clamh.languages.c.standalone import standalone
from clamh.languages.c_family.conditions import is_outside_only
from clamh.languages.c_family.enums import list_constants
from clamh.languages.c_family.macros import code_only
from clamh.languages.c_family.source_copy import MACRO, copy_files, literal, repeat_features
from clamh.languages.catalog import Classes
from clamh.languages.generators import (called_functions, declared, list_checks, list_counters, list_functions,
                                        list_params, templates)
from clamh.languages.native import catalog_texts
from clamh.languages.programs import b63
from clamh.languages.programs.libraries import is_program
from clamh.model.sources import Benchmark, Declaration, Fixture, Unit, Wrapper

__all__ = ["generate", "standalone"]

ENTRY = "wrapper.c"
_PIECE = re.compile(rb"[^{};]+|[{};]")


def generate(unit: Unit) -> Wrapper:
    """The wrapper of a unit: `wrapper.c`, and in `source/` the copies of the files that it includes.

    Deterministic: equal units give equal bytes.
    """
    if is_program(unit):
        return b63.generate_program(unit, ENTRY)
    classes = Classes(unit)
    texts = catalog_texts(unit, classes, lambda field: _constants(field, unit))
    entries = _entries(unit, classes)
    names, files = copy_files(unit, [
        (entry["id"], entry["declaration"], entry["kind"] in ("state", "counter", "check")) for entry in entries
        if entry["own_mark"]
    ])
    main = unit.parsed[0]
    code = code_only(main.text)
    wrapper = templates("c", literal).get_template("wrapper.c.j2").render(
        source=unit.source.path, included=names[unit.source.path], bare=_bare_names(unit), macro=MACRO, entries=entries,
        features=repeat_features(main.text), has_main=re.search(rb"\bmain\s*\(", code) is not None, **texts)
    return Wrapper(unit=unit, files={ENTRY: wrapper, **files}, entry=ENTRY)


def _bare_names(unit: Unit) -> dict[str, str]:
    """Our types by the short names that the files use for pointers to them, and that they do not define themselves.

    Blackhole counts anywhere. The others are common words, which a header that is not read may define too: they count
    only if a benchmark or fixture takes such a parameter.
    """
    users: tuple[Benchmark | Fixture, ...] = (*unit.benchmarks, *unit.fixtures)
    taken = {parameter.takes for function in called_functions(unit) for parameter in function.parameters} - {
        name for user in users for name in user.states}
    codes = [(parsed, code_only(parsed.text)) for parsed in unit.parsed]
    used = {}
    for long, short in INJECTED.items():
        word = re.escape(short.encode())
        if short in {"Blackhole", *taken} and any(
                re.search(rb"(?<!struct )\b" + word + rb"\b[\s\w]*\*", code) for _, code in codes) and not any(
                _defines(parsed.text, code, word) for parsed, code in codes):
            used[short] = long
    return used


def _defines(text: bytes, code: bytes, word: bytes) -> bool:
    """Whether a typedef has this name; a stand-in under `#ifndef CLAMH` does not count: it is not compiled."""
    name = re.compile(rb"\b" + word + rb"\s*(?:[,\[]|$)")
    return any(name.search(_read_typedef(code, match.end())) and not is_outside_only(text, match.start())
               for match in re.finditer(rb"\btypedef\b", code))


def _read_typedef(code: bytes, start: int) -> bytes:
    """What a typedef has from `start` to its semicolon, without what is in braces."""
    kept, depth = b"", 0
    for match in _PIECE.finditer(code, start):
        depth += {b"{": 1, b"}": -1}.get(match[0], 0)
        if depth == 0 and match[0] == b";":
            break
        kept += match[0] if depth == 0 and match[0] != b"}" else b" "
    return kept.rstrip()


def _constants(field: Declaration, unit: Unit) -> tuple[str, ...]:
    return list_constants(field, unit, lambda enum: bool(enum.name) and enum.name == field.type)


def _entries(unit: Unit, classes: Classes) -> list[dict[str, Any]]:
    """What is registered, by the numbers of the catalog; each entry has the id that its symbols and its `#ifdef`
    contain.
    """
    entries = [
        _entry("state", f"s{number}", number, state.name, declared(state))
        | {"scope": state.scope, "type": declared(state).facts["spelling"]} for number, state in enumerate(unit.states)
    ]
    for number, (state, param) in enumerate(list_params(unit)):
        entries.append(
            _entry("param", f"p{number}", number, param.name, declared(param), classes.of_state(state.name)) | {
                "type": declared(state).facts["spelling"], "field": declared(param).name, "constants": _constants(
                    declared(param), unit)
            })
    for number, (state, counter) in enumerate(list_counters(unit)):
        member = declared(counter)
        entries.append(
            _entry("counter", f"c{number}", number, counter.name, member, classes.of_state(state.name),
                   own_mark=member.conditional)
            | {
                "type": declared(state).facts["spelling"], "field": "" if counter.method else member.name,
                "value": f"({member.name})(clamh_o0)" if counter.method else f"clamh_o0->{member.name}"
            })
    for number, (state, check) in enumerate(list_checks(unit)):
        entries.append(
            _entry("check", f"k{number}", number, f"{state.name}.{check.name}", check, classes.of_state(state.name))
            | {"type": declared(state).facts["spelling"], "call": f"({check.name})(clamh_o0)"})
    for number, fixture in enumerate(unit.fixtures):
        entries.append(_function("fixture", f"f{number}", number, fixture, classes))
    for number, place, noun in list_functions(unit):
        id, group = (f"b{number}", "") if place is None else (f"b{number}m{place}", unit.benchmarks[number].name)
        entries.append(_function("benchmark", id, number, noun, classes) | {"place": place or 0, "group": group})
    return entries


def _entry(kind: str, id: str, number: int, name: str, declaration: Declaration, *states: int,
           own_mark: bool = True) -> dict[str, Any]:
    """An entry exists if its declaration and these states do; a counter has a mark of its own under `#if`.
    """
    return {
        "kind": kind, "id": id, "number": number, "name": name, "declaration": declaration,
        "location": declaration.location, "own_mark": own_mark, "owner": f"s{states[0]}" if states else "",
        "marks": tuple(dict.fromkeys((*((id,) if own_mark else ()), *(f"s{state}" for state in states))))
    }


def _function(kind: str, id: str, number: int, noun: Fixture | Benchmark, classes: Classes) -> dict[str, Any]:
    """A benchmark, a function of a group, or a fixture, with the class and type of each parameter in the order of the
    source.
    """
    declaration = declared(noun)
    taken = classes.takes(noun, declaration)
    home = classes.of_method(noun, declaration)
    if home is not None:
        taken.insert(declaration.facts["own"], home)
    kinds = {short: long.upper()
             for long, short in INJECTED.items()} | {"Suspend": "CLAMH_SUSPEND"}  # a function has the name
    symbols = [
        f"&clamh_s{which}_class" if isinstance(which, int) else f"&clamh_injected_classes[{kinds[which]}]"
        for which in taken
    ]
    states = [which for which in taken if isinstance(which, int)]
    types = declaration.facts["takes"][:len(taken)]
    return _entry(kind, id, number, noun.name, declaration, *states) | {
        "function": declaration.name, "types": types, "classes": symbols, "place": 0, "group": "",
        "call": f"({declaration.name})({', '.join(f'clamh_o{place}' for place in range(len(taken)))})"}
