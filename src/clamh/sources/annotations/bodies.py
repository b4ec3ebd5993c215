"""What the body of a benchmark does, as far as a syntax tree can say: loops of its own, results thrown away, inputs.

A tree knows no types, so all of it is read to the careful side: what may have an effect is taken to have one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
from tree_sitter import Node

from clamh.languages import Bodies


class Body(msgspec.Struct, frozen=True, kw_only=True):
    """What was found, as the texts of the places."""

    returns: bool
    depth: int = 0  # of loops within loops
    loops: tuple[str, ...] = ()  # the heads of loops with a fixed number of turns that do not use their counter
    discarded: tuple[str, ...] = ()  # what is computed from plain values and used by nobody
    constant: tuple[str, ...] = ()  # calls with literals alone, in a body that reads nothing from outside


VALUES = ("value", "right", "default_value", "type", "condition")


def read(function: Node, kinds: Bodies) -> Body:
    """The body of the function that `function`, its node, holds: an arrow's expression is what it returns."""
    nodes = list(_inside(function, ()))
    block = function.child_by_field_name("body") or function
    own = list(_inside(block, kinds.nested))
    within = [block, *_inside(block, ())]
    declared = {name for node in within if node.type in kinds.declares for name in _names(node, kinds)}
    if kinds.returned:
        returns = function.child_by_field_name(kinds.returned) is not None
    else:
        returns = any(node.type == kinds.result and node.named_child_count for node in own) or not _is_block(block)
    return Body(
        returns=returns,
        depth=_depth(block, kinds),
        loops=tuple(_head(node) for node in own if node.type == kinds.loop and _turns(node, kinds)),
        discarded=tuple(_discarded(own, nodes, kinds)),
        constant=tuple(_constant(within, declared, kinds, None if returns else block)),
    )


def _inside(node: Node, without: tuple[str, ...]) -> Iterator[Node]:
    for child in node.named_children:
        if child.type not in without:
            yield child
            yield from _inside(child, without)


def _depth(node: Node, kinds: Bodies) -> int:
    return max((_depth(child, kinds) + (child.type in kinds.loops) for child in node.named_children), default=0)


def _is_block(node: Node) -> bool:
    return node.text is not None and node.text.startswith(b"{")


def _head(loop: Node) -> str:
    body = loop.child_by_field_name("body")
    return _said(loop.text[:body.start_byte - loop.start_byte] if body and loop.text else loop.text)


def _said(text: bytes | None) -> str:
    return " ".join((text or b"").decode("utf-8", "replace").split())


def _names(node: Node, kinds: Bodies) -> Iterator[str]:
    for at, child in enumerate(node.children):
        if node.field_name_for_child(at) in VALUES:
            continue
        if child.type == "identifier":
            yield _said(child.text)
        elif kinds.lists and child.type == kinds.lists:
            yield from _names(child, kinds)


def _value(node: Node, kinds: Bodies) -> Node | None:
    """What a local begins as, or what is assigned: the only one of a list."""
    value = node.child_by_field_name(kinds.value) or node.child_by_field_name("value")
    alone = value is not None and kinds.lists and value.type == kinds.lists and value.named_child_count == 1
    return value.named_children[0] if value is not None and alone else value


def _turns(loop: Node, kinds: Bodies) -> bool:
    """Whether the loop goes round from a literal to a literal, and no turn asks which it is."""
    body = loop.child_by_field_name("body")
    head = next((node for node in loop.named_children if node.type == kinds.head), loop)
    start, test = (head.child_by_field_name(one) for one in (kinds.start, "condition"))
    if start is not None and body is not None and kinds.range and start.type == kinds.range:
        fixed = start.named_child_count == 2 and all(one.type in kinds.literals for one in start.named_children)
        return fixed and not any(node.type == "identifier" and _said(node.text) in set(_names(loop, kinds)) for node in _inside(body, ()))
    if start is None or test is None or body is None or test.type != kinds.operation:
        return False
    counters = {name for node in (start, *_inside(start, ())) if node.type in kinds.declares for name in _names(node, kinds)}
    begins = [_value(node, kinds) for node in (start, *_inside(start, ())) if node.type in kinds.locals]
    if not begins or any(one is None or one.type not in kinds.literals for one in begins):
        return False
    left, right = test.child_by_field_name("left"), test.child_by_field_name("right")
    if left is None or right is None or _said(left.text) not in counters or right.type not in kinds.literals:
        return False
    return not any(node.type == "identifier" and _said(node.text) in counters for node in _inside(body, ()))


