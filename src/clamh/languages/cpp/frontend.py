"""From a C++ file's syntax tree to the declarations that binding needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import tree_sitter_cpp
from tree_sitter import Language, Node, Parser, Query, QueryCursor

from clamh.diagnostics import Diagnostic
from clamh.languages.cpp.checks import UNSETTABLE, Lines, refused
from clamh.languages.cpp.declarators import declarators, named_type, parameters, text, unwrap, words
from clamh.languages.cpp.lookup import Names
from clamh.languages.cpp.macros import without_macros
from clamh.model import Annotation, Declaration, Parameter, SourceFile


class Scope(msgspec.Struct, frozen=True):
    """Where a declaration stands: names from the outside in, and how C++ text at global scope spells them."""

    names: tuple[str, ...] = ()
    spelling: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()  # the names that lookup sees: without anonymous and inline namespaces
    namespaces: tuple[str, ...] = ()  # the namespaces alone
    owner: bool = False  # the innermost is a class
    templates: tuple[str, ...] = ()  # parameter lists of templates around it that nothing here instantiates
    hidden: str = ""  # why no name reaches it: "function", "unnamed", "friend"


class Candidate(msgspec.Struct, frozen=True):
    """A node that can carry annotations."""

    kind: str
    node: Node
    scope: Scope
    body: int | None  # where its body begins
    outer: tuple[Node, ...]  # template headers, typedef or linkage that belong to it, outermost first


def declarations(
    source: SourceFile, text: bytes, blanked: bytes, tree: Any, annotations: tuple[Annotation, ...]
) -> tuple[list[Declaration], list[Diagnostic]]:
    """Every class, enum, function and field outside of functions' bodies, in the order of the file.

    Types of parameters and fields that this file defines come out as full names, whatever alias they are written with.
    A file that the grammar cannot read in places is no problem here: `refusals` speaks of what is annotated.
    """
    visible = without_macros(blanked)
    if visible is not blanked:
        tree = _parser().parse(visible)
    names = Names()
    candidates = list(_candidates(tree.root_node, names))
    rivals = _rivals(candidates, names)
    lines = Lines(source.path, text)
    return [one for candidate in candidates for one in _declare(candidate, names, rivals, lines)], []


def refusals(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """What C++ itself forbids on the annotated ones of these declarations."""
    return [problem for one in declarations if one.annotations for problem in refused(one)]


@cache
def _language() -> Language:
    return Language(tree_sitter_cpp.language())


@cache
def _parser() -> Parser:
    return Parser(_language())


@cache
def _query() -> Query:
    return Query(_language(), (Path(__file__).parent / "annotations.scm").read_text(encoding="utf-8"))


def _candidates(root: Node, names: Names) -> Iterator[Candidate]:
    """Every node that can carry annotations, with its scope; fills `names` on the way.

    One sweep over the captures in the order of the file with a stack of what encloses: asking a node for its
    parent walks down from the root each time.
    """
    captured = [(node, kind) for kind, nodes in QueryCursor(_query()).captures(root).items() for node in nodes]
    captured.sort(key=lambda pair: (pair[0].start_byte, -pair[0].end_byte))
    stack: list[tuple[Node, str, Scope]] = []
    for node, kind in captured:
        while stack and stack[-1][0].end_byte <= node.start_byte:
            stack.pop()
        scope = stack[-1][2] if stack else Scope()
        outer = _outer(stack, node)
        inner = scope
        if kind == "body":
            inner = msgspec.structs.replace(scope, hidden=scope.hidden or "function")
        elif kind == "friend":
            inner = msgspec.structs.replace(scope, hidden=scope.hidden or "friend")
        elif kind == "namespace":
            inner = _into_namespace(scope, node)
        elif kind in ("alias", "using"):
            _note_alias(node, scope, names)
        elif kind in ("class", "enum"):
            body = node.child_by_field_name("body")
            inner = _into_class(scope, node, outer) if kind == "class" else scope
            if kind == "class" and not scope.hidden:
                names.add(inner.plain, inner.names, "::".join(inner.spelling))
                names.bases[inner.plain] = tuple(_bases(node))
            elif kind == "enum" and not scope.hidden:
                own = (class_name(node, outer),)
                names.add(scope.plain + own, scope.names + own, "::".join(scope.spelling + own), _constants(node))
            assert body is not None  # the query asks for one
            if scope.hidden != "function":
                yield Candidate(kind, node, scope, body.start_byte, outer)
        elif kind in ("function", "field") and scope.hidden != "function":
            yield from _members(node, scope, outer)
        stack.append((node, kind, inner))


def _outer(stack: list[tuple[Node, str, Scope]], node: Node) -> tuple[Node, ...]:
    """The wrappers that end with the node: `template<…>`, `typedef … Name`, `extern "C"`, `friend`."""
    wrappers: list[Node] = []
    for around, kind, _ in reversed(stack):
        wraps = kind in ("template", "linkage", "friend") or (kind == "alias" and around.type == "type_definition")
        if not wraps or around.start_byte > node.start_byte:
            break
        wrappers.append(around)
    return tuple(reversed(wrappers))


def _members(node: Node, scope: Scope, outer: tuple[Node, ...]) -> Iterator[Candidate]:
    named = declarators(node)
    if not named:
        return
    body = node.child_by_field_name("body")
    if any(one.function for one in named):
        kind = "method" if scope.owner else "function"
    else:
        kind = "field"
        type_node = node.child_by_field_name("type")
        body = type_node.child_by_field_name("body") if type_node is not None else None
    yield Candidate(kind, node, scope, body.start_byte if body is not None else None, outer)


def _into_namespace(scope: Scope, node: Node) -> Scope:
    written = text(node.child_by_field_name("name"))
    if not written:  # anonymous, or a name lost behind an attribute
        written = next((text(child) for child in node.children if child.type == "ERROR"), "")
    inline = node.children[0].type == "inline"
    names, plain = scope.names, scope.plain
    for part in written.split("::"):
        word = part.strip()
        names += (word.removeprefix("inline ").strip(),)
        if not (inline or word.startswith("inline ") or not word):
            plain += (word,)
    spelling = scope.spelling + tuple(name for name in names[len(scope.names) :] if name)
    return msgspec.structs.replace(
        scope,
        names=names,
        plain=plain,
        spelling=spelling,
        namespaces=scope.namespaces + names[len(scope.names) :],
        owner=False,
    )


def _into_class(scope: Scope, node: Node, outer: tuple[Node, ...]) -> Scope:
    name = class_name(node, outer)
    spelled, missing = _instantiated(name, outer)
    parts = tuple(name.split("::")) if "<" not in name else (name,)
    return msgspec.structs.replace(
        scope,
        names=scope.names + parts,
        plain=scope.plain + parts,
        spelling=scope.spelling + (spelled,),
        owner=True,
        templates=scope.templates + missing,
        hidden=scope.hidden or ("" if name else "unnamed"),
    )


def class_name(node: Node, outer: tuple[Node, ...]) -> str:
    """A class's own name, or the one that its typedef gives it."""
    name = named_type(node.child_by_field_name("name"))
    if not name:
        for around in outer:
            if around.type == "type_definition":
                given = (child for child in around.children_by_field_name("declarator"))
                name = next((text(child) for child in given if child.type == "type_identifier"), "")
    return name


