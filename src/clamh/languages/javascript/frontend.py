"""Converts the syntax tree of a JavaScript file to the declarations that binding needs."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from tree_sitter import Node

from clamh.languages.frontends import Places, parser, text_of
from clamh.languages.javascript import jsdoc, typescript
from clamh.languages.javascript.checks import find_errors
from clamh.languages.javascript.imports import OURS, Import, find_export, find_module_file, imports, resolve_export
from clamh.languages.javascript.literals import blank_literals, spans
from clamh.languages.javascript.scopes import Candidate, candidates_of, without_parentheses
from clamh.languages.javascript.typescript import Erased
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Declaration, Parameter, SourceFile

_RETURN = re.compile(rb"\breturn\b[ \t]*[^\s;}]")
_OPTIONAL = re.compile(rb"\s*\?")
_MODIFIERS = frozenset(
    "public private protected static override readonly async accessor declare abstract get set".split())
_BASE = re.compile(r"[^\W\d][\w$]*(?:\s*\.\s*[^\W\d][\w$]*)*")


def declarations(
    source: SourceFile, text: bytes, blanked: bytes, tree: Any, annotations: tuple[Annotation, ...]
) -> tuple[list[Declaration], Any]:
    """Every function, class, method and field that the module can name, in the order of the file.

    A declaration that it cannot name is included if an annotation stands right before it; `find_rule_errors` reports
    it. Types come from JSDoc; an imported name is replaced by its name in the file that declares it.
    """
    types = None
    if source.path.endswith(typescript.SUFFIXES):
        types = typescript.erase_types(blanked)
        tree = parser("javascript").parse(types.text)
        blanked = types.text
    if tree.root_node.has_error:  # the grammar reports escapes and flags that it does not know as errors
        tree = parser("javascript").parse(blank_literals(blanked))
    places = sorted(annotation.start for annotation in annotations)
    candidates, comments = candidates_of(tree.root_node, lambda begin, end: _between(places, begin, end))
    file = _File(source.path, text, blanked, comments, places, types)
    declared = [declaration for candidate in candidates for declaration in _declare(candidate, file)]
    for bodiless in types.bodiless if types else ():
        if file.annotated(file.before(bodiless.start)[1], bodiless.start):
            declared.append(Declaration(
                kind=bodiless.kind, name=bodiless.name, scope=bodiless.scope, owner=bodiless.scope or None,
                location=file.places.at(bodiless.place), start=bodiless.start, end=bodiless.end,
                body=bodiless.body, facts={"hidden": bodiless.hidden}))
    return sorted(declared, key=lambda declaration: declaration.start), tree


def find_rule_errors(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """The errors of annotated declarations by the rules of JavaScript."""
    return list(dict.fromkeys(find_errors(declarations)))


def syntax(path: str, blanked: bytes, code: bytes, tree: Any) -> tuple[bytes, Any]:
    """The tree of the file's own grammar. After errors literals are blanked: they may hold escapes or flags that it
    does not know.
    """
    grammar = typescript.parser() if path.endswith(typescript.SUFFIXES) else parser("javascript")
    tree = grammar.parse(blanked)
    return code, grammar.parse(blank_literals(blanked)) if tree.root_node.has_error else tree


def find_companions(path: str, text: bytes) -> list[str]:
    """The files that this file imports or requires by a relative path, in its code or in the types of its JSDoc."""
    folder = os.path.dirname(path)
    files = [find_module_file(folder, module.specifier, module.required) for module in imports(text)]
    for span in spans(text):
        if span.kind == "comment" and b"import" in text[span.start:span.end]:
            comment = text[span.start:span.end].decode("utf-8", "replace")
            specifiers = jsdoc.imported_modules(comment)
            specifiers += [
                module.specifier for clause in jsdoc.import_clauses(comment) for module in imports(clause.encode())
            ]
            files += [find_module_file(folder, specifier, False) for specifier in specifiers]
    return [file for file in dict.fromkeys(files) if file is not None]


class _File:
    """One file during the conversion: its locations, its comments, and the meaning of its types."""

    def __init__(self, path: str, text: bytes, blanked: bytes, comments: list[Node], annotations: list[int],
                 typescript: Erased | None = None):
        self.typescript = typescript
        self.path, self.text, self.blanked, self.annotations = path, text, blanked, annotations
        self.comments = {comment.end_byte: comment for comment in comments}
        self.places = Places(text, path)
        self._types: dict[str, str] | None = None
        self._imports: dict[str, Import] | None = None

    def before(self, start: int) -> tuple[str, int]:
        """The nearest JSDoc comment before `start`, or "", and the offset at which the blanks and comments before
        `start` begin.
        """
        nearest, offset = "", start
        while offset > 0:
            if offset in self.comments:
                comment = text_of(self.comments[offset])
                nearest = nearest or (comment if comment.startswith("/**") else "")
                offset = self.comments[offset].start_byte
            elif self.blanked[offset - 1] in b" \t\r\n\v\f":
                offset -= 1
            else:
                break
        return nearest, offset

    def annotated(self, begin: int, end: int) -> bool:
        """Whether an annotation begins between two bytes."""
        return _between(self.annotations, begin, end)

    def type(self, type_text: str, depth: int = 0) -> str:
        """The class that a JSDoc type means, by its name in its own file; "" if the type says nothing."""
        if not type_text:
            return ""
        module, name = jsdoc.split_type(type_text)
        folder = os.path.dirname(self.path)
        if module:
            target = find_module_file(folder, module, False)
            return _resolve_member(target, name) if target else name
        head, _, rest = name.partition(".")
        self._look()
        assert self._types is not None and self._imports is not None
        if name in self._types and depth < 10:
            return self.type(self._types[name], depth + 1)
        source = self._imports.get(head)
        if source is not None and source.specifier == OURS:
            return rest if source.imported == "*" else source.imported
        target = find_module_file(folder, source.specifier, source.required) if source else None
        if source is None or target is None:
            return name
        if source.imported == "*" or source.imported == "default" and rest:
            return _resolve_member(target, rest)
        return ".".join(filter(None, (resolve_export(target, source.imported), rest)))

    def literals(self, type_text: str) -> tuple[str, ...]:
        """The values of a type that consists of literals, () for any other type; aliases of this file are resolved."""
        if not type_text:
            return ()
        self._look()
        assert self._types is not None
        for _ in range(10):
            type_text = self._types.get(type_text.strip(), type_text)
        return jsdoc.literals(type_text)

    def written(self, place: int) -> str:
        """The TypeScript type of the parameter, field or method whose name begins at `place`, or ""."""
        return self.typescript.types.get(place, "") if self.typescript else ""

    def enum(self, name: str) -> tuple[str, ...]:
        """The constants of the enum that a TypeScript type means, in this file or in the file that it is imported from.
        """
        if self.typescript is None or not name:
            return ()
        self._look()
        assert self._imports is not None
        source = self._imports.get(name)
        target = find_module_file(os.path.dirname(self.path), source.specifier, source.required) if source else None
        if source is not None and target is not None:
            file, own_name = find_export(target, source.imported)
            return typescript.enums_of(file).get(own_name, ())
        return self.typescript.enums.get(name, ())

    def is_type_only(self, name: str) -> bool:
        """Whether a name is imported as a type, so that it does not exist at run time."""
        self._look()
        assert self._imports is not None
        return name in self._imports and all(module.local != name for module in imports(self.blanked))

    def _look(self) -> None:
        """Read the names from the file's imports and JSDoc, when a type is resolved for the first time."""
        if self._imports is not None:
            return
        # TypeScript: the whole text, since imports of types are blanked in the other.
        modules = imports(self.text if self.typescript else self.blanked)
        self._types = dict(self.typescript.aliases) if self.typescript else {}
        for node in self.comments.values():
            comment = text_of(node)
            if "@typedef" in comment:
                self._types.update(jsdoc.typedefs(comment))
            if "@import" in comment:
                modules += [module for clause in jsdoc.import_clauses(comment) for module in imports(clause.encode())]
        self._imports = {module.local: module for module in modules if module.local}


