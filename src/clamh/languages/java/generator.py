"""Unit → Wrapper for Java: the sources in package folders, as they are, and the facts that only the forecast knows.

JMH's annotation processor writes the harness; `//@@` lines are comments to it. A source without a package gets
`package clamh;` before its first token, on the same line, since JMH refuses the default package and the guide's script
does the same: no line moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path, PurePath
from urllib.parse import quote

from msgspec.structs import replace

from clamh.languages.generators import to_json
from clamh.languages.java.frontend import NOT_CODE
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


def _facts(unit: Unit, asked: list[str]) -> str:
    """Lines that Facts.java reads: what was compiled, which benchmark is a baseline and where it stands, what is ours.

    JMH's list has the texts of @Param only: the values that a comment gives instead, by a range, are facts too.
    The last field of a state and of a benchmark is what only the sources say of it, as JSON.
    """
    lines = [("source", file.sha256, file.path) for file in (unit.source, *unit.companions)]
    lines += [("state", one.name, said) for one in unit.states if (said := to_json(one.forecast)) != "{}"]
    lines += [
        ("benchmark", one.name, one.baseline, str(one.location.line), one.location.path, to_json(replace(one.forecast, unset_mode=one.settings.modes is None)))
        for one in unit.benchmarks
    ]
    lines += [
        ("member", group.name, one.name, str(one.location.line), one.location.path)
        for group in unit.benchmarks for one in group.members
    ]
    lines += [("param", one.name, *one.values) for state in unit.states for one in state.params if _given_by_us(one)]
    lines += [("check", state.name, one.name) for state in unit.states for one in state.checks]
    lines += [("injected", f"{PACKAGE}.{name}") for name in asked]
    return "".join("\t".join(quote(field, safe="-_.~:=,/+") for field in line) + "\n" for line in lines)


def _given_by_us(param: Param) -> bool:
    annotations = param.declaration.annotations if param.declaration else ()
    return any(one.name == "Param" and one.spelling == "comment" and argument.key in (None, "value")
               for one in annotations for argument in one.arguments)


