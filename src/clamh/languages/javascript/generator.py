"""Converts a bound unit to the texts that the artifact loads: the user's files, with code that registers their declarations.

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

from clamh.languages.generators import declared, list_checks, list_counters, templates, unused_prefix
from clamh.languages.javascript.imports import OURS, imports
from clamh.languages.javascript.modules import module_format
from clamh.languages.javascript.source_copy import copy_source
from clamh.languages.javascript.typescript import SUFFIXES as TYPESCRIPT
from clamh.languages.javascript.values import common_type
from clamh.model.sources import Benchmark, Declaration, Fixture, Param, State, Unit, Wrapper

FACTS = "facts.json"
# Node's own modules, when imported without `node:`.
BUILTIN = frozenset(
    "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs "
    "fs/promises http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream "
    "string_decoder timers timers/promises tls tty url util v8 vm worker_threads zlib".split())
LATER = "made later: "  # followed by the place of the file to insert
# The objects besides states that a function may take (runtime/injected.js).
INJECTED = ("Blackhole", "Control", "BenchmarkParams", "IterationParams", "ThreadParams", "Random", "Memory", "Operations")
WIRE_TYPES = {"number": "float", "bigint": "integer", "boolean": "boolean"}  # everything else is a string


class Registered(msgspec.Struct, frozen=True, kw_only=True):
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
    """The wrapper of one unit: `source/<n>.js` for the user's files whose text changes, and `facts.json`.

    Deterministic: equal units give equal bytes.
    """
    prefix = unused_prefix(unit, "$")
    facts, registered = _facts(unit, prefix)
    top = os.path.dirname(os.path.abspath(unit.source.path))
    files, places, names = {}, [], {}
    for parsed in unit.parsed:
        path = parsed.source.path
        own_lines = [line for line in registered if line.path == path]
        main = path == unit.source.path
        ours = main or bool(own_lines) or any(annotation.spelling == "at" for annotation in parsed.annotations)
        if not ours and not path.endswith(TYPESCRIPT):
            continue
        text = copy_source(parsed.text, parsed.annotations)
        place = f"source/{len(places)}{Path(path).suffix}"
        files[place], names[place] = text + (_registration(own_lines, prefix, main) if main or own_lines else ""), path
        places.append({"name": os.path.relpath(os.path.abspath(path), top), "place": place,
                       "format": module_format(path, text), "load": ours})
    files[FACTS] = json.dumps({"prefix": prefix, "files": places, "facts": facts}, indent=1) + "\n"
    return Wrapper(unit=unit, files=files, entry=FACTS, names=names)


def _facts(unit: Unit, prefix: str) -> tuple[dict[str, Any], list[Registered]]:
    """The data and the registration code for the worker; both number their entries alike."""
    classes = _Classes(unit)
    registered: list[Registered] = []
    stubs = [called for benchmark in unit.benchmarks for called in _functions(benchmark)]
    for kind, nouns in (("fixtures", unit.fixtures), ("benchmarks", stubs)):
        for number, noun in enumerate(nouns):
            takes, callee, arguments = _call(noun, classes, prefix)
            path = (_heir(noun) or declared(noun)).location.path
            registered.append(Registered(kind=kind, id=number, path=path, code=f"{callee}({arguments})", takes=takes,
                                         function="" if "." in callee else callee))
    params = [(state, param) for state in unit.states for param in state.params]
    for number, (state, param) in enumerate(params):
        field = declared(param)
        # A static field belongs to the class that declares it: setting it on a subclass would create another field that hides it.
        home = ".".join(field.owner or field.scope) if "static" in field.modifiers else f"{prefix}o"
        registered.append(Registered(kind="params", id=number, path=field.location.path,
                                     code=f"{home}.{field.name}", enum=field.facts.get("enum", "")))
    counters = list_counters(unit)
    for number, (state, counter) in enumerate(counters):
        member = declared(counter)
        code = f"{prefix}o.{member.name}" + ("()" if counter.method else "")
        registered.append(Registered(kind="counters", id=number, path=member.location.path, code=code,
                                     field=not counter.method))
    checks = list_checks(unit)
    for number, (_, check) in enumerate(checks):
        home = ".".join(check.owner or check.scope) if "static" in check.modifiers else f"{prefix}o"
        registered.append(Registered(kind="checks", id=number, path=check.location.path, code=f"{home}.{check.name}()"))
    registered += [Registered(kind="classes", id=number, path=declaration.location.path, code=_expression(declaration))
                   for number, declaration in enumerate(classes.declarations)]
    arguments_of = {(line.kind, line.id): line.takes for line in registered}
    numbers = iter(range(len(stubs)))
    facts = {
        "classes": [{"name": state.name, "scope": state.scope, "forecast": msgspec.to_builtins(state.forecast),
                     "path": state.location.path, "line": state.location.line, "fields": _field_lines(unit, state)} if state
                    else {"name": "", "scope": ""} for state in classes.states],
        "params": [{
            "name": param.name, "type": _wire_type(param), "constants": declared(param).constants or declared(param).facts.get("literals", ()),
            "values": param.values,
            "line": param.location.line, "owner": classes.of_state(state.name),
            "shared": "static" in declared(param).modifiers,
        } for state, param in params],
        "counters": [{"name": counter.name, "owner": classes.of_state(state.name)} for state, counter in counters],
        "checks": [{"name": f"{state.name}.{check.name}", "owner": classes.of_state(state.name)} for state, check in checks],
        "fixtures": [{
            "name": fixture.name, "kind": fixture.kind, "level": fixture.level, "takes": arguments_of["fixtures", number],
            "home": classes.home(fixture), "only": fixture.only,
        } for number, fixture in enumerate(unit.fixtures)],
        "benchmarks": [{
            "name": benchmark.name, "settings": msgspec.to_builtins(benchmark.settings),
            "baseline": benchmark.baseline, "path": benchmark.location.path, "line": benchmark.location.line,
            "forecast": msgspec.to_builtins(benchmark.forecast),
            # The members of a group, or the benchmark itself; `id` is the number of the stub.
            "functions": [{
                "id": (number := next(numbers)), "takes": arguments_of["benchmarks", number], "home": classes.home(called),
                "method": _on_object(declared(called)),
                "async": "async" in declared(called).modifiers, "name": called.name,
                "member": member and {"name": member.name, "threads": member.threads, "states": member.states,
                                      "path": member.location.path, "line": member.location.line},
            } for called, member in zip(_functions(benchmark), benchmark.members or [None], strict=True)],
        } for benchmark in unit.benchmarks],
        "sources": {source.path: source.sha256 for source in (unit.source, *unit.companions)},
    }
    return facts, registered


def _functions(benchmark: Benchmark) -> list[Benchmark]:
    """The benchmark itself, or the members of a group as benchmarks."""
    scope = benchmark.name.rpartition(".")[0]
    return [msgspec.structs.replace(benchmark, declaration=member.declaration, states=member.states, location=member.location,
                                    members=(), name=f"{scope}.{member.name}" if scope else member.name)
            for member in benchmark.members] or [benchmark]


def _field_lines(unit: Unit, state: State) -> dict[str, int]:
    """The lines of the fields that the state's own class declares, for messages about values that threads cannot share."""
    declaration = declared(state)
    path = (*declaration.scope, declaration.name)
    return {field.name: field.location.line for parsed in unit.parsed if parsed.source.path == declaration.location.path
            for field in parsed.declarations if field.kind == "field" and field.owner == path and not field.facts.get("hidden")}


