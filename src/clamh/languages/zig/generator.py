"""Converts a bound unit to the program that registers it with the runtime."""

from __future__ import annotations

import json
import re
from typing import Any

from clamh.languages.catalog import Classes, list_entries, list_solo
from clamh.languages.generators import (copy_paths, declared, enum_constants, list_checks, list_counters,
                                        member_benchmark, templates, unused_prefix)
from clamh.languages.native import mark_catalog
from clamh.languages.zig import metron
from clamh.languages.zig.lookup import literal
from clamh.languages.zig.source_copy import copy_source
from clamh.model.sources import Declaration, Param, Parsed, Unit, Wrapper

ENTRY = "main.zig"
SCOPES = {"Thread": 0, "Group": 1, "Benchmark": 2}  # numbers of clamh_scope
INJECTED = ("Blackhole", "Control", "BenchmarkParams", "IterationParams", "ThreadParams", "Random", "Memory",
            "Operations", "Suspend")
NOTHING = "{}"  # Zig's value of type void
_NOT_CODE = re.compile(rb'//[^\r\n]*|\\\\[^\r\n]*|"(?:[^"\\\r\n]|\\.)*"')


def generate(unit: Unit) -> Wrapper:
    """The wrapper of a unit: `main.zig`, and in `source/` the copies of the user's files, with names for what they keep
    private.

    Deterministic: equal units give equal bytes.
    """
    if metron.is_program(unit):
        return metron.generate_program(unit, ENTRY)
    classes = Classes(unit)
    # Only the compiler knows a param's type, which the artifact fills in.
    catalog = list_entries(unit, classes, lambda param: {"type": "string", "constants": _constants(param, unit)})
    exposed = _Exposed(unit)
    entries = _entries(unit, classes, exposed)
    names = copy_paths(unit, r"[\x00-\x1f]")
    controls = unit.compiler_controls
    files = {
        names[parsed.source.path]: copy_source(
            parsed.text, parsed.annotations, exposed.text(parsed, unit),
            [control for control in controls if control.declaration.location.path == parsed.source.path])
        for parsed in unit.parsed}
    sources = (unit.source, *unit.companions)
    main = templates("zig", literal).get_template(f"{ENTRY}.j2").render(
        **entries, files=[{"source": names[path], "path": path} for path in exposed.paths], prefix=exposed.prefix,
        catalog=mark_catalog(catalog), openings=list_solo(catalog), made_at=_made_at(unit),
        sources=json.dumps({file.path: file.sha256 for file in sources}))
    return Wrapper(unit=unit, files={ENTRY: main, **files}, entry=ENTRY,
                   names={copy: path for path, copy in names.items()})


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
        path, expression = declaration.location.path, declaration.facts["path"] + member
        names = self._names[path]
        number = self.paths.index(path)
        return f"s{number}.{names.setdefault(expression, f'n{len(names)}')}"

    def text(self, parsed: Parsed, unit: Unit) -> str:
        """What is added to a file: the struct, and the types of `clamh` that it names without importing them."""
        names = self._names[parsed.source.path]
        code = _NOT_CODE.sub(b" ", parsed.text)
        bare = [name for name in INJECTED if re.search(rb"(?<![\w.@\"])%s\b" % name.encode(), code)
                and not re.search(rb"(?<![*\]])\b(?:const|var|fn)\s+%s\b" % name.encode(), code)]
        imported = "".join(f'const {name} = @import("clamh").{name};\n' for name in bare)
        constants = "".join(f" pub const {name} = {expression};" for expression, name in names.items())
        return f"{imported}pub const {self.prefix} = struct {{{constants} }};\n"


def _entries(unit: Unit, classes: Classes, exposed: _Exposed) -> dict[str, list[Any]]:
    """What is registered, by the numbers of the catalog."""
    def function(noun: Any) -> str:
        return exposed.name(declared(noun))

    def called(noun: Any) -> dict[str, str]:
        """A benchmark or fixture, and where it stands, as a line of a trace."""
        location = declared(noun).location
        return {
            "name": noun.name, "function": function(noun),
            "at": f"\n    at {declared(noun).name} ({location.path}:{location.line}:{location.column})"
        }

    params = [(state, param) for state in unit.states for param in state.params]
    benchmarks = []
    for number, benchmark in enumerate(unit.benchmarks):
        members = [member_benchmark(benchmark, member, ".") for member in benchmark.members]
        group = literal(benchmark.name) if members else "null"
        benchmarks += [{"benchmark": "true", "number": number, "place": place, "group": group,
                        "part": f"benchmark_{number}_{place}", **called(noun)}
                       for place, noun in enumerate(members or [benchmark])]
    fixtures = [{"benchmark": "false", "number": number, "place": 0, "group": "null", "part": f"fixture_{number}",
                 **called(fixture)} for number, fixture in enumerate(unit.fixtures)]
    return {
        "classes": [{
            "type": exposed.name(declaration), "number": number, "name": literal(state.name) if state else "null",
            "scope": SCOPES[state.scope] if state else 0,
            "init": exposed.name(declaration, ".init") if declaration.facts["init"] else NOTHING,
            "deinit": exposed.name(declaration, ".deinit") if declaration.facts["deinit"] else NOTHING
        } for number, (declaration, state) in enumerate(zip(classes.declarations, classes.states, strict=True))],
        "params": [{
            "number": number, "name": param.name, "owner": exposed.name(declared(state)), "field": declared(param).name,
            "at": "{0.path}:{0.line}:{0.column}".format(declared(param).location)
        } for number, (state, param) in enumerate(params)],
        "counters": [{
            "number": number, "name": counter.name, "owner": exposed.name(declared(state)),
            "field": declared(counter).name, "function": function(counter) if counter.method else NOTHING
        } for number, (state, counter) in enumerate(list_counters(unit))],
        "checks": [{
            "number": number, "name": f"{state.name}.{check.name}", "owner": exposed.name(declared(state)),
            "function": exposed.name(check)
        } for number, (state, check) in enumerate(list_checks(unit))],
        "functions": fixtures + benchmarks,
    }


def _made_at(unit: Unit) -> str:
    """Where the source lists benchmarks that it makes at compile time, as members of a JSON object."""
    source = next(parsed for parsed in unit.parsed if parsed.source == unit.source)
    line = source.text[:max(source.text.find(b"clamh_benchmarks"), 0)].count(b"\n") + 1
    return json.dumps({"path": unit.source.path, "line": line})[1:-1]


def _constants(param: Param, unit: Unit) -> tuple[str, ...]:
    field = declared(param)
    return enum_constants(field, unit, lambda enum: ".".join((*enum.scope, enum.name)) == field.type)
