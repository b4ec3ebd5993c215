"""Java: from a syntax tree to the declarations that binding needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from tree_sitter import Node

from clamh.languages.frontends import Places, captured, child_of, text_of
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Declaration, Parameter, SourceFile

# JMH refuses classes of the default package, so the generator moves them into this one.
DEFAULT_PACKAGE = "clamh"
BENCHMARK = re.compile(rb"@(?:[\w.]+\.)?Benchmark\b")
NOT_CODE = re.compile(
    rb'//[^\r\n]*|/\*[\s\S]*?\*/|"""(?:\\[\s\S]|[^\\])*?"""|"(?:\\.|[^"\\\r\n])*"'
    rb"|'(?:\\.|[^'\\\r\n])+'")
# Packages that may have a Suspend of their own. Those of Java, JMH and CLAMH have none.
ELSEWHERE = re.compile(rb"\bimport\s+(?!(?:java|javax|org\.openjdk\.jmh|clamh)\.)([\w.]+)\.(?:Suspend|\*)\s*;")
PLAIN_TEXT = re.compile(r'"([^"\\\r\n]*)"')
# Modifiers that the language implies, by the kind of the type that encloses a member or that a nested type is.
IMPLIED = {
    "interface_declaration": ("static",), "record_declaration": ("static", "final"), "enum_declaration": ("static",)
}


def declarations(
    source: SourceFile, text: bytes, blanked: bytes, tree: Any, annotations: tuple[Annotation, ...]
) -> tuple[list[Declaration], Any]:
    """Every type, method and field outside of method bodies, in the order of the file, with full names as in JMH.

    Methods and fields of anonymous and local classes are left out: other code cannot name them.
    """
    package: tuple[str, ...] = (DEFAULT_PACKAGE,)
    places = Places(text, source.path)
    declared: list[Declaration] = []
    enclosing: list[tuple[Node, str]] = []  # types and bodies, outermost first
    for node, kind in captured(tree.root_node, "java"):
        while enclosing and enclosing[-1][0].end_byte <= node.start_byte:
            enclosing.pop()
        if kind == "package":
            package = tuple(text_of(node).replace(" ", "").split("."))
        elif not any(kind == "body" for _, kind in enclosing):
            names = package + tuple(text_of(outer.child_by_field_name("name")) for outer, _ in enclosing)
            declared += _declare(node, kind, names, enclosing[-1][0] if enclosing else None, places)
        if kind in ("class", "enum", "body"):
            enclosing.append((node, kind))
    elsewhere = ELSEWHERE.findall(NOT_CODE.sub(b" ", text))
    return [_tell_suspends_apart(declaration, elsewhere) for declaration in declared], tree


def _tell_suspends_apart(declaration: Declaration, imports: Sequence[bytes]) -> Declaration:
    """The declaration in which a parameter of type Suspend means CLAMH's, which Java lacks; the user's own has its full
    name.
    """
    meant = {"clamh.Suspend": "Suspend"} | ({"Suspend": f"{imports[0].decode()}.Suspend"} if imports else {})
    if not any(parameter.type in meant for parameter in declaration.parameters):
        return declaration
    return replace(declaration, parameters=tuple(
        replace(parameter, type=meant.get(parameter.type, parameter.type)) for parameter in declaration.parameters))


def find_rule_errors(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """Always empty: JMH's annotation processor reports errors itself, with the user's line."""
    return []


def find_companions(path: str, text: bytes) -> list[str]:
    """Other files of the folder whose class this file names, if they have no benchmarks or the class is abstract."""
    named = set(re.findall(r"[^\W\d]\w*", NOT_CODE.sub(b" ", text).decode("utf-8", "replace")))
    return [
        str(file) for file in sorted(Path(path).parent.glob("*.java"))
        if file.name != Path(path).name and file.stem in named and file.is_file()
        and _may_accompany(file.stem, NOT_CODE.sub(b" ", file.read_bytes()))
    ]


def _may_accompany(name: str, code: bytes) -> bool:
    """Whether a file has no benchmarks, or its class is abstract, so that they belong to the subclasses."""
    abstract = rb"\babstract\s+(?:\w+\s+)*class\s+" + re.escape(name.encode()) + rb"(?![\w$\x80-\xff])"
    return not BENCHMARK.search(code) or re.search(abstract, code) is not None


def _declare(
    node: Node, kind: str, scope: tuple[str, ...], inside: Node | None, places: Places
) -> Iterator[Declaration]:
    """The declarations of a node; a field has one per declarator."""
    body = node.child_by_field_name("body")
    implied = IMPLIED.get(node.type, ()) if inside is not None and kind in ("class", "enum") else ()
    if inside is not None and inside.type == "interface_declaration" and kind != "function":
        implied = ("static", "final") if kind == "field" else ("static",)
    shared: dict[str, Any] = {
        "scope": scope,
        "owner": scope if inside is not None else None,
        "start": node.start_byte,
        "end": node.end_byte,
        "body": body.start_byte if body is not None else None,
        "modifiers": tuple(dict.fromkeys((*_modifiers(node), *implied))),
    }
    if kind == "field":
        type_text = text_of(node.child_by_field_name("type"))
        for declarator in node.children_by_field_name("declarator"):
            name = declarator.child_by_field_name("name")
            if name is None:
                continue
            yield Declaration(
                kind="field",
                name=text_of(name),
                location=places.at(name.start_byte),
                type=type_text + text_of(declarator.child_by_field_name("dimensions")),
                constants=_constant(declarator, shared["modifiers"]),
                **shared,
            )
        return
    name = node.child_by_field_name("name")
    if name is None:
        return
    shared |= {"name": text_of(name), "location": places.at(name.start_byte)}
    if kind == "function":
        yield Declaration(
            kind="method", type=text_of(node.child_by_field_name("type")),
            parameters=tuple(_parameters(node.child_by_field_name("parameters"))), **shared,
        )
    elif kind == "enum":
        yield Declaration(kind="enum", constants=tuple(_constants(body)), bases=tuple(_bases(node)), **shared)
    else:
        shared["modifiers"] += ("abstract",) if node.type == "interface_declaration" else ()
        yield Declaration(kind="class", bases=tuple(_bases(node)), **shared)


def _modifiers(node: Node) -> Iterator[str]:
    listed = child_of(node, "modifiers")
    for child in listed.children if listed is not None else ():
        if "annotation" not in child.type and "comment" not in child.type:
            yield text_of(child)


def _parameters(listed: Node | None) -> Iterator[Parameter]:
    for parameter in listed.named_children if listed is not None else ():
        if parameter.type == "formal_parameter":
            yield Parameter(name=text_of(parameter.child_by_field_name("name")),
                            type=text_of(parameter.child_by_field_name("type")))
        elif parameter.type == "spread_parameter":
            declarator = child_of(parameter, "variable_declarator")
            no_type = ("modifiers", "variable_declarator")
            element = next((child for child in parameter.named_children if child.type not in no_type), None)
            name = declarator.child_by_field_name("name") if declarator is not None else None
            yield Parameter(name=text_of(name), type=f"{text_of(element)}...", passing="other")


def _bases(node: Node) -> Iterator[str]:
    """The names of the extended types, then of the implemented ones, without type arguments."""
    types = ("superclass", "super_interfaces", "extends_interfaces")
    for clause in (child for child in node.children if child.type in types):
        for child in clause.named_children:
            for base in child.named_children if child.type == "type_list" else (child,):
                yield re.sub(r"<.*|\s", "", text_of(base), flags=re.DOTALL)


def _constants(body: Node) -> Iterator[str]:
    for child in body.named_children:
        if child.type == "enum_constant":
            yield text_of(child.child_by_field_name("name"))


def _constant(declarator: Node, modifiers: Sequence[str]) -> tuple[str, ...]:
    """The text of a string constant, which an annotation may name. Empty when only the compiler can evaluate it."""
    value = declarator.child_by_field_name("value")
    text = PLAIN_TEXT.fullmatch(text_of(value)) if value is not None and {"static", "final"} <= {*modifiers} else None
    return (text[1],) if text else ()