class _Classes:
    """The classes that the worker instantiates, by number: the states, then other classes whose methods are called."""

    def __init__(self, unit: Unit):
        self.states = list(unit.states)
        self.declarations = [declared(state) for state in unit.states]
        self._numbers = {state.name: number for number, state in enumerate(unit.states)}

    def of_state(self, name: str) -> int:
        return self._numbers[name]

    def home(self, noun: Fixture | Benchmark) -> int | None:
        """The number of the class of a method: the state that has or inherits it, static or not; for an instance method any class."""
        method = declared(noun)
        if noun.home is None:
            return None
        expression = _expression(noun.home)
        number = self._numbers.get(expression)
        if "static" in method.modifiers:
            return None if number is None or self.states[number] is None else number
        if number is None:
            number = self._numbers[expression] = len(self.declarations)
            self.declarations.append(noun.home)
            self.states.append(None)
        return number


def _wire_type(param: Param) -> str:
    return "enum" if declared(param).constants else WIRE_TYPES.get(param.type or common_type(param.values), "string")


def _call(noun: Fixture | Benchmark, classes: _Classes, prefix: str) -> tuple[tuple[int | str, ...], str, str]:
    """The arguments of a function, its own object first; the callee; and the argument list of names `<prefix>0`, `<prefix>1`, …."""
    declaration = declared(noun)
    takes: list[int | str] = []
    names = (f"{prefix}{number}" for number in count())
    heir = _heir(noun)
    callee = f"{_expression(heir)}.{declaration.name}" if heir else _expression(declaration)
    if _on_object(declaration):
        home = classes.home(noun)
        assert home is not None, f"{noun.name} is a method of no class"
        takes.append(home)
        callee = f"{next(names)}.{declaration.name}"
    arguments = []
    for parameter in declaration.parameters:
        if parameter.takes:
            injected = parameter.takes in INJECTED and parameter.takes not in noun.states
            takes.append(parameter.takes if injected else classes.of_state(parameter.takes))
        arguments.append(next(names) if parameter.takes else "void 0")  # keeps the default value
    while arguments and arguments[-1] == "void 0":
        arguments.pop()
    return tuple(takes), callee, ", ".join(arguments)


