"""Unit → Wrapper for Java: the sources in package folders, as they are, and the facts that only the forecast knows.

JMH's annotation processor writes the harness; `//@@` lines are comments to it. A source without a package gets
`package clamh;` before its first token, on the same line, since JMH refuses the default package and the guide's script
does the same: no line moves.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePath
from urllib.parse import quote

from clamh.model import Parsed, Unit, Wrapper

PACKAGE = "clamh"
SOURCES = "src"
FACTS = "resources/META-INF/clamh/facts"
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
    files[FACTS] = _facts(unit)
    return Wrapper(unit=unit, files=files, entry=entry, names=names)


def in_package(text: str) -> tuple[str, str]:
    """A source's package and its text for the compiler, with ours put in when it names none."""
    text = text.removeprefix("\N{BYTE ORDER MARK}")  # javac takes it for an illegal character
    start = LEADING.match(text).end()  # type: ignore[union-attr]  # it matches the empty text
    declared = DECLARED.match(text, start)
    if declared:
        return LEADING.sub("", declared["name"]), text
    return PACKAGE, f"{text[:start]}package {PACKAGE}; {text[start:]}"


def _texts(unit: Unit) -> list[tuple[str, str]]:
    """Path and text of every file of the unit, the source first."""
    read: dict[str, Parsed] = {one.source.path: one for one in unit.parsed}
    found = []
    for file in (unit.source, *unit.companions):
        raw = read[file.path].text if file.path in read else Path(file.path).read_bytes()
        found.append((file.path, raw.decode("utf-8", "surrogateescape")))
    return found


def _facts(unit: Unit) -> str:
    """Lines that Describe.java reads: what was compiled, and which benchmark is a baseline and where it stands."""
    lines = [("source", file.sha256, file.path) for file in (unit.source, *unit.companions)]
    lines += [
        ("benchmark", one.name, one.baseline, str(one.location.line), one.location.path) for one in unit.benchmarks
    ]
    return "".join("\t".join(quote(field, safe="-_.~:=,/+") for field in line) + "\n" for line in lines)
