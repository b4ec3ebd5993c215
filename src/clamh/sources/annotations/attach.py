"""Attach each annotation to its declaration."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import msgspec

from clamh.model.sources import Annotation, Declaration
from clamh.sources.annotations.table import TABLE

Numbered = tuple[int, Declaration]  # a declaration with its index


def attach(
    annotations: Sequence[Annotation],
    declarations: Sequence[Declaration],
    code: bytes,
    touching: bool = False,
) -> tuple[list[Declaration], list[Annotation]]:
    """The declarations with their annotations, and the annotations without a declaration; both in the order of the
    file.

    An annotation in the head of a declaration (`typedef struct @State(…) {…} X`) belongs to that declaration. Any other
    belongs to the next declaration of the same body, if only comments, blanks and labels stand between. `touching`
    forbids labels too: if statements end without `;`, any text could be a label. `code` is the file with annotations,
    comments and literals blanked. If several declarations begin at the same place, those of a permitted kind get the
    annotation: every declarator of `long a, b;`, but only the struct in `struct S {…} s;`.
    """
    attached: dict[int, list[Annotation]] = {}
    loose = []
    order = sorted(enumerate(declarations), key=lambda numbered: numbered[1].start)
    starts = [declaration.start for _, declaration in order]
    around: list[Numbered] = []  # the declarations that contain the current position
    entered = 0
    for annotation in annotations:
        while entered < len(order) and starts[entered] <= annotation.start:
            around.append(order[entered])
            entered += 1
        around = [(index, declaration) for index, declaration in around if annotation.start < declaration.end]
        owners = _owners(annotation, around, order, starts, code, touching)
        if not owners:
            loose.append(annotation)
        for index in owners:
            attached.setdefault(index, []).append(annotation)
    return [
        msgspec.structs.replace(declaration, annotations=(*declaration.annotations,
                                                          *attached[index])) if index in attached else declaration
        for index, declaration in enumerate(declarations)
    ], loose


def _owners(
    annotation: Annotation,
    around: Sequence[Numbered],
    order: Sequence[Numbered],
    starts: Sequence[int],
    code: bytes,
    touching: bool,
) -> list[int]:
    """The indices of the declarations that get the annotation; `around` are the declarations that contain it."""
    bodies = [(declaration.body, declaration.end) for _, declaration in around
              if declaration.body is not None and declaration.body <= annotation.start]
    begin, end = max(bodies, key=lambda body: body[0], default=(0, None))
    heads = [
        (index, declaration) for index, declaration in around
        if begin <= declaration.start and (end is None or declaration.end <= end)
        and annotation.end <= (declaration.end if declaration.body is None else declaration.body)
    ]
    if heads:
        return _choose_owners(annotation, heads)
    following = bisect_left(starts, annotation.end)
    while following < len(order) and end is not None and starts[following] < end < order[following][1].end:
        following += 1
    if following == len(order) or end is not None and starts[following] >= end:
        return []
    between = code[annotation.end:starts[following]]
    if any(char in between for char in b";{}") or touching and between.strip():
        return []
    candidates = order[following:bisect_right(starts, starts[following])]
    return _choose_owners(annotation, [(index, declaration) for index, declaration in candidates
                                       if end is None or declaration.end <= end])


def _choose_owners(annotation: Annotation, candidates: list[Numbered]) -> list[int]:
    """The innermost candidates of a kind that the annotation may stand on; of any kind if there is no such kind."""
    targets = TABLE[annotation.name].targets if annotation.name in TABLE else ()
    pool = [(index, declaration) for index, declaration in candidates if declaration.kind in targets] or candidates
    _, innermost = max(pool, key=lambda numbered: numbered[1].start)
    return [index for index, declaration in pool
            if declaration.start == innermost.start and declaration.kind == innermost.kind]
