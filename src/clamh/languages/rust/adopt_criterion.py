"""criterion: functions that take `&mut Criterion`, and what they pass to bench_function and bench_with_input."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tree_sitter import Node

from clamh.languages.adoption import Untranslatable, check_used, make_source, walk, words_in
from clamh.languages.frontends import Places, text_of
from clamh.languages.rust.adopt_body import Input, translate
from clamh.languages.rust.adopt_items import (ARGUMENTS, KEYWORDS, NUMBERS, find_constants, find_functions,
                                              find_preparation, read_items, read_values)
from clamh.model.adoption import AdoptedBenchmark, ForeignSource

TOOL = "criterion"
# They change how criterion measures or prints, and nothing of what a benchmark does.
SETTINGS = re.compile(
    r"\.(?:throughput|sample_size|measurement_time|warm_up_time|finish|noise_threshold|plot_config|sampling_mode"
    r"|nresamples|significance_level|confidence_level)\s*\(")


class Around(NamedTuple):
    """What stands around a benchmark: the code before it, the variables of groups with their names, its inputs."""

    before: tuple[Node, ...]
    groups: dict[str, str]
    inputs: tuple[Input, ...]


def find_benchmarks(path: str, text: bytes, root: Node) -> ForeignSource:
    """Every benchmark that a function with `&mut Criterion` defines, translated or refused with the reason."""
    items, reader = list(read_items(root, TOOL)), _Reader(path, text, root)
    preparation = find_preparation(root, _runs(root))
    for node in walk(root):
        match = re.search(r"(\w+)\s*:\s*&\s*(?:'\w+\s+)?mut\s+(?:criterion::)?Criterion\b",
                          text_of(node.child_by_field_name("parameters"))) if node.type == "function_item" else None
        if match and (refusal := _refusal(node, root)):
            reader.refuse(text_of(node.child_by_field_name("name")), node, refusal)
        elif match:
            body = node.child_by_field_name("body")
            before = len(reader.found)
            reader.read(list(body.named_children), Around((), {match[1]: ""}, ()))
            if len(reader.found) == before:
                reader.refuse(text_of(node.child_by_field_name("name")), node,
                              "it passes its Criterion on to another function")
    words = frozenset[str]()
    found = []
    for benchmark, used in reader.found:
        try:
            if preparation:
                raise Untranslatable(preparation)
            check_used(items, used)
            words |= used if not benchmark.reason else frozenset()
        except Untranslatable as reason:
            benchmark = AdoptedBenchmark(name=benchmark.name,
                                         location=benchmark.location,
                                         reason=benchmark.reason or str(reason))
        found.append(benchmark)
    return make_source(path, "rust", TOOL, found, items, words, KEYWORDS, "use ")


def _refusal(function: Node, root: Node) -> str:
    """Why no benchmark of a function that gets a Criterion can be adopted, "" if they may be."""
    if function.parent != root:
        return "its function is not at the top of the file"
    types = function.child_by_field_name("type_parameters")
    if types is not None and any("lifetime" not in node.type for node in types.named_children):
        return "its function has type parameters"
    listed = [node for node in function.child_by_field_name("parameters").named_children if "comment" not in node.type]
    return "its function takes more than a Criterion" if len(listed) > 1 else ""


def _runs(root: Node) -> re.Pattern[str]:
    """What a main that runs criterion consists of."""
    names = words_in(node for node in root.named_children if "criterion_group!" in text_of(node)) | {
        text_of(node.child_by_field_name("name")) for node in root.named_children if node.type == "function_item"
        and "Criterion" in text_of(node.child_by_field_name("parameters"))}
    chain = rf"(?:\s*\.\s*\w+{ARGUMENTS})*"
    return re.compile(rf"(?:let\s+(?:mut\s+)?\w+\s*(?::[^=]+)?=\s*)?(?:criterion::)?Criterion::default\(\){chain}\s*;?"
                      rf"|(?:{'|'.join(sorted(names)) or '-'})\((?:&mut \w+)?\)\s*;?|\w+\.final_summary\(\)\s*;?")


class _Reader:
    """The benchmarks of a file, in the order in which its functions define them, with the words that they use."""

    def __init__(self, path: str, text: bytes, root: Node):
        self.places, self.functions = Places(text, path), find_functions(root)
        self.constants = find_constants(root)
        self.found: list[tuple[AdoptedBenchmark, frozenset[str]]] = []

    def refuse(self, name: str, node: Node, reason: str) -> None:
        """Record a benchmark that has no translation."""
        self.found.append((AdoptedBenchmark(name=name, location=self.places.at(node.start_byte),
                                            reason=reason), frozenset()))

    def read(self, nodes: list[Node], around: Around) -> None:
        """Read statements one after the other; each sees what stands before it."""
        for node in nodes:
            inner = node.named_children[0] if node.type == "expression_statement" else node
            text = text_of(inner)
            group = re.match(r"let\s+mut\s+(\w+)\s*=\s*(\w+)\s*\.\s*benchmark_group\s*\(", text)
            if node.type in ("line_comment", "block_comment"):
                continue
            if group and group[2] in around.groups:
                call = node.child_by_field_name("value").child_by_field_name("arguments").named_children
                around = around._replace(groups={**around.groups, group[1]: _literal(call[0]) or group[1]})
            elif calls := list(_find_calls(inner, around.groups)):
                for call, method, group_name in calls:
                    self._read_call(call, method, group_name, around)
            elif inner.type == "for_expression" and "bench_" in text and words_in([inner]) & set(around.groups):
                self._read_for(inner, around)
            elif words_in([inner]) & set(around.groups):
                if not SETTINGS.search(text) or "bench_" in text:
                    self.refuse(next(iter(around.groups.values())) or text[:30].split("\n")[0], inner,
                                f"line {inner.start_point.row + 1} uses criterion in a way that CLAMH does not know")
            else:
                around = around._replace(before=(*around.before, node))

    def _read_for(self, node: Node, around: Around) -> None:
        line = node.start_point.row + 1
        pattern, table = node.child_by_field_name("pattern"), node.child_by_field_name("value")
        values, kind = read_values(table, self.constants)
        name = text_of(pattern).lstrip("&")
        reference = not text_of(pattern).startswith("&") and (text_of(table).startswith("&")
                                                              or bool(re.search(r"\.iter\(\)$", text_of(table))))
        kind = kind or self._parameter_type(node, name)
        body = list(node.child_by_field_name("body").named_children)
        if not values or pattern.type not in ("identifier", "reference_pattern") or not NUMBERS.fullmatch(kind):
            reason = "over numbers whose type is not written" if values else (
                "over something that is not a constant array of numbers")
            calls = [inner for inner in walk(node) if inner.type == "call_expression" and re.search(
                r"\.\s*bench_(?:function|with_input)$", text_of(inner.child_by_field_name("function")))]
            for call in calls or [node]:
                self.refuse(next((group for group in around.groups.values() if group), name), call,
                            f"line {line} loops {reason}")
            return
        self.read(body, around._replace(inputs=(*around.inputs, Input(name, kind, tuple(values), reference))))

    def _parameter_type(self, top: Node, name: str) -> str:
        """The type of a parameter of the file's function that gets a variable, perhaps through black_box."""
        for node in walk(top):
            function = self.functions.get(text_of(
                node.child_by_field_name("function"))) if node.type == "call_expression" else None
            if function is None:
                continue
            declared = [
                part for part in function.child_by_field_name("parameters").named_children if part.type == "parameter"
            ]
            for part, argument in zip(declared, node.child_by_field_name("arguments").named_children, strict=False):
                if re.fullmatch(rf"(?:(?:\w+::)*black_box\()?\*?{re.escape(name)}\)?", text_of(argument)):
                    return text_of(part.child_by_field_name("type"))
        return ""

    def _read_call(self, call: Node, method: str, group: str, around: Around) -> None:
        arguments = [
            node for node in call.child_by_field_name("arguments").named_children if "comment" not in node.type
        ]
        shown = _literal(arguments[0]) if arguments else ""
        name = "/".join(filter(None, (group, shown))) or "benchmark"
        place = call.child_by_field_name("function").child_by_field_name("field")
        try:
            inputs = list(around.inputs)
            if not arguments or arguments[-1].type != "closure_expression":
                raise Untranslatable("its function is not written there")
            closure = arguments[-1]
            parameters = closure.child_by_field_name("parameters").named_children
            if len(parameters) != len(arguments) - 1:
                raise Untranslatable("its function takes other parameters than criterion passes")
            if method == "bench_with_input":
                inputs = self._with_input(arguments[1], parameters[1], inputs, closure)
            setup, measured = find_measured(closure.child_by_field_name("body"), text_of(parameters[0]))
            before = [*around.before, *setup]
            used = words_in([*before, measured])
            self.found.append((translate(name, self.places.at(place.start_byte), before, measured, inputs,
                                         self.functions), used))
        except Untranslatable as reason:
            self.refuse(name, place, str(reason))

    def _with_input(self, passed: Node, parameter: Node, inputs: list[Input], closure: Node) -> list[Input]:
        """The inputs under the names that the closure of bench_with_input gives them."""
        text, name = text_of(passed).lstrip("&*("), text_of(parameter).lstrip("&")
        reference = parameter.type == "identifier"
        outer = next((item for item in inputs if item.name == text.rstrip(")")), None)
        if outer is not None:
            return [item for item in inputs if item != outer] + [Input(name, outer.type, outer.values, reference)]
        number = re.fullmatch(r"(\d[\d_]*)([iu](?:8|16|32|64|128|size))?", text)
        kind = (number[2] or self._parameter_type(closure, name)) if number else ""
        if number is None or not NUMBERS.fullmatch(kind):
            raise Untranslatable(f"the input '{text_of(passed)}' is no number with a written type")
        return [*inputs, Input(name, kind, (number[1].replace("_", ""),), reference)]


