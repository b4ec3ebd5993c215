"""A variable before the measured loop of a Google Benchmark function as a field of a state."""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node

from clamh.languages.adoption import Untranslatable, edited, walk, words_in
from clamh.languages.frontends import text_of

_QUALIFIERS = ("type_qualifier", "storage_class_specifier", "attribute_declaration")


# Types with a plain default constructor and assignment: their fields need no std::optional.
_ASSIGNED = re.compile(
    r"(?:std::)?(?:vector|string|deque|list|map|set|unordered_map|unordered_set|multimap|multiset|u?int\d+_t"
    r"|size_t|ptrdiff_t)\b[^&]*")


class Local(NamedTuple):
    """A variable: its name, the name and text of its field, the line that sets the field, and whether it is constant.

    Where assignment may differ from construction, the field is a `std::optional`, in which the setup builds the object.
    """

    name: str
    place: str
    field: str
    line: str
    constant: bool = False
    optional: bool = False

    def alias(self, owner: str) -> str:
        """The line that gives the field the variable's name; `owner` is what stands before the field."""
        const, star = "const " if self.constant else "", "*" if self.optional else ""
        return f"{const}auto &{self.name} = {star}{owner}{self.place};"


def read_local(declaration: Node, edits: dict[tuple[int, int], str], known: set[str]) -> list[Local]:
    """The variables of a declaration; a field's type may use no name in `known`. Raises Untranslatable."""
    line = declaration.start_point.row + 1
    type_node = declaration.child_by_field_name("type")
    qualifiers = [text_of(child) for child in declaration.children if child.type in _QUALIFIERS]
    if set(qualifiers) - {"const"} or type_node is None:
        raise Untranslatable(f"line {line} declares a variable that is {' '.join(qualifiers) or 'of no plain type'}")
    if words_in([type_node]) & known:
        raise Untranslatable(f"line {line} declares a variable whose type depends on the setup")
    declarators = [child for number, child in enumerate(declaration.children)
                   if declaration.field_name_for_child(number) == "declarator"]
    return [_local(declarator, type_node, "const" in qualifiers, edits, known, line) for declarator in declarators]


def _local(
    declarator: Node, type_node: Node, constant: bool, edits: dict[tuple[int, int], str], known: set[str], line: int
) -> Local:
    value = declarator.child_by_field_name("value") if declarator.type == "init_declarator" else None
    inner = declarator.child_by_field_name("declarator") if declarator.type == "init_declarator" else declarator
    written = ("const " if constant else "") + text_of(type_node)
    while inner.type == "pointer_declarator":
        written, constant = f"{written} *", False
        inner = inner.child_by_field_name("declarator")
    if inner.type == "array_declarator" and inner.child_by_field_name(
            "declarator").type == "identifier" and value is None:
        name, size = text_of(inner.child_by_field_name("declarator")), inner.child_by_field_name("size")
        if size is None or words_in([size]) & known or any(start >= size.start_byte and end <= size.end_byte
                                                           for start, end in edits):
            raise Untranslatable(f"line {line} declares an array whose size depends on the setup")
        return Local(name, name, f"{written} {name}[{text_of(size)}];", "")
    if inner.type != "identifier":
        raise Untranslatable(f"line {line} declares '{text_of(declarator)}', which cannot become a field")
    name = text_of(inner)
    text = edited(value, edits) if value is not None else ""
    argument = value is not None and (value.start_byte, value.end_byte) in edits  # the value of a param
    if argument and type_node.type == "placeholder_type_specifier":
        written = ("const " if constant else "") + "long"
    elif type_node.type == "placeholder_type_specifier":
        if value is None or any(node.type == "lambda_expression"
                                for node in walk(value)) or value.type == "initializer_list":
            raise Untranslatable(f"line {line} declares '{name}' with auto, and its type is not written there")
        if words_in([value]) & known:
            raise Untranslatable(f"line {line} declares '{name}' with auto, by other variables of the setup")
        kind = f"std::decay_t<decltype({text})>"
        for _ in range(written.count("*")):  # the value has the star that `auto *` writes
            kind = f"std::remove_pointer_t<{kind}>"
        written = written.replace(text_of(type_node), kind)
    arguments = text[1:-1] if value is not None and value.type == "argument_list" else text
    plain = written.removeprefix("const ") if constant else written
    if value is not None and value.type == "initializer_list":
        arguments = f"{plain}{text}"
    if type_node.type == "primitive_type" or argument or plain.endswith("*") or _ASSIGNED.fullmatch(plain):
        built = f"{plain}({arguments})" if value is not None and value.type == "argument_list" and not plain.endswith(
            "*") else arguments
        line_text = f"{name} = {built};" if value is not None else "" if plain != text_of(
            type_node) or type_node.type == "primitive_type" else f"{name} = {plain}();"
        return Local(name, name, f"{plain} {name};", line_text, constant)
    return Local(name, f"{name}_", f"std::optional<{plain}> {name}_;", f"{name}_.emplace({arguments});", constant, True)
