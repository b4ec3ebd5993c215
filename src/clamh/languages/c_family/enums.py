"""The constants of enums. Some may be under #if: which of these exist differs between builds and machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tree_sitter import Node

from clamh.languages.c_family.declarators import text
from clamh.languages.frontends import rule_error
from clamh.languages.generators import enum_constants, list_params
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration, Unit

CONDITIONAL = "conditional_constants"  # the fact of a field with those of its enum that are under #if


class Constants(NamedTuple):
    """The names of an enum's constants: those that every build has, and those under #if."""

    always: tuple[str, ...] = ()
    conditional: tuple[str, ...] = ()


def constants_of(node: Node) -> Constants:
    """The constants of an enum."""
    body = node.child_by_field_name("body")
    found = list(_read_constants(body, False)) if body is not None else []
    always = tuple(name for name, conditional in found if not conditional)
    return Constants(always, tuple(dict.fromkeys(name for name, conditional in found if conditional)))


def _read_constants(node: Node, conditional: bool) -> Iterator[tuple[str, bool]]:
    for child in node.named_children:
        if child.type == "enumerator":
            yield text(child.child_by_field_name("name")), conditional
        elif child.type.startswith("preproc_"):
            yield from _read_constants(child, True)
        elif child.type == "ERROR" and text(child).isidentifier():  # behind an #if in an #if, which the grammar lacks
            yield text(child), True


def find_constant_errors(language: str, declarations: Sequence[Declaration]) -> Iterator[Diagnostic]:
    """The errors of params that take all constants of an enum with constants under #if: other builds would measure
    other values.
    """
    in_rows = {(*declaration.scope, declaration.name) for declaration in declarations
               if any(annotation.name == "ParamRows" for annotation in declaration.annotations)}
    for param in declarations:
        annotations = [annotation for annotation in param.annotations if annotation.name == "Param"]
        values = any(argument.key in (None, "value") for annotation in annotations for argument in annotation.arguments)
        if annotations and not values and param.owner not in in_rows and CONDITIONAL in param.facts:
            listed = ", ".join(f'"{name}"' for name in param.constants or param.facts[CONDITIONAL])
            yield rule_error(
                f"{language}-param-condition", param,
                f"param {param.name} takes every constant of its enum, but {param.facts[CONDITIONAL][0]} is under #if",
                f"list the values: @Param({{{listed}}})")


def list_constants(field: Declaration, unit: Unit, is_type: Callable[[Declaration], bool]) -> tuple[str, ...]:
    """The constants of a param's enum that exist: of those under #if only if a value of the param names them."""
    named = {value for state, param in list_params(unit) if param.declaration is field
             for values in (param.values, *state.rows[1:]) for value in values}
    return (*enum_constants(field, unit, is_type),
            *(name for name in field.facts.get(CONDITIONAL, ()) if name in named))