def _heir(noun: Fixture | Benchmark) -> Declaration | None:
    """The class through which a static method is called: inside it, `this` is the subclass that inherits it."""
    return noun.home if declared(noun).kind == "method" and not _on_object(declared(noun)) else None


def _on_object(declaration: Declaration) -> bool:
    return declaration.kind == "method" and "static" not in declaration.modifiers


def _expression(declaration: Declaration) -> str:
    return ".".join((*declaration.scope, declaration.name))


def _registration(registered: list[Registered], prefix: str, main: bool) -> str:
    kinds = ("classes", "params", "counters", "checks", "fixtures", "benchmarks")
    by_kind = {kind: [line for line in registered if line.kind == kind] for kind in kinds}
    return templates("javascript", json.dumps).get_template("registration.js.j2").render(p=prefix, main=main, **by_kind)


def standalone(wrapper: Wrapper) -> str:
    """The artifact including all imported files of the user; its head lists what else it needs.

    It uses its own folder as the folder of its sources, which need not exist. Node removes the types of TypeScript
    (from version 22.18 on).
    """
    data = json.loads(wrapper.files[FACTS])
    top = os.path.dirname(os.path.abspath(wrapper.unit.source.path))
    present = {file["name"] for file in data["files"]}
    other_files = []
    for parsed in wrapper.unit.parsed:
        name = os.path.relpath(os.path.abspath(parsed.source.path), top)
        if name not in present:
            text = copy_source(parsed.text, parsed.annotations)
            other_files.append({"name": name, "format": module_format(parsed.source.path, text), "load": False, "text": text})
    packages = {module.specifier for parsed in wrapper.unit.parsed for module in imports(parsed.text)
                if not module.specifier.startswith(("./", "../", "node:")) and module.specifier not in (*BUILTIN, OURS)}
    return bundle(wrapper, {"id": ""}, more=other_files, needs=sorted(packages))


