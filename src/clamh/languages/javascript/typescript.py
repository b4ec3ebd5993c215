"""Removes TypeScript's syntax from a file, so that JavaScript remains at the same offsets, and collects its types."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import tree_sitter_typescript
from tree_sitter import Language, Node, Parser

from clamh.languages.frontends import text_of

SUFFIXES = (".ts", ".mts", ".cts")
# Nodes that consist of types, and statements that produce no code.
_TYPES = {
    "type_annotation", "type_parameters", "type_arguments", "asserts_annotation", "type_predicate_annotation",
    "implements_clause",
}
_MODIFIERS = {"accessibility_modifier", "override_modifier", "readonly", "abstract"}
_STATEMENTS = {
    "interface_declaration", "type_alias_declaration", "ambient_declaration", "function_signature", "internal_module",
    "module", "import_alias", "enum_declaration", "import_require_clause",
}
_MEMBERS = {"method_signature", "abstract_method_signature", "index_signature"}
_AFTER = {"as_expression", "satisfies_expression", "non_null_expression"}  # the expression, followed by a type
_MARKED = {"optional_parameter", "public_field_definition", "method_definition", "variable_declarator"}
_TYPED = {
    "required_parameter": ("pattern", "type"), "optional_parameter": ("pattern", "type"),
    "public_field_definition": ("name", "type"), "method_definition": ("name", "return_type"),
}

# Declarations that do not exist at run time or cannot be named there, by the enclosing node or their own: a key of
# checks.HIDDEN.
_AROUND = {"ambient_declaration": "declared", "interface_declaration": "type", "type_alias_declaration": "type",
           "internal_module": "namespace", "module": "namespace"}
_BODILESS = {
    "abstract_method_signature": "abstract", "method_signature": "signature", "function_signature": "signature"
}
_KINDS = {
    "abstract_method_signature": "function", "method_signature": "function", "method_definition": "function",
    "function_signature": "function", "function_declaration": "function", "class_declaration": "class",
    "abstract_class_declaration": "class", "interface_declaration": "class", "type_alias_declaration": "class",
    "public_field_definition": "field", "property_signature": "field",
}


class Bodiless(msgspec.Struct, frozen=True):
    """A declaration that produces no code, with fields as in Declaration.

    `place` is the offset of its name, `hidden` a key of checks.HIDDEN.
    """

    kind: str
    name: str
    scope: tuple[str, ...]
    place: int
    start: int
    end: int
    body: int | None
    hidden: str


class Erased(msgspec.Struct, frozen=True):
    """A file without its types: `types` by the offset of the name of a parameter, field or method; aliases and enums by
    name.

    `modifiers` maps the end of a modifier to its start, `abstract` has the offsets of the names of abstract classes.
    """

    text: bytes
    types: dict[int, str]
    aliases: dict[str, str]
    enums: dict[str, tuple[str, ...]]
    modifiers: dict[int, int]
    abstract: frozenset[int]
    bodiless: tuple[Bodiless, ...]

    def start(self, begin: int) -> int:
        """The start of a declaration including its modifiers; `begin` is its start without them."""
        offset = begin
        while offset > 0:
            if offset in self.modifiers:
                begin = offset = self.modifiers[offset]
            elif self.text[offset - 1] in b" \t\r\n":
                offset -= 1
            else:
                break
        return begin


def erase_types(text: bytes) -> Erased:
    """The file with every type, modifier and declaration of TypeScript replaced by spaces; lines and offsets stay the
    same.
    """
    out = bytearray(text)
    types: dict[int, str] = {}
    aliases: dict[str, str] = {}
    enums: dict[str, tuple[str, ...]] = {}
    modifiers: dict[int, int] = {}
    abstract: set[int] = set()
    bodiless: list[Bodiless] = []
    scope: tuple[str, ...] = ()
    waiting = [(parser().parse(text).root_node, "", scope, 0)
               ]  # with the kind of the enclosing node, and the start including `export`
    while waiting:
        node, around, scope, start = waiting.pop()
        kind = _KINDS.get(node.type, "")
        inside, within = around or _AROUND.get(node.type, ""), (*scope, _name(node)) if kind == "class" else scope
        outer = node.type in ("export_statement", "ambient_declaration")
        waiting += [(child, inside, within, start if outer else child.start_byte) for child in node.children]
        if (hidden := _hidden(node, around)) and (name := node.child_by_field_name("name")) is not None:
            body = node.child_by_field_name("body")
            bodiless.append(Bodiless(kind, text_of(name), scope, name.start_byte, start, node.end_byte,
                                     body.start_byte if body is not None else None, hidden))
        if node.type in _TYPED:
            place, annotated_type = map(node.child_by_field_name, _TYPED[node.type])
            if place is not None and annotated_type is not None:
                types[place.start_byte] = _drop_type_arguments(text_of(annotated_type).removeprefix(":"))
        elif node.type == "type_alias_declaration":
            aliases[_name(node)] = _drop_type_arguments(text_of(node.child_by_field_name("value")))
        elif node.type == "enum_declaration":
            enums[_name(node)] = tuple(_constants(node))
        elif node.type == "abstract_class_declaration" and (name := node.child_by_field_name("name")) is not None:
            abstract.add(name.start_byte)
        elif node.type in _MODIFIERS:
            modifiers[node.end_byte] = node.start_byte
        for start, end in _blanks(node):
            out[start:end] = re.sub(rb"[^\s]", b" ", bytes(out[start:end]))
    return Erased(bytes(out), types, aliases, enums, modifiers, frozenset(abstract), tuple(bodiless))


def enums_of(path: str) -> dict[str, tuple[str, ...]]:
    """The enums that a TypeScript file declares; none if the file does not exist."""
    try:
        return erase_types(Path(path).read_bytes()).enums if path.endswith(SUFFIXES) else {}
    except OSError:
        return {}


def _hidden(node: Node, around: str) -> str:
    """Why a declaration cannot be called or instantiated; "" if it can, or if the node is not a declaration."""
    if node.type not in _KINDS:
        return ""
    if node.type == "public_field_definition" and not around:
        return "unset" if {child.type for child in node.children} & {"declare", "abstract"} else ""
    return around or _BODILESS.get(node.type) or _AROUND.get(node.type, "")


def _blanks(node: Node) -> Iterator[tuple[int, int]]:
    kinds = {child.type for child in node.children}
    if node.type in _TYPES | _MODIFIERS | _MEMBERS | _STATEMENTS:
        yield node.start_byte, node.end_byte
    elif node.type == "export_statement" and (kinds & (_STATEMENTS | {"type", "="})):
        yield node.start_byte, node.end_byte
    elif node.type in ("import_statement", "import_specifier",
                       "export_specifier") and kinds & {"type", "import_require_clause"}:
        after = node.next_sibling
        yield node.start_byte, after.end_byte if after is not None and after.type == "," else node.end_byte
    elif node.type == "public_field_definition" and kinds & {"declare", "abstract"}:
        yield node.start_byte, node.end_byte
    elif node.type == "expression_statement" and kinds & _STATEMENTS:
        yield node.start_byte, node.end_byte
    elif node.type in _AFTER and node.children:
        yield node.children[0].end_byte, node.end_byte
    elif node.type == "required_parameter" and text_of(node.child_by_field_name("pattern")) == "this":
        after = node.next_sibling
        yield node.start_byte, after.end_byte if after is not None and after.type == "," else node.end_byte
    elif node.type in _MARKED:
        yield from ((child.start_byte, child.end_byte) for child in node.children if child.type in ("?", "!"))


def _constants(enum: Node) -> Iterator[str]:
    body = enum.child_by_field_name("body")
    for member in body.named_children if body is not None else ():
        name = member.child_by_field_name("name") if member.type == "enum_assignment" else member
        if name is not None and name.type in ("property_identifier", "string"):
            yield text_of(name).strip("'\"")


def _drop_type_arguments(type_text: str) -> str:
    """A type without type arguments, which do not change whose class it is; `Readonly<T>` becomes T."""
    before, type_text = None, re.sub(r"^\s*Readonly<(.+)>\s*$", r"\1", type_text)
    while before != type_text:
        before, type_text = type_text, re.sub(r"""('[^']*'|"[^"]*")|<[^<>]*>""", lambda match: match[1] or "",
                                              type_text)
    return type_text.strip()


def _name(node: Node) -> str:
    return text_of(node.child_by_field_name("name"))


@cache
def parser() -> Parser:
    """A parser of TypeScript."""
    return Parser(Language(tree_sitter_typescript.language_typescript()))
