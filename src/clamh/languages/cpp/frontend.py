"""From a C++ file's syntax tree to the declarations that binding needs."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from tree_sitter import Node

from clamh.languages.cpp import injected
from clamh.languages.cpp.checks import UNSETTABLE, refused
from clamh.languages.cpp.conditions import conditions, without_split_braces
from clamh.languages.cpp.declarators import Declarator, declarators, named_type, parameters, words
from clamh.languages.cpp.lookup import Names
from clamh.languages.cpp.macros import code_only, without_macros
from clamh.languages.cpp.scopes import (
    Candidate,
    Scope,
    bases_of,
    candidates_of,
    class_name,
    constants_of,
    instantiated,
    into_class,
)
from clamh.languages.frontends import Places, parser
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Declaration, Parameter, SourceFile

MOST_PICKED = 6  # parameters that runtime/pick.hpp counts
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\r\n\0]+)"', re.MULTILINE)


def declarations(
    source: SourceFile, text: bytes, blanked: bytes, tree: Any, annotations: tuple[Annotation, ...]
) -> tuple[list[Declaration], Any]:
    """Every class, enum, function and field outside of functions' bodies, in the order of the file.

    Types of parameters and fields that this file defines come out as full names, whatever alias they are written with.
    A file that the grammar cannot read in places is no problem here: `refusals` speaks of what is annotated.
    """
    visible = without_macros(without_split_braces(blanked))
    if visible is not blanked:
        tree = parser("cpp").parse(visible)
    names = Names()
    candidates = list(candidates_of(tree.root_node, names))
    rivals = _rivals(candidates, names)
    places = Places(text, source.path)
    under = conditions(blanked)
    return [
        msgspec.structs.replace(one, conditional=True) if _inside(one.start, under) else one
        for candidate in candidates for one in _declare(candidate, names, rivals, places)
    ], tree


def refusals(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """What C++ itself forbids on the annotated ones of these declarations."""
    return [problem for one in declarations if one.annotations for problem in refused(one)]


def syntax(path: str, blanked: bytes, code: bytes, tree: Any) -> tuple[bytes, Any]:
    """Of alternatives under #if that split braces only the first; without macros that the grammar cannot see."""
    first = without_split_braces(blanked)
    return code_only(first, b" "), parser("cpp").parse(without_macros(first))


def _inside(offset: int, extents: list[tuple[int, int]]) -> bool:
    """Whether `offset` is in one of these extents, which are in order and apart."""
    before = bisect_right(extents, (offset, offset)) - 1
    return before >= 0 and extents[before][0] <= offset < extents[before][1]


def companions(path: str, text: bytes) -> list[str]:
    """The headers that this file includes in quotes and that stand where the compiler looks first, in order."""
    folder = os.path.dirname(path)
    named = (os.path.join(folder, os.fsdecode(match[1])) for match in _INCLUDE.finditer(text))
    return [header for header in dict.fromkeys(map(os.path.normpath, named)) if os.path.isfile(header)]


class Signature(msgspec.Struct, frozen=True):
    """What tells one overload from another."""

    parameters: tuple[tuple[str, str], ...]
    const: bool
    static: bool
    template: bool


Rivals = dict[tuple[tuple[str, ...], str], set[Signature]]


def _rivals(candidates: list[Candidate], names: Names) -> Rivals:
    """Every signature that each function name has, by scope and name."""
    found: Rivals = {}
    for candidate in candidates:
        if candidate.kind in ("function", "method"):
            for one in declarators(candidate.node):
                if one.function is not None:
                    key = (candidate.scope.plain, one.name)
                    found.setdefault(key, set()).add(_signature(one.function, candidate, names))
    return found


def _signature(function: Node, candidate: Candidate, names: Names) -> Signature:
    listed = _resolved(parameters(function), candidate.scope, names)
    return Signature(
        tuple((one.type, one.passing) for one in listed),
        any(word == "const" for word, _ in words(function)),
        any(word == "static" for word, _ in words(candidate.node)),
        any(around.type == "template_declaration" for around in candidate.outer),
    )


def _choice(own: Signature, rivals: set[Signature]) -> str:
    """How the wrapper reaches the function: by the number of its parameters, by their types, or through a forwarder.

    With a template among the overloads no argument is deduced from the set ([temp.deduct.call]/6).
    """
    if not own.template and any(one.template for one in rivals):
        return "forward"
    like = {(one.parameters, one.const) for one in rivals if len(one.parameters) == len(own.parameters)}
    if len(like) < 2 and len(own.parameters) <= MOST_PICKED:
        return "pick"
    return "as_const" if own.const else "as"


