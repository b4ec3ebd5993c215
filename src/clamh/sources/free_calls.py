"""Suite → warnings about calls of `consumeCPU` as a free function: it is a method of Blackhole."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from clamh.languages import Language, languages
from clamh.languages.frontends import Places, text_of
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Parsed, Suite
from clamh.sources.precheck import source_tree

NAME = "consumeCPU"


def find_free_calls(suite: Suite) -> list[Diagnostic]:
    """A warning for each call of NAME as a free function in a file that does not define or import it.

    Only in languages whose compilers do not report it.
    """
    return [warning for unit in suite.units for parsed in unit.parsed
            for warning in _check_file(parsed, languages()[parsed.source.language])]


def _check_file(parsed: Parsed, language: Language) -> Iterator[Diagnostic]:
    if not language.untyped or NAME.encode() not in parsed.text:
        return
    calls: list[Node] = []
    waiting = [source_tree(parsed, language)]
    while waiting:
        node = waiting.pop()
        if node.type == "wildcard_import":  # it may import NAME
            return
        if node.type == "identifier" and text_of(node) == NAME and not _is_member(node):
            if not _is_called(node, language):
                return  # NAME is imported, defined, assigned or a parameter
            calls.append(node)
        waiting += node.children
    places = Places(parsed.text, parsed.source.path)
    for node in sorted(calls, key=lambda node: node.start_byte):
        yield Diagnostic(code="free-consume", severity="warning", location=places.at(node.start_byte),
                         message=f"{NAME} is not defined here; it is a method of Blackhole",
                         hint=f"take a Blackhole as a parameter, such as `hole`, and call hole.{NAME}(…)")


def _is_called(node: Node, language: Language) -> bool:
    parent = node.parent
    bodies = language.bodies
    return parent is not None and parent.type == bodies.call and parent.child_by_field_name(bodies.callee) == node


def _is_member(node: Node) -> bool:
    """Whether the name is a member of an object: `hole.consumeCPU`."""
    parent = node.parent
    return parent is not None and any(parent.child_by_field_name(field) == node for field in ("attribute", "property"))
