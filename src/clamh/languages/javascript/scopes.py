"""One pass over a JavaScript syntax tree: nodes that can have annotations, their names, and those that no name reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from tree_sitter import Node

from clamh.languages.frontends import captured, text_of

FUNCTIONS = ("function_expression", "generator_function", "arrow_function")
CLASSES = ("class", "class_declaration")
_OUTER = ("export_statement", "lexical_declaration", "variable_declaration", "expression_statement")
# At the end of a line the grammar reads such a word as a field; the language reads it as part of the next line.
_WORDS = ("static", "get", "set", "accessor")
# The order of two captures with the same extent: the enclosing one first.
_RANK = {"outer": 0, "assigned": 1, "bound": 1}


class Scope(msgspec.Struct, frozen=True):
    """The position of a declaration: the names of the enclosing classes, and why no name reaches it (or "")."""

    names: tuple[str, ...] = ()
    owner: bool = False  # inside a class
    hidden: str = ""  # a key of checks.HIDDEN


class Candidate(msgspec.Struct, frozen=True):
    """A node that can have annotations; `code` is the function or class, or the value of a field."""

    kind: str
    name: str
    place: Node  # the node of its name
    code: Node | None
    scope: Scope
    hidden: str
    start: int
    end: int
    modifiers: tuple[str, ...] = ()


def candidates_of(root: Node, annotated: Callable[[int, int], bool]) -> tuple[list[Candidate], list[Node]]:
    """Every node that can have annotations, and every comment, both in the order of the file.

    `annotated` tells whether an annotation begins between two offsets; an unreachable node without annotations is left
    out. It reads the captures once and keeps the enclosing nodes on a stack: `Node.parent` is slow, since it searches
    from the root.
    """
    captures = captured(root, "javascript")
    others = [capture for capture in captures if capture[1] != "comment"]
    others.sort(key=lambda pair: (pair[0].start_byte, -pair[0].end_byte, _RANK.get(pair[1], 2)))
    return list(_sweep(others, annotated)), [node for node, kind in captures if kind == "comment"]


def _sweep(captured: list[tuple[Node, str]], annotated: Callable[[int, int], bool]) -> Iterator[Candidate]:
    dull = 0  # the end of an unreachable body without annotations
    stack: list[tuple[Node, Scope]] = []
    named_values: dict[tuple[int, int], Scope] = {}  # scopes inside values that already have a name, by extent
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
    """The scope inside a class, or inside a function's body."""
    if candidate.kind == "class":
        return Scope(candidate.scope.names + (candidate.name,), True,
                     candidate.hidden if candidate.hidden in ("", "body") else "member")
    return _hide(candidate.scope, hidden="body")


def _candidate(node: Node, kind: str, scope: Scope, around: list[Node]) -> Candidate | None:
    """The candidate of a captured node, None for a function or class that is part of an expression."""
    start, end = node.start_byte, node.end_byte
    for outer in reversed(around):
        if outer.type not in _OUTER:
            break
        start, end = outer.start_byte, outer.end_byte
    inside = around[-1] if around else None
    member = inside is not None and inside.type in CLASSES and _start_of(inside.child_by_field_name("body")) <= start
    place, code, hidden, modifiers = node, node, scope.hidden, []
    if kind in ("function", "class"):
        place = node.child_by_field_name("name") or node
        modifiers = [word.type for word in node.children if word.type in ("static", "async", "get", "set", "*")]
        if node.type == "method_definition":
            hidden = hidden or ("" if member else "object") or _why_unreachable(place, modifiers)
            kind = "method"
        elif node.type == "generator_function_declaration":
            hidden = hidden or "generator"
    elif kind == "field":
        place = node.child_by_field_name("property") or node
        modifiers = [word.type for word in node.children if word.type == "static"]
        code = without_parentheses(node.child_by_field_name("value"))
        hidden = hidden or ("" if member else "object") or _why_unreachable(place, [])
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
        code = without_parentheses(node.child_by_field_name(sides[1]))
        # After a syntax error the value may belong to another node.
        broken = any(child.type == "ERROR" for child in node.children)
        hidden = hidden or ("value" if broken else _why_not_callable(kind, place, code))
        is_field = text_of(place).startswith("this.") and kind == "assigned"
        kind = "field" if is_field else "class" if code is not None and code.type == "class" else "function"
        hidden = "this" if is_field else hidden
    if code is not None and code.type in FUNCTIONS:
        modifiers += [word.type for word in code.children if word.type == "async"]
    name = "" if place is node else text_of(place)
    return Candidate(kind, name, place, code, scope, hidden, start, end, tuple(modifiers))


def _why_not_callable(kind: str, place: Node, code: Node | None) -> str:
    """Why a bound or assigned value cannot be called by a name of the module, "" if it can."""
    if kind != "bound":
        return {"assigned": "assigned", "pair": "object"}[kind]
    if place.type != "identifier" or code is None or code.type not in (*FUNCTIONS, "class"):
        return "value"
    return "generator" if code.type == "generator_function" else ""


def _why_unreachable(name: Node, modifiers: list[str]) -> str:
    """Why a member of a class cannot be used from outside, "" if it can."""
    if name.type == "private_property_identifier":
        return "private"
    if name.type != "property_identifier":
        return "computed"
    if text_of(name) == "constructor" and "static" not in modifiers:
        return "constructor"
    if "get" in modifiers or "set" in modifiers:
        return "accessor"
    return "generator" if "*" in modifiers else ""


def without_parentheses(node: Node | None) -> Node | None:
    """An expression without the parentheses around it."""
    while node is not None and node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_children[0]
    return node


def _start_of(node: Node | None) -> int:
    return node.start_byte if node is not None else 0