def _between(places: list[int], begin: int, end: int) -> bool:
    """Whether one of the sorted places is between `begin` and `end`, both included."""
    return bisect_right(places, end) > bisect_right(places, begin - 1)


def _resolve_member(target: str, name: str) -> str:
    """The own name of what the module `target` exports as `name`; without a name, of its default export."""
    head, _, rest = name.partition(".")
    return ".".join(filter(None, (resolve_export(target, head or "default"), rest)))


def _declare(candidate: Candidate, file: _File) -> Iterator[Declaration]:
    """The declarations of a candidate: a value that is neither function nor class gives one of each kind, so that any
    target fits.
    """
    comment, gap = file.before(candidate.start)
    if candidate.hidden and candidate.hidden != "constructor" and not file.annotated(gap, candidate.start):
        return
    code = candidate.code
    body = code.child_by_field_name("body") if code is not None and candidate.kind != "field" else code
    start = file.typescript.start(candidate.start) if file.typescript else candidate.start
    before = file.text[start:candidate.place.start_byte].decode("utf-8", "replace").split() if file.typescript else []
    words = list(takewhile(_MODIFIERS.__contains__, reversed(before)))
    facts = {"hidden": candidate.hidden} if candidate.hidden else {}
    shared: dict[str, Any] = {
        "name": candidate.name,
        "scope": candidate.scope.names,
        "owner": candidate.scope.names if candidate.scope.owner else None,
        "location": file.places.at(candidate.place.start_byte),
        "start": start,
        "end": candidate.end,
        "body": body.start_byte if body is not None else None,
        "modifiers": (*candidate.modifiers, *(word for word in words if word in ("private", "protected"))),
        "facts": {**facts, "readonly": True} if "readonly" in words else facts,
    }
    if candidate.hidden == "value":
        yield from (Declaration(kind=kind, **shared) for kind in ("function", "class"))
    elif candidate.kind == "class":
        if file.typescript and candidate.place.start_byte in file.typescript.abstract:
            shared["modifiers"] += ("abstract",)
        yield Declaration(kind="class", bases=tuple(map(file.type, _bases(code))), **shared)
    elif candidate.kind == "field":
        yield _field(candidate, code, comment, file, shared)
    else:
        if code is not None and not comment:
            comment, _ = file.before(code.start_byte)
        # other hidden candidates need no signature
        constructor = candidate.hidden == "constructor"
        has_signature = not candidate.hidden or constructor
        parameters = tuple(_parameters(code, jsdoc.params(comment), file, constructor)) if has_signature else ()
        yield Declaration(kind=candidate.kind, type=_return_type(candidate, comment, file), parameters=parameters,
                          **shared)


