"""Converts the syntax tree of a Zig file to the declarations that binding needs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from tree_sitter import Node

from clamh.languages.frontends import Places, captured, child_of, text_of
from clamh.languages.zig import metron
from clamh.languages.zig.checks import find_errors
from clamh.languages.zig.lookup import Names, Path, unquote, without_comments
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Declaration, Parameter, SourceFile

CONTAINERS = ("struct_declaration", "union_declaration", "enum_declaration", "opaque_declaration")
_IMPORTED = re.compile(rb'@import\(\s*"([^"\\\r\n]+\.zig)"\s*\)')


class Candidate(msgspec.Struct, frozen=True):
    """A node that can have annotations: its kind, and the path of the container around it."""

    kind: str
    node: Node
    scope: Path


def declarations(
    source: SourceFile, text: bytes, blanked: bytes, tree: Any, annotations: tuple[Annotation, ...]
) -> tuple[list[Declaration], Any]:
    """Every container, enum, function and field outside function bodies, in the order of the file."""
    if metron.imports_metron(text):
        read = metron.list_benchmarks(tree.root_node, Places(text, source.path))
        if read:
            return read, tree
    names = Names()
    candidates = list(_candidates(tree.root_node, names))
    file = _File(Places(text, source.path), names, {})
    for candidate in candidates:
        if candidate.kind == "function":
            file.methods.setdefault(candidate.scope, {})[text_of(_name_of(candidate.node))] = candidate.node
    return [declaration for candidate in candidates for declaration in _declare(candidate, file)], tree


def find_rule_errors(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """The errors of annotated declarations by the rules of Zig."""
    find = metron.find_annotation_errors if metron.is_metron(declarations) else find_errors
    return list(dict.fromkeys(find(declarations)))


def find_companions(path: str, text: bytes) -> list[str]:
    """The files that this file imports by their paths."""
    folder = os.path.dirname(path)
    files = [os.path.normpath(os.path.join(folder, os.fsdecode(name)))
             for name in _IMPORTED.findall(without_comments(text))]
    return [file for file in dict.fromkeys(files) if os.path.isfile(file)]


class _File(msgspec.Struct, frozen=True):
    """One file during the conversion: the meaning of its types, and the functions of its containers."""

    places: Places
    names: Names
    methods: dict[Path, dict[str, Node]]

    def type(self, text: str, scope: Path) -> str:
        """The full name of a type if this file defines it, else its name as other files of the unit may know it."""
        path = self.names.resolve(text, scope)
        return ".".join(path) if path else self.names.unaliased(text, scope)


def _candidates(root: Node, names: Names) -> Iterator[Candidate]:
    """Every node that can have annotations; it also fills `names`."""
    stack: list[tuple[Node, Path | None]] = [(root, ())]  # None: out of reach
    for node, kind in captured(root, "zig"):
        while stack[-1][0].end_byte <= node.start_byte and len(stack) > 1:
            stack.pop()
        scope = stack[-1][1]
        if scope is None:
            continue
        if kind == "body":
            stack.append((node, None))
        elif kind == "class":
            name, value = unquote(text_of(_name_of(node))), _value_of(node)
            if value.type in CONTAINERS and child_of(node, "const"):
                names.classes.add((*scope, name))
                if value.type == "enum_declaration":
                    names.constants[(*scope, name)] = constants_of(value)
                stack.append((value, (*scope, name)))
                yield Candidate("enum" if value.type == "enum_declaration" else "class", node, scope)
            elif child_of(node, "="):
                names.aliases[(*scope, name)] = text_of(value)
                stack.append((node, None))
        elif kind == "field":
            around = node.parent
            inside = around is not None and stack[-1][0].start_byte <= around.start_byte
            if inside and around.type != "enum_declaration":
                yield Candidate(kind, node, scope)
        else:
            yield Candidate(kind, node, scope)


def constants_of(node: Node) -> tuple[str, ...]:
    """The fields of an enum; `_` only says that there may be others."""
    fields = [child for child in node.named_children if child.type == "container_field"]
    return tuple(name for field in fields if (name := unquote(text_of(_name_of(field)))) != "_")


def _name_of(node: Node) -> Node | None:
    first = next(iter(node.named_children), None) if node.type == "container_field" else child_of(node, "identifier")
    return node.child_by_field_name("name") or first


def _value_of(node: Node) -> Node:
    """What a name is declared to be."""
    return node.named_children[-1] if node.named_children else node


def _declare(candidate: Candidate, file: _File) -> Iterator[Declaration]:
    """The declaration of a node; none for a node without a name."""
    node, scope = candidate.node, candidate.scope
    place, value, name = _name_of(node), _value_of(node), unquote(text_of(_name_of(node)))
    # A file is a struct, too, but a file has no name; and the grammar finds a field without a name in `struct {}`.
    if place is None or not name or candidate.kind == "field" and not scope:
        return
    facts: dict[str, Any] = {}
    body = value if candidate.kind in ("class", "enum") else node.child_by_field_name("body")
    shared: dict[str, Any] = {
        "name": name, "scope": scope, "owner": scope or None, "location": file.places.at(place.start_byte),
        "start": node.start_byte, "end": node.end_byte, "facts": facts,
        "body": body.start_byte if body is not None else None,
    }
    private = () if child_of(node, "pub") else ("private",)
    if candidate.kind == "function":
        yield _function(shared, node, scope, file, private)
    elif candidate.kind == "field":
        type_text = text_of(node.child_by_field_name("type"))
        path = file.names.resolve(type_text, scope)
        constants = file.names.constants.get(path, ()) if path else ()
        facts |= {"type": type_text, "default": child_of(node, "=") is not None,
                  "container": bool(path) and not constants}
        # No field is private; such a name says that it is no counter.
        yield Declaration(kind="field", type=file.type(type_text, scope), constants=constants,
                          modifiers=("private",) if name.startswith("_") else (), **shared)
    elif candidate.kind == "enum":
        yield Declaration(kind="enum", constants=constants_of(value), **shared)
    else:
        path = (*scope, name)
        methods = file.methods.get(path, {})
        init = methods.get("init")
        taken = _parameters(init, path, file)[0] if init is not None else ()
        of_function = "" if init is None else "method" if taken else "function"
        bare = [unquote(text_of(_name_of(field))) for field in value.named_children
                if field.type == "container_field" and not child_of(field, "=")]
        facts |= {"init": "constant" if path + ("init",) in file.names.aliases else of_function,
                  "deinit": "deinit" in methods,
                  "container": value.type.removesuffix("_declaration"), "bare": list(filter(None, bare))}
        yield Declaration(kind="class", modifiers=private, **shared)


def _function(shared: dict[str, Any], node: Node, scope: Path, file: _File, private: tuple[str, ...]) -> Declaration:
    """A function, or a method of a container; a method whose first parameter is not its container is static."""
    parameters, receiver, generic = _parameters(node, scope, file)
    modifiers = (*private, *(("static",) if scope and not receiver else ()),
                 *(word for word in ("inline", "extern", "export") if child_of(node, word)))
    shared["facts"] |= {"generic": generic, "own": receiver}
    returned = re.sub(r"^[^!(]*!", "", text_of(node.child_by_field_name("type"))).strip()
    return Declaration(kind="method" if scope else "function", type=returned, parameters=tuple(parameters),
                       modifiers=modifiers, **shared)


def _parameters(node: Node, scope: Path, file: _File) -> tuple[list[Parameter], bool, bool]:
    """The parameters besides the own object; whether there is an own object; whether the function is generic."""
    parameters, receiver, generic = [], False, False
    listed = child_of(node, "parameters")
    children = listed.named_children if listed is not None else ()
    for number, child in enumerate(child for child in children if child.type != "comment"):
        if child.type != "parameter":
            parameters.append(Parameter(name="", type="...", passing="other"))
            continue
        type_text = text_of(child.child_by_field_name("type"))
        generic = generic or type_text == "anytype" or child_of(child, "comptime") is not None
        pointed = re.fullmatch(r"\*\s*(const\s+)?(.*)", type_text, re.DOTALL)
        target = pointed[2] if pointed else type_text
        if number == 0 and scope and file.names.resolve(target, scope) == scope:
            receiver = True
            continue
        passing = "value" if not pointed else "const reference" if pointed[1] else "reference"
        parameters.append(
            Parameter(name=unquote(text_of(child.child_by_field_name("name"))), type=file.type(target, scope),
                      passing=passing))
    return parameters, receiver, generic