def _instantiated(name: str, outer: tuple[Node, ...]) -> tuple[str, tuple[str, ...]]:
    """How to name the template's own instance (all arguments defaulted, or a full specialisation), or what is missing."""
    for around in outer:
        if around.type != "template_declaration":
            continue
        listed = around.child_by_field_name("parameters")
        free = [child for child in listed.named_children if not child.type.startswith("optional_")]
        if free:
            return name, (text(listed),)
        if listed.named_children and "<" not in name:
            return f"{name}<>", ()
    return name, ()


def _bases(node: Node) -> Iterator[str]:
    for clause in (child for child in node.children if child.type == "base_class_clause"):
        for child in clause.named_children:
            if child.type in ("type_identifier", "qualified_identifier", "template_type"):
                yield named_type(child)


def _note_alias(node: Node, scope: Scope, names: Names) -> None:
    if node.type == "using_declaration":
        target = next((named_type(child) for child in node.named_children), "")
        if any(child.type == "namespace" for child in node.children):
            names.directives.append((scope.plain, target))
        else:
            names.aliases[scope.plain + (target.split("::")[-1],)] = (target, scope.plain[:-1] if scope.plain else ())
        return
    target_type = node.child_by_field_name("type")
    target = named_type(target_type)
    if node.type == "alias_declaration":
        given = [text(node.child_by_field_name("name"))]
    else:
        given = [one.name for one in map(unwrap, node.children_by_field_name("declarator")) if not one.wraps]
    for name in given:
        if target and name != target:
            names.aliases[scope.plain + (name,)] = (target, scope.plain)


