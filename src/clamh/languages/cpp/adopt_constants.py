"""Names in C++ code whose values the compiler knows, so that they stay constants in an adopted benchmark."""

from __future__ import annotations

import re
from collections.abc import Set

from tree_sitter import Node

from clamh.languages.adoption import walk
from clamh.languages.frontends import text_of

_ARITHMETIC = ("primitive_type", "sized_type_specifier", "placeholder_type_specifier")
_FIXED = re.compile(r"(?:std::)?(?:size_t|ptrdiff_t|u?int(?:_fast|_least)?\d+_t)")
_NUMBER = re.compile(r"#\s*define\s+\w+\s+\(?-?[\d.][\w.']*\)?\s*")
_LITERALS = ("number_literal", "char_literal", "character", "true", "false", "unary_expression", "binary_expression",
             "parenthesized_expression", "argument_list", "initializer_list", "escape_sequence")


def constant_names(node: Node, known: Set[str]) -> frozenset[str]:
    """The constants that a declaration or macro defines by literals and by the constants in `known`."""
    if node.type == "preproc_def" and _NUMBER.fullmatch(text_of(node)):
        return frozenset({text_of(node.child_by_field_name("name"))})
    if node.type == "enum_specifier":
        return frozenset(text_of(part.child_by_field_name("name")) for part in walk(node) if part.type == "enumerator")
    kind = node.child_by_field_name("type") if node.type == "declaration" else None
    qualifiers = {text_of(child) for child in node.children
                  if child.type in ("type_qualifier", "storage_class_specifier")}
    if kind is None or not qualifiers & {"const", "constexpr"}:
        return frozenset()
    arithmetic = kind.type in _ARITHMETIC or _FIXED.fullmatch(text_of(kind)) is not None
    names = set[str]()
    for declarator in node.children_by_field_name("declarator"):
        name, value = declarator.child_by_field_name("declarator"), declarator.child_by_field_name("value")
        plain = arithmetic and value is not None and name is not None and name.type == "identifier"
        if not plain and "constexpr" not in qualifiers:
            return frozenset()
        if "constexpr" not in qualifiers and not _is_constant(value, known):
            return frozenset()
        names |= {text_of(part) for part in walk(name or declarator) if part.type == "identifier"}
    return frozenset(names)


def _is_constant(value: Node | None, known: Set[str]) -> bool:
    return value is not None and all(node.type in _LITERALS or node.type == "identifier" and text_of(node) in known
                                     for node in walk(value) if node.is_named)
