"""Converts the syntax tree of a Zig file to the declarations that binding needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from tree_sitter import Node

from clamh.languages.frontends import Places, child_of, text_of
from clamh.languages.programs import metron
from clamh.languages.programs.libraries import LIBRARY
from clamh.languages.zig.checks import find_errors
from clamh.languages.zig.lookup import Names, Path, list_named, unquote, without_comments
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Declaration, Parameter, SourceFile

CONTAINERS = ("struct_declaration", "union_declaration", "enum_declaration", "opaque_declaration")
REFERENCES = ("call_expression", "field_expression", "identifier")  # by which a struct has a second name
WORDS = ("inline", "noinline", "export", "extern")  # before fn; Zig permits a single word


def declarations(
    source: SourceFile, text: bytes, blanked: bytes, tree: Any, annotations: tuple[Annotation, ...]
) -> tuple[list[Declaration], Any]:
    """Every container, enum, function and field outside function bodies, in the order of the file."""
    places, names = Places(text, source.path), Names()
    if metron.imports_metron(text) and (read := metron.list_benchmarks(tree.root_node, places, annotations)):
        return read, tree
    code = without_comments(blanked)
    states = {len(code) - len(code[annotation.end:].lstrip()) for annotation in annotations
              if annotation.name == "State"}
    candidates = list(_candidates(tree.root_node, names, states))
    return [declaration for candidate in candidates for declaration in _declare(*candidate, names, places)], tree


def find_rule_errors(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """The errors of annotated declarations by the rules of Zig."""
    is_metron = any(LIBRARY in declaration.facts for declaration in declarations)
    return list(dict.fromkeys((metron.find_errors if is_metron else find_errors)(declarations)))


def find_companions(path: str, text: bytes) -> list[str]:
    """The files that this file imports by their paths."""
    return [file for file in list_named(path, text) if file.endswith(".zig")]


def _candidates(root: Node, names: Names, states: set[int]) -> Iterator[tuple[str, Node, Path]]:
    """Every node that can have annotations, with its kind and the path of its container; it also fills `names`.

    `states` are the offsets of what follows a State: there, another name of a struct is a class with an error.
    """
    waiting: list[tuple[Node, Path]] = [(root, ())]
    while waiting:
        node, scope = waiting.pop()
        path, value = (*scope, _read_name(node)), _value_of(node)
        if node.type == "function_declaration":
            names.functions[path] = node
            yield "function", node, scope
        elif node.type == "container_field":
            yield "field", node, scope
        elif node.type == "variable_declaration" and value.type in CONTAINERS and child_of(node, "const"):
            names.classes.add(path)
            if value.type == "enum_declaration":
                constants = map(_read_name, _fields_of(value))  # `_` only says that there may be others
                names.constants[path] = tuple(name for name in constants if name != "_")
            yield "enum" if path in names.constants else "class", node, scope
            waiting += [(child, path) for child in reversed(value.named_children)
                        if path not in names.constants or child.type != "container_field"]
        elif (node.type == "variable_declaration" and node.start_byte in states and value.type in REFERENCES
              and child_of(node, "const")):
            names.classes.add(path)
            yield "class", node, scope
        elif node.type == "variable_declaration" and child_of(node, "="):
            names.aliases[path] = text_of(value)
        elif node.type not in ("block", *CONTAINERS):  # code with errors may be anywhere
            waiting += [(child, scope) for child in reversed(node.named_children)]


def _fields_of(container: Node) -> Iterator[Node]:
    return (child for child in container.named_children if child.type == "container_field")


def _name_of(node: Node) -> Node | None:
    first = next(iter(node.named_children), None) if node.type == "container_field" else child_of(node, "identifier")
    return node.child_by_field_name("name") or first


def _read_name(node: Node) -> str:
    return unquote(text_of(_name_of(node)))


def _value_of(node: Node) -> Node:
    """What a name is declared to be."""
    return node.named_children[-1] if node.named_children else node


def _declare(kind: str, node: Node, scope: Path, names: Names, places: Places) -> Iterator[Declaration]:
    """The declaration of a node; none for a node without a name."""
    place, value, name = _name_of(node), _value_of(node), _read_name(node)
    # A file is a struct, too, but a file has no name; and the grammar finds a field without a name in `struct {}`.
    if place is None or not name or kind == "field" and not scope:
        return
    facts: dict[str, Any] = {}
    body = value if kind in ("class", "enum") else node.child_by_field_name("body")
    shared: dict[str, Any] = {
        "name": name, "scope": scope, "owner": scope or None, "location": places.at(place.start_byte),
        "start": node.start_byte, "end": node.end_byte, "facts": facts,
        "body": body.start_byte if body is not None else None,
    }
    private = () if child_of(node, "pub") else ("private",)
    if kind == "function":
        parameters, receiver, facts["generic"] = _parameters(node, scope, names)
        facts["word"] = text_of(child_of(node, *WORDS))
        returned = _read_result(node.child_by_field_name("type"))
        # A method whose first parameter is not its container is static.
        yield Declaration(kind="method" if scope else "function", type=returned, parameters=tuple(parameters),
                          modifiers=(*private, *(("static",) if scope and not receiver else ())), **shared)
    elif kind == "field":
        type_text = text_of(node.child_by_field_name("type"))
        path = names.resolve(type_text, scope) or ()
        constants = names.constants.get(path, ())
        facts |= {"type": type_text, "container": bool(path) and not constants}
        # No field is private; such a name says that it is no counter.
        yield Declaration(kind="field", type=names.full_name(type_text, scope), constants=constants,
                          modifiers=("private",) if name.startswith("_") else (), **shared)
    elif kind == "enum":
        yield Declaration(kind="enum", constants=names.constants[(*scope, name)], **shared)
    else:
        bare = (_read_name(field) for field in _fields_of(value) if not child_of(field, "="))
        facts |= {member: _how_declared((*scope, name), member, names) for member in ("init", "deinit")}
        facts |= {"container": value.type.removesuffix("_declaration"), "bare": next(filter(None, bare), ""),
                  "means": "" if value.type in CONTAINERS else text_of(value)}
        yield Declaration(kind="class", modifiers=private, **shared)


def _read_result(returned: Node | None) -> str:
    """The type that a function returns, without its errors."""
    while returned is not None and returned.type == "error_union_type":
        returned = returned.child_by_field_name("ok")
    return text_of(returned).strip()


def _how_declared(path: Path, member: str, names: Names) -> str:
    """How a container has `init` or `deinit`: as a "constant", a "function", a "method" CLAMH cannot call, or ""."""
    function = names.functions.get((*path, member))
    if function is None:
        return "constant" if (*path, member) in names.aliases else ""
    taken, receiver, _ = _parameters(function, path, names)
    return "method" if taken or receiver and member == "init" else "function"


def _parameters(node: Node, scope: Path, names: Names) -> tuple[list[Parameter], bool, bool]:
    """The parameters besides the own object; whether there is an own object; whether the function is generic."""
    parameters, receiver, generic = [], False, False
    children = listed.named_children if (listed := child_of(node, "parameters")) is not None else ()
    for number, child in enumerate(child for child in children if child.type == "parameter"):
        type_text = text_of(child.child_by_field_name("type"))
        generic = generic or type_text == "anytype" or child_of(child, "comptime") is not None
        pointed = re.fullmatch(r"\*\s*(const\s+)?(.*)", type_text, re.DOTALL)
        target = pointed[2] if pointed else type_text
        if number == 0 and scope and names.resolve(target, scope) == scope:
            receiver = True
            continue
        passing = "value" if not pointed else "const reference" if pointed[1] else "reference"
        name = unquote(text_of(child.child_by_field_name("name")))
        parameters.append(Parameter(name=name, type=names.full_name(target, scope), passing=passing))
    return parameters, receiver, generic
