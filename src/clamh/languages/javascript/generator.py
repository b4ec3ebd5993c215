"""Converts a bound unit to the texts that the artifact loads: the user's files, with code that registers their
declarations.

The registration is at the end of each file, where names that are not exported are visible too.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from clamh.languages.catalog import Classes, list_entries, list_openings
from clamh.languages.generators import (declared, dotted_name, list_checks, list_counters, list_params,
                                        member_benchmark, templates, unused_prefix)
from clamh.languages.javascript.imports import OURS, imports
from clamh.languages.javascript.modules import module_format
from clamh.languages.javascript.source_copy import copy_source
from clamh.languages.javascript.values import WIRE, common_type
from clamh.model.sources import Benchmark, Declaration, Fixture, Param, State, Unit, Wrapper

FACTS = "facts.json"
# Node's own modules, when imported without `node:`.
BUILTIN = frozenset(
    "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain "
    "events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl "
    "stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib assert/strict "
    "dns/promises fs/promises inspector/promises path/posix path/win32 readline/promises stream/consumers "
    "stream/promises stream/web timers/promises util/types".split())
LATER = "made later: "  # followed by the place of the file to insert
RUNTIME = Path(__file__).parent / "runtime"
# The classes that a source may import when it runs without CLAMH, by the file of runtime/ that defines them.
IMPORTED = {
    "./blackhole.js": ("Blackhole",), "./control.js": ("Control",), "./memory.js": ("Memory",),
    "./operations.js": ("Operations",), "./benchmark_params.js": ("BenchmarkParams", "IterationParams", "ThreadParams"),
    "./random.js": ("Random",),
}
# Files that run in the user's realm (runtime/start.js).
OUTSIDE = ("./start.js", "./natives.js", "./load.js", "./typescript.js", "./check.js", "./loop.js", "./injected.js",
           "./imported.js", "./blackhole.js", "./control.js", "./memory.js", "./operations.js", "./benchmark_params.js")
BOTH = ("./random.js",)  # the worker uses random numbers too


class Registration(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a registration: the noun's number, the file that declares it, and its code there."""

    kind: str
    id: int
    path: str
    code: str
    function: str = ""  # the function that `code` calls, if it is not a method: a stub may fetch it once
    takes: tuple[int | str, ...] = ()  # numbers of classes, names of injected objects
    field: bool = False
    enum: str = ""  # the enum whose constants a param's values name


def generate(unit: Unit) -> Wrapper:
    """The wrapper of a unit: `source/<n>.js` for each of the user's files, and `facts.json`.

    Files without declarations of ours are among them: all forks shall measure the same text.

    Deterministic: equal units give equal bytes.
    """
    prefix = unused_prefix(unit, "$")
    tables, registered = _tables(unit, prefix)
    top = os.path.dirname(os.path.abspath(unit.source.path))
    files, places, names = {}, [], {}
    for parsed in unit.parsed:
        path = parsed.source.path
        own_lines = [line for line in registered if line.path == path]
        main = path == unit.source.path
        ours = main or bool(own_lines) or any(annotation.spelling == "at" for annotation in parsed.annotations)
        text = copy_source(parsed.text, parsed.annotations)
        place = f"source/{len(places)}{Path(path).suffix}"
        registration = _registration(own_lines, prefix,
                                     len(tables["functions"]) - 1 if main else None) if main or own_lines else ""
        files[place], names[place] = text + registration, path
        places.append({"name": os.path.relpath(os.path.abspath(path), top), "place": place,
                       "format": module_format(path, text), "load": ours})
    files[FACTS] = json.dumps({"prefix": prefix, "files": places, "tables": tables}, indent=1) + "\n"
    return Wrapper(unit=unit, files=files, entry=FACTS, names=names)


