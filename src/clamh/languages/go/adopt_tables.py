"""Tables that Go benchmarks range over: each constant becomes a value of a param."""

from __future__ import annotations

import json
import re

from tree_sitter import Node

from clamh.languages.adoption import Untranslatable, walk
from clamh.languages.frontends import text_of
from clamh.languages.go.adopt_types import BASIC
from clamh.model.adoption import AdoptedParam


def read_table(table: Node, line: int) -> tuple[tuple[AdoptedParam, ...], tuple[tuple[str, ...], ...], bool]:
    """The params of a table, their rows, and whether its elements are structs. Raises Untranslatable."""
    kind = table.child_by_field_name("type") if table.type == "composite_literal" else None
    element = kind.child_by_field_name("element") if kind is not None and kind.type in (
        "slice_type", "array_type", "implicit_length_array_type") else None
    if element is None:
        raise Untranslatable(f"line {line} ranges over something that is not a constant list in this file")
    parts = [part for part in table.child_by_field_name("body").named_children if part.type != "comment"]
    if not parts or any(part.type != "literal_element" for part in parts):
        raise Untranslatable(f"line {line} ranges over a list that is empty or has keys")
    cells = [part.named_children[0] for part in parts]
    if BASIC.fullmatch(text_of(element)):
        values = tuple(dict.fromkeys(_value(cell, line) for cell in cells))
        return (AdoptedParam(name="", type=text_of(element), values=values),), (), False
    if element.type != "struct_type":
        raise Untranslatable(f"line {line} ranges over elements of type {text_of(element)}")
    fields = [(text_of(name), text_of(part.child_by_field_name("type"))) for part in walk(element)
              if part.type == "field_declaration" for name in part.children_by_field_name("name")]
    if not fields or not all(BASIC.fullmatch(kind) for _, kind in fields):
        raise Untranslatable(f"line {line} ranges over structs with fields that are no numbers or texts")
    names = [name for name, _ in fields]
    rows = [_row(cell, names, line) for cell in cells]
    params = tuple(AdoptedParam(name=name, type=kind, values=tuple(dict.fromkeys(column)))
                   for (name, kind), column in zip(fields, zip(*rows, strict=True), strict=True))
    if any(not value.replace("-", "_").replace(".", "_").isidentifier()
           and not value.lstrip("-").replace(".", "").isdigit() for row in rows for value in row):
        raise Untranslatable(f"line {line} ranges over texts that are not plain words")
    return params, (tuple(names), *rows) if len(names) > 1 else (), True


def _row(cell: Node, names: list[str], line: int) -> tuple[str, ...]:
    values: dict[str, str] = {}
    for number, part in enumerate(node for node in cell.named_children if node.type != "comment"):
        if part.type == "keyed_element":
            values[text_of(part.named_children[0])] = _value(part.named_children[1].named_children[0], line)
        elif part.type == "literal_element" and number < len(names):
            values[names[number]] = _value(part.named_children[0], line)
    if set(values) != set(names):
        raise Untranslatable(f"line {line} ranges over a table whose rows leave out fields")
    return tuple(values[name] for name in names)


def _value(node: Node, line: int) -> str:
    text = text_of(node)
    if re.fullmatch(r"-?0[0-9oObB_]\w*", text):
        raise Untranslatable(f"line {line} ranges over '{text}', which is written in octal or binary")
    if node.type in ("int_literal", "float_literal", "true",
                     "false") or node.type == "unary_expression" and text[1:].isdigit():
        return text.replace("_", "")
    if node.type == "interpreted_string_literal":
        try:
            return str(json.loads(text))
        except ValueError:
            pass
    if node.type == "raw_string_literal":
        return text[1:-1]
    raise Untranslatable(f"line {line} ranges over '{text}', which is no constant that CLAMH reads")
