"""Decides whether a file is an ES module or CommonJS, as Node does: by suffix, package.json, and finally by syntax."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Literal

from clamh.languages.frontends import parser
from clamh.languages.javascript import typescript
from clamh.languages.toolchains import folders_above

Format = Literal["module", "commonjs"]
_BY_EXTENSION: dict[str, Format] = {".mjs": "module", ".cjs": "commonjs", ".mts": "module", ".cts": "commonjs"}
_WORDS = re.compile(r"\b(?:import|export|await)\b")
_ONLY_IN_MODULES = ("import_statement", "export_statement")
_OF_SCRIPTS = ("import_require_clause", "=")  # TypeScript: `import fs = require('fs')`, `export = …`


def module_format(path: str, text: str) -> Format:
    """The module format of a file; `text` is its code without annotations.

    The "type" of the nearest package.json decides. Without "type" the syntax decides, as in Node
    since 22.7 and 20.19.
    """
    file = Path(path).resolve()
    if file.suffix in _BY_EXTENSION:
        return _BY_EXTENSION[file.suffix]
    for folder in folders_above(file):
        if (package := folder / "package.json").is_file():
            format = _type(package)
            if format in ("module", "commonjs"):
                return format
            break
        if folder.name == "node_modules":
            break
    return "module" if _has_module_syntax(text, path.endswith(typescript.SUFFIXES)) else "commonjs"


def _type(package: Path) -> str:
    try:
        data = json.loads(package.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # Node reports the error
        return ""
    return data.get("type", "") if isinstance(data, dict) else ""


def _has_module_syntax(text: str, typed: bool) -> bool:
    """Whether the text has an import or export statement, `import.meta`, or `await` outside of functions."""
    if not _WORDS.search(text):  # true for most scripts: parsing is not needed
        return False
    grammar = typescript.parser() if typed else parser("javascript")
    root = grammar.parse(text.encode("utf-8", "replace")).root_node
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type in _ONLY_IN_MODULES and not any(child.type in _OF_SCRIPTS for child in node.children):
            return True
        if node.type == "meta_property" and (node.text or b"").startswith(b"import"):
            return True
        if node.type == "await_expression" and _outside_of_functions(node):
            return True
        waiting += node.children
    return False


def _outside_of_functions(node: object) -> bool:
    around = getattr(node, "parent", None)
    while around is not None:
        if "function" in around.type or around.type in ("method_definition", "class_static_block", "field_definition"):
            return False
        around = around.parent
    return True
