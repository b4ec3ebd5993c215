"""Unit → Wrapper for Java: the unchanged sources in package folders, and the facts that only the forecast knows.

JMH's annotation processor writes the harness; it takes `//@@` lines for comments. JMH refuses the default package.
So a source without a package gets `package clamh;` before its first token, on the same line: no line number changes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

import msgspec

from clamh.languages.catalog import Classes, list_entries
from clamh.languages.generators import declared, list_checks
from clamh.languages.java.frontend import NOT_CODE
from clamh.model.sources import Param, Parsed, Unit, Wrapper

PACKAGE = "clamh"
SOURCES = "src"
FACTS = "resources/META-INF/clamh/facts"
INJECTED = Path(__file__).parent / "injected" / PACKAGE
NAMED = re.compile(rf"\b{PACKAGE}\s*\.\s*([A-Z]\w*|\*)")
BLANKS = r"(?:\s|//[^\n]*(?:\n|\Z)|/\*.*?\*/)*"
LEADING = re.compile(BLANKS, re.DOTALL)
BITS = {"byte": 8, "Byte": 8, "short": 16, "Short": 16, "int": 32, "Integer": 32, "long": 64, "Long": 64}
TYPES = {
    "float": "float",
    "Float": "float",
    "double": "float",
    "Double": "float",
    "boolean": "boolean",
    "Boolean": "boolean",
    "char": "character",
    "Character": "character",
    "String": "string",
}
DECLARED = re.compile(rf"package\b{BLANKS}(?P<name>[^;]*);", re.DOTALL)


def generate(unit: Unit) -> Wrapper:
    """The wrapper of a unit: `src/<package>/<file>` for the source and its companions, and facts for `describe`."""
    files: dict[str, str] = {}
    names: dict[str, str] = {}
    for path, text in _texts(unit):
        package, packaged = in_package(text)
        place = "/".join((SOURCES, *package.split("."), PurePath(path).name))
        files[place], names[place] = packaged, path
    entry = next(iter(files))
    classes = injected(files.values())
    files |= {f"{SOURCES}/{PACKAGE}/{name}.java": (INJECTED / f"{name}.java").read_text(encoding="utf-8")
              for name in classes}
    files[FACTS] = _facts(unit, classes)
    return Wrapper(unit=unit, files=files, entry=entry, names=names)


def in_package(text: str) -> tuple[str, str]:
    """A source's package, and its text for the compiler, with `package clamh;` added if it has none."""
    text = text.removeprefix("\N{BYTE ORDER MARK}")  # javac calls it an illegal character
    start = LEADING.match(text).end()  # type: ignore[union-attr]  # it matches the empty text
    declared = DECLARED.match(text, start)
    if declared:
        return LEADING.sub("", declared["name"]), text
    return PACKAGE, f"{text[:start]}package {PACKAGE}; {text[start:]}"


def injected(texts: Iterable[str]) -> list[str]:
    """The classes of package `clamh` that these sources name, as `clamh.Random` or by `import clamh.*`.

    Only those are compiled. Otherwise, in a source that was put into our package, our Random would hide the Random of
    `import java.util.*`.
    """
    code = "\n".join(NOT_CODE.sub(b" ", text.encode("utf-8", "replace")).decode() for text in texts)
    named = {match[1] for match in NAMED.finditer(code)}
    return [path.stem for path in sorted(INJECTED.glob("*.java")) if {path.stem, "*"} & named]


def _texts(unit: Unit) -> list[tuple[str, str]]:
    """Path and text of every file of the unit, the source first."""
    parsed_files: dict[str, Parsed] = {parsed.source.path: parsed for parsed in unit.parsed}
    texts = []
    for file in (unit.source, *unit.companions):
        raw = parsed_files[file.path].text if file.path in parsed_files else Path(file.path).read_bytes()
        texts.append((file.path, raw.decode("utf-8", "surrogateescape")))
    return texts


def _facts(unit: Unit, injected: list[str]) -> str:
    """The lines that Facts.java reads: the compiled files, and what the sources tell about the catalog.

    JMH's list adds the benchmarks and their annotations. `unread` marks params whose values or constants only the
    compiler knows.
    """
    by_name = tuple(sorted(unit.benchmarks, key=lambda benchmark: benchmark.name))  # the order of JMH's list
    entries = list_entries(msgspec.structs.replace(unit, benchmarks=by_name), Classes(unit), _describe_param)
    lines = [("source", file.sha256, file.path) for file in (unit.source, *unit.companions)]
    lines += [("injected", f"{PACKAGE}.{name}") for name in injected]
    for state in entries.states:
        fields = msgspec.to_builtins(state)
        for param in fields.get("params", ()):
            lines.append(("param", param["name"], param["type"]))
            if not param["values"] or param["type"] == "enum":
                lines.append(("unread", str(param["number"]), state.name, param["name"].rpartition(".")[2]))
                param["values"] = f"@{param['number']}"
        lines.append(("state", state.name, _json(fields)))
        lines += [("counter", counter.name, counter.type) for counter in state.counters]
    lines += [("fixture", fixture.name, _json(msgspec.to_builtins(fixture))) for fixture in entries.fixtures]
    lines += [("check", state.name, check.name) for state, check in list_checks(unit)]
    for benchmark, known in zip(entries.benchmarks, by_name, strict=True):
        fields = msgspec.to_builtins(benchmark)
        for number, function in enumerate(fields["functions"]):
            function["threads"] = f"@{number}"  # Facts.java replaces it by JMH's number
        if benchmark.group:
            lines.append(("group", benchmark.name, *(function.name for function in benchmark.functions)))
        lines.append(("settings", benchmark.name, *_members(_settings(fields.pop("settings"), known.defaulted))))
        lines.append(("benchmark", benchmark.name,
                      *_members({key: fields[key] for key in fields if key not in ("event", "number", "name")})))
    return "".join("\t".join(quote(field, safe="-_.~:=,/+") for field in line) + "\n" for line in lines)


def _describe_param(param: Param) -> dict[str, Any]:
    """The param's type, from its field's type name. A field of any other type is an enum, or JMH refuses it."""
    name = declared(param).type.removeprefix("java.lang.")
    if name in BITS:
        return {"type": "integer", "minimum": -(2 ** (BITS[name] - 1)), "maximum": 2 ** (BITS[name] - 1) - 1}
    return {"type": TYPES.get(name, "enum")}


def _settings(settings: dict[str, Any], defaulted: Sequence[str]) -> dict[str, Any]:
    """The settings of the sources. `unread_modes` marks modes that only the compiler can read, `default_modes` those of
    clamh.toml, before which a class outside the sources counts.
    """
    unread = not settings.get("modes", True)
    return {name: value for name, value in settings.items() if value or name != "modes"
            } | ({"unread_modes": True} if unread else {}) | ({"default_modes": True} if "modes" in defaulted else {})


def _members(fields: dict[str, Any]) -> list[str]:
    """Each key, followed by its value as JSON."""
    return [text for key, value in fields.items() for text in (key, _json(value))]


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))  # in ASCII
