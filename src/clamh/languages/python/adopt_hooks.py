"""What pytest runs before a test beside its fixtures: a source without pytest would leave it out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tree_sitter import Node

from clamh.languages.adoption import Untranslatable
from clamh.languages.frontends import text_of

Function = tuple[Node, list[str], tuple[Node, ...]]
OF_MODULES = ("setup_module", "setUpModule")
OF_FUNCTIONS = ("setup_function", )
OF_CLASSES = ("setup_class", "setup_method", "setup", "setUp", "setUpClass")
_AUTOUSE = re.compile(r"\bautouse\s*=\s*(?!False\b)")


def list_functions(root: Node) -> Iterator[Function]:
    """Functions at the top of the file and in its classes, with their decorators, and the classes and statements around
    them.
    """
    waiting = [(node, tuple[Node, ...](), list[str]()) for node in reversed(root.named_children)]
    while waiting:
        node, owners, decorators = waiting.pop()
        if node.type == "decorated_definition":
            waiting.append((node.child_by_field_name("definition"), owners, _decorators(node)))
        elif node.type == "function_definition":
            yield node, decorators, owners
        elif node.type == "class_definition":
            waiting += [(child, (*owners, node), [])
                        for child in reversed(node.child_by_field_name("body").named_children)]
        elif node.type.endswith(("_statement", "_clause", "block")):  # if, try and their like
            inner = (*owners, node) if node.type.endswith("_statement") else owners
            waiting += [(child, inner, []) for child in reversed(node.named_children)]


def check_hooks(path: str, root: Node, functions: Iterable[Function], owners: tuple[Node, ...]) -> None:
    """Raises Untranslatable for a test that a statement defines, or before which pytest runs more than its fixtures."""
    for owner in owners:
        if owner.type != "class_definition":
            kind = owner.type.partition("_")[0]
            raise Untranslatable(f"line {owner.start_point.row + 1} defines it inside '{kind}'")
    for function, decorators, around in functions:
        around = tuple(owner for owner in around if owner.type == "class_definition")
        name, line = text_of(function.child_by_field_name("name")), function.start_point.row + 1
        hooks = OF_CLASSES if owners else OF_FUNCTIONS
        fixture = any("fixture" in decorator for decorator in decorators)
        if not fixture and (around == owners and name in hooks or not around and name in OF_MODULES):
            raise Untranslatable(f"pytest runs '{name}' of line {line} before it")
        if owners[:len(around)] == around and any(map(_AUTOUSE.search, decorators)):
            raise Untranslatable(f"pytest runs the fixture '{name}' of line {line} before it (autouse)")
    for owner in owners:
        bases, line = owner.child_by_field_name("superclasses"), owner.start_point.row + 1
        if bases is not None and text_of(bases) not in ("()", "(object)"):
            raise Untranslatable(f"its class in line {line} inherits from {text_of(bases)[1:-1]}")
        for decorator in _decorators(owner.parent) if owner.parent.type == "decorated_definition" else ():
            if not decorator.startswith("pytest.mark.benchmark"):
                raise Untranslatable(f"its class in line {line} has the decorator @{decorator.partition('(')[0]}")
    for block in (root, *(owner.child_by_field_name("body") for owner in owners)):
        for node in block.named_children:
            if re.match(r"pytestmark\b", text_of(node)) and "usefixtures" in text_of(node):
                raise Untranslatable(f"line {node.start_point.row + 1} has usefixtures, which pytest runs before it")
    beside = Path(path).parent / "conftest.py"
    try:
        if beside.is_file() and _AUTOUSE.search(beside.read_text(encoding="utf-8", errors="replace")):
            raise Untranslatable("pytest runs a fixture of conftest.py before it (autouse)")
    except OSError:
        raise Untranslatable("conftest.py beside its file cannot be read") from None


def _decorators(node: Node) -> list[str]:
    return [text_of(child).lstrip("@").strip() for child in node.named_children if child.type == "decorator"]
