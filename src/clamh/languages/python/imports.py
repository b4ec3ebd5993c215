"""What a Python file imports: the files beside it, and what their names are called here."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from tree_sitter import Node

_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\r\n#;]+)|import[ \t]+([^\r\n#;]+))",
                     re.MULTILINE)


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
            # The worker brings its own clamh, whatever lies there for runs without it.
            file = _file_of(module, os.path.dirname(path)) if module.partition(".")[0] != "clamh" else None
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
            said = (name.text or b"").decode("utf-8", "replace") if name is not None else ""
            local = (alias.text or b"").decode("utf-8", "replace") if alias is not None else said
            if local and (not whole or "." not in local):
                yield local, "" if whole else said
