"""Give each annotation to the declaration that it belongs to."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from clamh.annotations.table import TABLE
from clamh.model import Annotation, Declaration


def attach(
    annotations: Sequence[Annotation], declarations: Sequence[Declaration], code: bytes, touching: bool = False
) -> tuple[list[Declaration], list[Annotation]]:
    """The declarations with their annotations, and the annotations that belong to none.

    An annotation inside a declaration's head (`typedef struct @State(…) {…} X`) belongs to that one, else to the next
    one of the same body, with nothing between but comments, blanks and labels; `touching` forbids labels too, since in
    a language whose statements end without `;` anything else could be one. `code` is the text with annotations,
    comments and literals blanked. Of declarations that begin at one place, those of a kind that the annotation may
    stand on get it: every declarator of `long a, b;`, the struct and not the variable in `struct S {…} s;`.
    """
    given: dict[int, list[Annotation]] = {}
    loose = []
    for annotation in annotations:
        owners = _owners(annotation, declarations, code, touching)
        if not owners:
            loose.append(annotation)
        for index in owners:
            given.setdefault(index, []).append(annotation)
    return [
        msgspec.structs.replace(one, annotations=tuple(given[index])) if index in given else one
        for index, one in enumerate(declarations)
    ], loose


def _owners(
    annotation: Annotation, declarations: Sequence[Declaration], code: bytes, touching: bool
) -> list[int]:
    begin, end = _innermost_body(annotation, declarations, len(code))
    inside = [(i, d) for i, d in enumerate(declarations) if begin <= d.start and d.end <= end]
    around = [
        (i, d) for i, d in inside
        if d.start <= annotation.start and annotation.end <= (d.end if d.body is None else d.body)
    ]
    if around:
        return _fitting(annotation, around)
    after = [(i, d) for i, d in inside if d.start >= annotation.end]
    if not after:
        return []
    start = min(d.start for _, d in after)
    between = code[annotation.end:start]
    if any(char in between for char in b";{}") or touching and between.strip():
        return []
    return _fitting(annotation, [(i, d) for i, d in after if d.start == start])


def _innermost_body(annotation: Annotation, declarations: Sequence[Declaration], length: int) -> tuple[int, int]:
    """The extent of the smallest body around the annotation, the whole file where there is none."""
    bodies = [(d.body, d.end) for d in declarations if d.body is not None and d.body <= annotation.start < d.end]
    return max(bodies, key=lambda body: body[0], default=(0, length))


def _fitting(annotation: Annotation, candidates: list[tuple[int, Declaration]]) -> list[int]:
    """Of these, the ones of a kind that the annotation may stand on, else all; of those, the innermost of one kind."""
    targets = TABLE[annotation.name].targets if annotation.name in TABLE else ()
    pool = [one for one in candidates if one[1].kind in targets] or candidates
    _, innermost = max(pool, key=lambda one: one[1].start)
    return [i for i, d in pool if d.start == innermost.start and d.kind == innermost.kind]
