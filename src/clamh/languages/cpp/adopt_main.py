"""What a file's own `main` does before Google Benchmark measures: an adopted benchmark would run without it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from tree_sitter import Node

from clamh.languages.adoption import walk, words_in
from clamh.languages.frontends import text_of

_CALL = re.compile(r"(?:::)?benchmark::.*|Initialize|ReportUnrecognizedArguments|RunSpecifiedBenchmarks|Shutdown"
                   r"|AddCustomContext|SetDefaultTimeUnit|(?:static|const|reinterpret)_cast\s*<.*>", re.DOTALL)
_PLAIN = ("primitive_type", "sized_type_specifier", "placeholder_type_specifier")


def find_preparation(functions: Iterable[Node], names: Set[str]) -> str:
    """Why no benchmark of a file can be adopted, if its main prepares something; `names` are those of the file."""
    for function in functions:
        if text_of(function.child_by_field_name("declarator")).partition("(")[0].strip() != "main":
            continue
        body = function.child_by_field_name("body")
        for statement in body.named_children if body is not None else ():
            if statement.type != "comment" and (words_in([statement]) & names or any(map(_prepares, walk(statement)))):
                text = text_of(statement).splitlines()[0][:40]
                return f"main runs '{text}' in line {statement.start_point.row + 1} before it"
            if "RunSpecifiedBenchmarks" in text_of(statement):
                break
    return ""


def _prepares(node: Node) -> bool:
    """Whether code is a call of something else than the tool, or builds an object."""
    if node.type == "call_expression":
        return _CALL.fullmatch(text_of(node.child_by_field_name("function"))) is None
    kind = node.child_by_field_name("type") if node.type == "declaration" else None
    return node.type == "new_expression" or kind is not None and kind.type not in _PLAIN and not text_of(
        kind).removeprefix("::").startswith(("std::", "benchmark::"))
