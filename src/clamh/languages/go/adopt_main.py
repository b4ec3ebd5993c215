"""What TestMain does before `go test` measures: an adopted benchmark would run without it."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from clamh.languages.frontends import parser, text_of
from clamh.languages.go.adopt_types import statements_of

_RUNS = r"flag\.Parse\(\)|(?:\w+\s*:?=\s*)?{m}\.Run\(\)|os\.Exit\({m}\.Run\(\)\)|goleak\.VerifyTestMain\({m}\b.*\)"


@lru_cache(maxsize=8)
def find_preparation(folder: str, package: str) -> str:
    """Why no benchmark of a package can be adopted, if its TestMain does more than run the tests."""
    for path in sorted(Path(folder or ".").glob("*_test.go")):
        try:
            text = path.read_bytes() if path.is_file() else b""
        except OSError:
            continue
        own = re.search(rb"^package\s+(\w+)", text, re.MULTILINE)
        if b"func TestMain(" not in text or own is None or own[1].decode().removesuffix(
                "_test") != package.removesuffix("_test"):
            continue
        for node in parser("go").parse(text).root_node.named_children:
            parameter = re.match(r"func\s+TestMain\(\s*(\w+)", text_of(node))
            for statement in statements_of(node.child_by_field_name("body")) if parameter is not None else ():
                shown, line = text_of(statement), statement.start_point.row + 1
                if not re.fullmatch(_RUNS.replace("{m}", parameter[1]), shown, re.DOTALL):
                    return f"TestMain runs '{shown.splitlines()[0][:40]}' before it ({path.name}:{line})"
                if f"{parameter[1]}.Run()" in shown:
                    break
    return ""
