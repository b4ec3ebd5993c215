"""Converts the syntax tree of a Go file to the declarations that binding needs."""

from __future__ import annotations

import platform as host
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tree_sitter import Node

from clamh.languages.frontends import Places, captured, child_of, text_of
from clamh.languages.go.checks import find_errors
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Declaration, Parameter, SourceFile

NOT_CODE = re.compile(rb'//[^\n]*|/\*[\s\S]*?\*/|`[^`]*`|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'')
PACKAGE = re.compile(rb"^\s*package\s+(\w+)", re.MULTILINE)
NAMES = rb"(\w+(?:[ \t]*,[ \t]*\w+)*)\b(?![ \t]*,)"  # `a, b`, but not the elements of a list that goes on
TOP = re.compile(rb"^(?:func|type|var|const)\s+" + NAMES + rb"|^func\s*\(\s*(?:\w+\s+)?\*?\s*(\w+)", re.MULTILINE)
GROUPED = re.compile(rb"^(?:type|var|const)\s*\(\s*$([\s\S]*?)^\)", re.MULTILINE)
FIRST = re.compile(rb"^\s+" + NAMES, re.MULTILINE)
NAME = re.compile(rb"[^\W\d]\w*")
INIT = re.compile(rb"^func\s+init\s*\(", re.MULTILINE)
UNSHARED = {b"main", b"init", b"_"}  # names that do not refer to another file's declaration
BENCHMARK = re.compile(rb"@Benchmark\b")
LEFT_OUT = re.compile(rb"^//go:build\s+(?:ignore|none)\b", re.MULTILINE)
# Suffixes of a file's name may limit the file to a system and an architecture. These are all that the go command knows
# (internal/syslist), with Python's names of the systems.
SYSTEMS = {
    "linux": "linux", "darwin": "darwin", "windows": "win32", "freebsd": "freebsd", "netbsd": "netbsd",
    "openbsd": "openbsd", "js": "", "wasip1": "", "plan9": "", "android": "", "ios": "", "solaris": "", "illumos": "",
    "aix": "", "dragonfly": "", "hurd": "", "nacl": "", "zos": ""
}
ARCHITECTURES = set(
    "386 amd64 amd64p32 arm arm64 arm64be armbe loong64 mips mips64 mips64le mips64p32 mips64p32le mipsle ppc ppc64 "
    "ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm".split())
MACHINES = {"x86_64": "amd64", "aarch64": "arm64", "loongarch64": "loong64"}  # Go's names where they are not Python's


def declarations(
    source: SourceFile, text: bytes, blanked: bytes, tree: Any, annotations: tuple[Annotation, ...]
) -> tuple[list[Declaration], Any]:
    """Every function, type and struct field outside function bodies, in the order of the file."""
    places = Places(text, source.path)
    package, nodes, constants, body_end = "", [], {}, 0
    for node, kind in captured(tree.root_node, "go"):
        if node.start_byte < body_end:  # inside a body
            continue
        if kind == "body":
            body_end = node.end_byte
        elif kind == "package":
            package = package or text_of(node)
        elif kind == "enum":
            _add_constants(node, constants)
        else:
            nodes.append((node, kind))
    declarations: list[Declaration] = []
    for node, kind in nodes:
        if kind == "function":
            declarations += _function(node, package, places)
        elif kind == "class":
            declarations += _type(node, package, constants, places)
        else:
            declarations += _fields(node, package, constants, places)
    return declarations, tree


def find_rule_errors(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """The errors of annotated declarations by the rules of Go."""
    return list(find_errors(declarations))


def find_companions(path: str, text: bytes) -> list[str]:
    """The other files of the package and folder that declare what this file names, and that have no benchmarks.

    A file with methods of this file's types is included, and a file whose `init` may use what this file declares. Names
    that this file declares itself are not searched elsewhere.
    """
    code = NOT_CODE.sub(b" ", text)
    package = _package(code)
    own_names = {name for name, _ in _declared_names(code)} - UNSHARED
    defined = {name for name, method in _declared_names(code) if not method} - {b"init", b"_"}
    used_names = set(NAME.findall(code)) - defined - UNSHARED
    files = []
    for file in sorted(Path(path).parent.glob("*.go")):
        tests = file.name.endswith("_test.go") and not path.endswith("_test.go")  # a test file may use other test files
        if file.name == Path(path).name or tests or not belongs_here(file.name) or not file.is_file():
            continue
        text_of_file = file.read_bytes()
        if BENCHMARK.search(text_of_file) or LEFT_OUT.search(text_of_file):
            continue
        code = NOT_CODE.sub(b" ", text_of_file)
        names = list(_declared_names(code))
        declares = any(name in (own_names if method else used_names) for name, method in names)
        # A file that declares one of these names again is another program.
        acts = INIT.search(code) and not own_names.isdisjoint(NAME.findall(code)) and defined.isdisjoint(
            name for name, method in names if not method)
        if _package(code) == package and (declares or acts):
            files.append(str(file))
    return files


def belongs_here(name: str) -> bool:
    """Whether the suffixes of a file's name include this machine, by the rules of goodOSArchFile in go/build."""
    suffixes = name.partition(".")[0].split("_")[1:]
    if suffixes[-1:] == ["test"]:
        suffixes.pop()
    *_, before, last = "", "", *suffixes
    if last in ARCHITECTURES:
        own = MACHINES.get(host.machine(), host.machine())
        return last == own and SYSTEMS.get(before, sys.platform) == sys.platform
    return SYSTEMS.get(last, sys.platform) == sys.platform


def _package(code: bytes) -> bytes:
    match = PACKAGE.search(code)
    return match[1] if match else b""


def _declared_names(code: bytes) -> Iterator[tuple[bytes, bool]]:
    """The top-level names of a file (False), and the types of which it has methods (True)."""
    for match in TOP.finditer(code):
        if match[2]:
            yield match[2], True
        else:
            yield from ((name, False) for name in NAME.findall(match[1]))
    for group in GROUPED.finditer(code):
        for match in FIRST.finditer(group[1]):
            yield from ((name, False) for name in NAME.findall(match[1]))


def _function(node: Node, package: str, places: Places) -> Iterator[Declaration]:
    """A function, or a method under the type of its receiver."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None:
        return
    receiver = node.child_by_field_name("receiver")
    results = read_results(node.child_by_field_name("result"))
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
        kind="function" if owner is None else "method",
        name=text_of(name),
        scope=owner or (package,),
        owner=owner,
        location=places.at(name.start_byte),
        start=node.start_byte,
        end=node.end_byte,
        body=body.start_byte if body is not None else None,
        # An error is not a value: the caller of the function checks it (generator.py).
        type="void" if results in ([], ["error"]) else results[0] if len(results) == 1 else f"({', '.join(results)})",
        parameters=tuple(_parameters(node.child_by_field_name("parameters"))),
        modifiers=_modifiers(text_of(name)),
        facts=facts,
    )


def _type(node: Node, package: str, constants: dict[str, list[str]], places: Places) -> Iterator[Declaration]:
    """A named type: an enum if it has constants, else a class, whatever its underlying type."""
    name, type = node.child_by_field_name("name"), node.child_by_field_name("type")
    if name is None or type is None or node.parent is None:
        return
    is_single = child_of(node.parent, "(") is None
    fields = child_of(type, "field_declaration_list")
    enum = fields is None and text_of(name) in constants
    facts: dict[str, Any] = {"of": type.type}
    if node.type == "type_alias":
        facts["alias"] = text_of(type)
    if node.child_by_field_name("type_parameters") is not None:
        facts["generic"] = True
    yield Declaration(
        kind="enum" if enum else "class",
        name=text_of(name),
        scope=(package,),
        location=places.at(name.start_byte),
        start=node.parent.start_byte if is_single else node.start_byte,
        end=node.end_byte,
        body=fields.start_byte if fields is not None else None,
        type=text_of(type) if type.type == "type_identifier" else "",
        modifiers=("abstract",) if type.type == "interface_type" else (),
        bases=tuple(_bases(fields)) if fields is not None else (),
        constants=tuple(constants[text_of(name)]) if enum else (),
        facts=facts,
    )


def _bases(fields: Node) -> Iterator[str]:
    """The types that a struct embeds by value: their methods and fields belong to the struct too."""
    for field in fields.named_children:
        if field.type == "field_declaration" and not field.children_by_field_name("name"):
            type = field.child_by_field_name("type")
            if type is not None and child_of(field, "*") is None:
                yield text_of(type).partition("[")[0]


def _fields(node: Node, package: str, constants: dict[str, list[str]], places: Places) -> Iterator[Declaration]:
    """The fields in one line of a named struct; fields of a nested struct are ignored."""
    around = node.parent.parent.parent if node.parent is not None and node.parent.parent is not None else None
    name = around.child_by_field_name("name") if around is not None and around.type == "type_spec" else None
    type = node.child_by_field_name("type")
    if name is None or type is None:
        return
    owner = (package, text_of(name))
    type_text = text_of(type)
    names = node.children_by_field_name("name")
    for field in names or [type]:
        yield Declaration(
            kind="field",
            name=text_of(field).rpartition(".")[2],
            scope=owner,
            owner=owner,
            location=places.at(field.start_byte),
            start=node.start_byte,
            end=node.end_byte,
            type=type_text,
            constants=tuple(constants.get(type_text, ())),
            modifiers=_modifiers(text_of(field)),
            facts={"of": type.type} | ({} if names else {"embedded": True}),
        )


def _add_constants(node: Node, constants: dict[str, list[str]]) -> None:
    """Add the constants of named types; a line without type and value repeats those of the line before."""
    type_text = ""
    for spec in node.named_children:
        if spec.type != "const_spec":
            continue
        type = spec.child_by_field_name("type")
        if type is not None or spec.child_by_field_name("value") is not None:
            type_text = text_of(type)
        if type_text:
            names = [text_of(name) for name in spec.children_by_field_name("name") if name.type == "identifier"]
            constants.setdefault(type_text, []).extend(name for name in names if name != "_")


def _parameters(parameters: Node | None) -> Iterator[Parameter]:
    for parameter in parameters.named_children if parameters is not None else ():
        type = parameter.child_by_field_name("type")
        if type is None or parameter.type not in ("parameter_declaration", "variadic_parameter_declaration"):
            continue
        names = [text_of(name) for name in parameter.children_by_field_name("name")] or [""]
        if parameter.type == "variadic_parameter_declaration":
            yield Parameter(name=names[0], type="...", passing="other", default=True)
            continue
        passing = "pointer" if type.type == "pointer_type" else "value"
        type_text = text_of(type).removeprefix("*").strip() if passing == "pointer" else text_of(type)
        for name in names:
            yield Parameter(name=name, type=type_text, passing=passing)


def read_results(node: Node | None) -> list[str]:
    """The result types of a function."""
    if node is None:
        return []
    if node.type != "parameter_list":
        return [text_of(node)]
    types = []
    for result in node.named_children:
        if result.type == "parameter_declaration":
            types += [text_of(result.child_by_field_name("type"))] * max(len(result.children_by_field_name("name")), 1)
    return types


def _modifiers(name: str) -> tuple[str, ...]:
    """("private",) unless other packages see the name: it must begin with a capital."""
    return () if name[:1].isupper() else ("private",)
