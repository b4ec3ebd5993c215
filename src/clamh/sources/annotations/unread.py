"""Where the grammar could not go on behind an annotation."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tree_sitter import Node, Tree


def unread(tree: Tree, after: int, code: Callable[[int, int], bytes]) -> int | None:
    """The byte at which what follows byte `after` cannot be read, None where it is no error of the tree.

    An error that begins later than the next code is another's. Of one that holds others the first inner one is meant:
    the outer is as large as what the grammar gave up for it. `code` gives text with comments blanked.
    """
    for node in _errors(tree.root_node, after):
        if node.start_byte <= after or not code(after, node.start_byte).strip():
            inner = [one.start_byte for one in _errors(node, after) if not any(child.has_error for child in one.children)]
            return min((at for at in inner if at >= after), default=max(after, node.start_byte))
    return None


def _errors(root: Node, after: int) -> Iterator[Node]:
    """The errors and missing pieces under `root`, itself too, that end behind `after`, the outer before the inner."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.end_byte >= after:
            if node.is_error or node.is_missing:
                yield node
            waiting += [child for child in node.children if child.has_error]