def _tables(unit: Unit, prefix: str) -> tuple[dict[str, Any], list[Registration]]:
    """The worker's tables and the registration code; both number their entries as the catalog does."""
    classes = Classes(unit)
    entries = list_entries(unit, classes, _describe_param)
    registered: list[Registration] = []
    stubs = [(number, stub) for number, benchmark in enumerate(unit.benchmarks) for stub in _functions(benchmark)]
    for kind, nouns in (("fixtures", unit.fixtures), ("benchmarks", [stub for _, stub in stubs])):
        for number, noun in enumerate(nouns):
            takes, callee, arguments = _call(noun, classes, prefix)
            path = (_heir(noun) or declared(noun)).location.path
            registered.append(Registration(kind=kind, id=number, path=path, code=f"{callee}({arguments})", takes=takes,
                                           function="" if "." in callee else callee))
    params = list_params(unit)
    for number, (_, param) in enumerate(params):
        field = declared(param)
        # A static field belongs to the class that declares it: setting it on a subclass would create another field that
        # hides it.
        home = ".".join(field.owner or field.scope) if "static" in field.modifiers else f"{prefix}o"
        registered.append(Registration(kind="params", id=number, path=field.location.path,
                                       code=f"{home}.{field.name}", enum=field.facts.get("enum", "")))
    for number, (_, counter) in enumerate(list_counters(unit)):
        member = declared(counter)
        code = f"{prefix}o.{member.name}" + ("()" if counter.method else "")
        registered.append(Registration(kind="counters", id=number, path=member.location.path, code=code,
                                       field=not counter.method))
    for number, (_, check) in enumerate(list_checks(unit)):
        home = ".".join(check.owner or check.scope) if "static" in check.modifiers else f"{prefix}o"
        registered.append(
            Registration(kind="checks", id=number, path=check.location.path, code=f"{home}.{check.name}()"))
    registered += [
        Registration(kind="classes", id=number, path=declaration.location.path, code=dotted_name(declaration))
        for number, declaration in enumerate(classes.declarations)
    ]
    takes_of = {(line.kind, line.id): line.takes for line in registered}
    functions = [{
        "name": stub.name, "benchmark": benchmark, "takes": takes_of["benchmarks", number], "async": "async"
        in declared(stub).modifiers
    } for number, (benchmark, stub) in enumerate(stubs)]
    empty = {"name": "clamh.empty", "benchmark": len(entries.benchmarks), "takes": (), "async": False}
    tables = {
        "catalog": (*entries.lines(),
                    json.dumps({
                        "event": "described", "states": len(entries.states), "fixtures": len(entries.fixtures),
                        "benchmarks": len(entries.benchmarks)
                    })),
        "openings": list_openings(entries),
        "fixtures": [takes_of["fixtures", number] for number in range(len(unit.fixtures))],
        "functions": [*functions, empty],
        "statics": [number for number, (_, param) in enumerate(params) if "static" in declared(param).modifiers],
        "places": [{"path": state.location.path, "line": state.location.line, "fields": _field_lines(unit, state)}
                   for state in unit.states],
        "sources": {source.path: source.sha256 for source in (unit.source, *unit.companions)},
    }
    return tables, registered


def _describe_param(param: Param) -> dict[str, Any]:
    declaration = declared(param)
    type = "enum" if declaration.constants else WIRE.get(param.type or common_type(param.values), "string")
    return {"type": type, "constants": declaration.constants or tuple(declaration.facts.get("literals", ()))}


def _functions(benchmark: Benchmark) -> list[Benchmark]:
    """The benchmark itself, or the functions of a group as benchmarks."""
    return [
        member_benchmark(msgspec.structs.replace(benchmark, states=member.states), member, ".")
        for member in benchmark.members
    ] or [benchmark]


def _field_lines(unit: Unit, state: State) -> dict[str, int]:
    """The lines of the fields that the state's own class declares, for messages about values that threads cannot share.
    """
    declaration = declared(state)
    path = (*declaration.scope, declaration.name)
    return {
        field.name: field.location.line for parsed in unit.parsed if parsed.source.path == declaration.location.path
        for field in parsed.declarations
        if field.kind == "field" and field.owner == path and not field.facts.get("hidden")
    }


def _call(noun: Fixture | Benchmark, classes: Classes, prefix: str) -> tuple[tuple[int | str, ...], str, str]:
    """The arguments of a function, its own object first; the callee; and the argument list of names `<prefix>0`,
    `<prefix>1`, ….
    """
    declaration = declared(noun)
    takes = classes.takes(noun, declaration)
    names = (f"{prefix}{number}" for number in count())
    heir = _heir(noun)
    callee = f"{dotted_name(heir)}.{declaration.name}" if heir else dotted_name(declaration)
    if _on_object(declaration):
        home = classes.of_method(noun, declaration)
        assert home is not None, f"{noun.name} is a method of no class"
        takes.insert(0, home)
        callee = f"{next(names)}.{declaration.name}"
    arguments = [next(names) if parameter.takes else "void 0"
                 for parameter in declaration.parameters]  # keeps the default value
    while arguments and arguments[-1] == "void 0":
        arguments.pop()
    return tuple(takes), callee, ", ".join(arguments)


