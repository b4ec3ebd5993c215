"""Function → its loops: natural loops by dominators, since a jump backwards alone may only return from cold code."""

from __future__ import annotations

from collections.abc import Sequence

from clamh.model.code import Function, Instruction, Loop


def find_loops(function: Function) -> list[Loop]:
    """The loops of a function, each before those inside it, in the order of the code."""
    code = function.instructions
    places = {instruction.address: place for place, instruction in enumerate(code)}
    successors = [_find_successors(code, place, places) for place in range(len(code))]
    bodies = _find_bodies(successors)
    loops = []
    for header, body in sorted(bodies.items(), key=lambda item: (-len(item[1]), item[0])):
        depth = sum(header in other and header != place for place, other in bodies.items())
        innermost = not any(place in body and place != header for place in bodies)
        loops.append(Loop(header=code[header].address, depth=depth, innermost=innermost, instructions=tuple(
            code[place] for place in sorted(body) if not code[place].padding)))
    return _order_nested(loops)


def count_function(function: Function) -> Loop:
    """All instructions of a function, to be counted as those of a loop are."""
    code = tuple(instruction for instruction in function.instructions if not instruction.padding)
    return Loop(header=code[0].address if code else 0, depth=-1, instructions=code, innermost=False)


def _order_nested(loops: Sequence[Loop]) -> list[Loop]:
    """Each loop followed by those inside it."""
    ordered: list[Loop] = []

    def add(loop: Loop) -> None:
        ordered.append(loop)
        addresses = {instruction.address for instruction in loop.instructions}
        for inner in sorted(loops, key=lambda other: other.header):
            if inner.depth == loop.depth + 1 and inner.header in addresses:
                add(inner)

    for loop in sorted(loops, key=lambda other: other.header):
        if loop.depth == 0:
            add(loop)
    return ordered


def _find_successors(code: Sequence[Instruction], place: int, places: dict[int, int]) -> list[int]:
    instruction = code[place]
    following = [] if instruction.ends or place + 1 == len(code) else [place + 1]
    target = places.get(instruction.jumps_to) if instruction.jumps_to is not None else None
    return following if target is None else [*following, target]


def _find_bodies(successors: Sequence[Sequence[int]]) -> dict[int, set[int]]:
    """By the header of each loop, its instructions. A jump to an instruction that dominates it makes a loop."""
    order = _order_reverse_postorder(successors)
    predecessors: dict[int, list[int]] = {place: [] for place in order}
    for place in order:
        for target in successors[place]:
            predecessors[target].append(place)
    dominators = _find_dominators(order, predecessors)
    bodies: dict[int, set[int]] = {}
    for place in order:
        for header in successors[place]:
            if _dominates(header, place, dominators):
                body = bodies.setdefault(header, {header})
                waiting = [place]
                while waiting:
                    member = waiting.pop()
                    if member not in body:
                        body.add(member)
                        waiting += predecessors[member]
    return bodies


def _order_reverse_postorder(successors: Sequence[Sequence[int]]) -> list[int]:
    """The instructions that the first one reaches, each before those that only it leads to."""
    visited, postorder = {0}, []
    stack = [(0, iter(successors[0]))] if successors else []
    while stack:
        place, targets = stack[-1]
        for target in targets:
            if target not in visited:
                visited.add(target)
                stack.append((target, iter(successors[target])))
                break
        else:
            postorder.append(place)
            stack.pop()
    return postorder[::-1]


def _find_dominators(order: Sequence[int], predecessors: dict[int, list[int]]) -> dict[int, int]:
    """The immediate dominator of each instruction (Cooper, Harvey and Kennedy: A Simple, Fast Dominance Algorithm)."""
    ranks = {place: rank for rank, place in enumerate(order)}
    dominators = {place: place for place in order[:1]}
    changed = True
    while changed:
        changed = False
        for place in order[1:]:
            known = [other for other in predecessors[place] if other in dominators]
            nearest = known[0]
            for other in known[1:]:
                while nearest != other:
                    if ranks[nearest] > ranks[other]:
                        nearest = dominators[nearest]
                    else:
                        other = dominators[other]
            if dominators.get(place) != nearest:
                dominators[place] = nearest
                changed = True
    return dominators


def _dominates(header: int, place: int, dominators: dict[int, int]) -> bool:
    while place != header and dominators[place] != place:
        place = dominators[place]
    return place == header
