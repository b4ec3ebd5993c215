"""From a JavaScript file's syntax tree to the declarations that binding needs."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from tree_sitter import Node

from clamh.languages.frontends import Places, parser, text_of
from clamh.languages.javascript import jsdoc, typescript
from clamh.languages.javascript.checks import refused
from clamh.languages.javascript.imports import OURS, Import, imports, located, meaning
from clamh.languages.javascript.literals import hollow, spans
from clamh.languages.javascript.scopes import Candidate, bare, candidates_of
from clamh.languages.javascript.typescript import Erased
from clamh.model.diagnostics import Diagnostic
from clamh.model.sources import Annotation, Declaration, Parameter, SourceFile

_RETURN = re.compile(rb"\breturn\b[ \t]*[^\s;}]")
_BASE = re.compile(r"[^\W\d][\w$]*(?:\s*\.\s*[^\W\d][\w$]*)*")


def declarations(
    source: SourceFile, text: bytes, blanked: bytes, tree: Any, annotations: tuple[Annotation, ...]
) -> tuple[list[Declaration], Any]:
    """Every function, class, method and field that the module can name, in the order of the file.

    What it cannot name is there too when an annotation stands right before it: `refusals` says why it cannot be.
    Types come from JSDoc, with imported names turned into those of their own file.
    """
    types = None
    if source.path.endswith(typescript.SUFFIXES):
        types = typescript.erased(blanked)
        tree = parser("javascript").parse(types.text)
        blanked = types.text
    if tree.root_node.has_error:  # the grammar reads escapes and flags that it does not know as errors
        tree = parser("javascript").parse(hollow(blanked))
    places = sorted(annotation.start for annotation in annotations)
    candidates, comments = candidates_of(tree.root_node, lambda begin, end: _between(places, begin, end))
    file = _File(source.path, text, blanked, comments, places, types)
    found = [declaration for candidate in candidates for declaration in _declare(candidate, file)]
    for bodiless in types.bodiless if types else ():
        if file.annotated(file.before(bodiless.start)[1], bodiless.start):
            found.append(Declaration(
                kind=bodiless.kind, name=bodiless.name, scope=bodiless.scope, owner=bodiless.scope or None, location=file.places.at(bodiless.place),
                start=bodiless.start, end=bodiless.end, body=bodiless.body, facts={"hidden": bodiless.hidden}))
    return sorted(found, key=lambda declaration: declaration.start), tree


def refusals(declarations: Sequence[Declaration]) -> list[Diagnostic]:
    """What JavaScript itself forbids on the annotated ones of these declarations."""
    return list(dict.fromkeys(refused(declarations)))


def syntax(path: str, blanked: bytes, code: bytes, tree: Any) -> tuple[bytes, Any]:
    """The tree of the file's own grammar; of hollow literals where they hold escapes or flags that it does not know."""
    grammar = typescript.parser() if path.endswith(typescript.SUFFIXES) else parser("javascript")
    tree = grammar.parse(blanked)
    return code, grammar.parse(hollow(blanked)) if tree.root_node.has_error else tree


def companions(path: str, text: bytes) -> list[str]:
    """The files that this one imports or requires by a relative path, in its code or in the types of its JSDoc."""
    folder = os.path.dirname(path)
    files = [located(folder, module.specifier, module.required) for module in imports(text)]
    for span in spans(text):
        if span.kind == "comment" and b"import" in text[span.start:span.end]:
            comment = text[span.start:span.end].decode("utf-8", "replace")
            specifiers = jsdoc.specifiers(comment)
            specifiers += [module.specifier for clause in jsdoc.imported(comment) for module in imports(clause.encode())]
            files += [located(folder, specifier, False) for specifier in specifiers]
    return [file for file in dict.fromkeys(files) if file is not None]


class _File:
    """One file while its declarations are made: its places, its comments, and what its types mean."""

    def __init__(self, path: str, text: bytes, blanked: bytes, comments: list[Node], annotations: list[int],
                 typescript: Erased | None = None):
        self.typescript = typescript
        self.path, self.text, self.blanked, self.annotations = path, text, blanked, annotations
        self.comments = {comment.end_byte: comment for comment in comments}
        self.places = Places(text, path)
        self._types: dict[str, str] | None = None
        self._imports: dict[str, Import] | None = None

    def before(self, start: int) -> tuple[str, int]:
        """The JSDoc comment nearest before `start`, or "", and where the blanks and comments before it begin."""
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
        """A JSDoc type as the class's name in its own file, "" where it says nothing."""
        if not type_text:
            return ""
        module, name = jsdoc.simple(type_text)
        folder = os.path.dirname(self.path)
        if module:
            target = located(folder, module, False)
            return _resolve_member(target, name) if target else name
        head, _, rest = name.partition(".")
        self._look()
        assert self._types is not None and self._imports is not None
        if name in self._types and depth < 10:
            return self.type(self._types[name], depth + 1)
        source = self._imports.get(head)
        if source is not None and source.specifier == OURS:
            return rest if source.imported == "*" else source.imported
        target = located(folder, source.specifier, source.required) if source else None
        if source is None or target is None:
            return name
        if source.imported == "*" or source.imported == "default" and rest:
            return _resolve_member(target, rest)
        return ".".join(filter(None, (meaning(target, source.imported), rest)))

    def literals(self, type_text: str) -> tuple[str, ...]:
        """The values that a type of nothing but literals has, () of any other; an alias of this file is what it stands for."""
        if not type_text:
            return ()
        self._look()
        assert self._types is not None
        for _ in range(10):
            type_text = self._types.get(type_text.strip(), type_text)
        return jsdoc.literals(type_text)

    def written(self, place: int) -> str:
        """The type that TypeScript gives to the parameter or field whose name begins at `place`."""
        return self.typescript.types.get(place, "") if self.typescript else ""

    def enum(self, name: str) -> tuple[str, ...]:
        """The constants of the enum that a TypeScript type means, here or in the file that it is imported from."""
        if self.typescript is None or not name:
            return ()
        self._look()
        assert self._imports is not None
        source = self._imports.get(name)
        target = located(os.path.dirname(self.path), source.specifier, source.required) if source else None
        if source is not None and target is not None:
            return typescript.enums_of(target).get(meaning(target, source.imported), ())
        return self.typescript.enums.get(name, ())

    def _look(self) -> None:
        """Fill in the names that the file's imports and JSDoc bring, once a type asks for one."""
        if self._imports is not None:
            return
        # Of TypeScript the whole text: what is imported as a type is only there.
        modules = imports(self.text if self.typescript else self.blanked)
        self._types = dict(self.typescript.aliases) if self.typescript else {}
        for node in self.comments.values():
            comment = text_of(node)
            if "@typedef" in comment:
                self._types.update(jsdoc.typedefs(comment))
            if "@import" in comment:
                modules += [module for clause in jsdoc.imported(comment) for module in imports(clause.encode())]
        self._imports = {module.local: module for module in modules if module.local}


