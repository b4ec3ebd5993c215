"""One sweep over a JavaScript syntax tree: what can carry annotations, under which name, and what no name reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from tree_sitter import Node

from clamh.languages.frontends import captured, text_of

FUNCTIONS = ("function_expression", "generator_function", "arrow_function")
CLASSES = ("class", "class_declaration")
_OUTER = ("export_statement", "lexical_declaration", "variable_declaration", "expression_statement")
# The grammar takes such a word at the end of a line for a field; the language, for a part of the next line.
_WORDS = ("static", "get", "set", "accessor")
# Where two captures have the same extent, the one that encloses.
_RANK = {"outer": 0, "assigned": 1, "bound": 1}


class Scope(msgspec.Struct, frozen=True):
    """Where a declaration stands: the names of the classes around it, and why no name reaches it, if so."""

    names: tuple[str, ...] = ()
    owner: bool = False  # inside of a class
    hidden: str = ""  # a key of checks.HIDDEN


class Candidate(msgspec.Struct, frozen=True):
    """What can carry annotations; `code` is the function or class, or the value of a field."""

    kind: str
    name: str
    place: Node  # where its name stands
    code: Node | None
    scope: Scope
    hidden: str
    start: int
    end: int
    modifiers: tuple[str, ...] = ()


def candidates_of(root: Node, annotated: Callable[[int, int], bool]) -> tuple[list[Candidate], list[Node]]:
    """Everything that can carry annotations and every comment, both in the order of the file.

    `annotated` says whether an annotation begins between two bytes: what no name reaches is left out where none does.
    One sweep over the captures with a stack of what encloses: asking a node for its parent walks down from the root.
    """
    captures = captured(root, "javascript")
    others = [capture for capture in captures if capture[1] != "comment"]
    others.sort(key=lambda pair: (pair[0].start_byte, -pair[0].end_byte, _RANK.get(pair[1], 2)))
    return list(_sweep(others, annotated)), [node for node, kind in captures if kind == "comment"]


def _sweep(captured: list[tuple[Node, str]], annotated: Callable[[int, int], bool]) -> Iterator[Candidate]:
    dull = 0  # where the body ends of which nothing is to be said
    stack: list[tuple[Node, Scope]] = []
    named_values: dict[tuple[int, int], Scope] = {}  # the scopes in values that something before them names
    for node, kind in captured:
        if node.start_byte < dull:
            continue
        while stack and stack[-1][0].end_byte <= node.start_byte:
            stack.pop()
        scope = stack[-1][1] if stack else Scope()
        inner = scope
        extent = (node.start_byte, node.end_byte)
        if kind == "body":
            inner = _hide(scope, hidden="body")
        elif kind == "value" and extent in named_values:
            inner = named_values[extent]
        elif kind != "outer":
            candidate = _candidate(node, kind, scope, [around for around, _ in stack])
            if candidate is not None:
                yield candidate
                within = _scope_inside(candidate)
                if candidate.code is not None and candidate.code.type in FUNCTIONS + CLASSES:
                    named_values[candidate.code.start_byte, candidate.code.end_byte] = within
                if candidate.code == node:
                    inner = within
            elif kind in ("function", "value"):
                inner = _hide(scope, hidden="body")
        if inner.hidden and kind != "outer" and not annotated(node.start_byte, node.end_byte):
            dull = node.end_byte
        stack.append((node, inner))


def _hide(scope: Scope, hidden: str) -> Scope:
    return msgspec.structs.replace(scope, hidden=scope.hidden or hidden)


def _scope_inside(candidate: Candidate) -> Scope:
    """The scope in the class, or in the function's body."""
    if candidate.kind == "class":
        return Scope(candidate.scope.names + (candidate.name,), True, candidate.hidden if candidate.hidden in ("", "body") else "member")
    return _hide(candidate.scope, hidden="body")


def _candidate(node: Node, kind: str, scope: Scope, around: list[Node]) -> Candidate | None:
    """What a captured node declares, None for a function or class that is part of an expression."""
    start, end = node.start_byte, node.end_byte
    for outer in reversed(around):
        if outer.type not in _OUTER:
            break
        start, end = outer.start_byte, outer.end_byte
    inside = around[-1] if around else None
    member = inside is not None and inside.type in CLASSES and _begin(inside.child_by_field_name("body")) <= start
    place, code, hidden, modifiers = node, node, scope.hidden, []
    if kind in ("function", "class"):
        place = node.child_by_field_name("name") or node
        modifiers = [word.type for word in node.children if word.type in ("static", "async", "get", "set", "*")]
        if node.type == "method_definition":
            hidden = hidden or ("" if member else "object") or _unreachable(place, modifiers)
            kind = "method"
        elif node.type == "generator_function_declaration":
            hidden = hidden or "generator"
    elif kind == "field":
        place = node.child_by_field_name("property") or node
        modifiers = [word.type for word in node.children if word.type == "static"]
        code = bare(node.child_by_field_name("value"))
        hidden = hidden or ("" if member else "object") or _unreachable(place, [])
        if code is None and text_of(place) in _WORDS or any(child.type == "ERROR" for child in node.children):
            hidden = hidden or "word"
        if code is not None and code.type == "class":
            kind = "class"
            hidden = hidden or ("" if modifiers else "instance")
    elif kind == "value":
        if inside is not None and inside.type == "export_statement":
            hidden = hidden or "default"
        elif node.type != "class":
            return None
        kind, hidden = "class" if node.type == "class" else "function", hidden or "unnamed"
    else:
        sides = {"bound": ("name", "value"), "assigned": ("left", "right"), "pair": ("key", "value")}[kind]
        place = node.child_by_field_name(sides[0]) or node
        code = bare(node.child_by_field_name(sides[1]))
        # What the grammar made of it may be another's value.
        broken = any(child.type == "ERROR" for child in node.children)
        hidden = hidden or ("value" if broken else _why(kind, place, code))
        is_field = text_of(place).startswith("this.") and kind == "assigned"
        kind = "field" if is_field else "class" if code is not None and code.type == "class" else "function"
        hidden = "this" if is_field else hidden
    if code is not None and code.type in FUNCTIONS:
        modifiers += [word.type for word in code.children if word.type == "async"]
    name = "" if place is node else text_of(place)
    return Candidate(kind, name, place, code, scope, hidden, start, end, tuple(modifiers))


def _why(kind: str, place: Node, code: Node | None) -> str:
    """Why what is bound or assigned cannot be called by a name of the module, "" when it can."""
    if kind != "bound":
        return {"assigned": "assigned", "pair": "object"}[kind]
    if place.type != "identifier" or code is None or code.type not in (*FUNCTIONS, "class"):
        return "value"
    return "generator" if code.type == "generator_function" else ""


def _unreachable(name: Node, modifiers: list[str]) -> str:
    """Why a member of a class cannot be used from outside, "" when it can."""
    if name.type == "private_property_identifier":
        return "private"
    if name.type != "property_identifier":
        return "computed"
    if text_of(name) == "constructor" and "static" not in modifiers:
        return "constructor"
    if "get" in modifiers or "set" in modifiers:
        return "accessor"
    return "generator" if "*" in modifiers else ""


def bare(node: Node | None) -> Node | None:
    """An expression without the parentheses around it."""
    while node is not None and node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_children[0]
    return node


def _begin(node: Node | None) -> int:
    return node.start_byte if node is not None else 0


