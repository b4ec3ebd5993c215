"""Converts the syntax tree of a C file to the declarations that binding needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from tree_sitter import Node

from clamh.languages.c.checks import find_cpp, find_errors
from clamh.languages.c.names import Names, read_names
from clamh.languages.c_family.checks import find_family_errors
from clamh.languages.c_family.conditions import conditions, is_inside
from clamh.languages.c_family.declarators import (Declarator, declarators, find_forbidden, named_type, parameters,
                                                  shape_words, text, unwrap, words)
from clamh.languages.c_family.enums import CONDITIONAL, Constants, constants_of
from clamh.languages.c_family.function_macros import add_function_macros
from clamh.languages.c_family.headers import find_conditional_headers as find_conditional
from clamh.languages.c_family.headers import find_headers as find_companions
from clamh.languages.c_family.headers import header_roots
from clamh.languages.c_family.visible import visible_syntax, visible_tree
from clamh.languages.frontends import Places, captured
from clamh.languages.programs.b63 import add_benchmarks
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Declaration, Parameter, SourceFile

__all__ = ["declarations", "find_companions", "find_conditional", "find_rule_errors", "syntax"]

UNSETTABLE = ("const", "constexpr", "_Thread_local")


class Around(msgspec.Struct, frozen=True):
    """What encloses a declaration: the struct whose members these are, and why no name reaches it ("function",
    "unnamed").
    """

    owner: str | None = None
    hidden: str = ""


def declarations(
    source: SourceFile, text: bytes, blanked: bytes, tree: Any, annotations: tuple[Annotation, ...]
) -> tuple[list[Declaration], Any]:
    """Every struct, union, enum, function and field outside function bodies, in the order of the file.

    Types have the tag of a struct also where a typedef of this file, or of a header beside it, is written. A struct
    without a tag has the name that its typedef gives it.
    """
    tree = visible_tree("c", text, blanked, tree)
    names = read_names(tree.root_node)
    for root in header_roots("c", source.path, blanked):
        names.add_missing(read_names(root))
    places = Places(text, source.path)
    extents = conditions(blanked)
    read = [
        msgspec.structs.replace(declaration, conditional=True) if is_inside(declaration.start, extents) else declaration
        for declaration in _read_tree(tree.root_node, names, places)
    ]
    cpp = find_cpp(blanked) if annotations or b"B63_" in blanked else None
    if cpp is not None:  # only a declaration can carry an error, and the grammar may have found none
        start, written = cpp
        read.append(
            Declaration(kind="field", name="", scope=(), location=places.at(start), start=start, end=start + 1,
                        facts={"cpp": written}))
    read = add_function_macros(read, source.path, blanked, annotations, places)
    return add_benchmarks(read, blanked, places), tree


def find_rule_errors(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """The errors of annotated declarations by the rules of C."""
    return find_family_errors("c", declarations, find_errors)


def syntax(path: str, blanked: bytes, code: bytes, tree: Any) -> tuple[bytes, Any]:
    """The code, and the tree of what the grammar can read of it."""
    return visible_syntax("c", blanked)


def _read_tree(root: Node, names: Names, places: Places) -> Iterator[Declaration]:
    """It keeps the enclosing nodes on a stack: `Node.parent` is slow, since it searches from the root."""
    stack: list[tuple[Node, str, Around]] = []
    for node, kind in captured(root, "c"):
        while stack and stack[-1][0].end_byte <= node.start_byte:
            stack.pop()
        around = stack[-1][2] if stack else Around()
        inner = around
        if kind == "body":
            inner = Around(hidden="function")
        elif kind in ("class", "enum") and node.child_by_field_name("body") is not None and around.hidden != "function":
            outer = stack[-1][0] if stack and stack[-1][1] == "alias" else None
            name = names.name_of(node)
            member = next((entry for entry in reversed(stack) if entry[1] == "field"), None)
            if name or member is None:
                if kind == "class":
                    inner = Around(name, "" if name else "unnamed")
                yield _declare_type(kind, node, outer, name, places)
            elif kind == "class" and declarators(member[0]):
                inner = Around("", "unnamed")  # its members have no name without the member that holds them
        elif kind in ("function", "field") and "function" not in (around.hidden, stack[-1][1] if stack else ""):
            # what a function holds outside of its body is K&R's parameters
            yield from _declare(node, around, names, places)
        stack.append((node, kind, inner))


def _declare_type(kind: str, node: Node, outer: Node | None, name: str, places: Places) -> Declaration:
    named = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    assert body is not None
    keyword = node.type.removesuffix("_specifier")
    return Declaration(
        kind="enum" if kind == "enum" else "class", name=name, scope=(), body=body.start_byte,
        start=(outer or node).start_byte, end=(outer or node).end_byte, location=places.at(
            (named or node).start_byte), modifiers=("union",) if keyword == "union" else (),
        constants=constants_of(node).always if kind == "enum" else (), facts={
            "spelling": f"{keyword} {name}" if named is not None else name, **({} if name else {"hidden": "unnamed"})
        })


def _declare(node: Node, around: Around, names: Names, places: Places) -> Iterator[Declaration]:
    """The declarations of a node, by its declarators."""
    scope = (around.owner,) if around.owner else ()
    type_node, body = node.child_by_field_name("type"), node.child_by_field_name("body")
    if body is None and type_node is not None:
        body = type_node.child_by_field_name("body")
    qualifiers = tuple(dict.fromkeys(word for word, _ in words(node)))
    first = node.child_by_field_name("declarator")
    bracketed = first is not None and first.type == "parenthesized_declarator" and first.named_children[
        0].type == "identifier"
    # MACRO(name) {
    if node.type != "field_declaration" and type_node is not None and bracketed and type_node.type == "type_identifier":
        yield Declaration(kind="function", name=text(type_node), scope=(), location=places.at(type_node.start_byte),
                          start=node.start_byte, end=node.end_byte)
        return
    for declarator in declarators(node):
        if declarator.node is None:
            continue
        function = declarator.function
        location = places.at(declarator.node.start_byte)
        type_text, pointers = names.resolve(named_type(type_node))
        pointers += sum("pointer" in wrap.type for wrap in declarator.wraps)
        const = "const " if "const" in qualifiers and pointers else ""
        facts: dict[str, Any] = {"hidden": around.hidden} if around.hidden else {}
        constants = names.constants_of(type_node) if function is None and not pointers else Constants()
        if constants.conditional:
            facts[CONDITIONAL] = list(constants.conditional)
        if function is None:
            facts |= find_forbidden(node, UNSETTABLE, places)
        else:
            facts["takes"] = [_spell(parameter) for parameter in _parameter_nodes(node, function)]
        kind = "field" if function is None else "function"
        yield Declaration(
            kind=kind,
            name=declarator.name,
            scope=scope,
            owner=scope or None,
            location=location,
            start=node.start_byte,
            end=node.end_byte,
            body=body.start_byte if body is not None else None,
            type=f"{const}{type_text} {'*' * pointers}" if pointers else type_text,
            # A name that begins with an underscore is no counter.
            modifiers=(*(("private",) if declarator.name.startswith("_") else
                         ()), *(word for word in qualifiers if function is None or word != "const"),
                       *shape_words(declarator, node)),
            parameters=_parameters(node, function, names) if function is not None else (),
            constants=constants.always,
            facts=facts)


def _parameter_nodes(node: Node, function: Node) -> list[tuple[Node, Declarator]]:
    """The parameters with their declarations; of a definition in the style of K&R they stand before the body."""
    listed = function.child_by_field_name("parameters")
    children = listed.named_children if listed is not None else []
    old = {
        declarator.name: (child, declarator) for child in node.children if child.type == "declaration"
        for declarator in declarators(child)
    }
    found = [(child, unwrap(child.child_by_field_name("declarator"))) for child in children
             if child.type == "parameter_declaration"]
    if old:
        return [old[name] for child in children if (name := text(child)) in old]
    first = found[0][0] if len(found) == 1 else None
    return [] if first is not None and text(first) == "void" else found


def _parameters(node: Node, function: Node, names: Names) -> tuple[Parameter, ...]:
    """The parameters; an array is a pointer, and so is a typedef of a pointer."""
    read = []
    for child, declarator in _parameter_nodes(node, function):
        type_text, pointers = names.resolve(named_type(child.child_by_field_name("type")))
        pointers += sum(
            wrap.type.removeprefix("abstract_") in ("pointer_declarator", "array_declarator")
            for wrap in declarator.wraps)
        simple = all("function" not in wrap.type for wrap in declarator.wraps)
        reference = any(part.type == "ERROR" and text(part).startswith("&") for part in child.children)
        passing = ("reference" if reference
                   else "value" if pointers == 0 and simple else "pointer" if pointers == 1 and simple else "other")
        read.append(Parameter(name=declarator.name, type=type_text, passing=passing))
    if any(parameter.type == "..." for parameter in parameters(function)):
        read.append(Parameter(name="", type="...", passing="other"))
    return tuple(read)


def _spell(parameter: tuple[Node, Declarator]) -> str:
    """The type of a parameter as written, as a pointer."""
    child, declarator = parameter
    pointers = sum(
        wrap.type.removeprefix("abstract_") in ("pointer_declarator", "array_declarator") for wrap in declarator.wraps)
    # The name of a pointer type would give a constant pointer.
    qualifiers = [word for word, _ in words(child) if word in ("const", "volatile")] if pointers else []
    return " ".join([*qualifiers, text(child.child_by_field_name("type")), *["*"] * pointers])
