"""Converts the syntax tree of a C++ file to the declarations that binding needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from tree_sitter import Node

from clamh.languages.cpp import injected
from clamh.languages.cpp.checks import UNSETTABLE, find_errors
from clamh.languages.c_family.checks import find_family_errors
from clamh.languages.c_family.conditions import conditions, is_inside
from clamh.languages.c_family.declarators import (Declarator, declarators, find_forbidden, named_type, parameters,
                                                  shape_words, text, words)
from clamh.languages.c_family.enums import CONDITIONAL, Constants, constants_of
from clamh.languages.c_family.function_macros import add_function_macros
from clamh.languages.c_family.headers import find_conditional_headers as find_conditional
from clamh.languages.c_family.headers import find_headers as find_companions
from clamh.languages.c_family.headers import header_roots
from clamh.languages.cpp.lookup import Names
from clamh.languages.cpp.scopes import (
    Candidate,
    Scope,
    bases_of,
    candidates_of,
    class_name,
    enter_class,
    instantiated,
)
from clamh.languages.c_family.visible import visible_syntax, visible_tree
from clamh.languages.frontends import Places
from clamh.languages.programs.b63 import add_benchmarks
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Declaration, Parameter, SourceFile

__all__ = ["declarations", "find_companions", "find_conditional", "find_rule_errors", "syntax"]

MAX_PICKED = 6  # the most parameters that runtime/pick.hpp can count


def declarations(
    source: SourceFile, text: bytes, blanked: bytes, tree: Any, annotations: tuple[Annotation, ...]
) -> tuple[list[Declaration], Any]:
    """Every class, enum, function and field outside function bodies, in the order of the file.

    Types of parameters and fields get their full names if this file defines them, or a header that an annotated file
    includes, also where an alias is written. Parts that the grammar cannot read are not reported here;
    `find_rule_errors` reports errors of annotated declarations.
    """
    tree = visible_tree("cpp", text, blanked, tree)
    names = Names()
    headers = header_roots("cpp", source.path, blanked) if annotations else ()
    of_headers = [candidate for root in headers for candidate in candidates_of(root, names)]
    candidates = list(candidates_of(tree.root_node, names))
    rivals = _rivals([*of_headers, *candidates], names)
    places = Places(text, source.path)
    condition_extents = conditions(blanked)
    read = [
        msgspec.structs.replace(declaration, conditional=True)
        if is_inside(declaration.start, condition_extents) else declaration for candidate in candidates
        for declaration in _declare(candidate, names, rivals, places)
    ]
    read = add_function_macros(read, source.path, blanked, annotations, places)
    return add_benchmarks(read, blanked, places), tree


def find_rule_errors(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """The errors of annotated declarations by the rules of C++."""
    return find_family_errors("cpp", declarations, find_errors)


def syntax(path: str, blanked: bytes, code: bytes, tree: Any) -> tuple[bytes, Any]:
    """The code, and the tree of what the grammar can read of it."""
    return visible_syntax("cpp", blanked)


class Signature(msgspec.Struct, frozen=True):
    """The properties that distinguish overloads."""

    parameters: tuple[tuple[str, str], ...]
    const: bool
    static: bool
    template: bool


Rivals = dict[tuple[tuple[str, ...], str], set[Signature]]


def _rivals(candidates: list[Candidate], names: Names) -> Rivals:
    """The signatures of each function name, by scope and name."""
    rivals: Rivals = {}
    for candidate in candidates:
        if candidate.kind in ("function", "method"):
            for declarator in declarators(candidate.node):
                if declarator.function is not None:
                    key = (candidate.scope.plain, declarator.name)
                    rivals.setdefault(key, set()).add(_signature(declarator.function, candidate, names))
    return rivals


def _signature(function: Node, candidate: Candidate, names: Names) -> Signature:
    resolved = _resolve_types(parameters(function), candidate.scope, names)
    return Signature(
        tuple((parameter.type, parameter.passing) for parameter in resolved),
        any(word == "const" for word, _ in words(function)),
        any(word == "static" for word, _ in words(candidate.node)),
        any(around.type == "template_declaration" for around in candidate.outer),
    )


def _choice(signature: Signature, rivals: set[Signature]) -> str:
    """How the wrapper selects the overload: by the number of parameters, by their types, or through a forwarder.

    If one overload is a template, no argument is deduced from the set ([temp.deduct.call]/6).
    """
    if not signature.template and any(rival.template for rival in rivals):
        return "forward"
    similar = {(rival.parameters, rival.const) for rival in rivals
               if len(rival.parameters) == len(signature.parameters)}
    if len(similar) < 2 and len(signature.parameters) <= MAX_PICKED:
        return "pick"
    return "as_const" if signature.const else "as"


def _declare(candidate: Candidate, names: Names, rivals: Rivals, places: Places) -> Iterator[Declaration]:
    """The declarations of a node: one, or for a field one per declarator."""
    node, scope = candidate.node, candidate.scope
    access = (scope.access,) if scope.access else ()
    shared: dict[str, Any] = {
        "kind": candidate.kind,
        "scope": scope.names,
        "owner": scope.names if scope.owner else None,
        "start": min([node.start_byte, *(around.start_byte for around in candidate.outer)]),
        "end": max([node.end_byte, *(around.end_byte for around in candidate.outer)]),
        "body": candidate.body,
    }
    if candidate.kind in ("class", "enum"):
        name = class_name(node, candidate.outer)
        inner = enter_class(scope, node, candidate.outer) if candidate.kind == "class" else scope
        spelling = inner.spelling if candidate.kind == "class" else scope.spelling + (name,)
        yield Declaration(
            **shared,
            name=name,
            location=places.at(_name_start(node)),
            modifiers=(("union",) if node.type == "union_specifier" else ()) + access,
            bases=tuple(_full_name(base, scope, names) for base, public in bases_of(node) if public),
            constants=constants_of(node).always if candidate.kind == "enum" else (),
            facts=_facts(inner, spelling),
        )
        return
    for declarator in declarators(node):
        if (declarator.function is None) != (candidate.kind == "field") or declarator.node is None:
            continue
        own_type = "type_qualifier" if declarator.function is not None else ""  # `const T &f()` is not a const method
        modifiers = tuple(dict.fromkeys(word for word, _ in words(node, without=own_type)))
        modifiers += (*shape_words(declarator, node), *_without_body(node), *access)
        spelled, missing = instantiated(declarator.name, candidate.outer)
        place = msgspec.structs.replace(scope, templates=scope.templates + missing)
        constants = _field_constants(node, scope, names) if declarator.function is None else Constants()
        declaration = Declaration(
            **shared,
            name=declarator.name,
            location=places.at(declarator.node.start_byte),
            type=_type(declarator, node, scope, names),
            modifiers=modifiers,
            constants=constants.always,
            facts=_facts(place, scope.spelling + (spelled,)),
        )
        if declarator.function is None:
            declaration.facts.update(find_forbidden(node, UNSETTABLE, places))
            declaration.facts.update({CONDITIONAL: list(constants.conditional)} if constants.conditional else {})
        if declarator.function is not None:
            declaration = _as_function(declaration, declarator.function, candidate, names, rivals)
        yield declaration


def _as_function(
    declaration: Declaration, function: Node, candidate: Candidate, names: Names, rivals: Rivals
) -> Declaration:
    """The declaration with the properties of a function. A definition outside its class (`int A::f(S &s) {…}`) becomes
    A's method.
    """
    scope = candidate.scope
    changes: dict[str, Any] = {}
    facts = dict(declaration.facts)
    inside: set[Signature] = set()  # the signatures of its name in its class
    if "::" in declaration.name and not declaration.name.startswith("operator"):
        *path, name = declaration.name.split("::")
        home = names.resolve("::".join(path), scope.plain)
        changes = {"name": name, "scope": scope.names + tuple(path)}
        if home is not None:
            changes |= {"scope": home, "owner": home, "kind": "method"}
            facts |= {"class": names.qualified_name(home), "spelling": f"{names.qualified_name(home)}::{name}"}
            inside = rivals.get((names.plain(home), name), set())
            in_class = msgspec.structs.replace(scope, plain=names.plain(home))  # where the types of its parameters are
            candidate = msgspec.structs.replace(candidate, scope=in_class)
    signature = _signature(function, candidate, names)
    facts["choice"] = _choice(signature, {signature} | (inside or rivals.get((scope.plain, declaration.name), set())))
    static = signature.static or any(rival.static and rival.parameters == signature.parameters for rival in inside)
    resolved = _resolve_types(parameters(function), candidate.scope, names)
    facts["takes"] = [_spelled(parameter, candidate.scope, names) for parameter in parameters(function)]
    modifiers = dict.fromkeys([*declaration.modifiers, *(word for word, _ in words(function))])
    if static:
        modifiers["static"] = None
    return msgspec.structs.replace(declaration, parameters=resolved, modifiers=tuple(modifiers), facts=facts, **changes)


def _spelled(parameter: Parameter, scope: Scope, names: Names) -> str:
    """The parameter's class as spelled at global scope, or "" if neither this file nor a header shows it."""
    home = names.resolve(parameter.type, scope.plain)
    if home is not None:
        return names.qualified_name(home)
    return injected.qualified_name(parameter.type)


