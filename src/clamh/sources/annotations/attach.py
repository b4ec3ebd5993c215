"""Give each annotation to the declaration that it belongs to."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import msgspec

from clamh.model.sources import Annotation, Declaration
from clamh.sources.annotations.table import TABLE

Placed = tuple[int, Declaration]  # with its number

def attach(
    annotations: Sequence[Annotation],
    declarations: Sequence[Declaration],
    code: bytes,
    touching: bool = False,
) -> tuple[list[Declaration], list[Annotation]]:
    """The declarations with their annotations, and the annotations that belong to none; both as in the file.

    An annotation inside a declaration's head (`typedef struct @State(…) {…} X`) belongs to that one, else to the next
    one of the same body, with nothing between but comments, blanks and labels; `touching` forbids labels too, since in
    a language whose statements end without `;` anything else could be one. `code` is the file with annotations, comments and
    literals blanked. Of declarations that begin at one place, those of a kind that the
    annotation may stand on get it: every declarator of `long a, b;`, the struct and not the variable in
    `struct S {…} s;`.
    """
    given: dict[int, list[Annotation]] = {}
    loose = []
    order = sorted(enumerate(declarations), key=lambda one: one[1].start)
    starts = [one.start for _, one in order]
    around: list[Placed] = []  # the declarations that the sweep is in
    entered = 0
    for annotation in annotations:
        while entered < len(order) and starts[entered] <= annotation.start:
            around.append(order[entered])
            entered += 1
        around = [(i, d) for i, d in around if annotation.start < d.end]
        owners = _owners(annotation, around, order, starts, code, touching)
        if not owners:
            loose.append(annotation)
        for index in owners:
            given.setdefault(index, []).append(annotation)
    return [
        msgspec.structs.replace(one, annotations=tuple(given[index])) if index in given else one
        for index, one in enumerate(declarations)
    ], loose


def _owners(
    annotation: Annotation,
    around: Sequence[Placed],
    order: Sequence[Placed],
    starts: Sequence[int],
    code: bytes,
    touching: bool,
) -> list[int]:
    """The declarations that the annotation belongs to, by number; `around` are those that it stands in."""
    bodies = [(d.body, d.end) for _, d in around if d.body is not None and d.body <= annotation.start]
    begin, end = max(bodies, key=lambda body: body[0], default=(0, None))
    heads = [
        (i, d) for i, d in around
        if begin <= d.start and (end is None or d.end <= end) and annotation.end <= (d.end if d.body is None else d.body)
    ]
    if heads:
        return _fitting(annotation, heads)
    at = bisect_left(starts, annotation.end)
    while at < len(order) and end is not None and starts[at] < end < order[at][1].end:
        at += 1
    if at == len(order) or end is not None and starts[at] >= end:
        return []
    between = code[annotation.end:starts[at]]
    if any(char in between for char in b";{}") or touching and between.strip():
        return []
    after = (order[i] for i in range(at, bisect_right(starts, starts[at])))
    return _fitting(annotation, [(i, d) for i, d in after if end is None or d.end <= end])


def _fitting(annotation: Annotation, candidates: list[tuple[int, Declaration]]) -> list[int]:
    """Of these, the ones of a kind that the annotation may stand on, else all; of those, the innermost of one kind."""
    targets = TABLE[annotation.name].targets if annotation.name in TABLE else ()
    pool = [one for one in candidates if one[1].kind in targets] or candidates
    _, innermost = max(pool, key=lambda one: one[1].start)
    return [i for i, d in pool if d.start == innermost.start and d.kind == innermost.kind]
