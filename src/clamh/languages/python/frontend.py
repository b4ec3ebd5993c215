"""Python: from a syntax tree to the declarations that binding needs."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile
from typing import Any

from tree_sitter import Node

from clamh.languages.frontends import Places, captured, child_of, text_of
from clamh.languages.python.checks import find_errors
from clamh.languages.python.imports import imported, name_of, own_names
from clamh.languages.python.imports import named_files as find_companions
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Declaration, Parameter, SourceFile

__all__ = ["find_companions", "declarations", "own_names", "find_rule_errors"]

ENUMS = ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")
_OPTIONAL = re.compile(r"(?:typing\.)?Optional\[(.*)\]|(.*)\|\s*None|None\s*\|(.*)", re.DOTALL)
_NO_CONSTANT = re.compile(r"_.*_|__.*")  # such as `_ignore_`: Enum reserves these names
_TYPE_ARGUMENTS = re.compile(r"\s*\[[^\[\]]*\]")  # without others in them
_QUALIFIED = re.compile(r"(?:typing\.)?(ClassVar|Final)(?:\[(.*)\])?", re.DOTALL)


def declarations(
    source: SourceFile, text: bytes, blanked: bytes, tree: Any, annotations: tuple[Annotation, ...]
) -> tuple[list[Declaration], Any]:
    """Every function, class, method and field outside of function bodies, in the order of the file.

    A declaration inside a function body is included if an annotation stands right before it: `find_rule_errors` reports
    it.
    """
    file = _File(Places(text, source.path), tree.root_node, sorted(annotation.start for annotation in annotations))
    declared: list[Declaration] = []
    enclosing: list[tuple[Node, str]] = []  # outermost first
    for node, kind in captured(tree.root_node, "python"):
        while enclosing and enclosing[-1][0].end_byte <= node.start_byte:
            enclosing.pop()
        if kind in ("function", "class", "field"):
            declaration = _declare(node, kind, enclosing, file)
            if declaration is not None:
                declared.append(declaration)
        enclosing.append((node, kind))
    return declared, tree


def find_rule_errors(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """What Python itself forbids for annotated declarations."""
    return list(dict.fromkeys(find_errors(declarations)))


class _File:
    """One file while its declarations are read: its places, its annotations, and the meaning of its types."""

    def __init__(self, places: Places, root: Node, annotations: list[int]):
        self.places, self.root, self.annotations = places, root, annotations
        self._imported: dict[str, str] | None = None

    def annotated(self, begin: int, end: int) -> bool:
        """Whether an annotation begins between two bytes, or in the lines right before `begin`."""
        text, starts = self.places.text, self.places.starts
        line = bisect_right(starts, begin) - 1
        while line > 0 and text[starts[line - 1]:starts[line]].lstrip()[:1] in (b"#", b"@", b""):
            line -= 1
        return bisect_right(self.annotations, end) > bisect_right(self.annotations, starts[line] - 1)

    def type(self, node: Node | None) -> tuple[str, tuple[str, ...]]:
        """A type without type arguments, under the class's name in its own file, and the modifiers in it (ClassVar
        means `static`).
        """
        written = text_of(node).strip().strip("'\"").strip()
        words: list[str] = []
        while (match := _QUALIFIED.fullmatch(written)) or (optional := _OPTIONAL.fullmatch(written)):
            if match:
                words.append({"ClassVar": "static", "Final": "final"}[match[1]])
                written = (match[2] or "").strip().strip("'\"")
            else:
                written = next(filter(None, optional.groups())).strip().strip("'\"")
        while written != (bare := _TYPE_ARGUMENTS.sub("", written)):  # `Stack[int]` is the class Stack
            written = bare
        if self._imported is None:
            self._imported = imported(self.root, self.places.path)
        parts = unicodedata.normalize("NFKC", written).split(".")
        for end in range(len(parts), 0, -1):
            original = self._imported.get(".".join(parts[:end]))
            if original is not None:
                parts = list(filter(None, (original, *parts[end:]))) or parts[-1:]
                break
        return ".".join(parts), tuple(words)


def _declare(node: Node, kind: str, around: list[tuple[Node, str]], file: _File) -> Declaration | None:
    start = node.start_byte
    decorators: list[str] = []
    enclosing = [(outer, what) for outer, what in around if what != "outer"]
    if around and around[-1][1] == "outer" and kind != "field":
        start = around[-1][0].start_byte
        decorators = [text_of(child).lstrip("@").strip() for child in around[-1][0].named_children
                      if child.type == "decorator"]
    scopes = [(outer, what) for outer, what in enclosing if what in ("function", "class", "body")]
    hidden = "body" if any(what != "class" for _, what in scopes) else ""
    if hidden and not file.annotated(start, node.start_byte):
        return None
    names = tuple(name_of(outer.child_by_field_name("name")) for outer, what in scopes if what == "class")
    owner = names if scopes and scopes[-1][1] == "class" else None
    place = node.child_by_field_name("left" if kind == "field" else "name")
    if place is None:
        return None
    # The body begins at the colon: the grammar's block begins with the first statement, after any comments.
    colon = child_of(node, ":") if kind != "field" else None
    shared: dict[str, Any] = {
        "name": name_of(place),
        "scope": names,
        "owner": owner,
        "location": file.places.at(place.start_byte),
        "start": start,
        "end": node.end_byte,
        "body": colon.start_byte if colon is not None else None,
        "conditional": any(what == "conditional" for _, what in enclosing),
    }
    if kind == "field":
        if owner is None and not file.annotated(start, start):
            return None
        return _field(node, file, hidden, shared)
    if kind == "class":
        return _class(node, file, hidden, shared)
    return _function(node, file, hidden, decorators, shared)


def _class(node: Node, file: _File, hidden: str, shared: dict[str, Any]) -> Declaration:
    listed = node.child_by_field_name("superclasses")
    bases = [file.type(base)[0] for base in (listed.named_children if listed is not None else ())
             if base.type in ("identifier", "attribute", "subscript")]
    facts = {"hidden": hidden} if hidden else {}
    if any(base.rpartition(".")[2] in ENUMS for base in bases):
        return Declaration(kind="enum", constants=tuple(_constants(node.child_by_field_name("body"))), facts=facts,
                           **shared)
    return Declaration(kind="class", bases=tuple(bases), facts=facts, **shared)


def _constants(body: Node | None) -> Iterator[str]:
    for statement in body.named_children if body is not None else ():
        is_expression = statement.type == "expression_statement" and statement.named_children
        assignment = statement.named_children[0] if is_expression else None
        is_assignment = (assignment is not None and assignment.type == "assignment"
                         and assignment.child_by_field_name("right") is not None)  # else it is only a type
        left = assignment.child_by_field_name("left") if is_assignment else None
        if left is not None and left.type == "identifier" and not _NO_CONSTANT.fullmatch(text_of(left)):
            yield name_of(left)


def _field(node: Node, file: _File, hidden: str, shared: dict[str, Any]) -> Declaration:
    written, words = file.type(node.child_by_field_name("type"))
    value = node.child_by_field_name("right")
    name = shared["name"]
    hidden = hidden or ("private" if name.startswith("__") and not name.endswith("__") else "")
    facts: dict[str, Any] = {"hidden": hidden} if hidden else {}
    if name.startswith("_"):  # a private field is not a counter
        words += ("private",)
    return Declaration(kind="field", type=written or _literal_type(value), modifiers=words, facts=facts, **shared)


def _function(
    node: Node, file: _File, hidden: str, decorators: list[str], shared: dict[str, Any]
) -> Declaration:
    name, method = shared["name"], shared["owner"] is not None
    words = [word for word, applies in (
        ("async", any(child.type == "async" for child in node.children)),
        ("static", method and ("staticmethod" in decorators or "classmethod" in decorators)),
        ("abstract", any(decorator.rpartition(".")[2] == "abstractmethod" for decorator in decorators)),
        ("private", method and name.startswith("_"))) if applies]  # a private method is not a counter
    listed = node.child_by_field_name("parameters")
    parts = listed.named_children if listed is not None else []
    parameters = list(_parameters(parts, file))
    after_star = dropwhile(lambda part: part.type != "keyword_separator", parts)
    by_name = [parameter.name for parameter in _parameters(after_star, file)]
    if method and "staticmethod" not in decorators:
        parameters = parameters[1:]  # self or cls
    accessor = any(decorator == "property" or decorator.endswith((".setter", ".getter", ".deleter", "cached_property"))
                   for decorator in decorators)
    hidden = hidden or ("accessor" if accessor else "constructor" if method and name == "__init__" else
                        "private" if method and name.startswith("__") and not name.endswith("__") else
                        "generator" if _yields(node) else "")
    facts: dict[str, Any] = ({"hidden": hidden} if hidden else {}) | ({"by_name": by_name} if by_name else {})
    annotated = file.type(node.child_by_field_name("return_type"))[0]
    returned = "void" if annotated == "None" or not annotated and not _returns(node) else annotated
    return Declaration(
        kind="method" if method else "function", type=returned, parameters=tuple(parameters),
        modifiers=tuple(words), facts=facts, **shared)


def _parameters(parts: Iterable[Node], file: _File) -> Iterator[Parameter]:
    for parameter in parts:
        if parameter.type == "identifier":
            yield Parameter(name=name_of(parameter), type="")
        elif parameter.type in ("default_parameter", "typed_default_parameter"):
            yield Parameter(name=name_of(parameter.child_by_field_name("name")),
                            type=file.type(parameter.child_by_field_name("type"))[0],
                            default=True)
        elif parameter.type == "typed_parameter" and parameter.named_children[0].type == "identifier":
            yield Parameter(name=name_of(parameter.named_children[0]),
                            type=file.type(parameter.child_by_field_name("type"))[0])
        elif parameter.type not in ("comment", "keyword_separator", "positional_separator"):
            yield Parameter(name=text_of(parameter).lstrip("*").partition(":")[0].strip(), type="...", passing="other")


def _walk(node: Node) -> Iterator[Node]:
    """The nodes of a function's body, without nested functions and classes."""
    waiting = [node]
    while waiting:
        for child in waiting.pop().named_children:
            if child.type not in ("function_definition", "class_definition", "lambda"):
                yield child
                waiting.append(child)


def _yields(node: Node) -> bool:
    body = node.child_by_field_name("body")
    return body is not None and b"yield" in (body.text or b"") and any(child.type == "yield" for child in _walk(body))


def _returns(node: Node) -> bool:
    body = node.child_by_field_name("body")
    if body is None or b"return" not in (body.text or b""):
        return False
    return any(child.type == "return_statement" and child.named_child_count for child in _walk(body))


def _literal_type(value: Node | None) -> str:
    """The type of a field from the literal that it is set to; "" if the literal does not tell."""
    if value is not None and value.type == "unary_operator":
        value = value.child_by_field_name("argument")
    if value is None:
        return ""
    return {"integer": "int", "float": "float", "true": "bool", "false": "bool", "string": "str"}.get(value.type, "")
