"""Converts a bound unit to the program that registers it with the runtime."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable

from clamh.languages.catalog import Classes
from clamh.languages.generators import (INJECTED, apply_changes, byte_literal as literal, controls_of, copy_paths,
                                        declared, enum_constants, is_program, list_checks, list_counters,
                                        list_functions, list_params, templates, unused_prefix)
from clamh.languages.native import SCOPES, catalog_texts
from clamh.languages.zig import metron
from clamh.languages.zig.lookup import quote
from clamh.model.sources import (Annotation, Benchmark, CompilerControl, Declaration, Fixture, Parsed, State, Unit,
                                 Wrapper)

ENTRY = "main.zig"
NOTHING = "{}"  # Zig's value of type void
CONTROLS = {"INLINE": b"inline ", "DONT_INLINE": b"noinline "}
_NOT_CODE = re.compile(rb'//[^\r\n]*|\\\\[^\r\n]*|"(?:[^"\\\r\n]|\\.)*"')


def generate(unit: Unit) -> Wrapper:
    """The wrapper of a unit: `main.zig`, and in `source/` the copies of the user's files, with names for what they keep
    private.

    Deterministic: equal units give equal bytes.
    """
    names, exposed = copy_paths(unit, r"[\x00-\x1f]"), _Exposed(unit)
    is_metron = is_program(unit)
    main = metron.root_file(unit, names[unit.source.path]) if is_metron else _main_file(unit, names, exposed)
    files = {names[parsed.source.path]: copy_source(parsed.text, parsed.annotations,
                                                    "" if is_metron else exposed.text(parsed),
                                                    controls_of(unit, parsed.source.path)) for parsed in unit.parsed}
    return Wrapper(unit=unit, files={ENTRY: main, **files}, entry=ENTRY,
                   names={copy: path for path, copy in names.items()})


def _main_file(unit: Unit, names: dict[str, str], exposed: _Exposed) -> str:
    classes = Classes(unit)
    texts = catalog_texts(unit, classes, lambda field: enum_constants(field, unit))
    listed = _entries(unit, classes, exposed) | {kind: map(literal, texts[kind]) for kind in ("catalog", "openings")}
    return templates("zig", literal).get_template(f"{ENTRY}.j2").render(
        listed=listed, files=[{"source": names[path], "path": path} for path in exposed.paths], prefix=exposed.prefix,
        made_at=_made_at(unit), sources=texts["sources"])


def copy_source(text: bytes, annotations: Iterable[Annotation], added: str,
                controls: Iterable[CompilerControl] = ()) -> str:
    """The compiled copy of a file, in which annotations are blanks and every line and column stays the same, with
    `added` behind its end; `controls` are those of its functions. Bytes that are not UTF-8 are surrogate escapes.
    """
    changes = [(annotation.start, annotation.end, re.sub(rb"[^\r\n]", b" ", text[annotation.start:annotation.end]))
               for annotation in annotations if annotation.spelling == "at"]
    for control in controls:
        word = re.search(rb"\bfn\b", text[control.declaration.start:control.declaration.body])
        start = control.declaration.start + (word.start() if word else 0)
        changes.append((start, start, CONTROLS[control.mode]))
    return os.fsdecode(apply_changes(text, changes)) + f"\n{added}"


class _Exposed:
    """The names under which main.zig reaches declarations of the user's files, each in the struct at the end of its
    file.
    """

    def __init__(self, unit: Unit):
        self.paths = [
            unit.source.path, *(parsed.source.path for parsed in unit.parsed if parsed.source.path != unit.source.path)
        ]
        self.prefix = unused_prefix(unit, "_exposed")
        self._names: dict[str, dict[str, str]] = {path: {} for path in self.paths}  # by file: expression → name

    def name(self, declaration: Declaration, member: str = "") -> str:
        """The expression that means a declaration, or its own member, in main.zig."""
        path = declaration.location.path
        expression = ".".join(map(quote, (*declaration.scope, declaration.name))) + member
        names = self._names[path]
        number = self.paths.index(path)
        return f"s{number}.{names.setdefault(expression, f'n{len(names)}')}"

    def text(self, parsed: Parsed) -> str:
        """What is added to a file: the struct, and the types of `clamh` that it names without importing them."""
        names = self._names[parsed.source.path]
        code = _NOT_CODE.sub(b" ", parsed.text)
        bare = [name for name in INJECTED if re.search(rb"(?<![\w.@\"])%s\b" % name.encode(), code)
                and not re.search(rb"(?<![*\]])\b(?:const|var|fn)\s+%s\b" % name.encode(), code)]
        imported = "".join(f'const {name} = @import("clamh").{name};\n' for name in bare)
        constants = "".join(f" pub const {name} = {expression};" for expression, name in names.items())
        return f"{imported}pub const {self.prefix} = struct {{{constants} }};\n"


def _entries(unit: Unit, classes: Classes, exposed: _Exposed) -> dict[str, list[str]]:
    """What is registered, by the numbers of the catalog: texts of Zig structs."""
    def owned(number: int, name: str, state: State, **members: str) -> str:
        return _struct(number=number, name=literal(name), owner=exposed.name(declared(state)), **members)

    def called(number: int, place: int | None, noun: Benchmark | Fixture, group: str, part: str) -> str:
        """A benchmark or fixture, and where it stands, as a line of a trace."""
        declaration = declared(noun)
        at = f"\n    at {declaration.name} ({_place(declaration)})"
        return _struct(benchmark="true" if isinstance(noun, Benchmark) else "false", number=number, place=place or 0,
                       name=literal(noun.name), group=group, at=literal(at), part=literal(part),
                       function=exposed.name(declaration))

    return {
        "classes": [
            _struct(type=exposed.name(declaration), number=number, name=literal(state.name) if state else "null",
                    scope=SCOPES[state.scope] if state else 0,
                    init=exposed.name(declaration, ".init") if declaration.facts["init"] else NOTHING,
                    deinit=exposed.name(declaration, ".deinit") if declaration.facts["deinit"] else NOTHING)
            for number, (declaration, state) in enumerate(zip(classes.declarations, classes.states, strict=True))],
        "params": [
            owned(number, param.name, state, field=literal(declared(param).name), at=literal(_place(declared(param))))
            for number, (state, param) in enumerate(list_params(unit))],
        "counters": [
            owned(number, counter.name, state, field=literal(declared(counter).name),
                  function=exposed.name(declared(counter)) if counter.method else NOTHING)
            for number, (state, counter) in enumerate(list_counters(unit))],
        "checks": [owned(number, f"{state.name}.{check.name}", state, function=exposed.name(check))
                   for number, (state, check) in enumerate(list_checks(unit))],
        "functions": [
            *(called(number, 0, fixture, "null", f"fixture_{number}") for number, fixture in enumerate(unit.fixtures)),
            *(called(number, place, noun, "null" if place is None else literal(unit.benchmarks[number].name),
                     f"benchmark_{number}_{place or 0}") for number, place, noun in list_functions(unit))],
    }


def _place(declaration: Declaration) -> str:
    return "{0.path}:{0.line}:{0.column}".format(declaration.location)


def _struct(**members: str | int) -> str:
    """A Zig struct of expressions."""
    return f".{{ {', '.join(f'.{name} = {value}' for name, value in members.items())} }}"


def _made_at(unit: Unit) -> str:
    """Where the source lists benchmarks that it makes at compile time, as members of a JSON object."""
    source = next(parsed for parsed in unit.parsed if parsed.source == unit.source)
    line = source.text[:max(source.text.find(b"clamh_benchmarks"), 0)].count(b"\n") + 1
    return json.dumps({"path": unit.source.path, "line": line})[1:-1]
