"""divan: functions with the attribute `#[divan::bench]`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node, Tree

from clamh.languages.adoption import Untranslatable, check_used, identifier, inside, make_source, walk, words_in
from clamh.languages.frontends import Places, parser, text_of
from clamh.languages.rust.adopt_body import Input, translate
from clamh.languages.rust.adopt_criterion import find_measured
from clamh.languages.rust.adopt_items import (ARGUMENTS, KEYWORDS, NUMBERS, find_constants, find_functions,
                                              find_preparation, read_items, read_values)
from clamh.model.adoption import AdoptedBenchmark, AdoptedParam, ForeignSource
from clamh.model.sources import Location

TOOL = "divan"
_RUNS = re.compile(rf"(?:divan::)?(?:main\(\)|Divan::\w+{ARGUMENTS}(?:\s*\.\s*\w+{ARGUMENTS})*)\s*;?")
MEASURING = {"sample_count", "sample_size", "min_time", "max_time", "skip_ext_time", "counters"}


def find_benchmarks(path: str, text: bytes, root: Node) -> ForeignSource:
    """Every function with `#[divan::bench]`, translated or refused with the reason."""
    places, items, functions = Places(text, path), list(read_items(root, TOOL)), find_functions(root)
    constants = find_constants(root)
    preparation = find_preparation(root, _RUNS)
    found, words = [], frozenset[str]()
    for function, attribute, top in _functions(root):
        name, place = text_of(function.child_by_field_name("name")), places.at(function.start_byte)
        try:
            if not top:
                raise Untranslatable("it is inside a module")
            if preparation:
                raise Untranslatable(preparation)
            used = words_in([function]) - {name}
            check_used([item for item in items if name not in item.names], used - {"divan", "Bencher"})
            found.append(_translate(name, place, function, _read_attribute(attribute), constants, functions))
            words |= used
        except Untranslatable as reason:
            found.append(AdoptedBenchmark(name=name, location=place, reason=str(reason)))
    return make_source(path, "rust", TOOL, found, items, words, KEYWORDS, "use ")


def _functions(root: Node) -> Iterator[tuple[Node, str, bool]]:
    """The functions with the attribute, its text, and whether they are at the top of the file."""
    for node in walk(root):
        if node.type != "function_item":
            continue
        before = node.prev_named_sibling
        while before is not None and (before.type == "attribute_item" or "comment" in before.type):
            if re.match(r"#\[\s*(?:::)?divan\s*::\s*bench\b", text_of(before)):
                yield node, text_of(before), node.parent == root
            before = before.prev_named_sibling


def _read_attribute(attribute: str) -> dict[str, str]:
    """The arguments of an attribute: name → text."""
    match = re.fullmatch(r"#\[\s*(?:::)?divan\s*::\s*bench\s*(?:\((.*)\))?\s*\]", attribute, re.DOTALL)
    arguments: dict[str, str] = {}
    depth, begin, text = 0, 0, f"{match[1] or ''}," if match else ","
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            name, _, value = text[begin:place].partition("=")
            arguments |= {name.strip(): value.strip()} if name.strip() else {}
            begin = place + 1
    unknown = set(arguments) - MEASURING - {"args", "name"}
    if unknown:
        raise Untranslatable(f"its attribute has {', '.join(sorted(unknown))}")
    return arguments


def _translate(name: str, place: Location, function: Node, attribute: dict[str, str], constants: dict[str, Node],
               functions: dict[str, Node]) -> AdoptedBenchmark:
    if function.child_by_field_name("type_parameters") is not None or "async" in text_of(function).partition("fn")[0]:
        raise Untranslatable("it is generic or async")
    shown = attribute.get("name", "").strip('"') or name
    parameters = [(text_of(node.child_by_field_name("pattern")), text_of(node.child_by_field_name("type")))
                  for node in function.child_by_field_name("parameters").named_children if node.type == "parameter"]
    bencher = next((pattern for pattern, kind in parameters if re.search(r"\bBencher\b", kind)), "")
    inputs = [(pattern, kind) for pattern, kind in parameters if pattern != bencher]
    values = _values(attribute["args"], constants) if "args" in attribute else []
    if len(inputs) > 1 or bool(inputs) != bool(values) or any(not NUMBERS.fullmatch(kind) or not pattern.isidentifier()
                                                              for pattern, kind in inputs):
        raise Untranslatable("its input is not a number from a constant list")
    if bencher:
        setup, measured = find_measured(function.child_by_field_name("body"), bencher, ("bench", "bench_local"))
        read = [Input(pattern, kind, tuple(values)) for pattern, kind in inputs]
        benchmark = translate(shown, place, setup, measured, read, functions)
        return benchmark
    block = function.child_by_field_name("body")
    if inputs and any(node.type == "identifier" and text_of(node) == name and node.parent.type != "scoped_identifier"
                      for node in walk(block)):
        raise Untranslatable("it calls itself, and its parameter becomes a field")
    return AdoptedBenchmark(
        name=shown,
        location=place,
        function=identifier(name),
        parameter="input",
        result=text_of(function.child_by_field_name("return_type")),
        params=tuple(AdoptedParam(name=pattern, type=kind, values=tuple(values)) for pattern, kind in inputs),
        head=tuple(f"let {pattern} = input.{pattern};" for pattern, _ in inputs),
        body=tuple(inside(block, {})))


def _values(text: str, constants: dict[str, Node]) -> list[str]:
    tree: Tree = parser("rust").parse(f"const X: u8 = {text};".encode())
    values, _ = read_values(tree.root_node.named_children[0].child_by_field_name("value"), constants)
    if not values:
        raise Untranslatable("its args are not a constant array of numbers")
    return values
