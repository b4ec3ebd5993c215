"""What a Python file imports: the files beside it, and what their names are called here."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from tree_sitter import Node, Tree

from clamh.languages.frontends import text_of

_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\r\n#;]+)|import[ \t]+([^\r\n#;]+))",
                     re.MULTILINE)

OURS = "clamh_runtime"  # the module of the injected classes; another name than the driver's package, which may be installed too

# What statements of a module stand in.
BLOCKS = ("expression_statement", "decorated_definition", "block", "if_statement", "elif_clause", "else_clause", "try_statement",
          "except_clause", "finally_clause", "with_statement", "for_statement", "while_statement", "match_statement", "case_clause")


def named_files(path: str, text: bytes) -> list[str]:
    """The files beside `path` that its imports name, each once.

    A module is `name.py` or `name/__init__.py` in the folder of the file, or above it by as many folders as dots after
    the first say; what is not there comes from somewhere else and is nothing of ours.
    """
    found: dict[str, None] = {}
    for match in _IMPORT.finditer(text):
        if match[3] is not None:
            wanted = [part.split()[0] for part in match[3].decode("utf-8", "replace").split(",") if part.split()]
        else:
            module = match[1].decode("utf-8", "replace")
            names = match[2].decode("utf-8", "replace").strip("() \t\r\n")
            joint = "" if module.endswith(".") or not module else "."
            wanted = [module, *(module + joint + part.split()[0] for part in names.split(",") if part.split())]
        for module in wanted:
            # The worker brings its own, whatever lies there for runs without it.
            file = _file_of(module, os.path.dirname(path)) if module != OURS else None
            if file is not None and os.path.abspath(file) != os.path.abspath(path):
                found[file] = None
    return list(found)


def _file_of(module: str, folder: str) -> str | None:
    bare = module.lstrip(".")
    for _ in range(len(module) - len(bare) - 1):
        folder = os.path.join(folder, os.pardir)
    if not bare or not all(part.isidentifier() for part in bare.split(".")):
        return None
    base = os.path.normpath(os.path.join(folder, *bare.split(".")))
    return next((one for one in (base + ".py", os.path.join(base, "__init__.py")) if os.path.isfile(one)), None)


def imported(root: Node) -> dict[str, str]:
    """By the name that it has here, what an import calls it in its own file; "" for a module itself."""
    return dict(_imported(root))


def _imported(root: Node) -> Iterator[tuple[str, str]]:
    for node in root.named_children:
        if node.type not in ("import_statement", "import_from_statement"):
            continue
        whole = node.type == "import_statement"
        for one in node.children_by_field_name("name"):
            alias = one.child_by_field_name("alias") if one.type == "aliased_import" else None
            name = one.child_by_field_name("name") if one.type == "aliased_import" else one
            said = text_of(name)
            local = text_of(alias) or said
            if local and (not whole or "." not in local):
                yield local, "" if whole else said


def own_names(tree: Tree) -> dict[str, int]:
    """What the module itself calls something, with the line: an import, a definition or an assignment outside of functions.

    What comes from OURS is no name of its own, and what `from lib import *` brings nobody knows.
    """
    found: dict[str, int] = {}
    for node in _statements(tree.root_node):
        if node.type == "import_from_statement" and text_of(node.child_by_field_name("module_name")) == OURS:
            continue
        for name in _bound(node):
            found.setdefault(name, node.start_point[0] + 1)
    return found


def _statements(root: Node) -> Iterator[Node]:
    """Every statement that runs when the module is loaded, those in functions and classes apart."""
    waiting = [root]
    while waiting:
        for child in waiting.pop().named_children:
            yield child
            if child.type in BLOCKS:
                waiting.append(child)


def _bound(node: Node) -> Iterator[str]:
    if node.type in ("function_definition", "class_definition"):
        yield text_of(node.child_by_field_name("name"))
    elif node.type == "assignment" and (left := node.child_by_field_name("left")) is not None:
        yield from (text_of(one) for one in (left, *left.named_children) if one.type == "identifier")
    elif node.type in ("import_statement", "import_from_statement"):
        for one in node.children_by_field_name("name"):
            alias = one.child_by_field_name("alias") if one.type == "aliased_import" else None
            yield text_of(alias or one).partition(".")[0]
