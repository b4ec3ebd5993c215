"""Unit → Wrapper for Java: the sources in package folders, as they are, and the facts that only the forecast knows.

JMH's annotation processor writes the harness; `//@@` lines are comments to it. A source without a package gets
`package clamh;` before its first token, on the same line, since JMH refuses the default package and the guide's script
does the same: no line moves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path, PurePath
from urllib.parse import quote

import msgspec

from clamh.languages.catalog import Classes, list_entries
from clamh.languages.java.frontend import NOT_CODE
from clamh.model.catalog import BenchmarkEntry
from clamh.model.noun import Noun
from clamh.model.sources import Param, Parsed, Unit, Wrapper

PACKAGE = "clamh"
SOURCES = "src"
FACTS = "resources/META-INF/clamh/facts"
INJECTED = Path(__file__).parent / "injected" / PACKAGE
NAMED = re.compile(rf"\b{PACKAGE}\s*\.\s*([A-Z]\w*|\*)")
BLANKS = r"(?:\s|//[^\n]*(?:\n|\Z)|/\*.*?\*/)*"
LEADING = re.compile(BLANKS, re.DOTALL)
DECLARED = re.compile(rf"package\b{BLANKS}(?P<name>[^;]*);", re.DOTALL)


def generate(unit: Unit) -> Wrapper:
    """The wrapper of one unit: `src/<package>/<file>` for the source and its companions, the facts for `describe`."""
    files: dict[str, str] = {}
    names: dict[str, str] = {}
    for path, text in _texts(unit):
        package, placed = in_package(text)
        place = "/".join((SOURCES, *package.split("."), PurePath(path).name))
        files[place], names[place] = placed, path
    entry = next(iter(files))
    asked = injected(files.values())
    files |= {f"{SOURCES}/{PACKAGE}/{name}.java": (INJECTED / f"{name}.java").read_text(encoding="utf-8") for name in asked}
    files[FACTS] = _facts(unit, asked)
    return Wrapper(unit=unit, files=files, entry=entry, names=names)


def in_package(text: str) -> tuple[str, str]:
    """A source's package and its text for the compiler, with ours put in when it names none."""
    text = text.removeprefix("\N{BYTE ORDER MARK}")  # javac takes it for an illegal character
    start = LEADING.match(text).end()  # type: ignore[union-attr]  # it matches the empty text
    declared = DECLARED.match(text, start)
    if declared:
        return LEADING.sub("", declared["name"]), text
    return PACKAGE, f"{text[:start]}package {PACKAGE}; {text[start:]}"


def injected(texts: Iterable[str]) -> list[str]:
    """The classes of ours that the code of these sources names, as `clamh.Random` or by `import clamh.*`.

    Only those are compiled with them: beside a source that was put into our package, a Random of that package would come
    before the one of `import java.util.*`.
    """
    code = "\n".join(NOT_CODE.sub(b" ", text.encode("utf-8", "replace")).decode() for text in texts)
    named = {match[1] for match in NAMED.finditer(code)}
    return [path.stem for path in sorted(INJECTED.glob("*.java")) if {path.stem, "*"} & named]


def _texts(unit: Unit) -> list[tuple[str, str]]:
    """Path and text of every file of the unit, the source first."""
    read: dict[str, Parsed] = {one.source.path: one for one in unit.parsed}
    found = []
    for file in (unit.source, *unit.companions):
        raw = read[file.path].text if file.path in read else Path(file.path).read_bytes()
        found.append((file.path, raw.decode("utf-8", "surrogateescape")))
    return found


def _facts(unit: Unit, injected: list[str]) -> str:
    """Lines that Facts.java reads: what was compiled, and what JMH's list and reflection do not know of the catalog.

    After the name of a state, param, benchmark or function come keys of its object in the catalog, each with its JSON.
    """
    entries = list_entries(unit, Classes(unit), lambda param: {"type": "string"})
    lines = [("source", file.sha256, file.path) for file in (unit.source, *unit.companions)]
    lines += [("injected", f"{PACKAGE}.{name}") for name in injected]
    ranges = {param.name for state in unit.states for param in state.params if _given_by_us(param)}
    for state in entries.states:
        lines.append(("state", state.name, *_json(state, "rows", "counters", "checks")))
        lines += [("counter", counter.name, counter.type) for counter in state.counters]
        for param in state.params:
            lines.append(("param", param.name, *_json(param, "line", "units", "same", *["values"] * (param.name in ranges))))
    lines += [("check", state.name, check.name) for state in unit.states for check in state.checks]
    for benchmark in entries.benchmarks:
        lines.append(("benchmark", benchmark.name, *_json(benchmark, "key", "baseline", "path", "line")))
        lines.append(("settings", benchmark.name, *_settings(benchmark)))
        for function in benchmark.functions:
            name = function.name.rpartition(".")[2]
            lines.append(("function", f"{benchmark.name}/{name}", *_json(function, "path", "line")))
    return "".join("\t".join(quote(field, safe="-_.~:=,/+") for field in line) + "\n" for line in lines)


def _json(noun: Noun, *names: str) -> list[str]:
    """Those of the fields that are set, each followed by its JSON in ASCII."""
    fields = msgspec.to_builtins(noun)
    return [text for name in names if name in fields for text in (name, json.dumps(fields[name], separators=(",", ":")))]


def _settings(benchmark: BenchmarkEntry) -> list[str]:
    """The settings of the sources; `unread_modes` stands for modes that only the compiler can read."""
    settings = _json(benchmark.settings, *benchmark.settings.__struct_fields__)
    unread = benchmark.settings.modes == ()
    return [*(["unread_modes", "true"] if unread else []), *settings]


def _given_by_us(param: Param) -> bool:
    annotations = param.declaration.annotations if param.declaration else ()
    return any(annotation.name == "Param" and annotation.spelling == "comment" and argument.key in (None, "value")
               for annotation in annotations for argument in annotation.arguments)


