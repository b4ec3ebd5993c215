"""From a Go file's syntax tree to the declarations that binding needs."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tree_sitter import Node

from clamh.languages.frontends import Places, captured, text_of
from clamh.languages.go.checks import refused
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Declaration, Parameter, SourceFile

NOT_CODE = re.compile(rb'//[^\n]*|/\*[\s\S]*?\*/|`[^`]*`|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'')
PACKAGE = re.compile(rb"^\s*package\s+(\w+)", re.MULTILINE)
TOP = re.compile(rb"^(?:func|type|var|const)\s+(\w+)|^func\s*\(\s*(?:\w+\s+)?\*?\s*(\w+)", re.MULTILINE)
GROUPED = re.compile(rb"^(?:type|var|const)\s*\(\s*$([\s\S]*?)^\)", re.MULTILINE)
FIRST = re.compile(rb"^\s+(\w+)", re.MULTILINE)
BENCHMARK = re.compile(rb"@Benchmark\b")
LEFT_OUT = re.compile(rb"^//go:build\s+(?:ignore|none)\b", re.MULTILINE)
# A file's name may say for which system it is, as the go command reads it.
SYSTEMS = {"linux": "linux", "darwin": "darwin", "windows": "win32", "freebsd": "freebsd", "netbsd": "netbsd", "openbsd": "openbsd",
           "js": "", "wasip1": "", "plan9": "", "android": "", "ios": "", "solaris": "", "illumos": "", "aix": "", "dragonfly": ""}


def declarations(
    source: SourceFile, text: bytes, blanked: bytes, tree: Any, annotations: tuple[Annotation, ...]
) -> tuple[list[Declaration], Any]:
    """Every function, type and struct field outside of functions' bodies, in the order of the file."""
    places = Places(text, source.path)
    package, found, constants, around = "", [], {}, 0
    for node, kind in captured(tree.root_node, "go"):
        if node.start_byte < around:  # inside of a body
            continue
        if kind == "body":
            around = node.end_byte
        elif kind == "package":
            package = package or text_of(node)
        elif kind == "enum":
            _add_constants(node, constants)
        else:
            found.append((node, kind))
    made: list[Declaration] = []
    for node, kind in found:
        if kind == "function":
            made += _function(node, package, places)
        elif kind == "class":
            made += _type(node, package, constants, places)
        else:
            made += _fields(node, package, constants, places)
    return made, tree


