"""Code that front-ends share: errors by a language's rules, locations, the parser, captures, the text of a node."""

from __future__ import annotations

import importlib
import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from tree_sitter import Language, Node, Parser, Query, QueryCursor

from clamh.languages import languages
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Declaration, Location

CALLED = {"Benchmark", "Setup", "Teardown", "Check"}  # the annotations of functions that the harness calls
Check = Callable[[Declaration], Iterator[Diagnostic]]


def check_annotated(declarations: Sequence[Declaration], check_param: Check, check_called: Check,
                    check_created: Check) -> Iterator[Diagnostic]:
    """The errors by a language's own rules: of params, of functions that the harness calls, and of classes whose
    objects it creates. Such a class is a state, or has a called method that is not static.
    """
    classes = {(*declaration.scope, declaration.name): declaration for declaration in declarations
               if declaration.kind == "class"}
    created = {}
    for declaration in declarations:
        names = {annotation.name for annotation in declaration.annotations}
        if declaration.kind == "field" and "Param" in names:
            yield from check_param(declaration)
        elif declaration.kind in ("function", "method") and names & CALLED:
            yield from check_called(declaration)
            if declaration.owner in classes and "static" not in declaration.modifiers:
                created[declaration.owner] = classes[declaration.owner]
        elif declaration.kind == "class" and "State" in names:
            created[(*declaration.scope, declaration.name)] = declaration
    for declaration in created.values():
        yield from check_created(declaration)


def list_required(declarations: Sequence[Declaration]) -> Iterator[tuple[Declaration, str]]:
    """The constructors of the file that need arguments, and the names of these: those of states, and of classes with
    called methods. CLAMH creates no object of an abstract class.
    """
    created = {(*declaration.scope, declaration.name) for declaration in declarations
               if any(annotation.name == "State" for annotation in declaration.annotations)}
    created |= {declaration.scope for declaration in declarations
                if declaration.kind == "method" and "static" not in declaration.modifiers
                and any(annotation.name in CALLED for annotation in declaration.annotations)}
    created -= {(*declaration.scope, declaration.name) for declaration in declarations
                if declaration.kind == "class" and "abstract" in declaration.modifiers}
    for constructor in declarations:
        if constructor.facts.get("hidden") == "constructor" and constructor.scope in created:
            required = [parameter.name or "a pattern" for parameter in constructor.parameters
                        if not parameter.default and parameter.type != "..."]
            if required:
                yield constructor, ", ".join(required)


def rule_error(code: str, declaration: Declaration, message: str, hint: str,
               location: Location | None = None) -> Diagnostic:
    """An error by a rule of the language, at the declaration if no other location is given."""
    return Diagnostic(code=code, message=message, hint=hint, location=location or declaration.location)


def find_beside(path: str, names: Iterable[bytes]) -> list[str]:
    """The existing files that a file names by paths relative to its folder, in order."""
    paths = (os.path.normpath(os.path.join(os.path.dirname(path), os.fsdecode(name))) for name in names)
    return [file for file in dict.fromkeys(paths) if os.path.isfile(file)]


class Places:
    """Byte offsets of a text → lines and columns; both count from 1, columns in characters."""

    def __init__(self, text: bytes, path: str):
        self.text, self.path = text, path
        self.starts = [0, *(match.end() for match in re.finditer(rb"\n", text))]  # offsets of lines
        self._ascii = text.isascii()

    def at(self, offset: int) -> Location:
        """The location of a byte offset; a byte order mark has no column."""
        line = bisect_right(self.starts, offset)
        begin = self.starts[line - 1]
        if self._ascii:  # a minified file is one long line, slow to decode for each declaration
            return Location(path=self.path, line=line, column=offset - begin + 1)
        before = self.text[begin:offset].decode("utf-8", "replace").removeprefix("\ufeff")
        return Location(path=self.path, line=line, column=len(before) + 1)


@cache
def _grammar(id: str) -> Language:
    return Language(importlib.import_module(languages()[id].grammar).language())


@cache
def parser(id: str) -> Parser:
    """The parser of a language, by the grammar that its language.toml names."""
    return Parser(_grammar(id))


@cache
def _query(id: str) -> Query:
    return Query(_grammar(id), languages()[id].query)


def captured(root: Node, id: str) -> list[tuple[Node, str]]:
    """The captures of annotations.scm in a tree, in the order of the file; enclosing nodes come first."""
    captures = QueryCursor(_query(id)).captures(root)
    pairs = [(node, kind) for kind, nodes in captures.items() for node in nodes]
    return sorted(pairs, key=lambda pair: (pair[0].start_byte, -pair[0].end_byte))


def text_of(node: Node | None) -> str:
    """The source text of a node, "" if it is None."""
    return (node.text or b"").decode("utf-8", "replace") if node is not None else ""


def child_of(node: Node, *types: str) -> Node | None:
    """The first child with any of these types: a node, or a word or sign of the grammar."""
    return next((child for child in node.children if child.type in types), None)
