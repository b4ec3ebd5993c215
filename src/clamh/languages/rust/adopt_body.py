"""A measured closure of a Rust tool, and the code before it, as a benchmark with a state."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from tree_sitter import Node

from clamh.languages.adoption import Untranslatable, dedented, identifier, walk, words_in
from clamh.languages.frontends import text_of
from clamh.languages.rust.adopt_items import DEFAULTS, find_type, is_constant, result_type
from clamh.model.adoption import AdoptedBenchmark, AdoptedLocal, AdoptedParam
from clamh.model.sources import Location


class Input(NamedTuple):
    """A variable that takes the values of a param: its name, its type, its values, and whether it is a reference."""

    name: str
    type: str
    values: tuple[str, ...]
    reference: bool = False


def translate(name: str, place: Location, setup: Iterable[Node], measured: Node, inputs: Iterable[Input],
              functions: dict[str, Node]) -> AdoptedBenchmark:
    """A benchmark that computes the body `measured` of a closure. Raises Untranslatable with the reason."""
    inputs = list(inputs)
    setup = _slice(list(setup), words_in([measured]))
    words, later = words_in([measured]), words_in(setup)
    _check([*setup, measured])
    if "input" in words | {text_of(node) for top in setup for node in walk(top) if node.type == "identifier"}:
        raise Untranslatable("it has a variable 'input', a name that the translation needs")
    lines, head, locals = _read_setup(setup, words, functions)
    inputs = [item for item in inputs if item.name in words | later]
    replaced = {local.name: f"input.{local.name}" for local in locals}
    replaced |= {item.name: f"(&input.{item.name})" if item.reference else f"input.{item.name}" for item in inputs}
    edits = _edits(measured, replaced)
    result = result_type(measured, functions)
    body = [re.sub(r"\b(?:criterion|divan)::black_box", "std::hint::black_box", line)
            for line in dedented(measured, edits)]
    if not result:
        body = [f"black_box({body[0]}", *body[1:]]
        body[-1] += ");"
    if locals or lines:
        lines = [
            *(f"let {item.name} = {'&' if item.reference else ''}self.{item.name};"
              for item in inputs if item.name in later), *lines,
            *(f"self.{local.name} = {local.name};" for local in locals)
        ]
    params = tuple(AdoptedParam(name=item.name, type=item.type, values=item.values) for item in inputs)
    return AdoptedBenchmark(name=name,
                            location=place,
                            function=identifier(name).lower(),
                            params=params,
                            locals=tuple(locals),
                            setup=tuple(lines),
                            head=tuple(head),
                            body=tuple(body),
                            result=result,
                            parameter="input")


def _slice(setup: list[Node], needed: frozenset[str]) -> list[Node]:
    """The statements that the measured code needs: all that mention a variable that it, or such a statement, uses."""
    declared = words_in(part for node in setup if node.type == "let_declaration"
                        for part in [node.child_by_field_name("pattern")] if part is not None)
    mentioned = {node.id: words_in([node]) & declared for node in setup}
    kept: list[Node] = []
    while True:
        more = [node for node in setup if not mentioned[node.id] or mentioned[node.id] & needed]
        if len(more) == len(kept):
            break
        kept, needed = more, needed.union(*(mentioned[node.id] for node in more))
    for node in setup:
        pattern = text_of(node.child_by_field_name("pattern")) if node.type == "let_declaration" else ""
        if re.fullmatch(r"_\w+", pattern) and any(part.type == "call_expression" for part in walk(node)):
            raise Untranslatable(f"line {node.start_point.row + 1} keeps '{pattern}' while it is measured")
    return kept


def _check(nodes: list[Node]) -> None:
    for top in nodes:
        for node in walk(top):
            if node.type in ("return_expression", "try_expression", "await_expression") or node.is_error:
                raise Untranslatable(f"line {node.start_point.row + 1} has '{text_of(node)[:40]}'")


def _read_setup(setup: list[Node], words: frozenset[str],
                functions: dict[str, Node]) -> tuple[list[str], list[str], list[AdoptedLocal]]:
    """The lines of the setup, constants that the body repeats, and the fields."""
    lines: list[str] = []
    head: list[str] = []
    locals: list[AdoptedLocal] = []
    for node in setup:
        lines += dedented(node, {})
        if node.type != "let_declaration":
            continue
        pattern, value = node.child_by_field_name("pattern"), node.child_by_field_name("value")
        names = words_in([pattern]) & words
        if not names:
            continue
        line = node.start_point.row + 1
        if pattern.type != "identifier" or value is None:
            raise Untranslatable(f"line {line} declares '{text_of(pattern)}', which cannot become a field")
        name, written = text_of(pattern), text_of(node.child_by_field_name("type"))
        if is_constant(value) and "mut" not in text_of(node).split(name)[0]:
            head += dedented(node, {})
            lines = lines[:-len(dedented(node, {}))] if not _used_later(setup, node, name) else lines
            continue
        kind = written or find_type(value, functions)
        if not kind:
            raise Untranslatable(f"a field needs the type of '{name}', which line {line} does not write")
        if not DEFAULTS.fullmatch(kind):
            raise Untranslatable(f"a field of type {kind} ('{name}' in line {line}) needs a default value")
        locals.append(AdoptedLocal(name=name, type=kind))
    return (lines if locals or any(node.type != "let_declaration" for node in setup) else []), head, locals


def _used_later(setup: list[Node], node: Node, name: str) -> bool:
    return name in words_in(later for later in setup if later.start_byte > node.start_byte)


def _edits(measured: Node, replaced: dict[str, str]) -> dict[tuple[int, int], str]:
    edits: dict[tuple[int, int], str] = {}
    for node in walk(measured):
        name = text_of(node)
        if node.type == "shorthand_field_initializer" and name in replaced:
            raise Untranslatable(f"line {node.start_point.row + 1} has the short form '{name}' of a field")
        if node.type == "string_content" and any(re.search(rf"\{{{re.escape(word)}\b", name) for word in replaced):
            raise Untranslatable(f"line {node.start_point.row + 1} names a variable inside a text")
        if node.type in ("let_declaration", "closure_expression", "for_expression", "match_pattern"):
            part = node.child_by_field_name("pattern") or node.child_by_field_name("parameters")
            if part is not None and words_in([part]) & set(replaced):
                raise Untranslatable(
                    f"line {node.start_point.row + 1} declares a variable that has the name of an input")
        if node.type == "identifier" and name in replaced:
            edits[node.start_byte, node.end_byte] = replaced[name]
    return edits