def _declare(candidate: Candidate, names: Names, rivals: Rivals, places: Places) -> Iterator[Declaration]:
    """The declarations of one node: one, or one per declarator of a field."""
    node, scope = candidate.node, candidate.scope
    access = (scope.access,) if scope.access else ()
    shared: dict[str, Any] = {
        "kind": candidate.kind,
        "scope": scope.names,
        "owner": scope.names if scope.owner else None,
        "start": min([node.start_byte, *(one.start_byte for one in candidate.outer)]),
        "end": max([node.end_byte, *(one.end_byte for one in candidate.outer)]),
        "body": candidate.body,
    }
    if candidate.kind in ("class", "enum"):
        name = class_name(node, candidate.outer)
        inner = into_class(scope, node, candidate.outer) if candidate.kind == "class" else scope
        spelling = inner.spelling if candidate.kind == "class" else scope.spelling + (name,)
        yield Declaration(
            **shared,
            name=name,
            location=places.at(_name_start(node)),
            modifiers=(("union",) if node.type == "union_specifier" else ()) + access,
            bases=tuple(_full(base, scope, names) for base, public in bases_of(node) if public),
            constants=constants_of(node) if candidate.kind == "enum" else (),
            facts=_facts(inner, spelling),
        )
        return
    for one in declarators(node):
        if (one.function is None) != (candidate.kind == "field") or one.node is None:
            continue
        own_type = "type_qualifier" if one.function is not None else ""  # `const T &f()` is no const method
        modifiers = tuple(dict.fromkeys(word for word, _ in words(node, without=own_type)))
        modifiers += (*_shape(one, node), *_without_body(node), *access)
        spelled, missing = instantiated(one.name, candidate.outer)
        place = msgspec.structs.replace(scope, templates=scope.templates + missing)
        made = Declaration(
            **shared,
            name=one.name,
            location=places.at(one.node.start_byte),
            type=_type(one, node, scope, names),
            modifiers=modifiers,
            constants=_field_constants(node, scope, names) if one.function is None else (),
            facts=_facts(place, scope.spelling + (spelled,)),
        )
        if one.function is None:
            made.facts.update(_forbidden(node, places))
        yield made if one.function is None else _as_function(made, one.function, candidate, names, rivals)


def _as_function(
    made: Declaration, function: Node, candidate: Candidate, names: Names, rivals: Rivals
) -> Declaration:
    """Adds what only functions have; a definition outside of its class (`int A::f(S &s) {…}`) becomes A's method."""
    scope = candidate.scope
    own = _signature(function, candidate, names)
    facts = {**made.facts, "choice": _choice(own, rivals.get((scope.plain, made.name), {own}))}
    changes: dict[str, Any] = {}
    static = own.static
    if "::" in made.name and not made.name.startswith("operator"):
        *path, name = made.name.split("::")
        home = names.resolve("::".join(path), scope.plain)
        changes = {"name": name, "scope": scope.names + tuple(path)}
        if home is not None:
            changes |= {"scope": home, "owner": home, "kind": "method"}
            facts |= {"class": names.spelled(home), "spelling": f"{names.spelled(home)}::{name}"}
            inside = rivals.get((names.plain(home), name), set())
            static = any(one.static and one.parameters == own.parameters for one in inside)
    listed = _resolved(parameters(function), scope, names)
    facts["takes"] = [_spelled(one, scope, names) for one in parameters(function)]
    modifiers = dict.fromkeys([*made.modifiers, *(word for word, _ in words(function))])
    if static:
        modifiers["static"] = None
    return msgspec.structs.replace(made, parameters=listed, modifiers=tuple(modifiers), facts=facts, **changes)


def _spelled(parameter: Parameter, scope: Scope, names: Names) -> str:
    """The parameter's class as C++ text at global scope names it, or "" when this file does not tell."""
    home = names.resolve(parameter.type, scope.plain)
    if home is not None:
        return names.spelled(home)
    return injected.spelled(parameter.type)


def _forbidden(node: Node, places: Places) -> dict[str, Any]:
    """Where the words stand that keep a field from being set."""
    places = {word: places.at(place.start_byte) for word, place in words(node) if word in UNSETTABLE}
    return {"words": {word: [at.line, at.column] for word, at in places.items()}} if places else {}


def _facts(scope: Scope, spelling: tuple[str, ...]) -> dict[str, Any]:
    """What the templates need: how C++ names the declaration and its class from global scope, and what prevents it."""
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


def _field_constants(node: Node, scope: Scope, names: Names) -> tuple[str, ...]:
    """The constants of a field's type, if that is an enum of this file."""
    declared = node.child_by_field_name("type")
    if declared is not None and declared.type == "enum_specifier" and declared.child_by_field_name("body"):
        return constants_of(declared)
    found = names.resolve(named_type(declared), scope.plain)
    return names.constants.get(found, ()) if found else ()


def _type(one: Declarator, node: Node, scope: Scope, names: Names) -> str:
    """The type of a field or of what a function returns: of pointers with `*`, and with what they point to."""
    base = _full(named_type(node.child_by_field_name("type")), scope, names)
    if not one.is_a("pointer"):
        return base
    const = "const " if any(word == "const" for word, _ in words(node)) else ""
    return f"{const}{base} *"


def _full(written: str, scope: Scope, names: Names) -> str:
    """The type's full name if this file defines it, else as written."""
    found = names.resolve(written, scope.plain)
    return "::".join(part for part in found if part) if found else names.unaliased(written, scope.plain)


def _resolved(listed: tuple[Parameter, ...], scope: Scope, names: Names) -> tuple[Parameter, ...]:
    return tuple(msgspec.structs.replace(one, type=_full(one.type, scope, names)) for one in listed)


def _without_body(node: Node) -> Iterator[str]:
    """What keeps a function from being called: `= 0` leaves it to heirs, `= delete` takes it away."""
    value = node.child_by_field_name("default_value")
    kinds = {child.type for child in node.children}
    if value is not None and value.text == b"0" and "virtual" in kinds or "pure_virtual_clause" in kinds:
        yield "abstract"
    if "delete_method_clause" in kinds:
        yield "deleted"


def _shape(one: Declarator, node: Node) -> Iterator[str]:
    """What a field is besides its type."""
    for wrap in one.wraps[:1]:
        if not one.function:
            yield wrap.type.removesuffix("_declarator")
    if any(child.type == "bitfield_clause" for child in node.children):
        yield "bit-field"
