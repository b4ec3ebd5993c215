"""What a syntax tree shows about the body of a benchmark: its loops, unused results and constant inputs.

A tree has no types. So code that may have an effect is assumed to have one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import msgspec
from tree_sitter import Node

from clamh.languages import Bodies


class Body(msgspec.Struct, frozen=True, kw_only=True):
    """The findings about a function, as excerpts of its code."""

    returns: bool
    depth: int = 0  # how deep loops are nested
    loops: tuple[str, ...] = ()  # the heads of loops with a fixed number of turns and an unused counter
    discarded: tuple[str, ...] = ()  # computations whose result is not used
    constant: tuple[str, ...] = ()  # calls with only literals, in a body that reads nothing from outside
    waits: tuple[str, ...] = ()  # what may wait for another goroutine


VALUES = ("value", "right", "default_value", "type", "condition")


def read_body(function: Node, kinds: Bodies) -> Body:
    """Read the body of a function node. The expression of an arrow function is its result."""
    nodes = list(_inside(function, ()))
    block = function.child_by_field_name("body") or function
    own = list(_inside(block, kinds.nested))
    within = [block, *_inside(block, ())]
    declared = {name for node in within if node.type in kinds.declares and not _is_assignment(node, kinds)
                for name in _names(node, kinds)}
    if kinds.returned:
        returns = function.child_by_field_name(kinds.returned) is not None
    else:
        returns = any(node.type == kinds.result and node.named_child_count for node in own) or not _is_block(block)
    return Body(
        returns=returns,
        depth=_depth(block, kinds),
        loops=tuple(_head(node) for node in own if node.type == kinds.loop and _only_repeats(node, kinds)),
        discarded=tuple(_discarded(own, nodes, kinds)),
        constant=tuple(_constant(within, declared, kinds, None if returns else block)),
        waits=tuple(_excerpt(node.text) for node in own if _may_wait(node, kinds)),
    )


def _inside(node: Node, without: tuple[str, ...]) -> Iterator[Node]:
    """The nodes in a node, in the order of the text. Without recursion: a long sum is as deep as it has terms."""
    waiting = node.named_children[::-1]
    while waiting:
        child = waiting.pop()
        if child.type not in without:
            yield child
            waiting += child.named_children[::-1]


def _depth(node: Node, kinds: Bodies) -> int:
    deepest, waiting = 0, [(node, 0)]
    while waiting:
        parent, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting += [(child, depth + (child.type in kinds.loops)) for child in parent.named_children]
    return deepest


def _is_block(node: Node) -> bool:
    return node.type == "block" or node.text is not None and node.text.startswith(b"{")


def _head(loop: Node) -> str:
    body = loop.child_by_field_name("body")
    return _excerpt(loop.text[:body.start_byte - loop.start_byte] if body and loop.text else loop.text)


def _excerpt(text: bytes | None) -> str:
    return " ".join((text or b"").decode("utf-8", "replace").split())


def _may_wait(node: Node, kinds: Bodies) -> bool:
    operator = node.child_by_field_name("operator")
    callee = node.child_by_field_name(kinds.callee) if node.type == kinds.call else None
    owner, _, name = _excerpt(callee.text).rpartition(".") if callee is not None else ("", "", "")
    return node.type in kinds.waits or operator is not None and operator.type in kinds.waits or bool(
        owner) and name in kinds.waits


def _names(node: Node, kinds: Bodies) -> Iterator[str]:
    first_only = kinds.unnamed and node.type in kinds.locals
    for index, child in enumerate(node.children):
        if node.field_name_for_child(index) in VALUES or first_only and child != node.named_children[0]:
            continue
        if child.type == "identifier":
            yield _excerpt(child.text)
        elif kinds.lists and child.type == kinds.lists:
            yield from _names(child, kinds)


def _value(node: Node, kinds: Bodies) -> Node | None:
    """The initial or assigned value; of a list with one element, that element."""
    value = node.child_by_field_name(kinds.value) or node.child_by_field_name("value")
    if kinds.unnamed and node.type in kinds.locals and node.named_child_count > 1:
        value = node.named_children[-1]
    alone = value is not None and kinds.lists and value.type == kinds.lists and value.named_child_count == 1
    return value.named_children[0] if value is not None and alone else value


def _only_repeats(loop: Node, kinds: Bodies) -> bool:
    """Whether a loop runs from a literal to a literal and its body does not use the counter."""
    body = loop.child_by_field_name("body")
    head = next((node for node in loop.named_children if node.type == kinds.head), loop)
    start, test = (head.child_by_field_name(field) for field in (kinds.start, "condition"))
    if kinds.unnamed:
        start = next((child for child in head.named_children if child.type == kinds.range), None)
    if start is not None and body is not None and kinds.range and start.type == kinds.range:
        fixed = start.named_child_count == 2 and all(child.type in kinds.literals for child in start.named_children)
        return fixed and not any(node.type == "identifier" and _excerpt(node.text) in set(_names(loop, kinds))
                                 for node in _inside(body, ()))
    if start is None or test is None or body is None or test.type != kinds.operation:
        return False
    counters = {
        name for node in (start, *_inside(start, ())) if node.type in kinds.declares for name in _names(node, kinds)
    }
    begins = [_value(node, kinds) for node in (start, *_inside(start, ())) if node.type in kinds.locals]
    if not begins or any(value is None or value.type not in kinds.literals for value in begins):
        return False
    left, right = test.child_by_field_name("left"), test.child_by_field_name("right")
    if left is None or right is None or _excerpt(left.text) not in counters or right.type not in kinds.literals:
        return False
    return not any(node.type == "identifier" and _excerpt(node.text) in counters for node in _inside(body, ()))


def _discarded(own: list[Node], nodes: list[Node], kinds: Bodies) -> Iterator[str]:
    """Locals that are computed but never read, and operations and pure calls whose result is not used."""
    written = Counter(_excerpt(node.child_by_field_name("left").text) for node in nodes
                      if node.type in kinds.assignments and node.child_by_field_name("left") is not None
                      and node.parent is not None and node.parent.type == kinds.statement)
    mentioned = Counter(_excerpt(node.text) for node in nodes if node.type == "identifier")
    for node in own:
        value = _assigned_to_blank(node, kinds)
        if value is not None:
            mentioned[_excerpt(value.text)] -= 1
            if value.type == kinds.operation or _is_pure_function(value, kinds):
                yield _excerpt(node.text)
    for node in own:
        value = _value(node, kinds) if node.type in kinds.locals and not _is_assignment(node, kinds) else None
        name = next(_names(node, kinds), "")
        if value is not None and name and mentioned[name] == 1 + written[name]:
            if written[name] or _computes(value, kinds):
                yield _excerpt(node.text)
        if node.type == kinds.statement and node.named_child_count == 1:
            child = node.named_children[0]
            if child.type == kinds.operation or _is_pure_function(child, kinds):
                yield _excerpt(child.text)


def _is_assignment(node: Node, kinds: Bodies) -> bool:
    """Whether a node that may be a local variable begins with its target, without a keyword: an assignment."""
    return kinds.unnamed and node.type in kinds.locals and node.children[0].is_named


def _assigned_to_blank(node: Node, kinds: Bodies) -> Node | None:
    """The value that is assigned to the blank name: `_ = f(5)`, `let _ = f(5)`."""
    if kinds.unnamed:
        blank = _is_assignment(node, kinds) and _excerpt(node.children[0].text) == kinds.discard
        return _value(node, kinds) if blank else None
    field = "left" if node.type in kinds.assignments else "pattern" if node.type in kinds.locals else ""
    target = node.child_by_field_name(field) if kinds.discard and field else None
    return _value(node, kinds) if target is not None and _excerpt(target.text) == kinds.discard else None


def _computes(value: Node, kinds: Bodies) -> bool:
    return any(node.type in (kinds.call, kinds.operation) or _is_pure_function(node, kinds)
               for node in (value, *_inside(value, ())))


def _has_constant_input(call: Node, declared: set[str], kinds: Bodies) -> bool:
    """Whether a call gets only literals and operations on them, and is called on no object."""
    listed, callee = call.child_by_field_name("arguments"), call.child_by_field_name(kinds.callee)
    arguments = call.named_children[1:] if kinds.unnamed else listed.named_children if listed is not None else []
    if not arguments or not _has_no_object(call, kinds):
        return False
    if callee is not None and ((name := _excerpt(callee.text)) in declared or re.fullmatch(kinds.creates, name)):
        return False
    return all(node.type in (*kinds.literals, kinds.operation)
               for argument in arguments for node in (argument, *_inside(argument, ())))


def _has_no_object(call: Node, kinds: Bodies) -> bool:
    """Whether the callee is a free function, or a function of a class or library by the usual style of names."""
    owner, callee = _owner(call, kinds), call.child_by_field_name(kinds.callee)
    return not owner or owner[:1].isupper(
    ) or owner in kinds.pure or callee is not None and callee.type == kinds.qualified


def _is_pure_function(call: Node, kinds: Bodies) -> bool:
    if call.type not in (kinds.call, kinds.builtin):
        return False
    callee = call.child_by_field_name(kinds.callee) or (call.named_children[0] if call.type == kinds.builtin else None)
    return callee is not None and (_owner(call, kinds) in kinds.pure or _excerpt(callee.text) in kinds.pure)


def _owner(call: Node, kinds: Bodies) -> str:
    """The text before the last name of the callee, "" for a free function."""
    callee = call.child_by_field_name(kinds.callee)
    owner = call.child_by_field_name(kinds.receiver) if kinds.receiver else None
    if owner is None and callee is not None and callee.named_child_count > 1:
        owner = callee.named_children[0]
    return _excerpt(owner.text) if owner is not None else ""


def _constant(nodes: list[Node], declared: set[str], kinds: Bodies, void: Node | None) -> list[str]:
    """Calls with only literals, if the body reads no parameter, no field and no variable of the file.

    `void` is the block of a function without a result: each expression in it is a statement, even without a semicolon.
    """
    calls = [node for node in nodes if node.type == kinds.call]
    called = {callee.id for node in calls if (callee := node.child_by_field_name(kinds.callee)) is not None}
    owners = {owner.id for node in calls if _has_no_object(node, kinds) and kinds.receiver
              and (owner := node.child_by_field_name(kinds.receiver)) is not None}
    for callee in [node.child_by_field_name(kinds.callee) for node in calls if _has_no_object(node, kinds)]:
        owners |= {node.id for node in _inside(callee, ())} if callee is not None else set()
    if any(node.type == kinds.self for node in nodes):
        return []
    outside = [node for node in nodes if node.type == "identifier" and node.id not in called | owners
               and _excerpt(node.text) not in declared]
    if outside:
        return []
    used = (node for node in calls
            if node.parent is not None and node.parent.type != kinds.statement and node.parent != void)
    return [_excerpt(node.text) for node in used if _has_constant_input(node, declared, kinds)]