def _find_calls(node: Node, groups: Mapping[str, str]) -> Iterator[tuple[Node, str, str]]:
    """The calls of a chain such as `c.bench_function(…).bench_function(…)` that define benchmarks, with their methods
    and the name of their group; none if the chain has a call that CLAMH does not know.
    """
    links = []
    while node.type == "call_expression" and node.child_by_field_name("function").type == "field_expression":
        callee = node.child_by_field_name("function")
        links.append((node, text_of(callee.child_by_field_name("field"))))
        node = callee.child_by_field_name("value")
    defining = [(call, method) for call, method in reversed(links) if method in ("bench_function", "bench_with_input")]
    known = len(defining) + sum(SETTINGS.match(f".{method}(") is not None for _, method in links)
    if node.type == "identifier" and text_of(node) in groups and known == len(links):
        yield from ((call, method, groups[text_of(node)]) for call, method in defining)


def find_measured(body: Node, bencher: str, methods: tuple[str, ...] = ("iter",)) -> tuple[list[Node], Node]:
    """The statements before the measured closure, and its body. Raises Untranslatable for other ways to measure."""
    statements = [node for node in body.named_children
                  if "comment" not in node.type] if body.type == "block" else [body]
    last = statements[-1] if statements else body
    call = last.named_children[0] if last.type == "expression_statement" else last
    callee = call.child_by_field_name("function") if call.type == "call_expression" else None
    method = text_of(
        callee.child_by_field_name("field")) if callee is not None and callee.type == "field_expression" else ""
    receiver = text_of(callee.child_by_field_name("value")) if method else ""
    if method not in methods or receiver != bencher and not re.fullmatch(rf"{bencher}\s*\.counter\([^;]*\)", receiver):
        used = re.search(rf"\b{bencher}\s*\.\s*(\w+)", text_of(body))
        raise Untranslatable(f"it uses {used[1]}"
                             if used and used[1] not in methods else "its measured closure is not the last statement")
    closure = call.child_by_field_name("arguments").named_children[0]
    if closure.type == "identifier":
        raise Untranslatable(f"it measures '{text_of(closure)}', which is no closure")
    if closure.type != "closure_expression" or closure.child_by_field_name("parameters").named_children:
        raise Untranslatable("its measured closure is not written there, or takes inputs")
    if "async" in text_of(closure).split("|")[0]:
        raise Untranslatable("its measured closure is async")
    return statements[:-1], closure.child_by_field_name("body")


def _literal(node: Node) -> str:
    """The text that names a benchmark, as far as it is written: `BenchmarkId::new("f", n)` is f."""
    for inner in walk(node):
        if inner.type == "string_literal":
            try:
                text = str(json.loads(text_of(inner)))
            except ValueError:
                text = text_of(inner).strip('"')
            return re.sub(r"\{[^}]*\}", "", text).strip(" /_-:=")
    return ""
