"""The imports of a Python file: the files beside it, and the local names of what it imports."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator

from tree_sitter import Node, Tree

from clamh.languages.frontends import parser, text_of

_SPACE = r"(?:[ \t]|\\\r?\n)+"
_NAMES = r"(?:\\\r?\n|[^\r\n;])+"
_COMMENT = re.compile(rb"#[^\r\n]*")
_IMPORT = re.compile(
    rf"(?:^|;)[ \t]*(?:from{_SPACE}(\.*[\w.]*){_SPACE}import{_SPACE}(\([^)]*\)|{_NAMES})|import{_SPACE}({_NAMES}))"
    .encode(), re.MULTILINE)
_NO_NAME = re.compile(r"[()\\]")  # in a list of names

_RELATIVE = re.compile(rb"^[^#\r\n]*\bfrom[ \t\\\r\n]*\.", re.MULTILINE)

# the module of the injected classes; not "clamh", because the driver's package may be installed too
OURS = "clamh_runtime"

# The nodes that contain statements of a module.
BLOCKS = ("expression_statement", "decorated_definition", "block", "if_statement", "elif_clause", "else_clause",
          "try_statement", "except_clause", "finally_clause", "with_statement", "for_statement", "while_statement",
          "match_statement", "case_clause")


def named_files(path: str, text: bytes) -> list[str]:
    """The files beside `path` that its imports name, each once.

    A module is `name.py` or `name/__init__.py` in the folder of the file; each dot after the first means one folder
    above. A module that is not found there is not one of the user's files.
    """
    files: dict[str, None] = {}
    for module in named_modules(text):
        # The worker has its own module, even if a copy for runs without CLAMH lies there.
        file = _file_of(module, os.path.dirname(path)) if module != OURS else None
        if file is not None and os.path.abspath(file) != os.path.abspath(path):
            files[file] = None
    return list(files)


def named_modules(text: bytes) -> Iterator[str]:
    """What imports name as modules, with leading dots; also each name that a `from` imports, which may be a module."""
    for match in _IMPORT.finditer(_COMMENT.sub(b"", text)):
        if match[3] is not None:
            yield from _first_words(match[3])
        else:
            module = match[1].decode("utf-8", "replace")
            yield module
            yield from (_submodule(module, name) for name in _first_words(match[2]))


def _first_words(listed: bytes) -> list[str]:
    """The names of an import without aliases."""
    parts = _NO_NAME.sub(" ", listed.decode("utf-8", "replace")).split(",")
    return [part.split()[0] for part in parts if part.split()]


def _submodule(module: str, name: str) -> str:
    return f"{module}{'' if module.endswith('.') else '.'}{name}"


def _file_of(module: str, folder: str) -> str | None:
    bare = module.lstrip(".")
    for _ in range(len(module) - len(bare) - 1):
        folder = os.path.join(folder, os.pardir)
    if not bare or not all(part.isidentifier() for part in bare.split(".")):
        return None
    base = os.path.normpath(os.path.join(folder, *bare.split(".")))
    candidates = (base + ".py", os.path.join(base, "__init__.py"))
    return next((candidate for candidate in candidates if os.path.isfile(candidate)), None)


def package_depth(path: str, text: bytes) -> int:
    """How many of the folders around a file are its package, 0 if it has no relative imports.

    They are those with an `__init__.py`, and at least as many as its imports have dots.
    """
    if not _RELATIVE.search(text):  # true for most files: parsing is not needed
        return 0
    levels = list(_relative_levels(parser("python").parse(text).root_node))
    if not levels:
        return 0
    depth, folder = 0, os.path.dirname(os.path.abspath(path))
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        depth, folder = depth + 1, os.path.dirname(folder)
    return max(depth, *levels)


def _relative_levels(root: Node) -> Iterator[int]:
    """The number of dots of each relative import, also in functions."""
    waiting = [root]
    while waiting:
        for child in waiting.pop().named_children:
            if child.type == "import_from_statement":
                module = text_of(child.child_by_field_name("module_name"))
                if module.startswith("."):
                    yield len(module) - len(module.lstrip("."))
            waiting.append(child)


def imported(root: Node, path: str) -> dict[str, str]:
    """By local name (with dots after `import a.b`), the name in the imported file; "" for a whole module."""
    return dict(_imported(root, os.path.dirname(path)))


def _imported(root: Node, folder: str) -> Iterator[tuple[str, str]]:
    for node in _statements(root):
        if node.type not in ("import_statement", "import_from_statement"):
            continue
        module = text_of(node.child_by_field_name("module_name"))
        for imported_name in node.children_by_field_name("name"):
            is_aliased = imported_name.type == "aliased_import"
            alias = imported_name.child_by_field_name("alias") if is_aliased else None
            original = name_of(imported_name.child_by_field_name("name") if is_aliased else imported_name)
            local = name_of(alias) or original
            if local:
                whole = not module or _file_of(_submodule(module, original), folder) is not None
                yield local, "" if whole else original


def name_of(node: Node | None) -> str:
    """The identifier of a node as Python compiles it, which is in the normal form NFKC; "" if it is None."""
    return unicodedata.normalize("NFKC", text_of(node))


def own_names(tree: Tree) -> dict[str, int]:
    """The names that the module itself defines, with their lines: imports, definitions, assignments outside functions.

    Imports from OURS do not count. The names of `from lib import *` are unknown.
    """
    lines: dict[str, int] = {}
    for node in _statements(tree.root_node):
        if node.type == "import_from_statement" and text_of(node.child_by_field_name("module_name")) == OURS:
            continue
        for name in _bound(node):
            lines.setdefault(name, node.start_point[0] + 1)
    return lines


def _statements(root: Node) -> Iterator[Node]:
    """Every statement that runs when the module is loaded, without those in functions and classes."""
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
        yield from (text_of(target) for target in (left, *left.named_children) if target.type == "identifier")
    elif node.type in ("import_statement", "import_from_statement"):
        for imported_name in node.children_by_field_name("name"):
            alias = imported_name.child_by_field_name("alias") if imported_name.type == "aliased_import" else None
            yield text_of(alias or imported_name).partition(".")[0]
