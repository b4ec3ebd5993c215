"""Reads declarators: converts a syntax node to a name, a kind, a type and parameters."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

import msgspec
from tree_sitter import Node

from clamh.languages.frontends import Places
from clamh.model.sources import Parameter

_NAMES = {
    "identifier",
    "field_identifier",
    "type_identifier",
    "qualified_identifier",
    "template_function",
    "operator_name",
    "destructor_name",
    "operator_cast",
}
_TRANSPARENT = {"parenthesized_declarator", "attributed_declarator", "init_declarator"}
_WORDS = {"storage_class_specifier", "type_qualifier", "virtual_specifier", "virtual", "ref_qualifier", "noexcept"}


class Declarator(msgspec.Struct, frozen=True):
    """One declarator: its name as written, and the nodes around the name, nearest first (C reads inside out)."""

    name: str
    wraps: tuple[Node, ...]
    node: Node | None

    def is_a(self, kind: str) -> bool:
        """Whether the declared entity is a `kind` (function, pointer, reference, array)."""
        return bool(self.wraps) and kind in self.wraps[0].type

    @property
    def function(self) -> Node | None:
        """The function declarator that belongs to the name, or None."""
        return self.wraps[0] if self.is_a("function_declarator") else None


def text(node: Node | None) -> str:
    """The node's source text, with each run of white space as one space."""
    if node is None or node.text is None:
        return ""
    return re.sub(r"\s+", " ", node.text.decode("utf-8", "surrogateescape")).strip()


def unwrap(node: Node | None) -> Declarator:
    """The declarator of a node, read down to its name."""
    wraps: list[Node] = []
    while node is not None and node.type not in _NAMES:
        if node.type not in _TRANSPARENT:
            wraps.append(node)
        inner = node.child_by_field_name("declarator")
        if inner is None:
            inner = next((c for c in node.named_children if "declarator" in c.type or c.type in _NAMES), None)
        node = inner
    name_text = text(node)
    if node is not None and node.type == "operator_cast":  # its name contains its parameter list
        converts = node.child_by_field_name("declarator")
        while converts is not None and converts.type != "abstract_function_declarator":
            converts = converts.child_by_field_name("declarator")
        if converts is not None:
            wraps.append(converts)
            name_text = name_text.partition("(")[0]
    name = re.sub(r"\s*(::|[<>,*&])\s*", r"\1", name_text).strip()
    return Declarator(name, tuple(reversed(wraps)), node)


def declarators(node: Node) -> list[Declarator]:
    """Every declarator of a declaration, in order. If none is a function, ERROR nodes are searched too: `int f() MAC
    {`.
    """
    declarators = [unwrap(child) for child in node.children_by_field_name("declarator")]
    if not any(declarator.function for declarator in declarators):
        for error in (child for child in node.children if child.type == "ERROR"):
            declarators += [unwrap(child) for child in error.children if child.type == "function_declarator"]
    return [declarator for declarator in declarators if declarator.name]


def words(node: Node, without: str = "") -> Iterator[tuple[str, Node]]:
    """The specifier words of a declaration (static, const, volatile, …) with their nodes, except nodes of type
    `without`.
    """
    for child in node.children:
        if child.type in _WORDS and child.type != without:
            yield text(child), child


def shape_words(declarator: Declarator, node: Node) -> Iterator[str]:
    """Words for a field's shape besides its type: "pointer", "array", "reference", "bit-field"."""
    for wrap in declarator.wraps[:1]:
        if not declarator.function:
            yield wrap.type.removesuffix("_declarator")
    if any(child.type == "bitfield_clause" for child in node.children):
        yield "bit-field"


def find_forbidden(node: Node, unsettable: Collection[str], places: Places) -> dict[str, Any]:
    """The fact with the locations of the words that prevent setting a field, if there are any."""
    locations = {word: places.at(place.start_byte) for word, place in words(node) if word in unsettable}
    return {"words": {word: [place.line, place.column] for word, place in locations.items()}} if locations else {}


def parameters(function: Node) -> tuple[Parameter, ...]:
    """The parameters of a function declarator; none for `(void)`, one of type `...` for `...`."""
    parameter_list = function.child_by_field_name("parameters")
    parameters = [_parameter(child) for child in (parameter_list.children if parameter_list is not None else [])]
    readable = tuple(parameter for parameter in parameters if parameter is not None)
    if len(readable) == 1 and readable[0].type == "void" and readable[0].passing == "value":
        return ()
    return readable


def _parameter(node: Node) -> Parameter | None:
    if node.type in ("...", "variadic_parameter", "variadic_parameter_declaration"):
        return Parameter(name="", type="...", passing="other")
    if node.type not in ("parameter_declaration", "optional_parameter_declaration"):
        return None
    declared = unwrap(node.child_by_field_name("declarator"))
    qualifiers = [word for word, _ in words(node)]
    base = named_type(node.child_by_field_name("type"))
    pointers = sum("pointer" in wrap.type for wrap in declared.wraps)
    passing = "value"
    if declared.is_a("reference"):
        plain = "const" in qualifiers and not pointers
        passing = "const reference" if plain else "reference"
        if text(declared.wraps[0]).startswith("&&"):
            passing = "other"
    elif declared.is_a("pointer"):
        passing = "pointer"
    elif declared.wraps:
        passing = "other"
    type_text = base + (" " + "*" * pointers if pointers and declared.is_a("reference") else "")
    optional = node.type == "optional_parameter_declaration"
    return Parameter(name=declared.name, type=type_text, passing=passing, default=optional)


def named_type(node: Node | None) -> str:
    """A type as written, without a leading `struct`, `class`, `enum` or `union`."""
    if node is not None and node.type in ("struct_specifier", "class_specifier", "enum_specifier", "union_specifier"):
        node = node.child_by_field_name("name")
    return re.sub(r"\s*(::|<|>|,)\s*", r"\1", text(node)).removeprefix("::")