def _discarded(own: list[Node], nodes: list[Node], kinds: Bodies) -> Iterator[str]:
    """Locals that are computed and never read, and sums and calls that only compute, whose result nobody takes."""
    written = Counter(_said(node.child_by_field_name("left").text) for node in nodes
                      if node.type in kinds.assignments and node.child_by_field_name("left") is not None
                      and node.parent is not None and node.parent.type == kinds.statement)
    mentioned = Counter(_said(node.text) for node in nodes if node.type == "identifier")
    for node in own:
        taken = _for_nobody(node, kinds)
        if taken is not None:
            mentioned[_said(taken.text)] -= 1
            if taken.type == kinds.operation or taken.type == kinds.call and _computing(taken, kinds):
                yield _said(node.text)
    for node in own:
        value = _value(node, kinds) if node.type in kinds.locals else None
        name = next(_names(node, kinds), "")
        if value is not None and name and mentioned[name] == 1 + written[name] and (written[name] or _computes(value, kinds)):
            yield _said(node.text)
        if node.type == kinds.statement and node.named_child_count == 1:
            one = node.named_children[0]
            if one.type == kinds.operation or one.type == kinds.call and _computing(one, kinds):
                yield _said(one.text)


def _for_nobody(node: Node, kinds: Bodies) -> Node | None:
    """What is computed for the name that is nobody's: `_ = f(5)`, `let _ = f(5)`."""
    place = "left" if node.type in kinds.assignments else "pattern" if node.type in kinds.locals else ""
    given = node.child_by_field_name(place) if kinds.nobody and place else None
    return _value(node, kinds) if given is not None and _said(given.text) == kinds.nobody else None


def _computes(value: Node, kinds: Bodies) -> bool:
    return any(node.type in (kinds.call, kinds.operation) for node in (value, *_inside(value, ())))


def _pure(call: Node, declared: set[str], kinds: Bodies) -> bool:
    """Whether a call gets nothing that it could change: literals and sums of them, on no object."""
    arguments = call.child_by_field_name("arguments")
    if arguments is None or not arguments.named_child_count or not _of_nothing(call, kinds):
        return False
    callee = call.child_by_field_name(kinds.callee)
    if callee is not None and _said(callee.text) in declared:
        return False
    return all(node.type in (*kinds.literals, kinds.operation) for node in _inside(arguments, ()))


def _of_nothing(call: Node, kinds: Bodies) -> bool:
    """Whether what is called is a function by itself, or one of a class or a library as they are usually written."""
    owner, callee = _owner(call, kinds), call.child_by_field_name(kinds.callee)
    return not owner or owner[:1].isupper() or owner in kinds.pure or callee is not None and callee.type == kinds.qualified


def _computing(call: Node, kinds: Bodies) -> bool:
    callee = call.child_by_field_name(kinds.callee)
    return callee is not None and (_owner(call, kinds) in kinds.pure or _said(callee.text) in kinds.pure)


def _owner(call: Node, kinds: Bodies) -> str:
    """What stands before the last name of what is called, "" for a function by itself."""
    callee = call.child_by_field_name(kinds.callee)
    owner = call.child_by_field_name(kinds.receiver) if kinds.receiver else None
    if owner is None and callee is not None and callee.named_child_count > 1:
        owner = callee.named_children[0]
    return _said(owner.text) if owner is not None else ""


def _constant(nodes: list[Node], declared: set[str], kinds: Bodies, void: Node | None) -> list[str]:
    """Calls with literals alone, where the body reads no parameter, no field and no variable of the file.

    `void` is the block of a function that returns nothing: what stands in it is a statement, with or without a semicolon.
    """
    calls = [node for node in nodes if node.type == kinds.call]
    called = {callee.id for node in calls if (callee := node.child_by_field_name(kinds.callee)) is not None}
    owners = {owner.id for node in calls if _of_nothing(node, kinds) and kinds.receiver
              and (owner := node.child_by_field_name(kinds.receiver)) is not None}
    for callee in [node.child_by_field_name(kinds.callee) for node in calls if _of_nothing(node, kinds)]:
        owners |= {node.id for node in _inside(callee, ())} if callee is not None else set()
    if any(node.type == kinds.self for node in nodes):
        return []
    outside = [node for node in nodes if node.type == "identifier" and node.id not in called | owners
               and _said(node.text) not in declared]
    if outside:
        return []
    used = (node for node in calls if node.parent is not None and node.parent.type != kinds.statement and node.parent != void)
    return [_said(node.text) for node in used if _pure(node, declared, kinds)]