def _return_type(candidate: Candidate, comment: str, file: _File) -> str:
    """The return type by TypeScript or JSDoc; "void" if a method's body returns no value; else "" (unknown)."""
    documented = file.type(file.written(candidate.place.start_byte) or jsdoc.return_type(comment))
    body = candidate.code.child_by_field_name(
        "body") if candidate.code is not None and candidate.kind == "method" else None
    if documented or body is None:
        return documented
    return "" if _RETURN.search(file.text, body.start_byte, body.end_byte) else "void"


def _field(candidate: Candidate, code: Node | None, comment: str, file: _File, shared: dict[str, Any]) -> Declaration:
    """A field; if its type is an enum, its values are the names of the constants, as texts."""
    type_text = file.written(candidate.place.start_byte)
    if constants := file.enum(type_text):
        only = {"type_only": True} if file.is_type_only(type_text) else {}
        facts = {**shared["facts"], "enum": type_text, **only}
        return Declaration(kind="field", type="string", constants=constants, **{**shared, "facts": facts})
    type_text = type_text or jsdoc.type_of(comment)
    if literals := file.literals(type_text):
        shared = {**shared, "facts": {**shared["facts"], "literals": literals}}
    return Declaration(kind="field", type=file.type(type_text) or _literal_type(code), **shared)


def _parameters(code: Node | None, types: dict[str, str], file: _File, constructor: bool) -> Iterator[Parameter]:
    """The parameters of a function; an optional parameter of a constructor (`n?: number`) counts as a default."""
    single = code.child_by_field_name("parameter") if code is not None else None
    several = code.child_by_field_name("parameters") if code is not None else None
    for node in [single] if single is not None else several.named_children if several is not None else ():
        if node.type == "comment":
            continue
        default = node.type == "assignment_pattern"
        place = node.child_by_field_name("left") if default else node
        if node.type == "rest_pattern":
            yield Parameter(name=text_of(node).removeprefix("...").strip(), type="...", passing="other")
        elif place is None or place.type != "identifier":
            yield Parameter(name="", type="", passing="other", default=default)
        else:
            name = text_of(place)
            inline = file.written(place.start_byte) or jsdoc.type_of(file.before(node.start_byte)[0])
            default = default or constructor and _OPTIONAL.match(file.text, place.end_byte) is not None
            yield Parameter(name=name, type=file.type(inline or types.get(name, "")), default=default)


def _bases(code: Node | None) -> Iterator[str]:
    """The class that this class extends, if that is a plain name."""
    for clause in code.children if code is not None else ():
        extends = clause.type == "class_heritage" and clause.named_children
        base = text_of(clause.named_children[-1]) if extends else ""
        if _BASE.fullmatch(base):
            yield re.sub(r"\s", "", base)


def _literal_type(value: Node | None) -> str:
    """The type of a field by its initial literal, "" if that does not show it."""
    node = without_parentheses(value)
    if node is not None and node.type == "unary_expression" and text_of(node)[:1] in "-+":
        node = without_parentheses(node.child_by_field_name("argument"))
        if node is None or node.type != "number":
            return ""
    if node is None:
        return ""
    if node.type == "number":
        return "bigint" if text_of(node).endswith("n") else "number"
    if node.type == "template_string":
        return "string"
    return {"string": "string", "true": "boolean", "false": "boolean"}.get(node.type, "")
