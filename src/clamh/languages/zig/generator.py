"""Converts a bound unit to the program that registers it with the runtime."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

from clamh.languages.catalog import Classes
from clamh.languages.generators import (INJECTED, byte_literal, controls_of, copy_paths, declared, enum_constants,
                                        list_checks, list_counters, list_functions, list_params, templates,
                                        unused_prefix)
from clamh.languages.native import SCOPES, catalog_texts
from clamh.languages.programs import metron
from clamh.languages.programs.libraries import is_program
from clamh.languages.zig.lookup import forward_names, list_named, quote, without_comments
from clamh.languages.zig.source_copy import copy_source
from clamh.model.sources import Benchmark, Declaration, Fixture, State, Unit, Wrapper

ENTRY = "main.zig"
NOTHING = "{}"  # Zig's value of type void
LISTED = re.compile(rb"\bconst\s+clamh_benchmarks\b")
KINDS = ("classes", "params", "counters", "checks", "functions")
_PLACE = "{0.path}:{0.line}:{0.column}"  # of a location


def generate(unit: Unit) -> Wrapper:
    """The wrapper of a unit: `main.zig`, and in `source/` the copies of the user's files, with what they register.

    Deterministic: equal units give equal bytes.
    """
    names, first = copy_paths(unit, r"[\x00-\x1f]"), unit.parsed[0]
    own = names[unit.source.path]
    main, added = (metron.root_file(unit, own), {}) if is_program(unit) else _main_file(unit, names)
    text = os.fsencode(copy_source(first.text, first.annotations, ""))
    main += forward_names(text, own, main)
    files = {names[parsed.source.path]: copy_source(parsed.text, parsed.annotations, added.get(parsed.source.path, ""),
                                                    controls_of(unit, parsed.source.path)) for parsed in unit.parsed}
    for path, named in ((parsed.source.path, file) for parsed in unit.parsed
                        for file in list_named(parsed.source.path, parsed.text)):
        copy = os.path.normpath(os.path.join(names[path], os.path.relpath(named, path)))
        if copy.startswith("source/") and os.access(named, os.R_OK):  # Zig refuses what lies outside
            files.setdefault(copy, Path(named).read_bytes().decode("utf-8", "surrogateescape"))
    return Wrapper(unit=unit, files={ENTRY: main, **files}, entry=ENTRY,
                   names={copy: path for path, copy in names.items()})


def _main_file(unit: Unit, names: dict[str, str]) -> tuple[str, dict[str, str]]:
    """The text of main.zig, and what is added to each file, where its private declarations have names: what it
    registers, and the types of `clamh` that it names without importing them.
    """
    prefix, classes = unused_prefix(unit, "_exposed"), Classes(unit)
    texts = catalog_texts(unit, classes, lambda field: enum_constants(field, unit))
    listed = {parsed.source.path: {kind: "" for kind in KINDS} for parsed in unit.parsed}
    for kind, declaration, entry in _entries(unit, classes):
        listed[declaration.location.path][kind] += f"        {entry},\n"
    added = {}
    for parsed in unit.parsed:
        code = without_comments(parsed.text, literals=False)
        kinds = listed[parsed.source.path].items()
        bare = [name for name in INJECTED if re.search(rb"(?<![\w.@\"])%s\b" % name.encode(), code)
                and not re.search(rb"(?<![*\]])\b(?:const|var|fn)\s+%s\b" % name.encode(), code)]
        imported = "".join(f'const {name} = @import("clamh").{name};\n' for name in bare)
        listed_here = "clamh_benchmarks" if LISTED.search(code) else ".{}"
        exposed = "".join(f"    .{kind} = .{{\n{entries}    }},\n" for kind, entries in kinds)
        added[parsed.source.path] = f"{imported}pub const {prefix} = .{{\n    .listed = {listed_here},\n{exposed}}};\n"
    # Where the source lists benchmarks that it makes at compile time, if it does.
    line = unit.parsed[0].text.partition(b"clamh_benchmarks")[0].count(b"\n") + 1
    main = templates("zig", byte_literal).get_template(f"{ENTRY}.j2").render(
        files=[{"source": names[path], "path": path} for path in listed], prefix=prefix, kinds=KINDS,
        made_at=json.dumps({"path": unit.source.path, "line": line})[1:-1], **texts)
    return main, added


def _entries(unit: Unit, classes: Classes) -> Iterator[tuple[str, Declaration, str]]:
    """What is registered, by the numbers of the catalog: its kind, a declaration in its file, and a struct of Zig."""
    def owned(number: int, name: str, state: State, **members: str) -> str:
        return _struct(number=number, name=byte_literal(name), owner=_name(declared(state)), **members)

    def called(number: int, place: int | None, noun: Benchmark | Fixture, group: str, part: str) -> str:
        """A benchmark or fixture, and where it stands, as a line of a trace."""
        declaration = declared(noun)
        at = f"\n    at {declaration.name} ({_PLACE.format(declaration.location)})"
        return _struct(benchmark="true" if isinstance(noun, Benchmark) else "false", number=number, place=place or 0,
                       name=byte_literal(noun.name), group=group, at=byte_literal(at), part=byte_literal(part),
                       function=_name(declaration))

    for number, (declaration, state) in enumerate(zip(classes.declarations, classes.states, strict=True)):
        yield "classes", declaration, _struct(
            type=_name(declaration), number=number, name=byte_literal(state.name) if state else "null",
            scope=SCOPES[state.scope] if state else 0,
            **{member: _name(declaration, f".{member}") if declaration.facts[member] else NOTHING
               for member in ("init", "deinit")})
    for number, (state, param) in enumerate(list_params(unit)):
        field = declared(param)
        yield "params", field, owned(number, param.name, state, field=byte_literal(field.name),
                                     at=byte_literal(_PLACE.format(field.location)))
    for number, (state, counter) in enumerate(list_counters(unit)):
        member = declared(counter)
        yield "counters", member, owned(number, counter.name, state, field=byte_literal(member.name),
                                        function=_name(member) if counter.method else NOTHING)
    for number, (state, check) in enumerate(list_checks(unit)):
        yield "checks", check, owned(number, f"{state.name}.{check.name}", state, function=_name(check))
    for number, fixture in enumerate(unit.fixtures):
        yield "functions", declared(fixture), called(number, 0, fixture, "null", f"fixture_{number}")
    for number, place, noun in list_functions(unit):
        group = "null" if place is None else byte_literal(unit.benchmarks[number].name)
        yield "functions", declared(noun), called(number, place, noun, group, f"benchmark_{number}_{place or 0}")


def _name(declaration: Declaration, member: str = "") -> str:
    """The expression that means a declaration, or its own member, in its file."""
    return ".".join(map(quote, (*declaration.scope, declaration.name))) + member


def _struct(**members: str | int) -> str:
    """A Zig struct of expressions."""
    return f".{{ {', '.join(f'.{name} = {value}' for name, value in members.items())} }}"