class Signature(msgspec.Struct, frozen=True):
    """What tells one overload from another."""

    parameters: tuple[tuple[str, str], ...]
    const: bool
    static: bool


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
    )


def _choice(own: Signature, rivals: set[Signature]) -> str:
    """How the wrapper takes the function's address: by the number of its parameters, or by their types."""
    like = {(one.parameters, one.const) for one in rivals if len(one.parameters) == len(own.parameters)}
    if len(like) < 2:
        return "pick"
    return "as_const" if own.const else "as"


def _declare(candidate: Candidate, names: Names, rivals: Rivals, lines: Lines) -> Iterator[Declaration]:
    """The declarations of one node: one, or one per declarator of a field."""
    node, scope = candidate.node, candidate.scope
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
        inner = _into_class(scope, node, candidate.outer) if candidate.kind == "class" else scope
        spelling = inner.spelling if candidate.kind == "class" else scope.spelling + (name,)
        yield Declaration(
            **shared,
            name=name,
            location=lines.locate(_name_start(node)),
            bases=tuple(_full(base, scope, names) for base in _bases(node)),
            constants=_constants(node) if candidate.kind == "enum" else (),
            facts=_facts(inner, spelling),
        )
        return
    for one in declarators(node):
        if (one.function is None) != (candidate.kind == "field") or one.node is None:
            continue
        modifiers = tuple(dict.fromkeys(word for word, _ in words(node))) + tuple(_shape(one, node))
        spelled, missing = _instantiated(one.name, candidate.outer)
        place = msgspec.structs.replace(scope, templates=scope.templates + missing)
        made = Declaration(
            **shared,
            name=one.name,
            location=lines.locate(one.node.start_byte),
            type=_full(named_type(node.child_by_field_name("type")), scope, names),
            modifiers=modifiers,
            constants=_field_constants(node, scope, names) if one.function is None else (),
            facts=_facts(place, scope.spelling + (spelled,)),
        )
        if one.function is None:
            made.facts.update(_forbidden(node, lines))
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
    return "harness_utils::Blackhole" if parameter.type in ("Blackhole", "harness_utils::Blackhole") else ""


def _forbidden(node: Node, lines: Lines) -> dict[str, Any]:
    """Where the words stand that keep a field from being set."""
    places = {word: lines.locate(place.start_byte) for word, place in words(node) if word in UNSETTABLE}
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


def _constants(node: Node) -> tuple[str, ...]:
    body = node.child_by_field_name("body")
    listed = [child for child in body.named_children if child.type == "enumerator"] if body is not None else []
    return tuple(text(child.child_by_field_name("name")) for child in listed)


def _field_constants(node: Node, scope: Scope, names: Names) -> tuple[str, ...]:
    """The constants of a field's type, if that is an enum of this file."""
    declared = node.child_by_field_name("type")
    if declared is not None and declared.type == "enum_specifier" and declared.child_by_field_name("body"):
        return _constants(declared)
    found = names.resolve(named_type(declared), scope.plain)
    return names.constants.get(found, ()) if found else ()


def _full(written: str, scope: Scope, names: Names) -> str:
    """The type's full name if this file defines it, else as written."""
    found = names.resolve(written, scope.plain)
    return "::".join(part for part in found if part) if found else written


def _resolved(listed: tuple[Parameter, ...], scope: Scope, names: Names) -> tuple[Parameter, ...]:
    return tuple(msgspec.structs.replace(one, type=_full(one.type, scope, names)) for one in listed)


def _shape(one: Any, node: Node) -> Iterator[str]:
    """What a field is besides its type."""
    for wrap in one.wraps[:1]:
        if not one.function:
            yield wrap.type.removesuffix("_declarator")
    if any(child.type == "bitfield_clause" for child in node.children):
        yield "bit-field"