def refusals(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """What Go itself forbids on the annotated ones of these declarations."""
    return list(refused(declarations))


def companions(path: str, text: bytes) -> list[str]:
    """The other files of the package and folder that declare what this one names, and have no benchmarks of their own.

    A method belongs to a file's type wherever it stands. What this file declares itself it does not look for elsewhere.
    """
    code = NOT_CODE.sub(b" ", text)
    package = _package(code)
    named = set(re.findall(rb"[^\W\d]\w*", code)) - {name for name, _ in _declared(code)} - {b"main", b"init", b"_"}
    own = {name for name, _ in _declared(code)}
    found = []
    for file in sorted(Path(path).parent.glob("*.go")):
        if file.name == Path(path).name or file.name.endswith("_test.go") or not _of_this_system(file.stem):
            continue
        other = file.read_bytes()
        if BENCHMARK.search(other) or LEFT_OUT.search(other):
            continue
        code = NOT_CODE.sub(b" ", other)
        if _package(code) == package and any(name in (own if method else named) for name, method in _declared(code)):
            found.append(str(file))
    return found


def _of_this_system(stem: str) -> bool:
    system = SYSTEMS.get(stem.rpartition("_")[2]) if "_" in stem else None
    return system is None or system == sys.platform


def _package(code: bytes) -> bytes:
    match = PACKAGE.search(code)
    return match[1] if match else b""


def _declared(code: bytes) -> Iterator[tuple[bytes, bool]]:
    """What a file declares at its top, and the types that it has methods of (True)."""
    for match in TOP.finditer(code):
        yield (match[1], False) if match[1] else (match[2], True)
    for group in GROUPED.finditer(code):
        for match in FIRST.finditer(group[1]):
            yield match[1], False


def _function(node: Node, package: str, places: Places) -> Iterator[Declaration]:
    """A function, or a method under the type of its receiver."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None:
        return
    receiver = node.child_by_field_name("receiver")
    results = _results(node.child_by_field_name("result"))
    facts: dict[str, Any] = {"results": results}
    owner = None
    if receiver is not None:
        of = next(iter(_parameters(receiver)), None)
        if of is None:
            return
        owner = (package, of.type.partition("[")[0])
        facts["generic"] = "[" in of.type
    elif node.child_by_field_name("type_parameters") is not None:
        facts["generic"] = True
    if body is None:
        facts["assembly"] = True
    yield Declaration(
        kind="function" if owner is None else "method", name=text_of(name), scope=owner or (package,), owner=owner,
        location=places.at(name.start_byte), start=node.start_byte, end=node.end_byte,
        body=body.start_byte if body is not None else None,
        # An error is no value: what calls the function looks at it (generator.py).
        type="void" if results in ([], ["error"]) else results[0] if len(results) == 1 else f"({', '.join(results)})",
        parameters=tuple(_parameters(node.child_by_field_name("parameters"))), modifiers=_modifiers(text_of(name)), facts=facts,
    )


def _type(node: Node, package: str, constants: dict[str, list[str]], places: Places) -> Iterator[Declaration]:
    """A named type: a class, whatever it is made of, or the enum of its constants."""
    name, what = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is None or what is None or node.parent is None:
        return
    alone = not any(child.type == "(" for child in node.parent.children)
    listed = next((child for child in what.children if child.type == "field_declaration_list"), None)
    enum = listed is None and text_of(name) in constants
    facts: dict[str, Any] = {"of": what.type}
    if node.type == "type_alias":
        facts["alias"] = text_of(what)
    if node.child_by_field_name("type_parameters") is not None:
        facts["generic"] = True
    yield Declaration(
        kind="enum" if enum else "class", name=text_of(name), scope=(package,), location=places.at(name.start_byte),
        start=node.parent.start_byte if alone else node.start_byte, end=node.end_byte,
        body=listed.start_byte if listed is not None else None,
        type=text_of(what) if what.type == "type_identifier" else "", modifiers=("abstract",) if what.type == "interface_type" else (),
        bases=tuple(_bases(listed)) if listed is not None else (),
        constants=tuple(constants[text_of(name)]) if enum else (), facts=facts,
    )


def _bases(listed: Node) -> Iterator[str]:
    """What a struct embeds, itself and not by a pointer: its methods and fields are the struct's too."""
    for field in listed.named_children:
        if field.type == "field_declaration" and not field.children_by_field_name("name"):
            what = field.child_by_field_name("type")
            if what is not None and not any(child.type == "*" for child in field.children):
                yield text_of(what)


def _fields(node: Node, package: str, constants: dict[str, list[str]], places: Places) -> Iterator[Declaration]:
    """The fields of one line of a named struct: those of a struct within it are nobody's."""
    around = node.parent.parent.parent if node.parent is not None and node.parent.parent is not None else None
    name = around.child_by_field_name("name") if around is not None and around.type == "type_spec" else None
    what = node.child_by_field_name("type")
    if name is None or what is None:
        return
    owner = (package, text_of(name))
    written = text_of(what)
    names = node.children_by_field_name("name")
    for one in names or [what]:
        yield Declaration(
            kind="field", name=text_of(one).rpartition(".")[2], scope=owner, owner=owner, location=places.at(one.start_byte),
            start=node.start_byte, end=node.end_byte, type=written, constants=tuple(constants.get(written, ())),
            modifiers=_modifiers(text_of(one)), facts={"of": what.type} | ({} if names else {"embedded": True}),
        )


def _add_constants(node: Node, constants: dict[str, list[str]]) -> None:
    """The constants of named types; a line without type and value repeats those of the line before."""
    written = ""
    for spec in node.named_children:
        if spec.type != "const_spec":
            continue
        said = spec.child_by_field_name("type")
        if said is not None or spec.child_by_field_name("value") is not None:
            written = text_of(said)
        if written:
            names = [text_of(one) for one in spec.children_by_field_name("name") if one.type == "identifier"]
            constants.setdefault(written, []).extend(one for one in names if one != "_")


def _parameters(listed: Node | None) -> Iterator[Parameter]:
    for one in listed.named_children if listed is not None else ():
        what = one.child_by_field_name("type")
        if what is None or one.type not in ("parameter_declaration", "variadic_parameter_declaration"):
            continue
        names = [text_of(name) for name in one.children_by_field_name("name")] or [""]
        if one.type == "variadic_parameter_declaration":
            yield Parameter(name=names[0], type="...", passing="other", default=True)
            continue
        passing = "pointer" if what.type == "pointer_type" else "value"
        written = text_of(what).removeprefix("*").strip() if passing == "pointer" else text_of(what)
        for name in names:
            yield Parameter(name=name, type=written, passing=passing)


def _results(node: Node | None) -> list[str]:
    """The types of what a function returns."""
    if node is None:
        return []
    if node.type != "parameter_list":
        return [text_of(node)]
    found = []
    for one in node.named_children:
        if one.type == "parameter_declaration":
            found += [text_of(one.child_by_field_name("type"))] * max(len(one.children_by_field_name("name")), 1)
    return found


def _modifiers(name: str) -> tuple[str, ...]:
    """Whether other packages see it: only what begins with a capital."""
    return () if name[:1].isupper() else ("private",)