def bundle(
    wrapper: Wrapper, platform: dict[str, Any], later: Collection[str] = (), more: Sequence[dict[str, Any]] | None = None,
    needs: Sequence[str] = (),
) -> str:
    """The artifact: one file with the worker and the wrapper's texts; `platform` is what its `hello` reports.

    Texts whose place is in `later` are inserted by a later step; their names mark the position (see assemble.py). With
    `more` files the artifact is standalone, and its head says what it `needs`.
    """
    data = json.loads(wrapper.files[FACTS])
    source = Path(os.path.realpath(wrapper.unit.source.path))
    artifact = {
        "platform": platform,
        "folder": str(source.parent) if more is None else "",
        "files": [{"name": file["name"], "format": file["format"], "load": file["load"],
                   "text": LATER + file["place"] if file["place"] in later else wrapper.files[file["place"]]}
                  for file in data["files"]] + list(more or ()),
        "standalone": more is not None,
        "ours": any(module.specifier == OURS for parsed in wrapper.unit.parsed for module in imports(parsed.text)),
        "prefix": data["prefix"],
        "facts": data["facts"],
    }
    runtime = {f"./{file.name}": file.read_text(encoding="utf-8").rstrip("\n") for file in sorted(RUNTIME.glob("*.js"))}
    return templates("javascript", json.dumps).get_template("artifact.js.j2").render(
        name=json.dumps(source.name)[1:-1],
        needs=", ".join(json.dumps(package) for package in needs),
        artifact=json.dumps(artifact, indent=1),
        outside={json.dumps(name): text for name, text in runtime.items() if name in (*OUTSIDE, *BOTH)},
        inside={json.dumps(name): text for name, text in runtime.items() if name not in OUTSIDE},
    )


# The classes that a source may import when it runs without CLAMH, by the file of runtime/ that defines them.
IMPORTED = {
    "./blackhole.js": ("Blackhole",), "./control.js": ("Control",), "./memory.js": ("Memory",),
    "./operations.js": ("Operations",), "./params.js": ("BenchmarkParams", "IterationParams", "ThreadParams"),
    "./random.js": ("Random",),
}


def outside() -> dict[str, str]:
    """The generated files of outside/, by name: the classes above in one CommonJS file, the ES module that exports them, and the
    package.json of both. Their types file is not generated."""
    names = ", ".join(name for names in IMPORTED.values() for name in names)
    text = {name: (RUNTIME / name).read_text(encoding="utf-8").rstrip("\n") for name in IMPORTED}
    script = templates("javascript", json.dumps).get_template(f"{OURS}.cjs.j2").render(
        files={json.dumps(name): body for name, body in text.items()}, all=names,
        exported={json.dumps(name): ", ".join(names) for name, names in IMPORTED.items()},
    )
    module = (f"// Generated by CLAMH; needs {OURS}.cjs beside it. Do not edit.\nimport ours from './{OURS}.cjs';\n\n"
              f"export const {{ {names} }} = ours;\n")
    exported = {"types": f"./{OURS}.d.ts", "import": f"./{OURS}.mjs", "require": f"./{OURS}.cjs"}
    package = {"name": OURS, "version": "0.0.0", "description": "Blackhole, Random and the like for benchmarks that run without CLAMH",
               "main": f"{OURS}.cjs", "types": f"{OURS}.d.ts", "exports": exported}
    return {f"{OURS}.cjs": script, f"{OURS}.mjs": module, "package.json": json.dumps(package, indent=2) + "\n"}


RUNTIME = Path(__file__).parent / "runtime"
# Files that run in the user's realm (runtime/start.js).
INJECTED_FILES = ("./injected.js", "./imported.js", "./blackhole.js", "./control.js", "./memory.js", "./operations.js", "./params.js")
OUTSIDE = ("./start.js", "./natives.js", "./load.js", "./typescript.js", "./check.js", "./loop.js", *INJECTED_FILES)
BOTH = ("./random.js",)  # the worker uses random numbers too
