"""Find the syntax error that keeps the declaration after an annotation from being parsed."""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from tree_sitter import Tree

_WORD = re.compile(rb"\S+")


class ParseErrors(NamedTuple):
    """The error nodes and missing nodes of a tree, in order: `starts` and `ends` of the outermost, `inner` starts of
    the innermost.

    `words` has the end and start of each word of code. All are computed once per file, because a damaged file has
    thousands of errors and as many annotations without a declaration.
    """

    starts: list[int]
    ends: list[int]
    inner: list[int]
    words: list[tuple[int, int]]


def find_parse_errors(tree: Tree, code: bytes) -> ParseErrors:
    """The errors of a tree; `code` is the file without comments and annotations."""
    outer: list[tuple[int, int]] = []
    inner: list[int] = []
    waiting = [(tree.root_node, False)]
    while waiting:
        node, in_error = waiting.pop()
        wrong = node.is_error or node.is_missing
        if wrong and not in_error:
            outer.append((node.start_byte, node.end_byte))
        broken = [child for child in node.children if child.has_error]
        if wrong and not broken:
            inner.append(node.start_byte)
        waiting += [(child, in_error or wrong) for child in broken]
    outer.sort()
    return ParseErrors([start for start, _ in outer], [end for _, end in outer], sorted(inner),
                       [(word.end(), word.start()) for word in _WORD.finditer(code)])


def error_after(errors: ParseErrors, after: int) -> int | None:
    """The byte of the error in the code that follows byte `after`, None if that code has no error.

    An error that begins later than the next word of code does not count. Of nested errors, the result is the first
    inner one: the outer one covers everything that the grammar gave up.
    """
    word = bisect_right(errors.words, after, key=lambda extent: extent[0])  # the first word that ends after `after`
    next_word_start = max(after, errors.words[word][1]) if word < len(errors.words) else math.inf
    outer = bisect_right(errors.starts, next_word_start) - 1
    if outer < 0 or errors.ends[outer] < after:
        return None
    inner = bisect_left(errors.inner, max(after, errors.starts[outer]))
    if inner < len(errors.inner) and errors.inner[inner] <= errors.ends[outer]:
        return errors.inner[inner]
    return max(after, errors.starts[outer])