def _facts(scope: Scope, spelling: tuple[str, ...]) -> dict[str, Any]:
    """Facts for the templates: how to spell the declaration and its class at global scope, and what prevents access."""
    facts: dict[str, Any] = {"spelling": "::".join(spelling)}
    if scope.owner:
        facts["class"] = "::".join(scope.spelling)
    if scope.namespaces:
        facts["namespaces"] = list(scope.namespaces)
    if scope.templates:
        facts["templates"] = list(scope.templates)
    if scope.hidden:
        facts["hidden"] = scope.hidden
    return facts


def _name_start(node: Node) -> int:
    name = node.child_by_field_name("name")
    return name.start_byte if name is not None else node.start_byte


def _field_constants(node: Node, scope: Scope, names: Names) -> Constants:
    """The constants of a field's type, if that is an enum of this file or a header."""
    declared = node.child_by_field_name("type")
    if declared is not None and declared.type == "enum_specifier" and declared.child_by_field_name("body"):
        return constants_of(declared)
    enum = names.resolve(named_type(declared), scope.plain)
    return names.constants.get(enum, Constants()) if enum else Constants()


def _type(declarator: Declarator, node: Node, scope: Scope, names: Names) -> str:
    """The type of a field, or the return type of a function; a pointer type includes `*` and its target."""
    behind = declarator.function.children if declarator.function is not None else ()
    trailing = next((child.named_children[0] for child in behind if child.type == "trailing_return_type"), None)
    if trailing is not None:
        shape = trailing.child_by_field_name("declarator")
        is_pointer = shape is not None and "pointer" in shape.type
        return text(trailing) if is_pointer else _full_name(
            named_type(trailing.child_by_field_name("type")), scope, names)
    base = _full_name(named_type(node.child_by_field_name("type")), scope, names)
    if not declarator.is_a("pointer"):
        return base
    const = "const " if any(word == "const" for word, _ in words(node)) else ""
    return f"{const}{base} *"


def _full_name(type_text: str, scope: Scope, names: Names) -> str:
    """The type's full name if this file or a header defines it, else the name as written."""
    path = names.resolve(type_text, scope.plain)
    return "::".join(part for part in path if part) if path else names.unaliased(type_text, scope.plain)


def _resolve_types(parameters: tuple[Parameter, ...], scope: Scope, names: Names) -> tuple[Parameter, ...]:
    return tuple(
        msgspec.structs.replace(parameter, type=_full_name(parameter.type, scope, names)) for parameter in parameters)


def _without_body(node: Node) -> Iterator[str]:
    """Words for a function without a body: "abstract" (`= 0`), "deleted" (`= delete`)."""
    value = node.child_by_field_name("default_value")
    kinds = {child.type for child in node.children}
    if value is not None and value.text == b"0" and "virtual" in kinds or "pure_virtual_clause" in kinds:
        yield "abstract"
    if "delete_method_clause" in kinds:
        yield "deleted"
