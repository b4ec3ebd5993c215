"""Suite → warnings about calls that nothing defines: `consumeCPU` is a method of Blackhole, and no function."""

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
    """A warning for each call of NAME by itself in a file that says nowhere what it is.

    Only in languages whose compilers do not find it.
    """
    return [found for unit in suite.units for parsed in unit.parsed for found in _of_file(parsed, languages()[parsed.source.language])]


def _of_file(parsed: Parsed, language: Language) -> Iterator[Diagnostic]:
    if not language.untyped or NAME.encode() not in parsed.text:
        return
    calls: list[Node] = []
    waiting = [source_tree(parsed, language)]
    while waiting:
        node = waiting.pop()
        if node.type == "wildcard_import":  # what it brings nobody knows
            return
        if node.type == "identifier" and text_of(node) == NAME and not _member(node):
            if not _called(node, language):
                return  # it is imported, defined, assigned or a parameter
            calls.append(node)
        waiting += node.children
    places = Places(parsed.text, parsed.source.path)
    for node in sorted(calls, key=lambda one: one.start_byte):
        yield Diagnostic(code="free-consume", severity="warning", location=places.at(node.start_byte),
                         message=f"nothing here defines {NAME}: it is a method of Blackhole",
                         mend=f"take a Blackhole as a parameter, such as `hole`, and call hole.{NAME}(…)")


def _called(node: Node, language: Language) -> bool:
    around = node.parent
    return around is not None and around.type == language.bodies.call and around.child_by_field_name(language.bodies.callee) == node


def _member(node: Node) -> bool:
    """Whether it names a part of something: `hole.consumeCPU`."""
    around = node.parent
    return around is not None and any(around.child_by_field_name(field) == node for field in ("attribute", "property"))
