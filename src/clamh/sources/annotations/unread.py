"""Where the grammar could not go on behind an annotation."""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from tree_sitter import Tree

_WORD = re.compile(rb"\S+")


class Unread(NamedTuple):
    """What a tree has of errors and missing pieces: the outermost, by start and end, and where the innermost begin; in order.
    `words` are the extents of code, each by its end and its start.

    It is made once for a file: a damaged one has thousands of errors, and as many annotations that belong to nothing.
    """

    starts: list[int]
    ends: list[int]
    inner: list[int]
    words: list[tuple[int, int]]


def unread(tree: Tree, code: bytes) -> Unread:
    """The errors of a tree; `code` is the file without comments and annotations."""
    outer: list[tuple[int, int]] = []
    inner: list[int] = []
    waiting = [(tree.root_node, False)]
    while waiting:
        node, within = waiting.pop()
        wrong = node.is_error or node.is_missing
        if wrong and not within:
            outer.append((node.start_byte, node.end_byte))
        broken = [child for child in node.children if child.has_error]
        if wrong and not broken:
            inner.append(node.start_byte)
        waiting += [(child, within or wrong) for child in broken]
    outer.sort()
    return Unread([start for start, _ in outer], [end for _, end in outer], sorted(inner),
                  [(word.end(), word.start()) for word in _WORD.finditer(code)])


def behind(errors: Unread, after: int) -> int | None:
    """The byte at which what follows byte `after` cannot be read, None where it is no error of the tree.

    An error that begins later than the next code is another's. Of one that holds others the first inner one is meant:
    the outer is as large as what the grammar gave up for it.
    """
    word = bisect_right(errors.words, after, key=lambda one: one[0])  # the first that ends behind it
    following = max(after, errors.words[word][1]) if word < len(errors.words) else math.inf
    at = bisect_right(errors.starts, following) - 1
    if at < 0 or errors.ends[at] < after:
        return None
    first = bisect_left(errors.inner, max(after, errors.starts[at]))
    if first < len(errors.inner) and errors.inner[first] <= errors.ends[at]:
        return errors.inner[first]
    return max(after, errors.starts[at])