def _heir(noun: Fixture | Benchmark) -> Declaration | None:
    """The class through which a static method is called: inside it, `this` is the subclass that inherits it."""
    return noun.home if declared(noun).kind == "method" and not _on_object(declared(noun)) else None


def _on_object(declaration: Declaration) -> bool:
    return declaration.kind == "method" and "static" not in declaration.modifiers


def _registration(registered: list[Registration], prefix: str, floor: int | None) -> str:
    """The code at the end of a file; `floor` is the number of the empty function in the main file."""
    kinds = ("classes", "params", "counters", "checks", "fixtures", "benchmarks")
    by_kind = {kind: [line for line in registered if line.kind == kind] for kind in kinds}
    return templates("javascript",
                     json.dumps).get_template("registration.js.j2").render(p=prefix, floor=floor, **by_kind)


def standalone(wrapper: Wrapper) -> str:
    """The artifact as the only file; its head lists what else it needs.

    It uses its own folder as the folder of its sources, which need not exist. Node removes the types of TypeScript
    (from version 22.18 on).
    """
    packages = {module.specifier for parsed in wrapper.unit.parsed for module in imports(parsed.text)
                if not module.specifier.startswith(("./", "../", "node:")) and module.specifier not in (*BUILTIN, OURS)}
    return bundle(wrapper, {"id": "", "runtime": ""}, alone=True, needs=sorted(packages))


def bundle(
        wrapper: Wrapper,
        platform: dict[str, Any],
        later: Collection[str] = (),
        alone: bool = False,
        needs: Sequence[str] = (),
) -> str:
    """The artifact: one file with the worker and the wrapper's texts; `platform` is what its `hello` reports.

    Texts whose place is in `later` are inserted by a later step; their names mark the position (see assemble.py). The
    head of an artifact that is `alone`, without its sources, says what it `needs`.
    """
    data = json.loads(wrapper.files[FACTS])
    # A link is loaded by its own name, in its own folder: there its imports were read and hashed.
    folder, name = os.path.split(os.path.abspath(wrapper.unit.source.path))
    artifact = {
        "platform": platform,
        "folder": "" if alone else os.path.realpath(folder),
        "files": [{"name": file["name"], "format": file["format"], "load": file["load"],
                   "text": LATER + file["place"] if file["place"] in later else wrapper.files[file["place"]]}
                  for file in data["files"]],
        "standalone": alone,
        "ours": any(module.specifier == OURS for parsed in wrapper.unit.parsed for module in imports(parsed.text)),
        "prefix": data["prefix"],
        **data["tables"],
    }
    runtime = {f"./{file.name}": file.read_text(encoding="utf-8").rstrip("\n") for file in sorted(RUNTIME.glob("*.js"))}
    return templates("javascript", json.dumps).get_template("artifact.js.j2").render(
        name=json.dumps(name)[1:-1],
        needs=", ".join(json.dumps(package) for package in needs),
        artifact=json.dumps(artifact, indent=1),
        outside={json.dumps(name): text for name, text in runtime.items() if name in (*OUTSIDE, *BOTH)},
        inside={json.dumps(name): text for name, text in runtime.items() if name not in OUTSIDE},
    )


def outside() -> dict[str, str]:
    """The generated files of outside/, by name: a CommonJS file of the classes in IMPORTED, the ES module that exports
    them, and the package.json of both. Their types file is not generated."""
    names = ", ".join(name for names in IMPORTED.values() for name in names)
    text = {name: (RUNTIME / name).read_text(encoding="utf-8").rstrip("\n") for name in IMPORTED}
    script = templates("javascript", json.dumps).get_template(f"{OURS}.cjs.j2").render(
        files={json.dumps(name): body for name, body in text.items()}, all=names,
        exported={json.dumps(name): ", ".join(names) for name, names in IMPORTED.items()},
    )
    module = (f"// Generated by CLAMH; needs {OURS}.cjs beside it. Do not edit.\nimport ours from './{OURS}.cjs';\n\n"
              f"export const {{ {names} }} = ours;\n")
    exported = {"types": f"./{OURS}.d.ts", "import": f"./{OURS}.mjs", "require": f"./{OURS}.cjs"}
    package = {
        "name": OURS, "version": "0.0.0",
        "description": "Blackhole, Random and the like for benchmarks that run without CLAMH", "main": f"{OURS}.cjs",
        "types": f"{OURS}.d.ts", "exports": exported
    }
    return {f"{OURS}.cjs": script, f"{OURS}.mjs": module, "package.json": json.dumps(package, indent=2) + "\n"}