def _between(places: list[int], begin: int, end: int) -> bool:
    """Whether one of the places, which are in order, is from `begin` to `end`."""
    return bisect_right(places, end) > bisect_right(places, begin - 1)


def _resolve_member(target: str, name: str) -> str:
    """The own name of what the module `target` exports as `name`; without a name what it exports as a whole."""
    head, _, rest = name.partition(".")
    return ".".join(filter(None, (meaning(target, head or "default"), rest)))


def _declare(candidate: Candidate, file: _File) -> Iterator[Declaration]:
    """The declaration of a candidate; for a value that is no function or class one of each kind: any target fits."""
    comment, gap = file.before(candidate.start)
    if candidate.hidden and candidate.hidden != "constructor" and not file.annotated(gap, candidate.start):
        return
    code = candidate.code
    body = code.child_by_field_name("body") if code is not None and candidate.kind != "field" else code
    shared: dict[str, Any] = {
        "name": candidate.name,
        "scope": candidate.scope.names,
        "owner": candidate.scope.names if candidate.scope.owner else None,
        "location": file.places.at(candidate.place.start_byte),
        "start": file.typescript.start(candidate.start) if file.typescript else candidate.start,
        "end": candidate.end,
        "body": body.start_byte if body is not None else None,
        "modifiers": candidate.modifiers,
        "facts": {"hidden": candidate.hidden} if candidate.hidden else {},
    }
    if candidate.hidden == "value":
        yield from (Declaration(kind=kind, **shared) for kind in ("function", "class"))
    elif candidate.kind == "class":
        yield Declaration(kind="class", bases=tuple(_bases(code)), **shared)
    elif candidate.kind == "field":
        yield _field(candidate, code, comment, file, shared)
    else:
        if code is not None and not comment:
            comment, _ = file.before(code.start_byte)
        has_signature = not candidate.hidden or candidate.hidden == "constructor"  # of the others nothing more is said
        parameters = tuple(_parameters(code, jsdoc.params(comment), file)) if has_signature else ()
        yield Declaration(kind=candidate.kind, type=_return_type(candidate, comment, file), parameters=parameters, **shared)


def _return_type(candidate: Candidate, comment: str, file: _File) -> str:
    """The type that JSDoc says it returns; void where its text has no `return` of anything; else "", unknown."""
    documented = file.type(jsdoc.returned(comment))
    body = candidate.code.child_by_field_name("body") if candidate.code is not None and candidate.kind == "method" else None
    if documented or body is None:
        return documented
    return "" if _RETURN.search(file.text, body.start_byte, body.end_byte) else "void"


def _field(candidate: Candidate, code: Node | None, comment: str, file: _File, shared: dict[str, Any]) -> Declaration:
    """A field; one of an enum's type takes the names of its constants, as texts."""
    type_text = file.written(candidate.place.start_byte)
    if constants := file.enum(type_text):
        facts = {**shared["facts"], "enum": type_text}
        return Declaration(kind="field", type="string", constants=constants, **{**shared, "facts": facts})
    type_text = type_text or jsdoc.type_of(comment)
    if literals := file.literals(type_text):
        shared = {**shared, "facts": {**shared["facts"], "literals": literals}}
    return Declaration(kind="field", type=file.type(type_text) or _literal_type(code), **shared)


def _parameters(code: Node | None, types: dict[str, str], file: _File) -> Iterator[Parameter]:
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
            yield Parameter(name=name, type=file.type(inline or types.get(name, "")), default=default)


def _bases(code: Node | None) -> Iterator[str]:
    """The class that it extends, where that is a plain name."""
    for clause in code.children if code is not None else ():
        extends = clause.type == "class_heritage" and clause.named_children
        base = text_of(clause.named_children[-1]) if extends else ""
        if _BASE.fullmatch(base):
            yield re.sub(r"\s", "", base)


def _literal_type(value: Node | None) -> str:
    """The type of a field by the literal that it begins with, "" where that does not tell."""
    node = bare(value)
    if node is not None and node.type == "unary_expression" and text_of(node)[:1] in "-+":
        node = bare(node.child_by_field_name("argument"))
        if node is None or node.type != "number":
            return ""
    if node is None:
        return ""
    if node.type == "number":
        return "bigint" if text_of(node).endswith("n") else "number"
    if node.type == "template_string":
        return "string"
    return {"string": "string", "true": "boolean", "false": "boolean"}.get(node.type, "")
